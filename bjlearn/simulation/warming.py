"""The smallest simulation: it makes the compiler work before a clock starts."""

from __future__ import annotations

from functools import cache

from bjlearn.rules import Rules
from bjlearn.simulation.chunks import Plan, play_chunk
from bjlearn.simulation.tables import make_book, make_game
from bjlearn.strategy import DEALER


def warm() -> None:
    """Compile the kernel, or load it from the cache, before the clock starts."""
    play_chunk(_smallest(), 0)


@cache
def _smallest() -> Plan:
    rules = Rules()
    return Plan(make_game(rules, 1, cut_card=False), make_book(rules, [DEALER]), rules.decks, seed=0, rounds=1)
