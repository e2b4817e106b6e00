"""The dealer: how often each final total comes up, for very many player hands at once.

A dealer hand is a multiset of cards. The chance that a player holds given cards and that the dealer's hand comes to a given
multiset is a product of falling factorials of the shoe's counts, whatever the order; so for one player hand the chance of a
final total is a sum over the dealer hands of that total, each weighted with the number of orders in which the dealer's
rule lets it arise. The products of all dealer hands for a whole block of player hands are built value by value (a few hundred
array operations), and the sum is a matrix product.

Everything here is *joint*: the probability that this very upcard shows, that the player draws these cards in one given order,
and what the dealer makes of it. Nothing is divided before a figure is shown, so a hit is a plain sum over the next card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bjlearn.exact.hands import MOST_POINTS, Bools, Floats, Ints, all_hands, falling

Chunks = tuple[tuple[int, int, int, int], ...]
FINALS = (17, 18, 19, 20, 21)
SMALL = 250_000
"""Multiplications in one matrix product that no library shares out among threads."""
PIECES = 4
"""Into so many pieces the sum over the dealer's hands is cut, so that a product may be wider."""
BLOCK = 640
"""Player hands per block: the products of one block stay near the processor."""


@dataclass(frozen=True, eq=False, slots=True)
class DealerRule:
    """The dealer's final hands under one drawing rule.

    Attributes:
        chunks: how the last value (the ace) makes the rows: (points before aces, number of aces, first row, last row + 1).
        size: cards of each final hand, shape (R,).
        counts: cards of each value, shape (R, 10).
        reach: for the player totals 16, 17, ... 21: number of orders in which a final hand arises with a total of at least
            that total, then of more than that total, by upcard; shape (columns, R). Both are the same at 16 (and less), and
            nothing is more than 21, so those two have 10 columns and the others 20.
        exact: orders by final total and upcard, shape (50, R): 17 under ace, 17 under 2, ...
    """

    chunks: Chunks
    size: Ints
    counts: Ints
    reach: tuple[Floats, ...]
    exact: Floats


@lru_cache(maxsize=2)
def _orders(hits_soft_17: bool) -> tuple[Floats, Bools]:
    """In how many orders each hand arises by upcard, the natural left out, (H, 10); and which hands are final, (H,)."""
    hands = all_hands()
    final = (hands.total >= 18) | ((hands.total == 17) & ~(hands.soft & hits_soft_17))
    orders = np.zeros((len(hands) + 1, 10))
    for upcard in range(10):
        orders[hands.child[0, upcard], upcard] = 1.0
    for points in range(1, MOST_POINTS):
        rows = np.arange(hands.level[points], hands.level[points + 1])
        rows = rows[~final[rows]]
        for value in range(10):
            orders[hands.child[rows, value]] += orders[rows]
    natural = hands.row((1, 10))
    orders[natural] = 0.0
    return orders[:-1], final


@lru_cache(maxsize=2)
def dealer_rule(hits_soft_17: bool) -> DealerRule:
    """The final hands of a dealer who stands on, or hits, soft 17; the natural is left out."""
    hands = all_hands()
    orders, final = _orders(hits_soft_17)
    kept = final & (orders.sum(axis=1) > 0)
    chunks, picked = _chunks(kept)
    total = hands.total[picked]
    found = np.where(kept[picked, None], orders[picked], 0.0)
    exact = np.concatenate([np.where((total == final)[:, None], found, 0.0) for final in FINALS], axis=1)
    at_least = {t: np.where((total >= t)[:, None], found, 0.0) for t in (*FINALS, 22)}
    reach = [at_least[17], *(np.concatenate([at_least[t], at_least[t + 1]], axis=1) for t in (17, 18, 19, 20)), at_least[21]]
    return DealerRule(
        chunks,
        hands.size[picked],
        hands.counts[picked],
        tuple(np.ascontiguousarray(table.T) for table in reach),
        np.ascontiguousarray(exact.T),
    )


def _chunks(kept: Bools) -> tuple[Chunks, Ints]:
    """Which blocks of the table of hands hold a final hand, and all rows of those blocks in order."""
    hands = all_hands()
    chunks = []
    picked = []
    row = 0
    for points in range(MOST_POINTS + 1):
        aces = hands.counts[hands.level[points] : hands.level[points + 1], 0]
        for number in np.unique(aces).tolist():
            rows = hands.level[points] + np.flatnonzero(aces == number)
            if kept[rows].any():
                chunks.append((points - number, number, row, row + len(rows)))
                picked.append(rows)
                row += len(rows)
    # the empty hand, which is never final, fills up the last piece
    return tuple(chunks), np.concatenate([*picked, np.zeros(-row % PIECES, np.int64)])


def products(
    left: Floats, chunks: Chunks, neutral: Ints | None = None, most: int = MOST_POINTS, room: Floats | None = None
) -> Floats:
    """Falling factorials of given hands in the cards left, for a block of columns.

    Args:
        left: cards left of each value, shape (10, C).
        chunks: which hands, such as those of a :class:`DealerRule`.
        neutral: for each column a value (0 is the ace) that shall not count, or -1; shape (C,).
        most: most points of these hands.
        room: where to put the result, shape (R, C); memory asked for anew costs more than the work itself.

    Returns:
        Shape (R, C), with rows of zeros at the end so that R is a multiple of :data:`PIECES`.
    """
    width = left.shape[1]
    empty = np.zeros((0, width))
    blocks: list[Floats] = [np.ones((1, width)), *([empty] * most)]
    for value in range(10, 1, -1):
        powers = _powers(left[value - 1], most // value, None if neutral is None else neutral == value - 1)
        blocks = [_grow(blocks, powers, points, value) for points in range(most + 1)]
    powers = _powers(left[0], most, None if neutral is None else neutral == 0)
    rows = chunks[-1][3]
    out = np.empty((rows + -rows % PIECES, width)) if room is None else room
    out[rows:] = 0.0
    for points, aces, start, stop in chunks:
        np.multiply(blocks[points], powers[aces], out=out[start:stop])
    return out


def _grow(blocks: list[Floats], powers: list[Floats], points: int, value: int) -> Floats:
    if points < value:
        return blocks[points]
    parts = [(copies, blocks[points - copies * value]) for copies in range(points // value + 1)]
    parts = [(copies, block) for copies, block in parts if len(block)]
    if not parts:
        return blocks[points]
    if len(parts) == 1 and parts[0][0] == 0:
        return parts[0][1]
    out = np.empty((sum(len(block) for _, block in parts), powers[0].shape[0]))
    row = 0
    for copies, block in parts:
        stop = row + len(block)
        if copies:
            np.multiply(block, powers[copies], out=out[row:stop])
        else:
            out[row:stop] = block
        row = stop
    return out


def _powers(left: Floats, most: int, neutral: Bools | None) -> list[Floats]:
    powers = [np.ones_like(left)]
    for copies in range(most):
        powers.append(powers[-1] * np.maximum(left - copies, 0.0))
    if neutral is not None and neutral.any():
        for power in powers:
            power[neutral] = 1.0
    return powers


@dataclass(frozen=True, eq=False, slots=True)
class Draws:
    """What a dealer draws to one upcard.

    Attributes:
        chunks: the multisets of cards drawn, see :class:`DealerRule`.
        size: their numbers of cards, shape (R,).
        orders: in how many orders they are drawn, by final total 17 to 21, shape (5, R).
        most: most points drawn.
    """

    chunks: Chunks
    size: Ints
    orders: Floats
    most: int


@lru_cache(maxsize=20)
def dealer_draws(hits_soft_17: bool, up: int) -> Draws:
    """What a dealer draws to an upcard (0 is the ace), the natural left out."""
    hands = all_hands()
    orders, final = _orders(hits_soft_17)
    whole = np.concatenate([orders[:, up] * final, [0.0]])
    after = hands.child[:, up]
    chunks, picked = _chunks(whole[after] > 0)
    orders_of, total = whole[after[picked]], hands.total[np.minimum(after[picked], len(hands) - 1)]
    by_total = np.stack([np.where(total == final_total, orders_of, 0.0) for final_total in FINALS])
    return Draws(chunks, hands.size[picked], by_total, int(hands.points[picked].max()))


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Columns that share a size, a total and a weight.

    Attributes:
        start: first column.
        stop: last column + 1.
        total: the better total of the player's hand, 16 for less.
        size: cards of the player's hand.
        value: the split value (0 is the ace) whose cards the weight counts, or -1.
        copies: cards of that value in the player's hand.
        weight: which table of weights.
    """

    start: int
    stop: int
    total: int
    size: int
    value: int
    copies: int
    weight: int


def standing(
    shoe: tuple[int, ...], rule: DealerRule, hand: Ints, groups: list[Group], weights: list[Floats], value: Ints, dead: Ints
) -> tuple[Floats, Floats]:
    """Joint chance that the dealer reaches, and that the dealer passes, each hand's total.

    Args:
        shoe: cards of each value before the deal.
        rule: the dealer's final hands.
        hand: row of the player's hand of each column, shape (C,); columns sorted by group.
        groups: the columns' groups.
        weights: one table a kind of column. One axis: by number of cards of player and dealer together. Two axes: by number of
            cards of the split value first, which the products then leave out.
        value: the split value of each column or -1, shape (C,).
        dead: cards of that value that are gone besides, shape (C,).

    Returns:
        At least, and more than, by upcard: two arrays of shape (C, 10). The player's own cards of the split value are counted
        by the weight where it has two axes, all others by the caller.
    """
    hands = all_hands()
    columns = len(hand)
    left = np.asarray(shoe, np.float64)[:, None] - hands.counts[hand].T
    gone = value >= 0
    left[value[gone], np.flatnonzero(gone)] -= dead[gone]
    left = np.maximum(left, 0.0)
    reached = np.empty((10, columns))
    passed = np.zeros((10, columns))
    room = np.empty(len(rule.size) * min(BLOCK, columns))
    for first, last, members in _blocks(groups, columns):
        counted = np.full(last - first, -1)
        for group in members:
            counted[group.start - first : group.stop - first] = group.value
        used = room[: len(rule.size) * (last - first)].reshape(-1, last - first)
        chances = products(left[:, first:last], rule.chunks, counted, room=used)
        for group in members:
            weight = weights[group.weight]
            if weight.ndim == 2:
                scale = weight[group.copies + rule.counts[:, group.value], group.size + rule.size]
            else:
                scale = weight[group.size + rule.size]
            found = times(rule.reach[group.total - 16] * scale, chances[:, group.start - first : group.stop - first])
            reached[:, group.start : group.stop] = found[:10]
            if group.total == 16:
                passed[:, group.start : group.stop] = found
            elif group.total < 21:
                passed[:, group.start : group.stop] = found[10:]
    return np.ascontiguousarray(reached.T), np.ascontiguousarray(passed.T)


def times(left: Floats, right: Floats) -> Floats:
    """A matrix product, in pieces too small for a linear algebra library to start threads for.

    Threads that wait cost more than they give here; and so the last bit does not depend on the number of processors.

    Args:
        left: shape (n, R), R a multiple of :data:`PIECES`.
        right: shape (R, C), such as :func:`products` gives.
    """
    inner, columns = right.shape
    piece = inner // PIECES
    lefts = left.reshape(len(left), PIECES, piece).transpose(1, 0, 2)
    rights = right.reshape(PIECES, piece, columns) if right.flags.c_contiguous else _in_pieces(right, piece)
    step = max(1, SMALL // (len(left) * max(piece, 1)))
    out = np.empty((len(left), columns))
    for start in range(0, columns, step):
        np.sum(lefts @ rights[:, :, start : start + step], axis=0, out=out[:, start : start + step])
    return out


def _in_pieces(right: Floats, piece: int) -> Floats:
    """Some columns of an array as pieces of rows, without a copy."""
    row, column = right.strides
    return np.lib.stride_tricks.as_strided(right, (PIECES, piece, right.shape[1]), (piece * row, row, column), writeable=False)


def _blocks(groups: list[Group], columns: int) -> list[tuple[int, int, list[Group]]]:
    """Neighbouring groups put together until a block is full; a group that passes the block's width is cut."""
    found: list[tuple[int, int, list[Group]]] = []
    start = 0
    while start < columns:
        stop = min(start + BLOCK, columns)
        members = [
            Group(
                max(group.start, start), min(group.stop, stop), group.total, group.size, group.value, group.copies, group.weight
            )
            for group in groups
            if group.start < stop and group.stop > start
        ]
        found.append((start, stop, members))
        start = stop
    return found


def weight_by_size(shoe: tuple[int, ...]) -> Floats:
    """One over the number of ways to draw so many cards from the shoe, shape (2 * 21 + 8,)."""
    below = falling(sum(shoe), 2 * MOST_POINTS + 7)
    return np.divide(1.0, below, out=np.zeros_like(below), where=below > 0)


def final_chances(shoe: tuple[int, ...], hits_soft_17: bool, up: int, hand: tuple[int, ...]) -> dict[str, float] | None:
    """How the dealer's hand ends, before any look: keys ``17`` to ``21``, ``bust``, ``natural``.

    Args:
        shoe: cards of each value before the deal, ace first.
        hits_soft_17: the dealer's rule.
        up: value of the upcard, ace as 1.
        hand: card values that the player holds.

    Returns:
        None where the cards are not in the shoe or the shoe is too small.
    """
    left = np.asarray(shoe, np.float64)
    for value in hand:
        left[value - 1] -= 1
    if left.min() < 0 or left[up - 1] < 1 or left @ np.arange(1, 11) <= 16:
        return None
    rule = dealer_rule(hits_soft_17)
    below = falling(int(left.sum()) - 1, MOST_POINTS)
    weight = np.divide(1.0, below, out=np.zeros_like(below), where=below > 0)
    chances = products(left[:, None], rule.chunks)[:, 0] * weight[rule.size - 1] / left[up - 1]
    found = {str(total): float(rule.exact[10 * place + up - 1] @ chances) for place, total in enumerate(FINALS)}
    other = {1: 10, 10: 1}.get(up)
    natural = float(left[other - 1] / (left.sum() - 1)) if other else 0.0
    return {**found, "bust": max(0.0, 1.0 - natural - sum(found.values())), "natural": natural}
