"""From one Rules to another, one rule at a time, with the exact effect of each step; and sets of Rules side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from bjlearn.exact.analysis import analyze
from bjlearn.rules import Rules, RulesError, differences

NO_EFFECT = ("insurance", "insurance_pays", "push", "hands_per_player", "cut_card")
"""Fields that do not change the return of one opening stake: insurance is never taken, a push returns or keeps the stake, every
round is dealt from the whole shoe."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step from Rules to Rules.

    Attributes:
        changes: field, value before, value after: one, or as many as must change together because the rules between contradict
            each other.
        rules: the Rules after the step.
        ev: return after the step, by kind of strategy; None where there is no figure.
        change: what the step changed of it.
    """

    changes: tuple[tuple[str, Any, Any], ...]
    rules: Rules
    ev: dict[str, float | None]
    change: dict[str, float | None]


def relevant(rules: Rules) -> Rules:
    """The same Rules with every field that does not change the return at its default: a key for what was worked out already."""
    common = Rules().as_mapping()
    return rules.replace(**{name: common[name] for name in NO_EFFECT})


def returns(rules: Rules) -> dict[str, float | None]:
    """The return of some Rules on a fresh shoe, by kind of strategy."""
    analysis = analyze(relevant(rules))
    return {"composition": analysis.ev("composition"), "total": analysis.ev("total")}


def unaffected(one: Rules, other: Rules) -> list[str]:
    """The fields in which two Rules differ without any effect on the return."""
    return [name for name, _, _ in differences(one, other) if name in NO_EFFECT]


def steps(one: Rules, other: Rules) -> Iterator[Step]:
    """The way from one Rules to another, one rule at a time, in the order of the fields of Rules.

    A field whose change the rules of the moment contradict waits for a later turn. Where no single field can be changed, the
    fewest that can be changed together are. The sum of the changes is the whole difference; that of a single step depends on
    the order.

    Args:
        one: where to start.
        other: where to arrive.
    """
    at = one
    ev = returns(at)
    waiting = [name for name, _, _ in differences(one, other) if name not in NO_EFFECT]
    while waiting:
        names, after = _next(at, other, waiting)
        found = returns(after)
        changes = tuple((name, getattr(at, name), getattr(after, name)) for name in names)
        yield Step(changes, after, found, {kind: _less(found[kind], ev[kind]) for kind in found})
        waiting = [name for name in waiting if name not in names]
        at, ev = after, found


def _less(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other


def _next(at: Rules, other: Rules, waiting: Sequence[str]) -> tuple[tuple[str, ...], Rules]:
    for number in range(1, len(waiting) + 1):
        for names in combinations(waiting, number):
            try:
                return names, at.replace(**{name: getattr(other, name) for name in names})
            except RulesError:
                continue
    raise AssertionError  # all of them together give rules that exist: `other`, but for fields without effect


def extremes(evs: Iterable[float | None]) -> tuple[int, int] | None:
    """Where the lowest and the highest house edge stand among some returns; None where none has a figure."""
    known = [(ev, number) for number, ev in enumerate(evs) if ev is not None]
    if not known:
        return None
    return max(known, key=lambda item: (item[0], -item[1]))[1], min(known)[1]
