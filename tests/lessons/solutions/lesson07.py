"""Lesson 07."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from bjlearn.practice import Task

from .counting import Way, document, is_natural, net, numbers, ranks, worth

PAYS = {"it-casino": 2, "it-banco": 1, "ro-online": 2}


def value(unseen: int, tens: int, pays: int) -> Fraction:
    return Fraction(pays * tens - (unseen - tens), unseen)


def ev(task: Task[Any]) -> Fraction:
    unseen, tens = numbers(task)
    return value(unseen, tens, PAYS[document(task)])


def other_price(task: Task[Any]) -> int:
    return 3 - PAYS[document(task)]


def side(task: Task[Any], pays: int) -> int:
    half = numbers(task)[1]
    return pays * half if is_natural(ranks(task, 1)) else -half


def hand(task: Task[Any]) -> Fraction:
    return numbers(task)[0] * net(ranks(task, 0), ranks(task, 1))


def fair(task: Task[Any], pays: int) -> int:
    return math.ceil(Fraction(numbers(task)[0], pays + 1))


def certainty(task: Task[Any]) -> Fraction:
    stake, _, unseen, tens = numbers(task)
    return Fraction(3, 2) * stake * Fraction(unseen - tens, unseen) - stake


def take(task: Task[Any], *, all_cards: bool = False, pays: int | None = None) -> str:
    seen = ranks(task, 0)
    tens, unseen = 16 - sum(worth(rank) == 10 for rank in seen), 51 - len(seen)
    if all_cards:
        tens, unseen = 16, 51
    return "take" if value(unseen, tens, PAYS[document(task)] if pays is None else pays) > 0 else "decline"


SOLUTIONS: dict[str, Way] = {
    "07.ev": ev,
    "07.break-even": lambda task: fair(task, PAYS[document(task)]),
    "07.round": lambda task: hand(task) + side(task, PAYS[document(task)]),
    "07.even-money": certainty,
    "07.take": take,
}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "07.ev": (
        lambda task: value(*numbers(task), other_price(task)),  # the price of another document
        lambda task: Fraction(numbers(task)[1], numbers(task)[0]),  # how often it wins
        lambda task: -ev(task),
    ),
    "07.break-even": (
        lambda task: fair(task, other_price(task)),
        lambda task: fair(task, PAYS[document(task)]) - 1,
        lambda task: math.ceil(numbers(task)[0] * 4 / 13),  # as many as there usually are
    ),
    "07.round": (
        hand,  # the insurance forgotten
        lambda task: hand(task) + side(task, other_price(task)),
        lambda task: -hand(task) - side(task, PAYS[document(task)]),
    ),
    "07.even-money": (
        lambda task: numbers(task)[0] / Fraction(2),  # as if the dealer never had a natural
        lambda task: certainty(task) + numbers(task)[0],  # not compared
        lambda task: -certainty(task),
    ),
    "07.take": (
        lambda task: "decline",
        lambda task: "take",
        lambda task: take(task, pays=2),  # always as if it paid 2:1
    ),
}
