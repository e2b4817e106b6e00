"""Hands as nodes: what a hand is for a player who looks at totals, or at the very cards.

A node is a hand as far as a strategy tells it from others. Each further card leads to another node, so a hand is played by
looking up ``child[node, card]`` and nothing is counted. Cards here are 0 to 9, the ace first; a node's children are rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from bjlearn.cards import score

BUST, NATURAL, SINGLE = 0, 1, 2
"""Nodes that every set has: bust; ace and ten on two cards; then the ten single cards, ace first."""

Values = tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Nodes:
    """A set of nodes.

    Attributes:
        child: the node after one more card, shape (N, 10), uint16.
        total: the better total, 0 for a bust hand, shape (N,), uint8.
        points: the sum with every ace as 1, shape (N,), uint8.
        soft: whether an ace counts 11, shape (N,), bool.
        pair: 1 to 10 where the node is two cards of that value, else 0, shape (N,), uint8.
        example: for each node values of a hand that is there; empty for a bust hand.
    """

    child: NDArray[np.uint16]
    total: NDArray[np.uint8]
    points: NDArray[np.uint8]
    soft: NDArray[np.bool_]
    pair: NDArray[np.uint8]
    example: tuple[Values, ...]

    def __len__(self) -> int:
        return len(self.total)


@cache
def by_total() -> Nodes:
    """Nodes for who looks at totals and pairs: some fifty."""
    return _collect(_total_name)


@cache
def by_cards() -> Nodes:
    """Nodes for who looks at the very cards: one for each of the some three thousand hands that are not bust."""
    return _collect(lambda values: values)


def _total_name(values: Values) -> object:
    if len(values) == 1 or values == (1, 10) or (len(values) == 2 and values[0] == values[1]):
        return values
    return score(sum(values), values.count(1))


def _collect(name_of: object) -> Nodes:
    """All nodes, found from the single cards on; hands of one name are one node."""
    assert callable(name_of)
    examples: list[Values] = [(), (1, 10), *((value,) for value in range(1, 11))]
    number = {name_of(values): node for node, values in enumerate(examples) if values}
    rows: list[list[int]] = []
    while len(rows) < len(examples):
        values = examples[len(rows)]
        row = []
        for card in range(1, 11):
            more = tuple(sorted((*values, card)))
            if not values or sum(more) > 21:
                row.append(BUST)
                continue
            name = name_of(more)
            if name not in number:
                number[name] = len(examples)
                examples.append(more)
            row.append(number[name])
        rows.append(row)
    points = np.array([sum(values) for values in examples], dtype=np.uint8)
    totals = [score(sum(values), values.count(1)) for values in examples]
    return Nodes(
        np.array(rows, dtype=np.uint16),
        np.array([total.total for total in totals], dtype=np.uint8),
        points,
        np.array([total.soft for total in totals]),
        np.array([values[0] if len(values) == 2 and values[0] == values[1] else 0 for values in examples], dtype=np.uint8),
        tuple(examples),
    )
