"""How long the exact analysis takes, beside a yardstick measured in the same run.

    python benchmarks/exact.py

Medians of five, in processor seconds (user and system, all threads). "In one process" has Python and NumPy loaded and every
cache of dealer results emptied first, unless the line says otherwise; "whole process" starts Python anew, imports included, with
its peak memory. The yardstick is plain work of the same machine in the same minute: a loop of ten million additions in Python,
a matrix product of 600 x 600, and a new Python that imports NumPy and ends. Read the figures as multiples of it.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from bjlearn.documents import builtin_ids, load
from bjlearn.exact import Analysis, analyze, quick_figures
from bjlearn.exact.joint import base_joint, split_joint
from bjlearn.rules import Rules

TIMES = 5
ROOT = Path(__file__).resolve().parent.parent
DEPLETED = (17, 9, 22, 11, 24, 19, 8, 21, 13, 60)


def forget() -> None:
    base_joint.cache_clear()
    split_joint.cache_clear()
    quick_figures.cache_clear()


def complete(rules: Rules, *, keep: bool = False) -> float | None:
    """The composition analysis: every action of every hand, the plan, all splits, the return."""
    if not keep:
        forget()
    return Analysis(rules, tuple(analyze(rules).shoe)).ev()


def both(rules: Rules) -> tuple[float | None, float | None]:
    """Both strategies as data, chart and edges, dealer results known."""
    analysis = Analysis(rules, tuple(analyze(rules).shoe))
    return len(analysis.composition.by_cards) and analysis.ev(), len(analysis.total.chart()) and analysis.ev("total")


def one_hand() -> object:
    forget()
    return quick_figures(Rules(max_hands=4, surrender="late"), DEPLETED, (8, 8), 10)


def changed(number: list[int]) -> float | None:
    """A rule changed that leaves the dealer alone: dealer results are known, no analysis of these rules is."""
    number[0] += 1
    return complete(Rules(natural_pays=f"{1000 + number[0]}/1000", double_after_split=False, surrender="late"), keep=True)


def spread() -> object:
    rules = load("ro-online").rules()
    return Analysis(rules, tuple(analyze(rules).shoe)).distribution()


def seconds(work: Callable[[], object]) -> tuple[float, float]:
    """Median processor and wall seconds."""
    used, passed = [], []
    work()
    for _ in range(TIMES):
        start, clock = time.process_time(), time.perf_counter()
        work()
        used.append(time.process_time() - start)
        passed.append(time.perf_counter() - clock)
    return statistics.median(used), statistics.median(passed)


def process(code: str) -> tuple[float, float, float]:
    """Median processor seconds, wall seconds, and peak memory in MB of a new Python that runs some code."""
    used, passed, memory = [], [], []
    for _ in range(TIMES):
        clock = time.perf_counter()
        child = os.posix_spawn(sys.executable, [sys.executable, "-c", code], {**os.environ, "PYTHONPATH": str(ROOT)})
        _, status, usage = os.wait4(child, 0)
        if status:
            raise SystemExit(f"failed: {code}")
        used.append(usage.ru_utime + usage.ru_stime)
        passed.append(time.perf_counter() - clock)
        memory.append(usage.ru_maxrss / 1024)
    return statistics.median(used), statistics.median(passed), max(memory)


ALL_FOUR = (
    "from bjlearn.documents import builtin_ids, load\n"
    "from bjlearn.exact import analyze\n"
    "for name in builtin_ids():\n"
    "    found = analyze(load(name).rules())\n"
    "    found.ev(), found.ev('total'), found.composition, found.total.chart()\n"
)
ONE = "from bjlearn.exact import analyze\nfrom bjlearn.rules import Rules\nprint(end=str(analyze(Rules({})).ev())[:0])\n"


def yardstick() -> list[tuple[str, tuple[float, float]]]:
    square = np.random.default_rng(1).random((600, 600))

    def loop() -> int:
        total = 0
        for number in range(10_000_000):
            total += number
        return total

    return [("ten million additions in Python", seconds(loop)), ("matrix product 600 x 600", seconds(lambda: square @ square))]


def main() -> None:
    table = Table("what", "processor s", "wall s", "peak MB", "to reach")
    for what, (used, passed) in yardstick():
        table.add_row(f"yardstick: {what}", f"{used:.3f}", f"{passed:.3f}", "", "")
    used, passed, memory = process("import numpy")
    table.add_row("yardstick: a new Python imports NumPy", f"{used:.3f}", f"{passed:.3f}", f"{memory:.0f}", "")
    table.add_section()
    number = [0]
    known = load("it-training").rules()
    analyze(known).ev()
    lines: list[tuple[str, Callable[[], object], str]] = [
        ("6 decks, one split, complete composition analysis", lambda: complete(Rules()), "0.20"),
        ("6 decks, resplits to four hands", lambda: complete(Rules(max_hands=4)), "0.50"),
        ("one hand on a depleted shoe, pair, four hands", one_hand, "0.10"),
    ]
    for what, work, goal in lines:
        used, passed = seconds(work)
        table.add_row(what, f"{used:.3f}", f"{passed:.3f}", "", goal)
    complete(Rules())
    used, passed = seconds(lambda: changed(number))
    table.add_row("a changed rule that leaves the dealer alone", f"{used:.3f}", f"{passed:.3f}", "", "0.10")
    used, passed = seconds(lambda: both(Rules()))
    table.add_row("both strategies and edges, dealer results known", f"{used:.3f}", f"{passed:.3f}", "", "")
    used, passed = seconds(spread)
    table.add_row("distribution of a round, dealer results known", f"{used:.3f}", f"{passed:.3f}", "", "")
    table.add_section()
    whole = [
        (f"both strategies, charts, edges of all {len(builtin_ids())} documents", ALL_FOUR, "2.00, 500 MB"),
        ("6 decks, one split", ONE.format(""), ""),
        ("6 decks, four hands", ONE.format("max_hands=4"), ""),
    ]
    for what, code, goal in whole:
        used, passed, memory = process(code)
        table.add_row(f"whole process: {what}", f"{used:.3f}", f"{passed:.3f}", f"{memory:.0f}", goal)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
