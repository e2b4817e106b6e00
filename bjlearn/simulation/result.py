"""What a simulation found."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bjlearn.rules import Rules
from bjlearn.simulation.chunks import Sums


class Figure(NamedTuple):
    """The mean of some hands.

    Attributes:
        hands: how many.
        mean: net result per opening stake.
        standard_error: of the mean. With several hands at once, as if those of a round moved together: never too small.
    """

    hands: int
    mean: float
    standard_error: float


class Checkpoint(NamedTuple):
    """The mean on the way.

    Attributes:
        rounds: played by then.
        mean: net result per opening stake.
        standard_error: of the mean.
    """

    rounds: int
    mean: float
    standard_error: float


@dataclass(frozen=True, eq=False)
class Result:
    """What a simulation found. Results are per opening stake, insurance included where it was taken.

    Attributes:
        rules: of the game.
        players: the name of each seat's strategy.
        asked: rounds asked for.
        seed: with which the same comes out again.
        cut_card: whether the shoe was dealt on until the cut card came.
        unit: whole units of money of one opening stake.
        seconds: of playing, compiling not counted.
        sums: the sums behind the figures.
    """

    rules: Rules
    players: tuple[str, ...]
    asked: int
    seed: int
    cut_card: bool
    unit: int
    seconds: float
    sums: Sums

    @property
    def rounds(self) -> int:
        """Rounds played."""
        return self.sums.rounds

    @property
    def complete(self) -> bool:
        """Whether all rounds asked for were played; else it was interrupted, and this is what was done."""
        return self.rounds == self.asked

    @property
    def seats(self) -> int:
        """Hands dealt each round."""
        return len(self.players)

    @property
    def mean(self) -> float:
        """Mean net result of a hand."""
        return self.sums.total / (self.unit * self.rounds * self.seats)

    @property
    def sd(self) -> float:
        """Standard deviation of a hand's net result."""
        return math.sqrt(_variance(self.sums.hand_square / self.unit**2, self.mean, self.rounds * self.seats))

    @property
    def round_sd(self) -> float:
        """Standard deviation of a round's net result, all hands together."""
        return math.sqrt(_variance(self.sums.square / self.unit**2, self.mean * self.seats, self.rounds))

    @property
    def standard_error(self) -> float:
        """Standard error of the mean.

        Rounds from fresh shoes are independent, hands of one round are not: rounds are counted. With a cut card the rounds of one
        shoe are not independent either: then shoes are (with what they won and how many rounds they had, a ratio of two sums).
        """
        independent = self.round_sd / math.sqrt(self.rounds)
        if self.cut_card:
            won, both, rounds, shoes = self.sums.shoes.tolist()
            if shoes < 2:
                return math.nan
            mean = self.sums.total / self.rounds
            spread = won - 2 * mean * both + mean**2 * rounds
            independent = math.sqrt(max(0.0, spread) * shoes / (shoes - 1)) / self.rounds / self.unit
        return independent / self.seats

    @property
    def covariance(self) -> float | None:
        """Covariance of two hands dealt at once, averaged over the pairs of seats; None with one seat."""
        if self.seats == 1:
            return None
        mixed = (self.sums.square - self.sums.hand_square) / (self.rounds * self.seats * (self.seats - 1)) / self.unit**2
        means = self.sums.seats / (self.rounds * self.unit)
        return mixed - float(means.sum() ** 2 - (means**2).sum()) / (self.seats * (self.seats - 1))

    @cached_property
    def counts(self) -> Mapping[Fraction, int]:
        """How often each net result of a round came, the lowest first: exact."""
        return {Fraction(net, self.unit): self.sums.counts[net] for net in sorted(self.sums.counts)}

    @cached_property
    def by_upcard(self) -> Mapping[int, Figure]:
        """By value of the upcard, ace as 1."""
        hands, squares = self.sums.cells.sum(axis=(0, 1)), self.sums.squares.sum(axis=(0, 1))
        return {up + 1: self._figure(hands[up], squares[up]) for up in range(10) if hands[up, 0]}

    @cached_property
    def by_hand(self) -> Mapping[tuple[int, int], Figure]:
        """By values of the first two cards, the smaller first, ace as 1."""
        return {hand: self._figure(sums.sum(axis=0), squares.sum()) for hand, sums, squares in self._hands() if sums[:, 0].any()}

    @cached_property
    def by_deal(self) -> Mapping[tuple[tuple[int, int], int], Figure]:
        """By the first two cards and the upcard."""
        return {
            (hand, up + 1): self._figure(sums[up], squares[up])
            for hand, sums, squares in self._hands()
            for up in range(10)
            if sums[up, 0]
        }

    @cached_property
    def by_seat(self) -> tuple[float, ...]:
        """Mean net result of each seat."""
        return tuple((self.sums.seats / (self.rounds * self.unit)).tolist())

    @cached_property
    def checkpoints(self) -> tuple[Checkpoint, ...]:
        """The running mean. With a cut card its standard errors are widened, or narrowed, as much as that of the whole."""
        independent = self.round_sd / math.sqrt(self.rounds) / self.seats
        ratio = self.standard_error / independent if self.cut_card and independent else 1.0
        found = []
        for rounds, total, square in self.sums.running:
            mean = total / (self.unit * rounds)
            error = math.sqrt(_variance(square / self.unit**2, mean, rounds) / rounds) * ratio
            found.append(Checkpoint(rounds, mean / self.seats, error / self.seats))
        return tuple(found)

    @property
    def rounds_per_second(self) -> float:
        """Rounds played a second, by all workers together."""
        return self.rounds / self.seconds if self.seconds else math.inf

    def as_mapping(self) -> dict[str, Any]:
        """The figures of the command line's contract."""
        return {
            "rounds": self.rounds,
            "mean": self.mean,
            "standard_error": plain_number(self.standard_error),
            "sd": plain_number(self.sd),
            "rounds_per_second": plain_number(self.rounds_per_second),
        }

    def _hands(self) -> list[tuple[tuple[int, int], NDArray[np.int64], NDArray[np.float64]]]:
        """Two cards in either order together."""
        cells, squares = self.sums.cells, self.sums.squares
        return [
            (
                (one + 1, two + 1),
                cells[one, two] + (cells[two, one] if one != two else 0),
                squares[one, two] + (squares[two, one] if one != two else 0),
            )
            for one in range(10)
            for two in range(one, 10)
        ]

    def _figure(self, sums: NDArray[np.int64], square: float) -> Figure:
        count, units = sums.tolist()
        mean = units / (self.unit * count)
        variance = _variance(float(square) / self.unit**2, mean, count)
        return Figure(count, mean, math.sqrt(variance * self.seats / count))


def _variance(squares: float, mean: float, number: int) -> float:
    """Variance from a sum of squares."""
    if number < 2:
        return math.nan
    return max(0.0, squares / number - mean**2) * number / (number - 1)


def plain_number(value: float) -> float | None:
    """A figure as JSON can hold it: None for one that is none, which JSON does not know."""
    return value if math.isfinite(value) else None
