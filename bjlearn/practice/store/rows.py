"""Between the store's rows and the plain data of practice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Table
from sqlalchemy.dialects import postgresql, sqlite

from bjlearn.practice.records import Assignment, Judged, Learner, Scheduled
from bjlearn.practice.results import Attempt
from bjlearn.practice.store import models

Rows = models.Base.metadata.tables
LEARNER: Table = Rows["learner"]
DECISION: Table = Rows["decision"]
SCHEDULED: Table = Rows["scheduled"]
LYING: Table = Rows["lying"]
ATTEMPT: Table = Rows["attempt"]
ASSIGNMENT: Table = Rows["assignment"]
OPENED: Table = Rows["opened"]


def put(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]], change: tuple[str, ...] = ()) -> None:
    """Insert rows; where one with the same key is there, change some columns, or nothing.

    Args:
        connection: to write to.
        table: where to.
        rows: with the same columns each.
        change: columns that a row which is there already takes over.
    """
    if rows:
        connection.execute(_insert(connection, table, change), rows)


def put_new(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Insert a row where there is none with the same key.

    Returns:
        Whether it is new.
    """
    statement = _insert(connection, table).values(row).returning(*table.primary_key)
    return connection.execute(statement).first() is not None


def _insert(connection: Connection, table: Table, change: tuple[str, ...] = ()) -> Any:  # noqa: ANN401 - of either dialect
    statement: Any = (postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert)(table)
    if not change:
        return statement.on_conflict_do_nothing()
    key = [column.name for column in table.primary_key]
    return statement.on_conflict_do_update(index_elements=key, set_={name: statement.excluded[name] for name in change})


def judged_row(owner: str, judged: Judged, *, imported: bool = False) -> dict[str, Any]:
    """A decision as a row."""
    return {
        "learner": owner,
        "id": judged.id,
        "at": judged.at,
        "source": judged.source,
        "document": judged.document,
        "readings": judged.readings,
        "cell": judged.cell,
        "cards": ",".join(map(str, judged.cards)),
        "up": judged.up,
        "chosen": judged.chosen,
        "best": judged.best,
        "grade": judged.grade,
        "cost": float(judged.cost),
        "chips": float(judged.chips),
        "hinted": judged.hinted,
        "seconds": None if judged.seconds is None else float(judged.seconds),
        "drill_filter": judged.filter,
        "imported": imported,
    }


def judged_of(row: Row[Any]) -> Judged:
    """The decision of a row."""
    return Judged(
        id=row.id,
        at=row.at,
        source=row.source,
        document=row.document,
        readings=row.readings,
        cell=row.cell,
        cards=tuple(int(value) for value in row.cards.split(",") if value),
        up=row.up,
        chosen=row.chosen,
        best=row.best,
        grade=row.grade,
        cost=row.cost,
        chips=row.chips,
        hinted=row.hinted,
        seconds=row.seconds,
        filter=row.drill_filter,
    )


def scheduled_row(owner: str, scheduled: Scheduled) -> dict[str, Any]:
    """A cell that is due again, as a row."""
    return {
        "learner": owner,
        "document": scheduled.document,
        "readings": scheduled.readings,
        "cell": scheduled.cell,
        "due": scheduled.due,
        "state": scheduled.state,
    }


def scheduled_of(row: Row[Any]) -> Scheduled:
    """The cell of a row."""
    return Scheduled(row.document, row.readings, row.cell, row.due, row.state)


def attempt_row(owner: str, name: str, attempt: Attempt, *, imported: bool = False) -> dict[str, Any]:
    """An answer as a row.

    Args:
        owner: id of the learner.
        name: id of the answer.
        attempt: the answer.
        imported: it came from a file.
    """
    return {
        "learner": owner,
        "id": name,
        "exercise": attempt.exercise,
        "variant": attempt.variant,
        "answer": attempt.answer,
        "was_right": attempt.right,
        "tries": attempt.tries,
        "solution_seen": attempt.solution_seen,
        "imported": imported,
    }


def attempt_of(row: Row[Any]) -> Attempt:
    """The answer of a row."""
    return Attempt(row.learner, row.exercise, row.variant, row.answer, row.was_right, row.tries, row.solution_seen)


def assignment_of(row: Row[Any], done: int = 0) -> Assignment:
    """The assignment of a row."""
    return Assignment(row.id, row.class_code, row.document, row.readings, row.drill_filter, row.decisions, row.at, done)


def learner_of(row: Row[Any]) -> Learner:
    """The learner of a row of theirs."""
    return Learner(row.learner, row.name, row.class_code)
