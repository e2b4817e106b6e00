"""The solutions of the exercises, and three typical wrong ways for each. They stand apart from the lessons, and count on
their own: nothing here uses the engine that judges.
"""

from __future__ import annotations

from . import (
    lesson01,
    lesson02,
    lesson03,
    lesson04,
    lesson05,
    lesson06,
    lesson07,
    lesson08,
    lesson09,
    lesson10,
    lesson11,
    lesson12,
)
from .counting import Way

_LESSONS = (
    lesson01,
    lesson02,
    lesson03,
    lesson04,
    lesson05,
    lesson06,
    lesson07,
    lesson08,
    lesson09,
    lesson10,
    lesson11,
    lesson12,
)

SOLUTIONS: dict[str, Way] = {name: way for lesson in _LESSONS for name, way in lesson.SOLUTIONS.items()}
WRONG: dict[str, tuple[Way, Way, Way]] = {name: ways for lesson in _LESSONS for name, ways in lesson.WRONG.items()}

__all__ = ["SOLUTIONS", "WRONG", "Way"]
