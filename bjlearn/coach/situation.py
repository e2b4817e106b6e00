"""What is asked of a player, and all that may be known of the cards: from the public view alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from bjlearn.cards import Card, card, fresh_counts
from bjlearn.game import Reason
from bjlearn.rules import Rules
from bjlearn.text import N_, BjlearnError, Message, Plural


class CoachError(BjlearnError):
    """A situation of which nothing can be said."""


class By(StrEnum):
    """Which cards a verdict counts with."""

    FRESH = "fresh"
    COUNT = "count"

    @property
    def words(self) -> Message:
        """What it means, in a few words."""
        return Message(_BY_WORDS[self.value])


_BY_WORDS = {"fresh": N_("by a fresh shoe"), "count": N_("by the count of the cards")}


@dataclass(frozen=True, slots=True)
class Refused:
    """A decision that is not legal.

    Attributes:
        name: of the decision.
        why: the reason.
        field: the field of Rules on which it rests; None where it follows from the table, such as chips that do not suffice.
    """

    name: str
    why: Message
    field: str | None


@dataclass(frozen=True, slots=True)
class Situation:
    """One question to a player, and what is publicly known.

    Attributes:
        rules: of the game.
        kind: ``action``, ``surrender`` (early, before the look) or ``insurance``.
        seat: index of the place.
        part: index of the hand at that place.
        cards: the hand's card values, ace as 1, in their order.
        up: value of the upcard, ace as 1.
        hands: hands at the place; more than one and this one comes from a split.
        stake: the opening stake of the place, in chips.
        looked: the dealer has looked and has no natural.
        legal: names of the legal decisions.
        refused: the others.
        gone: other cards that have been seen since the shuffle, by value, ace first.
    """

    rules: Rules
    kind: str
    seat: int
    part: int
    cards: tuple[int, ...]
    up: int
    hands: int
    stake: int
    looked: bool
    legal: tuple[str, ...]
    refused: tuple[Refused, ...]
    gone: tuple[int, ...]

    @classmethod
    def of(
        cls,
        view: Mapping[str, Any],
        rules: Rules,
        *,
        seen: Iterable[Card] = (),
        illegal: Mapping[str, Reason] | None = None,
    ) -> Self:
        """What a public view asks.

        Args:
            view: a round's public view.
            rules: of the game.
            seen: cards of earlier rounds since the shuffle, all of them face up by now.
            illegal: the reasons behind the view's, to be told in any language; without them the view's own sentences.

        Raises:
            CoachError: nothing is asked.
        """
        asked = view["question"]
        if asked is None:
            raise CoachError(Message("Nothing is asked here, so there is nothing to advise."))
        seat = view["seats"][asked["seat"]]
        hand = seat["hands"][asked["hand"]]
        gone = [0] * 10
        for one in seen:
            gone[one.value - 1] += 1
        for value in _elsewhere(view, asked["seat"], asked["hand"]):
            gone[value - 1] += 1
        reasons = illegal or {}
        refused = tuple(
            Refused(name, reasons[name].message if name in reasons else Message(why["text"]), why["field"])
            for name, why in asked["illegal"].items()
        )
        return cls(
            rules,
            asked["kind"],
            asked["seat"],
            asked["hand"],
            _values(hand["cards"]),
            card(view["dealer"]["cards"][0]).value,
            len(seat["hands"]),
            seat["stake"],
            view["looked"] is False,
            tuple(asked["legal"]),
            refused,
            tuple(gone),
        )

    @property
    def total(self) -> int:
        """Points of the hand, every ace as 1."""
        return sum(self.cards)

    def shoe(self, by: By) -> tuple[int, ...]:
        """The cards that a verdict counts with: the hand's own, the upcard, and those not seen, of which the hole card is one.

        Args:
            by: a fresh shoe, or without the cards seen.

        Raises:
            CoachError: the cards seen are more than such a shoe has.
        """
        fresh = fresh_counts(self.rules.decks)
        if by is By.FRESH:
            return fresh
        left = tuple(count - gone for count, gone in zip(fresh, self.gone, strict=True))
        if min(left) < 0:
            raise CoachError(
                Plural(
                    "More cards have been seen than {n} deck holds.",
                    "More cards have been seen than {n} decks hold.",
                    n=self.rules.decks,
                )
            )
        return left


def _values(codes: Iterable[str | None]) -> tuple[int, ...]:
    return tuple(card(code).value for code in codes if code is not None)


def _elsewhere(view: Mapping[str, Any], place: int, part: int) -> Iterator[int]:
    """Values of the cards that lie face up, but for the upcard and those of one hand."""
    yield from _values(view["dealer"]["cards"][1:])
    for seat in view["seats"]:
        for hand in seat["hands"]:
            if (seat["seat"], hand["hand"]) != (place, part):
                yield from _values(hand["cards"])
