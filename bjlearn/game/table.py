"""A table: bankrolls, a shoe, round after round."""

from __future__ import annotations

import math
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Self

from bjlearn.cards import OrderedShoe, Shoe, card, fresh_cards
from bjlearn.game.errors import GameError
from bjlearn.game.events import Dealt, Drew
from bjlearn.game.money import Money, plain, read_money
from bjlearn.game.record import RecordError
from bjlearn.game.round import Round
from bjlearn.game.stakes import check_bankroll, check_cards, place_stakes
from bjlearn.rules import Rules
from bjlearn.text import BjlearnError, Message

FORMAT = "bjlearn-table-1"
"""The form of a table's record; another form is refused."""


class Table:
    """Seats, bankrolls and a shoe, round after round, by one game's rules.

    The shoe is shuffled as the rules say: after the round in which the cut card came out, or before every round where the
    rules have no cut card. Chips of a push that stay on the table lie at their place until the next round.

    Args:
        rules: of the game.
        bankrolls: chips of each player; a player's number is the index here.
        minimum: least opening stake, in chips.
        maximum: largest opening stake, in chips; None for no limit.
        seed: for lessons and tests: the same seed gives the same cards. None: from the operating system's secret source.
        shoe: a shoe to play with in place of a full one.

    Attributes:
        round: the round on the table; None before the first.
        rounds: number of rounds dealt.

    Raises:
        GameError: limits or bankrolls that no table has.
    """

    def __init__(
        self,
        rules: Rules,
        bankrolls: Sequence[Money] = (1000,),
        *,
        minimum: int = 1,
        maximum: int | None = None,
        seed: int | None = None,
        shoe: Shoe | None = None,
    ) -> None:
        if not _is_limit(minimum) or (maximum is not None and not (_is_limit(maximum) and minimum <= maximum)):
            raise GameError(
                Message(
                    "The table's minimum is a whole number from 1 on and not above its maximum, not {minimum} and {maximum}.",
                    minimum=str(minimum)[:20],
                    maximum=str(maximum)[:20],
                )
            )
        if not bankrolls:
            raise GameError(Message("A table needs a bankroll for each player."))
        for chips in bankrolls:
            check_bankroll(chips)
        self.rules = rules
        self.minimum = minimum
        self.maximum = maximum
        self.round: Round | None = None
        self.rounds = 0
        self._bankrolls = list(bankrolls)
        self._standing: dict[tuple[int, int], Money] = {}
        self._random = Random(secrets.randbits(256) if seed is None else seed)
        self._shoe = Shoe.fresh(rules.decks, self._random) if shoe is None else shoe
        self._cut, self._refills = self._place_cut_card(), self._shoe.refills

    @property
    def bankrolls(self) -> list[Money]:
        """Chips of each player, those on the table not among them."""
        return list(self._bankrolls if self.round is None else self.round.bankrolls)

    @property
    def cards_left(self) -> int:
        """Number of cards in the shoe."""
        return self._shoe.left

    @property
    def standing(self) -> dict[tuple[int, int], Money]:
        """Chips of pushes that stay on the table: by player and by the number of the hand among that player's."""
        if self.round is None:
            return dict(self._standing)
        return {place: chips for place, chips in self._standing_of(self.round).items() if chips}

    @property
    def shuffle_due(self) -> bool:
        """Whether the shoe is shuffled before the next round: the cut card is out, as it is once the discards came back."""
        shoe = self._shoe
        return self._cut is None or shoe.refills != self._refills or shoe.size - shoe.left >= self._cut

    def deal(self, stakes: Sequence[int], players: Sequence[int] | None = None) -> Round:
        """Place the stakes and deal the next round.

        Args:
            stakes: the opening stake of each hand, in dealing order; chips that stay there from a push are part of it.
            players: whose hand each is; all the first player's by default.

        Raises:
            GameError: a round is not over, or a stake, a number of hands or a bankroll that does not do. Nothing has changed
                then.
        """
        owners = list(players) if players is not None else [0] * len(stakes)
        if self.round is not None and not self.round.over:
            raise GameError(Message("The round on the table is not over."))
        bankrolls, standing = self.bankrolls, self.standing
        places = _places(owners)
        self._check_hands(stakes, owners)
        there = [standing.get(place, 0) for place in places]
        for place, chips in standing.items():
            if place not in places:
                raise GameError(
                    Message("{chips} chips of a push stay on hand {hand}: it plays on.", chips=chips, hand=place[1] + 1)
                )
        for stake, chips in zip(stakes, there, strict=True):
            self._check_stake(stake, chips)
        place_stakes(list(bankrolls), stakes, owners, there)  # what is refused is refused before anything is shuffled
        check_cards(self._shoe, self._shoe.size, len(stakes))
        if self.shuffle_due:
            self._shoe.shuffle()
            self._cut, self._refills = self._place_cut_card(), self._shoe.refills
        self._shoe.begin_round()
        self.round = Round(self.rules, self._shoe, stakes, bankrolls, owners, there)
        self.rounds += 1
        return self.round

    def leave(self) -> list[Money]:
        """Take all chips from the table, those of pushes too; the bankrolls that result.

        Raises:
            GameError: the round on the table is not over.
        """
        if self.round is not None and not self.round.over:
            raise GameError(Message("The round on the table is not over."))
        bankrolls = self.bankrolls
        for (player, _), chips in self.standing.items():
            bankrolls[player] += chips
        self._bankrolls, self._standing, self.round = bankrolls, {}, None
        return list(bankrolls)

    def record(self) -> dict[str, Any]:
        """The table whole, hidden cards too, as plain data that :meth:`from_record` goes on with; not for a browser.

        Raises:
            GameError: its cards come in a given order, which is no part of it.
        """
        shoe = self._shoe
        if shoe.given:
            raise GameError(Message("A table whose cards come in a given order is not kept."))
        round_ = self.round
        standing = [[player, hand, plain(chips)] for (player, hand), chips in self.standing.items()]
        return {
            "format": FORMAT,
            "rounds": self.rounds,
            "bankrolls": [plain(chips) for chips in self.bankrolls],
            "standing": standing if round_ is None else [],
            "round": None if round_ is None else round_.record(),
            "shoe": {
                "drawn": [str(one) for one in shoe.seen],
                "discards": shoe.discards,
                "refilled": shoe.refills != self._refills,
                "cut": self._cut,
            },
        }

    @classmethod
    def from_record(
        cls, rules: Rules, data: object, *, minimum: int = 1, maximum: int | None = None, seed: int | None = None
    ) -> Self:
        """The table of a record: its round is played again step by step, and the cards to come are drawn anew.

        Args:
            rules: of the game; the round must have been played by them.
            data: plain data as :meth:`record` gives it.
            minimum: least opening stake, in chips.
            maximum: largest opening stake, in chips; None for no limit.
            seed: of the cards to come, for tests.

        Raises:
            RecordError: the record is broken, of another form, or of another game.
        """
        broken = RecordError(Message("What was kept of the table cannot be read."))
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise broken
        try:
            kept, shoe_kept = data["round"], data["shoe"]
            round_ = None if kept is None else Round.from_record(kept)
            bankrolls = [read_money(chips) for chips in data["bankrolls"]]
            standing = {(int(player), int(hand)): read_money(chips) for player, hand, chips in data["standing"]}
            drawn = [card(code) for code in shoe_kept["drawn"]]
            cut, refilled, rounds = shoe_kept["cut"], shoe_kept["refilled"], data["rounds"]
            table = cls(rules, [chips for chips in bankrolls if chips is not None], minimum=minimum, maximum=maximum, seed=seed)
            shoe = Shoe.resumed(fresh_cards(rules.decks), drawn, shoe_kept["discards"], table._random)
        except RecordError:
            raise
        except (BjlearnError, KeyError, TypeError, ValueError, AttributeError):
            raise broken from None
        counts = [type(rounds) is int, type(refilled) is bool, cut is None or type(cut) is int, None not in standing.values()]
        if not all(counts) or (round_ is not None and (round_.rules != rules or round_.bankrolls != bankrolls)):
            raise broken
        if round_ is not None:
            on_table = Counter(event.card for event in round_.events if isinstance(event, Dealt | Drew))
            if on_table - Counter(drawn):
                raise broken  # its cards were not drawn from this shoe
            round_.shoe = shoe
        table.round, table.rounds = round_, rounds
        table._standing = {place: chips for place, chips in standing.items() if chips is not None}
        table._shoe, table._cut = shoe, cut
        table._refills = shoe.refills - refilled
        return table

    def _check_hands(self, stakes: Sequence[int], owners: Sequence[int]) -> None:
        if len(owners) != len(stakes) or any(type(owner) is not int or not 0 <= owner < len(self._bankrolls) for owner in owners):
            raise GameError(Message("Every hand belongs to one of the {count} players.", count=len(self._bankrolls)))
        most = self.rules.hands_per_player
        for owner in owners:
            if owners.count(owner) > most:
                raise GameError(
                    Message("One player may stake at most {most} hands here, not {count}.", most=most, count=owners.count(owner))
                )

    def _check_stake(self, stake: object, there: Money) -> None:
        if type(stake) is not int or stake < 1:
            return  # the round says what a stake is
        if self.maximum is not None and stake > max(self.maximum, there):
            raise GameError(Message("The table's maximum is {maximum}, not {stake}.", maximum=self.maximum, stake=stake))
        if stake < self.minimum:
            raise GameError(Message("The table's minimum is {minimum}, not {stake}.", minimum=self.minimum, stake=stake))

    def _standing_of(self, round_: Round) -> dict[tuple[int, int], Money]:
        places = _places([seat.purse for seat in round_.seats])
        return {place: seat.standing for place, seat in zip(places, round_.seats, strict=True)}

    def _place_cut_card(self) -> int | None:
        """Number of cards dealt before the cut card comes out, drawn between the rules' bounds."""
        if self.rules.cut_card is None or isinstance(self._shoe, OrderedShoe):
            return None
        low, high = self.rules.cut_card
        size = self._shoe.size
        first, last = math.ceil(low * size), math.floor(high * size)
        return self._random.randint(first, max(first, last))


def _is_limit(value: object) -> bool:
    return type(value) is int and value >= 1


def _places(owners: Sequence[int]) -> list[tuple[int, int]]:
    """For each hand its owner, and its number among the owner's hands."""
    count: dict[int, int] = {}
    places = []
    for owner in owners:
        places.append((owner, count.get(owner, 0)))
        count[owner] = count.get(owner, 0) + 1
    return places
