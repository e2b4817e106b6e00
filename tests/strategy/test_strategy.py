"""Strategies as data."""

from __future__ import annotations

import copy
import pickle

import pytest

from bjlearn.rules import Action
from bjlearn.strategy import BASIC, COMMON, DEALER, NEVER_BUST, UPCARDS, Cell, Shape, Strategy, StrategyError, cell_of, from_rows
from bjlearn.strategy import differences as strategy_differences

H, S, D, P, R = Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SURRENDER
EVERY = set(Action)


def test_every_common_strategy_answers_every_hand() -> None:
    for strategy in COMMON.values():
        for up in UPCARDS:
            for first in range(1, 11):
                for second in range(1, 11):
                    assert strategy.choose((first, second), up, EVERY) in EVERY
            for hand in ((2, 2, 2), (1, 1, 9), (10, 5, 6), (1, 2, 3, 4), (7, 7, 7)):
                assert strategy.choose(hand, up, {H, S}) in (H, S)


def test_what_the_common_table_says() -> None:
    assert BASIC.preferences((10, 6), 10) == (R, H)
    assert BASIC.preferences((8, 8), 10) == (P, R, H)
    assert BASIC.preferences((1, 7), 3) == (D, S)
    assert BASIC.preferences((1, 6), 3) == (D, H)
    assert BASIC.preferences((5, 5), 9) == (D, H)
    assert BASIC.choose((1, 1), 6, {H, S}) is H
    assert BASIC.choose((7, 1), 9, {H, S, D}) is H
    assert DEALER.choose((10, 6), 6, EVERY) is H
    assert DEALER.choose((1, 6), 10, EVERY) is S
    assert NEVER_BUST.choose((10, 2), 10, EVERY) is S


def test_the_order_of_cards_does_not_matter() -> None:
    exact = Strategy("exact", dict(BASIC.cells), {((10, 2), 4): (H,)})
    assert exact.kind == "composition"
    assert BASIC.kind == "total"
    assert exact.choose((2, 10), 4, EVERY) is exact.choose((10, 2), 4, EVERY) is H
    assert exact.choose((9, 3), 4, EVERY) is S


def test_cells() -> None:
    assert cell_of((8, 8), 10) == Cell(Shape.PAIR, 8, 10)
    assert cell_of((8, 8), 10, pairs=False) == Cell(Shape.HARD, 16, 10)
    assert cell_of((1, 1), 10, pairs=False) == Cell(Shape.SOFT, 12, 10)
    assert cell_of((1, 6, 10), 10) == Cell(Shape.HARD, 17, 10)
    assert str(Cell(Shape.PAIR, 1, 10)) == "A,A v 10"
    assert str(Cell(Shape.SOFT, 18, 1)) == "soft 18 v A"


def test_what_is_no_strategy_is_refused() -> None:
    with pytest.raises(StrategyError, match="end with hit or stand"):
        Strategy("bad", {Cell(Shape.HARD, 11, 6): (D,)})
    with pytest.raises(StrategyError, match="no answer"):
        Strategy("empty", {}).choose((10, 6), 10, EVERY)
    with pytest.raises(StrategyError, match="none of that is legal"):
        DEALER.choose((10, 6), 10, {D})
    with pytest.raises(StrategyError, match="10"):
        from_rows("short", {16: "HH"}, {})
    with pytest.raises(StrategyError, match="letter"):
        from_rows("odd", {16: "XXXXXXXXXX"}, {})


def test_equal_by_value_and_picklable() -> None:
    assert pickle.loads(pickle.dumps(BASIC)) == BASIC
    assert copy.deepcopy(BASIC) == BASIC
    assert hash(pickle.loads(pickle.dumps(BASIC))) == hash(BASIC)
    assert DEALER != NEVER_BUST
    with pytest.raises(TypeError):
        BASIC.cells[Cell(Shape.HARD, 16, 10)] = (H,)  # type: ignore[index]


def test_chart_is_plain_data() -> None:
    chart = BASIC.chart()
    assert set(chart) == {"hard", "soft", "pairs", "then"}
    assert chart["hard"]["16"]["10"] == "surrender"
    assert chart["then"]["hard"]["16"]["10"] == "hit"
    assert chart["soft"]["18"]["3"] == "double"
    assert chart["then"]["soft"]["18"]["3"] == "stand"
    assert chart["pairs"]["A"]["A"] == "split"
    assert "10" not in chart["then"]["hard"].get("12", {})
    assert list(chart["hard"]["16"]) == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]


def test_differences() -> None:
    found = list(strategy_differences(DEALER, NEVER_BUST))
    assert (Cell(Shape.HARD, 12, 5), (H,), (S,)) in found
    assert all(DEALER.cells[cell] != NEVER_BUST.cells[cell] for cell, _, _ in found)
    assert not list(strategy_differences(BASIC, BASIC))
