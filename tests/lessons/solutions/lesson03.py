"""Lesson 03."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjlearn.practice import Task

from .counting import RANKS, Way, ranks, total, worth

WEAK_FIRST = ["6", "5", "4", "3", "2", "7", "8", "9", "10", "A"]
"""Upcards, that with which a dealer busts most often first: in every published table for a dealer who stands on 17."""


def hits_soft(task: Task[Any]) -> bool:
    return "soft 17 too" in task.question.text()


def must_draw(hand: list[str], *, hits_soft_17: bool) -> bool:
    value, soft = total(hand)
    return value < 17 or (value == 17 and soft and hits_soft_17)


def draws(task: Task[Any]) -> str:
    return "draw" if must_draw(ranks(task), hits_soft_17=hits_soft(task)) else "stand"


def ends(hand: list[str], shoe: list[str]) -> list[str]:
    """The dealer's cards at the end."""
    held, rest = list(hand), list(shoe)
    while must_draw(held, hits_soft_17=False):
        held.append(rest.pop(0))
    return held


def standing(task: Task[Any], *, hits_soft_17: bool) -> list[str]:
    return [rank for rank in RANKS if not must_draw([ranks(task)[0], rank], hits_soft_17=hits_soft_17)]


def bust_chance(hand: list[str], left: list[str]) -> Fraction:
    """Draw every card that can come, as often as it can."""
    if not must_draw(hand, hits_soft_17=False):
        return Fraction(total(hand)[0] > 21)
    ways = [bust_chance([*hand, next_card], left[:place] + left[place + 1 :]) for place, next_card in enumerate(left)]
    return sum(ways, Fraction(0)) / len(ways)


def at_once(task: Task[Any]) -> Fraction:
    """The chance to bust with the very next card."""
    hand, left = ranks(task, 0), ranks(task, 1)
    return Fraction(sum(total([*hand, next_card])[0] > 21 for next_card in left), len(left))


def put_back(hand: list[str], left: list[str], depth: int = 0) -> Fraction:
    """As if every card drawn went back into the shoe."""
    if not must_draw(hand, hits_soft_17=False) or depth > 6:
        return Fraction(total(hand)[0] > 21)
    return sum((put_back([*hand, next_card], left, depth + 1) for next_card in left), Fraction(0)) / len(left)


def weaker(task: Task[Any], order: list[str]) -> str:
    one, other = (order.index(ranks(task, place)[0]) for place in (0, 1))
    return "first" if one < other else "second"


def final(cards: list[str]) -> int:
    return total(ends(cards[:2], cards[2:]))[0]


def one_too_many(cards: list[str]) -> int:
    return total(cards[: len(ends(cards[:2], cards[2:])) + 1])[0]


def to_16(cards: list[str]) -> int:
    """Stops at 16 already."""
    held, rest = cards[:2], cards[2:]
    while total(held)[0] < 16:
        held = [*held, rest[0]]
        rest = rest[1:]
    return total(held)[0]


def aces_low(cards: list[str]) -> int:
    """Every ace counts 1, to the end of the shoe."""
    points = place = 0
    while points < 17 and place < len(cards):
        points += worth(cards[place])
        place += 1
    return points


SOLUTIONS: dict[str, Way] = {
    "03.draws": draws,
    "03.final": lambda task: final([*ranks(task, 0), *ranks(task, 1)]),
    "03.hole": lambda task: len(standing(task, hits_soft_17=hits_soft(task))),
    "03.bust": lambda task: bust_chance(ranks(task, 0), ranks(task, 1)),
    "03.weaker": lambda task: weaker(task, WEAK_FIRST),
    "03.dealer-function": lambda task: final,
}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "03.draws": (
        lambda task: "draw" if must_draw(ranks(task), hits_soft_17=not hits_soft(task)) else "stand",  # the other rule
        lambda task: "draw" if sum(map(worth, ranks(task))) < 17 else "stand",  # aces count 1
        lambda task: "draw" if total(ranks(task))[0] < 16 else "stand",
    ),
    "03.final": (
        lambda task: one_too_many([*ranks(task, 0), *ranks(task, 1)]),
        lambda task: total(ranks(task, 0))[0],  # no card drawn
        lambda task: total([*ranks(task, 0), *ranks(task, 1)])[0],  # every card drawn
    ),
    "03.hole": (
        lambda task: len({worth(rank) for rank in standing(task, hits_soft_17=hits_soft(task))}),  # values for ranks
        lambda task: 13 - len(standing(task, hits_soft_17=hits_soft(task))),  # those that draw
        lambda task: sum(worth(ranks(task)[0]) + worth(rank) >= 17 for rank in RANKS),  # aces count 1
    ),
    "03.bust": (
        at_once,
        lambda task: 1 - bust_chance(ranks(task, 0), ranks(task, 1)),
        lambda task: put_back(ranks(task, 0), ranks(task, 1)),
    ),
    "03.weaker": (
        lambda task: weaker(task, WEAK_FIRST[::-1]),
        lambda task: weaker(task, ["10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]),  # high cards bust
        lambda task: weaker(task, ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]),  # the lower, the weaker
    ),
    "03.dealer-function": (
        lambda task: one_too_many,
        lambda task: to_16,
        lambda task: aces_low,
    ),
}
