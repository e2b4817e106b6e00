"""Exact money: whole chips as int, anything between as Fraction. No binary float ever holds a chip."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from bjlearn.rules import plain_value, read_number

Money = int | Fraction
"""An exact amount of chips."""


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
    """An amount as JSON holds it exactly: ``7``, ``7.5``, or ``"7/3"`` where no finite decimal exists."""
    return None if amount is None else plain_value(amount) if isinstance(amount, Fraction) else amount


def read_money(value: object) -> Money | None:
    """An amount from plain data or text; None where it is none.

    Args:
        value: an int, a float or Decimal as JSON gives it, or text such as ``"2.5"`` or ``"7/3"``.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal | Fraction):
        return None
    number = read_number(value)
    return None if number is None else exact(number)
