"""The coach: what every choice was worth, and why, from the exact analysis of the very rules."""

from __future__ import annotations

from bjlearn.coach.elsewhere import Elsewhere, Outcome, elsewhere, replay
from bjlearn.coach.reasons import Kind, Reason
from bjlearn.coach.situation import By, CoachError, Refused, Situation
from bjlearn.coach.verdict import NAMES, NEAR, Grade, Verdict, name_of, verdict

__all__ = [
    "NAMES",
    "NEAR",
    "By",
    "CoachError",
    "Elsewhere",
    "Grade",
    "Kind",
    "Outcome",
    "Reason",
    "Refused",
    "Situation",
    "Verdict",
    "elsewhere",
    "name_of",
    "replay",
    "verdict",
]
