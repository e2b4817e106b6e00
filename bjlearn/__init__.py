"""bjlearn: learn blackjack from four rule documents, exactly."""

from __future__ import annotations

from bjlearn.cards import Card, Shoe, card, cards
from bjlearn.rules import Action, Rules

__all__ = ["Action", "Card", "Rules", "Shoe", "card", "cards"]

__version__ = "0.1.0"
