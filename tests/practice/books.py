"""A book in memory, for tests of what uses one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bjlearn.practice import MemoryResults
from bjlearn.practice.records import Assignment, Judged, Learner, Scheduled
from bjlearn.text import Message


class MemoryBook(MemoryResults):
    """The least that keeps the promises of a Book."""

    def __init__(self, learner: Learner | None = None) -> None:
        super().__init__()
        self.learner = Learner("ana") if learner is None else learner
        self.note: Message | None = None
        self.asked: list[Assignment] = []
        self._decisions: dict[str, Judged] = {}
        self._scheduled: dict[tuple[str, str], dict[str, Scheduled]] = {}
        self._table: Mapping[str, Any] | None = None

    def keep(self, judged: Judged, scheduled: Scheduled | None = None) -> bool:
        if judged.id in self._decisions:
            return False
        self._decisions[judged.id] = judged
        if scheduled is not None:
            self._scheduled.setdefault((scheduled.document, scheduled.readings), {})[scheduled.cell] = scheduled
        return True

    def decisions(self, document: str | None = None, readings: str = "") -> Sequence[Judged]:
        kept = self._decisions.values()
        return tuple(one for one in kept if document is None or (one.document, one.readings) == (document, readings))

    def scheduled(self, document: str, readings: str = "") -> Mapping[str, Scheduled]:
        return dict(self._scheduled.get((document, readings), {}))

    def keep_table(self, state: Mapping[str, Any] | None) -> None:
        self._table = state

    def table(self) -> Mapping[str, Any] | None:
        return self._table

    def assignments(self) -> Sequence[Assignment]:
        return tuple(self.asked)

    def export(self) -> dict[str, Any]:
        return {}

    def take(self, data: object) -> int:
        return 0

    def forget(self) -> None:
        self._decisions.clear()
        self._scheduled.clear()
