"""Lesson 01."""

from __future__ import annotations

from typing import Any

from bjlearn.practice import Task

from .counting import RANKS, Way, all_ranks, low, ranks, total, worth


def winner(task: Task[Any]) -> str:
    mine, theirs = total(ranks(task, 0))[0], total(ranks(task, 1))[0]
    if mine > 21:
        return "lose"
    if theirs > 21 or mine > theirs:
        return "win"
    return "push" if mine == theirs else "lose"


def nearer_whatever(task: Task[Any]) -> str:
    """The higher total wins, past 21 or not."""
    mine, theirs = total(ranks(task, 0))[0], total(ranks(task, 1))[0]
    return "win" if mine > theirs else "lose" if mine < theirs else "push"


def ties_lose(task: Task[Any]) -> str:
    """Equal totals lose."""
    found = winner(task)
    return "lose" if found == "push" else found


def aces_one(task: Task[Any]) -> str:
    """Every ace counts 1, on both sides."""
    mine, theirs = low(ranks(task, 0)), low(ranks(task, 1))
    if mine > 21:
        return "lose"
    return "win" if theirs > 21 or mine > theirs else "push" if mine == theirs else "lose"


def busting(hand: list[str]) -> list[str]:
    return [rank for rank in RANKS if total([*hand, rank])[0] > 21]


def always_hard(hand: list[str]) -> tuple[int, bool]:
    return low(hand), False


def always_eleven(hand: list[str]) -> tuple[int, bool]:
    return low(hand) + 10 * hand.count("A"), "A" in hand


def soft_by_ace(hand: list[str]) -> tuple[int, bool]:
    return total(hand)[0], "A" in hand


def pictures_fail(hand: list[str]) -> tuple[int, bool]:
    value = sum(1 if rank == "A" else int(rank) for rank in hand)
    return value, False


SOLUTIONS: dict[str, Way] = {
    "01.hard-total": lambda task: total(ranks(task))[0],
    "01.soft-total": lambda task: total(ranks(task)),
    "01.draw": lambda task: total(all_ranks(task)),
    "01.who-wins": winner,
    "01.bust-cards": lambda task: len(busting(ranks(task))),
    "01.total-function": lambda task: total,
}

WRONG: dict[str, tuple[Way, Way, Way]] = {
    "01.hard-total": (
        lambda task: sum(RANKS.index(rank) + 1 for rank in ranks(task)),  # jack 11, queen 12, king 13
        lambda task: sum(worth(rank) for rank in ranks(task) if rank not in "JQK"),  # pictures count nothing
        lambda task: min(total(ranks(task))[0], 21) - 1,
    ),
    "01.soft-total": (
        lambda task: always_hard(ranks(task)),
        lambda task: always_eleven(ranks(task)),
        lambda task: soft_by_ace(ranks(task)),
    ),
    "01.draw": (
        lambda task: always_eleven(all_ranks(task)),
        lambda task: soft_by_ace(all_ranks(task)),
        lambda task: total(ranks(task, 0)),  # the card forgotten
    ),
    "01.who-wins": (nearer_whatever, ties_lose, aces_one),
    "01.bust-cards": (
        lambda task: len({worth(rank) for rank in busting(ranks(task))}),  # values for ranks
        lambda task: len(RANKS) - len(busting(ranks(task))),  # those that do not
        lambda task: sum(low(ranks(task)) + 10 * ("A" in ranks(task)) + worth(rank) > 21 for rank in RANKS),  # the ace stays 11
    ),
    "01.total-function": (
        lambda task: always_hard,
        lambda task: soft_by_ace,
        lambda task: pictures_fail,
    ),
}
