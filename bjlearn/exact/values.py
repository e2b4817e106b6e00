"""What every action is worth under some Rules, for every hand and upcard at once.

All values are joint (see :mod:`bjlearn.exact.dealer`): times the probability that the situation arises by one order of cards.
Where the dealer looks, or where a late natural takes the first stake alone, the dealer's natural is left out of them; what
it takes then is the same whatever the player does, and is :attr:`Values.offset`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bjlearn.exact.hands import Bools, Floats, Ints, all_hands
from bjlearn.exact.joint import ACE, TEN, Joint
from bjlearn.exact.splits import SplitHands
from bjlearn.rules import DoubleCards, Rules, Surrender, Takes

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """What Rules say of the hands, and the value of ending each hand as it is.

    Attributes:
        mass: joint chance of the situation, the dealer's natural left out where :attr:`Values` leaves it out, shape (n, 10).
        stand: value of standing.
        bust: joint chance that the next card busts the hand.
        once: value of one more card and no other, stake not raised.
    """

    mass: Floats
    stand: Floats
    bust: Floats
    once: Floats


def looked(rules: Rules) -> Bools:
    """Under which upcards the dealer looks, shape (10,)."""
    return np.array([rules.look.under(value) for value in range(1, 11)])


def left_out(rules: Rules) -> Bools:
    """For which upcards the values leave the dealer's natural out, shape (10,)."""
    if rules.dealer_natural_takes is Takes.FIRST:
        return np.ones(10, np.bool_)
    under = looked(rules)
    under[1:9] = True
    return under


def may_double(rules: Rules) -> Bools:
    """Which hands may be doubled if they do not come from a split, shape (H,)."""
    hands = all_hands()
    by_points = np.array(
        [[rules.double_on.allows(points, soft=soft) for soft in (False, True)] for points in range(22)], dtype=np.bool_
    )
    enough = (hands.size >= 2) if rules.double_cards is DoubleCards.ANY else (hands.size == 2)
    allowed: Bools = by_points[hands.points, hands.soft.astype(np.int64)] & enough & may_act(rules)
    return allowed


def may_act(rules: Rules) -> Bools:
    """Which hands of two cards or more may go on, shape (H,)."""
    hands = all_hands()
    acts: Bools = hands.size >= 2
    return acts & (hands.total < 21) if rules.stop_at_21 else acts


def ground(rules: Rules, joint: Joint, child: Ints, points: Ints) -> Ground:
    """The value of ending each hand as it is.

    Args:
        rules: the game.
        joint: joint chances of the hands, shape (n, 10).
        child: row reached by drawing each value, n where bust, shape (n, 10).
        points: points of each hand, shape (n,).
    """
    out = left_out(rules)
    without = joint.full - joint.natural
    mass = np.where(out, without, joint.full)
    stand = float(rules.win_pays) * (without - joint.reached) - joint.passed - np.where(out, 0.0, joint.natural)
    # no bust is possible up to 11 points: no rounding shall say otherwise
    bust = np.where((points > 11)[:, None], np.maximum(mass - drawn(mass, child), 0.0), 0.0)
    return Ground(mass, stand, bust, drawn(stand, child) - bust)


def drawn(values: Floats, child: Ints) -> Floats:
    """Sum of some values over the next card, hands that bust left out; (n, 10) to (n, 10)."""
    padded = np.concatenate([values, np.zeros((1, values.shape[1]))])
    total = padded[child[:, 0]]
    for value in range(1, 10):
        total += padded[child[:, value]]
    return total


def with_naturals(rules: Rules, joint: Joint, split: SplitHands, best: Floats) -> Floats:
    """The same values where ace and ten on a split hand count as a natural; a dealer's natural pushes it."""
    if not rules.natural_after_split:
        return best
    natural = all_hands().row((1, 10))
    rows = np.flatnonzero((split.hand == natural) & ((split.value == ACE) | (split.value == TEN)))
    best = best.copy()
    best[rows] = float(rules.natural_pays) * (joint.full[rows] - joint.natural[rows])
    return best


def surrender_values(rules: Rules, joint: Joint) -> Floats:
    """Joint value of giving up each two-card hand, the offset not yet subtracted, shape (H, 10); -inf where not offered."""
    if rules.surrender is Surrender.NONE:
        return np.full_like(joint.full, -np.inf)
    out = left_out(rules)
    before = -0.5 * joint.full + np.where(out, joint.natural, 0.0)
    if rules.surrender is Surrender.LATE:
        after = -0.5 * (joint.full - joint.natural)
        before = np.where(looked(rules), after, before)
    asked = (all_hands().size == 2) & may_act(rules)
    asked[all_hands().row((1, 10))] = False
    return np.where(asked[:, None], before, -np.inf)
