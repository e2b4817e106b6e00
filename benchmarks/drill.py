"""What the drill costs in the kernel: ``python benchmarks/drill.py [--hands 200]``. Progress goes into a new SQLite file.

Prints, for each document, milliseconds of processor time: the first hand (the analysis is worked out), a further hand, an answer
(judged, kept, and the new view made); and the bytes of a view.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from bjlearn.documents import builtin_ids
from bjlearn.game import decision
from bjlearn.practice.records import Learner
from bjlearn.practice.store import Store
from bjlearn.widgets import Drill
from bjlearn.widgets.wire import Ask, Decide
from tests.practice.learners import right, wrong


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of processor time that some work takes."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200)
    hands = parser.parse_args().hands
    file = Path(tempfile.mkdtemp()) / "progress.sqlite"
    store = Store.at(f"sqlite:///{file}")
    print(f"{'':14}{'first hand':>11}{'hand':>8}{'answer':>8}{'95 % within':>13}{'view, bytes':>13}")
    for name in builtin_ids():
        screen = Drill(name, book=store.book(Learner(f"learner of {name}")), seed="measured")
        first = timed(screen._begin)  # noqa: SLF001 - what a browser's first message calls
        dealt: list[float] = []
        answered: list[float] = []
        drilling = screen.drilling
        assert drilling is not None
        while drilling.number <= hands:
            round_ = drilling.round
            assert round_ is not None
            while not round_.over:
                made = wrong(round_) if drilling.sums.answers % 4 == 3 else right(round_)

                sent = Decide(drilling.number, round_.step, decision(made))
                answered.append(timed(partial(screen._take, sent)))  # noqa: SLF001
                if drilling.paused and not round_.over:
                    screen._take(Ask("again", drilling.number, round_.step))  # noqa: SLF001
            on = Ask("again", drilling.number, round_.step)
            dealt.append(timed(partial(screen._take, on)))  # noqa: SLF001
        late = sorted(answered)[int(0.95 * len(answered))]
        size = len(json.dumps(screen.view))
        print(
            f"{name:14}{first:>11.0f}{statistics.median(dealt):>8.1f}{statistics.median(answered):>8.1f}{late:>13.1f}{size:>13}"
        )
    store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
