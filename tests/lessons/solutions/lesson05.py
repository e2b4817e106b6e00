"""Lesson 05."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjlearn.practice import Task

from .counting import RANKS, Way, document, low, net, numbers, ranks, total, worth


def may(task: Task[Any], *, soft_too: bool = False, any_cards: bool = False) -> str:
    """Who may double, clause by clause: IC-12, IB-16, RO-07, IT-11."""
    name, hand = document(task), ranks(task, 0)
    if name == "it-banco" or (len(hand) > 2 and not any_cards):
        return "no"
    if name != "it-casino":
        return "yes"
    points, soft = low(hand), total(hand)[1]
    return "yes" if 9 <= points <= 11 and (soft_too or not soft) else "no"


def result(task: Task[Any]) -> Fraction:
    return 2 * numbers(task)[0] * net(ranks(task, 0), ranks(task, 1))


def reaching(task: Task[Any], *, ace_low: bool = False) -> list[str]:
    hand, goal = ranks(task), numbers(task)[-1]
    if ace_low:
        return [rank for rank in RANKS if low(hand) + worth(rank) >= goal]
    return [rank for rank in RANKS if total([*hand, rank])[0] >= goal]


def drawn(task: Task[Any]) -> list[Fraction]:
    """How the round ends with each card that can come, in single stakes."""
    mine, dealer, left = (ranks(task, place) for place in range(3))
    return [net([*mine, card], dealer) for card in left]


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def basic(task: Task[Any]) -> str:
    """Hit or double as the published tables for six decks say; where the dealer does not look, never against ten or ace."""
    (value, soft), up = total(ranks(task, 0)), worth(ranks(task, 1)[0])
    if soft:
        weak = {13: (5, 6), 14: (5, 6), 15: (4, 5, 6), 16: (4, 5, 6), 17: (3, 4, 5, 6)}[value]
        return "double" if up in weak else "hit"
    most = 9 if document(task) == "it-training" or value == 10 else 10
    weak = {9: (3, 4, 5, 6), 10: tuple(range(2, 10)), 11: tuple(range(2, most + 1))}.get(value, ())
    return "double" if up in weak else "hit"


SOLUTIONS: dict[str, Way] = {
    "05.one-card": lambda task: len(reaching(task)),
    "05.by-hand": lambda task: 2 * mean(drawn(task)),
    "05.result": result,
    "05.action": basic,
    "05.may": may,
}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "05.one-card": (
        lambda task: len({worth(rank) for rank in reaching(task)}),  # values for ranks
        lambda task: len(RANKS) - len(reaching(task)),
        lambda task: len(reaching(task, ace_low=True)),
    ),
    "05.by-hand": (
        lambda task: mean(drawn(task)),  # the second chip forgotten
        lambda task: -2 * mean(drawn(task)),
        lambda task: 2 * sum(drawn(task), Fraction(0)),  # not divided
    ),
    "05.result": (
        lambda task: result(task) / 2,
        lambda task: -result(task),
        lambda task: result(task) + numbers(task)[0],  # the stake counted as won
    ),
    "05.action": (
        lambda task: "double",
        lambda task: "hit",
        lambda task: "double" if 2 <= worth(ranks(task, 1)[0]) <= 6 else "hit",  # by the dealer alone
    ),
    "05.may": (
        lambda task: "yes",
        lambda task: may(task, any_cards=True),
        lambda task: "yes" if 9 <= low(ranks(task)) <= 11 else "no",  # by the total alone
    ),
}
