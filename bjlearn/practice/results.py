"""What became of exercises: one record an answer, and where the records go."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer to one exercise.

    Attributes:
        learner: who gave it.
        exercise: its id.
        variant: number of the variant, from 0.
        answer: as it was written, short.
        right: whether it was right.
        tries: number of different answers to this variant so far, this one included.
        solution_seen: the solution had been shown before.
    """

    learner: str
    exercise: str
    variant: int
    answer: str
    right: bool
    tries: int
    solution_seen: bool


class Results(Protocol):
    """Where attempts are kept."""

    def add(self, attempt: Attempt) -> None:
        """Keep an attempt; it is kept when this returns."""
        ...

    def attempts(self, learner: str) -> Sequence[Attempt]:
        """The attempts of a learner, in their order."""
        ...

    def opened(self) -> Collection[str]:
        """The exercises whose solutions the learner's class sees at once."""
        ...


class MemoryResults:
    """Results that last as long as the process."""

    def __init__(self) -> None:
        self._kept: list[Attempt] = []

    def add(self, attempt: Attempt) -> None:
        """Keep an attempt."""
        self._kept.append(attempt)

    def attempts(self, learner: str) -> Sequence[Attempt]:
        """The attempts of a learner, in their order."""
        return tuple(attempt for attempt in self._kept if attempt.learner == learner)

    def opened(self) -> Collection[str]:
        """None: who keeps nothing belongs to no class."""
        return ()
