"""One learner's book in the database."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, and_, delete, func, or_, select

from bjlearn.practice.records import SAME, Assignment, Judged, Learner, Scheduled, Table
from bjlearn.practice.results import Attempt
from bjlearn.practice.store import exchange
from bjlearn.practice.store.engine import reading, writing
from bjlearn.practice.store.faults import StoreError, told
from bjlearn.practice.store.rows import (
    ASSIGNMENT,
    ATTEMPT,
    DECISION,
    LEARNER,
    LYING,
    OPENED,
    SCHEDULED,
    assignment_of,
    attempt_of,
    attempt_row,
    judged_of,
    judged_row,
    put,
    put_new,
    scheduled_of,
    scheduled_row,
)
from bjlearn.text import Message


class KeptBook:
    """The :class:`~bjlearn.practice.records.Book` of a learner; every question it asks names them.

    Args:
        engine: of the database, brought to the newest version.
        learner: whose book.
        note: what they should know of how it is kept.
    """

    def __init__(self, engine: Engine, learner: Learner, note: Message | None = None) -> None:
        self._engine = engine
        self._learner = learner
        self._note = note
        if learner.name or learner.group:  # who says nothing of themselves is there from their first decision on
            with told(), writing(engine) as connection:
                self._enrol(connection, change=("name", "class_code"))

    @property
    def learner(self) -> Learner:
        """Whose it is."""
        return self._learner

    def rename(self, learner: Learner) -> None:
        """Note what the learner is called now, and their class.

        Args:
            learner: with the same id.

        Raises:
            StoreError: it is another learner, or the database does not take it; nothing has changed.
        """
        if learner.id != self._learner.id:
            raise StoreError(Message("A book belongs to one learner for good."))
        before, self._learner = self._learner, learner
        try:
            with told(), writing(self._engine) as connection:
                self._enrol(connection, change=("name", "class_code"))
        except StoreError:
            self._learner = before
            raise

    @property
    def note(self) -> Message | None:
        """What the learner should know of how it is kept; None where all is well."""
        return self._note

    def keep(self, judged: Judged, scheduled: Scheduled | None = None, *, table: Table = SAME) -> bool:
        """Keep a decision, when its cell is due again, and what lies on the table after it: all of it or nothing.

        Returns:
            Whether it is new.

        Raises:
            StoreError: the database does not take it.
        """
        with told(), writing(self._engine) as connection:
            self._enrol(connection)
            if not put_new(connection, DECISION, judged_row(self._learner.id, judged)):
                return False
            if scheduled is not None:
                put(connection, SCHEDULED, [scheduled_row(self._learner.id, scheduled)], change=("due", "state"))
            self._lay(connection, table)
            return True

    def decisions(self, document: str | None = None, readings: str = "") -> Sequence[Judged]:
        """The decisions in their order: all, or of one document read in one way."""
        question = select(DECISION).where(DECISION.c.learner == self._learner.id).order_by(DECISION.c.number)
        if document is not None:
            question = question.where(DECISION.c.document == document, DECISION.c.readings == readings)
        with told(), reading(self._engine) as connection:
            return [judged_of(row) for row in connection.execute(question)]

    def scheduled(self, document: str, readings: str = "") -> Mapping[str, Scheduled]:
        """The cells that are scheduled, by their codes."""
        question = select(SCHEDULED).where(
            SCHEDULED.c.learner == self._learner.id, SCHEDULED.c.document == document, SCHEDULED.c.readings == readings
        )
        with told(), reading(self._engine) as connection:
            return {row.cell: scheduled_of(row) for row in connection.execute(question)}

    def keep_table(self, state: Mapping[str, Any] | None) -> None:
        """Keep what lies on the learner's table, in place of what was kept; None where nothing does."""
        with told(), writing(self._engine) as connection:
            self._enrol(connection)
            self._lay(connection, state)

    def table(self) -> Mapping[str, Any] | None:
        """What lay on the table when it was last kept."""
        question = select(LYING.c.state).where(LYING.c.learner == self._learner.id)
        with told(), reading(self._engine) as connection:
            state = connection.execute(question).scalar()
        return None if state is None else dict(json.loads(state))

    def add(self, attempt: Attempt) -> None:
        """Keep an answer to an exercise."""
        with told(), writing(self._engine) as connection:
            self._enrol(connection)
            put(connection, ATTEMPT, [attempt_row(self._learner.id, secrets.token_hex(16), attempt)])

    def attempts(self, learner: str) -> Sequence[Attempt]:
        """The answers of the book's learner, in their order; of anybody else none."""
        if learner != self._learner.id:
            return ()
        question = select(ATTEMPT).where(ATTEMPT.c.learner == learner).order_by(ATTEMPT.c.number)
        with told(), reading(self._engine) as connection:
            return [attempt_of(row) for row in connection.execute(question)]

    def assignments(self) -> Sequence[Assignment]:
        """What the class was asked to do, the latest last, with how much of it is done."""
        if not self._learner.group:
            return ()
        counted = func.count(DECISION.c.number)
        question = (
            select(ASSIGNMENT, counted.label("done"))
            .select_from(
                ASSIGNMENT.outerjoin(DECISION, and_(DECISION.c.learner == self._learner.id, counts_for(ASSIGNMENT, DECISION)))
            )
            .where(ASSIGNMENT.c.class_code == self._learner.group)
            .group_by(*ASSIGNMENT.c)
            .order_by(ASSIGNMENT.c.number)
        )
        with told(), reading(self._engine) as connection:
            return [assignment_of(row, row.done) for row in connection.execute(question)]

    def opened(self) -> frozenset[str]:
        """The exercises whose solutions the learner's class sees at once."""
        question = select(OPENED.c.exercise).where(OPENED.c.class_code == self._learner.group)
        with told(), reading(self._engine) as connection:
            return frozenset(connection.execute(question).scalars())

    def export(self) -> dict[str, Any]:
        """Decisions, what is due, and answers to exercises as JSON data; not the table: it has cards nobody has seen."""
        mine = self._learner.id
        latest = select(DECISION).where(DECISION.c.learner == mine).order_by(DECISION.c.number.desc())
        due = select(SCHEDULED).where(SCHEDULED.c.learner == mine)
        answers = select(ATTEMPT).where(ATTEMPT.c.learner == mine).order_by(ATTEMPT.c.number.desc())
        with told(), reading(self._engine) as connection:
            decisions = [judged_of(row) for row in connection.execute(latest.limit(exchange.MOST_DECISIONS))]
            scheduled = [scheduled_of(row) for row in connection.execute(due.limit(exchange.MOST_SCHEDULED))]
            rows = connection.execute(answers.limit(exchange.MOST_ATTEMPTS)).all()
        attempts = [(str(row.id), attempt_of(row)) for row in reversed(rows)]
        given = exchange.Progress(tuple(reversed(decisions)), tuple(scheduled), tuple(attempts))
        return exchange.write(given, self._learner.name, datetime.now(UTC))

    def take(self, data: object) -> int:
        """Take in what :meth:`export` gave, beside what is there: decisions and answers that are new, dates that are later.

        Returns:
            Number of decisions that were new.

        Raises:
            ExchangeError: it is not such data, is too large, or comes from a newer version; nothing has changed.
        """
        given = exchange.read(data, self._learner.id, datetime.now(UTC))
        mine = self._learner.id
        with told(), writing(self._engine) as connection:
            self._enrol(connection)
            before = self._count(connection)
            put(connection, DECISION, [judged_row(mine, judged, imported=True) for judged in given.decisions])
            put(connection, ATTEMPT, [attempt_row(mine, name, answer, imported=True) for name, answer in given.attempts])
            there = {
                (row.document, row.readings, row.cell): row.due
                for row in connection.execute(select(SCHEDULED).where(SCHEDULED.c.learner == mine))
            }
            later = [
                scheduled_row(mine, item)
                for item in given.scheduled
                if (known := there.get((item.document, item.readings, item.cell))) is None or known < item.due
            ]
            put(connection, SCHEDULED, later, change=("due", "state"))
            return self._count(connection) - before

    def forget(self) -> None:
        """Delete everything of this learner."""
        with told(), writing(self._engine) as connection:
            connection.execute(delete(LEARNER).where(LEARNER.c.id == self._learner.id))

    def _count(self, connection: Connection) -> int:
        question = select(func.count(DECISION.c.number)).where(DECISION.c.learner == self._learner.id)
        return int(connection.execute(question).scalar_one())

    def _enrol(self, connection: Connection, change: tuple[str, ...] = ()) -> None:
        learner = self._learner
        row = {"id": learner.id, "name": learner.name, "class_code": learner.group, "made": datetime.now(UTC)}
        put(connection, LEARNER, [row], change=change)

    def _lay(self, connection: Connection, state: Table) -> None:
        if state is SAME:
            return
        if state is None:
            connection.execute(delete(LYING).where(LYING.c.learner == self._learner.id))
        else:
            text = json.dumps(state, separators=(",", ":"))
            row = {"learner": self._learner.id, "state": text, "at": datetime.now(UTC)}
            put(connection, LYING, [row], change=("state", "at"))


def counts_for(assignment: Any, decision: Any) -> Any:  # noqa: ANN401 - tables
    """Whether a decision counts for an assignment: made in a drill, by its document, cells and time, and not from a file."""
    return and_(
        decision.c.source == "drill",
        decision.c.imported.is_(False),
        decision.c.document == assignment.c.document,
        decision.c.readings == assignment.c.readings,
        decision.c.at >= assignment.c.at,
        or_(assignment.c.drill_filter == "", decision.c.drill_filter == assignment.c.drill_filter),
    )
