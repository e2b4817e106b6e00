"""Rounds played twice with the same cards: by the kernel, and by the real Round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random

from bjlearn.cards import VALUES, Card, OrderedShoe, card
from bjlearn.game import Answer, Insure, Round
from bjlearn.rules import Action, Insurance, Rules
from bjlearn.simulation.given import Orders
from bjlearn.strategy import UPCARDS, Cell, Preferences, Shape, Strategy

CARDS: tuple[Card, ...] = tuple(card(name) for name in VALUES)
STAKE = 4 * 10**9
"""Chips of an opening stake, of which every payment that a test uses is a whole number."""


def by_round(rules: Rules, players: Sequence[Strategy], order: Sequence[int], *, insure: bool) -> tuple[list[Fraction], int]:
    """What each seat wins per opening stake, and the number of cards dealt: by the Round itself."""
    shoe = OrderedShoe([CARDS[value - 1] for value in order])
    seats = len(players)
    round_ = Round(rules, shoe, [STAKE] * seats, [10**20] * seats, range(seats))
    upcard = round_.upcard.value
    while (asked := round_.question) is not None:
        hand = [held.value for held in round_.seats[asked.seat].hands[asked.hand].cards]
        strategy = players[asked.seat]
        if asked.kind == "insurance":
            round_.do(Insure() if insure else Answer.NO_INSURANCE)
        elif asked.kind == "surrender":
            legal = {Action.STAND, *early_legal(round_)}
            chosen = strategy.choose(hand, upcard, legal)
            round_.do(Action.SURRENDER if chosen is Action.SURRENDER else Answer.NO_SURRENDER)
        else:
            round_.do(strategy.choose(hand, upcard, {Action(name) for name in round_.legal()}))
    nets = []
    for seat in round_.seats:
        net = sum((hand.net for hand in seat.hands if hand.net is not None), Fraction(seat.insurance_net or 0))
        nets.append(Fraction(net) / STAKE)
    return nets, len(order) - shoe.unused


def early_legal(round_: Round) -> set[Action]:
    """What could be done with the hand after the look, and giving it up."""
    asked = round_.question
    assert asked is not None
    rules, hand = round_.rules, round_.seats[asked.seat].hands[0]
    # the same two cards under an upcard where nobody looks, in a round of their own
    filler = [CARDS[1]] * 12
    again = Round(
        rules.replace(insurance=Insurance.NONE), OrderedShoe([hand.cards[0], CARDS[1], hand.cards[1], *filler]), [1], [100]
    )
    return {Action.SURRENDER, *(Action(name) for name in again.legal())}


def random_order(random: Random, size: int) -> list[int]:
    """An order of cards in which aces, tens and one other value come often, and so do naturals, insurance and pairs again."""
    often = random.randint(2, 9)
    weights = [random.choice((1, 1, 4))] + [1] * 8 + [4]
    weights[often - 1] += random.choice((0, 0, 3, 12))
    if random.random() < 0.1:
        weights[0] += 12
    return random.choices(range(1, 11), weights, k=size)


def random_strategy(random: Random, *, cards: bool = False) -> Strategy:
    """Any total strategy, by chance in every cell; with some hands played by their very cards."""

    def preferences() -> Preferences:
        order = random.sample([Action.SURRENDER, Action.SPLIT, Action.DOUBLE], random.randint(0, 3))
        return (*order, random.choice((Action.HIT, Action.STAND)))

    cells = {Cell(Shape.HARD, number, up): preferences() for number in range(4, 22) for up in UPCARDS}
    cells |= {Cell(Shape.SOFT, number, up): preferences() for number in range(12, 22) for up in UPCARDS}
    cells |= {Cell(Shape.PAIR, number, up): preferences() for number in range(1, 11) for up in UPCARDS if random.random() < 0.9}
    exact = {}
    if cards:
        for _ in range(400):
            hand = tuple(sorted(random.choices(range(1, 11), k=random.randint(2, 4))))
            if sum(hand) <= 21:
                exact[hand, random.choice(UPCARDS)] = preferences()
    return Strategy("random", cells, exact)


def compare(rules: Rules, players: Sequence[Strategy], orders: Iterable[Sequence[int]], *, insure: bool = False) -> int:
    """Hold the kernel to the Round, order by order; the number of rounds compared."""
    kernel = Orders(rules, players, insure=insure)
    count = 0
    for order in orders:
        expected = by_round(rules, players, order, insure=insure)
        found = kernel.play(order)
        assert found == expected, (str(rules), [player.name for player in players], list(order), found, expected)
        assert found[1] <= len(order) - 2
        count += 1
    return count
