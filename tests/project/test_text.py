"""Numbers as a language writes them, alone and inside sentences."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from bjlearn.text import Message, Percent, decimal_text, language_code, number_text


@pytest.mark.parametrize(
    ("number", "text"),
    [(7, "7"), (Fraction(15, 2), "7.5"), (Decimal("0.75"), "0.75"), (Fraction(-7, 3), "-7/3"), (Fraction(-1, 8), "-0.125")],
)
def test_an_exact_number(number: int | Fraction | Decimal, text: str) -> None:
    assert number_text(number) == text
    for language in ("it", "ro"):
        assert number_text(number, language) == text.replace(".", ",")
        assert Message("{n}", n=number).text(language) == text.replace(".", ",")


def test_a_number_to_some_places() -> None:
    assert decimal_text(-1.25, 1, "en") == "\N{MINUS SIGN}1.2"
    assert decimal_text(0.001, 2, "it", signed=True) == "0,00"
    assert Percent(0.125, signed=True).text("ro") == "+12,5\u00a0%"


@pytest.mark.parametrize(("written", "code"), [("IT", "it"), ("it-CH", "it"), ("ro_RO", "ro"), (" en ", "en"), ("", "")])
def test_a_language_as_it_is_written(written: str, code: str) -> None:
    assert language_code(written) == code
