"""Rules: the frozen parameters of a game, and the actions it knows.

All that the game, the exact analysis and the simulation know of a rules document is one :class:`Rules`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, Self

from bjlearn.text import N_, BjlearnError, Message, number_text


class RulesError(BjlearnError):
    """A field that does not exist, a value it cannot have, or two fields that contradict each other."""


class Action(StrEnum):
    """What a player may do with a hand."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"


class Look(StrEnum):
    """Under which upcards the dealer looks at the hole card for a natural before play."""

    NEVER = "never"
    ACE = "ace"
    TEN = "ten"
    ACE_AND_TEN = "ace-and-ten"

    def under(self, upcard: int) -> bool:
        """Whether the dealer looks under an upcard of this value (ace is 1)."""
        if upcard == 1:
            return self in (Look.ACE, Look.ACE_AND_TEN)
        return upcard == 10 and self in (Look.TEN, Look.ACE_AND_TEN)


class Takes(StrEnum):
    """What a dealer natural found after play takes from a place."""

    ALL = "all"
    FIRST = "first"


class DoubleOn(StrEnum):
    """On which totals a hand may be doubled."""

    NONE = "none"
    ANY = "any"
    HARD_9_11 = "hard-9-11"
    NINE_TO_ELEVEN = "9-11"

    def allows(self, points: int, *, soft: bool) -> bool:
        """Whether a hand may be doubled.

        Args:
            points: sum of the card values, every ace as 1.
            soft: whether an ace counts 11 in the hand's better total.
        """
        if self is DoubleOn.ANY:
            return True
        if self is DoubleOn.NONE or not 9 <= points <= 11:
            return False
        return self is DoubleOn.NINE_TO_ELEVEN or not soft


class DoubleCards(StrEnum):
    """How many cards a hand may hold when it is doubled."""

    TWO = "two"
    ANY = "any"


class Surrender(StrEnum):
    """Whether a hand may be given up for half its stake, and when."""

    NONE = "none"
    LATE = "late"
    EARLY = "early"


class Insurance(StrEnum):
    """Whether insurance is offered under an ace, and how large it may be."""

    NONE = "none"
    UP_TO_HALF = "up-to-half"
    HALF = "half"


class Push(StrEnum):
    """What happens to the stake of a push."""

    RETURNED = "returned"
    STAYS = "stays"


CutCard = tuple[Fraction, Fraction] | None


def _about(text: str) -> dict[str, Message]:
    return {"about": Message(text)}


@dataclass(frozen=True, slots=True)
class Rules:
    """The parameters of a game. Frozen and hashable; every field can be read from and written to plain data.

    Attributes:
        decks: number of 52-card decks in a full shoe, 1 to 8.
        hits_soft_17: the dealer draws on a soft 17 (else stands on every 17).
        look: under which upcards the dealer looks for a natural before play. Where the dealer looks and finds one, the round
            is over.
        dealer_natural_takes: what a dealer natural that is found only after play takes from a place: ``all`` its stakes, or
            the ``first`` alone; then all that doubling and splitting added comes back, from a bust hand too.
        natural_pays: what a natural wins per unit staked, unless the dealer has one too.
        win_pays: what any other winning hand wins per unit staked.
        double_on: on which totals a hand may be doubled; ``9-11`` takes an ace as 1, so that soft 19 to 21 count as 9 to 11.
        double_cards: how many cards the hand may hold when it is doubled.
        double_after_split: a hand that comes from a split may be doubled.
        max_hands: most hands that one place may have after splits; 1 means no split.
        resplit_aces: a pair of aces that comes from split aces may be split again, up to ``max_hands``.
        split_aces_one_card: each split ace gets one card and the hand is over (but for a resplit).
        natural_after_split: ace and ten-valued card on a hand that comes from a split count as a natural.
        surrender: half the stake comes back for giving up a first two-card hand: ``late``, in the hand's turn, after any look;
            ``early``, before the dealer looks. Where the dealer does not look, the two are the same and final.
        insurance: offered under an ace, hand by hand, of up to half or of exactly half the stake.
        insurance_pays: what insurance wins per unit staked on it when the dealer has a natural.
        push: whether a push gives the stake back or leaves it on the table for the next round.
        hands_per_player: most hands that one player may stake at once, 1 to 3.
        stop_at_21: a hand that reaches 21 is over (else it may go on).
        cut_card: the share of the shoe dealt before the cut card comes, from and to, uniform between; when it comes out the
            round is finished and the shoe shuffled. None: the shoe is shuffled before every round.

    Raises:
        RulesError: a value that a field cannot have, or two fields that contradict each other.
    """

    decks: int = field(default=6, metadata=_about(N_("decks in the shoe")))
    hits_soft_17: bool = field(default=False, metadata=_about(N_("dealer hits soft 17")))
    look: Look = field(default=Look.ACE_AND_TEN, metadata=_about(N_("dealer looks for a natural under")))
    dealer_natural_takes: Takes = field(default=Takes.ALL, metadata=_about(N_("a dealer natural found after play takes")))
    natural_pays: Fraction = field(default=Fraction(3, 2), metadata=_about(N_("a natural pays")))
    win_pays: Fraction = field(default=Fraction(1), metadata=_about(N_("a win pays")))
    double_on: DoubleOn = field(default=DoubleOn.ANY, metadata=_about(N_("double on")))
    double_cards: DoubleCards = field(default=DoubleCards.TWO, metadata=_about(N_("cards a doubled hand may hold")))
    double_after_split: bool = field(default=True, metadata=_about(N_("double after a split")))
    max_hands: int = field(default=2, metadata=_about(N_("most hands after splits")))
    resplit_aces: bool = field(default=False, metadata=_about(N_("aces may be split again")))
    split_aces_one_card: bool = field(default=True, metadata=_about(N_("split aces get one card")))
    natural_after_split: bool = field(default=False, metadata=_about(N_("a natural counts after a split")))
    surrender: Surrender = field(default=Surrender.NONE, metadata=_about(N_("surrender")))
    insurance: Insurance = field(default=Insurance.UP_TO_HALF, metadata=_about(N_("insurance")))
    insurance_pays: Fraction = field(default=Fraction(2), metadata=_about(N_("insurance pays")))
    push: Push = field(default=Push.RETURNED, metadata=_about(N_("the stake of a push")))
    hands_per_player: int = field(default=1, metadata=_about(N_("hands one player may stake")))
    stop_at_21: bool = field(default=False, metadata=_about(N_("a hand at 21 is over")))
    cut_card: CutCard = field(default=None, metadata=_about(N_("share of the shoe dealt before the cut card")))

    def __post_init__(self) -> None:
        for name in field_names():
            object.__setattr__(self, name, read_value(name, getattr(self, name)))
        if self.resplit_aces and self.max_hands < 3:
            raise _contradiction(
                "resplit_aces", True, "max_hands", self.max_hands, N_("set max_hands to 3 or 4, or resplit_aces to false")
            )
        if self.double_on is DoubleOn.NONE and self.double_after_split:
            raise _contradiction(
                "double_on",
                "none",
                "double_after_split",
                True,
                N_("set double_after_split to false, or double_on to any, hard-9-11 or 9-11"),
            )
        if self.double_on is DoubleOn.NONE and self.double_cards is DoubleCards.ANY:
            raise _contradiction(
                "double_on", "none", "double_cards", "any", N_("set double_cards to two, or double_on to any, hard-9-11 or 9-11")
            )
        if self.max_hands == 1 and self.natural_after_split:
            raise _contradiction(
                "max_hands", 1, "natural_after_split", True, N_("set natural_after_split to false, or max_hands to 2, 3 or 4")
            )

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Self:
        """Rules from plain data, as :meth:`as_mapping` gives it; fields left out have their default.

        Raises:
            RulesError: an unknown field, a value it cannot have, or a contradiction.
        """
        for name in values:
            check_field(name)
        return cls(**{name: read_value(name, value) for name, value in values.items()})

    def as_mapping(self) -> dict[str, Any]:
        """All fields as plain data that JSON and TOML can hold; see :func:`plain_value`."""
        return {name: plain_value(getattr(self, name)) for name in field_names()}

    def replace(self, **values: object) -> Self:
        """These rules with some fields changed; values may be plain data.

        Raises:
            RulesError: an unknown field, a value it cannot have, or a contradiction.
        """
        return type(self).from_mapping({**self.as_mapping(), **values})

    def __str__(self) -> str:
        changed = [f"{name}={value_text(getattr(self, name))}" for name, _, _ in differences(Rules(), self)]
        return f"Rules({', '.join(changed)})"


@cache
def field_names() -> tuple[str, ...]:
    """The names of all fields of Rules, in their order."""
    return tuple(item.name for item in dataclasses.fields(Rules))


@cache
def about(name: str) -> Message:
    """What a field is, in a few words.

    Raises:
        RulesError: there is no such field.
    """
    check_field(name)
    found: Message = {item.name: item for item in dataclasses.fields(Rules)}[name].metadata["about"]
    return found


def differences(one: Rules, other: Rules) -> Iterator[tuple[str, Any, Any]]:
    """The fields in which two Rules differ: name, value in one, value in the other."""
    for name in field_names():
        left, right = getattr(one, name), getattr(other, name)
        if left != right:
            yield name, left, right


def check_field(name: str) -> None:
    """Refuse a name that is no field of Rules.

    Raises:
        RulesError: there is no such field.
    """
    if name not in field_names():
        raise RulesError(
            Message('There is no rule "{name}"; the rules are {names}.', name=str(name)[:40], names=list(field_names()))
        )


_ENUMS: dict[str, type[StrEnum]] = {
    "look": Look,
    "dealer_natural_takes": Takes,
    "double_on": DoubleOn,
    "double_cards": DoubleCards,
    "surrender": Surrender,
    "insurance": Insurance,
    "push": Push,
}
_WHOLE = {"decks": (1, 8), "max_hands": (1, 4), "hands_per_player": (1, 3)}
_PAYS = ("natural_pays", "win_pays", "insurance_pays")


@cache
def allowed_values(name: str) -> tuple[Any, ...]:
    """The values that a field may have, where they can be listed; empty for payments and the cut card.

    Raises:
        RulesError: there is no such field.
    """
    check_field(name)
    if name in _ENUMS:
        return tuple(_ENUMS[name])
    if name in _WHOLE:
        low, high = _WHOLE[name]
        return tuple(range(low, high + 1))
    if name in _PAYS or name == "cut_card":
        return ()
    return (True, False)


def read_value(name: str, value: object) -> Any:  # noqa: ANN401 - each field has its own type
    """A field's value from plain data or from text such as a command line gives.

    Args:
        name: the field.
        value: the value itself, or plain data for it: ``"3/2"``, ``"3:2"``, ``1.5``, ``"true"``, ``[0.75, 0.85]``, ...

    Raises:
        RulesError: no such field, or the field cannot have that value; the sentence says what it can have.
    """
    check_field(name)
    if name in _ENUMS:
        return _read_enum(name, value)
    if name in _WHOLE:
        return _read_whole(name, value)
    if name in _PAYS:
        return _read_pays(name, value)
    if name == "cut_card":
        return _read_cut_card(value)
    return _read_bool(name, value)


def plain_value(value: object) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """A value of Rules as plain data: numbers where exact in decimal, else text such as ``"1/3"``; a cut card as a list."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Fraction):
        return _plain_number(value)
    if isinstance(value, tuple):
        return [plain_value(item) for item in value]
    return value


def value_text(value: object) -> str:
    """A value of Rules as short text: ``3/2``, ``yes``, ``ace-and-ten``, ``0.75-0.85``. English; screens have their own words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "-".join(number_text(item) for item in value)
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}" if value.denominator != 1 else str(value.numerator)
    if value is None:
        return "none"
    return str(value)


def _plain_number(value: Fraction) -> int | float | str:
    text = number_text(value)
    if "/" in text:
        return text
    return int(text) if "." not in text else float(text)


def _contradiction(one: str, value: object, other: str, other_value: object, mend: str) -> RulesError:
    return RulesError(
        Message(
            "{one} = {value} and {other} = {other_value} contradict each other: {mend}.",
            one=one,
            value=_as_written(value),
            other=other,
            other_value=_as_written(other_value),
            mend=Message(mend),
        )
    )


def _as_written(value: object) -> str:
    if isinstance(value, int) and not -_BIG < value < _BIG:
        return "a huge number"
    return str(value).lower() if isinstance(value, bool) else " ".join(str(value).split())[:40]


def _refused(name: str, value: object, wanted: Message) -> RulesError:
    return RulesError(
        Message("{name} cannot be {value}; it is {wanted}.", name=name, value=_as_written(value) or '""', wanted=wanted)
    )


def _read_enum(name: str, value: object) -> StrEnum:
    kind = _ENUMS[name]
    if isinstance(value, str):
        try:
            return kind(value.strip().lower())
        except ValueError:
            pass
    raise _refused(name, value, Message("one of {values}", values=[item.value for item in kind]))


def _read_whole(name: str, value: object) -> int:
    low, high = _WHOLE[name]
    number = read_number(value)
    if number is not None and number.denominator == 1 and low <= number <= high:
        return int(number)
    raise _refused(name, value, Message("a whole number from {low} to {high}", low=low, high=high))


def _read_pays(name: str, value: object) -> Fraction:
    number = read_number(value)
    if number is not None and 0 < number <= 100 and number.denominator <= 1000:
        return number
    raise _refused(name, value, Message("a ratio above 0 such as 3/2"))


def _read_bool(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        known = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(value.strip().lower())
        if known is not None:
            return known
    raise _refused(name, value, Message("true or false"))


def _read_cut_card(value: object) -> CutCard:
    if value is None or (isinstance(value, str) and value.strip().lower() in ("", "none")):
        return None
    parts: list[object] = []
    if isinstance(value, str):
        parts = list(value.replace(",", "-").split("-"))
    elif isinstance(value, list | tuple):
        parts = list(value)
    ends = [read_number(part) for part in parts]
    if len(ends) == 2:
        low, high = ends
        if low is not None and high is not None and 0 < low <= high < 1:
            return low, high
    raise _refused(
        "cut_card", value, Message("none, or two shares of the shoe such as 0.75-0.85, the smaller first, between 0 and 1")
    )


_BIG = 10**12
"""Whole numbers from here on are no rule's; Python would not even write out the largest."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(\.[0-9]{1,12})?(/[0-9]{1,12})?")


def read_number(value: object) -> Fraction | None:
    """An exact number from plain data; None where it is none. Text is matched first: "1e999999999" must cost nothing."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction | Decimal):
        return None
    if isinstance(value, int) and abs(value) >= 10**12:
        return None
    if isinstance(value, int) and not -_BIG < value < _BIG:
        return None
    text = str(value).strip().replace(":", "/")
    if _NUMBER.fullmatch(text) is None:
        return None
    above, _, below = text.partition("/")
    divisor = Fraction(below) if below else Fraction(1)
    return Fraction(above) / divisor if divisor else None
