"""Habits: what somebody does in each situation, as chances of actions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bjlearn.rules import Action
from bjlearn.strategy import Cell, Preferences, Shape, Strategy, StrategyError, cell_of
from bjlearn.text import Message

Policy = tuple[tuple[float, Preferences], ...]
"""Orders of preference, each with its chance; the chances sum to 1."""


@dataclass(frozen=True, slots=True)
class Habits:
    """A player who does not always do the same: in each cell every action has a chance.

    Attributes:
        name: whose habits, in a word or two.
        cells: by cell, how often each action is chosen: counts or shares, above 0 in all.
        otherwise: what is done in every other cell, and where the action that chance gave is not legal.
        insures: chance that insurance is taken where it is offered, 0 to 1.

    Raises:
        StrategyError: a share that is none, or a cell without any.
    """

    name: str
    cells: Mapping[Cell, Mapping[Action, float]]
    otherwise: Strategy
    insures: float = 0.0

    def __post_init__(self) -> None:
        kept = {}
        for cell, shares in self.cells.items():
            place = Cell(Shape(cell[0]), cell[1], cell[2])
            total = math.fsum(shares.values())
            if not math.isfinite(total) or total <= 0 or min(shares.values()) < 0:
                raise StrategyError(
                    Message("How often each action is chosen in {cell} must be numbers from 0 on, not all 0.", cell=str(place))
                )
            kept[place] = MappingProxyType({Action(action): share / total for action, share in shares.items()})
        if not 0 <= self.insures <= 1:
            raise StrategyError(
                Message("The chance of taking insurance lies between 0 and 1, not {chance}.", chance=self.insures)
            )
        object.__setattr__(self, "cells", MappingProxyType(kept))

    def __reduce__(self) -> tuple[object, ...]:
        # a read-only view cannot be pickled; the tables themselves can
        return type(self), (self.name, {cell: dict(shares) for cell, shares in self.cells.items()}, self.otherwise, self.insures)

    def __hash__(self) -> int:
        return hash((self.name, len(self.cells), self.insures))

    def policy(self, values: Sequence[int], upcard: int) -> Policy:
        """What is done with a hand, and how often.

        Args:
            values: the hand's card values, ace as 1, in any order.
            upcard: value of the dealer's upcard, ace as 1.
        """
        fallback = self.otherwise.preferences(values, upcard)
        cell = cell_of(values, upcard)
        shares = self.cells.get(cell)
        if shares is None and cell.shape is Shape.PAIR:
            shares = self.cells.get(cell_of(values, upcard, pairs=False))
        if shares is None:
            return ((1.0, fallback),)
        return tuple((share, (action, *fallback)) for action, share in shares.items() if share > 0)


Player = Strategy | Habits
"""Who can be simulated."""


def policy_of(player: Player, values: Sequence[int], upcard: int) -> Policy:
    """What a player does with a hand, and how often.

    Raises:
        StrategyError: the strategy does not know the situation.
    """
    if isinstance(player, Habits):
        return player.policy(values, upcard)
    return ((1.0, player.preferences(values, upcard)),)
