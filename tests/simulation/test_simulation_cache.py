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


def play(folder: Path, before: str = "", **environment: str) -> tuple[float, int]:
    """The mean that a new process finds, and how often it found a kernel in the cache."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", before + PLAY],
        env={**kept, "PYTHONPATH": str(folder), **environment},
        check=True,
        capture_output=True,
        text=True,
        cwd=folder,
    )
    mean, hits = done.stdout.split()
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


def test_an_installation_that_cannot_be_written_uses_the_users_cache(tmp_path: Path) -> None:
    here = Path(bjlearn.__file__).parents[1]
    mean, _ = play(here, READ_ONLY, XDG_CACHE_HOME=str(tmp_path))
    assert list(tmp_path.rglob("*.nbi"))
    assert play(here, READ_ONLY, XDG_CACHE_HOME=str(tmp_path)) == (mean, 1)


def test_where_nothing_can_be_written_it_works_all_the_same(tmp_path: Path) -> None:
    here = Path(bjlearn.__file__).parents[1]
    assert play(here, NOWHERE)[1] == 0
