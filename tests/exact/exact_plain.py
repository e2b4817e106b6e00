"""A slow and obvious reckoning of single hands: cards drawn one after another, nothing clever. For small shoes only."""

from __future__ import annotations

from functools import lru_cache

from bjlearn.rules import DoubleCards, Rules, Takes

Counts = tuple[int, ...]


class RanOutError(Exception):
    """The shoe has no card left to draw."""


def take(counts: Counts, value: int) -> Counts:
    return (*counts[: value - 1], counts[value - 1] - 1, *counts[value:])


def total_of(hand: tuple[int, ...]) -> tuple[int, bool]:
    points = sum(hand)
    return (points + 10, True) if 1 in hand and points <= 11 else (points, False)


@lru_cache(maxsize=200_000)
def dealer_ends(counts: Counts, held: tuple[int, ...], hits_soft_17: bool) -> dict[str, float]:
    """Chances of how a dealer who holds these cards ends: '17'.., 'bust', 'natural'."""
    total, soft = total_of(held)
    if len(held) == 2 and total == 21:
        return {"natural": 1.0}
    if total > 21:
        return {"bust": 1.0}
    if len(held) > 1 and (total > 17 or (total == 17 and not (soft and hits_soft_17))):
        return {str(total): 1.0}
    left = sum(counts)
    if not left:
        raise RanOutError
    found: dict[str, float] = {}
    for value in range(1, 11):
        if counts[value - 1]:
            for end, chance in dealer_ends(take(counts, value), tuple(sorted((*held, value))), hits_soft_17).items():
                found[end] = found.get(end, 0.0) + chance * counts[value - 1] / left
    return found


class Single:
    """One hand that is not split, against one upcard: values with the dealer's natural as the rules have it, no look yet."""

    def __init__(self, rules: Rules, up: int) -> None:
        self.rules, self.up = rules, up
        self.memo: dict[tuple[tuple[int, ...], Counts, bool], float] = {}

    def result(self, hand: tuple[int, ...], counts: Counts, stake: int) -> float:
        rules = self.rules
        mine = total_of(hand)[0]
        worth = 0.0
        for end, chance in dealer_ends(counts, (self.up,), rules.hits_soft_17).items():
            if end == "natural":
                first = rules.dealer_natural_takes is Takes.FIRST or rules.look.under(self.up)
                worth -= chance * (1 if first else stake)
            elif mine > 21 or (end != "bust" and int(end) > mine):
                worth -= chance * stake
            elif end == "bust" or int(end) < mine:
                worth += chance * stake * float(rules.win_pays)
        return worth

    def actions(self, hand: tuple[int, ...], counts: Counts, *, may_double: bool = True) -> dict[str, float]:
        """Values of stand, hit and double, the later play best; the look, if there is one, still to come."""
        rules = self.rules
        found = {"stand": self.result(hand, counts, 1)}
        total, soft = total_of(hand)
        if total == 21 and rules.stop_at_21:
            return found
        left = sum(counts)
        if not left:
            raise RanOutError
        enough = len(hand) == 2 or rules.double_cards is DoubleCards.ANY
        doubles = may_double and enough and rules.double_on.allows(sum(hand), soft=soft)
        found["hit"] = 0.0
        if doubles:
            found["double"] = 0.0
        for value in range(1, 11):
            if counts[value - 1]:
                chance = counts[value - 1] / left
                after, rest = tuple(sorted((*hand, value))), take(counts, value)
                found["hit"] += chance * self.best(after, rest)
                if doubles:
                    found["double"] += chance * self.result(after, rest, 2)
        return found

    def best(self, hand: tuple[int, ...], counts: Counts) -> float:
        if sum(hand) > 21:
            return self.result(hand, counts, 1)
        key = (hand, counts, True)
        if key not in self.memo:
            self.memo[key] = max(self.actions(hand, counts).values())
        return self.memo[key]
