"""Students at once on one server: ``python benchmarks/crowd.py [--students 30] [--seconds 180]``. Needs no browser.

Each plays at the table and drills over the websocket of a page of their own, and thinks from one to four seconds before a choice.
Prints the table that docs/serving.md shows; ends with 1 where there was an error or a decision is not in the database.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))
from bjlearn.app.serve import memory_of
from tests.browser.crowd import Student, crowd
from tests.browser.test_crowd import kept
from tests.conftest import Server  # the tests' own server


def share(times: list[float], part: float) -> str:
    """The time within which a part of all answers came."""
    ordered = sorted(times)
    return f"{ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000:.0f} ms"


def watch(server: Server, found: list[tuple[float, float]], ended: threading.Event) -> None:
    """Memory of all kernels in megabytes, and the load of the machine, every ten seconds."""
    while not ended.wait(10):
        found.append((sum(memory_of(process) for process in server.kernels()) / 1e6, os.getloadavg()[0]))


def report(students: list[Student], memory: list[tuple[float, float]], warm: int) -> None:
    """Print the table."""
    made = ", ".join(str(sum(student.made[source] for student in students)) for source in ("play", "drill"))
    print("| | |\n|---|---|")
    print(f"| decisions at the table, in the drill | {made} |")
    print(f"| page there (median, last) | {share([s.opened for s in students], 0.5)}, {share([s.opened for s in students], 1)} |")
    for source, what in (("play", "answer at the table"), ("drill", "answer in the drill")):
        times = [taken for student in students for taken in student.seconds[source]]
        print(
            f"| {what}, stored and judged (median, 95 %, last) | {share(times, 0.5)}, {share(times, 0.95)}, {share(times, 1)} |"
        )
    print(f"| memory of all kernels: warm, largest while in use | {warm} MB, {max(used for used, _ in memory):.0f} MB |")
    print(f"| load of the machine (least, most) | {min(load for _, load in memory):.1f}, {max(load for _, load in memory):.1f} |")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=180)
    args = parser.parse_args()
    chance, memory, ended = random.Random(0), [], threading.Event()
    print(
        f"{psutil.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start, Python {sys.version.split()[0]}\n", flush=True
    )
    server = Server(Path(tempfile.mkdtemp()), "--port", "0", "--students", str(args.students))
    try:
        warm = int(server.warm().group(2))
        end = time.monotonic() + args.seconds
        watching = threading.Thread(target=watch, args=[server, memory, ended], daemon=True)
        watching.start()
        students = crowd(server.url, args.students, lambda _: time.monotonic() < end, lambda: time.sleep(chance.uniform(1, 4)))
        ended.set()
        watching.join()
        report(students, memory, warm)
        faults = [fault for student in students for fault in student.faults]
        whole = kept(server) == {student.name: student.made for student in students}
        print(f"\n{len(faults)} faults {faults[:5]}; every decision is kept: {whole}")
        return 0 if whole and not faults else 1
    finally:
        server.stop()


if __name__ == "__main__":
    sys.exit(main())
