"""What can happen in a round, as data: a round is the list of its events, and its state follows from them."""

from __future__ import annotations

from typing import NamedTuple

from bjlearn.cards import Card
from bjlearn.game.money import Money


class Dealt(NamedTuple):
    """A card of the deal; seat None is the dealer."""

    seat: int | None
    card: Card
    face_down: bool


class Asked(NamedTuple):
    """A seat is asked something about a hand: ``insurance``, ``surrender`` (before the look) or ``action``."""

    kind: str
    seat: int
    hand: int


class Acted(NamedTuple):
    """The answer to what was asked; the amount is what it put on the table or, for a surrender, what came back."""

    seat: int
    hand: int
    decision: str
    amount: Money


class Looked(NamedTuple):
    """The dealer looked at the hole card, and whether it makes a natural."""

    natural: bool


class Drew(NamedTuple):
    """A card drawn after the deal; seat None is the dealer."""

    seat: int | None
    hand: int | None
    card: Card


class Reshuffled(NamedTuple):
    """The shoe ran out: the discards, so many of them, were shuffled and come again."""

    cards: int


class Revealed(NamedTuple):
    """The hole card is turned up."""

    card: Card


class Insured(NamedTuple):
    """An insurance is settled: ``win`` or ``lose``, and its net."""

    seat: int
    result: str
    net: Money


class Settled(NamedTuple):
    """A hand is settled: its result and net."""

    seat: int
    hand: int
    result: str
    net: Money


Event = Dealt | Asked | Acted | Looked | Drew | Reshuffled | Revealed | Insured | Settled

KINDS: dict[str, type[Event]] = {
    "dealt": Dealt,
    "asked": Asked,
    "acted": Acted,
    "looked": Looked,
    "drew": Drew,
    "reshuffled": Reshuffled,
    "revealed": Revealed,
    "insured": Insured,
    "settled": Settled,
}
"""The name of each kind of event in a record."""

NAMES: dict[type[Event], str] = {kind: name for name, kind in KINDS.items()}
