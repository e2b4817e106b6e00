"""What the dealer does to every player hand of a shoe: all that does not depend on the rules of pay and play.

These arrays depend on the shoe, on whether the dealer hits soft 17 and on how many hands a pair may become, and on nothing else:
they are kept, so that a change of any other rule is answered at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bjlearn.exact.dealer import dealer_rule, standing, weight_by_size
from bjlearn.exact.hands import VALUE_OF, Floats, Ints, all_hands, falling, ways
from bjlearn.exact.splits import ANY, PAIR, SplitRule, kappa, sorted_groups, split_hands, split_weights

ACE, TEN = 0, 9
Shoe = tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Joint:
    """Joint probabilities by hand (rows) and upcard (columns, ace first): it shows, the cards come in one given order, and ...

    For split hands they are summed over the place's hands, with the whole-number weights of :mod:`bjlearn.exact.splits`.

    Attributes:
        full: nothing more, shape (n, 10).
        natural: the dealer has a natural.
        reached: the dealer, without a natural, ends on at least the hand's total.
        passed: the dealer, without a natural, ends on more than it.
    """

    full: Floats
    natural: Floats
    reached: Floats
    passed: Floats


def _short_of_cards(shoe: Shoe, rows: Ints, dead: Ints) -> Ints:
    """Rows after which the dealer might find no card: all that is left, upcard included, does not make 17 points."""
    hands = all_hands()
    points = int(np.dot(shoe, VALUE_OF)) - hands.points[rows] - dead
    return np.flatnonzero(points <= 16)


def _unknown(joint: Joint, rows: Ints) -> Joint:
    for table in (joint.reached, joint.passed):
        part = table[rows]
        part[joint.full[rows] != 0] = np.nan
        table[rows] = part
    return joint


@lru_cache(maxsize=8)
def base_joint(shoe: Shoe, hits_soft_17: bool, root: int = 0) -> Joint:
    """For every hand that is not split, shape (H, 10).

    Args:
        shoe: cards of each value before the deal, ace first.
        hits_soft_17: the dealer's rule.
        root: only hands that hold at least the cards of this row (the empty hand: all); the others' dealer results are 0.
    """
    hands = all_hands()
    left = np.maximum(np.asarray(shoe) - hands.counts, 0)
    own = ways(shoe, hands)
    weight = weight_by_size(shoe)
    full = own[:, None] * left * weight[hands.size + 1][:, None]
    natural = np.zeros_like(full)
    natural[:, ACE] = natural[:, TEN] = own * left[:, ACE] * left[:, TEN] * weight[hands.size + 2]
    rows = np.flatnonzero((hands.counts >= hands.counts[root]).all(axis=1) & (own > 0))
    nothing = np.zeros_like(rows)
    order, groups = sorted_groups(np.maximum(hands.total[rows], 16), hands.size[rows], nothing - 1, nothing, nothing)
    rows = rows[order]
    found = standing(shoe, dealer_rule(hits_soft_17), rows, groups, [weight], nothing - 1, nothing)
    reached, passed = np.zeros_like(full), np.zeros_like(full)
    reached[rows] = found[0] * own[rows, None]
    passed[rows] = found[1] * own[rows, None]
    return _unknown(Joint(full, natural, reached, passed), _short_of_cards(shoe, np.arange(len(hands)), np.zeros(1, np.int64)))


@lru_cache(maxsize=8)
def split_joint(shoe: Shoe, hits_soft_17: bool, rule: SplitRule) -> Joint:
    """For every split hand of :func:`bjlearn.exact.splits.split_hands`, shape (S, 10)."""
    hands, split = all_hands(), split_hands(rule)
    if not len(split):
        none = np.zeros((0, 10))
        return Joint(none, none, none, none)
    size, copies = hands.size[split.hand], hands.counts[split.hand, split.value]
    plain = split.kind == ANY
    left = np.maximum(np.asarray(shoe) - hands.counts[split.hand], 0).astype(np.float64)
    rows = np.arange(len(split))
    left[rows, split.value] = np.maximum(left[rows, split.value] - plain, 0)
    own = np.ones(len(split))
    for value in range(10):
        counted = hands.counts[split.hand, value] + (plain & (split.value == value))
        power = falling(shoe[value], 22)[counted]
        own *= np.where(~plain & (split.value == value), 1.0, power)
    weights = _weights(shoe, rule)
    # the weight of a row with so many more cards of its split value, and so many more cards
    full, natural = np.zeros((len(split), 10)), np.zeros((len(split), 10))
    for upcard in range(10):
        full[:, upcard] = _with_cards(split.value, split.kind, own, left, copies, size, weights, (upcard,))
    natural[:, ACE] = natural[:, TEN] = _with_cards(split.value, split.kind, own, left, copies, size, weights, (ACE, TEN))
    order = split.order
    found = standing(
        shoe,
        dealer_rule(hits_soft_17),
        split.hand[order],
        split.groups,
        weights,
        split.value[order],
        plain[order].astype(np.int64),
    )
    reached, passed = np.empty_like(full), np.empty_like(full)
    reached[order] = found[0] * own[order, None]
    passed[order] = found[1] * own[order, None]
    furthest = np.array([_furthest(shoe, rule, value) for value in range(10)])
    short = _short_of_cards(shoe, split.hand, furthest[split.value])
    return _unknown(Joint(full, natural, reached, passed), short)


def _weights(shoe: Shoe, rule: SplitRule) -> list[Floats]:
    """Number 0 for two hands, by cards in all; number 3 * value + kind for more hands, by cards of the value too."""
    weights: list[Floats] = [2.0 * weight_by_size(shoe)[1:]] + [np.zeros((1, 1))] * 30
    for value in rule.values:
        most = rule.most_of(value)
        if most > 2:
            for kind, table in zip((1, PAIR), split_weights(most), strict=True):
                weights[3 * value + kind] = kappa(shoe, value, table)
    return weights


def _with_cards(
    value: Ints, kind: Ints, own: Floats, left: Floats, copies: Ints, size: Ints, weights: list[Floats], more: tuple[int, ...]
) -> Floats:
    """Joint chance of each split hand and of some different cards that the dealer shows."""
    out = np.zeros(len(value))
    plain = kind == ANY
    product = own * np.prod(left[:, more], axis=1)
    out[plain] = product[plain] * weights[0][size[plain] + len(more)]
    for number in np.unique((3 * value + kind)[~plain]).tolist():
        of = number // 3
        rows = np.flatnonzero((value == of) & (kind == number % 3))
        others = [card for card in more if card != of]
        same = len(more) - len(others)
        part = own[rows] * np.prod(left[rows][:, others], axis=1)
        out[rows] = part * weights[number][copies[rows] + same, size[rows] + len(more)]
    return out


def _furthest(shoe: Shoe, rule: SplitRule, value: int) -> int:
    """Points of the pair's other card and of the most further cards of its value that may be gone."""
    most = rule.most_of(value)
    further = 0 if most < 3 else min(len(split_weights(most)[0]) - 1, max(shoe[value] - 2, 0))
    return (1 + further) * (value + 1)
