"""Strategies out of the arrays, and arrays out of strategies."""

from __future__ import annotations

from functools import cache

import numpy as np

from bjlearn.exact.composition import Composition
from bjlearn.exact.hands import Floats, Ints, all_hands
from bjlearn.exact.plans import Game, Plan
from bjlearn.exact.total import CELLS, OPTIONS, PAIR_FROM, SOFT_FROM, Total
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
    cells = {}
    for number in range(CELLS):
        for upcard in range(10):
            order = OPTIONS[total.option[number, upcard]]
            if number >= PAIR_FROM and order[0] == SURRENDER:
                order = _with_split(total, number - PAIR_FROM, upcard, order)
            cells[cell_name(number, upcard)] = tuple(ACTIONS[action] for action in order)
    return Strategy("total", cells)


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
    """Any strategy as a plan for hands: in each situation its first preference that is legal there."""
    hands = all_hands()
    shape = (len(hands), 10)
    first, doubled, plain = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    code = {action: number for number, action in enumerate(ACTIONS)}
    offered = offered_first(game)
    for row in np.flatnonzero(hands.size >= 2).tolist():
        cards = hands.values(row)
        for upcard in range(10):
            order = [code[action] for action in strategy.preferences(cards, upcard + 1)]
            first[row, upcard] = next(action for action in order if offered[action][row])
            doubled[row, upcard] = next(action for action in order if action <= DOUBLE)
            plain[row, upcard] = next(action for action in order if action < DOUBLE)
    return Plan(first, doubled, plain)


def offered_first(game: Game) -> list[list[bool]]:
    """Which first actions the rules offer on each hand of two cards, by action and row."""
    hands = all_hands()
    pairs = (hands.size == 2) & (hands.counts.max(axis=1) == 2) & (game.rules.max_hands > 1)
    surrender = np.isfinite(game.surrender).any(axis=1)
    always = np.ones(len(hands), np.bool_)
    return [always.tolist(), game.acts.tolist(), game.doubles.tolist(), pairs.tolist(), surrender.tolist()]


def first_action_table(first: Floats) -> Ints:
    """The best first action by hand and upcard, shape (H, 10); what has no figure is passed over."""
    best: Ints = np.argmax(np.where(np.isnan(first), -np.inf, first), axis=0)
    return best


__all__ = ["ACTIONS", "cell_name", "composition_strategy", "plan_of", "total_strategy"]
