"""What a table remembers: decisions before their verdicts are shown, and the table itself from one visit to the next."""

from __future__ import annotations

import logging
import secrets
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bjlearn.documents import Document, write_readings
from bjlearn.game import plain, read_money
from bjlearn.practice.records import SAME, Book, Judged, Scheduled, Table
from bjlearn.text import BjlearnError, Message
from bjlearn.widgets.background import Job
from bjlearn.widgets.coaching import Coaching, Mode, Tally
from bjlearn.widgets.sitting import Sitting

if TYPE_CHECKING:
    from bjlearn.coach import Verdict

_logger = logging.getLogger(__name__)


class Remembered:
    """A learner's book, as a table uses it. It is opened when the page is there: a database takes most of a second to import.

    Args:
        opens: gives the book.

    Attributes:
        note: what the person should know of how their progress is kept.
        taken_up: what lay on the table has been asked for.
    """

    def __init__(self, opens: Callable[[], Book]) -> None:
        self._opens = opens
        self._lock = threading.Lock()
        self._book: Book | None = None
        self._state: Mapping[str, Any] | None = None
        self._loaded = False
        self._job: Job[None] | None = None
        self._unkept: list[Judged] = []
        self._last: object = None  # the mark of the table as this page last saw it kept; each time that it is kept it has another
        self.note: Message | None = None
        self.taken_up = False

    def begin(self, then: Callable[[], None]) -> None:
        """Open the book in the background, and call something when it is open."""
        if self._job is None:
            self._job = Job(iter([None]), lambda _: None, lambda: None) if self._loaded else self._begun(then)

    def _begun(self, then: Callable[[], None]) -> Job[None]:
        def work() -> Any:  # noqa: ANN401 - a generator
            self.load()
            yield None

        return Job(work(), lambda _: then(), lambda: None)

    def load(self) -> None:
        """Open the book; who comes while it is being opened waits."""
        with self._lock:
            if self._loaded:
                return
            try:
                self._book = self._opens()
                self.note = self._book.note
                self._state = self._book.table()
                self._last = _mark_of(self._state)
            except BjlearnError as error:
                self.note = error.message
            except Exception:  # a table is played at without a memory too
                _logger.exception("the progress cannot be opened")
                self.note = Message("Your progress cannot be opened, so what you do now is not kept.")
            finally:
                self._loaded = True

    def take_up(self) -> Mapping[str, Any] | None:
        """What lay on the table when it was last kept, once."""
        self.taken_up = True
        state, self._state = self._state, None
        return state

    def lay(self, sitting: Sitting, coach: Coaching, documents: Sequence[Document]) -> tuple[Message | None, str | None]:
        """Lay the table as it was left, once: chips and round where this table lasts, and what the choices have come to.

        Args:
            sitting: at this table.
            coach: of this table.
            documents: by which it may be played.

        Returns:
            What to tell the person, and by what mark the page knows a round that is on the table again.
        """
        kept = self.take_up()
        if kept is None or not sitting.lasts:
            return self.note, None
        note, mark = self.note, None
        try:
            if sitting.resume(kept, documents):
                note, mark = Message("Your round is still on the table."), str(kept.get("mark"))[:20]
        except BjlearnError as error:
            note = error.message
        coach.tally = read_tally(kept.get("tally"))
        coach.dealt_before(sitting)
        return note, mark

    def keep_sitting(self, sitting: Sitting, coach: Coaching, mark: str, verdict: Verdict | None) -> Message | None:
        """Keep a decision, and the table as it is after it.

        Args:
            sitting: at this table.
            coach: of this table.
            mark: by which the page knows its rounds.
            verdict: on the decision; None where only the table has changed.

        Returns:
            What to tell the person, where it cannot be kept.
        """
        judged = None
        if verdict is not None:
            judged = judged_of(verdict, sitting.document.id, write_readings(sitting.readings), hinted=coach.hinted)
        table: Table = SAME
        if sitting.ended:
            table = None
        elif sitting.lasts:
            table = {**sitting.record(), "mark": mark, "tally": tally_data(coach.tally)}
        return self.keep(judged, table, review=coach.mode is not Mode.BEFORE)

    @property
    def elsewhere(self) -> bool:
        """Whether another page of the learner has played at the table since this one last saw it.

        One that played on would decide a hand a second time, with the dealer's cards seen there.
        """
        if self._book is None:
            return False
        try:
            state = self._book.table()
        except BjlearnError:
            return False  # whoever keeps the next decision says so
        return state is not None and _mark_of(state) != self._last

    @property
    def empty(self) -> bool:
        """Whether the book is there and has no table, because all was deleted."""
        try:
            return self._book is not None and self._book.table() is None
        except BjlearnError:
            return False

    def keep(self, judged: Judged | None, table: Table, *, review: bool) -> Message | None:
        """Keep a decision and the table after it, both or neither; what could not be kept before goes first.

        Args:
            judged: the decision; None where only the table has changed.
            table: what lies on it now.
            review: the decision says something of what the learner knows, so its cell is scheduled anew.

        Returns:
            What to tell the person, where it cannot be kept.
        """
        book = self._book
        if book is None:
            return None
        if isinstance(table, Mapping):
            table = {**table, "kept": secrets.token_hex(8)}
        try:
            while self._unkept:
                book.keep(self._unkept[0], _review(book, self._unkept[0]))
                self._unkept.pop(0)
            if judged is None:
                if table is None or isinstance(table, Mapping):
                    book.keep_table(table)
            else:
                book.keep(judged, _review(book, judged) if review else None, table=table)
        except BjlearnError as error:
            if judged is not None:
                self._unkept.append(judged)
            return error.message
        if isinstance(table, Mapping):
            self._last = _mark_of(table)
        return None


def _mark_of(state: Mapping[str, Any] | None) -> object:
    return None if state is None else state.get("kept")


def _review(book: Book, judged: Judged) -> Scheduled:
    from bjlearn.practice.schedule import review

    return review(book, judged)


def judged_of(verdict: Verdict, document: str, readings: str, *, hinted: bool) -> Judged | None:
    """A verdict at the table, as a book keeps it; None where it has no grade.

    Args:
        verdict: on a decision made.
        document: id of the document.
        readings: those that are not the default, as an address writes them.
        hinted: help was on the table.
    """
    from bjlearn.practice.items import code_of

    asked = verdict.situation
    if verdict.grade is None or verdict.chosen is None:
        return None
    return Judged(
        id=uuid.uuid4().hex,
        at=datetime.now(UTC),
        source="play",
        document=document,
        readings=readings,
        cell=code_of(asked.kind, asked.cards, asked.up),
        cards=asked.cards,
        up=asked.up,
        chosen=verdict.chosen,
        best=verdict.best,
        grade=verdict.grade.value,
        cost=verdict.cost,
        chips=float(verdict.chips),
        hinted=hinted,
    )


def is_ping(content: object) -> bool:
    """Whether a message only asks if we are there."""
    return isinstance(content, dict) and content.get("type") == "ping"


def tally_data(tally: Tally) -> dict[str, Any]:
    """A tally as JSON holds it."""
    return {field.name: _plain(getattr(tally, field.name)) for field in fields(tally)}


def _plain(value: Any) -> Any:  # noqa: ANN401 - an int, a Fraction or a float
    return value if isinstance(value, float) else plain(value)


def read_tally(data: object) -> Tally:
    """The tally of kept data; an empty one where it is none."""
    if not isinstance(data, Mapping):
        return Tally()
    try:
        counts = {name: int(data[name]) for name in ("rounds", "decisions", "mistakes", "hints")}
        staked = read_money(data["staked"]) or 0
        return Tally(**counts, cost=float(data["cost"]), staked=staked, expected=float(data["expected"]))
    except (KeyError, TypeError, ValueError):
        return Tally()
