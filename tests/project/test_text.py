"""Numbers as a language writes them, alone and inside sentences."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from bjlearn.text import Message, Percent, Plural, Whole, decimal_text, language_code, number_text


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


@pytest.mark.parametrize(
    ("count", "text"), [(1, "1 pachet"), (2, "2 pachete"), (19, "19 pachete"), (20, "20 de pachete"), (101, "101 pachete")]
)
def test_a_number_of_things_has_the_form_of_its_language(count: int, text: str) -> None:
    decks = Plural("{n} deck", "{n} decks", n=count)
    assert decks.text() == ("1 deck" if count == 1 else f"{count} decks")
    assert decks.text("ro") == text
    assert Message("{decks}", decks=decks).text("ro") == text


def test_the_count_of_a_sentence_may_have_its_thousands_apart() -> None:
    assert Plural("{n} deck", "{n} decks", n=Whole(2000)).text("ro") == "2.000 de pachete"
