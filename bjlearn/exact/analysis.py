"""The exact figures of one Rules on one shoe."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from bjlearn.exact import composition, total
from bjlearn.exact.distribution import Distribution, distribution
from bjlearn.exact.hands import all_hands
from bjlearn.exact.plans import Game, first_values, make_game, play, played, returns
from bjlearn.exact.single import ExactError, HandFigures, ShoeLike, figures_of, shoe_counts
from bjlearn.exact.tables import ACTIONS, cell_name, composition_strategy, plan_of, total_strategy
from bjlearn.rules import Action, Rules
from bjlearn.strategy import UPCARDS, Cell, Shape, Strategy
from bjlearn.text import Message

if TYPE_CHECKING:
    import pandas as pd


CARDS_DEALT = 4
"""Cards of one deal: two for the player, two for the dealer."""


@dataclass(frozen=True, eq=False)
class Analysis:
    """The exact figures of one Rules on one shoe. Make one with :func:`analyze`.

    Attributes:
        rules: the game.
        shoe: cards of each value before the deal, ace first.
    """

    rules: Rules
    shoe: tuple[int, ...]
    _spreads: dict[str, Distribution | None] = field(default_factory=dict, repr=False)

    @cached_property
    def game(self) -> Game:
        """The arrays behind the figures."""
        return make_game(self.rules, self.shoe)

    @cached_property
    def solved(self) -> composition.Composition:
        """The best play by the very cards, as arrays."""
        return composition.solve(self.game)

    @cached_property
    def totals(self) -> total.Total:
        """The best total strategy, as arrays."""
        return total.solve(self.game, self.solved)

    @cached_property
    def composition(self) -> Strategy:
        """The best play by the very cards held; split hands follow the plan fixed before the split (CDZ-)."""
        return composition_strategy(self.solved, self.totals)

    @cached_property
    def total(self) -> Strategy:
        """One order of preference for each total, softness or pair: no change of one cell raises the return."""
        return total_strategy(self.totals)

    def strategy(self, kind: str = "total") -> Strategy:
        """The strategy of a kind, ``composition`` or ``total``."""
        return self.composition if kind == "composition" else self.total

    def ev(self, kind: str = "composition") -> float | None:
        """Return of a round before the deal per opening stake, insurance never taken; None where the shoe is too small.

        Args:
            kind: ``composition`` or ``total``.
        """
        if kind == "composition":
            values = returns(self.game, played(self.solved.first, self.solved.plan.first))
        else:
            values = self.totals.returns
        value = float(values.sum())
        return value if math.isfinite(value) and sum(self.shoe) >= CARDS_DEALT else None

    def edge(self, kind: str = "composition") -> float | None:
        """House edge per opening stake: the return with its sign turned."""
        value = self.ev(kind)
        return None if value is None else -value

    def distribution(self, kind: str = "composition") -> Distribution | None:
        """How the net result of a round spreads; worked out when first asked for, about a second.

        Args:
            kind: ``composition`` or ``total``.

        Returns:
            None where a pair may become more than two hands, or where the shoe is too small.
        """
        if kind not in self._spreads:
            plan = self.solved.plan if kind == "composition" else self.totals.plan
            self._spreads[kind] = distribution(self.game, plan)
        return self._spreads[kind]

    def figures(self, hand: Sequence[int], up: int, *, hands: int = 1) -> HandFigures:
        """What each action is worth on a hand.

        Args:
            hand: card values, ace as 1, in any order; of a split hand the card that was split first.
            up: value of the upcard, ace as 1.
            hands: hands at the place, this one among them: with more than one the hand comes from a split. It is then told as
                if alone, with what a split hand may do; take the cards of the other hands out of the shoe to count them too.

        Raises:
            ExactError: the hand cannot be held.
        """
        found = figures_of(self.game, self.solved, hand, up, hands=hands)
        if found.best is None:
            return found
        return replace(found, chosen_by_total=self.total.choose(hand, up, set(found.actions)))

    def dealer(self, up: int, hand: Sequence[int] = (), *, after_look: bool = False) -> dict[str, float]:
        """How the dealer's hand ends: keys ``17`` to ``21``, ``bust``, ``natural``.

        Args:
            up: value of the upcard, ace as 1.
            hand: card values that the player holds; none by default.
            after_look: given that the dealer has no natural.

        Raises:
            ExactError: the cards are not in the shoe.
        """
        from bjlearn.exact.dealer import final_chances

        found = final_chances(self.shoe, self.rules.hits_soft_17, up, tuple(sorted(hand)))
        if found is None:
            raise ExactError(Message("The shoe is too small for the dealer's hand to be played out."))
        if after_look:
            rest = 1.0 - found["natural"]
            found = {name: (0.0 if name == "natural" else value / rest) for name, value in found.items()}
        return found

    def insurance(self, hand: Sequence[int] = ()) -> float:
        """Expected net result of insurance per unit staked on it, under an ace.

        Args:
            hand: card values that the player holds; none by default.

        Raises:
            ExactError: no ace, or not the hand, is in the shoe.
        """
        left = list(self.shoe)
        for value in (*hand, 1):
            left[value - 1] -= 1
        if min(left) < 0 or not sum(left):
            raise ExactError(Message("The shoe does not hold these cards, an ace, and one more."))
        chance = left[9] / sum(left)
        return chance * float(self.rules.insurance_pays) - (1.0 - chance)

    def exceptions(self, most_cards: int = 2) -> Iterator[tuple[tuple[int, ...], int, Action, Action, float]]:
        """The hands that the very cards play otherwise than the total strategy.

        Args:
            most_cards: hands of two to so many cards.

        Yields:
            Hand, upcard, what its total says, what its cards say, and what that is worth per opening stake when it arises
            (after the look where there is one, the later play by the cards).
        """
        hands = all_hands()
        rows = np.flatnonzero((hands.size >= 2) & (hands.size <= most_cards) & (np.arange(len(hands)) != hands.row((1, 10))))
        for row in rows.tolist():
            hand = hands.values(row)
            for up in UPCARDS:
                if self.game.joint.full[row, up - 1] > 0:
                    found = self.figures(hand, up)
                    by_total = found.chosen_by_total
                    one = found.actions.get(by_total) if by_total is not None else None
                    two = found.actions.get(found.best) if found.best is not None else None
                    if by_total is not None and found.best is not None and one is not None and two is not None and two > one:
                        yield hand, up, by_total, found.best, two - one

    def situations(self) -> Iterator[tuple[Cell, float, Action, dict[Action, float]]]:
        """How often each cell of the total strategy is met, and what a mistake there costs.

        Yields:
            Cell; how often it is met in a round, by the total strategy; its best action; and for every other action that makes
            sense, what always playing that there costs a round, per opening stake.
        """
        found = self.totals
        for number in range(total.CELLS):
            for up in UPCARDS:
                visits = float(found.visits[number, up - 1])
                if visits > 0:
                    costs: dict[Action, float] = {}
                    for action in range(5):
                        gains = found.gains[action == total.FIRST, number, up - 1]
                        if np.isfinite(gains).any():
                            costs[ACTIONS[action]] = max(0.0, -float(gains.max()))
                    best = ACTIONS[total.FIRST[found.option[number, up - 1]]]
                    yield cell_name(number, up - 1), visits, best, costs

    def chart(self, shape: Shape | str, kind: str = "total") -> pd.DataFrame:
        """A table of a strategy: rows are totals or pairs, columns upcards, entries the preferences as text."""
        from bjlearn.exact.frames import chart_frame

        return chart_frame(self.strategy(kind), Shape(shape))

    def ev_frame(self) -> pd.DataFrame:
        """Every two-card hand and upcard with the value of each action, best by cards and by total."""
        from bjlearn.exact.frames import ev_frame

        return ev_frame(self)

    def situation_frame(self) -> pd.DataFrame:
        """:meth:`situations` as a table, the dearest mistakes first."""
        from bjlearn.exact.frames import situation_frame

        return situation_frame(self)


@lru_cache(maxsize=12)
def _analysis(rules: Rules, shoe: tuple[int, ...]) -> Analysis:
    return Analysis(rules, shoe)


def analyze(rules: Rules, shoe: ShoeLike = None) -> Analysis:
    """The exact analysis of some Rules. Figures are worked out when first asked for, and kept.

    Args:
        rules: the game.
        shoe: the cards before the deal: counts by value, ten counts ace first, or None for a fresh shoe. Cards that are gone
            are simply not in it; the cards of the hand asked about are.

    Raises:
        ExactError: the shoe is none.
    """
    return _analysis(rules, shoe_counts(shoe, rules))


def evaluate(rules: Rules, strategy: Strategy, shoe: ShoeLike = None) -> float | None:
    """The exact return of any strategy, per opening stake; None where the shoe is too small.

    Args:
        rules: the game.
        strategy: played everywhere, on split hands too.
        shoe: as in :func:`analyze`.

    Raises:
        ExactError: the shoe is none.
        StrategyError: the strategy has no answer to a situation.
    """
    value = sum(evaluate_by_upcard(rules, strategy, shoe).values())
    return value if math.isfinite(value) and sum(shoe_counts(shoe, rules)) >= CARDS_DEALT else None


def evaluate_by_upcard(rules: Rules, strategy: Strategy, shoe: ShoeLike = None) -> dict[int, float]:
    """What each upcard gives to the exact return of any strategy: the sum is the return.

    Args:
        rules: the game.
        strategy: played everywhere, on split hands too.
        shoe: as in :func:`analyze`.

    Returns:
        By value of the upcard, ace as 1; NaN where the shoe is too small.

    Raises:
        ExactError: the shoe is none.
        StrategyError: the strategy has no answer to a situation.
    """
    game = make_game(rules, shoe_counts(shoe, rules))
    plan = plan_of(game, strategy)
    values = returns(game, played(first_values(game, play(game, plan)), plan.first))
    return dict(enumerate(values.tolist(), start=1))
