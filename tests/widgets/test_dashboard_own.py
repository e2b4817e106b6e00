"""A document of the visitor's own in the dashboard: loaded on one screen, played and charted on others, in one visit alone."""

from __future__ import annotations

from typing import Any

import pytest

from bjlearn.documents import load
from bjlearn.exact import analyze
from bjlearn.rules import Rules
from bjlearn.text import LANGUAGES
from bjlearn.widgets import Address, Dashboard, Play, RulesExplorer, StrategyChart, read_address
from bjlearn.widgets.visit import MOST_OWN
from tests.widgets.conftest import Browser
from tests.widgets.test_rules_explorer import OWN

TWO = """
[[clauses.readings]]
id = "two"
default = true
label.en = "two"
label.it = "due"
label.ro = "două"
sets.decks = 2
[[clauses.readings]]
id = "three"
label.en = "three"
label.it = "tre"
label.ro = "trei"
sets.decks = 3
"""
READABLE = OWN.replace("sets.decks = 2\n", TWO)


def house(text: str = READABLE) -> tuple[Dashboard, Browser, Browser]:
    """A dashboard on its Rules screen, where a file was loaded; its header and that screen."""
    board = Dashboard(Address(screen="rules"))
    explorer = board.screen("rules")
    assert isinstance(explorer, RulesExplorer)
    browser = Browser(explorer)
    browser.sends({"type": "ready", "n": 1})
    assert browser.sends({"type": "own", "name": "house.toml", "text": text}) == ""
    return board, Browser(board._frame), browser


def play_of(board: Dashboard) -> Play:
    play = board.screen("play")
    assert isinstance(play, Play)
    return play


def test_the_game_has_exactly_this_document_and_its_readings() -> None:
    board, header, rules = house()
    rules.sends({"type": "reading", "document": "my-house", "clause": "MH-01", "reading": "three"})
    rules.sends({"type": "game", "value": "my-house"})
    play = play_of(board)
    assert play.sitting.document.title.text() == "My house"
    assert play.sitting.rules == Rules(decks=3)
    assert header.view["screen"] == "play"
    assert header.view["note"] == ""
    assert [one["id"] for one in board._frame.setup["documents"]][-1] == "my-house"

    rules.sends({"type": "chart", "value": "my-house"})
    chart = board.screen("strategy")
    assert isinstance(chart, StrategyChart)
    assert chart.rules == Rules(decks=3)
    assert analyze(chart.rules).edge("total") is not None


def test_it_is_chosen_in_the_header_and_by_the_back_button() -> None:
    board, header, _ = house()
    header.sends({"type": "document", "document": "my-house"})
    header.sends({"type": "screen", "screen": "play"})
    assert play_of(board).sitting.rules == Rules(decks=2)
    there = board.place.query()
    header.sends({"type": "document", "document": "ro-online"})
    assert play_of(board).sitting.document is load("ro-online")
    header.sends({"type": "address", "query": there})
    assert play_of(board).sitting.rules == Rules(decks=2)
    assert header.view["note"] == ""


def test_a_mended_file_is_the_one_that_is_played() -> None:
    board, _, rules = house()
    rules.sends({"type": "game", "value": "my-house"})
    rules.sends({"type": "own", "name": "house.toml", "text": READABLE.replace("decks = 2", "decks = 5")})
    rules.sends({"type": "game", "value": "my-house"})
    assert play_of(board).sitting.rules == Rules(decks=5)
    assert [one["id"] for one in board._frame.setup["documents"]].count("my-house") == 1
    assert len([item for item in play_of(board)._documents if item.id == "my-house"]) == 1


def test_a_round_on_the_table_is_played_to_its_end_first() -> None:
    board, header, rules = house()
    header.sends({"type": "screen", "screen": "play"})
    play = play_of(board)
    table = Browser(play)
    while table.view["table"] is None or table.table["over"]:
        table.deals(10)
    rules.sends({"type": "game", "value": "my-house"})
    assert play.sitting.document is load("it-casino")
    assert "round" in header.view["note"]


def test_another_visit_knows_nothing_of_it() -> None:
    board, _, rules = house()
    rules.sends({"type": "game", "value": "my-house"})
    other = Dashboard(read_address(board.place.query()))
    assert other.place.document == "it-casino"
    header = Browser(other._frame)
    assert "doc=my-house" in header.view["note"]
    assert header.sends({"type": "document", "document": "my-house"}) == "That document is not offered here."


def test_a_visit_keeps_so_many_and_no_more() -> None:
    board, _, rules = house()
    for number in range(MOST_OWN + 3):
        rules.sends({"type": "own", "name": "x", "text": OWN.replace('"my-house"', f'"house-{number}"')})
    assert len(board.visit.own) == MOST_OWN
    assert board.visit.own[-1].id == f"house-{MOST_OWN + 2}"


# ---- what an address asks for and is not here


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("doc=nowhere", "doc=nowhere"),
        ("read=IC-12:soft-too,IC-99:x", "read=IC-99:x"),
        ("doc=nowhere&read=IB-13:plain&lang=xx&theme=pink", "doc=nowhere, read=IB-13:plain, lang=xx, …"),
        (f"doc={'x' * 99}", f"doc={'x' * 30}…"),
        ("doc=a%0Ab%1b", "doc=a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_it_is_said_in_one_sentence_and_the_default_opens(query: str, names: str, language: str) -> None:
    where = read_address(f"{query}&screen=rules" + ("" if "lang=" in query else f"&lang={language}"))
    assert where.lost is not None
    board = Dashboard(where)
    header = Browser(board._frame)
    assert f"({names})" in header.view["note"]
    assert header.view["note"] == where.lost.text(where.language)
    assert board.place.document == "it-casino"
    header.sends({"type": "screen", "screen": "play"})
    assert header.view["note"] == ""  # said once


@pytest.mark.parametrize(
    "query", ["", "doc=it-banco&read=IB-13:plain", "lang=IT&theme=Dark", "lang=ro-RO", "doc=IT-Banco", "read=,"]
)
def test_nothing_is_said_where_all_is_known(query: str) -> None:
    assert read_address(query).lost is None


def test_a_language_is_understood_however_it_is_written() -> None:
    assert [read_address(f"lang={text}").language for text in ("IT", "it-CH", "ro_RO", "En", "xx")] == [
        "it",
        "it",
        "ro",
        "en",
        "en",
    ]
    assert read_address("doc=IT-Banco").document == "it-banco"


@pytest.mark.parametrize("screen", [Play, StrategyChart, RulesExplorer])
def test_a_screen_alone_says_it_too(screen: Any) -> None:
    shown = screen.from_address(read_address("doc=nowhere&lang=it"))
    browser = Browser(shown)
    if screen is Play:
        assert "doc=nowhere" in browser.view["note"]["text"]
    else:
        assert "doc=nowhere" in browser.sends({"type": "ready", "n": 1})
        assert browser.sends({"type": "ready", "n": 2}) == ""
