"""The exact figures as plain data, in the form of the command line's contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from bjlearn.cards import VALUES, Card
from bjlearn.exact.analysis import Analysis, analyze
from bjlearn.exact.hands import all_hands
from bjlearn.exact.steps import extremes, relevant, returns, steps, unaffected
from bjlearn.rules import Rules, plain_value
from bjlearn.strategy import UPCARDS
from bjlearn.text import number_text

Plain = dict[str, Any]


def ev_report(analysis: Analysis, hand: Sequence[Card], up: Card) -> Plain:
    """``{hand, up, dealer_natural, after_look, actions, illegal, best: {composition, total}}`` of one hand.

    Raises:
        ExactError: the hand cannot be held.
    """
    found = analysis.figures([held.value for held in hand], up.value)
    chosen = found.chosen_by_total
    return {
        "hand": [VALUES[held.value - 1] for held in hand],
        "up": VALUES[up.value - 1],
        "dealer_natural": found.dealer_natural,
        "after_look": found.after_look,
        "actions": {action.value: value for action, value in found.actions.items()},
        "illegal": {action.value: message.text() for action, message in found.illegal.items()},
        "best": {
            "composition": None if found.best is None else found.best.value,
            "total": None if chosen is None else chosen.value,
        },
    }


def edge_report(analysis: Analysis) -> Plain:
    """``{composition: {ev, sd}, total: {ev, sd}, distribution: {net: p}}``; null where not computed."""
    spread = {kind: analysis.distribution(kind) for kind in ("composition", "total")}
    chances = spread["composition"]
    return {
        **{kind: {"ev": analysis.ev(kind), "sd": None if found is None else found.sd} for kind, found in spread.items()},
        "distribution": None if chances is None else {number_text(net): chance for net, chance in chances.chances.items()},
    }


def strategy_report(analysis: Analysis, kind: str = "total") -> Plain:
    """The chart of the total strategy; of the composition strategy the two-card hands, and where it differs from the chart."""
    if kind == "total":
        return dict(analysis.total.chart())
    hands = all_hands()
    best: dict[str, dict[str, str]] = {}
    then: dict[str, dict[str, str]] = {}
    strategy = analysis.composition
    for (cards, up), order in sorted(strategy.by_cards.items(), key=lambda item: (item[0][0], UPCARDS.index(item[0][1]))):
        if len(cards) == 2 and hands.row(cards) is not None:
            name = ",".join(VALUES[value - 1] for value in cards)
            best.setdefault(name, {})[VALUES[up - 1]] = order[0].value
            if len(order) > 1:
                then.setdefault(name, {})[VALUES[up - 1]] = order[1].value
    exceptions = [
        {
            "hand": [VALUES[value - 1] for value in hand],
            "up": VALUES[up - 1],
            "total": by_total.value,
            "composition": by_cards.value,
            "worth": worth,
        }
        for hand, up, by_total, by_cards, worth in analysis.exceptions()
    ]
    return {"hands": best, "then": {"hands": then}, "exceptions": exceptions}


def dealer_report(analysis: Analysis, up: Card) -> dict[str, float]:
    """``{17: p, ..., 21: p, bust: p, natural: p}``, before any look.

    Raises:
        ExactError: the shoe does not hold the card, or is too small.
    """
    return analysis.dealer(up.value)


def compare_report(named: Sequence[tuple[str, Rules]], tell: Callable[[], None] = lambda: None) -> Plain:
    """The edges of several Rules, and the steps from each to the next, one rule at a time.

    Args:
        named: names and Rules, two or more.
        tell: called after each piece of work, for progress.
    """
    documents = []
    for name, rules in named:
        documents.append({"id": name, "edge": _edges(returns(rules))})
        tell()
    ways = []
    for (one, before), (other, after) in pairwise(named):
        found = []
        for step in steps(before, after):
            found.append(
                {
                    "changes": [
                        {"field": field, "from": plain_value(old), "to": plain_value(new)} for field, old, new in step.changes
                    ],
                    "edge": _edges(step.ev),
                    "change": _edges(step.change),
                }
            )
            tell()
        ways.append({"from": one, "to": other, "steps": found, "without_effect": unaffected(before, after)})
    return {"documents": documents, "ways": ways}


def readings_report(read: Iterable[tuple[Mapping[str, str], Rules]], tell: Callable[[], None] = lambda: None) -> Plain:
    """Every combination of readings with its edge, and those with the lowest and the highest.

    Args:
        read: readings and the Rules they give.
        tell: called after each combination, for progress.
    """
    known: dict[Rules, dict[str, float | None]] = {}
    found: list[Plain] = []
    for readings, rules in read:
        key = relevant(rules)
        if key not in known:
            known[key] = returns(key)
        found.append({"readings": dict(readings), "edge": _edges(known[key])})
        tell()
    ends = extremes(None if item["edge"]["total"] is None else -item["edge"]["total"] for item in found)
    return {
        "combinations": found,
        "lowest": None if ends is None else found[ends[0]],
        "highest": None if ends is None else found[ends[1]],
    }


def analysis_of(rules: Rules, shoe: Mapping[str, int] | None = None) -> Analysis:
    """The analysis that a call on the command line asks for.

    Raises:
        ExactError: the shoe is none.
    """
    return analyze(rules, shoe)


def _edges(evs: Mapping[str, float | None]) -> dict[str, float | None]:
    # a zero of either sign is 0
    return {kind: None if ev is None else -ev + 0.0 for kind, ev in evs.items()}
