"""Rounds a second of the pure game, measured beside a yardstick in the same run.

    python -m benchmarks.game [--rounds N] [--json]

A table plays one hand a round by the dealer's own policy (hit below 17, else stand; nothing insured), from a secret shoe, on one
core. Three ways: the round with its events, kept in memory; the same with the record made as plain data; the same with the
record as JSON text. The yardstick is a fixed loop of pure Python, so that figures from two machines can be compared: what counts
is how many steps of it one round costs.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from bjlearn.documents import builtin_ids, load
from bjlearn.game import Answer, Round, Table
from bjlearn.game.record import dumps
from bjlearn.rules import Action, Rules

REPEATS = 5
YARDSTICK_STEPS = 200_000


def yardstick() -> float:
    """Processor seconds for a fixed loop: integer arithmetic, a list and a dictionary."""
    begin = time.process_time()
    counts: dict[int, int] = {}
    values = list(range(64))
    total = 0
    for step in range(YARDSTICK_STEPS):
        total = (total + values[step & 63] * 3) & 0xFFFF
        counts[total & 255] = step
    return time.process_time() - begin


def play_out(round_: Round) -> None:
    """Hit below 17, else stand; decline what is offered."""
    while (asked := round_.question) is not None:
        if asked.kind == "action":
            round_.do(Action.HIT if round_.hand.total < 17 else Action.STAND)
        else:
            round_.do(Answer.NO_INSURANCE if asked.kind == "insurance" else Answer.NO_SURRENDER)


def seconds(rules: Rules, rounds: int, keep: Callable[[Round], Any]) -> float:
    """Processor seconds for so many rounds at one table, each kept in the given form."""
    table = Table(rules.replace(push="returned"), [10**9])
    kept = []
    begin = time.process_time()
    for _ in range(rounds):
        round_ = table.deal((10,))
        play_out(round_)
        kept.append(keep(round_))
    return time.process_time() - begin


WAYS: dict[str, Callable[[Round], Any]] = {
    "events": lambda round_: round_.events,
    "record": lambda round_: round_.record(),
    "text": lambda round_: dumps(round_.record()),
}


def measure(rounds: int) -> dict[str, Any]:
    """Medians of several repeats: rounds a second, and steps of the yardstick that one round costs."""
    loop = statistics.median(yardstick() for _ in range(REPEATS))
    found: dict[str, Any] = {"yardstick_steps_per_second": round(YARDSTICK_STEPS / loop), "documents": {}}
    for document in builtin_ids():
        rules = load(document).rules()
        found["documents"][document] = {}
        for name, keep in WAYS.items():
            taken = statistics.median(seconds(rules, rounds, keep) for _ in range(REPEATS))
            found["documents"][document][name] = {
                "rounds_per_second": round(rounds / taken),
                "yardstick_steps_per_round": round(taken / rounds * YARDSTICK_STEPS / loop),
            }
    return found


def main(arguments: list[str]) -> None:
    rounds = int(arguments[arguments.index("--rounds") + 1]) if "--rounds" in arguments else 10_000
    found = measure(rounds)
    if "--json" in arguments:
        sys.stdout.write(json.dumps(found, indent=2) + "\n")
        return
    write = sys.stdout.write
    write(f"Rounds a second on one core, median of {REPEATS} times {rounds:,} rounds (steps of the yardstick a round)\n")
    write(f"{'':12}" + "".join(f"{name:>20}" for name in WAYS) + "\n")
    for document, ways in found["documents"].items():
        cells = (f"{way['rounds_per_second']:,} ({way['yardstick_steps_per_round']:,})" for way in ways.values())
        write(f"{document:12}" + "".join(f"{cell:>20}" for cell in cells) + "\n")
    write(f"Yardstick: {found['yardstick_steps_per_second']:,} steps a second\n")


if __name__ == "__main__":
    main(sys.argv[1:])
