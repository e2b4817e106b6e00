"""The Play screen: what it shows of a document, reasons with their clause, chips, history, languages, addresses."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bjlearn.documents import builtin_ids, load
from bjlearn.game import Round
from bjlearn.text import LANGUAGES, Message
from bjlearn.widgets import Address, Play, TableWidget, read_address
from bjlearn.widgets.screen import STATIC, ScreenError, joined
from bjlearn.widgets.strings import UI_STRINGS
from tests.widgets.conftest import Browser

REASONS = {
    "it-casino": ("5h,9s,3d,5c,Kd", "double", "double_on", "IC-12"),
    "it-banco": ("5h,9s,3d,5c,Kd", "surrender", "surrender", "IB-16"),
    "ro-online": ("5h,9s,3d,5c,Kd", "split", "max_hands", "RO-08"),
    "it-training": ("5h,9s,3d,5c,Kd", "surrender", "surrender", "IT-19"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("doc", builtin_ids())
def test_a_reason_stands_in_the_language_with_its_clause(play: Any, doc: str, language: str) -> None:
    given, action, field, clause = REASONS[doc]
    screen, browser = play(doc, given, language=language)
    browser.deals(10)
    round_ = screen.sitting.round
    why = browser.table["question"]["illegal"][action]
    assert (why["field"], why["clause"]) == (field, clause)
    assert why["text"] == round_.illegal()[action].message.text(language)
    assert load(doc).clause(clause).id == clause


def test_an_illegal_decision_is_refused_with_its_reason(play: Any) -> None:
    _screen, browser = play("it-casino", "5h,9s,3d,5c,Kd")
    browser.deals(10)
    assert browser.decides("double") == "Only a hard 9, 10 or 11 can be doubled."
    assert browser.table["step"] == 0


def test_readings_are_shown_with_what_makes_them_and_can_be_chosen(play: Any) -> None:
    screen, browser = play("it-banco", "As,9h,Ad,5c,Kd,Qh,  2s,3s")
    for clause in screen.setup["readings"]:
        assert clause["id"] in {item.id for item in load("it-banco").choices()}
        assert clause["text"]
        assert clause["sure_text"]
        assert sum(reading["default"] for reading in clause["readings"]) == 1
        assert all(reading["label"] for reading in clause["readings"])
    assert browser.sends({"type": "reading", "clause": "IB-13", "reading": "plain"}) == ""
    assert screen.sitting.rules.natural_after_split is False
    assert screen.place == Address("it-banco", {"IB-13": "plain"}, "en", "")
    shown = {clause["id"]: clause["chosen"] for clause in screen.setup["readings"]}
    assert shown["IB-13"] == "plain"


def test_a_push_of_it_banco_stays_and_the_next_stake_starts_there(play: Any) -> None:
    _screen, browser = play("it-banco", "10h,9s,9d,Qc,  5h,9d,3d,5c,Kd")
    browser.deals(40)
    browser.decides("stand")
    hand = browser.table["seats"][0]["hands"][0]
    assert (hand["result"], hand["stays"]) == ("push", True)
    assert browser.view["stakes"]["standing"] == [40]
    assert browser.view["bankroll"] == 960
    assert "cannot be less" in browser.deals(30)
    browser.deals(50)
    assert browser.view["bankroll"] == 950


def test_chips_that_stay_come_along_to_another_document(play: Any) -> None:
    screen, browser = play("it-banco", "10h,9s,9d,Qc,")
    browser.deals(40)
    browser.decides("stand")
    screen.choose("it-casino")
    assert screen.view["bankroll"] == 1000
    assert screen.view["table"] is None


def test_hands_that_the_document_allows(play: Any) -> None:
    _screen, browser = play("ro-online", "5h,6h,7h,9s,3d,4d,5d,5c,Kd")
    assert browser.view["stakes"]["hands"] == 3
    browser.deals(10, 20, 30)
    assert [seat["stake"] for seat in browser.table["seats"]] == [10, 20, 30]
    _screen, browser = play("it-training", "5h,9s,3d,5c,Kd")
    assert "at most 1" in browser.deals(10, 10)


def test_history_and_summary_follow_what_was_played(play: Any) -> None:
    screen, browser = play("it-casino", "10h,6s,9d,Qc,Kd,  As,9d,Kh,5s,  10d,Ks,6c,Qh,8c")
    browser.deals(10)
    browser.decides("stand")
    browser.deals(25)
    browser.deals(100)
    browser.decides("hit")
    assert [row["round"] for row in screen.history] == [3, 2, 1]
    assert [row["net"] for row in screen.history] == [-100, 37.5, 10]
    assert screen.history[0]["hands"] == [{"cards": ["10d", "6c", "8c"], "result": "bust"}]
    assert screen.view["net_total"] == -52.5
    browser.sends({"type": "end", "n": 3})
    summary = screen.view["summary"]
    assert screen.view["phase"] == "ended"
    assert summary["net"] == -52.5
    assert dict(summary["rows"])["Hands won"] == 2
    browser.sends({"type": "new", "n": 4})
    assert screen.view["bankroll"] == 1000
    assert screen.history == []


def test_the_session_cannot_end_in_the_middle_of_a_round(play: Any) -> None:
    screen, browser = play("it-casino", "10h,9s,6d,Qc,Kd")
    browser.deals(10)
    assert "finish it first" in browser.sends({"type": "end"})
    assert screen.view["phase"] == "play"


@pytest.mark.parametrize(("language", "won"), [("en", "+7.5"), ("it", "+7,5"), ("ro", "+7,5")])
def test_half_a_chip_is_written_as_the_language_does(play: Any, language: str, won: str) -> None:
    _screen, browser = play("it-casino", "Ah,6s,Kd,Qc", language=language)
    browser.deals(5)
    assert won in browser.view["said"]


def test_what_happened_is_said_in_words(play: Any) -> None:
    _screen, browser = play("it-casino", "10h,6s,9d,Qc,Kd")
    browser.deals(10)
    assert browser.view["said"] == (
        "Your hand: 10 of hearts, 9 of diamonds, 19. The dealer shows 6 of spades. Your hand, 19: your move."
    )
    browser.decides("stand")
    assert browser.view["said"] == (
        "The dealer has 6 of spades, queen of clubs, king of diamonds: 26, bust. Your hand: win, +10."
    )


def test_split_hands_are_told_apart_in_words(play: Any) -> None:
    _screen, browser = play("it-training", "8h,9s,8d,5c,3s,Kc,2d,Kd,7d")
    browser.deals(10)
    browser.decides("split")
    assert "Hand 1 of 2: 8 of hearts, 3 of spades, 11." in browser.view["said"]
    assert "Hand 1 of 2, 11: your move." in browser.view["said"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_changes_everything_at_once(play: Any, language: str) -> None:
    screen, browser = play("it-casino", "10h,6s,9d,Qc,Kd")
    browser.deals(10)
    browser.decides("stand")
    places: list[Address] = []
    screen.on_place(places.append)
    browser.sends({"type": "language", "language": language})
    assert screen.language == language
    assert screen.setup["title"] == load("it-casino").title.text(language)
    assert screen.history[0]["hands"][0]["result"] == Message("win").text(language)
    assert places == [Address("it-casino", {}, language, "")]


def test_a_theme_is_taken_over_and_others_are_refused(play: Any) -> None:
    screen, browser = play("it-casino")
    browser.sends({"type": "theme", "theme": "dark"})
    assert screen.theme == "dark"
    assert screen.setup["place"]["theme"] == "dark"
    assert "no theme" in browser.sends({"type": "theme", "theme": "pink"})
    with pytest.raises(ScreenError, match="no language"):
        Play(language="fr")


def test_repr_is_short_and_without_an_address() -> None:
    assert repr(Play("it-banco")) == "Play('it-banco')"
    assert repr(TableWidget()) == "TableWidget()"


def test_every_text_of_the_browser_side_is_known_to_python() -> None:
    script = joined("dom.js", "table.js", "coach.js", "company.js")
    used = set(re.findall(r'(?:this|screen)\.t\(\s*"((?:[^"\\]|\\.)*)"', script))
    assert used <= set(UI_STRINGS)
    assert len(used) > 80


def test_the_browser_side_needs_nothing_from_outside() -> None:
    for file in STATIC.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|@import|url\(|\bimport\s", text), file.name


def test_the_table_alone_plays_a_round(play: Any) -> None:
    from bjlearn.cards import OrderedShoe, cards

    document = load("it-casino")
    round_ = Round(document.rules(), OrderedShoe(cards("5h,9s,3d,5c,Kd,2d,4s")), [10], [100])
    decided: list[str] = []
    table = TableWidget(round_, document=document, again=Message("Next"), on_decision=lambda _, made: decided.append(str(made)))
    browser = Browser(table)
    assert browser.table["question"]["illegal"]["double"]["clause"] == "IC-12"
    browser.decides("hit")
    browser.sends({"type": "decide", "round": 1, "step": 0, "decision": "hit"})
    assert decided == ["hit"]
    assert "bankroll" not in browser.view


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("", Address()),
        ("?doc=it-banco&read=IB-13:plain&lang=it&theme=dark", Address("it-banco", {"IB-13": "plain"}, "it", "dark")),
        ("doc=it-banco&read=IB-13:plain,IB-15:never", Address("it-banco", {"IB-13": "plain", "IB-15": "never"})),
        ("doc=it-banco&read=IB-13:plain&read=IB-15:never", Address("it-banco", {"IB-13": "plain", "IB-15": "never"})),
        ("doc=it-banco&read=IB-13:natural", Address("it-banco")),
        ("doc=/etc/passwd&read=..:..&lang=xx&theme=pink&screen=%3Cscript%3E", Address()),
        ("read=IB-13:plain,IC-12:soft-too,,::,IC-12", Address(readings={"IC-12": "soft-too"})),
        ("screen=drill&doc=ro-online", Address("ro-online", screen="drill")),
        ("lang=ro&" + "x=1&" * 5000, Address()),
        ({"doc": "it-training", "lang": "ro"}, Address("it-training", language="ro")),
    ],
)
def test_an_address_opens_where_it_says_and_never_fails(query: Any, wanted: Address) -> None:
    assert read_address(query) == wanted


def test_an_address_comes_back_from_what_is_written() -> None:
    there = Address("it-banco", {"IB-13": "plain", "IB-15": "never"}, "ro", "dark", "drill")
    assert read_address(there.query()) == there
    assert "IB-13:plain,IB-15:never" in there.query()


def test_the_address_of_the_request_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERY_STRING", "doc=it-banco&lang=it")
    screen = Play.from_address()
    assert (screen.place.document, screen.place.language) == ("it-banco", "it")
