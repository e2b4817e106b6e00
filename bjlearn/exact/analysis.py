"""The exact figures of one Rules on one shoe."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from bjlearn.cards import VALUES, fresh_counts, score
from bjlearn.exact import composition, total
from bjlearn.exact.distribution import Distribution, distribution
from bjlearn.exact.hands import all_hands
from bjlearn.exact.plans import Game, first_values, make_game, play, played, returns
from bjlearn.exact.tables import ACTIONS, cell_name, composition_strategy, plan_of, total_strategy
from bjlearn.exact.values import looked
from bjlearn.rules import Action, DoubleCards, DoubleOn, Rules, Surrender
from bjlearn.strategy import UPCARDS, Cell, Shape, Strategy
from bjlearn.text import BjlearnError, Message

if TYPE_CHECKING:
    import pandas as pd

MOST_OF_A_VALUE = 100_000
ShoeLike = Mapping[str, int] | Sequence[int] | None


class ExactError(BjlearnError):
    """A shoe that is none, or a hand that cannot be held."""


@dataclass(frozen=True, slots=True)
class HandFigures:
    """What each action is worth on one hand against one upcard.

    Attributes:
        hand: card values, ace as 1, smallest first.
        up: value of the upcard, ace as 1.
        dealer_natural: chance that the dealer has a natural, before any look.
        after_look: whether the figures are given that the dealer has looked and has none.
        actions: expected net result per opening stake of each legal action, then playing best by the cards; None where the
            shoe is too small for a figure.
        illegal: why each other action is not legal.
        fields: for each illegal action the field of Rules that says so.
        best: the best action; None where no action has a figure.
        chosen_by_total: what the total strategy does; None where it was not worked out.
    """

    hand: tuple[int, ...]
    up: int
    dealer_natural: float
    after_look: bool
    actions: dict[Action, float | None]
    illegal: dict[Action, Message]
    fields: dict[Action, str]
    best: Action | None
    chosen_by_total: Action | None = None


def shoe_counts(shoe: ShoeLike, rules: Rules) -> tuple[int, ...]:
    """The cards of each value, ace first, from whatever a caller gives.

    Args:
        shoe: counts by value (``{"A": 24, ...}``; what is left out is as in the fresh shoe), ten counts, or None: the fresh shoe.
        rules: how many decks a fresh shoe has.

    Raises:
        ExactError: an unknown value, or a count that is not a whole number from 0 to 100 000 (which is as good as infinite).
    """
    fresh = fresh_counts(rules.decks)
    if shoe is None:
        return fresh
    if isinstance(shoe, Mapping):
        counts = list(fresh)
        for name, count in shoe.items():
            if name not in VALUES:
                raise ExactError(
                    Message('A shoe has no "{name}"; its values are {values}.', name=str(name)[:20], values=list(VALUES))
                )
            counts[VALUES.index(name)] = count
    else:
        counts = list(shoe)
    if len(counts) != 10 or any(isinstance(c, bool) or int(c) != c or not 0 <= c <= MOST_OF_A_VALUE for c in counts):
        raise ExactError(Message("A shoe is ten whole numbers from 0 to 100000: how many cards of each value, ace first."))
    return tuple(int(count) for count in counts)


def hand_row(hand: Sequence[int], up: int, shoe: tuple[int, ...]) -> int:
    """The row of a hand that can be held.

    Raises:
        ExactError: fewer than two cards, a value that is none, a bust hand, or cards that are not in the shoe.
    """
    if not all(1 <= value <= 10 for value in (*hand, up)):
        raise ExactError(Message("Card values are whole numbers from 1 (the ace) to 10."))
    if len(hand) < 2:
        raise ExactError(Message("A hand has at least two cards."))
    row = all_hands().row(hand)
    if row is None:
        raise ExactError(Message("A hand of {points} points is bust: nothing is left to decide.", points=sum(hand)))
    for value in range(1, 11):
        if list(hand).count(value) + (up == value) > shoe[value - 1]:
            raise ExactError(Message("The shoe does not hold that many cards of value {value}.", value=VALUES[value - 1]))
    return row


def figures_of(
    game: Game, solved: composition.Composition, hand: Sequence[int], up: int, *, from_split: bool = False
) -> HandFigures:
    """The figures of one hand; see :meth:`Analysis.figures`."""
    rules = game.rules
    row, column = hand_row(hand, up, game.shoe), up - 1
    full, natural = float(game.joint.full[row, column]), float(game.joint.natural[row, column])
    first = len(hand) == 2 and not from_split
    under = bool(looked(rules)[column])
    # an early surrender is asked for before the look: then all is told before it
    early = first and rules.surrender is Surrender.EARLY
    after_look = under and not early
    joint = solved.first[:, row, column] if first else np.append(solved.later[:, row, column], [-np.inf, -np.inf])
    offset, chance = (0.0, full - natural) if after_look else (float(game.offset[row, column]), full)
    reasons = illegal(rules, hand, from_split=from_split)
    actions: dict[Action, float | None] = {}
    for action, value in zip(ACTIONS, joint.tolist(), strict=True):
        if action not in reasons:
            known = math.isfinite(value) and chance > 0
            actions[action] = (value - offset) / chance if known else None
    figures = {action: value for action, value in actions.items() if value is not None}
    return HandFigures(
        tuple(sorted(hand)),
        up,
        natural / full if full > 0 else math.nan,
        after_look,
        actions,
        {action: message for action, (_, message) in reasons.items()},
        {action: name for action, (name, _) in reasons.items()},
        max(figures, key=lambda action: figures[action]) if figures else None,
    )


def illegal(rules: Rules, hand: Sequence[int], *, from_split: bool = False) -> dict[Action, tuple[str, Message]]:
    """The actions that are not legal on a hand, with the field of Rules and the reason."""
    total_of = score(sum(hand), sum(value == 1 for value in hand))
    natural = len(hand) == 2 and total_of.total == 21 and (not from_split or rules.natural_after_split)
    if natural:
        over = ("natural_after_split" if from_split else "natural_pays", Message("A natural is over: nothing is asked of it."))
        return dict.fromkeys(Action, over)
    found: dict[Action, tuple[str, Message]] = {}
    if total_of.total == 21 and rules.stop_at_21:
        at_21 = ("stop_at_21", Message("A hand that has reached 21 is over."))
        return {action: at_21 for action in Action if action is not Action.STAND}
    if from_split and hand[0] == 1 and rules.split_aces_one_card:
        one_card = ("split_aces_one_card", Message("Each split ace gets one card, and no more."))
        found.update({Action.HIT: one_card, Action.DOUBLE: one_card})
    else:
        found.update(_no_double(rules, hand, soft=total_of.soft, from_split=from_split))
    if rules.max_hands == 1:
        found[Action.SPLIT] = ("max_hands", Message("These rules know no split."))
    elif len(hand) != 2 or hand[0] != hand[1]:
        found[Action.SPLIT] = ("max_hands", Message("Only two cards of the same value may be split."))
    elif from_split:
        found[Action.SPLIT] = ("max_hands", Message("What another split is worth is part of the figure of the first."))
    if rules.surrender is Surrender.NONE:
        found[Action.SURRENDER] = ("surrender", Message("These rules know no surrender."))
    elif len(hand) != 2 or from_split:
        found[Action.SURRENDER] = ("surrender", Message("Only the first two cards may be surrendered."))
    return found


def _no_double(rules: Rules, hand: Sequence[int], *, soft: bool, from_split: bool) -> dict[Action, tuple[str, Message]]:
    if rules.double_on is DoubleOn.NONE:
        why = ("double_on", Message("These rules know no double."))
    elif from_split and not rules.double_after_split:
        why = ("double_after_split", Message("A hand that comes from a split may not be doubled."))
    elif len(hand) > 2 and rules.double_cards is DoubleCards.TWO:
        why = ("double_cards", Message("Only two cards may be doubled."))
    elif not rules.double_on.allows(sum(hand), soft=soft):
        why = ("double_on", Message("Only {totals} may be doubled.", totals=rules.double_on.value))
    else:
        return {}
    return {Action.DOUBLE: why}


@lru_cache(maxsize=64)
def quick_figures(
    rules: Rules, shoe: tuple[int, ...], hand: tuple[int, ...], up: int, *, from_split: bool = False
) -> HandFigures:
    """The figures of one hand alone, without the rest of the analysis: for any shoe in a few hundredths of a second.

    Args:
        rules: the game.
        shoe: cards of each value before the deal, ace first: the hand's cards and the upcard are among them.
        hand: card values, ace as 1.
        up: value of the upcard, ace as 1.
        from_split: the hand comes from a split.

    Raises:
        ExactError: the hand cannot be held.
    """
    root = hand_row(hand, up, shoe)
    values: tuple[int, ...] = ()
    if len(hand) == 2 and hand[0] == hand[1] and not from_split:
        values = (hand[0] - 1,)
        # the hands that come from the split need their own plan
        root = int(all_hands().child[0, hand[0] - 1])
    game = make_game(rules, shoe, values, root)
    return figures_of(game, composition.solve(game), hand, up, from_split=from_split)


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
        return value if math.isfinite(value) else None

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

    def figures(self, hand: Sequence[int], up: int, *, from_split: bool = False) -> HandFigures:
        """What each action is worth on a hand.

        Args:
            hand: card values, ace as 1, in any order; of a split hand the card that was split first.
            up: value of the upcard, ace as 1.
            from_split: the hand comes from a split (it is then told as if alone, with the rules of a split hand).

        Raises:
            ExactError: the hand cannot be held.
        """
        found = figures_of(self.game, self.solved, hand, up, from_split=from_split)
        legal = set(found.actions)
        chosen = self.total.choose(hand, up, legal) if legal else None
        values = {name: getattr(found, name) for name in HandFigures.__slots__}
        return HandFigures(**{**values, "chosen_by_total": chosen})

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

    def exceptions(self) -> Iterator[tuple[tuple[int, ...], int, Action, Action, float]]:
        """The two-card hands that the very cards play otherwise than the total strategy.

        Yields:
            Hand, upcard, what its total says, what its cards say, and what that is worth per opening stake when it arises
            (after the look where there is one, the later play by the cards).
        """
        hands = all_hands()
        for row in np.flatnonzero(hands.size == 2).tolist():
            hand = hands.values(row)
            for up in UPCARDS:
                if self.game.joint.full[row, up - 1] > 0 and row != hands.row((1, 10)):
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
    game = make_game(rules, shoe_counts(shoe, rules))
    plan = plan_of(game, strategy)
    value = float(returns(game, played(first_values(game, play(game, plan)), plan.first)).sum())
    return value if math.isfinite(value) else None
