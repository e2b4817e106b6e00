"""The real Table with the very cards that the kernel deals: what compiled rounds do, done again by the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from bjlearn.cards import Card, Shoe, fresh_cards
from bjlearn.game import Answer, Insure, Round, Table
from bjlearn.rules import Action, Rules
from bjlearn.simulation import shuffle
from bjlearn.simulation.chunks import fresh_shoe, stream
from bjlearn.simulation.tables import make_game
from bjlearn.strategy import Strategy
from tests.simulation.orders import CARDS, early_legal


class KernelShoe(Shoe):
    """A shoe that deals what the kernel deals, by the kernel's own shuffle."""

    def __init__(self, rules: Rules, seats: int, seed: int, purpose: str, number: int = 0) -> None:
        super().__init__(fresh_cards(rules.decks), Random(0))
        self.stock = fresh_shoe(rules.decks)
        self.counter = np.uint64(stream(seed, purpose, number))
        self.position = self.mixed = self.start = 0
        self.ahead = 4 * (seats + 1)

    @property
    def left(self) -> int:
        return len(self.stock) - self.position

    @property
    def discards(self) -> int:
        return self.start

    def shuffle(self) -> None:
        self.position = self.mixed = self.start = 0

    def begin_round(self) -> None:
        self.start = self.position
        while self.mixed < self.position + self.ahead and self.mixed + 4 <= len(self.stock):
            self.counter = np.uint64(shuffle.mix_four(self.stock, self.mixed, len(self.stock), self.counter))
            self.mixed += 4

    def draw(self) -> Card:
        before = self.start
        value, self.position, self.mixed, self.start, counter = shuffle.draw(
            self.stock, self.position, self.mixed, self.start, len(self.stock), self.counter
        )
        self.counter = np.uint64(counter)
        self.refills += self.start != before
        return CARDS[value]


class KernelTable(Table):
    """A table whose shoe and cut card are the kernel's."""

    def __init__(
        self,
        rules: Rules,
        bankrolls: Sequence[int],
        *,
        seats: int,
        seed: int,
        purpose: str,
        number: int = 0,
        cut_card: bool = False,
    ) -> None:
        game = make_game(rules, seats, cut_card=cut_card)
        self.bounds = game.cut_low, game.cut_high
        super().__init__(rules, bankrolls, shoe=KernelShoe(rules, seats, seed, purpose, number))

    def _place_cut_card(self) -> int | None:
        shoe = self._shoe
        assert isinstance(shoe, KernelShoe)
        if not self.bounds[0]:
            return None
        place, counter = shuffle.cut_place(*self.bounds, shoe.counter)
        shoe.counter = np.uint64(counter)
        return int(place)


def play_out(round_: Round, strategy: Strategy, *, insure: bool) -> Round:
    """Play a round to its end; insurance is of half the stake, or not taken."""
    upcard = round_.upcard.value
    while (asked := round_.question) is not None:
        hand = [held.value for held in round_.hand.cards]
        if asked.kind == "insurance":
            round_.do(Insure() if insure and round_.may(Insure()) else Answer.NO_INSURANCE)
        elif asked.kind == "surrender":
            chosen = strategy.choose(hand, upcard, {Action.STAND, *early_legal(round_)})
            round_.do(Action.SURRENDER if chosen is Action.SURRENDER else Answer.NO_SURRENDER)
        else:
            round_.do(strategy.choose(hand, upcard, {Action(name) for name in round_.legal()}))
    return round_
