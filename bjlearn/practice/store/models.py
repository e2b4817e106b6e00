"""The tables of the store, as the newest version of its schema has them; ``migrations/`` leads there from every older one."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""How constraints are called, so that a later version can name them on every database."""

Number = BigInteger().with_variant(Integer(), "sqlite")
"""A row's number; SQLite counts up by itself in an INTEGER alone."""


class Words(TypeDecorator[str]):
    """Any text. What no database holds (a NUL, half a surrogate pair) is replaced, on the way in and in questions alike."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's signature
        """The text as it can be kept."""
        if value is None:
            return None
        return value.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


class Moment(TypeDecorator[datetime]):
    """A time in UTC. SQLite keeps no zone, so it is taken off and put on again."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The time as it is kept."""
        if value is None:
            return None
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The time as it was given."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """What all tables share."""

    metadata = MetaData(naming_convention=NAMES)


class LearnerRow(Base):
    """Who practises."""

    __tablename__ = "learner"

    id: Mapped[str] = mapped_column(Words, primary_key=True)
    name: Mapped[str] = mapped_column(Words)
    group: Mapped[str] = mapped_column("class_code", Words, index=True)
    made: Mapped[datetime] = mapped_column(Moment)


def _owner(*, primary: bool = False) -> Mapped[str]:
    """Whose a row is; it goes with the learner."""
    return mapped_column("learner", Words, ForeignKey("learner.id", ondelete="CASCADE"), primary_key=primary)


class DecisionRow(Base):
    """A finished decision."""

    __tablename__ = "decision"
    __table_args__ = (
        UniqueConstraint("learner", "id"),
        Index(None, "learner", "document", "readings", "cell"),
        Index(None, "document", "readings", "cell"),
    )

    number: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=True)
    owner: Mapped[str] = _owner()
    id: Mapped[str] = mapped_column(Words)
    at: Mapped[datetime] = mapped_column(Moment)
    source: Mapped[str] = mapped_column(Words)
    document: Mapped[str] = mapped_column(Words)
    readings: Mapped[str] = mapped_column(Words)
    cell: Mapped[str] = mapped_column(Words)
    cards: Mapped[str] = mapped_column(Words)
    up: Mapped[int] = mapped_column(Integer)
    chosen: Mapped[str] = mapped_column(Words)
    best: Mapped[str] = mapped_column(Words)
    grade: Mapped[str] = mapped_column(Words)
    cost: Mapped[float] = mapped_column(Float(53))
    chips: Mapped[float] = mapped_column(Float(53))
    hinted: Mapped[bool] = mapped_column(Boolean)
    seconds: Mapped[float | None] = mapped_column(Float(53))
    filter: Mapped[str] = mapped_column("drill_filter", Words, server_default="")
    imported: Mapped[bool] = mapped_column(Boolean, server_default=false())


class ScheduledRow(Base):
    """When a cell is due again."""

    __tablename__ = "scheduled"

    owner: Mapped[str] = _owner(primary=True)
    document: Mapped[str] = mapped_column(Words, primary_key=True)
    readings: Mapped[str] = mapped_column(Words, primary_key=True)
    cell: Mapped[str] = mapped_column(Words, primary_key=True)
    due: Mapped[datetime] = mapped_column(Moment)
    state: Mapped[str] = mapped_column(Words)


class TableRow(Base):
    """What lies on a learner's table, as JSON. It holds cards that nobody has seen, and never leaves for a browser."""

    __tablename__ = "lying"

    owner: Mapped[str] = _owner(primary=True)
    state: Mapped[str] = mapped_column(Words)
    at: Mapped[datetime] = mapped_column(Moment)


class AttemptRow(Base):
    """An answer to an exercise."""

    __tablename__ = "attempt"
    __table_args__ = (UniqueConstraint("learner", "id"),)

    number: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=True)
    owner: Mapped[str] = _owner()
    id: Mapped[str] = mapped_column(Words)
    exercise: Mapped[str] = mapped_column(Words)
    variant: Mapped[int] = mapped_column(Integer)
    answer: Mapped[str] = mapped_column(Words)
    right: Mapped[bool] = mapped_column("was_right", Boolean)
    tries: Mapped[int] = mapped_column(Integer)
    solution_seen: Mapped[bool] = mapped_column(Boolean)
    imported: Mapped[bool] = mapped_column(Boolean, server_default=false())


class AssignmentRow(Base):
    """What a class was asked to do."""

    __tablename__ = "assignment"

    number: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=True)
    id: Mapped[str] = mapped_column(Words, unique=True)
    group: Mapped[str] = mapped_column("class_code", Words, index=True)
    document: Mapped[str] = mapped_column(Words)
    readings: Mapped[str] = mapped_column(Words)
    filter: Mapped[str] = mapped_column("drill_filter", Words)
    count: Mapped[int] = mapped_column("decisions", Integer)
    at: Mapped[datetime] = mapped_column(Moment)


class OpenedRow(Base):
    """An exercise whose solution a class sees at once."""

    __tablename__ = "opened"

    group: Mapped[str] = mapped_column("class_code", Words, primary_key=True)
    exercise: Mapped[str] = mapped_column(Words, primary_key=True)
