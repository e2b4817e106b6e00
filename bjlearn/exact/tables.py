"""Strategies out of the arrays, and arrays out of strategies."""

from __future__ import annotations

from functools import cache

import numpy as np

from bjlearn.exact.composition import Composition
from bjlearn.exact.hands import Bools, Ints, all_hands
from bjlearn.exact.plans import Game, Plan
from bjlearn.exact.total import CELLS, OPTIONS, PAIR_FROM, SOFT_FROM, Total, cells
from bjlearn.exact.values import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from bjlearn.rules import Action
from bjlearn.strategy import Cell, Preferences, Shape, Strategy

ACTIONS: tuple[Action, ...] = (Action.STAND, Action.HIT, Action.DOUBLE, Action.SPLIT, Action.SURRENDER)
"""The actions by their numbers in the arrays."""


def cell_name(number: int, upcard: int) -> Cell:
    """The cell of a number in the arrays.

    Args:
        number: 0 to 37, see :func:`bjlearn.exact.total.cells`.
        upcard: 0 (the ace) to 9.
    """
    if number >= PAIR_FROM:
        return Cell(Shape.PAIR, number - PAIR_FROM + 1, upcard + 1)
    if number >= SOFT_FROM:
        return Cell(Shape.SOFT, number - SOFT_FROM + 12, upcard + 1)
    return Cell(Shape.HARD, number + 4, upcard + 1)


def total_strategy(total: Total) -> Strategy:
    """The best total strategy as data."""
    table = {}
    for number in range(CELLS):
        for upcard in range(10):
            order = OPTIONS[total.option[number, upcard]]
            if number >= PAIR_FROM and order[0] == SURRENDER:
                order = _with_split(total, number - PAIR_FROM, upcard, order)
            table[cell_name(number, upcard)] = tuple(ACTIONS[action] for action in order)
    return Strategy("total", table)


def _with_split(total: Total, value: int, upcard: int, order: tuple[int, ...]) -> tuple[int, ...]:
    """A pair that is given up: where it may not be, it may still be better split."""
    row = all_hands().row((value + 1, value + 1))
    values = total.first[:, row, upcard]
    return (SURRENDER, SPLIT, *order[1:]) if values[SPLIT] > values[order[1]] else order


@cache
def _preferences(code: int) -> Preferences:
    """An order of five actions as preferences: up to the first that is always legal."""
    found = []
    for _ in range(5):
        code, action = divmod(code, 5)
        found.append(ACTIONS[action])
        if action in (STAND, HIT):
            break
    return tuple(found)


def composition_strategy(composition: Composition, total: Total) -> Strategy:
    """The best play by the very cards as data; hands that are not in the shoe are looked up by their total."""
    hands = all_hands()
    values = np.concatenate([composition.later, np.full((2, len(hands), 10), -np.inf)])
    values = np.where((hands.size == 2)[None, :, None], composition.first, values)
    order = np.argsort(-np.where(np.isnan(values), -np.inf, values), axis=0, kind="stable")
    codes = np.tensordot(5 ** np.arange(5), order, axes=1).tolist()
    rows = np.flatnonzero((hands.size >= 2) & np.isfinite(values).any(axis=(0, 2)) & (hands.total <= 21)).tolist()
    natural = hands.row((1, 10))
    by_cards = {}
    for row in rows:
        if row != natural:
            cards = hands.values(row)
            for upcard, code in enumerate(codes[row], start=1):
                by_cards[cards, upcard] = _preferences(code)
    return Strategy("composition", dict(total_strategy(total).cells), by_cards)


def plan_of(game: Game, strategy: Strategy) -> Plan:
    """Any strategy as a plan for hands: in each situation its first preference that is legal there.

    Raises:
        StrategyError: it has no answer to a situation.
    """
    hands = all_hands()
    cell, by_total = cells()
    known = {key: _codes(order) for key, order in strategy.cells.items()}
    rows = np.flatnonzero(hands.size >= 2)
    example = dict(zip(cell[rows].tolist(), rows.tolist(), strict=True))
    orders = np.zeros((CELLS, 10, 5), np.int64)
    for number, row in example.items():
        for upcard in range(10):
            found = known.get(cell_name(number, upcard)) or known.get(cell_name(int(by_total[row]), upcard))
            if found is None:
                # the strategy says it in its own words
                found = _codes(strategy.preferences(hands.values(row), upcard + 1))
            orders[number, upcard] = found
    every = orders[cell]
    for (cards, upcard), order in strategy.by_cards.items():
        row_of = hands.row(cards)
        if row_of is not None:
            every[row_of, upcard - 1] = _codes(order)
    offered = offered_first(game)
    return Plan(
        _first(every, offered), _first(every, _only(offered, STAND, HIT, DOUBLE)), _first(every, _only(offered, STAND, HIT))
    )


@cache
def _codes(order: Preferences) -> tuple[int, ...]:
    """Preferences as numbers, the last one repeated, five in all."""
    numbers = [ACTIONS.index(action) for action in order]
    return tuple((numbers + [numbers[-1]] * 5)[:5])


def _only(offered: Bools, *actions: int) -> Bools:
    kept = np.zeros_like(offered)
    kept[list(actions)] = True
    return kept


def _first(orders: Ints, offered: Bools) -> Ints:
    """The first of each hand's preferences that is offered: (H, 10, 5) and (5, H) to (H, 10)."""
    legal = offered[orders, np.arange(orders.shape[0])[:, None, None]]
    place = np.argmax(legal, axis=2)
    found: Ints = np.take_along_axis(orders, place[:, :, None], axis=2)[:, :, 0]
    return np.where(legal.any(axis=2), found, STAND)


def offered_first(game: Game) -> Bools:
    """Which actions the rules offer on each hand if it stands before its first decision, shape (5, H)."""
    hands = all_hands()
    pairs = (hands.size == 2) & (hands.counts.max(axis=1) == 2) & (game.rules.max_hands > 1)
    surrender = np.isfinite(game.surrender).any(axis=1)
    return np.stack([np.ones(len(hands), np.bool_), game.acts, game.doubles, pairs, surrender])
