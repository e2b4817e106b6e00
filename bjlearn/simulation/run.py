"""Playing rounds by the million."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager

from bjlearn.rules import Rules
from bjlearn.simulation.chunks import Plan, Sums, play_task
from bjlearn.simulation.habits import Habits, Player
from bjlearn.simulation.result import Result
from bjlearn.simulation.tables import SimulationError, make_book, make_game
from bjlearn.simulation.warming import warm
from bjlearn.simulation.workers import in_order
from bjlearn.strategy import Strategy
from bjlearn.text import Message, Whole

MOST_ROUNDS = 10**12


def simulate(
    rules: Rules,
    players: Player | Sequence[Player],
    *,
    rounds: int,
    seed: int | None = None,
    seats: int | None = None,
    cut_card: bool = False,
    insure: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool = False,
    tell: Callable[[Result], object] | None = None,
) -> Result:
    """Play rounds at flat stakes.

    The same rules, players, rounds and seed give the same result, whoever works. Ctrl-C (a KeyboardInterrupt) ends it early: what
    is done comes back, the very same as if so many rounds had been asked for, and ``complete`` is false.

    Args:
        rules: of the game.
        players: a strategy or habits for all seats, or one for each seat in dealing order.
        rounds: how many.
        seed: a whole number from 0 on; None for one by chance, which the result tells.
        seats: hands dealt each round, 1 to 7; by default as many as players are given, else 1.
        cut_card: deal on until the rules' cut card comes; else the shoe is shuffled before every round.
        insure: whether insurance of half the stake is taken where it is offered, by those whose habits do not say.
        executor: who works: any ``concurrent.futures.Executor``; None for threads of this process.
        workers: how many; None for all processors, or all that the executor has.
        progress: show a bar, in a terminal or a notebook.
        tell: called now and then with what is found so far, in this thread; where it returns False, that is the end.

    Raises:
        SimulationError: numbers that no simulation has.
        StrategyError: a strategy has no answer to a situation.
    """
    chosen = _by_seat(players, seats)
    count = whole(rounds, 1, MOST_ROUNDS, Message("The number of rounds"))
    used = seed_of(seed)
    check_workers(workers)
    game = make_game(rules, len(chosen), cut_card=cut_card)
    plan = Plan(game, make_book(rules, chosen, insure=insure), rules.decks, used, count)
    names = tuple(player.name for player in chosen)
    warm()
    sums = Sums.none(len(chosen))
    begin = time.perf_counter()

    def so_far() -> Result:
        return Result(rules, names, count, used, cut_card, game.unit, time.perf_counter() - begin, sums)

    with bar(progress, count, Message("rounds")) as advance:
        found = in_order(play_task, [(plan, chunks) for chunks in plan.tasks()], executor, workers)
        try:
            for part in found:
                sums = sums.plus(part)
                advance(part.rounds)
                if tell is not None and tell(so_far()) is False:
                    break
        except KeyboardInterrupt:
            if not sums.rounds:
                raise
        finally:
            found.close()
    return so_far()


def _by_seat(players: Player | Sequence[Player], seats: int | None) -> list[Player]:
    if isinstance(players, Strategy | Habits):
        number = 1 if seats is None else whole(seats, 1, 7, Message("The number of hands"))
        return [players] * number
    chosen = list(players)
    if not 1 <= len(chosen) <= 7 or (seats is not None and seats != len(chosen)):
        raise SimulationError(Message("There is one player for each hand, 1 to 7, not {count}.", count=len(chosen)))
    return chosen


def whole(value: object, least: int, most: int, what: Message) -> int:
    """A whole number between bounds.

    Raises:
        SimulationError: it is none, or not between them.
    """
    number = value if type(value) is int else getattr(value, "__index__", lambda: None)() if not isinstance(value, bool) else None
    if number is None or not least <= number <= most:
        raise SimulationError(
            Message(
                "{what} is a whole number from {least} to {most}, not {value}.",
                what=what,
                least=Whole(least),
                most=Whole(most),
                value=str(value)[:30],
            )
        )
    return int(number)


def seed_of(seed: int | None) -> int:
    """The seed to use; one by chance for None.

    Raises:
        SimulationError: it is no whole number from 0 on.
    """
    return secrets.randbits(53) if seed is None else whole(seed, 0, 10**30, Message("A seed"))


def check_workers(workers: int | None) -> None:
    """Refuse a number of workers that is none.

    Raises:
        SimulationError: it is no whole number from 1 on.
    """
    if workers is not None:
        whole(workers, 1, 10**6, Message("The number of workers"))


@contextmanager
def bar(shown: bool, total: int, what: Message) -> Iterator[Callable[[int], object]]:
    """A progress bar, in a terminal or a notebook."""
    if not shown:
        yield lambda _done: None
        return
    from tqdm.auto import tqdm

    with tqdm(total=total, unit=f" {what.text()}", unit_scale=True, leave=False, dynamic_ncols=True) as shown_bar:
        yield shown_bar.update
