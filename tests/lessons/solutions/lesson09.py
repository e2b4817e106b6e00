"""Lesson 09."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjlearn.practice import Task

from . import lesson04, lesson05, lesson06
from .counting import Way, ranks, total, worth
from .lesson04 import decimals


def chart(task: Task[Any]) -> str:
    """The published table for six decks, put together: split, else double, else hit or stand."""
    hand, up = ranks(task, 0), worth(ranks(task, 1)[0])
    value, soft = total(hand)
    if worth(hand[0]) == worth(hand[1]) and lesson06.basic(task) == "split":
        return "split"
    if soft and value == 18:
        return "double" if 3 <= up <= 6 else lesson04.basic(task)
    doubles = (soft and 13 <= value <= 17) or (not soft and 8 <= value <= 11)
    if doubles and lesson05.basic(task) == "double":
        return "double"
    return lesson04.basic(task)


def by_hard_total(task: Task[Any]) -> str:
    """Every hand looked up as a hard one."""
    value, up = total(ranks(task, 0))[0], worth(ranks(task, 1)[0])
    if value in (10, 11) and 2 <= up <= 9:
        return "double"
    return "hit" if value < 12 or (value < 17 and not 2 <= up <= 6) else "stand"


def often(task: Task[Any]) -> Fraction:
    every, cost, rounds, stake = decimals(task)
    return rounds / every * cost * stake


def rule(task: Task[Any]) -> Fraction:
    best, edge, stake, rounds = decimals(task)
    return (edge - best) / 100 * rounds * stake


def basic(hand: list[int]) -> str:
    points, up = hand
    if points >= 17:
        return "stand"
    low = 4 if points == 12 else 2
    return "stand" if low <= up <= 6 else "hit"


SOLUTIONS: dict[str, Way] = {
    "09.read": chart,
    "09.rule": rule,
    "09.often": often,
    "09.chart-function": lambda task: basic,
}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "09.read": (by_hard_total, lesson04.basic, lambda task: "hit"),  # pairs and aces overlooked; neither double nor split
    "09.rule": (
        lambda task: decimals(task)[1] / 100 * decimals(task)[2] * decimals(task)[3],  # not compared
        lambda task: rule(task) * 100,  # percent forgotten
        lambda task: rule(task) / decimals(task)[2],  # for one chip
    ),
    "09.often": (
        lambda task: decimals(task)[1] * decimals(task)[3],  # once
        lambda task: often(task) * decimals(task)[0],  # in every round
        lambda task: often(task) / decimals(task)[3],  # for one chip
    ),
    "09.chart-function": (
        lambda task: lambda hand: "stand" if hand[0] >= 17 else "hit",  # like the dealer
        lambda task: lambda hand: "stand" if hand[0] >= 17 or 2 <= hand[1] <= 6 else "hit",  # twelve like the others
        lambda task: lambda hand: "stand" if hand[0] >= 17 or hand[1] <= 6 else "hit",  # the ace taken for weak
    ),
}
