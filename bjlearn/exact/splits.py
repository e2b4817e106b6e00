"""Splits, exactly, without a tree over the split hands.

By a fixed plan every hand that comes from a split plays by its own cards alone. The cards that leave a shuffled shoe are
exchangeable, so the second cards of all hands may be thought of as drawn first, and every hand of the same kind is worth the
same: it is enough to know one hand's value together with "so many of the *other* second cards are of the split value". A
further card that is *not* of the split value is unfolded by total probability: its worth is the worth with any card there,
less the worth with a card of the split value there. What is left are whole-number weights on "one hand, with k further cards
of the split value gone", k = 0, 1, 2, ..., and these do not depend on the shoe.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from bjlearn.exact.dealer import Group
from bjlearn.exact.hands import Bools, Floats, Ints, all_hands, falling
from bjlearn.rules import Rules

ANY, OTHER, PAIR = 0, 1, 2
"""Kinds of a split hand: with any second card; with one that is not, or that is, of the split value."""


@lru_cache(maxsize=8)
def split_weights(most: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Whole-number weights of one split hand with k further cards of the split value gone.

    Every pair that comes up is split again until there are ``most`` hands.

    Args:
        most: most hands, at least 2.

    Returns:
        For hands whose second card is not, and is, of the split value: weight for k = 0, 1, 2, ...
    """
    other: dict[int, int] = {}
    pair: dict[int, int] = {}

    def add(table: dict[int, int], split: int, plain: int, times: int) -> None:
        # `split` other second cards are of the split value, `plain` are not
        for i in range(plain + 1):
            table[split + i] = table.get(split + i, 0) + (-1) ** i * comb(plain, i) * times

    def deal(unfilled: int, resplits: int, split: int, plain: int) -> None:
        if plain and (not unfilled or not resplits):
            add(other, split, plain - 1, plain)
        if not unfilled:
            return
        if not resplits:
            add(other, split, plain, unfilled)
            add(pair, split, plain, unfilled)
            return
        deal(unfilled - 1, resplits, split, plain + 1)
        deal(unfilled + 1, resplits - 1, split + 1, plain)

    deal(2, most - 2, 0, 0)
    length = max(*other, *pair) + 1
    return tuple(other.get(k, 0) for k in range(length)), tuple(pair.get(k, 0) for k in range(length))


@dataclass(frozen=True, slots=True)
class SplitRule:
    """What of Rules decides which split hands there are.

    Attributes:
        most: most hands, for other values than aces.
        most_aces: most hands of aces.
        aces_one_card: split aces get one card each.
        values: the split values looked at (0 is the ace).
    """

    most: int
    most_aces: int
    aces_one_card: bool
    values: tuple[int, ...] = tuple(range(10))

    @classmethod
    def of(cls, rules: Rules, values: tuple[int, ...] = tuple(range(10))) -> SplitRule:
        """The split rule of some Rules."""
        most_aces = rules.max_hands if rules.resplit_aces else min(rules.max_hands, 2)
        return cls(rules.max_hands, most_aces, rules.split_aces_one_card, values)

    def most_of(self, value: int) -> int:
        """Most hands that a pair of this value (0 is the ace) may become."""
        return self.most_aces if value == 0 else self.most


@dataclass(frozen=True, eq=False, slots=True)
class SplitHands:
    """Every hand that can come from a split, of every split value: the rows on which split values are worked out.

    Attributes:
        rule: which split hands there are.
        hand: row in the table of hands, shape (S,).
        value: split value, 0 is the ace, shape (S,).
        kind: :data:`ANY`, :data:`OTHER` or :data:`PAIR`, shape (S,).
        child: row reached by drawing each value, S where bust (or where nothing is drawn), shape (S, 10).
        closed: the hand may not go on (split aces with one card), shape (S,).
        levels: slices of rows of equal points, most points first.
        first: for each split value the row of its hand with each second card, shape (10, 10); -1 where there is none.
        order: rows in the order of the columns of :func:`bjlearn.exact.dealer.standing`, shape (S,).
        groups: the groups of those columns; weight 3 * value + kind.
    """

    rule: SplitRule
    hand: Ints
    value: Ints
    kind: Ints
    child: Ints
    closed: Bools
    levels: tuple[slice, ...]
    first: Ints
    order: Ints
    groups: list[Group]

    def __len__(self) -> int:
        return len(self.hand)


@lru_cache(maxsize=16)
def split_hands(rule: SplitRule) -> SplitHands:
    """All split hands of a rule, made once."""
    hands = all_hands()
    parts: list[tuple[Ints, int, int]] = []
    for value in rule.values:
        most = rule.most_of(value)
        if most < 2:
            continue
        copies = hands.counts[:, value]
        fits = (copies >= 1) & (hands.size >= 2)
        if value == 0 and rule.aces_one_card:
            fits &= hands.size == 2
        if most == 2:
            parts.append((np.flatnonzero(fits), value, ANY))
        else:
            parts.append((np.flatnonzero(fits & (hands.size > copies)), value, OTHER))
            parts.append((np.flatnonzero(fits & (copies >= 2)), value, PAIR))
    if not parts:
        none = np.zeros(0, np.int64)
        return SplitHands(rule, none, none, none, none.reshape(0, 10), none > 0, (), np.full((10, 10), -1), none, [])
    hand = np.concatenate([rows for rows, _, _ in parts])
    value_of = np.concatenate([np.full(len(rows), value) for rows, value, _ in parts])
    kind = np.concatenate([np.full(len(rows), kind) for rows, _, kind in parts])
    order = np.argsort(hand, kind="stable")
    hand, value_of, kind = hand[order], value_of[order], kind[order]
    count = len(hand)
    row_of = np.full((10, 3, len(hands) + 1), count)
    row_of[value_of, kind, hand] = np.arange(count)
    child = row_of[value_of[:, None], kind[:, None], hands.child[hand]]
    closed = (value_of == 0) & rule.aces_one_card
    points = hands.points[hand]
    edges = np.searchsorted(points, np.arange(23))
    levels = tuple(slice(int(edges[p]), int(edges[p + 1])) for p in range(21, 1, -1) if edges[p + 1] > edges[p])
    first = np.full((10, 10), -1)
    for value in range(10):
        for second in range(10):
            pair = hands.child[hands.child[0, value], second]
            for kind_of in (ANY, PAIR if second == value else OTHER):
                if row_of[value, kind_of, pair] < count:
                    first[value, second] = row_of[value, kind_of, pair]
    columns, groups = _grouped(hand, value_of, kind)
    return SplitHands(rule, hand, value_of, kind, child, closed, levels, first, columns, groups)


def _grouped(hand: Ints, value: Ints, kind: Ints) -> tuple[Ints, list[Group]]:
    """Columns sorted into groups. With two hands a weight knows only sizes, so all values share their groups."""
    hands = all_hands()
    total = np.maximum(hands.total[hand], 16)
    size = hands.size[hand]
    plain = kind == ANY
    copies = np.where(plain, 0, hands.counts[hand, value])
    counted = np.where(plain, -1, value)
    weight = np.where(plain, 0, 3 * value + kind)
    return sorted_groups(total, size, counted, copies, weight)


def sorted_groups(total: Ints, size: Ints, value: Ints, copies: Ints, weight: Ints) -> tuple[Ints, list[Group]]:
    """An order of columns in which equal ones stand together, and the groups of that order."""
    keys = np.stack([total, size, copies, weight, value])
    order = np.lexsort(keys)
    keys = keys[:, order]
    edges = np.flatnonzero(np.any(keys[:, 1:] != keys[:, :-1], axis=0)) + 1
    starts = np.concatenate([[0], edges]).tolist()
    stops = np.concatenate([edges, [len(order)]]).tolist()
    groups = []
    for start, stop in zip(starts, stops, strict=True):
        total_of, size_of, copies_of, weight_of, value_of = keys[:, start].tolist()
        groups.append(Group(start, stop, total_of, size_of, value_of, copies_of, weight_of))
    return order, groups


def kappa(shoe: tuple[int, ...], value: int, weights: tuple[int, ...]) -> Floats:
    """Weights of a split hand by cards of the split value (first axis) and cards in all (second axis).

    Cards are counted in the split hand and the dealer's together; the pair's other card and the k further ones are added here.
    """
    span = 21 * 2 + 4
    own = falling(shoe[value], span + len(weights))
    every = falling(sum(shoe), span + len(weights))
    below = np.divide(1.0, every, out=np.zeros_like(every), where=every > 0)
    table = np.zeros((span, span))
    for k, weight in enumerate(weights):
        table += weight * np.outer(own[1 + k : 1 + k + span], below[1 + k : 1 + k + span])
    return table
