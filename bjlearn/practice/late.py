"""A learner's book, opened when it is first needed: a database takes most of a second to import."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from bjlearn.practice.records import Book, Learner
from bjlearn.practice.results import Attempt


class LateResults:
    """The answers of a learner to exercises, kept with the rest of their progress.

    Args:
        learner: whose.
    """

    def __init__(self, learner: Learner) -> None:
        self._learner = learner

    @cached_property
    def _book(self) -> Book:
        from bjlearn.practice.store import open_store

        return open_store().book(self._learner)

    def add(self, attempt: Attempt) -> None:
        """Keep an attempt.

        Raises:
            BjlearnError: the database does not take it.
        """
        self._book.add(attempt)

    def attempts(self, learner: str) -> Sequence[Attempt]:
        """The attempts of the learner, in their order; of anybody else none."""
        return self._book.attempts(learner)

    def opened(self) -> Collection[str]:
        """The exercises whose solutions the learner's class sees at once; asked anew each time, for an instructor may switch."""
        return self._book.opened()
