"""Many at once, and sudden ends: nothing is lost, nothing is double, nothing is half."""

from __future__ import annotations

import random
import time

import pytest

from bjlearn.practice.store import Store
from tests.store.workers import ANA, CONTEXT, keeps_on, opens, writes

PATIENCE = 120


def test_processes_that_open_an_empty_database_at_once(url: str) -> None:
    together = CONTEXT.Barrier(8)
    lines, workers = [], []
    for number in range(8):
        mine, theirs = CONTEXT.Pipe(duplex=False)
        workers.append(CONTEXT.Process(target=opens, args=(url, number, together, theirs)))
        lines.append(mine)
    for worker in workers:
        worker.start()
    for line in lines:
        assert line.poll(PATIENCE)
        assert line.recv() == (True, True)
    for worker in workers:
        worker.join(PATIENCE)
        assert worker.exitcode == 0
    with Store.at(url) as store:
        assert sum(student.count for student in store.register().students()) == 8


def test_thirty_writers_at_once_lose_nothing(url: str) -> None:
    processes, threads, count = 6, 5, 10
    Store.at(url).close()
    together = CONTEXT.Barrier(processes)
    lines, workers = [], []
    for worker in range(processes):
        mine, theirs = CONTEXT.Pipe(duplex=False)
        workers.append(CONTEXT.Process(target=writes, args=(url, worker, threads, count, together, theirs)))
        lines.append(mine)
    for one in workers:
        one.start()
    shared = 0
    for line in lines:
        assert line.poll(PATIENCE)
        shared += line.recv()
    assert shared == 1, "of one decision kept by all, one is new"
    for one in workers:
        one.join(PATIENCE)
        assert one.exitcode == 0
    expected = {f"{w}-{t}-{n}" for w in range(processes) for t in range(threads) for n in range(count)} | {"shared"}
    with Store.at(url) as store:
        kept = [made.id for made in store.book(ANA).decisions()]
    assert len(kept) == len(expected)
    assert set(kept) == expected


def kill_in_a_loop(url: str, times: int, seed: int) -> int:
    """Kill a process that keeps decisions, so many times at random moments; the number of decisions kept in all."""
    chance = random.Random(seed)
    told, most = 0, 0
    with Store.at(url) as store:
        book = store.book(ANA)
        for _ in range(times):
            mine, theirs = CONTEXT.Pipe(duplex=False)
            worker = CONTEXT.Process(target=keeps_on, args=(url, theirs))
            worker.start()
            theirs.close()
            assert mine.poll(PATIENCE), "the worker keeps nothing"
            told = mine.recv()
            end = time.monotonic() + chance.uniform(0, 0.03)
            while (left := end - time.monotonic()) > 0 and mine.poll(left):
                told = mine.recv()
            worker.kill()
            worker.join(PATIENCE)
            try:
                while mine.poll():  # what it said before it died
                    told = mine.recv()
            except EOFError:
                pass
            kept = book.decisions()
            names = [made.id for made in kept]
            assert names == [f"d{number}" for number in range(1, len(names) + 1)], "nothing is missing, nothing is double"
            assert len(names) in (told, told + 1), "all that was told is there; one more may be kept and not told any more"
            table, scheduled = book.table(), book.scheduled("it-banco")["hard16-10"]
            assert table is not None
            assert table["last"] == scheduled.state == names[-1], "a decision, its date and its table are kept together"
            most = len(names)
    return most


def test_a_process_killed_at_any_moment_loses_nothing(url: str) -> None:
    assert kill_in_a_loop(url, 12, seed=6) >= 12


@pytest.mark.soak
def test_two_hundred_kills_lose_nothing(url: str) -> None:
    kept = kill_in_a_loop(url, 200, seed=200)
    print(f"\n200 processes killed, {kept} decisions, none lost, none double ({url.split(':', maxsplit=1)[0]})")
    assert kept >= 200
