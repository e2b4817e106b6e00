"""Lesson 06."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjlearn.practice import Task

from .counting import Way, document, is_natural, net, numbers, ranks, worth
from .lesson04 import decimals


def may(task: Task[Any], *, again: int = 4, by_rank: bool = False) -> str:
    """Who may split, clause by clause: IC-14, IB-11, RO-08, IT-12."""
    one, other = ranks(task, 0)
    after_split = "after a split" in task.laid[0].label.text()
    if worth(one) != worth(other) or (by_rank and one != other):
        return "no"
    return "yes" if not after_split or (document(task) == "it-training" and again > 2) else "no"


def settled(hand: list[str], dealer: list[str], *, natural: bool) -> Fraction:
    """A hand that comes from a split, against a dealer without a natural."""
    return net(hand, dealer) if natural or not is_natural(hand) else net(["10", "10", "A"], dealer)


def each(task: Task[Any], *, natural: bool | None = None) -> list[Fraction]:
    """The two hands, each per chip."""
    paid = document(task) == "it-banco" if natural is None else natural
    return [settled(ranks(task, place), ranks(task, 2), natural=paid) for place in (0, 1)]


def result(task: Task[Any]) -> Fraction:
    return numbers(task)[0] * sum(each(task), Fraction(0))


def one_hand(task: Task[Any]) -> Fraction:
    pair, dealer, left = (ranks(task, place) for place in range(3))
    ways = [settled([pair[0], second], dealer, natural=False) for second in left]
    return sum(ways, Fraction(0)) / len(ways)


def basic(task: Task[Any]) -> str:
    """Split or not as the published tables for six decks say; where the dealer does not look, not eights against ten and ace."""
    pair, up = worth(ranks(task, 0)[0]), worth(ranks(task, 1)[0])
    looks = document(task) != "it-training"
    splits: dict[int, tuple[int, ...]] = {
        1: (*range(2, 11), *((1,) if looks else ())),
        2: tuple(range(2, 8)),
        3: tuple(range(2, 8)),
        4: (5, 6),
        6: tuple(range(2, 7)),
        7: tuple(range(2, 8)),
        8: (*range(2, 10), *((10, 1) if looks else ())),
        9: (2, 3, 4, 5, 6, 8, 9),
    }
    return "split" if up in splits.get(pair, ()) else "keep"


def gain(task: Task[Any]) -> Fraction:
    one, other, stake = decimals(task)
    return (2 * one - other) * stake


SOLUTIONS: dict[str, Way] = {
    "06.may": may,
    "06.by-hand": lambda task: 2 * one_hand(task),
    "06.gain": gain,
    "06.action": basic,
    "06.result": result,
}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "06.may": (
        lambda task: may(task, by_rank=True),  # only the very same rank
        lambda task: may(task, again=2),  # never twice
        lambda task: "yes",
    ),
    "06.by-hand": (
        one_hand,
        lambda task: -2 * one_hand(task),
        lambda task: 2 * one_hand(task) * len(ranks(task, 2)),  # not divided
    ),
    "06.gain": (
        lambda task: (decimals(task)[0] - decimals(task)[1]) * decimals(task)[2],  # one hand forgotten
        lambda task: 2 * decimals(task)[0] * decimals(task)[2],  # not compared
        lambda task: gain(task) / decimals(task)[2],
    ),
    "06.action": (
        lambda task: "split",
        lambda task: "keep",
        lambda task: "split" if 2 <= worth(ranks(task, 1)[0]) <= 6 else "keep",  # by the dealer alone
    ),
    "06.result": (
        lambda task: numbers(task)[0] * each(task)[0],  # one hand
        lambda task: -result(task),
        lambda task: numbers(task)[0] * sum(each(task, natural=document(task) != "it-banco"), Fraction(0)),
    ),
}
