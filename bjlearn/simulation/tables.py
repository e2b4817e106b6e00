"""Rules and strategies as arrays: all that the compiled kernel knows of a game.

Legality is settled here, by the one place that knows it (:mod:`bjlearn.legality`): for every node, upcard and context the table
holds the action itself, so the kernel looks up and never asks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bjlearn.legality import double_code, hit_code, split_code, surrender_code
from bjlearn.rules import Action, DoubleOn, Insurance, Push, Rules, Surrender, Takes
from bjlearn.simulation.habits import Habits, Player, Policy, policy_of
from bjlearn.simulation.nodes import NATURAL, SINGLE, Nodes, by_cards, by_total
from bjlearn.text import BjlearnError, Message

STAND, HIT, DOUBLE, SPLIT, SURRENDER, MIXED = range(6)
"""Actions as the kernel knows them; MIXED: chance decides, see :attr:`Book.chances`."""
CODES: dict[Action, int] = {
    Action.STAND: STAND,
    Action.HIT: HIT,
    Action.DOUBLE: DOUBLE,
    Action.SPLIT: SPLIT,
    Action.SURRENDER: SURRENDER,
}

FIRST, EARLY, AFTER_SPLIT, LAST_SPLIT, SPLIT_ACE, LATER, LATER_SPLIT = range(7)
"""Contexts of a decision: the first two cards; the same, asked before the look whether to surrender; two cards from a split,
while more hands may come and when not; a split ace that gets one card; more than two cards, on a first hand and after a split."""
CONTEXTS = 7

FREE, NO_CHIPS, ONE_CARD, NO_CARDS = range(4)
"""What lacks: nothing; chips to double or split; a second card to split; any card."""
VARIANTS = 4

BUST_CODE, NATURAL_CODE, SURRENDERED, DEALER_BUST = 0, 22, 23, 23
"""How a hand can end besides its total: the player's bust hand, a natural of either side, a surrender, the dealer's bust."""
ENDS = 24
DRAWING = 32
"""Dealer states from here on draw; below they are how the hand ended."""

MOST_SEATS = 7
CERTAIN = 2**32
"""A chance of 1, as the kernel compares it with 32 random bits."""


class SimulationError(BjlearnError):
    """Something asked of a simulation that cannot be."""


class Game(NamedTuple):
    """The rules as numbers. Money is in whole units, ``unit`` of which are one opening stake.

    Attributes:
        cards: cards in the shoe.
        seats: hands dealt each round.
        most_hands: most hands of a place after splits.
        ace_one: split aces get one card.
        split_natural: ace and ten after a split are a natural.
        early: surrender is asked before the look.
        takes_first: a late dealer natural takes the first stake only.
        insurance: insurance is offered.
        asks: something may be asked before play: early surrender, or insurance that somebody takes.
        look_ace: the dealer looks under an ace.
        look_ten: the dealer looks under a ten-valued card.
        stays: a push stays on the table.
        unit: units of one opening stake.
        half: units of half a stake.
        insured: units that insurance of half a stake wins.
        cut_low: fewest cards dealt before the cut card comes; 0: the shoe is shuffled before every round.
        cut_high: most cards dealt before it comes.
        lowest: units of the lowest net result of a round that can be.
        span: number of different whole results from there to the highest.
    """

    cards: int
    seats: int
    most_hands: int
    ace_one: int
    split_natural: int
    early: int
    takes_first: int
    insurance: int
    asks: int
    look_ace: int
    look_ten: int
    stays: int
    unit: int
    half: int
    insured: int
    cut_low: int
    cut_high: int
    lowest: int
    span: int


class Book(NamedTuple):
    """The tables. Nodes of all strategies stand in one row of nodes, each seat knows where its own begin.

    Attributes:
        child: node after one more card, flat (N, 10), uint16.
        total: total of a node, (N,), uint8.
        action: what to do, flat (4 lacks, 7 contexts, N, 10 upcards), uint8.
        mixed: row of ``chances`` where the action is MIXED, in the same order, int32; one entry where nothing is mixed.
        chances: for each row five running chances, flat, int64, 2^32 is certain.
        single: by seat, the node of a single ace; the other cards follow, int64.
        natural: by seat, the node of ace and ten on two cards, int64.
        insures: by seat, the chance that insurance is taken, int64, 2^32 is certain.
        pay: units that a hand wins per opening stake on it, flat (24 player ends, 24 dealer ends), int64.
        dealt: the dealer's state after two cards, flat (10, 10), uint8.
        draws: the dealer's state after one more card, flat (states from 32 on, 10), uint8.
        dealer_total: total of a dealer's state from 32 on, uint8.
    """

    child: NDArray[np.uint16]
    total: NDArray[np.uint8]
    action: NDArray[np.uint8]
    mixed: NDArray[np.int32]
    chances: NDArray[np.int64]
    single: NDArray[np.int64]
    natural: NDArray[np.int64]
    insures: NDArray[np.int64]
    pay: NDArray[np.int64]
    dealt: NDArray[np.uint8]
    draws: NDArray[np.uint8]
    dealer_total: NDArray[np.uint8]


def unit_of(rules: Rules) -> int:
    """Units of one opening stake: the fewest that keep every payment whole."""
    return math.lcm(
        2, rules.natural_pays.denominator, rules.win_pays.denominator, 2 * rules.insurance_pays.denominator
    )  # 2: half a stake for surrender and insurance


def make_game(rules: Rules, seats: int, *, cut_card: bool) -> Game:
    """The rules as numbers.

    Args:
        rules: of the game.
        seats: hands dealt each round.
        cut_card: deal on until the cut card comes; else shuffle before every round.

    Raises:
        SimulationError: too many seats, or a cut card in a game that has none.
    """
    if type(seats) is not int or not 1 <= seats <= MOST_SEATS:
        raise SimulationError(Message("A round has 1 to {most} hands, not {count}.", most=MOST_SEATS, count=str(seats)[:20]))
    cards = 52 * rules.decks
    low = high = 0
    if cut_card:
        if rules.cut_card is None:
            raise SimulationError(
                Message("These rules have no cut card; give them one, such as cut_card=0.75-0.85, or shuffle before every round.")
            )
        low = max(1, math.ceil(rules.cut_card[0] * cards))
        high = max(low, math.floor(rules.cut_card[1] * cards))
    unit = unit_of(rules)
    stakes = rules.max_hands * (1 if rules.double_on is DoubleOn.NONE else 2)
    insured = int(rules.insurance_pays * unit / 2)
    best = max(int(rules.win_pays * unit) * stakes, int(rules.natural_pays * unit) * rules.max_hands) + insured
    lowest = -seats * (stakes * unit + unit // 2)
    return Game(
        cards=cards,
        seats=seats,
        most_hands=rules.max_hands,
        ace_one=int(rules.split_aces_one_card),
        split_natural=int(rules.natural_after_split),
        early=int(rules.surrender is Surrender.EARLY),
        takes_first=int(rules.dealer_natural_takes is Takes.FIRST),
        insurance=int(rules.insurance is not Insurance.NONE),
        asks=int(rules.surrender is Surrender.EARLY or rules.insurance is not Insurance.NONE),
        look_ace=int(rules.look.under(1)),
        look_ten=int(rules.look.under(10)),
        stays=int(rules.push is Push.STAYS),
        unit=unit,
        half=unit // 2,
        insured=insured,
        cut_low=low,
        cut_high=high,
        lowest=lowest,
        span=seats * best - lowest + 1,
    )


def make_book(rules: Rules, players: Sequence[Player], *, insure: bool = False) -> Book:
    """The tables of a game with these players.

    Args:
        rules: of the game.
        players: one for each seat, in dealing order.
        insure: whether those whose strategy does not say take insurance.

    Raises:
        StrategyError: a strategy has no answer to a situation.
    """
    distinct = list(dict.fromkeys(players))
    sets = [by_cards() if _looks_at_cards(player) else by_total() for player in distinct]
    starts = np.concatenate(([0], np.cumsum([len(nodes) for nodes in sets])))
    child = np.concatenate([_shifted(nodes, int(start)) for nodes, start in zip(sets, starts[:-1], strict=True)])
    actions: list[NDArray[np.uint8]] = []
    rows: list[NDArray[np.int32]] = []
    chances: dict[tuple[int, ...], int] = {}
    for player, nodes in zip(distinct, sets, strict=True):
        found, row = _resolved(rules, player, nodes, chances)
        actions.append(found)
        rows.append(row)
    place = {player: int(start) for player, start in zip(distinct, starts[:-1], strict=True)}
    return Book(
        child=np.ascontiguousarray(child.reshape(-1)),
        total=np.concatenate([nodes.total for nodes in sets]),
        action=np.concatenate(actions, axis=2).reshape(-1),
        mixed=np.concatenate(rows, axis=2).reshape(-1) if chances else np.zeros(1, np.int32),
        chances=np.array([*chances] or [(0,) * 5], dtype=np.int64).reshape(-1),
        single=np.array([place[player] + SINGLE for player in players], dtype=np.int64),
        natural=np.array([place[player] + NATURAL for player in players], dtype=np.int64),
        insures=np.array([_insures(player, insure=insure) for player in players], dtype=np.int64),
        pay=_payments(rules),
        **_dealer(rules.hits_soft_17),
    )


def _looks_at_cards(player: Player) -> bool:
    strategy = player.otherwise if isinstance(player, Habits) else player
    return bool(strategy.by_cards)


def _insures(player: Player, *, insure: bool) -> int:
    return round(player.insures * CERTAIN) if isinstance(player, Habits) else CERTAIN * insure


def _shifted(nodes: Nodes, start: int) -> NDArray[np.uint16]:
    """Children where the nodes begin at another number; bust stays 0 for all."""
    return np.where(nodes.child == 0, 0, nodes.child + start).astype(np.uint16)


def _legal(rules: Rules, nodes: Nodes) -> NDArray[np.uint8]:
    """Which actions are legal, as bits 1 << action, shape (lacks, contexts, N, 10)."""
    found = np.full((VARIANTS, CONTEXTS, len(nodes), 10), 1 << STAND, dtype=np.uint8)
    for node in range(1, len(nodes)):
        for context in range(CONTEXTS):
            bits = _bits(rules, nodes, node, context)
            found[FREE, context, node] |= bits
            if context <= EARLY:
                for up in range(10):
                    looked = rules.look.under(up + 1) and context == FIRST
                    if surrender_code(rules, 2, from_split=False, looked=looked) is None:
                        found[FREE, context, node, up] |= 1 << SURRENDER
    if rules.stop_at_21:
        found[FREE][:, nodes.total == 21] = 1 << STAND
    if rules.natural_after_split:
        found[FREE][(AFTER_SPLIT, LAST_SPLIT, SPLIT_ACE), NATURAL] = 1 << STAND
    for variant, gone in ((NO_CHIPS, (DOUBLE, SPLIT)), (ONE_CARD, (SPLIT,)), (NO_CARDS, (HIT, DOUBLE, SPLIT))):
        found[variant] = found[FREE] & ~np.uint8(sum(1 << action for action in gone))
    return found


def _bits(rules: Rules, nodes: Nodes, node: int, context: int) -> int:
    """The legal actions but surrender and stand."""
    from_split = context not in (FIRST, EARLY, LATER)
    split_ace = context == SPLIT_ACE
    cards = 3 if context in (LATER, LATER_SPLIT) else 2
    bits = 0
    if hit_code(rules, split_ace=split_ace) is None:
        bits |= 1 << HIT
    points, soft = int(nodes.points[node]), bool(nodes.soft[node])
    if double_code(rules, points, cards, soft=soft, from_split=from_split, split_ace=split_ace) is None:
        bits |= 1 << DOUBLE
    pair = int(nodes.pair[node])
    hands = rules.max_hands if context == LAST_SPLIT else 1  # the kernel knows the true number; here only full or not
    if pair and split_code(rules, pair, pair, cards, hands, from_split=from_split) is None:
        bits |= 1 << SPLIT
    return bits


def _resolved(
    rules: Rules, player: Player, nodes: Nodes, chances: dict[tuple[int, ...], int]
) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """What a player does everywhere, (lacks, contexts, N, 10), and the rows of chances where that is mixed."""
    policies: dict[Policy, int] = {}
    which = np.zeros((len(nodes), 10), dtype=np.int64)
    for node in range(1, len(nodes)):
        values = nodes.example[node]
        if len(values) < 2:
            continue  # a single card is asked nothing
        for up in range(10):
            policy = policy_of(player, values, up + 1)
            which[node, up] = policies.setdefault(policy, len(policies))
    code = np.zeros((len(policies), 32), dtype=np.uint8)
    row = np.zeros((len(policies), 32), dtype=np.int32)
    for policy, number in policies.items():
        for legal in range(32):
            code[number, legal], row[number, legal] = _chosen(policy, legal | 1, chances)
    legal_bits = _legal(rules, nodes)
    return code[which, legal_bits], row[which, legal_bits]


def _chosen(policy: Policy, legal: int, chances: dict[tuple[int, ...], int]) -> tuple[int, int]:
    """The action that follows from preferences where some are legal, or MIXED and the row of its chances."""
    share = [Fraction(0)] * 5
    for chance, order in policy:
        wanted = (CODES[action] for action in order)
        share[next((action for action in wanted if legal >> action & 1), STAND)] += Fraction(chance)
    whole = sum(share, Fraction(0))
    if max(share) == whole:
        return share.index(whole), 0
    running, sums = Fraction(0), []
    for part in share:
        running += part
        sums.append(round(running / whole * CERTAIN))
    return MIXED, chances.setdefault(tuple(sums), len(chances))


def _payments(rules: Rules) -> NDArray[np.int64]:
    """Units won per opening stake for each end of the player's and the dealer's hand."""
    unit = unit_of(rules)
    win, natural = int(rules.win_pays * unit), int(rules.natural_pays * unit)
    pay = np.zeros((ENDS, ENDS), dtype=np.int64)
    pay[BUST_CODE, :] = -unit
    for total in range(1, 22):
        for dealer in range(22):
            pay[total, dealer] = win if total > dealer else 0 if total == dealer else -unit
        pay[total, NATURAL_CODE], pay[total, DEALER_BUST] = -unit, win
    pay[NATURAL_CODE, :], pay[NATURAL_CODE, NATURAL_CODE] = natural, 0
    pay[SURRENDERED, :] = -(unit // 2)
    return pay.reshape(-1)


def _dealer(hits_soft_17: bool) -> dict[str, NDArray[np.uint8]]:
    """The dealer's hand as states."""
    nodes = by_total()
    stands = (nodes.total > 17) | ((nodes.total == 17) & ~(nodes.soft & hits_soft_17))
    state = np.where(stands, nodes.total, DRAWING + np.arange(len(nodes))).astype(np.uint8)
    state[0], state[NATURAL] = DEALER_BUST, NATURAL_CODE
    draws = state[nodes.child]
    # a natural is two cards; the same 21 cannot come later, so every other way to it is a plain total
    return {"dealt": draws[SINGLE : SINGLE + 10].reshape(-1), "draws": draws.reshape(-1), "dealer_total": nodes.total}
