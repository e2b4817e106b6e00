"""The exact distribution of a round's net result, where a pair is split into two hands at most.

The hands of a split share one shoe and one dealer, so they are not independent: the joint chance of both hands' ends and the
dealer's is summed over every two final hands, whose cards together decide what the dealer finds. Busts are not listed: they
are what is left of "any end at all".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import numpy as np

from bjlearn.exact.dealer import FINALS, Draws, dealer_draws, products, times
from bjlearn.exact.hands import Floats, Ints, all_hands, falling
from bjlearn.exact.joint import ACE, TEN
from bjlearn.exact.plans import Game, Plan, deal_counts, later_actions, pair_rows
from bjlearn.exact.total import reaches
from bjlearn.exact.values import DOUBLE, HIT, SPLIT, STAND, SURRENDER, looked
from bjlearn.rules import Rules, Surrender, Takes

Chances = dict[Fraction, float]


@dataclass(frozen=True, slots=True)
class Distribution:
    """How the net result of a round spreads, per opening stake, before the deal, insurance never taken.

    Attributes:
        chances: chance of each net result, the lowest first.
        mean: the round's return.
        sd: standard deviation.
    """

    chances: dict[Fraction, float]
    mean: float
    sd: float


def distribution(game: Game, plan: Plan) -> Distribution | None:
    """The distribution of a round played by a plan.

    Returns:
        None where the plan splits a pair that may become more than two hands, or where the shoe is too small.
    """
    splits = plan.first[pair_rows()] == SPLIT
    for value in range(10):
        if splits[value].any() and game.split.rule.most_of(value) > 2:
            return None
    chances: Chances = defaultdict(float)
    reach, split_reach = reaches(game, plan)
    later, after = later_actions(game, plan)
    _unsplit(game, plan, reach, later, chances)
    for value in range(10):
        for up in np.flatnonzero(splits[value] & (game.joint.full[pair_rows()[value]] > 0)).tolist():
            _split(game, value, up, split_reach, after, chances)
    if not np.isfinite(list(chances.values())).all():
        return None
    kept = {net: chances[net] for net in sorted(chances) if chances[net] > 1e-18}
    mean = sum(float(net) * chance for net, chance in kept.items())
    variance = sum((float(net) - mean) ** 2 * chance for net, chance in kept.items())
    return Distribution(kept, mean, float(np.sqrt(variance)))


def _unsplit(game: Game, plan: Plan, reach: Floats, later: Ints, chances: Chances) -> None:
    """All rounds in which nothing is split."""
    hands, rules = all_hands(), game.rules
    rows, orders = deal_counts()
    natural_row = hands.row((1, 10))
    joint = game.joint
    without = joint.full - joint.natural
    chances[rules.natural_pays] += 2.0 * float(without[natural_row].sum())
    chances[Fraction(0)] += 2.0 * float(joint.natural[natural_row].sum())
    action = later.copy()
    action[rows] = plan.first[rows]
    action[hands.size < 2] = -1
    action[natural_row] = -1
    start = np.zeros_like(reach)
    start[rows] = orders[:, None]
    start[natural_row] = 0.0
    under = looked(rules)
    gone = np.where(action == SURRENDER, start, 0.0)
    late = under & (rules.surrender is Surrender.LATE)
    given_up = gone * np.where(late, without, joint.full)
    chances[Fraction(-1, 2)] += float(given_up.sum())
    stays = np.where(action == STAND, reach, 0.0)
    _settle(rules, joint.reached, joint.passed, without, stays, 1, chances)
    draws = np.where(action == HIT, reach, 0.0)
    chances[Fraction(-1)] += float((draws * _busts(without, hands.child, hands.points)).sum())
    twice = np.where(action == DOUBLE, reach, 0.0)
    ends = np.zeros((len(hands) + 1, 10))
    for card in range(10):
        np.add.at(ends, hands.child[:, card], twice)
    _settle(rules, joint.reached, joint.passed, without, ends[:-1], 2, chances)
    chances[Fraction(-2)] += float((twice * _busts(without, hands.child, hands.points)).sum())
    # a dealer natural takes the opening stake; found late and taking all, the doubled one twice
    lost = np.where((action != SPLIT) & ~((action == SURRENDER) & ~late), start * joint.natural, 0.0)
    before_play = np.where((action == SPLIT) & under, start * joint.natural, 0.0)
    chances[Fraction(-1)] += float(lost.sum() + before_play.sum())
    if rules.dealer_natural_takes is Takes.ALL:
        doubled = float((twice * joint.natural)[:, ~under].sum())
        chances[Fraction(-2)] += doubled
        chances[Fraction(-1)] -= doubled


def _settle(rules: Rules, reached: Floats, passed: Floats, without: Floats, ends: Floats, stake: int, chances: Chances) -> None:
    """Final hands against the dealer, no natural."""
    met = ends > 0
    weight = ends[met]
    chances[rules.win_pays * stake] += float((weight * (without - reached)[met]).sum())
    chances[Fraction(0)] += float((weight * (reached - passed)[met]).sum())
    chances[Fraction(-stake)] += float((weight * passed[met]).sum())


def _busts(mass: Floats, child: Ints, points: Ints) -> Floats:
    padded = np.concatenate([mass, np.zeros((1, 10))])
    rest = mass - sum(padded[child[:, card]] for card in range(10))
    return np.where((points > 11)[:, None], np.maximum(rest, 0.0), 0.0)


# ends of a split hand: stands on 16 or less, 17, ... 21; the same doubled; a natural; bust; bust when doubled
STANDS, DOUBLED, NATURAL, BUST, BUST_DOUBLED = 0, 6, 12, 13, 14
ENDS = 15


@dataclass(frozen=True, eq=False, slots=True)
class _Leaves:
    """The hands of which the ends of one split hand are made.

    Attributes:
        counts: cards, shape (L, 10).
        weight: for each listed end (the last two: any end at all, any end after doubling) in how many orders each hand gives
            it, shape (L, 15).
    """

    counts: Ints
    weight: Floats


def _leaves(game: Game, value: int, up: int, reach: Floats, after: Ints) -> _Leaves:
    hands, split = all_hands(), game.split
    rows = np.flatnonzero((split.value == value) & (reach[:, up] > 0))
    weight = np.zeros((len(hands) + 1, ENDS))
    ends = np.maximum(hands.total, 16) - 16
    for row in rows.tolist():
        hand, orders = split.hand[row], reach[row, up]
        if game.naturals[row]:
            weight[hand, NATURAL] += orders
        elif after[row, up] == STAND:
            weight[hand, STANDS + ends[hand]] += orders
        elif after[row, up] == DOUBLE:
            weight[hand, BUST_DOUBLED] += orders
            for below in split.child[row][split.child[row] < len(split)]:
                weight[split.hand[below], DOUBLED + ends[split.hand[below]]] += orders
    weight[hands.child[0, value], BUST] = 1.0
    kept = np.flatnonzero(weight[:-1].any(axis=1))
    return _Leaves(hands.counts[kept], weight[kept])


def _split(game: Game, value: int, up: int, reach: Floats, after: Ints, chances: Chances) -> None:
    """All rounds in which one pair is split against one upcard."""
    leaves = _leaves(game, value, up, reach, after)
    joint = _two_hands(game, leaves, up)
    # from "any end" to the busts: what is left when every other end is taken away
    resolve = np.eye(ENDS)
    resolve[BUST, :] = 0.0
    resolve[BUST, BUST] = 1.0
    resolve[BUST, BUST_DOUBLED] = resolve[BUST, NATURAL] = -1.0
    resolve[BUST, STANDS:DOUBLED] = -1.0
    resolve[BUST_DOUBLED, DOUBLED:NATURAL] = -1.0
    found = np.einsum("ij,tjk,lk->til", resolve, joint, resolve, optimize=True)
    nets, place = _pair_nets(game.rules, up)
    sums = np.bincount(place.ravel() + 1, weights=found.ravel(), minlength=len(nets) + 1)
    for net, chance in zip(nets, sums[1:].tolist(), strict=True):
        chances[net] += chance


@lru_cache(maxsize=64)
def _pair_nets(rules: Rules, up: int) -> tuple[tuple[Fraction, ...], Ints]:
    """The net results that two hands may have, and which of them belongs to the dealer's and both hands' ends.

    Returns:
        The net results; their places, shape (7, 15, 15), -1 for ends that are counted elsewhere.
    """
    nets: dict[Fraction, int] = {}
    place = np.full((7, ENDS, ENDS), -1)
    for first in range(ENDS):
        for second in range(ENDS):
            for end, net in _nets(rules, first, second, up):
                if net is not None:
                    place[end, first, second] = nets.setdefault(net, len(nets))
    return tuple(nets), place


def _two_hands(game: Game, leaves: _Leaves, up: int) -> Floats:
    """Joint chances of the listed ends of both hands and the dealer's end, shape (7, 15, 15).

    The dealer's ends: 17 to 21, bust, natural.
    """
    count = len(leaves.counts)
    # a number to a hand: no hand holds more than 21 of a value, two hold at most 42
    keys = leaves.counts @ (43 ** np.arange(10, dtype=np.int64))
    one, two = np.triu_indices(count)
    _, example, inverse = np.unique(keys[one] + keys[two], return_index=True, return_inverse=True)
    together = leaves.counts[one[example]] + leaves.counts[two[example]]
    ends = _dealer_ends(game.shoe, together, dealer_draws(game.rules.hits_soft_17, up), up)
    out = np.empty((7, ENDS, ENDS))
    table = np.empty((count, count))
    for end in range(7):
        found = ends[end][inverse]
        table[one, two] = found
        table[two, one] = found
        out[end] = leaves.weight.T @ (table @ leaves.weight)
    return out


def _dealer_ends(shoe: tuple[int, ...], counts: Ints, draws: Draws, up: int) -> Floats:
    """Joint chance, for the player's cards in a given order, of the upcard and each end of the dealer's hand: shape (7, G)."""
    number, size = len(counts), counts.sum(axis=1)
    every = falling(sum(shoe), 70)
    below = np.divide(1.0, every, out=np.zeros_like(every), where=every > 0)
    order = np.argsort(size, kind="stable")
    counts, size = counts[order], size[order]
    own = np.ones(number)
    for value in range(10):
        own *= falling(shoe[value], 44)[counts[:, value]]
    left = np.maximum(np.asarray(shoe, np.float64)[:, None] - counts.T, 0.0)
    shown = own * left[up]
    ends = np.zeros((7, number))
    after = left.copy()
    after[up] = np.maximum(after[up] - 1, 0.0)
    width = max(64, 400_000 // len(draws.size))
    room = np.empty(len(draws.size) * width)
    for start in range(0, number, width):
        stop = min(start + width, number)
        used = room[: len(draws.size) * (stop - start)].reshape(-1, stop - start)
        chances = products(after[:, start:stop], draws.chunks, most=draws.most, room=used)
        for low, high in _stretches(size[start:stop]):
            weights = draws.orders * below[size[start + low] + 1 + draws.size]
            ends[:5, start + low : start + high] = times(weights, chances[:, low:high]) * shown[start + low : start + high]
    full = shown * below[size + 1]
    if up in (ACE, TEN):
        ends[6] = shown * after[TEN if up == ACE else ACE] * below[size + 2]
    ends[5] = full - ends[6] - ends[:5].sum(axis=0)
    short = (np.asarray(shoe) - counts) @ np.arange(1, 11) <= 16
    ends[:, short & (full > 0)] = np.nan
    out = np.empty_like(ends)
    out[:, order] = ends
    return out


def _stretches(size: Ints) -> Iterator[tuple[int, int]]:
    """Stretches of equal size."""
    yield from pairwise([0, *(np.flatnonzero(np.diff(size)) + 1).tolist(), len(size)])


def _nets(rules: Rules, first: int, second: int, up: int) -> Iterator[tuple[int, Fraction | None]]:
    """The net result of two hands' ends for each of the dealer's; None where it is counted elsewhere."""
    for place, total in enumerate((*FINALS, 0)):
        yield place, _net(rules, first, total) + _net(rules, second, total)
    if rules.look.under(up + 1):
        yield 6, None
    elif rules.dealer_natural_takes is Takes.ALL:
        yield 6, -_stake(first) - _stake(second)
    else:
        yield 6, Fraction(0) if first == NATURAL else Fraction(-1)


def _stake(end: int) -> Fraction:
    """What an end loses to a natural that takes all."""
    return Fraction(0) if end == NATURAL else Fraction(2) if DOUBLED <= end < NATURAL or end == BUST_DOUBLED else Fraction(1)


def _net(rules: Rules, end: int, dealer: int) -> Fraction:
    """Net result of one hand's end against a dealer's total, 0 for a bust."""
    if end == NATURAL:
        return rules.natural_pays
    if end >= BUST:
        return -_stake(end)
    total, stake = 16 + end % 6, _stake(end)
    if dealer == total and total > 16:
        return Fraction(0)
    return rules.win_pays * stake if dealer < total else -stake
