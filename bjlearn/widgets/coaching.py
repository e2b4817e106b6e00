"""The coach at a table: what it says and when, what mistakes have cost, and the same cards elsewhere. No widget in here."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from bjlearn.game import Decision, Money
from bjlearn.rules import Rules
from bjlearn.text import N_, BjlearnError, Message
from bjlearn.widgets.background import wait_until_free
from bjlearn.widgets.sitting import Sitting

if TYPE_CHECKING:  # the coach brings numpy, which a first paint does not wait for
    from bjlearn.coach import Situation, Verdict


class Mode(StrEnum):
    """When the coach speaks."""

    OFF = "off"
    AFTER = "after"
    BEFORE = "before"

    @property
    def words(self) -> Message:
        """The mode as a choice on the screen."""
        return Message(_MODE_WORDS[self.value])


_MODE_WORDS = {"off": N_("off"), "after": N_("after each choice"), "before": N_("before each choice")}

COUNTS = ("fresh", "count")
"""Which cards the coach counts with: a fresh shoe's, or those not seen since the shuffle."""


class CoachingError(BjlearnError):
    """A setting that the coach does not have."""


@dataclass(slots=True)
class Tally:
    """What a sitting's choices come to.

    Attributes:
        rounds: that were dealt.
        decisions: choices judged.
        mistakes: of them, those that cost something worth the name.
        hints: times that help was asked for.
        cost: chips given away.
        staked: opening stakes of the rounds that were dealt, in chips.
        expected: what best play returns on those stakes before the deal, in chips.
    """

    rounds: int = 0
    decisions: int = 0
    mistakes: int = 0
    hints: int = 0
    cost: float = 0.0
    staked: Money = 0
    expected: float = 0.0

    def add(self, rules: Rules, stakes: int) -> None:
        """Count a round that was dealt: opening stakes in chips, and what best play by these rules returns on them."""
        from bjlearn.exact import analyze

        self.rounds += 1
        self.staked += stakes
        self.expected += stakes * (analyze(rules).ev() or 0.0)

    @property
    def as_played(self) -> float:
        """The return that one would have expected of the choices made, in chips."""
        return self.expected - self.cost


@dataclass(slots=True)
class Coaching:
    """The coach of one sitting.

    Attributes:
        mode: when it speaks.
        by: which cards it counts with, one of :data:`COUNTS`.
        tally: what the choices have come to.
        last: of the latest choice in the round on the table.
        hinted: that choice was made with help on the table.
        advice: of the choice to be made, where it was asked for.
        wide: whether the same cards elsewhere are shown.
        listeners: called with each verdict on a choice.
        noted: called when mode or shoe change.
    """

    mode: Mode = Mode.AFTER
    by: str = "fresh"
    tally: Tally = field(default_factory=Tally)
    last: Verdict | None = None
    hinted: bool = False
    advice: Verdict | None = None
    wide: bool = False
    listeners: list[Callable[[Verdict], None]] = field(default_factory=list)
    noted: list[Callable[[], None]] = field(default_factory=list)
    _dealt: int = 0

    def tune(self, what: str, value: str) -> None:
        """Change a setting.

        Raises:
            CoachingError: there is no such setting or value.
        """
        if what == "mode" and value in [mode.value for mode in Mode]:
            self.mode = Mode(value)
        elif what == "by" and value in COUNTS:
            self.by, self.advice = value, None
        elif what == "wide" and value in ("yes", "no"):
            self.wide = value == "yes"
            return
        else:
            raise CoachingError(Message("The coach has no such setting."))
        for noted in self.noted:
            noted()

    def situation(self, sitting: Sitting) -> Situation | None:
        """What is asked now, of all of which only the public view is passed on; None where nothing is."""
        from bjlearn.coach import Situation

        round_ = sitting.round
        if round_ is None or round_.over or sitting.company.turn(round_) is not None:
            return None
        return Situation.of(round_.view(), sitting.rules, seen=sitting.seen, illegal=round_.illegal())

    def judge(self, situation: Situation, chosen: Decision) -> None:
        """Note what a choice was worth. Where no figure can be had, there is no verdict."""
        from bjlearn.coach import By, Grade, verdict

        self.hinted, self.advice = self.advice is not None, None
        try:
            self.last = verdict(situation, chosen, by=By(self.by))
        except BjlearnError:
            self.last = None
            return
        self.tally.decisions += 1
        self.tally.mistakes += self.last.grade is Grade.MISTAKE
        self.tally.cost += self.last.chips
        for listener in self.listeners:
            listener(self.last)

    def dealt(self, sitting: Sitting) -> None:
        """Note that a round was dealt."""
        self.last = self.advice = None
        round_ = sitting.round
        if round_ is None or sitting.number == self._dealt:
            return
        self._dealt = sitting.number
        self.tally.add(sitting.rules, sum(seat.stake for seat in round_.seats if not seat.purse))

    def dealt_before(self, sitting: Sitting) -> None:
        """Note that the round on the table was dealt on an earlier visit, and is counted in the tally already."""
        self.last = self.advice = None
        self._dealt = sitting.number

    def advise(self, sitting: Sitting, *, asked: bool = False) -> Message | None:
        """Say what is best now.

        Args:
            sitting: whose round is on the table.
            asked: a person asked for it, so it counts as a hint.

        Returns:
            Why nothing can be said, where that is so.
        """
        from bjlearn.coach import By, verdict

        situation = self.situation(sitting)
        if situation is None:
            self.advice = None
            return None
        if asked and self.advice is None:
            self.tally.hints += 1
        try:
            self.advice = verdict(situation, by=By(self.by))
        except BjlearnError as error:
            self.advice = None
            return error.message
        return None

    def anew(self) -> None:
        """Forget what was played."""
        self.tally, self.last, self.advice = Tally(), None, None


_warmed: set[Rules] = set()


def warm(*games: Rules) -> None:
    """Work out the analysis of some rules in the background, one after another, so that no first verdict waits for it."""
    new = [rules for rules in dict.fromkeys(games) if rules not in _warmed]
    if new:
        _warmed.update(new)
        threading.Thread(target=_work, args=(new,), daemon=True, name="bjlearn-analysis").start()


def _work(games: list[Rules]) -> None:
    from bjlearn.exact import analyze

    for rules in games:
        wait_until_free()
        analysis = analyze(rules)
        analysis.ev()
        _ = analysis.total
