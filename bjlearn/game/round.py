"""A round: one deal, from stakes to settlement, and the same as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from bjlearn.game.progress import Progress
from bjlearn.game.record import record, replay
from bjlearn.game.view import view


class Round(Progress):
    """One deal, from stakes to settlement; the cards are dealt at once.

    :class:`Progress` says what is asked, what may be done and why not; :meth:`view` and :meth:`record` give what has happened as
    plain data, as a person at the table may see it and whole.
    """

    __slots__ = ()

    def view(self) -> dict[str, Any]:
        """What a person at the table may see, as plain data; see :mod:`bjlearn.game.view`."""
        return view(self)

    def record(self) -> dict[str, Any]:
        """All that has happened, hidden cards too, as plain data that :meth:`from_record` plays again."""
        return record(self)

    @classmethod
    def from_record(cls, data: Mapping[str, Any]) -> Self:
        """The round of a record, played again step by step.

        Raises:
            RecordError: the record is broken or was edited; the sentence says where.
        """
        return replay(cls, data)
