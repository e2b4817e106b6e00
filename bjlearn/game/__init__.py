"""The game: what is legal and why not, what happens, what is paid; the public view; the record."""

from __future__ import annotations

from bjlearn.game.decisions import Answer, Decision, Insure, Question, decision
from bjlearn.game.errors import GameError
from bjlearn.game.money import Money, plain, read_money
from bjlearn.game.record import RecordError
from bjlearn.game.round import Round
from bjlearn.game.stakes import MOST_SEATS
from bjlearn.game.table import Table
from bjlearn.legality import Reason

__all__ = [
    "MOST_SEATS",
    "Answer",
    "Decision",
    "GameError",
    "Insure",
    "Money",
    "Question",
    "Reason",
    "RecordError",
    "Round",
    "Table",
    "decision",
    "plain",
    "read_money",
]
