"""All learners of a database, for the instructor: sums over classes, assignments, removal."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, Select, and_, case, delete, func, select

from bjlearn.practice.records import Assignment, CellSum, Judged, Learner, StudentSum, WrongSum
from bjlearn.practice.results import Attempt
from bjlearn.practice.store.books import counts_for
from bjlearn.practice.store.engine import reading, writing
from bjlearn.practice.store.faults import StoreError, told
from bjlearn.practice.store.rows import (
    ASSIGNMENT,
    ATTEMPT,
    DECISION,
    LEARNER,
    OPENED,
    assignment_of,
    attempt_of,
    judged_of,
    put,
)
from bjlearn.text import Message

MOST_ASSIGNED = 10_000
"""Decisions that an assignment may ask for."""

MOST_TEXT = 200

_MISTAKE = DECISION.c.grade == "mistake"
_WRONG = func.sum(case((_MISTAKE, 1), else_=0))
_COST = func.sum(DECISION.c.cost)
_COUNT = func.count(DECISION.c.number)
_HERE = DECISION.c.imported.is_(False)


class KeptRegister:
    """The :class:`~bjlearn.practice.records.Register` of a database.

    Args:
        engine: of the database, brought to the newest version.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def groups(self) -> Sequence[str]:
        """The codes of the classes there are."""
        with told(), reading(self._engine) as connection:
            found = {*connection.execute(select(LEARNER.c.class_code).distinct()).scalars()}
            found |= {*connection.execute(select(ASSIGNMENT.c.class_code).distinct()).scalars()}
        return sorted(found - {""})

    def students(self, group: str | None = None) -> Sequence[StudentSum]:
        """Everybody of a class, or of all, by name; not who gave no name and class and has done nothing: a page looked at."""
        learners = _of_group(select(LEARNER.c.id.label("learner"), LEARNER.c.name, LEARNER.c.class_code), group)
        with told(), reading(self._engine) as connection:
            day = _day(connection)
            sums = _of_class(
                select(
                    DECISION.c.learner,
                    _COUNT.label("met"),
                    _WRONG.label("wrong"),
                    _COST.label("cost"),
                    func.count(day.distinct()).label("days"),
                    func.max(DECISION.c.at).label("last"),
                )
                .where(_HERE)
                .group_by(DECISION.c.learner),
                group,
            )
            found = {row.learner: row for row in connection.execute(sums)}
            solved = self._solved(connection, group)
            done = self._done(connection, group)
            everybody = connection.execute(learners).all()
        students = []
        for row in everybody:
            learner, sums_ = Learner(row.learner, row.name, row.class_code), found.get(row.learner)
            more = (tuple(solved.get(learner.id, ())), done.get(learner.id, {}))
            if sums_ is None and not (learner.name or learner.group or more[0]):
                continue
            if sums_ is None:
                students.append(StudentSum(learner, 0, 0, 0.0, 0, None, *more))
            else:
                mean = sums_.cost / sums_.met
                students.append(StudentSum(learner, sums_.met, int(sums_.wrong), mean, sums_.days, sums_.last, *more))
        return sorted(students, key=lambda student: (student.learner.name.casefold(), student.learner.name, student.learner.id))

    def cells(self, document: str, readings: str = "", group: str | None = None) -> Sequence[CellSum]:
        """What a class makes of each cell that it met."""
        question = _of_class(
            select(DECISION.c.cell, _COUNT.label("met"), _WRONG.label("wrong"), _COST.label("cost"))
            .where(_HERE, DECISION.c.document == document, DECISION.c.readings == readings)
            .group_by(DECISION.c.cell)
            .order_by(DECISION.c.cell),
            group,
        )
        with told(), reading(self._engine) as connection:
            return [CellSum(row.cell, row.met, int(row.wrong), row.cost) for row in connection.execute(question)]

    def dearest(self, group: str | None = None, most: int = 10) -> Sequence[tuple[str, str, CellSum]]:
        """The cells whose mistakes cost a class most in all: document, readings, sum; the dearest first."""
        columns = (DECISION.c.document, DECISION.c.readings, DECISION.c.cell)
        question = _of_class(
            select(*columns, _COUNT.label("met"), _WRONG.label("wrong"), _COST.label("cost"))
            .where(_HERE)
            .group_by(*columns)
            .having(_WRONG > 0)
            .order_by(_COST.desc(), *columns)
            .limit(most),
            group,
        )
        with told(), reading(self._engine) as connection:
            return [
                (row.document, row.readings, CellSum(row.cell, row.met, int(row.wrong), row.cost))
                for row in connection.execute(question)
            ]

    def wrong_answers(self, document: str, readings: str = "", group: str | None = None) -> Sequence[WrongSum]:
        """The mistakes of a class in one document, by cell and answer; the most frequent of a cell first."""
        columns = (DECISION.c.cell, DECISION.c.chosen, DECISION.c.best)
        question = _of_class(
            select(*columns, _COUNT.label("met"), _COST.label("cost"))
            .where(_HERE, _MISTAKE, DECISION.c.document == document, DECISION.c.readings == readings)
            .group_by(*columns)
            .order_by(DECISION.c.cell, _COUNT.desc(), DECISION.c.chosen, DECISION.c.best),
            group,
        )
        with told(), reading(self._engine) as connection:
            return [WrongSum(row.cell, row.chosen, row.best, row.met, row.cost) for row in connection.execute(question)]

    def decisions(self, group: str | None = None) -> Iterable[tuple[Learner, Judged]]:
        """All decisions of a class, by learner and in their order; they come one after another, not all at once."""
        question = _of_group(
            select(LEARNER.c.name, LEARNER.c.class_code, DECISION)
            .join(DECISION, DECISION.c.learner == LEARNER.c.id)
            .where(_HERE)
            .order_by(LEARNER.c.name, DECISION.c.learner, DECISION.c.number),
            group,
        )
        with told(), reading(self._engine) as connection:
            for row in connection.execution_options(yield_per=1000).execute(question):
                yield Learner(row.learner, row.name, row.class_code), judged_of(row)

    def assign(self, group: str, document: str, readings: str, filter: str, count: int) -> Assignment:  # noqa: A002
        """Set an assignment.

        Raises:
            StoreError: a number or name that does not do.
        """
        if type(count) is not int or not 1 <= count <= MOST_ASSIGNED:
            raise StoreError(Message("An assignment asks for 1 to {most} decisions.", most=MOST_ASSIGNED))
        if not group or not document:
            raise StoreError(Message("An assignment names a class and a document."))
        if any(len(text) > MOST_TEXT for text in (group, document, filter)) or len(readings) > 10 * MOST_TEXT:
            raise StoreError(Message("A name in this assignment is too long: {most} characters are the most.", most=MOST_TEXT))
        made = Assignment(secrets.token_hex(8), group, document, readings, filter, count, datetime.now(UTC))
        row = {
            "id": made.id,
            "class_code": group,
            "document": document,
            "readings": readings,
            "drill_filter": filter,
            "decisions": count,
            "at": made.at,
        }
        with told(), writing(self._engine) as connection:
            put(connection, ASSIGNMENT, [row])
        return made

    def assigned(self, group: str | None = None) -> Sequence[Assignment]:
        """The assignments of a class, or of all, the latest last."""
        question = select(ASSIGNMENT).order_by(ASSIGNMENT.c.number)
        if group is not None:
            question = question.where(ASSIGNMENT.c.class_code == group)
        with told(), reading(self._engine) as connection:
            return [assignment_of(row) for row in connection.execute(question)]

    def withdraw(self, assignment: str) -> None:
        """Take an assignment back."""
        with told(), writing(self._engine) as connection:
            connection.execute(delete(ASSIGNMENT).where(ASSIGNMENT.c.id == assignment))

    def remove(self, learner: str) -> None:
        """Delete a student and all their progress."""
        with told(), writing(self._engine) as connection:
            connection.execute(delete(LEARNER).where(LEARNER.c.id == learner))

    def attempts(self, group: str | None = None) -> Sequence[Attempt]:
        """The answers of a class to exercises."""
        question = select(ATTEMPT).join(LEARNER, LEARNER.c.id == ATTEMPT.c.learner).order_by(ATTEMPT.c.number)
        question = _of_group(question.where(ATTEMPT.c.imported.is_(False)), group)
        with told(), reading(self._engine) as connection:
            return [attempt_of(row) for row in connection.execute(question)]

    def open_solutions(self, group: str, exercise: str, *, open_: bool) -> None:
        """Show a class the solution of an exercise at once, or only after tries again."""
        with told(), writing(self._engine) as connection:
            if open_:
                put(connection, OPENED, [{"class_code": group, "exercise": exercise}])
            else:
                connection.execute(delete(OPENED).where(OPENED.c.class_code == group, OPENED.c.exercise == exercise))

    def opened(self, group: str) -> Sequence[str]:
        """The exercises whose solutions a class sees at once."""
        question = select(OPENED.c.exercise).where(OPENED.c.class_code == group).order_by(OPENED.c.exercise)
        with told(), reading(self._engine) as connection:
            return list(connection.execute(question).scalars())

    def _solved(self, connection: Connection, group: str | None) -> dict[str, list[str]]:
        question = _of_group(
            select(ATTEMPT.c.learner, ATTEMPT.c.exercise)
            .join(LEARNER, LEARNER.c.id == ATTEMPT.c.learner)
            .where(ATTEMPT.c.was_right.is_(True))
            .where(ATTEMPT.c.solution_seen.is_(False), ATTEMPT.c.imported.is_(False))
            .group_by(ATTEMPT.c.learner, ATTEMPT.c.exercise)
            .order_by(ATTEMPT.c.learner, ATTEMPT.c.exercise),
            group,
        )
        solved: dict[str, list[str]] = defaultdict(list)
        for row in connection.execute(question):
            solved[row.learner].append(row.exercise)
        return solved

    def _done(self, connection: Connection, group: str | None) -> dict[str, dict[str, int]]:
        question = _of_group(
            select(LEARNER.c.id.label("learner"), ASSIGNMENT.c.id.label("assignment"), _COUNT.label("done"))
            .select_from(
                LEARNER.join(ASSIGNMENT, and_(ASSIGNMENT.c.class_code == LEARNER.c.class_code, LEARNER.c.class_code != "")).join(
                    DECISION, and_(DECISION.c.learner == LEARNER.c.id, counts_for(ASSIGNMENT, DECISION)), isouter=True
                )
            )
            .group_by(LEARNER.c.id, ASSIGNMENT.c.id),
            group,
        )
        done: dict[str, dict[str, int]] = defaultdict(dict)
        for row in connection.execute(question):
            done[row.learner][row.assignment] = row.done
        return done


def _of_group(question: Select[Any], group: str | None) -> Select[Any]:
    """A question that has the learners in it, of one class or of all."""
    return question if group is None else question.where(LEARNER.c.class_code == group)


def _of_class(question: Select[Any], group: str | None) -> Select[Any]:
    """A question about decisions, of one class or of all."""
    if group is None:
        return question
    return question.where(DECISION.c.learner.in_(select(LEARNER.c.id).where(LEARNER.c.class_code == group)))


def _day(connection: Connection) -> Any:  # noqa: ANN401 - an expression of SQLAlchemy
    """The day of a decision, in UTC on every database."""
    if connection.dialect.name == "postgresql":
        return func.date(func.timezone("UTC", DECISION.c.at))
    return func.date(DECISION.c.at)
