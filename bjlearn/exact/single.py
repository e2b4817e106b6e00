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
from bjlearn.rules import Action, DoubleCards, DoubleOn, Rules, Surrender
from bjlearn.text import N_, BjlearnError, Message

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
    figures = {action: value for action, value in actions.items() if value is not None}
    return HandFigures(
        tuple(sorted(hand)),
        up,
        natural / full if full > 0 else math.nan,
        after_look,
        actions,
        {action: message for action, (_, message) in reasons.items()},
        {action: name for action, (name, _) in reasons.items()},
        max(figures, key=lambda action: figures[action]) if actions.get(Action.STAND) is not None else None,
    )


def _split_again(rules: Rules, shoe: tuple[int, ...], hand: Sequence[int], up: int, hands: int) -> float | None:
    """The value of splitting a pair that comes from a split: as of a dealt one, with as many hands as are still allowed."""
    left = rules.max_hands - hands + 1
    fewer = rules.replace(max_hands=left, resplit_aces=rules.resplit_aces and left > 2, surrender="none")
    return quick_figures(fewer, shoe, tuple(hand), up).actions[Action.SPLIT]


def illegal(rules: Rules, hand: Sequence[int], *, hands: int = 1) -> dict[Action, tuple[str, Message]]:
    """The actions that are not legal on a hand, with the field of Rules and the reason.

    Args:
        rules: the game.
        hand: card values, ace as 1; of a split hand the card that was split first.
        hands: hands at the place, this one among them: more than one and the hand comes from a split.
    """
    from_split = hands > 1
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
        one_card = ("split_aces_one_card", Message("Split aces get one card each and no more."))
        found.update({Action.HIT: one_card, Action.DOUBLE: one_card})
    else:
        found.update(_no_double(rules, hand, soft=total_of.soft, from_split=from_split))
    if rules.max_hands == 1:
        found[Action.SPLIT] = ("max_hands", Message("These rules know no split."))
    elif len(hand) != 2:
        found[Action.SPLIT] = ("max_hands", Message("Only the first two cards of a hand can be split."))
    elif hand[0] != hand[1]:
        found[Action.SPLIT] = ("max_hands", Message("Only two cards of the same value can be split."))
    elif hands >= rules.max_hands:
        found[Action.SPLIT] = ("max_hands", Message("One place may have at most {most} hands.", most=rules.max_hands))
    elif from_split and hand[0] == 1 and not rules.resplit_aces:
        found[Action.SPLIT] = ("resplit_aces", Message("Aces that come from split aces cannot be split again."))
    if rules.surrender is Surrender.NONE:
        found[Action.SURRENDER] = ("surrender", Message("These rules know no surrender."))
    elif from_split:
        found[Action.SURRENDER] = ("surrender", Message("A hand that comes from a split cannot be surrendered."))
    elif len(hand) != 2:
        found[Action.SURRENDER] = ("surrender", Message("Only the first two cards of a hand can be surrendered."))
    return found


def _no_double(rules: Rules, hand: Sequence[int], *, soft: bool, from_split: bool) -> dict[Action, tuple[str, Message]]:
    if rules.double_on is DoubleOn.NONE:
        why = ("double_on", Message("These rules know no double."))
    elif from_split and not rules.double_after_split:
        why = ("double_after_split", Message("A hand that comes from a split cannot be doubled."))
    elif len(hand) > 2 and rules.double_cards is DoubleCards.TWO:
        why = ("double_cards", Message("Only a hand of two cards can be doubled."))
    elif not rules.double_on.allows(sum(hand), soft=soft):
        hard = rules.double_on is DoubleOn.HARD_9_11
        words = (
            N_("Only a hard 9, 10 or 11 can be doubled.")
            if hard
            else N_("Only 9, 10 or 11, an ace counted as 1, can be doubled.")
        )
        why = ("double_on", Message(words))
    else:
        return {}
    return {Action.DOUBLE: why}


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
