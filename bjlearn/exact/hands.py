"""Every hand that is not bust, as rows of arrays.

A hand is a multiset of the ten values: row ``i`` of :data:`Hands.counts` holds how many of each value, ace first. Player hands
and dealer hands are the same rows. Rows are sorted by points (every ace as 1), so that a card drawn always leads to a later row
and all hands of one sum lie side by side; inside a sum they stand in the order in which :mod:`bjlearn.exact.dealer` builds its
products, so that a block of products is a block of rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

MOST_POINTS = 21
VALUE_OF = np.arange(1, 11)
"""Points of the ten values, ace as 1: shape (10,)."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False, slots=True)
class Hands:
    """All multisets of card values whose points do not pass 21, the empty one first.

    Attributes:
        counts: cards of each value, shape (H, 10).
        size: number of cards, shape (H,).
        points: sum of the values, every ace as 1, shape (H,).
        total: the better total, shape (H,).
        soft: whether an ace counts 11 in it, shape (H,).
        child: row reached by drawing each value; H where the hand would be bust, shape (H, 10).
        level: ``level[s]:level[s + 1]`` are the rows of s points, shape (23,).
        row_of: counts as a tuple -> row.
    """

    counts: Ints
    size: Ints
    points: Ints
    total: Ints
    soft: Bools
    child: Ints
    level: Ints
    row_of: dict[tuple[int, ...], int]

    def __len__(self) -> int:
        return len(self.size)

    def row(self, values: Iterable[int]) -> int | None:
        """The row of a hand given as card values (ace is 1), in any order; None where it is bust."""
        counts = [0] * 10
        for value in values:
            counts[value - 1] += 1
        return self.row_of.get(tuple(counts))

    def values(self, row: int) -> tuple[int, ...]:
        """The card values of a row, smallest first."""
        return tuple(value for value, count in enumerate(self.counts[row].tolist(), start=1) for _ in range(count))

    def levels_down(self) -> Iterable[slice]:
        """Rows sum by sum, from 21 points down to none: every hand after all it can become."""
        for points in range(MOST_POINTS, -1, -1):
            yield slice(int(self.level[points]), int(self.level[points + 1]))


def _all_counts() -> tuple[Ints, Ints]:
    blocks: list[Ints] = [np.zeros((1 if points == 0 else 0, 10), np.int64) for points in range(MOST_POINTS + 1)]
    for value in range(10, 0, -1):
        grown = []
        for points in range(MOST_POINTS + 1):
            parts = []
            for copies in range(points // value + 1):
                part = blocks[points - copies * value].copy()
                part[:, value - 1] = copies
                parts.append(part)
            grown.append(np.concatenate(parts))
        blocks = grown
    level = np.concatenate([[0], np.cumsum([len(block) for block in blocks])])
    return np.concatenate(blocks), level


def _keys(counts: Ints) -> Ints:
    # 22 ** 10 < 2 ** 45: one whole number per multiset
    keys: Ints = counts @ (22 ** np.arange(10, dtype=np.int64))
    return keys


@cache
def all_hands() -> Hands:
    """The one table of hands; made once."""
    counts, level = _all_counts()
    points = counts @ VALUE_OF
    soft = (counts[:, 0] > 0) & (points <= 11)
    keys = _keys(counts)
    order = np.argsort(keys)
    wanted = keys[:, None] + 22 ** np.arange(10, dtype=np.int64)[None, :]
    place = np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)
    found = order[place]
    child = np.where(points[:, None] + VALUE_OF[None, :] <= MOST_POINTS, found, len(keys))
    row_of = {tuple(row): number for number, row in enumerate(counts.tolist())}
    return Hands(counts, counts.sum(axis=1), points, points + 10 * soft, soft, child, level, row_of)


def falling(start: int, most: int) -> Floats:
    """Falling factorials ``start (start - 1) ...`` of 0 to most factors; 0 once it is used up. Shape (most + 1,)."""
    steps = np.maximum(start - np.arange(most), 0).astype(np.float64)
    # as good as infinite shoes pass what a number can hold only where no hand reaches
    with np.errstate(over="ignore"):
        return np.concatenate([[1.0], np.cumprod(steps)])


def inverse_falling(start: int, most: int) -> Floats:
    """``1 / falling(start, most)``, and 0 where that many cards do not exist. Shape (most + 1,)."""
    below = falling(start, most)
    return np.divide(1.0, below, out=np.zeros_like(below), where=below > 0)


def ways(shoe: Sequence[int], hands: Hands) -> Floats:
    """For each hand the number of ways to draw its cards in one given order from a shoe, shape (H,)."""
    product = np.ones(len(hands))
    for place in range(10):
        product *= falling(shoe[place], MOST_POINTS)[hands.counts[:, place]]
    return product
