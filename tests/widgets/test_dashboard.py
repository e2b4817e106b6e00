"""The dashboard without a browser: tabs built when first opened, one place for all screens, moving between them."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

from bjlearn.documents import builtin_ids, load
from bjlearn.text import LANGUAGES, Message
from bjlearn.widgets import Address, Dashboard, Play, read_address
from bjlearn.widgets.address import MOST_OWN
from bjlearn.widgets.due import DUE_STRINGS
from bjlearn.widgets.frame import FRAME_STRINGS
from bjlearn.widgets.mine import MINE_STRINGS
from bjlearn.widgets.screen import STATIC
from bjlearn.widgets.tabs import SCREENS, Tab
from bjlearn.widgets.visit import Visit
from tests.browser.frame.notebooks.second import SECOND, TABS, Second
from tests.widgets.conftest import Browser


def opened(place: Address | None = None, screens: Any = TABS) -> tuple[Dashboard, Browser]:
    board = Dashboard(place, screens=screens)
    return board, Browser(board._frame)


def play_of(board: Dashboard) -> Play:
    play = board.screen("play")
    assert isinstance(play, Play)
    return play


def second_of(board: Dashboard) -> Second:
    second = board.screen("second")
    assert isinstance(second, Second)
    return second


def in_a_round(board: Dashboard) -> Browser:
    """A browser on the Play screen, a round on the table."""
    browser = Browser(play_of(board))
    while browser.view["table"] is None or browser.table["over"]:
        browser.deals(10)
    return browser


def test_a_screen_is_built_and_its_imports_are_paid_when_it_is_first_opened() -> None:
    code = (
        "import sys\n"
        "from bjlearn.widgets import Address, Dashboard\n"
        "from tests.browser.frame.notebooks.second import TABS\n"
        "board = Dashboard(screens=TABS)\n"
        "print(board.built, 'xml.dom.pulldom' in sys.modules)\n"
        "board.go(Address(screen='second'))\n"
        "print(board.built, 'xml.dom.pulldom' in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["('play',) False", "('play', 'second') True"]


def test_a_screen_is_built_once_and_kept() -> None:
    board, browser = opened()
    browser.sends({"type": "screen", "screen": "second"})
    first = second_of(board)
    browser.sends({"type": "screen", "screen": "play"})
    browser.sends({"type": "screen", "screen": "second"})
    assert second_of(board) is first
    assert board._panels["second"].children == (first,)
    assert browser.view["built"] == ["play", "second"]


def test_the_tab_says_where_one_is_before_the_screen_is_built() -> None:
    seen: list[dict[str, Any]] = []
    board: Dashboard

    def load(visit: Visit) -> Second:
        seen.append(dict(board._frame.view))
        return Second(visit)

    board = Dashboard(screens=(*SCREENS, Tab("slow", Message("Slow"), load)))
    board.go(Address(screen="slow"))
    assert [(view["screen"], view["built"]) for view in seen] == [("slow", ["play"])]


def test_the_address_opens_its_screen_alone() -> None:
    board, browser = opened(read_address("doc=ro-online&screen=second&lang=it&cell=hard16-10&theme=dark"))
    assert board.built == ("second",)
    assert browser.view["screen"] == "second"
    assert second_of(board).place == Address("ro-online", {}, "it", "dark", "second", {"cell": "hard16-10"})


def test_an_address_of_a_screen_that_does_not_exist_opens_the_first() -> None:
    board, browser = opened(Address(screen="nowhere"), screens=SCREENS)
    assert (board.built, browser.view["screen"], board.place.screen) == (("play",), "play", "")


def test_only_screens_that_exist_have_a_tab() -> None:
    _board, browser = opened(screens=SCREENS)
    assert [name for name, _title in browser.screen.setup["tabs"]] == [tab.name for tab in SCREENS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_and_theme_reach_every_screen(language: str) -> None:
    board, browser = opened()
    browser.sends({"type": "screen", "screen": "second"})
    browser.sends({"type": "language", "language": language})
    browser.sends({"type": "theme", "theme": "dark"})
    for screen in (play_of(board), second_of(board)):
        assert (screen.place.language, screen.place.theme) == (language, "dark")
    assert browser.screen.setup["tabs"][0] == ["play", Message("Play").text(language)]
    assert browser.screen.setup["documents"][0]["title"] == load(builtin_ids()[0]).title.text(language)


def test_a_document_chosen_in_the_header_is_there_in_the_next_tab() -> None:
    board, browser = opened()
    browser.sends({"type": "document", "document": "it-banco"})
    assert play_of(board).place.document == "it-banco"
    browser.sends({"type": "screen", "screen": "second"})
    assert second_of(board).place.document == "it-banco"
    browser.sends({"type": "document", "document": "ro-online"})
    browser.sends({"type": "screen", "screen": "play"})
    assert play_of(board).place.document == "ro-online"


def test_a_reading_chosen_at_the_table_is_shared() -> None:
    board, browser = opened(Address("it-banco"))
    Browser(play_of(board)).sends({"type": "reading", "clause": "IB-13", "reading": "plain"})
    assert board.place == Address("it-banco", {"IB-13": "plain"})
    assert browser.screen.place["read"] == "IB-13:plain"
    browser.sends({"type": "screen", "screen": "second"})
    assert second_of(board).place.readings == {"IB-13": "plain"}


def test_the_bankroll_is_shared() -> None:
    board, browser = opened()
    browser.sends({"type": "screen", "screen": "second"})
    assert second_of(board).shared.bankroll == 1000
    in_a_round(board)  # with 10 chips on the table
    assert second_of(board).shared.bankroll == 1000 + play_of(board).sitting.sums.net - 10


def test_open_this_game_leads_to_the_table_with_these_readings() -> None:
    board, browser = opened(Address(screen="second"))
    assert second_of(board).shared.go(Address("it-banco", {"IB-13": "plain"}))
    assert browser.view["screen"] == "play"
    assert play_of(board).sitting.rules.natural_after_split is False


def test_practise_this_leads_to_a_cell() -> None:
    board, browser = opened()
    assert board.go(Address("it-banco", screen="second", own={"cell": "pairs8-10"}))
    assert second_of(board).place.own == {"cell": "pairs8-10"}
    assert browser.screen.place["cell"] == "pairs8-10"
    browser.sends({"type": "screen", "screen": "play"})
    assert browser.screen.place["cell"] == ""


def test_a_round_on_the_table_keeps_its_document_and_says_so() -> None:
    board, browser = opened()
    in_a_round(board)
    browser.sends({"type": "document", "document": "it-banco"})
    assert board.place.document == "it-casino"
    assert "finish it first" in browser.view["note"]
    browser.sends({"type": "screen", "screen": "second"})
    assert browser.view["note"] == ""
    browser.sends({"type": "document", "document": "ro-online"})
    assert second_of(board).place.document == "ro-online"
    assert not board.go(Address("ro-online", language="it"))
    assert (browser.view["screen"], board.place.document, play_of(board).place.language) == ("play", "it-casino", "it")
    assert browser.view["note"]


def test_back_leads_to_where_the_address_says() -> None:
    board, browser = opened()
    browser.sends({"type": "screen", "screen": "second"})
    browser.sends({"type": "language", "language": "ro"})
    turn = browser.view["turn"]
    browser.sends({"type": "address", "query": "?doc=it-banco&lang=en&theme=dark"})
    assert board.place == Address("it-banco", {}, "ro"), "the language and theme stay as they are now"
    assert browser.view["screen"] == "play"
    assert browser.view["turn"] > turn


def test_back_to_a_place_that_cannot_be_is_answered_too() -> None:
    board, browser = opened()
    in_a_round(board)
    before, turn = board.place, browser.view["turn"]
    browser.sends({"type": "address", "query": "?doc=it-banco"})
    assert board.place == before
    assert browser.view["turn"] > turn


def test_a_screen_that_fails_leaves_the_others_and_shows_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    board, browser = opened(Address("it-banco"))
    browser.sends({"type": "screen", "screen": "faulty"})
    assert browser.view["screen"] == "play"
    assert browser.view["note"] == "Faulty did not open. Reload the page; if it happens again, tell your instructor."
    assert board.built == ("play",)
    assert "secret words" in caplog.text
    browser.sends({"type": "screen", "screen": "second"})
    assert (browser.view["screen"], browser.view["note"]) == ("second", "")


def test_a_first_screen_that_fails_is_not_a_page_that_fails(caplog: pytest.LogCaptureFixture) -> None:
    _board, browser = opened(Address(screen="faulty"))
    assert browser.view["note"].startswith("Faulty did not open.")
    browser.sends({"type": "screen", "screen": "play"})
    assert browser.view["built"] == ["play"]
    assert "secret words" in caplog.text


@pytest.mark.parametrize(
    "message",
    [
        {"type": "screen", "screen": "__init__"},
        {"type": "screen", "screen": ["play"]},
        {"type": "screen"},
        {"type": "document", "document": "/etc/passwd"},
        {"type": "document", "document": "../it-banco"},
        {"type": "language", "language": "xx"},
        {"type": "theme", "theme": "pink"},
        {"type": "address", "query": "x" * 5000},
        {"type": "address", "query": 7},
        {"type": "address"},
        {"type": "go", "screen": "second"},
        "screen",
    ],
)
def test_a_forged_message_changes_nothing(message: Any) -> None:
    board, browser = opened(Address("it-banco", {"IB-13": "plain"}, "it"))
    before = (board.place, board.built)
    browser.sends(message)
    assert (board.place, board.built) == before


def test_values_that_a_browser_sends_are_not_taken() -> None:
    board, browser = opened()
    children, view = board.children, browser.view
    board.set_state({"children": []})
    board._panels["play"].set_state({"children": []})
    board._frame.set_state({"view": {"screen": "second"}, "place": {}})
    assert board.children == children
    assert board._panels["play"].children == (play_of(board),)
    assert browser.view == view


def test_the_play_screen_leaves_out_what_the_frame_has() -> None:
    board, _browser = opened()
    assert play_of(board).setup["shows"] == ["end"]
    assert play_of(board).setup["place"] is None


def test_from_address_waits_for_nobody_outside_voila(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERY_STRING", "doc=it-training&screen=second&read=nonsense")
    assert Dashboard.from_address(screens=TABS).place == Address("it-training", screen="second")


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [("", "ro-RO,ro;q=0.9", "ro"), ("lang=it", "ro", "it"), ("lang=xx", "de", "en"), ("", "", "en")],
)
def test_the_browser_gives_the_language_where_the_address_has_none(
    monkeypatch: pytest.MonkeyPatch, query: str, accepted: str, language: str
) -> None:
    monkeypatch.setenv("QUERY_STRING", query)
    monkeypatch.setenv("HTTP_ACCEPT_LANGUAGE", accepted)
    assert Dashboard.from_address(screens=SCREENS).place.language == language


def test_what_only_one_screen_understands_comes_back_from_the_address() -> None:
    there = Address("it-banco", screen="second", own={"cell": "hard16-10", "seed": "7"})
    assert read_address(there.query()) == there
    assert read_address(f"cell={'x' * (MOST_OWN + 1)}&token=abc") == Address()


def test_every_text_of_the_header_is_known_to_python() -> None:
    for name, known in (("frame.js", FRAME_STRINGS), ("mine.js", MINE_STRINGS), ("due.js", DUE_STRINGS)):
        used = set(re.findall(r'this\.t\("([^"]+)"', (STATIC / name).read_text(encoding="utf-8")))
        assert used - set(FRAME_STRINGS) == set(known) - set(FRAME_STRINGS)


def test_repr_is_short() -> None:
    assert repr(Dashboard(screens=(*SCREENS, SECOND))) == "Dashboard()"
