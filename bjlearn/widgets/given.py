"""A table where the first cards are given, dealt again as often as one likes: to try one point of a lesson in every way."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from bjlearn.cards import Card, OrderedShoe, cards, fresh_cards
from bjlearn.documents import load
from bjlearn.game import Round
from bjlearn.text import Message
from bjlearn.widgets.screen import ScreenError
from bjlearn.widgets.table import TableWidget

_BANKROLL = 1000


class GivenTable(TableWidget):
    """One round with given cards, and a button that deals them again: ``GivenTable("it-training", "A 6", "5 10", "K")``.

    Args:
        doc: id of a built-in document, or path of a person's own file.
        hand: the player's two cards.
        dealer: the dealer's two cards, the hole card second.
        then: the cards that follow. After them come the rest of the shoe, shuffled, in the same order each time.
        readings: clause id to reading id, where not the default.
        stake: chips on the hand.
        seed: for the order of that rest.
        more: as :class:`TableWidget` takes it.

    Raises:
        BjlearnError: there is no such document, a text names no card, or a hand has not two.
    """

    def __init__(
        self,
        doc: str | Path,
        hand: str,
        dealer: str,
        then: str = "",
        *,
        readings: Mapping[str, str] | None = None,
        stake: int = 10,
        seed: int = 1,
        **more: Any,  # noqa: ANN401 - as the table takes them
    ) -> None:
        document = load(doc)
        self._rules, self._stake = document.rules(readings), stake
        given = _dealt(cards(hand), cards(dealer))
        self._order = _continued((*given, *cards(then)), self._rules.decks, Random(seed))
        more = {"again": Message("Deal these cards again"), "on_again": self._deal, **more}
        super().__init__(self._new(), document=document, **more)

    def _new(self) -> Round:
        return Round(self._rules, OrderedShoe(self._order), stakes=[self._stake], bankrolls=[_BANKROLL])

    def _deal(self) -> None:
        self.put(self._new())

    def __repr__(self) -> str:
        return "GivenTable()"


def _dealt(hand: tuple[Card, ...], dealer: tuple[Card, ...]) -> tuple[Card, ...]:
    """Two hands in the order in which their cards leave the shoe."""
    if len(hand) != 2 or len(dealer) != 2:
        raise ScreenError(
            Message(
                "The player and the dealer begin with two cards each, not {hand} and {dealer}.",
                hand=len(hand),
                dealer=len(dealer),
            )
        )
    return (hand[0], dealer[0], hand[1], dealer[1])


def _continued(given: tuple[Card, ...], decks: int, random: Random) -> tuple[Card, ...]:
    """The given cards, then the others of a shoe of so many decks in an order of chance."""
    rest = fresh_cards(decks)
    for held in given:
        # a card without a suit stands for any of its rank
        found = held if held in rest else next((other for other in rest if other.rank == held.rank), None)
        if found is not None:
            rest.remove(found)
    random.shuffle(rest)
    return (*given, *rest)
