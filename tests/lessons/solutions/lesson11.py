"""Lesson 11."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from bjlearn.practice import Task

from .counting import Way
from .lesson04 import decimals


def root(number: Fraction) -> int:
    assert isqrt(int(number)) ** 2 == number
    return isqrt(int(number))


def spread(task: Task[Any]) -> Fraction:
    each, rounds, stake = decimals(task)
    return each * root(rounds) * stake


def ratio(task: Task[Any]) -> Fraction:
    edge, each = decimals(task)
    return 100 * each / edge


def away(task: Task[Any]) -> Fraction:
    """How many standard errors a mean is from what the edge says."""
    edge, each, rounds, mean = decimals(task)
    return (mean + edge) / (100 * each / root(rounds))


def fits(task: Task[Any]) -> str:
    return "fits" if abs(away(task)) < 2 else "not"


def ruin(task: Task[Any]) -> Fraction:
    """Every order of wins and losses."""
    percent, chips, rounds = decimals(task)
    win, found = percent / 100, Fraction(0)
    for way in product((1, -1), repeat=int(rounds)):
        chance, have = Fraction(1), chips
        low = have
        for step in way:
            chance *= win if step == 1 else 1 - win
            have += step
            low = min(low, have)
        found += chance if low <= 0 else 0
    return found


def system(task: Task[Any]) -> Fraction:
    edge, one, low, two, middle, three, high = decimals(task)
    return edge / 100 * (one * low + two * middle + three * high)


def straight(task: Task[Any]) -> Fraction:
    percent, chips, _ = decimals(task)
    return Fraction((1 - percent / 100) ** int(chips))


def smallest(task: Task[Any]) -> Fraction:
    edge, one, low, two, _, three, _ = decimals(task)
    return edge / 100 * (one + two + three) * low


SOLUTIONS: dict[str, Way] = {
    "11.spread": spread,
    "11.when": lambda task: ratio(task) ** 2,
    "11.fits": fits,
    "11.ruin": ruin,
    "11.system": system,
}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "11.spread": (
        lambda task: decimals(task)[0] * decimals(task)[1] * decimals(task)[2],  # no root
        lambda task: decimals(task)[0] * decimals(task)[2],  # one round
        lambda task: spread(task) / decimals(task)[2],  # in stakes
    ),
    "11.when": (
        ratio,  # luck does not grow
        lambda task: (ratio(task) / 100) ** 2,  # percent forgotten
        lambda task: 2 * ratio(task),  # doubled in place of squared
    ),
    "11.fits": (
        lambda task: "fits",
        lambda task: "not" if decimals(task)[3] > 0 else "fits",  # whoever wins must cheat
        lambda task: "not" if abs(decimals(task)[3]) > 5 else "fits",  # by its size alone
    ),
    "11.ruin": (
        straight,
        lambda task: 1 - ruin(task),
        lambda task: straight(task) * decimals(task)[2],  # the straight way, as many times as there are rounds
    ),
    "11.system": (
        lambda task: 100 * system(task),
        smallest,
        lambda task: Fraction(0),  # the system wins it back
    ),
}
