"""How soon the Simulate screen answers while it simulates, and when its first figures stand.

    python -m benchmarks.simulate_screen [--rounds N] [--json]

One screen in an event loop, as in a kernel, and no browser: rounds are played on all processors, and meanwhile a field is filled
in again and again. What is measured is from the moment a message wants to be read to the moment it is answered and its view sent;
the longest are those that came while a chart was made. The first run in a process pays its imports; compiled kernels are kept.
"""

import asyncio
import json
import statistics
import sys
import time

from bjlearn.simulation.warming import warm
from bjlearn.widgets import Simulate

OFTEN = 0.02
"""Seconds between two messages."""


async def answers(rounds: int) -> dict[str, float]:
    """Milliseconds of the answers while so many rounds are played; seconds to the first figures."""
    screen = Simulate("it-casino", seed=1)

    def sends(**content: object) -> None:
        screen._handle_custom_msg({"n": 1, **content}, [])  # noqa: SLF001 - what a message from the browser does

    sends(type="ready")
    sends(type="set", name="rounds", value=str(rounds))
    begin = time.perf_counter()
    sends(type="run")
    first, found = 0.0, []
    while screen.view["running"] and (screen.view["found"] or {}).get("done", 0) < rounds:
        asked = time.perf_counter()
        await asyncio.sleep(0)
        sends(type="set", name="hands", value="1")
        found.append(1000 * (time.perf_counter() - asked))
        if not first and (screen.view["found"] or {}).get("done"):
            first = time.perf_counter() - begin
        await asyncio.sleep(OFTEN)
    screen.close()
    found.sort()
    return {
        "answers": len(found),
        "median_ms": statistics.median(found),
        "of_20_ms": found[len(found) * 19 // 20],
        "worst_ms": found[-1],
        "first_figures_s": first,
    }


def main(arguments: list[str]) -> None:
    rounds = int(arguments[arguments.index("--rounds") + 1]) if "--rounds" in arguments else 100_000_000
    warm()
    found = asyncio.run(answers(rounds))
    if "--json" in arguments:
        json.dump(found, sys.stdout, indent=2)
        return
    median, most, worst = (f"{found[name]:.1f} ms" for name in ("median_ms", "of_20_ms", "worst_ms"))
    sys.stdout.write(
        f"{found['answers']} messages while {rounds:,} rounds were played: {median} (median), 19 of 20 within {most}, {worst} at"
        f" worst; first figures after {found['first_figures_s']:.1f} s.\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
