"""Who else sits at a person's table: AI players, their places, their chips, and how fast they go. No widget in here.

The person's hands are the first player's (purse 0); the AI players have the purses after it, in dealing order. Nothing here
waits: an AI player acts when it is told to, one decision at a time, and whoever shows the table says when.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bjlearn.game import Answer, Decision, Money, Round, Table, plain
from bjlearn.game.events import Acted
from bjlearn.players import Level, Player, player
from bjlearn.rules import Action, Rules
from bjlearn.text import N_, BjlearnError, Message

YOU = "you"
"""The person's own place, in a list of who sits in dealing order."""

MOST_OTHERS = 3
"""AI players at a table."""

CHIPS = 1000
"""What an AI player sits down with."""

STAKE = 10
"""What it stakes, where the table's limits and its chips let it."""

PACES: Mapping[str, str] = {"off": N_("at once"), "fast": N_("fast"), "normal": N_("normal"), "slow": N_("slow")}
"""How fast the AI players go: a browser asks for each step of theirs after a while; ``off`` takes them all at once."""

_PLACES = (N_("first"), N_("second"), N_("third"), N_("last"))
_ACTS: Mapping[str, str] = {
    Action.HIT: N_("Hit"),
    Action.STAND: N_("Stand"),
    Action.DOUBLE: N_("Double"),
    Action.SPLIT: N_("Split"),
    Action.SURRENDER: N_("Surrender"),
    Answer.NO_INSURANCE: N_("No insurance"),
    Answer.NO_SURRENDER: N_("Play on"),
    "insure": N_("Insurance"),
}


class CompanyError(BjlearnError):
    """A place that is not at the table, or somebody who cannot sit there."""


class Company:
    """The AI players at a person's table.

    Args:
        order: who sits there in dealing order: ``easy``, ``normal``, ``hard``, and ``you`` once; without it the person is first.
        pace: one of :data:`PACES`.

    Attributes:
        others: the level of each AI player in dealing order, empty where nobody sits; :data:`MOST_OTHERS` of them.
        place: how many of them are dealt to before the person.

    Raises:
        BjlearnError: too many, or somebody whom nobody knows.
    """

    def __init__(self, order: Sequence[str] = (), pace: str = "normal") -> None:
        levels = [who for who in order if who != YOU]
        if len(order) - len(levels) > 1 or len(levels) > MOST_OTHERS:
            raise CompanyError(Message('At a table sit "you" and at most {most} AI players.', most=MOST_OTHERS))
        self.others: tuple[str, ...] = tuple(player_name(who) for who in levels) + ("",) * (MOST_OTHERS - len(levels))
        self.place = list(order).index(YOU) if YOU in order else 0
        self.pace = _pace(pace)
        self._players: dict[tuple[Level, Rules], Player] = {}

    @property
    def levels(self) -> tuple[Level, ...]:
        """The AI players who sit there, in dealing order; the first has purse 1."""
        return tuple(Level(who) for who in self.others if who)

    @property
    def order(self) -> tuple[str, ...]:
        """Who sits there in dealing order, as the constructor takes it."""
        levels = [level.value for level in self.levels]
        return (*levels[: self.place], YOU, *levels[self.place :])

    @property
    def purses(self) -> tuple[Money, ...]:
        """What the AI players sit down with."""
        return (CHIPS,) * len(self.levels)

    def name(self, purse: int) -> Message:
        """What an AI player is called, by its purse: its level, and a number where several have the same."""
        levels = self.levels
        level = levels[purse - 1]
        if levels.count(level) == 1:
            return level.words
        return Message("{name} {n}", name=level.words, n=levels[:purse].count(level))

    def set(self, what: str, value: str) -> bool:
        """Change a setting: ``seat1`` to ``seat3`` (a level, or ``nobody``), ``place`` (from 0 on), ``pace``.

        Returns:
            Whether the table has to be laid anew, because others sit there now.

        Raises:
            CompanyError: there is no such setting or value.
        """
        if what == "pace":
            self.pace = _pace(value)
            return False
        if what == "place" and value in [str(place) for place in range(len(self.levels) + 1)]:
            self.place = int(value)
            return False
        seats = [f"seat{number}" for number in range(1, MOST_OTHERS + 1)]
        if what not in seats:
            raise CompanyError(Message("There is no such place at this table."))
        who = "" if value == "nobody" else player_name(value)
        others = list(self.others)
        others[seats.index(what)] = who
        changed = tuple(others) != self.others
        self.others = tuple(others)
        self.place = min(self.place, len(self.levels))
        return changed

    def seating(self, stakes: Sequence[int], table: Table) -> tuple[list[int], list[int]]:
        """Stakes and owners of the next round in dealing order, as :meth:`bjlearn.game.Table.deal` takes them.

        Args:
            stakes: the person's own.
            table: where they sit; an AI player without the chips for a stake sits out.
        """
        placed: list[tuple[int, int]] = []
        purse = 0
        for who in self.order:
            if who == YOU:
                placed += [(stake, 0) for stake in stakes]
            else:
                purse += 1
                stake = _stake(table, purse)
                placed += [(stake, purse)] if stake else []
        return [stake for stake, _ in placed], [owner for _, owner in placed]

    def turn(self, round_: Round | None) -> int | None:
        """The purse of the AI player whose turn it is; None where it is nobody's or the person's own."""
        if round_ is None or round_.question is None:
            return None
        return round_.seats[round_.question.seat].purse or None

    def act(self, round_: Round) -> Decision | None:
        """Let the AI player whose turn it is make one decision; None where it is nobody's or the person's own."""
        purse = self.turn(round_)
        if purse is None:
            return None
        view = round_.view()
        decision = self.player(self.levels[purse - 1], round_.rules).decide(view, view["question"]["legal"])
        round_.do(decision)
        return decision

    def player(self, level: Level, rules: Rules) -> Player:
        """The player of a level by some rules; Hard is given the exact strategy, which is worked out when first needed."""
        if (level, rules) not in self._players:
            if level is Level.HARD:
                from bjlearn.exact import analyze

                found = analyze(rules)
                self._players[level, rules] = player(level, found.composition, found.insurance)
            else:
                self._players[level, rules] = player(level)
        return self._players[level, rules]

    # what is shown

    def parts(self, round_: Round | None, table: Table, language: str) -> dict[str, Any]:
        """All that a screen shows of it: who sits where, whose turn it is, what was done last, and the settings."""
        turn = self.turn(round_)
        levels = [["nobody", Message("nobody").text(language)], *([one.value, one.words.text(language)] for one in Level)]
        count = len(self.levels)
        places = [*_PLACES[:count], _PLACES[-1]] if count else [_PLACES[0]]
        return {
            "others": [who or "nobody" for who in self.others],
            "levels": levels,
            "about": [[one.words.text(language), one.about.text(language)] for one in Level],
            "place": str(self.place),
            "places": [[str(number), Message(word).text(language)] for number, word in enumerate(places)],
            "pace": self.pace,
            "paces": [[pace, Message(word).text(language)] for pace, word in PACES.items()],
            "turn": None if turn is None else Message("{name} plays", name=self.name(turn)).text(language),
            "seats": list(self._seats(round_, table, language)) if count else [],
        }

    def _seats(self, round_: Round | None, table: Table, language: str) -> Iterator[dict[str, Any]]:
        """Who sits at each place of the round, or will at the next."""
        if round_ is None:
            _, owners = self.seating([1], table)
        else:
            owners = [seat.purse for seat in round_.seats]
        chips = table.bankrolls
        done = _last_acts(round_)
        for number, owner in enumerate(owners):
            yield {
                "seat": number,
                "own": owner == 0,
                "name": self.called(owners, number).text(language),
                "chips": plain(chips[owner]),
                "acts": {str(hand): Message(words).text(language) for (seat, hand), words in done.items() if seat == number},
            }

    def called(self, owners: Sequence[int], seat: int) -> Message:
        """What a place is called in a round: by its player; the person's own by their number where there are several."""
        if owners[seat]:
            return self.name(owners[seat])
        if owners.count(0) == 1:
            return Message("You")
        return Message("Hand {n}", n=owners[: seat + 1].count(0))

    def named(self, round_: Round) -> dict[str, Any]:
        """The public view of a round with what each place is called, for words; nothing is added where the person is alone."""
        view = round_.view()
        if self.levels:
            owners = [seat.purse for seat in round_.seats]
            for seat in view["seats"]:
                mine = owners[seat["seat"]] == 0
                alone = mine and owners.count(0) == 1
                seat["name"] = Message("Your hand") if alone else self.called(owners, seat["seat"])
                seat["mate"] = not mine
        return view

    def told(self, round_: Round, since: int, language: str) -> str:
        """What the AI players decided, in words.

        Args:
            round_: on the table.
            since: number of events that have been told before.
            language: of the words.
        """
        owners = [seat.purse for seat in round_.seats]
        return " ".join(
            Message("{name}: {action}.", name=self.name(owners[event.seat]), action=Message(_ACTS[event.decision])).text(language)
            for event in round_.events[since:]
            if isinstance(event, Acted) and owners[event.seat]
        )


def player_name(name: str) -> str:
    """The name of a level, checked.

    Raises:
        CompanyError: there is none.
    """
    if name not in [level.value for level in Level]:
        raise CompanyError(
            Message('There is no AI player "{name}"; they are {names}.', name=str(name)[:20], names=[one.value for one in Level])
        )
    return name


def own_net(round_: Round) -> Money:
    """What the person's own hands have won or lost so far, insurance included."""
    nets = [net for seat in round_.seats if not seat.purse for net in (*(hand.net for hand in seat.hands), seat.insurance_net)]
    return sum((net for net in nets if net is not None), 0)


def _pace(value: str) -> str:
    if value not in PACES:
        raise CompanyError(Message("There is no such pace; they are {names}.", names=list(PACES)))
    return value


def _stake(table: Table, purse: int) -> int:
    """What an AI player stakes: chips of a push that stay there are part of it; 0 where it has too few."""
    there = table.standing.get((purse, 0), 0)
    chips = math.floor(table.bankrolls[purse] + there)
    most = STAKE if table.maximum is None else min(STAKE, table.maximum)
    wanted = max(table.minimum, most, math.ceil(there))
    stake = min(wanted, chips)
    return stake if stake >= max(table.minimum, there) else 0


def _last_acts(round_: Round | None) -> dict[tuple[int, int], str]:
    """The last decision of each hand of an AI player."""
    if round_ is None:
        return {}
    return {
        (event.seat, event.hand): _ACTS[event.decision]
        for event in round_.events
        if isinstance(event, Acted) and round_.seats[event.seat].purse
    }
