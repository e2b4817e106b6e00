"""Situations for the tests of the coach, from real rounds."""

from __future__ import annotations

from bjlearn.cards import VALUES, OrderedShoe, cards
from bjlearn.coach import Situation
from bjlearn.game import Answer, Round, decision
from bjlearn.rules import Rules


def dealt(rules: Rules, given: str, *decisions: str, stake: int = 10, bankroll: int = 1000) -> Round:
    """A round of given cards after some decisions; questions before play that are not named are declined."""
    round_ = Round(rules, OrderedShoe(cards(given)), [stake], [bankroll])
    for name in decisions:
        assert round_.do(decision(name))
    return round_


def asked(round_: Round, **more: object) -> Situation:
    return Situation.of(round_.view(), round_.rules, illegal=round_.illegal(), **more)  # type: ignore[arg-type]


def facing(rules: Rules, hand: tuple[int, int], up: int, hole: str = "9") -> Situation:
    """Two cards against an upcard, at the moment of the first action."""
    names = [VALUES[value - 1] for value in (hand[0], up, hand[1])]
    round_ = Round(rules, OrderedShoe(cards([*names, hole])), [10], [1000])
    while round_.question is not None and round_.question.kind != "action":
        round_.do(Answer.NO_INSURANCE if round_.question.kind == "insurance" else Answer.NO_SURRENDER)
    return asked(round_)
