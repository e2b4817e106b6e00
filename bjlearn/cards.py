"""Cards, the one scoring of hands, and the shoe."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from bjlearn.text import BjlearnError, Message

RANKS: tuple[str, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The thirteen ranks as written on a card."""

SUITS: tuple[str, ...] = ("s", "h", "d", "c")
"""Spades, hearts, diamonds, clubs."""

VALUES: tuple[str, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""The ten ranks that the game tells apart: ten, jack, queen and king are one. Index + 1 is the value, ace as 1."""


class CardError(BjlearnError):
    """Text that is no card, or a shoe that is none."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card.

    Attributes:
        rank: one of :data:`RANKS`.
        suit: one of :data:`SUITS`, or ``""`` where it is not known; suits never matter to the game.
        value: 1 for an ace, 10 for 10, J, Q and K, else the number.
    """

    rank: str
    suit: str
    value: int

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


def _make_cards() -> dict[str, Card]:
    cards = {}
    for number, rank in enumerate(RANKS, start=1):
        for suit in (*SUITS, ""):
            cards[rank + suit] = Card(rank, suit, min(number, 10))
    return cards


_CARDS = _make_cards()
_ALIASES = {"T": "10", "1": "A", "11": "A"}


def card(text: str) -> Card:
    """The card that a text names: ``"A"``, ``"10h"``, ``"Kd"``, ``"T"``.

    Raises:
        CardError: the text names no card.
    """
    found = _CARDS.get(text)
    if found is not None:
        return found
    rank = text.strip().upper()
    suit = ""
    if len(rank) > 1 and rank[-1].lower() in SUITS:
        rank, suit = rank[:-1], rank[-1].lower()
    found = _CARDS.get(_ALIASES.get(rank, rank) + suit)
    if found is None:
        raise CardError(
            Message(
                '"{text}" is not a card; write a rank (A, 2 to 10, J, Q, K) and, if you like, a suit (s, h, d, c), such as 10h.',
                text=" ".join(text.split())[:20],
            )
        )
    return found


def cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Several cards, from ``"A,10,6"``, ``"A 10 6"`` or a sequence of texts.

    Raises:
        CardError: one of them is no card.
    """
    parts = text.replace(",", " ").split() if isinstance(text, str) else text
    return tuple(card(part) for part in parts)


class Total(NamedTuple):
    """The better total of a hand and whether an ace counts 11 in it."""

    total: int
    soft: bool


def score(points: int, aces: int) -> Total:
    """The one scoring of hands.

    Args:
        points: sum of the card values, every ace as 1.
        aces: number of aces among them.

    Returns:
        The total with one ace as 11 where that does not pass 21, and whether it does.
    """
    if aces and points <= 11:
        return Total(points + 10, True)
    return Total(points, False)


def total_of(hand: Iterable[Card]) -> Total:
    """The total of some cards."""
    points = aces = 0
    for held in hand:
        points += held.value
        aces += held.value == 1
    return score(points, aces)


def is_natural(hand: Sequence[Card]) -> bool:
    """Whether these are an ace and a ten-valued card, and nothing else."""
    return len(hand) == 2 and hand[0].value * hand[1].value == 10 and 1 in (hand[0].value, hand[1].value)


def fresh_counts(decks: int) -> tuple[int, ...]:
    """Number of cards of each of the ten values, ace first, in so many decks: shape (10,)."""
    return (4 * decks,) * 9 + (16 * decks,)


def fresh_cards(decks: int) -> list[Card]:
    """All cards of so many decks, in factory order."""
    return [_CARDS[rank + suit] for _ in range(decks) for suit in SUITS for rank in RANKS]


class Shoe:
    """The cards still to come, from a source of randomness.

    A card is chosen when it is drawn, each of those left with the same chance: this is a shuffled shoe, and there is no
    order in memory that could leak. Cards drawn since the last :meth:`shuffle` but not on the table are the discards; when
    the shoe runs out in the middle of a round they are shuffled and come again, those on the table do not.

    Args:
        cards: what the shoe is made of; see :func:`fresh_cards`.
        random: the source of randomness. Left out, one is seeded from the operating system's secret source.
    """

    __slots__ = ("_cards", "_next", "_random", "_start", "refills")

    def __init__(self, cards: Iterable[Card], random: Random | None = None) -> None:
        self._cards = list(cards)
        self._random = Random(secrets.randbits(256)) if random is None else random
        self._next = 0
        self._start = 0
        self.refills = 0

    @classmethod
    def fresh(cls, decks: int, random: Random | None = None) -> Shoe:
        """A full shoe of so many decks."""
        return cls(fresh_cards(decks), random)

    @classmethod
    def resumed(cls, cards: Iterable[Card], drawn: Sequence[Card], discards: int, random: Random | None = None) -> Shoe:
        """A shoe from which cards have been drawn, as :attr:`seen` and :attr:`discards` of another said.

        Args:
            cards: what the shoe is made of.
            drawn: those drawn since the last shuffle, in order.
            discards: how many of them lie with the discards, the first ones; the others are on the table.
            random: the source of randomness for the cards to come.

        Raises:
            CardError: no such cards can have been drawn from this shoe.
        """
        rest = Counter(cards)
        rest.subtract(drawn)
        if any(count < 0 for count in rest.values()) or not 0 <= discards <= len(drawn):
            raise CardError(Message("No such cards can have been drawn from this shoe."))
        shoe = cls([*drawn, *rest.elements()], random)
        shoe._next, shoe._start = len(drawn), discards
        return shoe

    @property
    def given(self) -> bool:
        """Whether the order of the cards is given, rather than left to chance."""
        return False

    @property
    def size(self) -> int:
        """Number of cards of the whole shoe."""
        return len(self._cards)

    @property
    def left(self) -> int:
        """Number of cards that can be drawn before the discards come back."""
        return len(self._cards) - self._next

    @property
    def discards(self) -> int:
        """Number of cards that were dealt in earlier rounds since the shuffle."""
        return self._start

    @property
    def seen(self) -> tuple[Card, ...]:
        """Cards drawn since the last shuffle, in order."""
        return tuple(self._cards[: self._next])

    def shuffle(self) -> None:
        """All cards come back and may be drawn again."""
        self._next = self._start = 0

    def begin_round(self) -> None:
        """What was drawn until now lies with the discards."""
        self._start = self._next

    def draw(self) -> Card:
        """Take the next card.

        Raises:
            CardError: no card is left, and none lies with the discards.
        """
        place = self._next
        if place == len(self._cards):
            place = self._refill()
        stock = self._cards
        chosen = self._random.randrange(place, len(stock))
        drawn = stock[chosen]
        stock[chosen] = stock[place]
        stock[place] = drawn
        self._next = place + 1
        return drawn

    def _refill(self) -> int:
        if not self._start:
            raise CardError(Message("No card is left in the shoe, and none lies with the discards."))
        on_table = self._cards[self._start :]
        self._cards = on_table + self._cards[: self._start]
        self._next = len(on_table)
        self._start = 0
        self.refills += 1
        return self._next


class OrderedShoe(Shoe):
    """A shoe whose cards come in a given order: for lessons, tests, and records played again.

    Args:
        cards: in the order in which they leave the shoe.
        left: how many of them count as lying in the shoe before the discards would come back; all of them by default.
        discards: how many cards would then come back.
        given: False where the order is a record of what chance gave, so that a shoe that is used up counts as empty.
    """

    __slots__ = ("_given", "_left", "_old")

    def __init__(self, cards: Iterable[Card], left: int | None = None, discards: int = 0, *, given: bool = True) -> None:
        super().__init__(cards, Random(0))
        self._left = len(self._cards) if left is None else left
        self._old = discards
        self._given = given

    @property
    def left(self) -> int:
        """Number of cards that can be drawn before the discards come back."""
        return self._left

    @property
    def discards(self) -> int:
        """Number of cards that were dealt in earlier rounds since the shuffle."""
        return self._old

    @property
    def given(self) -> bool:
        """Whether the order of the cards is given, rather than left to chance."""
        return self._given

    @property
    def unused(self) -> int:
        """Number of given cards that were not drawn."""
        return len(self._cards) - self._next

    def shuffle(self) -> None:
        """A given order has nothing to shuffle: it goes on where it was."""

    def begin_round(self) -> None:
        """Nothing to note: the order is given."""

    def draw(self) -> Card:
        """Take the next card of the order.

        Raises:
            CardError: the given cards are used up.
        """
        if self._next == len(self._cards):
            raise CardError(Message("The given cards are used up: a card number {number} is needed.", number=self._next + 1))
        if self._left == 0:
            self._left, self._old = self._old, 0
            self.refills += 1
        drawn = self._cards[self._next]
        self._next += 1
        self._left -= 1
        return drawn
