"""Lesson 12."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjlearn.practice import Task

from . import lesson09
from .counting import RANKS, Way, ranks, total, worth
from .lesson04 import decimals, like_the_dealer


def who(task: Task[Any]) -> str:
    return like_the_dealer(task) if "Easy" in task.question.text() else lesson09.chart(task)


def kinds(task: Task[Any]) -> set[int]:
    text = task.question.text()
    if "counts ten" in text:
        return {10}
    return {1} if "an ace" in text else {2, 3, 4, 5, 6} if "a two" in text else {5}


def left(task: Task[Any], *, here: bool = True, all_: bool = True) -> Fraction:
    """The share of a kind in what is left; what is seen may be forgotten above or below the line."""
    kind, seen = kinds(task), ranks(task)
    above = sum(4 for rank in RANKS if worth(rank) in kind) - here * sum(worth(rank) in kind for rank in seen)
    return Fraction(above, 52 - all_ * len(seen))


def removal(task: Task[Any]) -> Fraction:
    effect, other, one, two = decimals(task)[-4:]
    return one * effect + two * other


def together(task: Task[Any]) -> Fraction:
    effect, other, *_ = decimals(task)[-4:]
    return effect + other


def average(task: Task[Any]) -> Fraction:
    every, good, bad, stake, rounds = decimals(task)
    return stake * rounds * (good / every - bad * (1 - 1 / every)) / 100


def good_alone(task: Task[Any]) -> Fraction:
    every, good, _, stake, rounds = decimals(task)
    return stake * rounds * good / every / 100


def unweighted(task: Task[Any]) -> Fraction:
    _, good, bad, stake, rounds = decimals(task)
    return stake * rounds * (good - bad) / 100


SOLUTIONS: dict[str, Way] = {"12.who": who, "12.next-card": left, "12.removal": removal, "12.average": average}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "12.who": (
        like_the_dealer,  # everybody plays like the dealer
        lesson09.by_hard_total,  # pairs and aces overlooked
        lambda task: "stand" if total(ranks(task, 0))[0] >= 12 else "hit",  # never bust
    ),
    "12.next-card": (
        lambda task: left(task, here=False, all_=False),  # the full pack
        lambda task: left(task, all_=False),
        lambda task: left(task, here=False),
    ),
    "12.removal": (lambda task: -removal(task), together, lambda task: decimals(task)[-2] * decimals(task)[-4]),
    "12.average": (lambda task: -average(task), unweighted, good_alone),
}
