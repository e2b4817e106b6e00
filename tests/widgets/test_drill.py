"""The Drill screen without a browser: what it shows, what it takes, what it keeps."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bjlearn.documents import builtin_ids, load
from bjlearn.exact import analyze
from bjlearn.practice.items import DrillError, items_of
from bjlearn.practice.records import Assignment, Learner
from bjlearn.practice.store import Store
from bjlearn.text import LANGUAGES
from bjlearn.widgets import Address, Dashboard, Drill, StrategyChart
from bjlearn.widgets.drill_data import DRILL_STRINGS, cell_words
from bjlearn.widgets.screen import STATIC, ScreenError
from bjlearn.widgets.strings import UI_STRINGS
from tests.practice.books import MemoryBook
from tests.widgets.conftest import Browser


class Clock:
    """Time that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def opened(doc: str = "it-casino", *, book: MemoryBook | None = None, **more: Any) -> tuple[Drill, Browser, Clock]:
    clock = Clock()
    screen = Drill(doc, book=MemoryBook() if book is None else book, clock=clock, **more)
    browser = Browser(screen)
    assert browser.sends({"type": "ready", "n": 1}) == ""
    return screen, browser, clock


def best(screen: Drill) -> str:
    """What is best now."""
    assert screen.drilling is not None
    assert screen.drilling.round is not None
    from bjlearn.coach import Situation, verdict

    round_ = screen.drilling.round
    return verdict(Situation.of(round_.view(), round_.rules)).best


def goes_on(browser: Browser) -> str:
    return browser.sends({"type": "again", "n": 3, "round": browser.view["round"], "step": browser.table["step"]})


def asks(browser: Browser) -> dict[str, Any]:
    found: dict[str, Any] = browser.table["question"]
    return found


def test_nothing_is_worked_out_before_a_browser_shows_the_screen() -> None:
    code = (
        "import sys\n"
        "from bjlearn.widgets import Drill\n"
        "drill = Drill('it-banco')\n"
        "print(drill, drill.view, 'numpy' in sys.modules, 'sqlalchemy' in sys.modules, 'fsrs' in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "Drill('it-banco') {} False False False\n"


@pytest.mark.parametrize("doc", builtin_ids())
def test_a_right_answer_is_kept_and_said(doc: str) -> None:
    book = MemoryBook()
    screen, browser, clock = opened(doc, book=book, cells="hard12-10")
    clock.pass_by(2.5)
    assert best(screen) == "hit"
    assert browser.decides("hit") == ""
    [kept] = book.decisions(doc)
    assert (kept.cell, kept.chosen, kept.grade, kept.source, kept.seconds) == ("hard12-10", "hit", "best", "drill", 2.5)
    assert browser.view["flash"]["tone"] == "good"
    assert browser.view["said"].startswith("Right. ")
    assert browser.view["coach"]["verdicts"] == []
    assert browser.view["marks"]["hard12-10"] | {"d": True} == {"n": 1, "r": 1, "cost": "0.0", "s": 0, "d": True}
    assert [sum_["text"] for sum_ in browser.view["sums"]][:3] == ["1", "1/1", "100\N{NO-BREAK SPACE}%"]


def test_a_miss_shows_the_verdict_and_waits() -> None:
    screen, browser, _clock = opened("it-banco", cells="hard12-10")
    before = browser.view["round"]
    browser.decides("stand")
    view = browser.view
    assert (view["paused"], view["flash"]["tone"]) == (True, "bad")
    [verdict] = view["coach"]["verdicts"]
    assert verdict["grade"] == "mistake"
    assert {bar["name"] for bar in verdict["bars"]} >= {"hit", "stand"}
    cost = next(bar for bar in verdict["bars"] if bar["name"] == "hit")["value"]
    cost -= next(bar for bar in verdict["bars"] if bar["name"] == "stand")["value"]
    assert cost == pytest.approx(0.17, abs=0.03)
    assert view["said"].startswith("A mistake. ")
    browser.decides("hit")
    assert browser.view == view, "nothing is answered while it is read"
    assert goes_on(browser) == ""
    assert (browser.view["round"], browser.view["paused"]) == (before + 1, False)
    assert screen.drilling is not None


def test_a_repeated_answer_is_taken_once() -> None:
    book = MemoryBook()
    _screen, browser, _clock = opened(book=book, cells="hard5-10", seed="5")
    message = {"type": "decide", "n": 2, "round": 1, "step": browser.table["step"], "decision": "hit"}
    browser.sends(message)
    browser.sends(message)
    assert len(book.decisions()) == 1
    over = {"type": "again", "n": 2, "round": 1, "step": browser.table["step"]}
    before = browser.view
    browser.sends(over)
    assert browser.view == before, "a hand that is asked about is not left"


def test_a_late_answer_is_told() -> None:
    _screen, browser, clock = opened(cells="hard5-10", limit=5)
    clock.pass_by(5.5)
    browser.decides("hit")
    assert browser.view["flash"] == {"tone": "late", "text": "Right, but late"}
    assert browser.view["sums"][0]["text"] == "0"
    assert browser.sends({"type": "limit", "n": 1, "value": "0"}) == ""
    assert browser.view["limit"] == 0
    assert "0 is any time" in browser.sends({"type": "limit", "n": 1, "value": "77"})


def test_help_counts_as_help() -> None:
    book = MemoryBook()
    _screen, browser, _clock = opened(book=book, cells="hard5-10")
    where = {"round": browser.view["round"], "step": browser.table["step"]}
    browser.sends({"type": "hint", "n": 1, **where})
    [advice] = browser.view["coach"]["verdicts"]
    assert advice["grade"] is None
    browser.decides("hit")
    assert browser.view["flash"]["text"] == "Right, with help"
    assert [kept.hinted for kept in book.decisions()] == [True]


def test_filters_are_chosen_and_told_in_the_address() -> None:
    screen, browser, _clock = opened()
    places: list[Address] = []
    screen.on_place(places.append)
    assert browser.sends({"type": "filter", "n": 1, "value": "soft,pairs"}) == ""
    assert screen.drilling is not None
    assert screen.drilling.item is not None
    assert screen.drilling.item.kind in ("soft", "pairs")
    assert [place.own for place in places] == [{"filter": "soft,pairs"}]
    assert (browser.view["kinds"], browser.view["asks"]) == (["soft", "pairs"], "Soft totals, Pairs")
    before = browser.view
    told = browser.sends({"type": "filter", "n": 1, "value": "soft,magic"})
    assert told.startswith('"magic" is no filter of the drill')
    assert browser.view == before
    assert browser.sends({"type": "filter", "n": 1, "value": "weak"}) == ""
    assert (browser.view["phase"], browser.view["table"]) == ("empty", None)
    assert "None of these cells is weak" in browser.view["empty"]
    browser.sends({"type": "filter", "n": 1, "value": ""})
    assert browser.view["phase"] == "play"
    assert places[-1].own == {}


def test_only_what_the_document_has_is_offered() -> None:
    names = [name for name, _ in opened("it-casino")[0].setup["kinds"]]
    assert names == ["hard", "soft", "pairs", "insurance", "surrender"]
    assert [name for name, _ in opened("it-training")[0].setup["kinds"]] == ["hard", "soft", "pairs"]
    assert [name for name, _ in opened("it-banco")[0].setup["others"]] == [name for name in builtin_ids() if name != "it-banco"]


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({"filter": "hrad"}, "is no filter of the drill"),
        ({"cells": "hard99-2"}, "has no cell"),
        ({"filter": "surrender"}, "knows no surrender"),
    ],
)
def test_an_address_that_asks_for_what_is_not_there_opens_and_says_so(own: dict[str, str], told: str) -> None:
    screen = Drill.from_address(Address("it-banco", own=own), book=MemoryBook())
    browser = Browser(screen)
    browser.sends({"type": "ready", "n": 1})
    assert browser.view["phase"] == "play"
    [note] = browser.view["notes"]
    assert told in note
    assert screen.place.own == {}


def test_python_is_told_at_once() -> None:
    with pytest.raises(DrillError):
        Drill("it-banco", filter="hrad")
    with pytest.raises(ScreenError):
        Drill("it-banco", limit=7)


def test_a_seed_in_the_address_repeats_the_drill() -> None:
    def hands(book: MemoryBook) -> list[Any]:
        screen = Drill.from_address(Address("it-banco", own={"seed": "5b", "filter": "hard"}), book=book)
        browser = Browser(screen)
        browser.sends({"type": "ready", "n": 1})
        assert screen.place.own == {"seed": "5b", "filter": "hard"}
        met = []
        for _ in range(6):
            met.append(browser.table["seats"][0]["hands"][0]["cards"])
            while not browser.table["over"]:
                browser.decides(best(screen))
            met.append(browser.table["dealer"]["cards"])
            goes_on(browser)
        return met

    first = MemoryBook()
    assert hands(first) == hands(MemoryBook()) == hands(first)


def test_a_reload_loses_nothing() -> None:
    book = MemoryBook()
    _screen, browser, _clock = opened(book=book, cells="hard5-10")
    browser.decides("stand")
    _again, anew, _clock = opened(book=book)
    assert anew.view["marks"]["hard5-10"]["n"] == 1
    assert anew.view["counts"]["weak"] == 1


def test_what_leaves_for_the_browser_is_public() -> None:
    screen, browser, _clock = opened("it-banco", seed="secret words")
    assert screen.drilling is not None
    assert screen.drilling.round is not None
    shown = f"{browser.view} {screen.setup}"
    assert browser.table["dealer"]["cards"][1] is None
    assert "secret words" in str(screen.setup["place"]), "the address has it, for a reload"
    assert "secret words" not in str(browser.view)
    assert "shoe" not in shown


def test_the_chart_is_painted_with_what_was_met() -> None:
    screen, browser, _clock = opened("it-banco")
    rows = screen.setup["chart"]
    codes = {code for row in rows for code in row["codes"] if code}
    assert codes | {"insurance"} == set(items_of(load("it-banco").rules()))
    assert [row["name"] for row in rows if row["table"] == "pairs"] == ["2,2", *(f"{n},{n}" for n in range(3, 11)), "A,A"]
    assert screen.setup["ups"] == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    assert browser.view["marks"] == {}


def test_assignments_are_shown_and_begun() -> None:
    book = MemoryBook()
    set_at = datetime(2026, 3, 1, tzinfo=UTC)
    book.asked = [
        Assignment("a1", "5b", "it-banco", "", "hard,weak", 40, set_at, 12),
        Assignment("a2", "5b", "gone", "", "x", 5, set_at),
        Assignment("a3", "5b", "it-casino", "", "pairs", 3, set_at, 3),
    ]
    screen, browser, _clock = opened("it-casino", book=book)
    assert [(task["words"], task["done"], task["count"], task["here"]) for task in browser.view["tasks"]] == [
        ("Hard totals, My weak cells", 12, 40, False),
        ("x", 0, 5, False),
    ]
    assert browser.sends({"type": "task", "n": 1, "value": "a1"}) == ""
    assert (screen.place.document, screen.place.own) == ("it-banco", {"filter": "hard,weak"})
    assert browser.view["tasks"][0]["here"]
    assert "no such assignment" in browser.sends({"type": "task", "n": 1, "value": "a9"})
    assert browser.sends({"type": "task", "n": 1, "value": "a2"}) != ""
    assert screen.place.document == "it-banco"


def test_what_is_drilled_counts_for_an_assignment() -> None:
    with Store.memory() as store:
        book = store.book(Learner("ana", "Ana", "5b"))
        store.register().assign("5b", "it-banco", "", "soft", 3)
        screen = Drill("it-banco", book=book)
        browser = Browser(screen)
        browser.sends({"type": "ready", "n": 1})
        [task] = browser.view["tasks"]
        assert (task["done"], task["here"]) == (0, False)
        browser.decides(asks(browser)["legal"][0])
        assert browser.view["tasks"][0]["done"] == 0, "another filter is no part of it"
        browser.sends({"type": "task", "n": 1, "value": task["id"]})
        assert browser.view["tasks"][0]["here"]
        browser.decides(asks(browser)["legal"][0])
        assert browser.view["tasks"][0]["done"] == 1
        while browser.view["tasks"][0]["done"] < 3:
            if browser.view["paused"] or browser.table["over"]:
                browser.sends({"type": "again", "n": 1, "round": browser.view["round"], "step": browser.table["step"]})
            else:
                browser.decides(asks(browser)["legal"][0])
        assert browser.view["tasks"][0]["here"], "done, and still said where it was done"
        browser.sends({"type": "filter", "n": 1, "value": ""})
        assert browser.view["tasks"] == []


def test_another_document_begins_another_drill() -> None:
    screen, browser, _clock = opened("it-casino", filter="surrender", seed="1")
    screen.visit(Address("it-banco", language="it"))
    assert "resa" in browser.view["notes"][0]
    assert screen.place.own == {}
    assert browser.view["phase"] == "play"
    screen.visit(Address("it-banco", language="it", own={"cells": "soft18-A"}))
    assert screen.drilling is not None
    assert screen.drilling.item is not None
    assert screen.drilling.item.code == "soft18-A"
    before = screen.drilling.number
    screen.visit(Address("it-banco", language="it", screen="drill"))
    assert screen.drilling.number == before, "a hand is not dealt anew because the tab was opened again"
    with pytest.raises(DrillError):
        screen.visit(Address("it-casino", own={"filter": "magic"}))
    assert screen.place.document == "it-banco"


def test_practise_this_leads_to_the_cell() -> None:
    dashboard = Dashboard(Address("it-casino", screen="strategy"))
    chart = dashboard.screen("strategy")
    assert isinstance(chart, StrategyChart)
    assert chart.setup["practise"] == "go"
    Browser(chart).sends({"type": "practise", "n": 1, "value": "soft18-A"})
    drill = dashboard.screen("drill")
    assert isinstance(drill, Drill)
    assert dashboard.place.screen == "drill"
    browser = Browser(drill)
    browser.sends({"type": "ready", "n": 1})
    assert drill.drilling is not None
    assert drill.drilling.item is not None
    assert drill.drilling.item.code == "soft18-A"
    assert dashboard.place.own == {"cells": "soft18-A"}


@pytest.mark.parametrize(
    "message",
    [
        {"type": "filter", "n": 1},
        {"type": "filter", "n": 1, "value": "x" * 500},
        {"type": "filter", "n": 1, "value": ["hard"]},
        {"type": "task", "n": 1, "value": "nothing"},
        {"type": "limit", "n": 1, "value": "\N{SUPERSCRIPT TWO}"},
        {"type": "limit", "n": 1, "value": "-5"},
        {"type": "again", "n": 1, "round": 99, "step": 0},
        {"type": "hint", "n": 1, "round": 99, "step": 0},
        {"type": "decide", "n": 1, "round": 1, "step": 0, "decision": "cheat"},
        {"type": "document", "n": 1, "document": "../secrets"},
        "filter",
        None,
    ],
)
def test_a_forged_message_changes_nothing(message: Any) -> None:
    screen, browser, _clock = opened("it-banco", seed="1")
    before = (screen.place, dict(screen.view), dict(screen.setup))
    browser.sends(message)
    screen.set_state({"view": {}, "setup": {}})
    assert (screen.place, dict(screen.view), dict(screen.setup)) == before


def test_cells_are_named_as_people_say_them() -> None:
    assert cell_words("hard16-10", "en") == "Hard 16 against 10"
    assert cell_words("pairsA-A", "en") == "Pair A,A against an ace"
    assert cell_words("insurance", "it") == "Assicurazione"
    assert len({cell_words("soft18-2", language) for language in LANGUAGES}) == 3


def test_every_text_is_known_to_python() -> None:
    script = (STATIC / "drill.js").read_text(encoding="utf-8")
    used = {*re.findall(r'this\.t\("([^"]+)"', script), *re.findall(r'\? "([^"]+ \{total\})" : "([^"]+)"', script)[0]}
    assert used <= {*UI_STRINGS, *DRILL_STRINGS, "Working out the figures …"}
    assert [text for text in DRILL_STRINGS if f'"{text}"' not in script] == []


def test_the_answers_are_those_of_the_analysis() -> None:
    rules = load("it-banco").rules()
    figures = analyze(rules).figures((10, 6), 10).actions
    assert max(figures, key=lambda action: figures[action] or -9).value == items_of(rules)["hard16-10"].best
