"""What lies on the table: hands, places, the dealer's hand."""

from __future__ import annotations

from bjlearn.cards import Card, score
from bjlearn.game.money import Money


class Hand:
    """Cards and their running total.

    Attributes:
        cards: in the order in which they came.
        points: sum of the card values, every ace as 1.
        aces: number of aces.
        total: the better total.
        soft: whether an ace counts 11 in it.
        stake: chips on it (the dealer's hand has none).
        from_split: the hand comes from a split.
        doubled: its stake was doubled.
        natural: ace and ten-valued card, where the rules count that for this hand.
        done: no further decision is asked for it.
        result: how it was settled; None before.
        net: what it won or lost; None before.
    """

    __slots__ = ("aces", "cards", "done", "doubled", "from_split", "natural", "net", "points", "result", "soft", "stake", "total")

    def __init__(self, stake: Money = 0, *, from_split: bool = False) -> None:
        self.cards: list[Card] = []
        self.points = 0
        self.aces = 0
        self.total = 0
        self.soft = False
        self.stake = stake
        self.from_split = from_split
        self.doubled = False
        self.natural = False
        self.done = False
        self.result: str | None = None
        self.net: Money | None = None

    def add(self, card: Card) -> None:
        """Take a card."""
        self.cards.append(card)
        self.points += card.value
        if card.value == 1:
            self.aces += 1
        self.total, self.soft = score(self.points, self.aces)

    def give_up_card(self) -> Card:
        """Hand over the second card, as a split does."""
        card = self.cards.pop()
        self.points -= card.value
        if card.value == 1:
            self.aces -= 1
        self.total, self.soft = score(self.points, self.aces)
        return card

    @property
    def two_card_21(self) -> bool:
        """An ace and a ten-valued card, and nothing else."""
        return self.total == 21 and len(self.cards) == 2

    @property
    def bust(self) -> bool:
        """The total has passed 21."""
        return self.total > 21


class Seat:
    """A place at the table: one opening stake, and the hands that come of it.

    Attributes:
        stake: the opening stake.
        purse: which bankroll pays for it.
        hands: one, more after splits, in playing order.
        insurance: the side stake; 0 where there is none.
        insurance_result: ``win`` or ``lose`` once settled.
        insurance_net: what it won or lost once settled.
        standing: chips of pushes that stay on the table for the next round.
    """

    __slots__ = ("hands", "insurance", "insurance_net", "insurance_result", "purse", "stake", "standing")

    def __init__(self, stake: int, purse: int) -> None:
        self.stake = stake
        self.purse = purse
        self.hands = [Hand(stake)]
        self.insurance: Money = 0
        self.insurance_result: str | None = None
        self.insurance_net: Money | None = None
        self.standing: Money = 0
