"""Figures have a caption and words, and hold what they are given as text."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

from bjlearn.figures import Figure, bars, hands, percent, table

FIGURES = [
    hands({"As 6d": "soft <17>", "10h 10c": "hard 20"}, "Two & two"),
    table([["a<b", 1, 2], ["c", 3, 4]], ["", "x", "y"], "A table"),
    bars({"ten & more": Fraction(4, 13), "ace": Fraction(1, 13)}, "Shares"),
    bars({"16": Fraction(8, 13)}, "Counted", of=13),
]


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_is_well_formed_with_caption_and_words(figure: Figure) -> None:
    tree = ET.fromstring(figure._repr_html_())
    assert tree.tag == "figure"
    assert tree[-1].tag == "figcaption"
    assert "".join(tree[-1].itertext()) == figure.caption
    drawing = tree[0]
    assert drawing.tag == "table" or (drawing.get("role"), drawing.get("aria-label")) == ("img", figure.words)
    assert repr(figure) == f"{figure.caption} {figure.words}"


def test_the_words_say_what_is_drawn() -> None:
    assert FIGURES[0].words == "A♠ 6♦: soft <17>; 10♥ 10♣: hard 20."
    assert FIGURES[1].words == "a<b: 1, 2; c: 3, 4."
    assert FIGURES[2].words == "ten & more: 30.8 %; ace: 7.7 %."
    assert FIGURES[3].words == "16: 8 of 13."


def test_a_table_can_be_read_row_by_row() -> None:
    tree = ET.fromstring(FIGURES[1]._repr_html_())
    assert [cell.get("scope") for cell in tree.iter("th")] == ["col"] * 3 + ["row"] * 2


def test_percent_is_rounded_for_reading() -> None:
    assert percent(Fraction(1, 13)) == "7.7 %"
    assert percent(Fraction(1, 3), 2) == "33.33 %"


def test_small_shares_may_fill_the_width() -> None:
    shown = bars({"dealer": Fraction(6, 100), "chart": Fraction(3, 1000)}, "Edges", full=Fraction(6, 100), places=2)
    html = shown._repr_html_()
    assert "width: 100.0%" in html
    assert "width: 5.0%" in html
    assert "0.30 %" in shown.words
