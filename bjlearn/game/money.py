"""Exact money: whole chips as int, anything between as Fraction. No binary float ever holds a chip."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from bjlearn.rules import plain_value

Money = int | Fraction
"""An exact amount of chips."""

MOST_CHIPS = 10**30
"""No bankroll and no stake reaches this; what is won with them still fits into a record."""

_MOST_READ = 10**60
_AMOUNT = re.compile(r"[+-]?[0-9]{1,60}(\.[0-9]{1,60})?([/:][0-9]{1,60})?")


def is_chips(value: object) -> bool:
    """Whether this is an exact amount of chips, 0 or more: an int or a Fraction, never a float."""
    return type(value) in (int, Fraction) and 0 <= value < MOST_CHIPS  # type: ignore[operator]


def exact(amount: Fraction) -> Money:
    """The same amount, as int where it is whole."""
    return amount.numerator if amount.denominator == 1 else amount


def times(stake: Money, ratio: Fraction) -> Money:
    """What a stake wins at a ratio: 3:2 on 5 is 15/2."""
    amount = stake * ratio.numerator
    if ratio.denominator == 1:
        return amount
    if isinstance(amount, int):
        whole, rest = divmod(amount, ratio.denominator)
        if not rest:
            return whole
    return exact(Fraction(amount) / ratio.denominator)


def half(stake: Money) -> Money:
    """Half of a stake."""
    return times(stake, Fraction(1, 2))


def plain(amount: Money | None) -> int | float | str | None:
    """An amount as JSON holds it exactly: ``7``, ``7.5``, or ``"7/3"`` where no number of JSON is that very amount."""
    if amount is None or isinstance(amount, int):
        return amount
    data: int | float | str = plain_value(amount)
    if isinstance(data, float) and read_money(data) != amount:
        return f"{amount.numerator}/{amount.denominator}"
    return data


def read_money(value: object) -> Money | None:
    """An amount from plain data or text; None where it is none.

    Args:
        value: an int, a float or Decimal as JSON gives it, or text such as ``"2.5"`` or ``"7/3"``.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal | Fraction):
        return None
    if isinstance(value, int | Fraction):
        return exact(Fraction(value)) if -_MOST_READ < value < _MOST_READ else None
    text = str(value).strip()
    if len(text) > 200 or _AMOUNT.fullmatch(text) is None:
        return None
    above, _, below = text.replace(":", "/").partition("/")
    divisor = Fraction(below) if below else Fraction(1)
    return exact(Fraction(above) / divisor) if divisor else None
