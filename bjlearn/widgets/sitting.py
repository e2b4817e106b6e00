"""One person at a table, round after round: chips, stakes, history and the sum of it all. No widget in here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from bjlearn.cards import Card, Shoe, card
from bjlearn.documents import Document
from bjlearn.game import Decision, Money, Round, Table, plain, read_money
from bjlearn.game.events import Reshuffled
from bjlearn.rules import Rules
from bjlearn.text import BjlearnError, Message
from bjlearn.widgets.company import Company, own_net

FORMAT = "bjlearn-sitting-1"
"""The form of a sitting's record; of another form only the chips are taken."""

MOST_KEPT = 60
"""Rounds that the history shows."""


class SittingError(BjlearnError):
    """Something that has to wait, or that this table does not do."""


@dataclass(frozen=True, slots=True)
class Played:
    """A round that is over, as the history keeps it.

    Attributes:
        number: of the round in this sitting, from 1.
        document: by which it was played.
        view: its last public view.
        net: what the person won or lost, insurance included.
    """

    number: int
    document: Document
    view: Mapping[str, Any]
    net: Money


@dataclass(slots=True)
class Sums:
    """What a sitting comes to. Amounts in chips, counts in hands where not said otherwise."""

    rounds: int = 0
    hands: int = 0
    won: int = 0
    lost: int = 0
    pushed: int = 0
    naturals: int = 0
    staked: Money = 0
    net: Money = 0
    best: Money = 0
    worst: Money = 0

    def add(self, round_: Round) -> None:
        """Count a round that is over; the person's own hands alone."""
        self.rounds += 1
        for seat in (seat for seat in round_.seats if not seat.purse):
            for hand in seat.hands:
                self.hands += 1
                self.naturals += hand.natural
                self.staked += hand.stake
                net = hand.net or 0
                self.won += net > 0
                self.lost += net < 0
                self.pushed += net == 0
        net = own_net(round_)
        self.net += net
        self.best = max(self.best, net)
        self.worst = min(self.worst, net)


SUMS: tuple[str, ...] = tuple(field.name for field in fields(Sums))


class Sitting:
    """A person's chips at one document's table.

    Args:
        document: to play by.
        readings: clause id to reading id, where not the default.
        bankroll: virtual chips to start with; they have no money value.
        minimum: least stake of a hand.
        maximum: largest stake of a hand.
        seed: for lessons and tests; None plays from the secret source.
        shoe: a shoe to play with in place of a full one.
        company: the AI players who sit there too; nobody by default.

    Attributes:
        table: the present one.
        number: of the last round dealt in this sitting; it never goes back, so that an old click meets nothing.
        ended: the person has ended it; a new one can be begun.

    Raises:
        BjlearnError: readings, bankroll or limits that do not do.
    """

    def __init__(
        self,
        document: Document,
        readings: Mapping[str, str] | None = None,
        *,
        bankroll: int = 1000,
        minimum: int = 5,
        maximum: int = 500,
        seed: int | None = None,
        shoe: Shoe | None = None,
        company: Company | None = None,
    ) -> None:
        self.company = Company() if company is None else company
        self.document = document
        self.readings = _own_choices(document, readings or {})
        self.start = bankroll
        self.minimum = minimum
        self.maximum = maximum
        self.number = 0
        self.ended = False
        self.sums = Sums()
        self.played: list[Played] = []
        self.last_stakes: tuple[int, ...] = (min(max(10, minimum), maximum),)
        self._seed = seed
        self._shoe = shoe
        self._tables = 0
        self._seen: list[Card] = []
        self.table = self._new_table(document.rules(self.readings), bankroll)

    @property
    def rules(self) -> Rules:
        """Those of the present table."""
        return self.table.rules

    @property
    def round(self) -> Round | None:
        """The round on the table; None before the first and after a change of document."""
        return self.table.round

    @property
    def playing(self) -> bool:
        """Whether a round is on the table and not over."""
        return self.round is not None and not self.round.over

    @property
    def bankroll(self) -> Money:
        """Chips in hand, those on the table not among them."""
        return self.table.bankrolls[0]

    @property
    def seen(self) -> tuple[Card, ...]:
        """Cards of earlier rounds since the shuffle; every one of them lay face up in the end."""
        round_ = self.round
        if round_ is not None and any(isinstance(event, Reshuffled) for event in round_.events):
            return ()  # they came back in the middle of this round
        return tuple(self._seen)

    @property
    def standing(self) -> tuple[Money, ...]:
        """For each hand, chips of a push that stay on the table."""
        there = self.table.standing
        return tuple(there.get((0, hand), 0) for hand in range(self.rules.hands_per_player))

    def deal(self, after: int, stakes: Sequence[int]) -> bool:
        """Deal the next round.

        Args:
            after: the :attr:`number` that the person saw; another one is an old or repeated click and does nothing.
            stakes: of each hand; 0 leaves a hand out.

        Returns:
            Whether it was dealt.

        Raises:
            GameError: stakes that the table does not take.
        """
        if after != self.number or self.ended or self.playing:
            return False
        placed = [stake for stake in stakes if stake]
        if not placed:
            raise SittingError(Message("Place a stake first."))
        shuffled = self.table.shuffle_due
        self.table.deal(*self.company.seating(placed, self.table))
        if shuffled:
            self._seen = []
        self.number += 1
        self.last_stakes = tuple(stakes)
        self._note()
        return True

    def decide(self, number: int, step: int, decision: Decision) -> bool:
        """Carry out a decision.

        Args:
            number: of the round in which it was made.
            step: of the round at which it was made.
            decision: what is answered.

        Returns:
            Whether it was carried out; an old or repeated click does nothing.

        Raises:
            GameError: it is not legal; the sentence says why.
        """
        round_ = self.round
        if round_ is None or round_.over or number != self.number or step != round_.step:
            return False
        if self.company.turn(round_) is not None:
            raise SittingError(Message("It is not your turn."))
        if not round_.do(decision, step):
            return False
        self._note()
        return True

    def proceed(self, number: int, step: int, *, on: bool = False) -> bool:
        """Let the AI player whose turn it is make its decision.

        Args:
            number: of the round in which it was asked for.
            step: of the round at which it was asked for.
            on: go on with all of them until it is the person's turn or the round is over.

        Returns:
            Whether anything was decided; an old or repeated message, or one at the person's own turn, does nothing.
        """
        round_ = self.round
        if round_ is None or number != self.number or step != round_.step or self.company.act(round_) is None:
            return False
        while on and self.company.act(round_) is not None:
            pass
        self._note()
        return True

    def seat(self, what: str, value: str) -> None:
        """Change who sits at the table, where, or how fast they go; see :meth:`Company.set`.

        Raises:
            SittingError: a round is on the table.
            CompanyError: there is no such setting.
        """
        if what != "pace":
            self._between_rounds()
        if self.company.set(what, value):
            self.table = self._new_table(self.rules, self.table.leave()[0])

    def choose(self, document: Document, readings: Mapping[str, str] | None = None) -> None:
        """Go on by another document or other readings; the chips go along, those of pushes too.

        Raises:
            SittingError: a round is on the table.
            BjlearnError: readings that the document does not have, or that contradict each other.
        """
        self._between_rounds()
        chosen = _own_choices(document, readings or {})
        rules = document.rules(chosen)
        bankroll = self.table.leave()[0]
        self.document, self.readings = document, chosen
        self.table = self._new_table(rules, bankroll)

    def end(self) -> None:
        """End the sitting; chips on the table come back.

        Raises:
            SittingError: a round is on the table.
        """
        self._between_rounds()
        self.table.leave()
        self.ended = True

    def again(self) -> None:
        """Begin anew, with the bankroll of the start."""
        if self.ended:
            self.clear()

    def clear(self) -> None:
        """Forget all that was played, a round on the table too: chips, sums and history are those of the start."""
        self.ended = False
        self.sums = Sums()
        self.played = []
        self.table = self._new_table(self.rules, self.start)

    # what is kept from one visit to the next

    @property
    def lasts(self) -> bool:
        """Whether it can be kept: its cards are left to chance, neither given nor seeded."""
        return self._seed is None and self._shoe is None

    def record(self) -> dict[str, Any]:
        """The sitting as plain data that :meth:`resume` goes on with. It has the hole card: it is not for a browser."""
        round_ = self.round
        chips = self.bankroll + sum(self.standing)
        if round_ is not None and not round_.over:
            bankrolls, standing, *_ = round_.start
            there = zip(round_.seats, standing or (0,) * len(round_.seats), strict=True)
            chips = bankrolls[0] + sum(chips for seat, chips in there if not seat.purse)
        return {
            "format": FORMAT,
            "document": self.document.id,
            "readings": dict(self.readings),
            "number": self.number,
            "chips": plain(chips),  # those from before the round: what is left where the rest cannot be read any more
            "table": self.table.record(),
            "seen": [str(one) for one in self._seen],
            "sums": {name: plain(getattr(self.sums, name)) for name in SUMS},
            "stakes": list(self.last_stakes),
            "company": list(self.company.order),
            "pace": self.company.pace,
        }

    def resume(self, kept: Mapping[str, Any], documents: Sequence[Document]) -> bool:
        """Go on where a record stopped: with its round where one is on the table, else with its chips at the document chosen.

        Args:
            kept: what :meth:`record` gave.
            documents: those that are offered.

        Returns:
            Whether a round that is not over is on the table again.

        Raises:
            BjlearnError: the table cannot be laid again; the chips are those from before its round.
        """
        chips = read_money(kept.get("chips"))
        if chips is None or chips < 0:
            raise SittingError(Message("What was kept of your table cannot be read, so you begin anew."))
        self.table = self._new_table(self.rules, chips)
        lost = SittingError(Message("The round that was on your table cannot be laid again; you have the chips from before it."))
        try:
            if kept["format"] != FORMAT:
                raise lost
            document = next((item for item in documents if item.id == kept["document"]), None)
            if document is None:
                raise lost
            sums: Any = {name: read_money(kept["sums"][name]) or 0 for name in SUMS}
            self.sums = Sums(**sums)
            readings = _own_choices(document, kept["readings"])
            rules = document.rules(readings)
            company = Company(kept["company"], kept["pace"])
            table = Table.from_record(rules, kept["table"], minimum=self.minimum, maximum=self.maximum)
            seen = [card(code) for code in kept["seen"]]
            stakes, number = tuple(int(stake) for stake in kept["stakes"]), int(kept["number"])
            if len(table.bankrolls) != 1 + len(company.purses):
                raise lost
        except (BjlearnError, KeyError, TypeError, ValueError, AttributeError):
            raise lost from None
        self.number = number
        self.company = company
        playing = table.round is not None and not table.round.over
        if playing or (document, readings) == (self.document, self.readings):
            self.document, self.readings, self.table = document, readings, table
            self._seen = seen
            self.last_stakes = stakes
        else:
            self.table = self._new_table(self.rules, chips)
        return playing

    def _between_rounds(self) -> None:
        if self.playing:
            raise SittingError(Message("A round is on the table: finish it first."))

    def _new_table(self, rules: Rules, bankroll: Money) -> Table:
        seed = None if self._seed is None else self._seed + self._tables
        self._tables += 1
        self._seen = []
        return Table(
            rules, (bankroll, *self.company.purses), minimum=self.minimum, maximum=self.maximum, seed=seed, shoe=self._shoe
        )

    def _note(self) -> None:
        round_ = self.round
        if round_ is None or not round_.over:
            return
        self.sums.add(round_)
        view = round_.view()
        self.played.insert(0, Played(self.number, self.document, view, own_net(round_)))
        if any(isinstance(event, Reshuffled) for event in round_.events):
            self._seen = []
        hands = [view["dealer"], *(hand for seat in view["seats"] for hand in seat["hands"])]
        self._seen += [card(code) for hand in hands for code in hand["cards"]]
        del self.played[MOST_KEPT:]


def _own_choices(document: Document, readings: Mapping[str, str]) -> dict[str, str]:
    """The readings that differ from the default; a clause or reading that is not there is refused."""
    return {clause: reading for clause, reading in readings.items() if not document.clause(clause).reading(reading).default}
