"""What practice remembers of a learner, as plain data, and what keeps it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, Final, Literal, Protocol

from bjlearn.practice.results import Attempt, Results
from bjlearn.text import Message


@dataclass(frozen=True, slots=True)
class Learner:
    """Who practises.

    Attributes:
        id: a random id that nobody chooses; it stands for the learner everywhere.
        name: as they gave it, any characters; shown as text, never as markup. May be empty.
        group: the code of their class; empty where they belong to none.
    """

    id: str
    name: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """One finished decision and what it was worth, at the table or in a drill.

    Attributes:
        id: unique; the same record kept twice stands there once.
        at: when it was made, in UTC.
        source: ``play`` or ``drill``.
        document: id of the document.
        readings: those that are not the default, as an address writes them; empty for none.
        cell: of the chart, as an address names it (``hard16-10``, ``soft18-A``, ``pairs8-10``), or ``insurance``.
        cards: the hand's card values, ace as 1, in their order.
        up: value of the upcard, ace as 1.
        chosen: name of the decision made.
        best: name of the best.
        grade: ``best``, ``near``, ``chart`` or ``mistake``, as the coach grades it.
        cost: what the choice gave away, in shares of the opening stake.
        chips: the same in chips.
        hinted: help was asked for first.
        seconds: time to the answer; None where it was not taken.
        filter: of the drill in which it was made, as an address names it; empty for all cells, and at the table.
    """

    id: str
    at: datetime
    source: str
    document: str
    readings: str
    cell: str
    cards: tuple[int, ...]
    up: int
    chosen: str
    best: str
    grade: str
    cost: float
    chips: float
    hinted: bool = False
    seconds: float | None = None
    filter: str = ""

    @property
    def right(self) -> bool:
        """Whether it was no mistake, and found without help."""
        return self.grade != "mistake" and not self.hinted


@dataclass(frozen=True, slots=True)
class Scheduled:
    """When a cell is due again for one learner.

    Attributes:
        document: id of the document.
        readings: those that are not the default; empty for none.
        cell: as in :class:`Judged`.
        due: from when on, in UTC.
        state: of the scheduler, as JSON text that it alone understands.
    """

    document: str
    readings: str
    cell: str
    due: datetime
    state: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """What an instructor asks of a class.

    Attributes:
        id: of the assignment.
        group: the code of the class.
        document: id of the document.
        readings: those that are not the default; empty for none.
        filter: of the drill, as an address names it; empty for all cells.
        count: decisions to be made in the drill.
        at: when it was set, in UTC.
        done: decisions of this learner so far that count for it; 0 where no learner is meant.
    """

    id: str
    group: str
    document: str
    readings: str
    filter: str
    count: int
    at: datetime
    done: int = 0


class _Same(Enum):
    SAME = "same"


SAME: Final = _Same.SAME
"""In place of what lies on a table: leave that as it is."""

Table = Mapping[str, Any] | Literal[_Same.SAME] | None
"""What lies on a table (JSON), None for nothing, or :data:`SAME`."""


class Book(Results, Protocol):
    """The progress of one learner; there is no way from it to another's.

    Everything handed to it is kept when the call returns: a process killed afterwards has lost nothing.
    """

    @property
    def learner(self) -> Learner:
        """Whose it is."""
        ...

    def rename(self, learner: Learner) -> None:
        """Note what the learner is called now, and their class.

        Args:
            learner: with the same id.

        Raises:
            BjlearnError: it is another learner, or the database does not take it; nothing has changed.
        """
        ...

    @property
    def note(self) -> Message | None:
        """What the learner should know of how it is kept, such as that it ends with the page; None where all is well."""
        ...

    def keep(self, judged: Judged, scheduled: Scheduled | None = None, *, table: Table = SAME) -> bool:
        """Keep a decision, when its cell is due again, and what lies on the table after it: all of it or nothing.

        Args:
            judged: the decision.
            scheduled: when its cell is due again; None leaves that as it is.
            table: what lies on the table now, in place of what was kept.

        Returns:
            Whether it is new; one with the same id is there already and nothing changes.

        Raises:
            BjlearnError: the database does not take it; nothing has changed.
        """
        ...

    def decisions(self, document: str | None = None, readings: str = "") -> Sequence[Judged]:
        """The decisions in their order: all, or of one document read in one way."""
        ...

    def scheduled(self, document: str, readings: str = "") -> Mapping[str, Scheduled]:
        """The cells that are scheduled, by their codes."""
        ...

    def keep_table(self, state: Mapping[str, Any] | None) -> None:
        """Keep what lies on the learner's table (JSON), in place of what was kept; None where nothing does."""
        ...

    def table(self) -> Mapping[str, Any] | None:
        """What lay on the table when it was last kept."""
        ...

    def assignments(self) -> Sequence[Assignment]:
        """What the class was asked to do, the latest last, with how much of it is done."""
        ...

    def opened(self) -> Collection[str]:
        """The exercises whose solutions the learner's class sees at once."""
        ...

    def export(self) -> dict[str, Any]:
        """Decisions, what is due, and answers to exercises, as JSON data with the version of its form.

        Not the table: it has cards that nobody has seen yet.
        """
        ...

    def take(self, data: object) -> int:
        """Take in what :meth:`export` gave, beside what is there.

        Args:
            data: what it gave, or the JSON text of that, which is not even read where it is too long.

        Returns:
            Number of decisions that were new.

        Raises:
            BjlearnError: it is not such data, is too large, or comes from a newer version; nothing has changed.
        """
        ...

    def forget(self) -> None:
        """Delete everything of this learner."""
        ...


@dataclass(frozen=True, slots=True)
class CellSum:
    """What a class or a learner makes of one cell.

    Attributes:
        cell: its code.
        count: decisions.
        wrong: of them, mistakes.
        cost: what they gave away together, in shares of the opening stake.
    """

    cell: str
    count: int
    wrong: int
    cost: float


@dataclass(frozen=True, slots=True)
class WrongSum:
    """How often one wrong answer was given in one cell.

    Attributes:
        cell: its code.
        chosen: name of the decision made.
        best: name of the best.
        count: how often.
        cost: what that gave away in all, in shares of the opening stake.
    """

    cell: str
    chosen: str
    best: str
    count: int
    cost: float


@dataclass(frozen=True, slots=True)
class StudentSum:
    """How one student of a class is doing.

    Attributes:
        learner: who.
        count: decisions.
        wrong: of them, mistakes.
        cost: mean cost of a decision, in shares of the opening stake.
        days: days on which they practised.
        last: when they last did, in UTC; None for never.
        solved: ids of the exercises solved.
        assignments: id of an assignment to decisions made for it.
    """

    learner: Learner
    count: int
    wrong: int
    cost: float
    days: int
    last: datetime | None
    solved: tuple[str, ...] = ()
    assignments: Mapping[str, int] = field(default_factory=dict)


class Register(Protocol):
    """All learners of a server, for the instructor alone.

    What a learner took in from a file is their own, and no sum here counts it.
    """

    def groups(self) -> Sequence[str]:
        """The codes of the classes there are."""
        ...

    def students(self, group: str | None = None) -> Sequence[StudentSum]:
        """Everybody of a class, or of all, by name; not who gave no name and class and has done nothing: a page looked at."""
        ...

    def cells(self, document: str, readings: str = "", group: str | None = None) -> Sequence[CellSum]:
        """What a class makes of each cell that it met."""
        ...

    def dearest(self, group: str | None = None, most: int = 10) -> Sequence[tuple[str, str, CellSum]]:
        """The cells whose mistakes cost a class most in all: document, readings, sum; the dearest first."""
        ...

    def wrong_answers(self, document: str, readings: str = "", group: str | None = None) -> Sequence[WrongSum]:
        """The mistakes of a class in one document, by cell and answer; the most frequent of a cell first."""
        ...

    def decisions(self, group: str | None = None) -> Iterable[tuple[Learner, Judged]]:
        """All decisions of a class, by learner and in their order."""
        ...

    def assign(self, group: str, document: str, readings: str, filter: str, count: int) -> Assignment:  # noqa: A002
        """Set an assignment.

        Raises:
            BjlearnError: a number or name that does not do.
        """
        ...

    def assigned(self, group: str | None = None) -> Sequence[Assignment]:
        """The assignments of a class, or of all, the latest last."""
        ...

    def withdraw(self, assignment: str) -> None:
        """Take an assignment back."""
        ...

    def remove(self, learner: str) -> None:
        """Delete a student and all their progress."""
        ...

    def attempts(self, group: str | None = None) -> Sequence[Attempt]:
        """The answers of a class to exercises."""
        ...

    def open_solutions(self, group: str, exercise: str, *, open_: bool) -> None:
        """Show a class the solution of an exercise at once, or only after tries again."""
        ...

    def opened(self, group: str) -> Sequence[str]:
        """The exercises whose solutions a class sees at once."""
        ...
