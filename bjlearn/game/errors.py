"""What goes wrong at a table."""

from __future__ import annotations

from bjlearn.text import BjlearnError


class GameError(BjlearnError):
    """A decision that is not legal, or a round that cannot be dealt."""
