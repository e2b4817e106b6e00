"""The smallest simulation: it makes the compiler work before a clock starts."""

from __future__ import annotations

from functools import cache

from bjlearn.rules import Rules
from bjlearn.simulation.chunks import Plan
from bjlearn.simulation.tables import make_book, make_game
from bjlearn.strategy import DEALER


@cache
def smallest() -> Plan:
    """One round."""
    rules = Rules()
    return Plan(make_game(rules, 1, cut_card=False), make_book(rules, [DEALER]), rules.decks, seed=0, rounds=1)
