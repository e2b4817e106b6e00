"""Where compiled kernels are kept, and when they are made anew."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import bjlearn

PLAY = """
from bjlearn.simulation import simulate
from bjlearn.rules import Rules
from bjlearn.strategy import DEALER
print(simulate(Rules(), DEALER, rounds=1000, seed=1).mean)
from bjlearn.simulation.flat import play_flat
print(sum(play_flat.stats.cache_hits.values()))
"""
READ_ONLY = """
from numba.core import caching
def refuse(self): raise OSError("read only")
caching.InTreeCacheLocator.ensure_cache_path = refuse
"""
NOWHERE = """
from numba.core import caching
caching.CompileResultCacheImpl._locator_classes = []
"""


def run(call: list[str], **environment: str) -> list[str]:
    """What a new process prints, in words."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run([sys.executable, *call], env={**kept, **environment}, check=True, capture_output=True, text=True)
    return done.stdout.split()


def play(folder: Path) -> tuple[float, int]:
    """The mean that a new process finds, and how often it found a kernel in the cache."""
    script = folder / "play.py"  # its folder is where Python looks first
    script.write_text(PLAY)
    mean, hits = run([str(script)])
    return float(mean), int(hits)


def test_kernels_are_kept_and_made_anew_when_any_part_changes(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(
        Path(bjlearn.__file__).parent, folder / "bjlearn", ignore=shutil.ignore_patterns("__pycache__", "static", "locale")
    )
    mean, hits = play(folder)
    assert hits == 0
    assert play(folder) == (mean, 1)
    # another part than the one that holds the kernel: every natural as dear as its stake
    part = folder / "bjlearn" / "simulation" / "kernel.py"
    source = part.read_text()
    changed = source.replace("net += book.pay[", "net += 2 * book.pay[")
    assert changed != source
    part.write_text(changed)
    assert play(folder) == (2 * mean, 0)


SMALL = """
from bjlearn.simulation.compiled import kernel
def double(number: int) -> int:
    return 2 * number
made = kernel(double)
print(made(21), sum(made.stats.cache_hits.values()))
"""


def test_an_installation_that_cannot_be_written_uses_the_users_cache(tmp_path: Path) -> None:
    file = tmp_path / "small.py"
    file.write_text(READ_ONLY + SMALL)
    for hits in (0, 1):
        assert run([str(file)], XDG_CACHE_HOME=str(tmp_path / "cache")) == ["42", str(hits)]
    assert list((tmp_path / "cache").rglob("*.nbi"))


def test_where_nothing_can_be_written_it_works_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "small.py"
    file.write_text(NOWHERE + SMALL)
    for _ in range(2):
        assert run([str(file)]) == ["42", "0"]
