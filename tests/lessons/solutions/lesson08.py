"""Lesson 08."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjlearn.practice import Task

from .counting import Way, document, numbers, ranks, total, worth
from .lesson02 import LOOKS
from .lesson04 import decimals


def look(task: Task[Any], known: set[int] | None = None) -> str:
    looks = LOOKS[document(task)] if known is None else known
    return "look" if worth(ranks(task, 1)[0]) in looks else "play"


def late(task: Task[Any], *, looks: bool | None = None) -> int:
    """Where the dealer looks the round is over at once; where not, both stakes are gone, or the first alone."""
    stake = numbers(task)[0]
    over = document(task) != "it-training" if looks is None else looks
    return -stake if over or "first stake only" in task.question.text() else -2 * stake


def before(task: Task[Any]) -> Fraction:
    after, unseen, making = decimals(task)
    chance = making / unseen
    return (1 - chance) * after - chance


def half(task: Task[Any]) -> Fraction:
    best, stake = decimals(task)
    return (Fraction(-1, 2) - best) * stake


def early(task: Task[Any]) -> bool:
    return "before the dealer looks" in task.question.text()


def surrender(task: Task[Any], *, soon: bool | None = None) -> str:
    """As the published tables for a dealer who stands on soft 17 say; those for early surrender give up far more."""
    value, up = total(ranks(task, 0))[0], worth(ranks(task, 1)[0])
    if early(task) if soon is None else soon:
        gives_up = value in (5, 6, 7, *range(12, 18)) if up == 1 else value in (14, 15, 16) if up == 10 else value == 16
    else:
        gives_up = value == 16 or (value == 15 and up == 10)
    return "surrender" if gives_up else "play"


SOLUTIONS: dict[str, Way] = {
    "08.look": look,
    "08.late": late,
    "08.before": before,
    "08.half": half,
    "08.surrender": surrender,
}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "08.look": (
        lambda task: look(task, {1, 10}),  # as if all documents looked
        lambda task: look(task, {1}),
        lambda task: "play",
    ),
    "08.late": (
        lambda task: -late(task),
        lambda task: -2 * numbers(task)[0],  # the second stake always lost
        lambda task: -numbers(task)[0],  # never
    ),
    "08.before": (
        lambda task: decimals(task)[0],  # as after the look
        lambda task: decimals(task)[0] - decimals(task)[2] / decimals(task)[1],
        lambda task: (1 - decimals(task)[2] / decimals(task)[1]) * decimals(task)[0],  # the natural forgotten
    ),
    "08.half": (
        lambda task: -half(task),
        lambda task: decimals(task)[1] / 2,  # what surrender gives back
        lambda task: half(task) / decimals(task)[1],
    ),
    "08.surrender": (
        lambda task: "play",
        lambda task: surrender(task, soon=True),
        lambda task: "surrender" if total(ranks(task, 0))[0] in (15, 16) else "play",
    ),
}
