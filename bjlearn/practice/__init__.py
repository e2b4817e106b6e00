"""Practice: exercises that check themselves, each learner with variants of their own. No widget in here."""

from __future__ import annotations

from bjlearn.practice.answers import AnswerError, Choice, Function, HandTotal, Kind, Number, actions
from bjlearn.practice.exercises import Case, Exercise, ExerciseError, Judgement, Laid, Task, exercise_ids, find_exercise
from bjlearn.practice.results import Attempt, MemoryResults, Results
from bjlearn.practice.sheet import Progress, Reply, Sheet, check, present_sheet, solution, use_sheet

__all__ = [
    "AnswerError",
    "Attempt",
    "Case",
    "Choice",
    "Exercise",
    "ExerciseError",
    "Function",
    "HandTotal",
    "Judgement",
    "Kind",
    "Laid",
    "MemoryResults",
    "Number",
    "Progress",
    "Reply",
    "Results",
    "Sheet",
    "Task",
    "actions",
    "check",
    "exercise_ids",
    "find_exercise",
    "present_sheet",
    "solution",
    "use_sheet",
]
