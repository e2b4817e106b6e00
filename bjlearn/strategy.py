"""Strategy: which action in which situation, as data; and the fixed tables that everybody knows.

A situation is a total (hard or soft) or a pair, against an upcard. For each a strategy holds not one action but an order of
preference: what to do, and what to do where that is not legal, cell by cell. (16 against 10 without surrender hits; soft 18 that
may not be doubled stands.) A composition strategy holds preferences for the very cards besides, which go before the cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from bjlearn.cards import VALUES, score
from bjlearn.rules import Action
from bjlearn.text import BjlearnError, Message

UPCARDS: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
"""Upcards in the order in which charts show them: 2 to 10, then the ace (1)."""

Preferences = tuple[Action, ...]
"""Actions, the best first; the last one is hit or stand, which are always legal."""


class StrategyError(BjlearnError):
    """A table that is no strategy, or a situation that a strategy does not know."""


class Shape(StrEnum):
    """How a hand is looked up."""

    HARD = "hard"
    SOFT = "soft"
    PAIR = "pair"


class Cell(NamedTuple):
    """One situation of a chart.

    Attributes:
        shape: hard total, soft total, or pair.
        number: the total; for a pair the value of one of its cards, ace as 1.
        upcard: value of the dealer's upcard, ace as 1.
    """

    shape: Shape
    number: int
    upcard: int

    @property
    def code(self) -> str:
        """The cell as an address names it: ``hard16-10``, ``soft18-A``, ``pairs8-10``."""
        pair = self.shape is Shape.PAIR
        name = f"pairs{VALUES[self.number - 1]}" if pair else f"{self.shape.value}{self.number}"
        return f"{name}-{VALUES[self.upcard - 1]}"

    def __str__(self) -> str:
        pair = self.shape is Shape.PAIR
        shown = ",".join([VALUES[self.number - 1]] * 2) if pair else f"{self.shape.value} {self.number}"
        return f"{shown} v {VALUES[self.upcard - 1]}"


def cell_of(values: Sequence[int], upcard: int, *, pairs: bool = True) -> Cell:
    """The cell in which a hand is looked up.

    Args:
        values: the hand's card values, ace as 1, in any order.
        upcard: value of the dealer's upcard, ace as 1.
        pairs: whether two cards of one value are a pair (else they are their total).
    """
    if pairs and len(values) == 2 and values[0] == values[1]:
        return Cell(Shape.PAIR, values[0], upcard)
    total = score(sum(values), sum(value == 1 for value in values))
    return Cell(Shape.SOFT if total.soft else Shape.HARD, total.total, upcard)


def _checked(preferences: Iterable[Action], where: object) -> Preferences:
    found = tuple(Action(action) for action in preferences)
    if not found or found[-1] not in (Action.HIT, Action.STAND):
        raise StrategyError(Message("The preferences for {where} must end with hit or stand.", where=str(where)))
    return found


@dataclass(frozen=True, slots=True)
class Strategy:
    """Which action in which situation. Frozen; equal when the tables are equal.

    Attributes:
        name: what it is, in a word or two.
        cells: preferences by cell. A pair without a cell of its own is looked up by its total.
        by_cards: preferences by the very cards (values, smallest first) and upcard; they go before the cells.

    Raises:
        StrategyError: preferences that do not end with hit or stand.
    """

    name: str
    cells: Mapping[Cell, Preferences]
    by_cards: Mapping[tuple[tuple[int, ...], int], Preferences] = field(default_factory=dict)

    def __post_init__(self) -> None:
        cells = {Cell(Shape(cell[0]), cell[1], cell[2]): _checked(order, cell) for cell, order in self.cells.items()}
        exact = {(tuple(sorted(cards)), up): _checked(order, cards) for (cards, up), order in self.by_cards.items()}
        object.__setattr__(self, "cells", MappingProxyType(cells))
        object.__setattr__(self, "by_cards", MappingProxyType(exact))

    def __reduce__(self) -> tuple[object, ...]:
        # a read-only view cannot be pickled; the tables themselves can
        return type(self), (self.name, dict(self.cells), dict(self.by_cards))

    def __hash__(self) -> int:
        return hash((self.name, len(self.cells), len(self.by_cards)))

    @property
    def kind(self) -> str:
        """``composition`` where it looks at the very cards, else ``total``."""
        return "composition" if self.by_cards else "total"

    def preferences(self, values: Sequence[int], upcard: int) -> Preferences:
        """All that is to be done with a hand, the best first.

        Args:
            values: the hand's card values, ace as 1, in any order.
            upcard: value of the dealer's upcard, ace as 1.

        Raises:
            StrategyError: the strategy does not know the situation.
        """
        if self.by_cards:
            found = self.by_cards.get((tuple(sorted(values)), upcard))
            if found is not None:
                return found
        cell = cell_of(values, upcard)
        found = self.cells.get(cell)
        if found is None and cell.shape is Shape.PAIR:
            found = self.cells.get(cell_of(values, upcard, pairs=False))
        if found is None:
            raise StrategyError(Message("The strategy {name} has no answer for {cell}.", name=self.name, cell=str(cell)))
        return found

    def choose(self, values: Sequence[int], upcard: int, legal: Collection[Action]) -> Action:
        """The best legal action. Where none of the preferred ones is legal but stand is (a split ace that is over), stand.

        Args:
            values: the hand's card values, ace as 1, in any order.
            upcard: value of the dealer's upcard, ace as 1.
            legal: the actions that may be chosen.

        Raises:
            StrategyError: the situation is unknown, or none of the preferred actions is legal.
        """
        order = self.preferences(values, upcard)
        for action in (*order, Action.STAND):
            if action in legal:
                return action
        raise StrategyError(
            Message(
                "The strategy {name} prefers {order} here, and none of that is legal.",
                name=self.name,
                order=[str(a) for a in order],
            )
        )

    def chart(self) -> dict[str, dict[str, dict[str, object]]]:
        """The cells as plain data: ``{hard: {"16": {"10": "hit"}}, soft: ..., pairs: ..., then: {hard: ...}}``.

        Upcards are ``"2"`` to ``"10"`` and ``"A"``; pairs are named by one card. A value is the best action on two cards; under
        ``then`` stands, in the same places, the next one wherever the best may be illegal.
        """
        best: dict[str, dict[str, dict[str, object]]] = {"hard": {}, "soft": {}, "pairs": {}}
        then: dict[str, dict[str, object]] = {"hard": {}, "soft": {}, "pairs": {}}
        for cell in sorted(self.cells, key=lambda cell: (cell.shape, cell.number, UPCARDS.index(cell.upcard))):
            table = "pairs" if cell.shape is Shape.PAIR else cell.shape.value
            row = VALUES[cell.number - 1] if cell.shape is Shape.PAIR else str(cell.number)
            column = VALUES[cell.upcard - 1]
            order = self.cells[cell]
            best[table].setdefault(row, {})[column] = order[0].value
            if len(order) > 1:
                place = then[table].setdefault(row, {})
                assert isinstance(place, dict)
                place[column] = order[1].value
        return {**best, "then": then}


def differences(one: Strategy, other: Strategy) -> Iterator[tuple[Cell, Preferences, Preferences]]:
    """The cells in which two strategies differ, in what to do first or in what to do instead."""
    for cell in sorted(set(one.cells) & set(other.cells)):
        if one.cells[cell] != other.cells[cell]:
            yield cell, one.cells[cell], other.cells[cell]


_CODES: dict[str, Preferences] = {
    "H": (Action.HIT,),
    "S": (Action.STAND,),
    "D": (Action.DOUBLE, Action.HIT),
    "d": (Action.DOUBLE, Action.STAND),
    "R": (Action.SURRENDER, Action.HIT),
    "r": (Action.SURRENDER, Action.STAND),
}


def from_rows(name: str, hard: Mapping[int, str], soft: Mapping[int, str], pairs: Mapping[int, str] | None = None) -> Strategy:
    """A strategy written as rows of letters, one for each upcard from 2 to 10 and the ace.

    Args:
        name: what it is.
        hard: rows by hard total. H hit, S stand, D double else hit, d double else stand, R surrender else hit, r surrender else
            stand.
        soft: rows by soft total.
        pairs: rows by the value of one card: P split (else as the total says), ``.`` as the total says.

    Raises:
        StrategyError: a row of another length, or an unknown letter.
    """
    cells: dict[Cell, Preferences] = {}
    for shape, rows in ((Shape.HARD, hard), (Shape.SOFT, soft), (Shape.PAIR, pairs or {})):
        for number, row in rows.items():
            if len(row) != len(UPCARDS):
                raise StrategyError(
                    Message("The row {row} of {name} must have one letter for each upcard: 10.", row=row, name=name)
                )
            for upcard, letter in zip(UPCARDS, row, strict=True):
                cell = Cell(shape, number, upcard)
                if shape is Shape.PAIR and letter in "P.":
                    total = cells[cell_of((number, number), upcard, pairs=False)]
                    cells[cell] = (Action.SPLIT, *total) if letter == "P" else total
                elif letter in _CODES:
                    cells[cell] = _CODES[letter]
                else:
                    raise StrategyError(Message("{letter} is no letter of a strategy's row; see from_rows.", letter=letter))
    return Strategy(name, cells)


_DRAW, _STAY = "HHHHHHHHHH", "SSSSSSSSSS"

BASIC = from_rows(
    "basic",
    hard={
        **dict.fromkeys(range(4, 9), _DRAW),
        9: "HDDDDHHHHH",
        10: "DDDDDDDDHH",
        11: "DDDDDDDDDH",
        12: "HHSSSHHHHH",
        13: "SSSSSHHHHH",
        14: "SSSSSHHHHH",
        15: "SSSSSHHHRH",
        16: "SSSSSHHRRR",
        **dict.fromkeys(range(17, 22), _STAY),
    },
    soft={
        12: _DRAW,
        13: "HHHDDHHHHH",
        14: "HHHDDHHHHH",
        15: "HHDDDHHHHH",
        16: "HHDDDHHHHH",
        17: "HDDDDHHHHH",
        18: "SddddSSHHH",
        **dict.fromkeys(range(19, 22), _STAY),
    },
    pairs={
        1: "PPPPPPPPPP",
        2: "PPPPPP....",
        3: "PPPPPP....",
        4: "...PP.....",
        6: "PPPPP.....",
        7: "PPPPPP....",
        8: "PPPPPPPPPP",
        9: "PPPPP.PP..",
    },
)
"""The common table for four to eight decks, dealer stands on soft 17 and looks, double any two and after a split, late surrender
(https://en.wikipedia.org/wiki/Blackjack). It suits none of the four documents exactly: their own tables are made by ``exact``."""

DEALER = from_rows(
    "dealer",
    hard={**dict.fromkeys(range(4, 17), _DRAW), **dict.fromkeys(range(17, 22), _STAY)},
    soft={**dict.fromkeys(range(12, 17), _DRAW), **dict.fromkeys(range(17, 22), _STAY)},
)
"""Draws below 17, stands on every 17 and more, and does nothing else."""

NEVER_BUST = from_rows(
    "never bust",
    hard={**dict.fromkeys(range(4, 12), _DRAW), **dict.fromkeys(range(12, 22), _STAY)},
    soft={**dict.fromkeys(range(12, 18), _DRAW), **dict.fromkeys(range(18, 22), _STAY)},
)
"""Never draws to a hard total that could bust."""

COMMON: Mapping[str, Strategy] = MappingProxyType({strategy.name: strategy for strategy in (BASIC, DEALER, NEVER_BUST)})
"""The fixed tables by name."""
