"""The total strategy: one order of preference for each total, softness or pair, the best of its kind.

A hand passes any cell at most once on its way: every card raises the points. So a change of one cell changes the return by a
sum over the situations in that cell, how often each arises times how much better the new action is there, split hands included;
it is exact, not a first order. All cells' gains come out of one pass through all hands. From a good start, the cells that
gain are changed until none does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from bjlearn.exact.composition import Composition
from bjlearn.exact.hands import Bools, Floats, Ints, all_hands
from bjlearn.exact.plans import Game, Outcome, Plan, deal_counts, first_values, later_actions, pair_rows, play, played, returns
from bjlearn.exact.values import DOUBLE, HIT, SPLIT, STAND, SURRENDER

OPTIONS: tuple[tuple[int, ...], ...] = (
    (STAND,),
    (HIT,),
    (DOUBLE, STAND),
    (DOUBLE, HIT),
    (SURRENDER, STAND),
    (SURRENDER, HIT),
    (SURRENDER, DOUBLE, STAND),
    (SURRENDER, DOUBLE, HIT),
    (SPLIT, STAND),
    (SPLIT, HIT),
    (SPLIT, DOUBLE, STAND),
    (SPLIT, DOUBLE, HIT),
)
"""What a cell may say: orders of preference. Surrender and split are for the first two cards, double not for every hand."""

FIRST = np.array([order[0] for order in OPTIONS])
DOUBLED = np.array([next(action for action in order if action < SPLIT) for order in OPTIONS])
PLAIN = np.array([next(action for action in order if action < DOUBLE) for order in OPTIONS])

CELLS = 38
HARD_FROM, SOFT_FROM, PAIR_FROM = 0, 18, 28
GAIN = 1e-15
"""A cell is changed for more than this much of the opening stake: less is rounding."""
ROUNDS = 60
"""Most times that the table is changed; a handful is usual."""


@cache
def cells() -> tuple[Ints, Ints]:
    """The cell of each hand, and its cell were it no pair, both of shape (H,).

    Cells 0 to 17 are hard 4 to 21, 18 to 27 soft 12 to 21, 28 to 37 the pairs, ace first. Hands of fewer than two cards are in
    cell 0 and never looked at.
    """
    hands = all_hands()
    cell = np.where(hands.soft, SOFT_FROM + hands.total - 12, HARD_FROM + np.maximum(hands.total, 4) - 4)
    by_total = cell.copy()
    cell[pair_rows()] = PAIR_FROM + np.arange(10)
    return cell, by_total


@dataclass(frozen=True, eq=False, slots=True)
class Total:
    """The best total strategy found, with what it is worth.

    Attributes:
        option: number in :data:`OPTIONS` for each cell and upcard, shape (38, 10).
        plan: the same as a plan for hands.
        outcome: what it is worth on every hand.
        first: joint value of each first action on two cards, shape (5, H, 10).
        returns: return by upcard, shape (10,).
        gains: what each option in each cell would change, shape (12, 38, 10); -inf where it makes no sense.
        stale: cells whose fall-back after surrender must follow other changes, shape (38, 10).
    visits: how often each cell is met in a round, shape (38, 10).
    """

    option: Ints
    plan: Plan
    outcome: Outcome
    first: Floats
    returns: Floats
    gains: Floats
    stale: Bools
    visits: Floats


def plan_of(game: Game, option: Ints) -> Plan:
    """A plan for hands from options for cells."""
    cell, _ = cells()
    first = FIRST[option][cell]
    # what is not offered at all is passed over; double is looked up by the hand
    double = np.where(game.doubles[:, None], DOUBLED[option][cell], PLAIN[option][cell])
    first = np.where(first == DOUBLE, double, first)
    return Plan(first, DOUBLED[option][cell], PLAIN[option][cell])


def solve(game: Game, start: Composition) -> Total:
    """The total strategy that no change of one cell can better.

    Args:
        game: the game.
        start: the best play by the very cards, whose values choose the first table.
    """
    option, plain = _start(game, start)
    current = _measure(game, option)
    for _ in range(ROUNDS):
        better = np.argmax(current.gains, axis=0)
        gain = np.max(current.gains, axis=0)
        changes = (gain > GAIN) | current.stale
        if not changes.any():
            break
        # all cells that gain at once; where that is not better than before, the one that gains most
        found = _measure(game, np.where(changes, better, current.option))
        worse = changes.any(axis=0) & ~current.stale.any(axis=0) & ~(found.returns > current.returns)
        if worse.any():
            option = np.where(worse, current.option, found.option)
            for upcard in np.flatnonzero(worse):
                cell = np.argmax(gain[:, upcard])
                option[cell, upcard] = better[cell, upcard]
            found = _measure(game, option)
        current = found
    return _settle_ties(game, current, plain)


def _settle_ties(game: Game, found: Total, plain: Ints) -> Total:
    """Where a fall-back makes no difference, because no hand comes to need it, say what is sound on average.

    Args:
        game: the game.
        found: a table that no change betters.
        plain: stand or hit, what is better on average in each cell, shape (38, 10).
    """
    numbers = np.arange(len(OPTIONS))[:, None, None]
    tied = (found.gains >= -GAIN) & (FIRST[:, None, None] == FIRST[found.option])
    tied &= DOUBLED[:, None, None] == DOUBLED[found.option]
    score = 2 * (PLAIN[:, None, None] == plain) + (numbers == found.option)
    option: Ints = np.argmax(np.where(tied, score, -1), axis=0)
    return found if (option == found.option).all() else _measure(game, option)


def _start(game: Game, start: Composition) -> tuple[Ints, Ints]:
    """A first table: in each cell what is best on average over the hands dealt and drawn to, each order of cards once.

    Returns:
        The option of each cell, and stand or hit for hands that may do nothing else; both of shape (38, 10).
    """
    hands = all_hands()
    cell, by_total = cells()
    rows = np.flatnonzero(hands.size >= 2)
    values = np.where(np.isfinite(start.later), start.later, 0.0)
    own, none = cell[rows], np.ones((1, 10))
    can = _by_cell(game.doubles[:, None] * none, cell, rows) > 0
    acts = _by_cell(game.acts[:, None] * none, by_total, rows) + _by_cell(game.acts[:, None] * none, cell, rows) > 0
    stand, hit, double = (_by_cell(values[action], cell, rows) for action in (STAND, HIT, DOUBLE))
    # totals that only a pair has, looked up by another hand: as the pair
    empty = np.setdiff1d(by_total[rows], own)
    for action, table in ((STAND, stand), (HIT, hit), (DOUBLE, double)):
        table[empty] = _by_cell(values[action], by_total, rows)[empty]
    two = np.flatnonzero(hands.size == 2)
    first = np.where(np.isfinite(start.first), start.first, 0.0)
    sums = np.stack([_by_cell(first[action], cell, two) for action in range(5)])
    offered = np.stack([_by_cell(np.isfinite(start.first[action]).astype(float), cell, two) > 0 for action in range(5)])
    sums[~offered] = -np.inf
    best = np.argmax(sums, axis=0)
    plain = np.where((hit > stand) & acts, HIT, STAND)
    doubles = can & (double > np.maximum(hit, stand)) & (best == DOUBLE)
    option: Ints = np.where(doubles, np.where(plain == HIT, 3, 2), plain)
    option = np.where(best == SURRENDER, np.where(plain == HIT, 5, 4), option)
    split_option = np.where(plain == HIT, 9, 8)
    return np.where(best == SPLIT, split_option, option), plain


def _by_cell(values: Floats, cell: Ints, rows: Ints) -> Floats:
    """Sums over the hands of each cell, shape (38, 10)."""
    out = np.zeros((CELLS, 10))
    np.add.at(out, cell[rows], values[rows])
    return out


def reaches(game: Game, plan: Plan) -> tuple[Floats, Floats]:
    """In how many orders of cards each hand is met by a plan: hands not split, shape (H, 10); split hands, shape (S, 10)."""
    hands, split = all_hands(), game.split
    later, after = later_actions(game, plan)
    rows, orders = deal_counts()
    reach = np.zeros((len(hands) + 1, 10))
    reach[rows] = orders[:, None]
    drawn = later == HIT
    drawn[rows] = plan.first[rows] == HIT
    drawn[hands.row((1, 10))] = False
    _spread(reach, hands.child, tuple(hands.levels_down())[::-1], drawn)
    splits = np.zeros((len(split) + 1, 10))
    active = plan.first[pair_rows()] == SPLIT
    for value in range(10):
        splits[split.first[value][split.first[value] >= 0]] = active[value]
    _spread(splits, split.child, split.levels[::-1], after == HIT)
    return reach[:-1], splits[:-1]


def _spread(reach: Floats, child: Ints, levels: tuple[slice, ...], drawn: Bools) -> None:
    """Add to each hand's orders those that come from hands that draw."""
    for rows in levels:
        moved = np.where(drawn[rows], reach[:-1][rows], 0.0)
        some = np.flatnonzero(moved.any(axis=1))
        moved, below = moved[some], child[rows][some]
        for card in range(10):
            # in one sum of points, one card leads each hand to another hand
            reach[below[:, card]] += moved


def _measure(game: Game, option: Ints) -> Total:
    """What a table is worth, and what each change of one cell would add."""
    cell, _ = cells()
    hands, split = all_hands(), game.split
    plan = plan_of(game, option)
    outcome = play(game, plan)
    first = first_values(game, outcome)
    reach, splits = reaches(game, plan)
    two = deal_counts()[0]
    two = two[two != hands.row((1, 10))]
    more = np.flatnonzero((hands.size > 2) & reach.any(axis=1))
    sums = _Sums.empty()
    known = np.where(np.isfinite(first), first, 0.0)
    for action in range(5):
        sums.first[action] = _by_cell(known[action] * reach, cell, two)
    acts = game.acts[:, None]
    values = (game.base.stand, np.where(acts, outcome.hit, game.base.stand), 2.0 * game.base.once)
    sums.add(values, reach, game.doubles, cell, more)
    rows = split.hand
    met = np.flatnonzero(splits.any(axis=1) & game.split_acts)
    values = (game.split_base.stand, outcome.split_hit, 2.0 * game.split_base.once)
    at_start = np.zeros(len(split), np.bool_)
    own = np.array([split.first[value, value] for value in range(10)])
    at_start[own[own >= 0]] = True
    sums.add(values, splits, game.split_doubles, cell[rows], met[~at_start[met]])
    offered = np.zeros((5, CELLS, 10), np.bool_)
    for action in range(5):
        offered[action] = _by_cell(np.isfinite(first[action]).astype(np.float64), cell, two) > 0
    may_double = _by_cell(game.doubles[:, None] * np.ones((1, 10)), cell, np.flatnonzero(hands.size >= 2)) > 0
    gains, stale = _gains(game, option, sums, outcome, offered, may_double, own)
    returned = returns(game, played(first, plan.first))
    visits = _visits(game, reach, splits)
    return Total(option, plan, outcome, first, returned, gains, stale, visits)


@dataclass(frozen=True, eq=False, slots=True)
class _Sums:
    """Sums of values over the situations of each cell, weighted with the orders in which they are met.

    Attributes:
        first: on the first two cards, by action, shape (5, 38, 10).
        doubled: on other hands that may be doubled, shape (3, 38, 10).
        plain: on hands that may not, shape (3, 38, 10).
    """

    first: Floats
    doubled: Floats
    plain: Floats

    @classmethod
    def empty(cls) -> _Sums:
        return cls(np.zeros((5, CELLS, 10)), np.zeros((3, CELLS, 10)), np.zeros((3, CELLS, 10)))

    def add(self, values: tuple[Floats, ...], reach: Floats, doubles: Bools, cell: Ints, rows: Ints) -> None:
        """Add situations, those that may be doubled apart."""
        for part, chosen in ((self.doubled, rows[doubles[rows]]), (self.plain, rows[~doubles[rows]])):
            if len(chosen):
                for action in range(3):
                    np.add.at(part[action], cell[chosen], values[action][chosen] * reach[chosen])


def _gains(
    game: Game, option: Ints, sums: _Sums, outcome: Outcome, offered: Bools, may_double: Bools, own: Ints
) -> tuple[Floats, Bools]:
    """What each option would change, shape (12, 38, 10), and which cells must change in any case, shape (38, 10).

    What to do where surrender is not legal is what the cell would say if surrender were not offered at all, the first two cards
    counted; every other choice is free.
    """
    gains = np.full((len(OPTIONS), CELLS, 10), -np.inf)
    for number in range(len(OPTIONS)):
        first, doubled, plain = int(FIRST[number]), int(DOUBLED[number]), int(PLAIN[number])
        # a double that the first two cards do not allow falls back like any other
        start = np.where(offered[DOUBLE], sums.first[first], sums.first[plain]) if first == DOUBLE else sums.first[first]
        value = start + sums.doubled[doubled] + sums.plain[plain]
        sense = offered[first] if first >= SPLIT else np.ones((CELLS, 10), np.bool_)
        sense = sense & (may_double if DOUBLE in OPTIONS[number] else True)
        if first == SPLIT:
            value[PAIR_FROM:] += _pair_change(game, option, number, outcome, own)
        gains[number] = np.where(sense, value, -np.inf)
    now = np.take_along_axis(gains, option[None], axis=0)
    instead = np.argmax(gains[:SURRENDER], axis=0)
    for number in range(SURRENDER):
        gains[SURRENDER + number] = np.where(instead == number, gains[SURRENDER + number], -np.inf)
    gains = np.where(np.isfinite(gains), gains - now, gains)
    return gains, np.take_along_axis(gains, option[None], axis=0)[0] == -np.inf


def _pair_change(game: Game, option: Ints, number: int, outcome: Outcome, own: Ints) -> Floats:
    """What another action on a pair that cannot be split again adds to the split's own value, shape (10, 10)."""
    change = np.zeros((10, 10))
    for value in range(10):
        row = own[value]
        if row < 0 or not game.split_acts[row]:
            continue
        doubles = bool(game.split_doubles[row])
        values = np.stack([game.split_base.stand[row], outcome.split_hit[row], 2.0 * game.split_base.once[row]])
        now = (DOUBLED if doubles else PLAIN)[option[PAIR_FROM + value]]
        new = int((DOUBLED if doubles else PLAIN)[number])
        change[value] = values[new] - np.take_along_axis(values, now[None], axis=0)[0]
    return change


def _visits(game: Game, reach: Floats, splits: Floats) -> Floats:
    """How often each cell is met in a round on which something can be decided, shape (38, 10)."""
    cell, _ = cells()
    hands = all_hands()
    rows = np.flatnonzero((hands.size >= 2) & (np.arange(len(hands)) != hands.row((1, 10))) & game.acts)
    out = _by_cell(game.base.mass * reach, cell, rows)
    rows = np.flatnonzero(game.split_acts)
    np.add.at(out, cell[game.split.hand[rows]], game.split_base.mass[rows] * splits[rows])
    return out
