"""How long progress takes to be kept: ``python benchmarks/store.py [--times 500]``. Needs PostgreSQL's programs for its half.

Prints, for an SQLite file and for a PostgreSQL server of its own on this machine, milliseconds to make an empty database, to open
it again, and to keep a decision with its date and table (median and 95 of 100).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bjlearn.practice.records import Learner
from bjlearn.practice.store import Store
from tests.store.made import due, judged
from tests.store.server import serve  # the tests' own server


def measure(url: str, times: int) -> str:
    start = time.perf_counter()
    Store.at(url).close()
    made = time.perf_counter()
    with Store.at(url) as store:
        opened = time.perf_counter()
        book = store.book(Learner("ana", "Ana", "spring"))
        took = []
        for number in range(times):
            begin = time.perf_counter()
            book.keep(judged(str(number)), due(number % 9), table={"cards": ["Ah", "10s"] * 150, "step": number})
            took.append(time.perf_counter() - begin)
    took.sort()
    keep, late = took[times // 2], took[times * 95 // 100]
    return (
        f"first start {(made - start) * 1e3:.0f} ms, open {(opened - made) * 1e3:.0f} ms, "
        f"keep {keep * 1e3:.1f} ms (95 of 100: {late * 1e3:.1f} ms)"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=500)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory() as folder:
        print(f"SQLite      {measure(f'sqlite:///{folder}/progress.sqlite', times)}")
    with serve() as server:
        print(f"PostgreSQL  {measure(server.database(), times)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
