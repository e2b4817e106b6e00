"""One round from a given order of cards: how tests hold the kernel to the game, and a single round can be looked at."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from bjlearn.rules import Rules
from bjlearn.simulation.habits import Player
from bjlearn.simulation.tables import MOST_SEATS, Book, Game, make_book, make_game


def play_order(game: Game, book: Book, order: Sequence[int]) -> tuple[list[int], int]:
    """Play one round with the cards in this order.

    Args:
        game: the rules as numbers.
        book: the tables.
        order: values of the cards as they leave the shoe, ace as 1. Where fewer than two are left, what needs them is not legal.

    Returns:
        Units won by each seat, and the number of cards dealt.
    """
    from bjlearn.simulation.flat import DEALS, play_flat
    from bjlearn.simulation.kernel import SCRATCH

    shoe = np.array(order, dtype=np.uint8) - np.uint8(1)
    seats = np.zeros(game.seats, np.int64)
    used = play_flat(
        game._replace(cards=len(shoe), cut_low=0, cut_high=0),
        book,
        shoe,
        np.uint64(0),
        np.ones(1, np.int64),
        np.zeros(0, np.int64),
        np.zeros(1, np.int64),
        np.zeros(DEALS * 20, np.int64),
        np.zeros(DEALS * 10),
        seats,
        np.zeros(1, np.int64),
        np.zeros((1, 2)),
        np.zeros(4),
        np.ones(MOST_SEATS, np.int64),
        np.zeros(SCRATCH, np.int64),
        1,
    )
    return seats.tolist(), int(used)


class Orders:
    """A game that is played from given orders of cards.

    Args:
        rules: of the game.
        players: one for each seat, in dealing order.
        insure: whether insurance is taken where it is offered.
    """

    def __init__(self, rules: Rules, players: Sequence[Player], *, insure: bool = False) -> None:
        self._game = make_game(rules, len(players), cut_card=False)
        self._book = make_book(rules, players, insure=insure)

    def play(self, order: Sequence[int]) -> tuple[list[Fraction], int]:
        """Net result of each seat per opening stake, and the number of cards dealt; see :func:`play_order`."""
        units, used = play_order(self._game, self._book, order)
        return [Fraction(won, self._game.unit) for won in units], used
