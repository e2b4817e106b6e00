"""bjlearn: learn blackjack from four rule documents, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bjlearn.cards import Card, Shoe, card, cards
from bjlearn.rules import Action, Rules

if TYPE_CHECKING:
    from bjlearn.practice import check, solution

__all__ = ["Action", "Card", "Rules", "Shoe", "card", "cards", "check", "solution"]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """What notebooks use and other imports should not pay for."""
    if name in ("check", "solution"):
        import bjlearn.practice

        return getattr(bjlearn.practice, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
