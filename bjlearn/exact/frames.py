"""Tables for people who work with pandas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
import pandas as pd

from bjlearn.cards import VALUES
from bjlearn.exact.hands import all_hands
from bjlearn.exact.plans import Game
from bjlearn.exact.single import HandFigures
from bjlearn.rules import Action
from bjlearn.strategy import UPCARDS, Cell, Shape, Strategy


class Figured(Protocol):
    """What the tables ask of an analysis."""

    @property
    def game(self) -> Game:
        """The arrays behind the figures."""

    def figures(self, hand: Sequence[int], up: int) -> HandFigures:
        """What each action is worth on a hand."""

    def situations(self) -> Iterator[tuple[Cell, float, Action, dict[Action, float]]]:
        """How often each cell is met, and what a mistake there costs."""


def value_name(value: int) -> str:
    """A card value as it is written: 1 is ``A``."""
    return VALUES[value - 1]


def chart_frame(strategy: Strategy, shape: Shape) -> pd.DataFrame:
    """A strategy's chart of one shape: rows are totals or pairs, columns upcards, entries such as ``double, else hit``."""
    numbers = sorted({cell.number for cell in strategy.cells if cell.shape is shape})
    rows = [
        [", else ".join(action.value for action in strategy.cells[type(cell)(shape, number, up)]) for up in UPCARDS]
        for number, cell in ((number, next(iter(strategy.cells))) for number in numbers)
    ]
    index = [f"{value_name(n)},{value_name(n)}" if shape is Shape.PAIR else str(n) for n in numbers]
    return pd.DataFrame(rows, index=pd.Index(index, name=shape.value), columns=[value_name(up) for up in UPCARDS])


def ev_frame(analysis: Figured) -> pd.DataFrame:
    """Every two-card hand and upcard with the value of each action, best by cards and by total."""
    hands = all_hands()
    rows = []
    for row in np.flatnonzero(hands.size == 2).tolist():
        if row == hands.row((1, 10)):
            continue
        for up in UPCARDS:
            if analysis.game.joint.full[row, up - 1] > 0:
                found = analysis.figures(hands.values(row), up)
                rows.append(
                    {
                        "hand": ",".join(value_name(value) for value in found.hand),
                        "up": value_name(up),
                        "after look": found.after_look,
                        **{action.value: value for action, value in found.actions.items()},
                        "by cards": None if found.best is None else found.best.value,
                        "by total": None if found.chosen_by_total is None else found.chosen_by_total.value,
                    }
                )
    return pd.DataFrame(rows).set_index(["hand", "up"])


def situation_frame(analysis: Figured) -> pd.DataFrame:
    """How often each cell is met and what a mistake there costs, in percent of the opening stake, dearest first."""
    rows = []
    for cell, visits, best, costs in analysis.situations():
        others = [cost for action, cost in costs.items() if action is not best]
        rows.append(
            {
                "cell": str(cell),
                "per 1000 rounds": 1000 * visits,
                "best": best.value,
                **{f"cost of {action.value} %": 100 * cost for action, cost in costs.items()},
                "nearest mistake %": 100 * min(others) if others else None,
            }
        )
    return pd.DataFrame(rows).sort_values("nearest mistake %", ascending=False, ignore_index=True)
