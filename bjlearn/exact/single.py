"""One hand: what may be done with it, and what that is worth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bjlearn.cards import VALUES, fresh_counts, score
from bjlearn.exact import composition
from bjlearn.exact.hands import all_hands
from bjlearn.exact.plans import Game, make_game
from bjlearn.exact.tables import ACTIONS
from bjlearn.exact.values import looked
from bjlearn.legality import Reason, double_code, hit_code, reason, split_code, surrender_code
from bjlearn.rules import Action, Rules, Surrender
from bjlearn.text import BjlearnError, Message

MOST_OF_A_VALUE = 400_000
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
        ExactError: an unknown value, or a count that is not a whole number from 0 to 400 000 (which is as good as infinite).
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
        raise ExactError(Message("A shoe is ten whole numbers from 0 to 400000: how many cards of each value, ace first."))
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


def figures_of(game: Game, solved: composition.Composition, hand: Sequence[int], up: int, *, hands: int = 1) -> HandFigures:
    """The figures of one hand; see :meth:`Analysis.figures`."""
    rules = game.rules
    from_split = hands > 1
    row, column = hand_row(hand, up, game.shoe), up - 1
    full, natural = float(game.joint.full[row, column]), float(game.joint.natural[row, column])
    first = len(hand) == 2 and not from_split
    under = bool(looked(rules)[column])
    # an early surrender is asked for before the look: then all is told before it
    early = first and rules.surrender is Surrender.EARLY
    after_look = under and not early
    joint = solved.first[:, row, column] if first else np.append(solved.later[:, row, column], [-np.inf, -np.inf])
    offset, chance = (0.0, full - natural) if after_look else (float(game.offset[row, column]), full)
    reasons = illegal(rules, hand, hands=hands)
    actions: dict[Action, float | None] = {}
    for action, value in zip(ACTIONS, joint.tolist(), strict=True):
        if action not in reasons:
            known = math.isfinite(value) and chance > 0
            actions[action] = (value - offset) / chance if known else None
    if Action.SPLIT in actions and from_split:
        actions[Action.SPLIT] = _split_again(rules, game.shoe, hand, up, hands)
    if actions.get(Action.STAND) is None:  # the shoe does not make a dealer's hand: nothing here has a figure
        actions = dict.fromkeys(actions)
    figures = {action: value for action, value in actions.items() if value is not None}
    return HandFigures(
        tuple(sorted(hand)),
        up,
        natural / full if full > 0 else math.nan,
        after_look,
        actions,
        {action: why.message for action, why in reasons.items()},
        {action: why.field for action, why in reasons.items() if why.field is not None},
        max(figures, key=lambda action: figures[action]) if figures else None,
    )


def _split_again(rules: Rules, shoe: tuple[int, ...], hand: Sequence[int], up: int, hands: int) -> float | None:
    """The value of splitting a pair that comes from a split: as of a dealt one, with as many hands as are still allowed."""
    left = rules.max_hands - hands + 1
    fewer = rules.replace(max_hands=left, resplit_aces=rules.resplit_aces and left > 2, surrender="none")
    return quick_figures(fewer, shoe, tuple(hand), up).actions[Action.SPLIT]


def illegal(rules: Rules, hand: Sequence[int], *, hands: int = 1) -> dict[Action, Reason]:
    """The actions that the rules do not allow on a hand, each with its reason.

    Args:
        rules: the game.
        hand: card values, ace as 1; of a split hand the card that was split first.
        hands: hands at the place, this one among them: more than one and the hand comes from a split.
    """
    from_split, cards = hands > 1, len(hand)
    total_of = score(sum(hand), sum(value == 1 for value in hand))
    if cards == 2 and total_of.total == 21 and (not from_split or rules.natural_after_split):
        return dict.fromkeys(Action, reason("split-natural" if from_split else "natural"))
    if total_of.total == 21 and rules.stop_at_21:
        return {action: reason("at-21") for action in Action if action is not Action.STAND}
    split_ace = from_split and hand[0] == 1
    codes = {
        Action.HIT: hit_code(rules, split_ace=split_ace),
        Action.DOUBLE: double_code(rules, sum(hand), cards, soft=total_of.soft, from_split=from_split, split_ace=split_ace),
        Action.SPLIT: split_code(rules, hand[0], hand[1], cards, hands, from_split=from_split),
        # of a first hand before any look: an early surrender is told before it
        Action.SURRENDER: surrender_code(rules, cards, from_split=from_split, looked=False),
    }
    return {action: reason(code, most=rules.max_hands) for action, code in codes.items() if code is not None}


@lru_cache(maxsize=64)
def quick_figures(rules: Rules, shoe: tuple[int, ...], hand: tuple[int, ...], up: int, *, hands: int = 1) -> HandFigures:
    """The figures of one hand alone, without the rest of the analysis: for any shoe in a few hundredths of a second.

    Args:
        rules: the game.
        shoe: cards of each value before the deal, ace first: the hand's cards and the upcard are among them.
        hand: card values, ace as 1; of a split hand the card that was split first.
        up: value of the upcard, ace as 1.
        hands: hands at the place, this one among them: more than one and the hand comes from a split.

    Raises:
        ExactError: the hand cannot be held.
    """
    root = hand_row(hand, up, shoe)
    values: tuple[int, ...] = ()
    if len(hand) == 2 and hand[0] == hand[1] and hands == 1:
        values = (hand[0] - 1,)
        # the hands that come from the split need their own plan
        root = int(all_hands().child[0, hand[0] - 1])
    game = make_game(rules, shoe, values, root)
    return figures_of(game, composition.solve(game), hand, up, hands=hands)
