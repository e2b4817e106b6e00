"""Decisions and the like for tests of the store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from bjlearn.practice.records import Judged, Scheduled
from bjlearn.practice.results import Attempt

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

HOSTILE = (
    "'; DROP TABLE learner; --",
    '" OR 1=1 --',
    "<script>alert(1)</script>",
    "%s %(x)s :name {x} \\",
    "Ștefan Țîru 王 🂡",
    "\u202eevil",
)
"""Texts that have done harm elsewhere."""


def judged(name: str = "d1", **more: Any) -> Judged:
    """A decision."""
    values: dict[str, Any] = {
        "id": name,
        "at": NOON,
        "source": "drill",
        "document": "it-banco",
        "readings": "",
        "cell": "hard16-10",
        "cards": (10, 6),
        "up": 10,
        "chosen": "stand",
        "best": "hit",
        "grade": "mistake",
        "cost": 0.125,
        "chips": 1.25,
    }
    return Judged(**{**values, **more})


def right(name: str = "d1", **more: Any) -> Judged:
    """A right decision."""
    return judged(name, **{"chosen": "hit", "grade": "best", "cost": 0.0, "chips": 0.0, **more})


def due(days: int = 1, **more: Any) -> Scheduled:
    """A cell that is due again."""
    values: dict[str, Any] = {"document": "it-banco", "readings": "", "cell": "hard16-10", "state": '{"card": 1}'}
    return Scheduled(due=NOON + timedelta(days=days), **{**values, **more})


def answer(learner: str = "ana", **more: Any) -> Attempt:
    """An answer to an exercise."""
    values: dict[str, Any] = {"exercise": "01.soft-total", "variant": 0, "answer": "soft 17", "right": True, "tries": 1}
    return Attempt(learner=learner, solution_seen=False, **{**values, **more})
