"""Sessions: what becomes of a bankroll at flat stakes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bjlearn.rules import Rules
from bjlearn.simulation.chunks import GAMMA, WORDS, fresh_shoe, stream
from bjlearn.simulation.habits import Player
from bjlearn.simulation.result import plain_number
from bjlearn.simulation.run import bar, check_workers, seed_of, whole
from bjlearn.simulation.tables import MOST_SEATS, Book, Game, SimulationError, make_book, make_game
from bjlearn.simulation.workers import in_order
from bjlearn.text import Message

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Of the fan."""
MOST_SESSIONS = 10**6
MOST_ROUNDS = 10**6
MOST_CHIPS = 10**9
FAN_SESSIONS = 20_000
"""Sessions whose way is kept; of further ones only how they ended is."""
_POINTS = 60
_TASK = 2**19
"""Rounds of a task, about."""
_TELL = 0.25
"""Seconds between two tellings: putting the ways together takes time."""
_NEVER = 2**62
_WILSON = 1.96


class Chance(NamedTuple):
    """How often something happened.

    Attributes:
        value: its share.
        standard_error: of the share.
        low: the lower end of the 95 % interval after Wilson, which holds for shares near 0 and 1 too.
        high: its upper end.
    """

    value: float
    standard_error: float
    low: float
    high: float


@dataclass(eq=False)
class _Ends:
    """How some sessions went; see :func:`bjlearn.simulation.bank.play_sessions`."""

    wealth: NDArray[np.int64]
    final: NDArray[np.int64]
    peaks: NDArray[np.int64]
    lengths: NDArray[np.int64]
    ends: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _Plan:
    """All that a worker must know."""

    game: Game
    book: Book
    decks: int
    seed: int
    bankroll: int
    target: int
    marks: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Sessions:
    """What became of a bankroll. Amounts are in chips; chips of a push that stay on the table are the player's.

    Attributes:
        rules: of the game.
        player: the name of the strategy.
        bankroll: chips at the beginning.
        stake: chips staked on each hand.
        hands: hands staked each round.
        most_rounds: after which a session ends.
        target: chips with which it ends; None for none.
        asked: sessions asked for.
        seed: with which the same comes out again.
        cut_card: whether the shoe was dealt on until the cut card came.
        at: numbers of rounds at which the ways are noted; the first is 0.
        wealth: chips at these, shape (sessions kept, numbers of rounds); at most 20,000 sessions.
        final: chips at the end, shape (sessions,).
        peaks: the most chips at the end of any round, shape (sessions,).
        lengths: rounds played, shape (sessions,).
        ends: 0 where all rounds were played, 1 where the next stake could not be paid, 2 at the target, shape (sessions,).
        seconds: of playing, compiling not counted.
    """

    rules: Rules
    player: str
    bankroll: int
    stake: int
    hands: int
    most_rounds: int
    target: int | None
    asked: int
    seed: int
    cut_card: bool
    at: tuple[int, ...]
    wealth: NDArray[np.float64]
    final: NDArray[np.float64]
    peaks: NDArray[np.float64]
    lengths: NDArray[np.int64]
    ends: NDArray[np.int64]
    seconds: float

    @property
    def count(self) -> int:
        """Sessions played."""
        return len(self.ends)

    @property
    def complete(self) -> bool:
        """Whether all sessions asked for were played."""
        return self.count == self.asked

    @property
    def ruin(self) -> Chance:
        """The chance that the next stake could not be paid before the rounds were over or the target was reached."""
        return _chance(self.ends == 1)

    @property
    def doubled(self) -> Chance:
        """The chance that the bankroll was at least doubled after some round (before the target ended it, where that is less)."""
        return _chance(self.peaks >= 2 * self.bankroll)

    @property
    def reached(self) -> Chance | None:
        """The chance that the target was reached; None without one."""
        return None if self.target is None else _chance(self.ends == 2)

    @property
    def mean(self) -> float:
        """Mean of the chips at the end."""
        return float(self.final.mean())

    @property
    def standard_error(self) -> float:
        """Standard error of that mean."""
        return float(self.final.std(ddof=1)) / math.sqrt(self.count) if self.count > 1 else math.nan

    @property
    def length(self) -> tuple[float, float]:
        """Mean length of a session in rounds, and its standard error."""
        error = float(self.lengths.std(ddof=1)) / math.sqrt(self.count) if self.count > 1 else math.nan
        return float(self.lengths.mean()), error

    @cached_property
    def fan(self) -> dict[float, tuple[float, ...]]:
        """Quantiles of the chips at each of :attr:`at`; sessions that ended stay with what they ended with."""
        found = np.quantile(self.wealth, QUANTILES, axis=0)
        return {quantile: tuple(row.tolist()) for quantile, row in zip(QUANTILES, found, strict=True)}

    @cached_property
    def final_quantiles(self) -> dict[float, float]:
        """Quantiles of the chips at the end."""
        return dict(zip(QUANTILES, np.quantile(self.final, QUANTILES).tolist(), strict=True))

    @cached_property
    def length_quantiles(self) -> dict[float, float]:
        """Quantiles of the length in rounds."""
        return dict(zip(QUANTILES, np.quantile(self.lengths, QUANTILES).tolist(), strict=True))

    def paths(self, number: int = 20) -> tuple[tuple[float, ...], ...]:
        """The ways of the first sessions: chips at each of :attr:`at`."""
        return tuple(tuple(row.tolist()) for row in self.wealth[:number])

    def as_mapping(self) -> dict[str, Any]:
        """The figures as plain data."""
        chances = {"ruin": self.ruin, "doubled": self.doubled, "reached": self.reached}
        return {
            "bankroll": self.bankroll,
            "stake": self.stake,
            "sessions": self.count,
            "rounds": self.most_rounds,
            **{name: None if found is None else found._asdict() for name, found in chances.items()},
            "length": {"mean": self.length[0], "standard_error": plain_number(self.length[1])},
            "final": {
                "mean": self.mean,
                "standard_error": plain_number(self.standard_error),
                "quantiles": {str(quantile): chips for quantile, chips in self.final_quantiles.items()},
            },
        }


def sessions(
    rules: Rules,
    player: Player,
    *,
    bankroll: int,
    stake: int = 1,
    rounds: int = 1000,
    count: int = 10_000,
    seed: int | None = None,
    target: int | None = None,
    hands: int = 1,
    cut_card: bool = False,
    insure: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool = False,
    tell: Callable[[Sessions], object] | None = None,
) -> Sessions:
    """Play sessions at flat stakes until the rounds are over, the next stake cannot be paid, or the target is reached.

    Doubles, splits and insurance are taken only where the bankroll can pay them. The same arguments give the same result, whoever
    works; Ctrl-C ends it early, and what is done comes back.

    Args:
        rules: of the game.
        player: a strategy or habits.
        bankroll: chips at the beginning.
        stake: chips on each hand; where a push stays on the table, at least what lies there.
        rounds: most rounds of a session.
        count: number of sessions.
        seed: a whole number from 0 on; None for one by chance, which the result tells.
        target: chips with which a session ends; None for none.
        hands: staked each round by this player, on one bankroll.
        cut_card: deal on until the rules' cut card comes; else the shoe is shuffled before every round.
        insure: whether insurance of half the stake is taken where it is offered, by one whose habits do not say.
        executor: who works: any ``concurrent.futures.Executor``; None for threads of this process.
        workers: how many; None for all processors, or all that the executor has.
        progress: show a bar, in a terminal or a notebook.
        tell: called now and then with what is found so far, in this thread; where it returns False, that is the end.

    Raises:
        SimulationError: numbers that no session has.
        StrategyError: the strategy has no answer to a situation.
    """
    chips, each, number, most, asked = check_sessions(
        rules, bankroll=bankroll, stake=stake, rounds=rounds, count=count, target=target, hands=hands
    )
    used = seed_of(seed)
    check_workers(workers)
    game = make_game(rules, number, cut_card=cut_card)
    # a stake is ``unit`` units; what of the bankroll is no whole number of them can buy nothing
    units, rest = divmod(chips * game.unit, each)
    goal = _NEVER if target is None else -((rest - target * game.unit) // each)
    marks = tuple(sorted({round(most * point / _POINTS) for point in range(1, _POINTS + 1)} - {0}))
    plan = _Plan(game, make_book(rules, [player] * number, insure=insure), rules.decks, used, units, goal, marks)
    _play(plan, 0, 0)
    size = max(1, _TASK // most)
    tasks = [(plan, first, min(size, asked - first)) for first in range(0, asked, size)]
    parts: list[_Ends] = []
    begin = told = time.perf_counter()

    def so_far() -> Sessions:
        def joined(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(part, name) for part in parts])

        def in_chips(found: NDArray[np.int64]) -> NDArray[np.float64]:
            return (found.astype(np.float64) * each + rest) / game.unit

        ways = in_chips(joined("wealth")[:FAN_SESSIONS])
        ways = np.concatenate((np.full((len(ways), 1), float(chips)), ways), axis=1)
        return Sessions(
            rules,
            player.name,
            chips,
            each,
            number,
            most,
            target,
            asked,
            used,
            cut_card,
            (0, *marks),
            ways,
            in_chips(joined("final")),
            in_chips(joined("peaks")),
            joined("lengths"),
            joined("ends"),
            time.perf_counter() - begin,
        )

    with bar(progress, asked, Message("sessions")) as advance:
        found = in_order(_play, tasks, executor, workers)
        try:
            for part in found:
                parts.append(part)
                advance(len(part.ends))
                if tell is None or (time.perf_counter() - told < _TELL and sum(len(part.ends) for part in parts) < asked):
                    continue
                told = time.perf_counter()
                if tell(so_far()) is False:
                    break
        except KeyboardInterrupt:
            if not parts:
                raise
        finally:
            found.close()
    return so_far()


def check_sessions(
    rules: Rules, *, bankroll: int, stake: int, rounds: int, count: int, target: int | None, hands: int = 1
) -> tuple[int, int, int, int, int]:
    """Refuse numbers that no session has, before anything is played; the arguments are those of :func:`sessions`.

    Returns:
        Bankroll, stake, hands, rounds and count as whole numbers.

    Raises:
        SimulationError: one is none, or they do not go together.
    """
    chips = whole(bankroll, 1, MOST_CHIPS, Message("The bankroll"))
    each = whole(stake, 1, MOST_CHIPS, Message("The stake"))
    number = whole(hands, 1, MOST_SEATS, Message("The number of hands"))
    if number > rules.hands_per_player:
        raise SimulationError(
            Message("One player may stake at most {most} hands here, not {count}.", most=rules.hands_per_player, count=number)
        )
    if chips < each * number:
        raise SimulationError(Message("The stakes need {needed} chips and {left} are left.", needed=each * number, left=chips))
    if target is not None:
        whole(target, chips + 1, 2 * MOST_CHIPS, Message("The target"))
    most = whole(rounds, 1, MOST_ROUNDS, Message("The number of rounds"))
    return chips, each, number, most, whole(count, 1, MOST_SESSIONS, Message("The number of sessions"))


def _play(plan: _Plan, first: int, count: int) -> _Ends:
    """Play some sessions. Runs anywhere: in a thread, a process, on another machine."""
    from bjlearn.simulation.bank import play_sessions
    from bjlearn.simulation.kernel import SCRATCH

    marks = np.array(plan.marks, np.int64)
    wealth = np.zeros((count, len(marks)), np.int64)
    peaks, lengths, ends = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64)
    play_sessions(
        plan.game,
        plan.book,
        fresh_shoe(plan.decks),
        fresh_shoe(plan.decks),
        np.uint64(stream(plan.seed, "sessions", first)),
        np.uint64(WORDS * GAMMA % 2**64),
        plan.bankroll,
        plan.target,
        marks,
        wealth,
        peaks,
        lengths,
        ends,
        np.ones(MOST_SEATS, np.int64),
        np.zeros(SCRATCH, np.int64),
    )
    kept = max(0, min(count, FAN_SESSIONS - first))
    return _Ends(wealth[:kept], wealth[:, -1].copy(), peaks, lengths, ends)


def _chance(happened: Sequence[bool] | NDArray[np.bool_]) -> Chance:
    """A share with its standard error and Wilson's interval."""
    number = len(happened)
    share = float(np.mean(happened))
    error = math.sqrt(share * (1 - share) / number)
    square = _WILSON**2 / number
    middle = (share + square / 2) / (1 + square)
    half = _WILSON / (1 + square) * math.sqrt(share * (1 - share) / number + square / (4 * number))
    return Chance(share, error, max(0.0, middle - half), min(1.0, middle + half))
