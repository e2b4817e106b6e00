# mypy: disable-error-code="assignment,return-value,arg-type"
# compiled, a NumPy whole number and an int are the same

"""Sessions with a bankroll, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bjlearn.simulation.compiled import kernel
from bjlearn.simulation.kernel import NET, STANDING, play_round
from bjlearn.simulation.shuffle import Cards, cut_place, mix_four
from bjlearn.simulation.tables import Book, Game

Whole = NDArray[np.int64]

PLAYED, RUINED, REACHED = range(3)
"""How a session ends: all rounds were played; the next stake could not be paid; the target was reached."""


@kernel
def play_sessions(
    game: Game,
    book: Book,
    fresh: Cards,
    shoe: Cards,
    counter: np.uint64,
    stride: np.uint64,
    bankroll: int,
    target: int,
    marks: Whole,
    wealth: Whole,
    peaks: Whole,
    lengths: Whole,
    ends: Whole,
    stakes: Whole,
    scratch: Whole,
) -> None:
    """Play sessions, each from a fresh shoe with a stream of its own.

    A push that stays is no longer in the bankroll but still the player's: it is part of the next stake there, which is then at
    least as large. What the bankroll cannot pay, a double or a split, is not legal, as at the table.

    Args:
        game: the rules.
        book: the tables.
        fresh: the cards in their first order.
        shoe: room for as many.
        counter: where the random bits of the first session start.
        stride: from there to the next session's.
        bankroll: units at the beginning.
        target: units at which a session ends.
        marks: after how many rounds the wealth is noted, rising; the last is the most rounds.
        wealth: units then, chips on the table included, (sessions, marks).
        peaks: the most units at the end of a round, (sessions,).
        lengths: rounds played, (sessions,).
        ends: how it ended, (sessions,).
        stakes: room for as many numbers as seats.
        scratch: room for SCRATCH numbers.
    """
    cards, seats, unit = game.cards, game.seats, game.unit
    ahead = 4 * (seats + 1)
    for session in range(len(ends)):
        for place in range(cards):  # from the same order of cards, so that a session follows from its own stream alone
            shoe[place] = fresh[place]
        bits = counter
        counter += stride
        position, mixed, start = np.int64(0), np.int64(0), np.int64(0)
        cut, bits = cut_place(game.cut_low, game.cut_high, bits)
        for seat in range(seats):
            scratch[STANDING + seat] = 0
        chips, done, end = np.int64(bankroll), np.int64(0), np.int64(PLAYED)
        peak = chips
        for mark in range(len(marks)):
            while done < marks[mark] and end == PLAYED:
                staked = np.int64(0)
                for seat in range(seats):
                    stakes[seat] = max(np.int64(1), scratch[STANDING + seat] // unit)
                    staked += stakes[seat] * unit
                if chips < staked:
                    end = np.int64(RUINED)
                    break
                while mixed < position + ahead and mixed + 4 <= cards:
                    bits = mix_four(shoe, mixed, cards, bits)
                    mixed += 4
                began = start = position
                position, mixed, start, bits, _ = play_round(
                    game, book, shoe, position, mixed, start, bits, chips - staked, stakes, scratch
                )
                for seat in range(seats):
                    chips += scratch[NET + seat]
                done += 1
                peak = max(peak, chips)
                if chips >= target:
                    end = np.int64(REACHED)
                if position >= cut or start != began:
                    position = mixed = np.int64(0)
                    cut, bits = cut_place(game.cut_low, game.cut_high, bits)
            wealth[session, mark] = chips
        peaks[session] = peak
        lengths[session] = done
        ends[session] = end
