"""Chunks of rounds: each has its own stream of random bits, so it does not matter who plays it.

A simulation is a row of chunks of equal length, and a chunk's cards follow from the seed and its number alone. Tasks are groups
of chunks; how they are grouped depends on the number of rounds only. So the result is the same on one core and on a cluster.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from bjlearn.simulation.tables import MOST_SEATS, Book, Game

CHUNK = 2**17
"""Rounds of a chunk: some hundredths of a second."""
WORDS = 2**40
"""Words of random bits between the beginnings of two chunks' streams; a chunk uses less than a ten thousandth of them."""
GAMMA = 0x9E3779B97F4A7C15
MOST_COUNTED = 2**17
"""Up to so many different results are counted in an array; beyond (payments such as 997/1000) they are listed and sorted."""
_TASKS = 32
_LARGEST_TASK = 16


def stream(seed: int, purpose: str, number: int) -> int:
    """Where the random bits of a chunk start.

    Args:
        seed: of the whole simulation.
        purpose: what is played; another purpose has other streams.
        number: of the chunk.
    """
    key = int.from_bytes(hashlib.blake2b(f"{purpose} {seed}".encode(), digest_size=8).digest(), "little")
    return (key + number * WORDS * GAMMA) % 2**64


@dataclass(frozen=True, eq=False)
class Plan:
    """All that a worker must know.

    Attributes:
        game: the rules as numbers.
        book: the tables.
        decks: in the shoe.
        seed: of the simulation.
        rounds: in all.
    """

    game: Game
    book: Book
    decks: int
    seed: int
    rounds: int

    @property
    def chunks(self) -> int:
        """Number of chunks; the last may be shorter."""
        return -(-self.rounds // CHUNK)

    def tasks(self) -> list[range]:
        """The chunks of each task."""
        size = min(_LARGEST_TASK, max(1, self.chunks // _TASKS))
        return [range(first, min(first + size, self.chunks)) for first in range(0, self.chunks, size)]


@cache
def checkpoints(rounds: int) -> NDArray[np.int64]:
    """After how many rounds the running mean is noted: evenly on a line and on a logarithmic scale; the last is all of them."""
    even = np.linspace(0, rounds, 101)[1:]
    rising = np.geomspace(min(10, rounds), rounds, max(2, int(24 * np.log10(max(rounds, 10)))))
    points = np.unique(np.concatenate((even, rising)).round().astype(np.int64))
    return points[points > 0]


@dataclass(frozen=True, eq=False)
class Sums:
    """What some chunks came to; two that follow each other add up.

    Attributes:
        rounds: played.
        counts: how often each net result of a round came, by units.
        cells: hands and units won by first two cards and upcard, (10, 10, 10, 2).
        squares: sums of squares likewise, (10, 10, 10).
        seats: units won by seat.
        total: units won.
        square: sum of the squares of a round's units.
        hand_square: sum of the squares of a hand's units.
        shoes: see :func:`bjlearn.simulation.flat.play_flat`.
        running: rounds, units won and sum of squares at each checkpoint.
    """

    rounds: int
    counts: dict[int, int]
    cells: NDArray[np.int64]
    squares: NDArray[np.float64]
    seats: NDArray[np.int64]
    total: int
    square: float
    hand_square: float
    shoes: NDArray[np.float64]
    running: list[tuple[int, int, float]]

    @classmethod
    def none(cls, seats: int) -> Sums:
        """No round yet."""
        return cls(
            0,
            {},
            np.zeros((10, 10, 10, 2), np.int64),
            np.zeros((10, 10, 10)),
            np.zeros(seats, np.int64),
            0,
            0.0,
            0.0,
            np.zeros(4),
            [],
        )

    def plus(self, later: Sums) -> Sums:
        """These and what came next. Both stay as they are: whoever is interrupted in here still has all that was done before."""
        counts = dict(self.counts)
        for net, count in later.counts.items():
            counts[net] = counts.get(net, 0) + count
        return Sums(
            self.rounds + later.rounds,
            counts,
            self.cells + later.cells,
            self.squares + later.squares,
            self.seats + later.seats,
            self.total + later.total,
            self.square + later.square,
            self.hand_square + later.hand_square,
            self.shoes + later.shoes,
            [*self.running, *((n + self.rounds, s + self.total, q + self.square) for n, s, q in later.running)],
        )


def fresh_shoe(decks: int) -> NDArray[np.uint8]:
    """The cards of a shoe as the kernel has them, 0 to 9, the ace first."""
    return np.repeat(np.arange(10, dtype=np.uint8), [4 * decks] * 9 + [16 * decks])


def play_task(plan: Plan, chunks: Sequence[int]) -> Sums:
    """Play some chunks that follow each other. Runs anywhere: in a thread, a process, on another machine."""
    found = Sums.none(plan.game.seats)
    for number in chunks:
        found = found.plus(play_chunk(plan, number))
    return found


def play_chunk(plan: Plan, number: int) -> Sums:
    """Play one chunk."""
    from bjlearn.simulation.flat import DEALS, play_flat
    from bjlearn.simulation.kernel import SCRATCH

    game = plan.game
    before = number * CHUNK
    rounds = min(CHUNK, plan.rounds - before)
    marks = checkpoints(plan.rounds) - before
    marks = np.append(marks[(marks > 0) & (marks < rounds)], rounds)
    wide = game.span > MOST_COUNTED
    counts = np.zeros(0 if wide else game.span, np.int64)
    nets = np.zeros(rounds if wide else 0, np.int64)
    cells, squares = np.zeros(DEALS * 10 * 2, np.int64), np.zeros(DEALS * 10)
    seats, running, shoes = np.zeros(game.seats, np.int64), np.zeros((len(marks), 2)), np.zeros(4)
    totals = np.zeros(len(marks), np.int64)
    counter = np.uint64(stream(plan.seed, "rounds", number))
    shoe = fresh_shoe(plan.decks)
    stakes, scratch = np.ones(MOST_SEATS, np.int64), np.zeros(SCRATCH, np.int64)
    play_flat(
        game, plan.book, shoe, counter, marks, counts, nets, cells, squares, seats, totals, running, shoes, stakes, scratch, 0
    )
    if wide:
        values, often = np.unique(nets, return_counts=True)
    else:
        places = np.flatnonzero(counts)
        values, often = places + game.lowest, counts[places]
    return Sums(
        rounds,
        dict(zip(values.tolist(), often.tolist(), strict=True)),
        cells.reshape(10, 10, 10, 2),
        squares.reshape(10, 10, 10),
        seats,
        int(totals[-1]),
        float(running[-1, 0]),
        float(running[-1, 1]),
        shoes,
        list(zip(marks.tolist(), totals.tolist(), running[:, 0].tolist(), strict=True)),
    )
