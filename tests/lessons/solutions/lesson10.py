"""Lesson 10."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from bjlearn.practice import Task

from .counting import Way, document
from .lesson04 import decimals

WHOM = {
    "hits soft 17": "house",
    "only 6:5": "house",
    "only 1:1": "house",
    "pays 2:1": "player",
    "two packs": "player",
    "eight packs": "house",
    "not be split": "house",
    "nobody may double": "house",
    "early surrender": "player",
    "never take": "same",
    "three hands": "same",
    "any number of cards": "player",
}


def whom(task: Task[Any]) -> str:
    found = [side for words, side in WHOM.items() if words in task.question.text()]
    assert len(found) == 1, task.question.text()
    return found[0]


def chips(task: Task[Any]) -> Fraction:
    edge, rounds, stake = decimals(task)
    return edge / 100 * rounds * stake


def signed(task: Task[Any]) -> list[Fraction]:
    """The figures of the question: the two edges, then the known steps."""
    text = task.question.text()
    edges = re.search(r"from (-?[\d.]+) % to (-?[\d.]+) %", text)
    steps = re.search(r"change it by (.+?)\. By how much", text)
    assert edges, text
    assert steps, text
    return [Fraction(edges[1]), Fraction(edges[2]), *(Fraction(step) for step in steps[1].split(", "))]


def missing(task: Task[Any]) -> Fraction:
    first, last, *known = signed(task)
    return last - first - sum(known, Fraction(0))


SOLUTIONS: dict[str, Way] = {"10.chips": chips, "10.whom": whom, "10.missing": missing}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "10.chips": (
        lambda task: chips(task) * 100,  # percent forgotten
        lambda task: decimals(task)[0] / 100 * decimals(task)[2],  # one round
        lambda task: decimals(task)[0] / 100 * decimals(task)[1],  # one chip
    ),
    "10.whom": (
        lambda task: "house",
        lambda task: {"player": "house", "house": "player", "same": "player"}[whom(task)],
        lambda task: "same" if document(task) != "it-casino" else "player",
    ),
    "10.missing": (
        lambda task: -missing(task),
        lambda task: signed(task)[1] - signed(task)[0],  # the whole way
        lambda task: signed(task)[0] - signed(task)[1] - sum(signed(task)[2:], Fraction(0)),  # from the wrong end
    ),
}
