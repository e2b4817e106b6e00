"""Rounds at flat stakes, compiled."""

# mypy: disable-error-code="assignment,return-value,arg-type"
# compiled, a NumPy whole number and an int are the same

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bjlearn.simulation.compiled import kernel
from bjlearn.simulation.kernel import DEAL, ENDLESS, NET, play_round
from bjlearn.simulation.shuffle import Cards, cut_place, mix_four
from bjlearn.simulation.tables import Book, Game

Whole = NDArray[np.int64]
Floats = NDArray[np.float64]

DEALS = 100
"""Deals of a hand: the second card to the hand less the ace, ten times the first."""


@kernel
def play_flat(
    game: Game,
    book: Book,
    shoe: Cards,
    counter: np.uint64,
    marks: Whole,
    counts: Whole,
    nets: Whole,
    cells: Whole,
    squares: Floats,
    seats: Whole,
    totals: Whole,
    running: Floats,
    shoes: Floats,
    stakes: Whole,
    scratch: Whole,
    ordered: int,
) -> int:
    """Play a chunk of rounds, the shoe fresh at its beginning. All that is found is added to the arrays given.

    Args:
        game: the rules.
        book: the tables.
        shoe: the cards in any order.
        counter: where the random bits of the chunk start.
        marks: after how many rounds the sums are noted, rising; the last is the number of rounds.
        counts: how often each net result of a round came, from the lowest on, (span,); empty where there are too many.
        nets: then the net result of each round; else empty.
        cells: by first two cards and upcard how many hands and units won, flat (100, 10, 2).
        squares: by first two cards and upcard the sum of squares, flat (100, 10).
        seats: by seat units won, (seats,).
        totals: units won up to each mark, (marks,).
        running: sum of squares of rounds and sum of squares of hands up to each mark, (marks, 2).
        shoes: over all shoes the sum of squares of units won, of units won times rounds, of squares of rounds, and their number.
        stakes: by seat, how many times the unit stake is staked.
        scratch: room for SCRATCH numbers.
        ordered: 1 where the order of the shoe is given: it is played as it lies.

    Returns:
        Number of cards dealt by then since the last shuffle.
    """
    cards, ahead = game.cards, 4 * (game.seats + 1)
    position, mixed, start = np.int64(0), np.int64(cards if ordered else 0), np.int64(0)
    endless = np.int64(ENDLESS)
    cut, counter = cut_place(game.cut_low, game.cut_high, counter)
    total, square, hand_square = 0, 0.0, 0.0
    shoe_total, shoe_rounds = 0, 0
    done = 0
    for mark in range(len(marks)):
        while done < marks[mark]:
            # a few cards ahead: the play need not wait for random numbers
            while mixed < position + ahead and mixed + 4 <= cards:
                counter = mix_four(shoe, mixed, cards, counter)
                mixed += 4
            began = start = position
            position, mixed, start, counter, up = play_round(
                game, book, shoe, position, mixed, start, counter, endless, stakes, scratch
            )
            won = 0
            for seat in range(game.seats):
                net = scratch[NET + seat]
                won += net
                cell = np.uint64((scratch[DEAL + seat] * 10 + scratch[DEAL + game.seats + 1 + seat]) * 10 + up)
                cells[cell * np.uint64(2)] += 1
                cells[cell * np.uint64(2) + np.uint64(1)] += net
                squares[cell] += float(net) * float(net)
                if game.seats > 1:
                    seats[seat] += net
                    hand_square += float(net) * float(net)
            total += won
            square += float(won) * float(won)
            if len(nets) == 0:
                counts[np.uint64(won - game.lowest)] += 1
            else:
                nets[done] = won
            done += 1
            if ordered:
                continue
            if game.cut_low == 0:
                position = mixed = 0
                continue
            shoe_total += won
            shoe_rounds += 1
            if position >= cut or start != began:
                shoes[0] += float(shoe_total) * float(shoe_total)
                shoes[1] += float(shoe_total) * float(shoe_rounds)
                shoes[2] += float(shoe_rounds) * float(shoe_rounds)
                shoes[3] += 1.0
                shoe_total, shoe_rounds = 0, 0
                position = mixed = 0
                cut, counter = cut_place(game.cut_low, game.cut_high, counter)
        totals[mark] = total
        running[mark, 0] = square
        running[mark, 1] = square if game.seats == 1 else hand_square
    if shoe_rounds > 0:
        shoes[0] += float(shoe_total) * float(shoe_total)
        shoes[1] += float(shoe_total) * float(shoe_rounds)
        shoes[2] += float(shoe_rounds) * float(shoe_rounds)
        shoes[3] += 1.0
    if game.seats == 1:
        seats[0] += total
    return position
