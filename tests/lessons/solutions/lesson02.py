"""Lesson 02."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjlearn.practice import Task

from .counting import Way, document, is_natural, net, numbers, ranks, total

LOOKS = {"it-casino": {1, 10}, "it-banco": {1}, "ro-online": {1, 10}, "it-training": set()}


def dealt(task: Task[Any]) -> list[str]:
    players, place = numbers(task)
    order = ranks(task)
    return [order[place - 1], order[players + place]]


def value(rank: str) -> int:
    return 1 if rank == "A" else 10 if rank in "JQK" else int(rank)


def round_net(task: Task[Any]) -> Fraction:
    return numbers(task)[0] * net(ranks(task, 0), ranks(task, 1))


def after(task: Task[Any], share: Fraction) -> Fraction:
    before, stake = numbers(task)
    return before + stake * share


def three(task: Task[Any], natural_pays: Fraction = Fraction(3, 2)) -> list[Fraction]:
    stakes = numbers(task)
    return [stake * net(ranks(task, place), ranks(task, 3), natural_pays) for place, stake in enumerate(stakes)]


def over(task: Task[Any], looks: set[int] | None = None) -> str:
    mine, theirs = ranks(task, 0), ranks(task, 1)
    known = LOOKS[document(task)] if looks is None else looks
    if is_natural(mine):
        return "over"
    return "over" if is_natural(theirs) and value(theirs[0]) in known else "play"


def in_hand(task: Task[Any], *, stays: bool) -> int:
    before, stake = numbers(task)
    return before - stake if stays else before


SOLUTIONS: dict[str, Way] = {
    "02.deal": lambda task: total(dealt(task)),
    "02.natural": round_net,
    "02.over": over,
    "02.bankroll": lambda task: after(task, net(ranks(task, 0), ranks(task, 1))),
    "02.push": lambda task: in_hand(task, stays=document(task) == "it-banco"),
    "02.three-hands": lambda task: sum(three(task)),
}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "02.deal": (
        lambda task: total(ranks(task)[2 * numbers(task)[1] - 2 :][:2]),  # two cards in a row
        lambda task: total([ranks(task)[numbers(task)[1] - 1], ranks(task)[sum(numbers(task)) - 1]]),  # the dealer forgotten
        lambda task: total([ranks(task)[0], ranks(task)[numbers(task)[0] + 1]]),  # always the first player
    ),
    "02.natural": (
        lambda task: numbers(task)[0] * net(ranks(task, 0), ranks(task, 1), Fraction(1)),  # a natural paid as any win
        lambda task: -round_net(task),
        lambda task: round_net(task) + numbers(task)[0],  # what comes back, for what is won
    ),
    "02.over": (
        lambda task: over(task, set()),
        lambda task: over(task, {1, 10}),
        lambda task: "play",
    ),
    "02.bankroll": (
        lambda task: after(task, net(ranks(task, 0), ranks(task, 1)) - 1),  # the stake never comes back
        lambda task: after(task, net(ranks(task, 0), ranks(task, 1)) + 1),  # the stake counted twice
        lambda task: after(task, -net(ranks(task, 0), ranks(task, 1))),
    ),
    "02.push": (
        lambda task: in_hand(task, stays=document(task) != "it-banco"),
        lambda task: sum(numbers(task)),  # a win
        lambda task: in_hand(task, stays=True),
    ),
    "02.three-hands": (
        lambda task: three(task)[0],
        lambda task: -sum(three(task)),
        lambda task: sum(numbers(task)),  # all hands win
    ),
}
