"""What a cell says where its first choice is not legal is sound, met or not: also where no hand ever comes to need it (C-093)."""

from __future__ import annotations

import itertools
from collections import defaultdict

import pytest

from bjlearn.documents import builtin_ids, load
from bjlearn.exact import Analysis, analyze
from bjlearn.rules import Action, Rules
from bjlearn.strategy import Cell, Shape, cell_of

GAMES = {
    **{name: load(name).rules() for name in builtin_ids()},
    "one deck": Rules(decks=1),
    "two decks, hits soft 17": Rules(decks=2, hits_soft_17=True, max_hands=4),
    "eight decks, no look": Rules(decks=8, look="never", surrender="late", max_hands=3),
}
HANDS = [
    hand
    for size in (2, 3)
    for hand in itertools.combinations_with_replacement(range(1, 11), size)
    if sum(hand) <= 21 and hand != (1, 10)
]
TOLERANCE = {Shape.HARD: 1e-3, Shape.SOFT: 1e-3, Shape.PAIR: 2e-2}
"""A pair is met unsplittable only after a split, with three of its cards gone: with few decks that tips close cells."""


def hands_by_cell(upcard: int) -> dict[Cell, list[tuple[int, ...]]]:
    found: dict[Cell, list[tuple[int, ...]]] = defaultdict(list)
    for hand in HANDS:
        found[cell_of(hand, upcard)].append(hand)
    return found


def lost(analysis: Analysis, cell: Cell, fallback: Action, hands: list[tuple[int, ...]]) -> float:
    """How much less a fall-back is worth than the other of stand and hit, on average over the hands of its cell."""
    other = Action.HIT if fallback is Action.STAND else Action.STAND
    sums = {Action.STAND: 0.0, Action.HIT: 0.0}
    for hand in hands:
        actions = analysis.figures(hand, cell.upcard).actions
        for action in sums:
            sums[action] += actions[action] or 0.0
    return (sums[other] - sums[fallback]) / len(hands)


@pytest.mark.parametrize("game", GAMES)
def test_a_fall_back_is_no_mistake(game: str) -> None:
    analysis = analyze(GAMES[game])
    faults, seen = [], 0
    for upcard in range(1, 11):
        hands = hands_by_cell(upcard)
        for cell, held in hands.items():
            preferences = analysis.total.cells.get(cell)
            # what stands behind a surrender is asked of two-card hands alone, and has a test of its own
            if preferences is None or preferences[0] not in (Action.DOUBLE, Action.SPLIT):
                continue
            seen += 1
            if (cost := lost(analysis, cell, preferences[-1], held)) > TOLERANCE[cell.shape]:
                faults.append(f"{cell}: {preferences} costs {cost:.4f}")
    assert seen > (20 if GAMES[game].double_on != "none" else 10)
    assert faults == []


@pytest.mark.parametrize("rules", [Rules(), Rules(look="never"), Rules(surrender="late"), Rules(surrender="early")], ids=str)
@pytest.mark.parametrize("left", [{6: 1, 10: 2}, {6: 1, 10: 3}, {6: 2, 10: 2}])
def test_a_shoe_that_makes_no_dealer_hand_has_no_figure_at_all(rules: Rules, left: dict[int, int]) -> None:
    analysis = analyze(rules, [left.get(value, 0) for value in range(1, 11)])
    figures = analysis.figures((6, 10), 10)
    short = figures.actions[Action.STAND] is None
    assert short == (6 * (left[6] - 1) + 10 * (left[10] - 2) < 7)
    assert short == all(value is None for value in figures.actions.values())
    assert short == (figures.best is None) == (figures.chosen_by_total is None)
