"""Rounds a second of the simulation, beside a yardstick measured in the same run.

    python -m benchmarks.simulation [--rounds N] [--json]

Whole rounds are counted, with all their work: mixing the shoe, dealing, every decision, splits, the dealer, settlement, and the
sums by upcard and by first hand. The yardstick is a compiled loop of xorshift steps that wait for each other: what counts is how
many of them one round costs, and that can be compared between machines. Processor seconds, the best of five, so that other work
on the machine disturbs little; the gain of a second worker is by the clock, and wants a quiet machine. Compile time and memory
are those of new processes, with an empty cache and with a full one.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numba
from rich.console import Console
from rich.table import Table

from bjlearn.documents import builtin_ids, load
from bjlearn.exact import analyze
from bjlearn.rules import Rules
from bjlearn.simulation import Player, sessions, simulate
from bjlearn.simulation.chunks import CHUNK, Plan, play_task
from bjlearn.simulation.tables import make_book, make_game
from bjlearn.simulation.warming import warm
from bjlearn.strategy import BASIC

REPEATS = 5
STEPS = 20_000_000
EVERYTHING = Rules(
    max_hands=4,
    resplit_aces=True,
    split_aces_one_card=False,
    natural_after_split=True,
    double_cards="any",
    surrender="late",
    hits_soft_17=True,
    look="ace",
    dealer_natural_takes="first",
    cut_card="0.75-0.85",
)
"""Every rule that makes a round longer, six decks."""


@numba.njit
def _steps(count: int) -> int:
    value = 88172645463325252
    for _ in range(count):
        value ^= value << 13
        value ^= value >> 7
        value ^= value << 17
    return value


def best(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """The least seconds of some repeats."""
    found = []
    for _ in range(REPEATS):
        begin = clock()
        work()
        found.append(clock() - begin)
    return min(found)


def yardstick() -> float:
    """Seconds of a step."""
    _steps(10)
    return best(lambda: _steps(STEPS)) / STEPS


def one_core(rules: Rules, player: Player, rounds: int, *, seats: int = 1, cut_card: bool = False) -> float:
    """Processor seconds of a round."""
    plan = Plan(make_game(rules, seats, cut_card=cut_card), make_book(rules, [player] * seats), rules.decks, 1, rounds)
    return best(lambda: play_task(plan, range(plan.chunks))) / rounds


def games(rounds: int) -> list[tuple[str, float]]:
    """What is played, and processor seconds of a round."""
    found = []
    for name in builtin_ids():
        rules = load(name).rules()
        found += [
            (f"{name}, {kind}", one_core(rules, analyze(rules).strategy(kind), rounds)) for kind in ("total", "composition")
        ]
    casino, total = load("it-casino").rules(), analyze(load("it-casino").rules()).total
    found.append(("it-casino, total, cut card", one_core(casino, total, rounds, cut_card=True)))
    found.append(("it-casino, total, 3 hands a round", one_core(casino, total, rounds // 3, seats=3)))
    found.append(("it-casino, total, 7 hands a round", one_core(casino, total, rounds // 7, seats=7)))
    exact = analyze(EVERYTHING)
    found.append(("every rule on, total", one_core(EVERYTHING, exact.total, rounds)))
    found.append(("every rule on, total, cut card", one_core(EVERYTHING, exact.total, rounds, cut_card=True)))
    return found


def second_worker(rounds: int) -> float:
    """How many times as many rounds two workers play by the clock."""
    rules = load("it-casino").rules()
    player = analyze(rules).total
    found: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(2 * REPEATS):  # in turns, so that a moment of other work meets both
        for workers, seconds in found.items():
            begin = time.perf_counter()
            simulate(rules, player, rounds=rounds, seed=1, workers=workers)
            seconds.append(time.perf_counter() - begin)
    return min(found[1]) / min(found[2])


_NEW = """
import json, time
from bjlearn.documents import load
from bjlearn.simulation import sessions, simulate
from bjlearn.strategy import BASIC
rules = load("it-casino").rules()
begin, used = time.perf_counter(), time.process_time()
simulate(rules, BASIC, rounds=1, seed=1)
flat, flat_used = time.perf_counter() - begin, time.process_time() - used
begin, used = time.perf_counter(), time.process_time()
sessions(rules, BASIC, bankroll=10, rounds=1, count=1, seed=1)
bank, bank_used = time.perf_counter() - begin, time.process_time() - used
simulate(rules, BASIC, rounds=5_000_000, seed=1)
sessions(rules, BASIC, bankroll=100, count=20_000, seed=1)
peak = next(int(line.split()[1]) / 1024 for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps({"flat": flat_used, "flat_wall": flat, "sessions": bank_used, "sessions_wall": bank, "peak_mb": peak}))
"""


def new_processes() -> dict[str, dict[str, float]]:
    """First use with an empty cache, then with a full one: processor seconds, seconds by the clock, peak MB."""
    with tempfile.TemporaryDirectory() as cache:
        found = {}
        for name in ("empty cache", "full cache"):
            done = subprocess.run(
                [sys.executable, "-c", _NEW],
                env={**os.environ, "NUMBA_CACHE_DIR": cache},
                check=True,
                capture_output=True,
                text=True,
            )
            found[name] = json.loads(done.stdout)
        return found


def main(arguments: list[str]) -> None:
    rounds = int(arguments[arguments.index("--rounds") + 1]) if "--rounds" in arguments else 24 * CHUNK
    warm()
    step = yardstick()
    played = games(rounds)
    rules = load("it-casino").rules()
    sat = best(lambda: sessions(rules, BASIC, bankroll=10**6, stake=1, rounds=1000, count=2000, seed=1, workers=1)) / 2_000_000
    gain = second_worker(4 * rounds)
    started = new_processes()
    if "--json" in arguments:
        data: dict[str, Any] = {"step": step, "round": dict(played), "session_round": sat, "two_workers": gain, "new": started}
        json.dump(data, sys.stdout, indent=2)
        return
    table = Table("what", "rounds a second and core", "yardstick steps a round")
    for name, seconds in [*played, ("round of a session", sat)]:
        table.add_row(name, f"{1 / seconds:,.0f}", f"{seconds / step:.0f}")
    console = Console(width=110)
    console.print(table)
    console.print(f"The yardstick: {1 / step:,.0f} steps a second. Two workers play {gain:.2f} times as many rounds as one.")
    for name, numbers in started.items():
        console.print(
            f"First use, {name}: simulate {numbers['flat']:.2f} s ({numbers['flat_wall']:.2f} s by the clock), sessions"
            f" {numbers['sessions']:.2f} s ({numbers['sessions_wall']:.2f} s); peak memory {numbers['peak_mb']:.0f} MB."
        )


if __name__ == "__main__":
    main(sys.argv[1:])
