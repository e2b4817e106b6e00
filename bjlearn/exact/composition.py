"""The best play by the very cards held.

The hands that come from a split follow the plan fixed before the split: each plays as the same cards would play if they were
dealt (the field calls this CDZ-), and pairs of the split value are split again as long as the rules allow it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bjlearn.exact.hands import Floats, all_hands
from bjlearn.exact.plans import Game, Outcome, Plan, first_values, play
from bjlearn.exact.values import DOUBLE, HIT, STAND


@dataclass(frozen=True, eq=False, slots=True)
class Composition:
    """The best play by the very cards.

    Attributes:
        plan: the plan; the first action may be any of the five.
        outcome: what it is worth on every hand.
        first: joint value of each first action on two cards, shape (5, H, 10).
        later: joint value of stand, hit and double on a hand of more cards, shape (3, H, 10).
    """

    plan: Plan
    outcome: Outcome
    first: Floats
    later: Floats


def solve(game: Game) -> Composition:
    """Work out the best play by the very cards."""
    hands = all_hands()
    count = len(hands)
    later = np.full((3, count, 10), -np.inf)
    later[STAND] = game.base.stand
    later[DOUBLE] = np.where(game.doubles[:, None], 2.0 * game.base.once, -np.inf)
    no_hit = np.where(game.acts, 0.0, -np.inf)
    best = np.zeros((count + 1, 10))
    for rows in hands.levels_down():
        below = hands.child[rows]
        went_on = best[below[:, 0]]
        for card in range(1, 10):
            went_on += best[below[:, card]]
        went_on -= game.base.bust[rows]
        later[HIT, rows] = went_on + no_hit[rows, None]
        # fmax passes over an action that has no figure; a hand that cannot even stand has none
        most = np.fmax(np.fmax(later[STAND, rows], later[HIT, rows]), later[DOUBLE, rows])
        best[rows] = np.where(np.isnan(later[STAND, rows]), np.nan, most)
    known = _known(later)
    plain = np.argmax(known[:DOUBLE], axis=0)
    doubled = np.argmax(known, axis=0)
    plan = Plan(doubled, doubled, plain)
    outcome = play(game, plan)
    first = first_values(game, outcome)
    choice = np.argmax(_known(first), axis=0)
    return Composition(Plan(choice, doubled, plain), outcome, first, later)


def _known(values: Floats) -> Floats:
    """Values to choose by: an action without a figure is never chosen, but where standing has none, standing is."""
    known = np.where(np.isnan(values), -np.inf, values)
    known[STAND] = np.where(np.isnan(values[STAND]), np.inf, known[STAND])
    return known
