"""Simulation: rounds by the million, by the same Rules and any strategy, compiled with Numba.

    >>> from bjlearn.documents import load
    >>> from bjlearn.exact import analyze
    >>> from bjlearn.simulation import simulate
    >>> rules = load("it-casino").rules()
    >>> simulate(rules, analyze(rules).total, rounds=10**7, seed=1).mean  # doctest: +SKIP

Importing this costs little: Numba is loaded, and the kernel compiled or taken from its cache, when something is simulated.
"""

from bjlearn.simulation.bankroll import Chance, Sessions, check_sessions, sessions
from bjlearn.simulation.habits import Habits, Player
from bjlearn.simulation.result import Checkpoint, Figure, Result
from bjlearn.simulation.run import simulate
from bjlearn.simulation.tables import SimulationError

__all__ = [
    "Chance",
    "Checkpoint",
    "Figure",
    "Habits",
    "Player",
    "Result",
    "Sessions",
    "SimulationError",
    "check_sessions",
    "sessions",
    "simulate",
]
