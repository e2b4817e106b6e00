"""The same result whoever works; a result of part of the way; what is refused."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from bjlearn.documents import load
from bjlearn.exact import analyze
from bjlearn.rules import Action, Rules
from bjlearn.simulation import Habits, Result, Sessions, SimulationError, sessions, simulate
from bjlearn.simulation.chunks import CHUNK, checkpoints
from bjlearn.strategy import BASIC, Cell, Shape, Strategy, StrategyError

RULES = load("it-casino").rules()
ROUNDS = 7 * CHUNK + 1234


def figures(found: Result) -> dict[str, Any]:
    """All that a result says, but the time it took."""
    return {
        "counts": dict(found.counts),
        "mean": found.mean,
        "error": found.standard_error,
        "sd": found.sd,
        "covariance": found.covariance,
        "checkpoints": found.checkpoints,
        "deals": dict(found.by_deal),
        "seats": found.by_seat,
    }


def played(**options: Any) -> Result:
    return simulate(RULES, BASIC, rounds=ROUNDS, seed=99, seats=2, cut_card=True, insure=True, **options)


def sat(**options: Any) -> Sessions:
    return sessions(RULES, BASIC, bankroll=50, stake=5, rounds=400, count=4000, seed=98, **options)


@contextmanager
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@contextmanager
def dask_cluster() -> Iterator[Executor]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor()


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_as_many_workers_as_one_likes(workers: int) -> None:
    assert figures(played(workers=workers)) == figures(played())
    assert_same(sat(workers=workers), sat())


@pytest.mark.parametrize(
    "executor", [lambda: ThreadPoolExecutor(2), processes, dask_cluster], ids=["threads", "processes", "dask"]
)
def test_any_executor(executor: Any) -> None:
    with executor() as workers:
        assert figures(played(executor=workers)) == figures(played(workers=1))
        assert_same(sat(executor=workers), sat(workers=1))


def assert_same(one: Sessions, other: Sessions) -> None:
    for name in ("wealth", "final", "peaks", "lengths", "ends"):
        assert np.array_equal(getattr(one, name), getattr(other, name))
    assert one.as_mapping() == other.as_mapping()


def test_another_seed_has_other_cards() -> None:
    one, other = (simulate(RULES, BASIC, rounds=10_000, seed=seed) for seed in (1, 2))
    assert one.counts != other.counts
    chosen = simulate(RULES, BASIC, rounds=10_000)
    assert simulate(RULES, BASIC, rounds=10_000, seed=chosen.seed).counts == chosen.counts


def test_more_rounds_begin_with_the_same() -> None:
    """A result of part of the way is the very result of so many rounds: means at common checkpoints agree to the last bit."""
    short, long = (simulate(RULES, BASIC, rounds=rounds, seed=3) for rounds in (CHUNK, 4 * CHUNK))
    common = {point.rounds: point for point in short.checkpoints}
    shared = [point for point in long.checkpoints if point.rounds in common]
    assert len(shared) > 5
    assert all(point == common[point.rounds] for point in shared)


def test_stopping_gives_what_is_done() -> None:
    told: list[int] = []

    def tell(found: Result) -> bool:
        told.append(found.rounds)
        return len(told) < 3

    found = simulate(RULES, BASIC, rounds=40 * CHUNK, seed=4, tell=tell)
    assert told == sorted(set(told))
    assert found.rounds == told[-1] < 40 * CHUNK
    assert not found.complete
    assert found.asked == 40 * CHUNK
    same = simulate(RULES, BASIC, rounds=found.rounds, seed=4)
    assert (same.complete, same.counts, same.mean) == (True, found.counts, found.mean)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_gives_what_is_done(workers: int) -> None:
    """As Ctrl-C in a notebook, in the midst of the work."""

    def tell(found: Result) -> None:
        if found.rounds >= 3 * CHUNK:
            signal.raise_signal(signal.SIGINT)

    found = simulate(RULES, BASIC, rounds=60 * CHUNK, seed=5, workers=workers, tell=tell)
    assert 3 * CHUNK <= found.rounds < 60 * CHUNK
    assert found.counts == simulate(RULES, BASIC, rounds=found.rounds, seed=5).counts


def test_an_interrupt_of_sessions_gives_what_is_done() -> None:
    def tell(_: Sessions) -> None:
        signal.raise_signal(signal.SIGINT)

    found = sessions(RULES, BASIC, bankroll=10**6, rounds=100_000, count=300, seed=6, tell=tell)
    assert 0 < found.count < 300
    assert not found.complete
    assert found.ruin.value == 0.0


def test_ctrl_c_on_the_command_line() -> None:
    """The figures of what is done are printed; nothing else is."""
    call = ["simulate", "it-casino", "--rounds", "1000000000000", "--seed", "1", "--strategy", "basic", "--json"]
    code = (
        "import os, signal, sys, threading\n"
        "from bjlearn.simulation import run\n"
        "plain = run.Sums.plus\n"
        "def plus(self, later):\n"
        "    if self.rounds > 5_000_000 and threading.current_thread() is threading.main_thread():\n"
        "        run.Sums.plus = plain\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "    return plain(self, later)\n"
        "run.Sums.plus = plus\n"
        "from bjlearn.app.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *call], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 130, done.stderr
    assert 5_000_000 < json.loads(done.stdout)["rounds"] < 10**12
    assert "Traceback" not in done.stderr


def test_results_travel() -> None:
    for found in (played(), Habits("a", {Cell(Shape.HARD, 16, 10): {Action.HIT: 1, Action.STAND: 2}}, BASIC, 0.5)):
        again = pickle.loads(pickle.dumps(found))
        assert figures(again) == figures(found) if isinstance(found, Result) else again == found


def test_simulations_at_the_same_time_do_not_disturb_each_other() -> None:
    found: dict[int, Result] = {}

    def work(seed: int) -> None:
        found[seed] = simulate(RULES, BASIC, rounds=3 * CHUNK, seed=seed, workers=2)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed, one in found.items():
        assert figures(one) == figures(simulate(RULES, BASIC, rounds=3 * CHUNK, seed=seed, workers=1))


def test_progress_is_shown_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    played(progress=True)
    assert "rounds" in capsys.readouterr().err
    played()
    assert capsys.readouterr().err == ""


def test_checkpoints_rise_to_the_end() -> None:
    for rounds in (1, 2, 9, 10, 11, 99, 1000, 10**6, 10**9):
        points = checkpoints(rounds)
        assert points[-1] == rounds
        assert (np.diff(points) > 0).all()
        assert points[0] >= 1
    found = simulate(RULES, BASIC, rounds=1, seed=1)
    assert found.checkpoints[-1].mean == found.mean


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"rounds": 0}, "The number of rounds is a whole number from 1 to 1,000,000,000,000, not 0."),
    ({"rounds": 1.5}, "The number of rounds is a whole number from 1 to 1,000,000,000,000, not 1.5."),
    ({"rounds": True}, "The number of rounds is a whole number from 1 to 1,000,000,000,000, not True."),
    ({"seed": -1}, "A seed is a whole number from 0"),
    ({"seed": "x"}, "A seed is a whole number from 0"),
    ({"seats": 8}, "The number of hands is a whole number from 1 to 7, not 8."),
    ({"workers": 0}, "The number of workers is a whole number from 1"),
    ({"cut_card": True, "rules": Rules()}, "These rules have no cut card"),
    ({"players": []}, "There is one player for each hand, 1 to 7, not 0."),
    ({"players": [BASIC] * 8}, "There is one player for each hand, 1 to 7, not 8."),
    ({"players": [BASIC, BASIC], "seats": 3}, "There is one player for each hand, 1 to 7, not 2."),
]


@pytest.mark.parametrize(("change", "sentence"), REFUSED, ids=str)
def test_what_is_refused_is_said_in_one_sentence(change: dict[str, Any], sentence: str) -> None:
    options: dict[str, Any] = {"rules": RULES, "players": BASIC, "rounds": 10, "seed": 1, **change}
    with pytest.raises(SimulationError) as refused:
        simulate(options.pop("rules"), options.pop("players"), **options)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"bankroll": 0}, "The bankroll is a whole number from 1"),
        ({"stake": 0}, "The stake is a whole number from 1"),
        ({"stake": 200}, "The stakes need 200 chips and 100 are left."),
        ({"hands": 2}, "One player may stake at most 1 hands here, not 2."),
        ({"target": 100}, "The target is a whole number from 101"),
        ({"count": 0}, "The number of sessions is a whole number from 1"),
        ({"rounds": 10**7}, "The number of rounds is a whole number from 1 to 1,000,000, not 10000000."),
    ],
    ids=str,
)
def test_sessions_that_are_none(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SimulationError) as refused:
        sessions(RULES, BASIC, **{"bankroll": 100, "stake": 10, "seed": 1, **change})
    assert str(refused.value).startswith(sentence)


def test_strategies_that_do_not_know_what_to_do() -> None:
    cells = {cell: order for cell, order in BASIC.cells.items() if cell.number != 15}
    with pytest.raises(StrategyError, match="has no answer for"):
        simulate(RULES, Strategy("poor", cells), rounds=10, seed=1)
    for shares in ({}, {Action.HIT: -1.0, Action.STAND: 2.0}, {Action.HIT: float("nan")}, {Action.HIT: 0}):
        with pytest.raises(StrategyError):
            Habits("poor", {Cell(Shape.HARD, 15, 10): shares}, BASIC)
    with pytest.raises(StrategyError):
        Habits("poor", {}, BASIC, insures=1.5)


def test_the_exact_strategy_of_other_rules_can_be_played() -> None:
    """It may want what is not legal here: then its next wish is done."""
    found = simulate(load("it-banco").rules(), analyze(RULES).total, rounds=1000, seed=1)
    assert found.rounds == 1000


def test_nothing_of_numba_is_loaded_before_something_is_simulated() -> None:
    code = "import sys, bjlearn.simulation, bjlearn.app.cli; print('numba' in sys.modules, 'tqdm' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ))
    assert done.stdout.split() == ["False", "False"]
