"""What the fields of Rules may hold: their small enums, and each value read from and written to plain data or text."""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

from bjlearn.text import BjlearnError, Message, number_text


class RulesError(BjlearnError):
    """A field that does not exist, a value it cannot have, or two fields that contradict each other."""


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


def listed_values(name: str) -> tuple[Any, ...]:
    """The values that a field may have, where they can be listed; empty for payments and the cut card.

    Args:
        name: a field of Rules.
    """
    if name in _ENUMS:
        return tuple(_ENUMS[name])
    if name in _WHOLE:
        low, high = _WHOLE[name]
        return tuple(range(low, high + 1))
    if name in _PAYS or name == "cut_card":
        return ()
    return (True, False)


def read_field(name: str, value: object) -> Any:  # noqa: ANN401 - each field has its own type
    """A field's value from plain data or from text such as a command line gives.

    Args:
        name: a field of Rules.
        value: the value itself, or plain data for it: ``"3/2"``, ``"3:2"``, ``1.5``, ``"true"``, ``[0.75, 0.85]``, ...

    Raises:
        RulesError: the field cannot have that value; the sentence says what it can have.
    """
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


def as_written(value: object) -> str:
    """A value as a sentence about it repeats it: on one line, and short."""
    if isinstance(value, int) and not -_BIG < value < _BIG:
        return "a huge number"
    return str(value).lower() if isinstance(value, bool) else " ".join(str(value).split())[:40]


def _refused(name: str, value: object, wanted: Message) -> RulesError:
    return RulesError(
        Message("{name} cannot be {value}; it is {wanted}.", name=name, value=as_written(value) or '""', wanted=wanted)
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
    if isinstance(value, int) and not -_BIG < value < _BIG:
        return None
    text = str(value).strip().replace(":", "/")
    if _NUMBER.fullmatch(text) is None:
        return None
    above, _, below = text.partition("/")
    divisor = Fraction(below) if below else Fraction(1)
    return Fraction(above) / divisor if divisor else None
