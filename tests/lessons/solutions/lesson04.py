"""Lesson 04."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from bjlearn.practice import Task

from .counting import Way, net, numbers, ranks, total, worth
from .lesson03 import ends, must_draw


def decimals(task: Task[Any]) -> list[Fraction]:
    """Every number of the question, with its sign."""
    return [Fraction(found) for found in re.findall(r"(?<![\w-])-?\d+(?:\.\d+)?", task.question.text())]


def mean(task: Task[Any]) -> Fraction:
    _, cases, wins, losses = numbers(task)
    return Fraction(wins - losses, cases)


def stood(mine: list[str], dealer: list[str], left: list[str]) -> Fraction:
    """Every card that can come, as long as the dealer draws."""
    if not must_draw(dealer, hits_soft_17=False):
        return net(mine, dealer)
    ways = [stood(mine, [*dealer, card], left[:place] + left[place + 1 :]) for place, card in enumerate(left)]
    return sum(ways, Fraction(0)) / len(ways)


def drawn(task: Task[Any]) -> list[Fraction]:
    """How the round ends with each card that can come."""
    mine, dealer, left = (ranks(task, place) for place in range(3))
    return [net([*mine, card], dealer) for card in left]


def average(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def basic(task: Task[Any]) -> str:
    """Hit or stand as every published table says."""
    (value, soft), up = total(ranks(task, 0)), worth(ranks(task, 1)[0])
    if soft:
        return "hit" if value <= 17 or (value == 18 and up in (1, 9, 10)) else "stand"
    weak = 2 <= up <= 6
    if value <= 11:
        return "hit"
    if value == 12:
        return "stand" if 4 <= up <= 6 else "hit"
    return "stand" if value >= 17 or weak else "hit"


def like_the_dealer(task: Task[Any]) -> str:
    return "hit" if total(ranks(task, 0))[0] < 17 else "stand"


def never_bust(task: Task[Any]) -> str:
    value, soft = total(ranks(task, 0))
    return "hit" if soft and value < 18 else "stand"


def cost(task: Task[Any]) -> Fraction:
    hit, stand, stake = decimals(task)
    return abs(hit - stand) * stake


def ev(results: list[int]) -> float:
    return sum(results) / len(results)


def without_pushes(results: list[int]) -> float:
    played = [result for result in results if result]
    return sum(played) / len(played) if played else 0.0


SOLUTIONS: dict[str, Way] = {
    "04.mean": mean,
    "04.stand": lambda task: stood(ranks(task, 0), ranks(task, 1), ranks(task, 2)),
    "04.one-card": lambda task: average(drawn(task)),
    "04.action": basic,
    "04.cost": cost,
    "04.ev-function": lambda task: ev,
}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "04.mean": (
        lambda task: -mean(task),
        lambda task: Fraction(numbers(task)[2], numbers(task)[1]),  # how often one wins
        lambda task: Fraction(numbers(task)[2] - numbers(task)[3], sum(numbers(task)[2:])),  # pushes left out
    ),
    "04.stand": (
        lambda task: -stood(ranks(task, 0), ranks(task, 1), ranks(task, 2)),
        lambda task: Fraction(sum(total([*ranks(task, 1), card])[0] > 21 for card in ranks(task, 2)), 4),  # the next card's bust
        lambda task: net(ranks(task, 0), ends(ranks(task, 1), ranks(task, 2))),  # one order alone
    ),
    "04.one-card": (
        lambda task: -average(drawn(task)),
        lambda task: sum(drawn(task)),  # not divided
        lambda task: average(
            [Fraction(1) if total([*ranks(task, 0), card])[0] <= 21 else Fraction(-1) for card in ranks(task, 2)]
        ),
    ),
    "04.action": (like_the_dealer, never_bust, lambda task: "stand"),
    "04.cost": (
        lambda task: cost(task) / decimals(task)[2],  # for one chip
        lambda task: abs(min(decimals(task)[:2])) * decimals(task)[2],  # the worse one by itself
        lambda task: -cost(task),
    ),
    "04.ev-function": (
        lambda task: without_pushes,
        lambda task: sum,
        lambda task: lambda results: len([result for result in results if result > 0]) / len(results),
    ),
}
