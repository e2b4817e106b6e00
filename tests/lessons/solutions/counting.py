"""Counting by hand: cards, totals and rounds without the engine that judges."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from bjlearn.practice import Task

Way = Callable[[Task[Any]], object]

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def ranks(task: Task[Any], place: int = 0) -> list[str]:
    return [card.rank for card in task.laid[place].cards]


def all_ranks(task: Task[Any]) -> list[str]:
    return [card.rank for laid in task.laid for card in laid.cards]


def worth(rank: str) -> int:
    return 1 if rank == "A" else 10 if rank in "JQK" else int(rank)


def low(hand: list[str]) -> int:
    return sum(worth(rank) for rank in hand)


def total(hand: list[str]) -> tuple[int, bool]:
    soft = "A" in hand and low(hand) + 10 <= 21
    return low(hand) + 10 * soft, soft


def numbers(task: Task[Any]) -> list[int]:
    """The whole numbers that stand in the question, in order; those that are part of a document's name or of a price aside."""
    return [int(found) for found in re.findall(r"(?<![\w:.-])\d+(?![\w:]|\.\d)", task.question.text())]


def document(task: Task[Any]) -> str:
    """The document that the question names."""
    found = re.search(r"it-casino|it-banco|ro-online|it-training", task.question.text())
    assert found, task.question.text()
    return found.group()


def is_natural(hand: list[str]) -> bool:
    return len(hand) == 2 and total(hand)[0] == 21


def net(mine: list[str], theirs: list[str], natural_pays: Fraction = Fraction(3, 2)) -> Fraction:
    """What a finished hand wins per chip staked."""
    if is_natural(mine) or is_natural(theirs):
        return is_natural(mine) * (not is_natural(theirs)) * natural_pays - Fraction(is_natural(theirs) and not is_natural(mine))
    one, other = total(mine)[0], total(theirs)[0]
    if one > 21:
        return Fraction(-1)
    if other > 21:
        return Fraction(1)
    return Fraction((one > other) - (one < other))
