"""The verdict of one decision: what each choice is worth, which is best, what the chosen one cost, and why."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from bjlearn.coach.reasons import Facts, Reason, reasons
from bjlearn.coach.situation import By, CoachError, Refused, Situation
from bjlearn.exact import Analysis, HandFigures, analyze, quick_figures
from bjlearn.game import Decision, Insure
from bjlearn.rules import Action
from bjlearn.text import N_, Message

NEAR = 0.001
"""Share of the stake under which two choices are as good as each other."""

NAMES: Mapping[str, str] = {
    "hit": N_("Hit"),
    "stand": N_("Stand"),
    "double": N_("Double"),
    "split": N_("Split"),
    "surrender": N_("Surrender"),
    "insure": N_("Insurance"),
    "no insurance": N_("No insurance"),
    "no surrender": N_("Play on"),
}


def name_of(decision: str) -> Message:
    """A decision as its button says it."""
    return Message(NAMES[decision])


class Grade(StrEnum):
    """How good a choice was.

    ``best``; ``near``: within :data:`NEAR` of the best; ``chart``: as the chart of totals has it, though these very cards
    play otherwise; ``mistake``.
    """

    BEST = "best"
    NEAR = "near"
    CHART = "chart"
    MISTAKE = "mistake"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the coach says of one decision. Values are net results per opening stake, then playing best by the cards.

    Attributes:
        situation: what was asked.
        by: which cards it counts with.
        values: of every legal decision, by name.
        best: name of the best.
        chosen: name of the one made; None before it is made.
        cost: what the chosen one gave away, in shares of the opening stake; 0 before.
        chart: what the chart of totals says of this very hand; None where it says nothing (insurance, a counted shoe).
        after_look: values are given that the dealer has looked and has no natural.
        reasons: why, in figures.
    """

    situation: Situation
    by: By
    values: Mapping[str, float]
    best: str
    chosen: str | None
    cost: float
    chart: str | None
    after_look: bool
    reasons: tuple[Reason, ...]

    @property
    def refused(self) -> tuple[Refused, ...]:
        """The decisions that are not legal, with their reasons."""
        return self.situation.refused

    @property
    def chips(self) -> float:
        """What the choice gave away, in chips."""
        return self.cost * self.situation.stake

    @property
    def margin(self) -> float:
        """How much better the best is than the next, in shares of the stake; infinite where there is no other."""
        return margin(self.values)

    @property
    def near_tie(self) -> bool:
        """Whether the best and the next best are within :data:`NEAR` of each other."""
        return self.margin < NEAR

    @property
    def grade(self) -> Grade | None:
        """How good the choice was; None before it is made."""
        if self.chosen is None:
            return None
        if self.chosen == self.best or self.cost == 0:
            return Grade.BEST
        if self.cost < NEAR:
            return Grade.NEAR
        return Grade.CHART if self.chosen == self.chart else Grade.MISTAKE

    @property
    def hint(self) -> Message:
        """What to do, in a word or two, and which cards that counts with."""
        return Message("Best here, {shoe}: {action}.", shoe=self.by.words, action=name_of(self.best))


def margin(values: Mapping[str, float]) -> float:
    """How much better the best of some values is than the next."""
    ranked = sorted(values.values(), reverse=True)
    return ranked[0] - ranked[1] if len(ranked) > 1 else math.inf


def verdict(situation: Situation, chosen: Decision | str | None = None, *, by: By = By.FRESH) -> Verdict:
    """Judge a decision, or say what is best before one is made.

    Args:
        situation: what is asked; public knowledge, so that two rounds that differ in the hole card get the same verdict.
        chosen: the decision made.
        by: a fresh shoe, or all cards seen since the shuffle.

    Raises:
        CoachError: the exact analysis has no figure for a choice that is legal, or the choice is not legal.
        ExactError: the cards are not in the shoe.
    """
    shoe = situation.shoe(by)
    # a counted shoe is met once: it is not kept, nor does it push out one that is
    analysis = analyze(situation.rules) if by is By.FRESH else Analysis(situation.rules, shoe)
    if situation.kind == "insurance":
        values, found = _insurance(situation, analysis), None
    else:
        found = figures(situation, analysis, by)
        values = _values(situation, found)
    if not values or any(math.isnan(value) for value in values.values()):
        raise CoachError(Message("Too few cards are left for exact figures."))
    best = max(values, key=lambda name: values[name])
    name, cost = _cost(situation, values, best, chosen)
    chart = _chart(situation, found)
    after = situation.looked if found is None else found.after_look or situation.looked
    facts = Facts(situation, analysis, by, values, best, chart, after)
    return Verdict(situation, by, MappingProxyType(values), best, name, cost, chart, after, reasons(facts))


def figures(situation: Situation, analysis: Analysis, by: By) -> HandFigures:
    """The figures of the hand: from the whole analysis, or, for a shoe met only once, of this hand alone.

    Raises:
        ExactError: the cards are not in the shoe.
    """
    if by is By.FRESH:
        return analysis.figures(situation.cards, situation.up, hands=situation.hands)
    return quick_figures(situation.rules, analysis.shoe, situation.cards, situation.up, hands=situation.hands)


def _values(situation: Situation, found: HandFigures) -> dict[str, float]:
    """The values of the legal decisions. Where the dealer has looked since the analysis spoke, they are told after the look."""
    known = {action.value: math.nan if value is None else value for action, value in found.actions.items()}
    if situation.kind == "surrender":
        play = [value for name, value in known.items() if name != "surrender"]
        return {"surrender": known["surrender"], "no surrender": max(play)}
    values = {name: known[name] for name in situation.legal if name in known}
    if situation.looked and not found.after_look:
        # early surrender alone is told before the look: after = (before + p) / (1 - p)
        chance = found.dealer_natural
        values = {name: (value + chance) / (1.0 - chance) for name, value in values.items()}
    return values


def _insurance(situation: Situation, analysis: Analysis) -> dict[str, float]:
    """Insurance of half the stake, per opening stake."""
    worth = analysis.insurance(situation.cards) / 2
    every = {"insure": worth, "no insurance": 0.0}
    return {name: every[name] for name in situation.legal}


def _cost(
    situation: Situation, values: Mapping[str, float], best: str, chosen: Decision | str | None
) -> tuple[str | None, float]:
    if chosen is None:
        return None, 0.0
    name = "insure" if isinstance(chosen, Insure) else str(chosen)
    if name not in values:
        raise CoachError(Message("That decision is not legal here, so it has no value."))
    worth = values[name]
    if isinstance(chosen, Insure) and chosen.amount is not None:
        worth *= float(2 * chosen.amount / situation.stake)
    return name, max(0.0, values[best] - worth)


def _chart(situation: Situation, found: HandFigures | None) -> str | None:
    """What the chart of totals says, where that is one of the legal decisions."""
    if found is None or found.chosen_by_total is None:
        return None
    says: str = found.chosen_by_total.value
    if situation.kind == "surrender":
        return says if says == Action.SURRENDER else "no surrender"
    if says in situation.legal:
        return says
    # the look is over or the chips do not suffice: the chart's next preference is the analysis' to tell
    legal = {Action(name) for name in situation.legal}
    return analyze(situation.rules).total.choose(situation.cards, situation.up, legal).value
