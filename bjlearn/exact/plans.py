"""What a fixed plan is worth: any table of actions, played through every hand and every split."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bjlearn.exact.hands import Bools, Floats, Ints, all_hands, falling
from bjlearn.exact.joint import ACE, TEN, Joint, Shoe, base_joint, split_joint
from bjlearn.exact.splits import SplitHands, SplitRule, split_hands
from bjlearn.exact.values import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Ground,
    ground,
    left_out,
    looked,
    may_act,
    may_double,
    surrender_values,
    with_naturals,
)
from bjlearn.rules import Rules, Takes


@dataclass(frozen=True, eq=False, slots=True)
class Plan:
    """Actions by hand (rows) and upcard (columns), all of shape (H, 10).

    Attributes:
        first: on two cards that do not come from a split.
        doubled: on any other hand that may be doubled: stand, hit or double.
        plain: on a hand that may not: stand or hit.
    """

    first: Ints
    doubled: Ints
    plain: Ints


@dataclass(frozen=True, eq=False, slots=True)
class Game:
    """One Rules on one shoe: everything that does not depend on a plan.

    Attributes:
        rules: the game.
        shoe: cards of each value before the deal, ace first.
        joint: joint chances of hands not split.
        split_joint: joint chances of split hands.
        split: the split hands.
        base: value of ending each hand not split.
        split_base: value of ending each split hand.
        surrender: value of giving up, shape (H, 10).
        offset: what a dealer natural left out takes, shape (H, 10).
        acts: which hands may go on, shape (H,).
        doubles: which hands not from a split may be doubled, shape (H,).
        split_acts: the same for split hands, shape (S,).
        split_doubles: the same for split hands, shape (S,).
        naturals: split hands that count as naturals and are over, shape (S,).
        spared: joint chance that a natural on the first split hand is pushed by a dealer's natural that would have taken the
            first stake, shape (10, 10): split value, upcard.
    """

    rules: Rules
    shoe: Shoe
    joint: Joint
    split_joint: Joint
    split: SplitHands
    base: Ground
    split_base: Ground
    surrender: Floats
    offset: Floats
    acts: Bools
    doubles: Bools
    split_acts: Bools
    split_doubles: Bools
    naturals: Bools
    spared: Floats


def make_game(rules: Rules, shoe: Shoe, values: tuple[int, ...] = tuple(range(10)), root: int = 0) -> Game:
    """All that does not depend on a plan.

    Args:
        rules: the game.
        shoe: cards of each value before the deal, ace first.
        values: the split values wanted.
        root: only hands that hold the cards of this row are wanted.
    """
    hands = all_hands()
    joint = base_joint(shoe, rules.hits_soft_17, root)
    split_rule = SplitRule.of(rules, values)
    split = split_hands(split_rule)
    second = split_joint(shoe, rules.hits_soft_17, split_rule)
    acts, doubles = may_act(rules), may_double(rules)
    naturals = (split.hand == hands.row((1, 10))) & ((split.value == ACE) | (split.value == TEN)) & rules.natural_after_split
    split_acts = acts[split.hand] & ~split.closed & ~naturals
    return Game(
        rules,
        shoe,
        joint,
        second,
        split,
        ground(rules, joint, hands.child, hands.points),
        ground(rules, second, split.child, hands.points[split.hand]),
        surrender_values(rules, joint),
        np.where(left_out(rules), joint.natural, 0.0),
        acts,
        doubles,
        split_acts,
        doubles[split.hand] & split_acts & rules.double_after_split,
        naturals,
        _spared(rules, shoe, split_rule),
    )


def _spared(rules: Rules, shoe: Shoe, split_rule: SplitRule) -> Floats:
    out = np.zeros((10, 10))
    if not rules.natural_after_split or rules.dealer_natural_takes is not Takes.FIRST:
        return out
    powers = [falling(count, 12) for count in shoe]
    every = falling(sum(shoe), 12)
    for value, second in ((ACE, TEN), (TEN, ACE)):
        if value not in split_rule.values:
            continue
        # the first hand is split again as long as it may be: i further cards of the split value, then the one that makes 21
        for i in range(split_rule.most_of(value) - 1):
            chance = powers[value][2 + i + 1] * powers[second][2] / every[2 + i + 3] if every[2 + i + 3] else 0.0
            for upcard in (ACE, TEN):
                out[value, upcard] += 0.0 if looked(rules)[upcard] else chance
    return out


@dataclass(frozen=True, eq=False, slots=True)
class Outcome:
    """The joint value of a plan on every hand.

    Attributes:
        hit: of drawing, then following the plan, on hands not split, shape (H, 10).
        value: of following the plan on hands not split, those of two cards as if met later, shape (H, 10).
        split: of splitting each pair, shape (10, 10).
        split_hit: of drawing, then following the plan, on split hands, shape (S, 10).
        split_value: of following the plan on split hands, shape (S, 10).
    """

    hit: Floats
    value: Floats
    split: Floats
    split_hit: Floats
    split_value: Floats


def later_actions(game: Game, plan: Plan) -> tuple[Ints, Ints]:
    """What the plan does on hands after the first decision, and on split hands: shapes (H, 10) and (S, 10)."""
    later = np.where(game.doubles[:, None], plan.doubled, plan.plain)
    later = np.where(game.acts[:, None], later, STAND)
    rows = game.split.hand
    after = np.where(game.split_doubles[:, None], plan.doubled[rows], plan.plain[rows])
    return later, np.where(game.split_acts[:, None], after, STAND)


def play(game: Game, plan: Plan) -> Outcome:
    """The joint value of a plan on every hand, split or not."""
    hands, split = all_hands(), game.split
    later, after = later_actions(game, plan)
    levels = tuple(hands.levels_down())
    hit, value = _play(game.base, hands.child, levels, later)
    split_hit, split_value = _play(game.split_base, split.child, split.levels, after)
    if game.naturals.any():
        split_value = with_naturals(game.rules, game.split_joint, split, split_value)
    return Outcome(hit, value, split_totals(game, split_value), split_hit, split_value)


def split_totals(game: Game, split_value: Floats) -> Floats:
    """Joint value of splitting each pair: the sum over its hands' second cards, shape (10, 10); -inf where there is no split."""
    if not len(game.split):
        return np.full((10, 10), -np.inf)
    padded = np.concatenate([split_value, np.zeros((1, 10))])
    total: Floats = padded[game.split.first].sum(axis=1) + game.spared
    total[~(game.split.first >= 0).any(axis=1)] = -np.inf
    return total


def _play(base: Ground, child: Ints, levels: tuple[slice, ...], actions: Ints) -> tuple[Floats, Floats]:
    count = len(child)
    value = np.zeros((count + 1, 10))
    value[:-1] = np.where(actions == DOUBLE, 2.0 * base.once, base.stand)
    hit = np.zeros((count, 10))
    hits = actions == HIT
    for rows in levels:
        below = child[rows]
        went_on = value[below[:, 0]]
        for card in range(1, 10):
            went_on += value[below[:, card]]
        went_on -= base.bust[rows]
        hit[rows] = went_on
        np.copyto(value[rows], went_on, where=hits[rows])
    return hit, value[:-1]


def first_values(game: Game, outcome: Outcome) -> Floats:
    """Joint value of each first action on two cards, the offset not subtracted: shape (5, H, 10), by the codes of ``values``.

    Illegal ones are -inf.
    """
    hands = all_hands()
    out = np.full((5, len(hands), 10), -np.inf)
    out[STAND] = game.base.stand
    out[HIT] = np.where(game.acts[:, None], outcome.hit, -np.inf)
    out[DOUBLE] = np.where(game.doubles[:, None], 2.0 * game.base.once, -np.inf)
    out[SPLIT, pair_rows()] = outcome.split
    out[SURRENDER] = game.surrender
    return out


def pair_rows() -> Ints:
    """The rows of the ten pairs, ace first."""
    hands = all_hands()
    return np.array([hands.child[hands.child[0, value], value] for value in range(10)])


def deal_counts() -> tuple[Ints, Floats]:
    """The rows of the 55 two-card hands, and in how many orders each is dealt."""
    hands = all_hands()
    rows = np.flatnonzero(hands.size == 2)
    return rows, np.where((hands.counts[rows] == 2).any(axis=1), 1.0, 2.0)


def returns(game: Game, first: Floats) -> Floats:
    """What a round returns before the deal, by upcard, times the chance of that upcard: shape (10,).

    Args:
        game: the game.
        first: joint value of what is done on each two-card hand, shape (H, 10).
    """
    rows, orders = deal_counts()
    value = first - game.offset
    natural = all_hands().row((1, 10))
    value[natural] = float(game.rules.natural_pays) * (game.joint.full[natural] - game.joint.natural[natural])
    total: Floats = orders @ value[rows]
    return total


def played(first: Floats, actions: Ints) -> Floats:
    """The values of the actions that a plan takes on two cards, shape (H, 10)."""
    taken: Floats = np.take_along_axis(first, actions[None], axis=0)[0]
    return taken
