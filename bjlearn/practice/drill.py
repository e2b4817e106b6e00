"""A drill: which hand is asked, what an answer was worth, what comes next. No widget, no clock: the time is told."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Protocol

from bjlearn.documents import Document, write_readings
from bjlearn.game import Decision, Insure, Round
from bjlearn.practice.deal import deal
from bjlearn.practice.items import DrillError, Filter, Item, code_of
from bjlearn.practice.records import Book, Judged
from bjlearn.practice.schedule import Memory, next_item, review, scheduled_after
from bjlearn.text import Message

_SEED_START = datetime(2000, 1, 1, tzinfo=UTC)
_SEED_STEP = timedelta(seconds=10)


class Ruling(Protocol):
    """What a judge says of a decision, as the coach's verdict does."""

    @property
    def best(self) -> str:
        """Name of the best decision."""

    @property
    def cost(self) -> float:
        """What the chosen one gave away, in shares of the opening stake."""

    @property
    def chips(self) -> float:
        """The same in chips."""

    @property
    def grade(self) -> str | None:
        """``best``, ``near``, ``chart`` or ``mistake``."""


Judge = Callable[[Round, Decision], Ruling]
"""Judges a decision that is about to be made in a round."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an answer.

    Attributes:
        judged: as it was kept.
        late: it took longer than the drill allows.
    """

    judged: Judged
    late: bool

    @property
    def right(self) -> bool:
        """Whether the answer itself was no mistake, helped with or not, late or not."""
        return self.judged.grade != "mistake"


@dataclass(slots=True)
class Sums:
    """What a drill comes to.

    Attributes:
        answers: decisions made.
        right: of them, no mistakes, found without help.
        late: of them, those that took too long.
        cost: what mistakes gave away together, in shares of the opening stake.
        streak: right answers in time, one after the other, until now.
        longest: the longest such row.
    """

    answers: int = 0
    right: int = 0
    late: int = 0
    cost: float = 0.0
    streak: int = 0
    longest: int = 0

    def add(self, outcome: Outcome) -> None:
        """Count an answer."""
        judged = outcome.judged
        self.answers += 1
        self.right += judged.right
        self.late += outcome.late
        self.cost += judged.cost if judged.grade == "mistake" else 0.0
        self.streak = self.streak + 1 if judged.right and not outcome.late else 0
        self.longest = max(self.longest, self.streak)


class Drilling:
    """One learner's drill of one document.

    Each hand is dealt so that a cell of the chart is asked, and played out to its end; a mistake stops it until :meth:`go_on`.
    An answer is in the book before anything is said of it.

    With a seed the drill goes as it would for somebody who has never practised: the same answers meet the same cells and cards,
    whoever gives them, whatever their book holds and however long they take. Their book gets the answers all the same. (What the
    filters ``weak`` and ``due`` leave is the book's to say, with a seed too.)

    Args:
        document: by which it is played.
        readings: clause id to reading id, where not the default.
        book: of the learner.
        judge: says what a decision is worth.
        chosen: which cells.
        seed: any text; empty leaves cells and cards to the book and to chance.
        limit: seconds for an answer; None for any time.

    Attributes:
        item: what the hand was dealt for; None before the first, or where no cell is left.
        round: the hand; None as above.
        number: of the hand, from 1; it never goes back, so that an old click meets nothing.
        outcome: of the latest answer in this hand; None before it.
        paused: a mistake was made, and what is said of it was not yet read.
        empty: why no cell is left, where that is so.
        sums: what it comes to.
        known: what the book has of the learner in this document.
        limit: as given; may be changed.
    """

    def __init__(
        self,
        document: Document,
        readings: Mapping[str, str],
        book: Book,
        judge: Judge,
        *,
        chosen: Filter | None = None,
        seed: str = "",
        limit: float | None = None,
    ) -> None:
        self.document = document
        self.rules = document.rules(readings)
        self.book = book
        self.limit = limit
        self.item: Item | None = None
        self.round: Round | None = None
        self.number = 0
        self.outcome: Outcome | None = None
        self.paused = False
        self.empty: Message | None = None
        self.sums = Sums()
        self._judge = judge
        self._readings = write_readings(readings)
        self._chosen = chosen or Filter()
        self._seed = seed
        self._mark = secrets.token_hex(8)
        self._hinted = False
        self._repeats = 0
        self.known = self._remembered()
        self._course = Memory() if seed else self.known

    @property
    def chosen(self) -> Filter:
        """Which cells are asked."""
        return self._chosen

    @property
    def step(self) -> int:
        """Of the round that is on the table; 0 where none is."""
        return 0 if self.round is None else self.round.step

    def choose(self, chosen: Filter, now: datetime) -> None:
        """Ask other cells from now on.

        Raises:
            DrillError: the document has no such cell; nothing has changed then.
        """
        self._among(chosen, now)
        self._chosen = chosen
        self._deal(now)

    def begin(self, now: datetime) -> None:
        """Deal the first hand.

        Raises:
            DrillError: the document has no such cell.
        """
        if self.number == 0:
            self._deal(now)

    def refresh(self) -> None:
        """Look into the book again: decisions may have been made elsewhere."""
        self.known = self._remembered()
        if not self._seed:
            self._course = self.known

    def _remembered(self) -> Memory:
        name, readings = self.document.id, self._readings
        return Memory.of(self.book.decisions(name, readings), self.book.scheduled(name, readings))

    def go_on(self, number: int, step: int, now: datetime) -> bool:
        """After a mistake, go on with the hand; after its end, deal the next one.

        Args:
            number: of the hand that the person saw; another one is an old or repeated click and does nothing.
            step: of its round that they saw, likewise.
            now: the time.

        Returns:
            Whether anything happened.
        """
        if number != self.number or step != self.step:
            return False
        if self.round is not None and not self.round.over:
            going, self.paused = self.paused, False
            self.outcome = None if going else self.outcome
            return going
        self._deal(now)
        return True

    def hint(self, number: int, step: int) -> bool:
        """Note that help was asked for with what is asked now.

        Returns:
            Whether that can be.
        """
        if not self._asks(number, step):
            return False
        self._hinted = True
        return True

    def answer(
        self, number: int, step: int, decision: Decision, now: datetime, *, seconds: float | None = None
    ) -> Outcome | None:
        """Answer what is asked.

        Args:
            number: of the hand in which it was asked.
            step: of its round at which it was asked.
            decision: the answer.
            now: the time.
            seconds: that it took; None where they were not taken.

        Returns:
            What became of it; None for an old or repeated click, which does nothing.

        Raises:
            GameError: the answer is not legal; the sentence says why.
        """
        round_ = self.round
        if round_ is None or not self._asks(number, step):
            return None
        if not round_.may(decision):
            round_.do(decision)  # says why not
        judged = self._judged(round_, decision, now, seconds)
        self._keep(judged)  # first of all: what is shown afterwards is never lost
        round_.do(decision)
        self.outcome = Outcome(judged, late=self.limit is not None and seconds is not None and seconds > self.limit)
        self.sums.add(self.outcome)
        self.paused = not self.outcome.right
        self._hinted = False
        return self.outcome

    def _asks(self, number: int, step: int) -> bool:
        round_ = self.round
        return round_ is not None and not round_.over and not self.paused and (number, step) == (self.number, round_.step)

    def _judged(self, round_: Round, decision: Decision, now: datetime, seconds: float | None) -> Judged:
        asked = round_.question
        assert asked is not None
        cards, up = tuple(card.value for card in round_.hand.cards), round_.upcard.value
        ruling = self._judge(round_, decision)
        return Judged(
            id=f"{self._mark}-{self.number}-{round_.step}",
            at=now,
            source="drill",
            document=self.document.id,
            readings=self._readings,
            cell=code_of(asked.kind, cards, up),
            cards=cards,
            up=up,
            chosen="insure" if isinstance(decision, Insure) else decision.value,
            best=ruling.best,
            grade=str(ruling.grade),
            cost=ruling.cost,
            chips=ruling.chips,
            hinted=self._hinted,
            seconds=seconds,
            filter=str(self._chosen),
        )

    def _keep(self, judged: Judged) -> None:
        scheduled = review(self.book, judged)
        self.book.keep(judged, scheduled)
        self.known.note(judged, scheduled)
        if self._course is not self.known:
            # with a seed, time goes by answers: ten seconds each
            told = replace(judged, at=_SEED_START + self.sums.answers * _SEED_STEP, seconds=None)
            self._course.note(told, scheduled_after(self._course.scheduled.get(told.cell), told))

    def _among(self, chosen: Filter, now: datetime) -> tuple[Item, ...]:
        """The cells to choose from; none where the filters leave nothing.

        Raises:
            DrillError: the document has no such cell.
        """
        try:
            found = chosen.among(self.rules, weak=self.known.weak, due=lambda code: self.known.today(code, now))
        except DrillError as error:
            if not (chosen.weak or chosen.due or chosen.differ) or chosen.cells:
                raise
            self.empty = error.message
            return ()
        self.empty = None
        return found

    def _deal(self, now: datetime) -> None:
        items = self._among(self._chosen, now)
        self.number += 1
        self.outcome, self.paused, self._hinted = None, False, False
        if not items:
            self.item = self.round = None
            return
        last = "" if self.item is None else self.item.code
        told = _SEED_START + self.sums.answers * _SEED_STEP if self._seed else now
        self.item = next_item(items, self._course, told, last, self._repeats)
        self._repeats = self._repeats + 1 if self.item.code in self._course.scheduled else 0
        source = f"{self._seed} {self.document.id} {self._readings} {self.number}" if self._seed else secrets.randbits(256)
        self.round = deal(self.rules, self.item, Random(source), opening="surrender" in self._chosen.kinds)
