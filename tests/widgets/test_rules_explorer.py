"""The Rules screen without a browser: edges, ways and ranges of the analysis and of nothing else, files, messages."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import pytest

from bjlearn.documents import MOST_BYTES, builtin_ids, load
from bjlearn.exact import analyze, steps
from bjlearn.exact.report import readings_report
from bjlearn.rules import Rules, allowed_values, field_names
from bjlearn.text import LANGUAGES, BjlearnError
from bjlearn.widgets import Address, RulesExplorer
from bjlearn.widgets.background import Job, answering
from bjlearn.widgets.pane import PANE_STRINGS
from bjlearn.widgets.rules_data import change_words, chart_changes, value_words
from bjlearn.widgets.rules_strings import RULES_STRINGS
from bjlearn.widgets.screen import STATIC
from bjlearn.widgets.visit import Visit
from tests.widgets.conftest import Browser

OWN = """
id = "my-house"
title = "My house"
language = "en"
source = "home"

[[clauses]]
id = "MH-01"
where = "the sign at the door"
topic = "table"
sure = "stated"
text.en = "Two decks."
text.it = "Due mazzi."
text.ro = "Două pachete."
sets.decks = 2
"""


def opened(*args: Any, **more: Any) -> tuple[RulesExplorer, Browser]:
    explorer = RulesExplorer(*args, **more)
    browser = Browser(explorer)
    assert browser.sends({"type": "ready", "n": 1}) == ""
    return explorer, browser


def column(browser: Browser, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in browser.view["columns"] if one["id"] == name)
    return found


def reads(browser: Browser, document: str, clause: str, reading: str) -> str:
    return browser.sends({"type": "reading", "document": document, "clause": clause, "reading": reading})


def test_nothing_is_worked_out_before_a_browser_shows_the_screen() -> None:
    code = (
        "import sys\n"
        "from bjlearn.widgets import RulesExplorer\n"
        "explorer = RulesExplorer('it-banco')\n"
        "print(explorer, explorer.view, 'bjlearn.exact' in sys.modules, 'numpy' in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "RulesExplorer('it-banco') {} False False\n"


def test_every_clause_of_every_document_is_there_once_under_its_topic() -> None:
    explorer, _browser = opened(beside=tuple(builtin_ids()[1:]))
    for index, name in enumerate(builtin_ids()):
        shown = [(topic["id"], clause["id"]) for topic in explorer.setup["topics"] for clause in topic["cells"][index]]
        assert sorted(shown) == sorted((clause.topic.value, clause.id) for clause in load(name).clauses)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_says_how_sure_it_is_and_how_it_can_be_read(language: str) -> None:
    explorer, _browser = opened("it-banco", {"IB-15": "never"}, language)
    shown = {clause["id"]: clause for topic in explorer.setup["topics"] for clause in topic["cells"][0]}
    for clause in load("it-banco").clauses:
        found = shown[clause.id]
        assert (found["text"], found["sure_text"]) == (clause.text.text(language), clause.sure.words.text(language))
        usual = [(one.id, one.label.text(language), one.default) for one in clause.readings]
        assert [tuple(one) for one in found["readings"]] == (usual if len(usual) > 1 else [])
    assert shown["IB-15"]["chosen"] == "never"


def test_the_edges_are_those_of_the_analysis() -> None:
    _explorer, browser = opened("it-banco", beside=("ro-online", "it-training"))
    for one in browser.view["columns"]:
        analysis = analyze(load(one["id"]).rules())
        assert one["edge"] == {kind: pytest.approx(analysis.edge(kind), abs=1e-15) for kind in ("composition", "total")}
        assert (one["usual"], one["changes"]) == (one["edge"], [])


def test_another_reading_shows_within_a_second_what_it_is_worth_and_what_it_changes() -> None:
    explorer, browser = opened("it-banco")
    before = perf_counter()
    assert reads(browser, "it-banco", "IB-15", "never") == ""
    assert perf_counter() - before < 1.0
    usual, other = load("it-banco").rules(), load("it-banco").rules({"IB-15": "never"})
    found = column(browser, "it-banco")
    assert found["edge"]["total"] == pytest.approx(analyze(other).edge("total"), abs=1e-15)
    assert found["usual"]["total"] == pytest.approx(analyze(usual).edge("total"), abs=1e-15)
    assert found["changes"] == chart_changes(usual, other) == [{"c": "pairs8-A", "o": ["split", "hit"], "b": ["hit"]}]
    assert explorer.setup["columns"][0]["query"] == "doc=it-banco&read=IB-15:never&lang=en"
    assert explorer.setup["columns"][0]["code"] == "Play('it-banco', {'IB-15': 'never'})"


def test_a_reading_of_the_first_document_is_told_to_the_frame_and_no_other() -> None:
    explorer, browser = opened("it-banco", beside=("ro-online",))
    told: list[Address] = []
    explorer.on_place(told.append)
    reads(browser, "ro-online", "RO-12", "hits")
    assert told == []
    reads(browser, "it-banco", "IB-15", "never")
    assert told == [Address("it-banco", {"IB-15": "never"})]
    browser.sends({"type": "defaults", "value": "it-banco"})
    assert told[-1] == Address("it-banco")
    assert dict(explorer.columns[1][1]) == {"RO-12": "hits"}


def test_the_way_is_that_of_the_analysis_one_rule_at_a_time() -> None:
    _explorer, browser = opened("it-banco", beside=("it-casino",))
    way = browser.view["way"]
    known = list(steps(load("it-banco").rules(), load("it-casino").rules()))
    assert way["done"]
    assert [step["text"] for step in way["steps"]] == [change_words(step.changes).text() for step in known]
    assert [step["edge"]["total"] for step in way["steps"]] == [pytest.approx(-(step.ev["total"] or 0)) for step in known]
    total = sum(step["change"]["total"] for step in way["steps"])
    assert way["start"]["total"] + total == pytest.approx(way["end"]["total"], abs=1e-14)


def test_another_way_can_be_chosen() -> None:
    explorer, browser = opened("it-banco", beside=("it-casino", "ro-online"))
    assert browser.sends({"type": "way", "start": "ro-online", "end": "it-banco"}) == ""
    assert explorer.setup["way"] == ("ro-online", "it-banco")
    assert browser.view["way"]["start"] == column(browser, "ro-online")["edge"]
    assert browser.sends({"type": "way", "start": "it-training", "end": "it-banco"}) == "That document is not offered here."


def test_the_range_is_over_every_combination_of_readings() -> None:
    explorer, browser = opened("it-training", beside=())
    assert browser.view["way"] is None
    browser.sends({"type": "range", "value": "it-training"})
    document = load("it-training")
    combinations = []
    for chosen in document.combinations():
        try:
            combinations.append((chosen, document.rules(chosen)))
        except BjlearnError:
            continue
    known = readings_report(combinations)
    found = column(browser, "it-training")["range"]
    assert (found["done"], found["total"]) == (len(combinations), len(combinations))
    for end in ("lowest", "highest"):
        assert found[end]["edge"] == pytest.approx(known[end]["edge"]["total"], abs=1e-15)
        browser.sends({"type": "take", "document": "it-training", "which": end})
        assert column(browser, "it-training")["edge"]["total"] == pytest.approx(known[end]["edge"]["total"], abs=1e-15)
        assert explorer.place.readings == {
            clause: reading for clause, reading in known[end]["readings"].items() if reading != document.clause(clause).default.id
        }


def test_a_range_of_more_combinations_than_can_be_worked_out_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bjlearn.widgets.rules_data.MOST_COMBINATIONS", 3)
    _explorer, browser = opened("it-training", beside=("ro-online",))
    for name in ("it-training", "ro-online"):
        browser.sends({"type": "range", "value": name})
        found = column(browser, name)["range"]
        assert (found["done"], found["total"], found["capped"]) == (3, 3, True)


def test_a_range_leaves_the_analysis_of_the_game_that_is_played_where_it_is() -> None:
    played = analyze(load("ro-online").rules())
    _explorer, browser = opened("it-training", beside=())
    browser.sends({"type": "range", "value": "it-training"})
    assert not column(browser, "it-training")["range"]["capped"]
    assert analyze(load("ro-online").rules()) is played


def test_open_this_game_leads_to_play_with_exactly_these_readings() -> None:
    places: list[Address] = []
    visit = Visit(Address(), go=lambda address: bool(places.append(address)))
    _explorer, browser = opened("it-banco", {"IB-13": "plain"}, "it", beside=("ro-online",), visit=visit)
    reads(browser, "ro-online", "RO-12", "hits")
    for kind, name in (("game", "it-banco"), ("game", "ro-online"), ("chart", "ro-online")):
        browser.sends({"type": kind, "value": name})
    assert places == [
        Address("it-banco", {"IB-13": "plain"}, "it"),
        Address("ro-online", {"RO-12": "hits"}, "it"),
        Address("ro-online", {"RO-12": "hits"}, "it", screen="strategy"),
    ]


def test_a_file_of_ones_own_is_compared() -> None:
    explorer, browser = opened("it-banco")
    assert browser.sends({"type": "own", "name": "house.toml", "text": OWN}) == ""
    assert [item.id for item, _ in explorer.columns] == ["it-banco", "my-house", "it-casino"]
    assert column(browser, "my-house")["edge"]["total"] == pytest.approx(analyze(Rules(decks=2)).edge("total"), abs=1e-15)
    assert explorer.setup["way"] == ("it-banco", "my-house")
    assert explorer.setup["columns"][1]["query"] == ""
    # the same file again, mended: it takes its own place
    browser.sends({"type": "own", "name": "house.toml", "text": OWN.replace("decks = 2", "decks = 3")})
    assert [item.id for item, _ in explorer.columns] == ["it-banco", "my-house", "it-casino"]
    assert column(browser, "my-house")["edge"]["total"] == pytest.approx(analyze(Rules(decks=3)).edge("total"), abs=1e-15)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "house.toml: the file is empty"),
        ("id = 3", 'house.toml: "title" is missing'),
        ("decks", "house.toml: line 1, column 6 is not TOML"),
        (OWN.replace("decks = 2", "decks = 99"), "MH-01"),
        (OWN.replace("my-house", "it-banco"), 'The file has the id "it-banco" of a document that is here already'),
        ("\u20ac" * (MOST_BYTES // 2), "The file is too large"),
    ],
)
def test_a_faulty_file_is_told_in_one_sentence_and_changes_nothing(text: str, said: str) -> None:
    explorer, browser = opened("it-banco")
    before = explorer.columns
    told = browser.sends({"type": "own", "name": "C:\\here\\house.toml", "text": text})
    assert said in told
    assert "\n" not in told
    assert explorer.columns == before


def test_documents_stand_beside_and_go_again() -> None:
    explorer, browser = opened("it-banco")
    browser.sends({"type": "beside", "value": "ro-online"})
    browser.sends({"type": "beside", "value": "it-casino"})
    assert [item.id for item, _ in explorer.columns] == ["it-banco", "ro-online"]
    assert browser.sends({"type": "beside", "value": "it-banco"}).startswith("The first document stays")
    explorer.visit(Address("ro-online", {"RO-12": "hits"}))
    assert [(item.id, dict(readings)) for item, readings in explorer.columns] == [
        ("ro-online", {"RO-12": "hits"}),
        ("it-banco", {}),
    ]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "own", "name": "x", "text": "x" * (MOST_BYTES + 1)},
        {"type": "own", "name": "x" * 400, "text": OWN},
        {"type": "own", "name": "x", "text": 7},
        {"type": "beside", "value": "/etc/passwd"},
        {"type": "document", "document": "../it-banco"},
        {"type": "reading", "document": "it-banco", "clause": "IB-15", "reading": "nonsense"},
        {"type": "reading", "document": "ro-online", "clause": "RO-12", "reading": "hits"},
        {"type": "reading", "clause": "IB-15", "reading": "never"},
        {"type": "take", "document": "it-banco", "which": "lowest"},
        {"type": "game", "value": "it-training"},
        {"type": "range", "value": ["it-banco"]},
        ["own"],
    ],
)
def test_a_forged_message_changes_nothing(message: Any) -> None:
    explorer, browser = opened("it-banco")
    before = (explorer.place, explorer.columns, dict(explorer.view))
    browser.sends(message)
    explorer.set_state({"view": {}, "setup": {}})
    assert (explorer.place, explorer.columns, dict(explorer.view)) == before


def test_work_in_the_background_is_shown_from_the_thread_that_asked() -> None:
    seen: list[tuple[int, int]] = []
    worked: list[int] = []

    async def run() -> None:
        done = asyncio.Event()

        def pieces() -> Iterator[int]:
            for piece in range(3):
                worked.append(threading.get_ident())
                yield piece

        def show(piece: int) -> None:
            seen.append((piece, threading.get_ident()))
            if piece == 2:
                done.set()

        Job(pieces(), show, done.set)
        assert seen == []
        await asyncio.wait_for(done.wait(), 30)

    asyncio.run(run())
    assert seen == [(piece, threading.get_ident()) for piece in range(3)]
    assert threading.get_ident() not in worked


def test_work_in_the_background_begins_nothing_while_a_message_is_answered() -> None:
    begun, seen = threading.Event(), []

    async def run() -> None:
        done = asyncio.Event()

        def pieces() -> Iterator[int]:
            begun.set()
            yield 1

        def show(piece: int) -> None:
            seen.append(piece)
            done.set()

        with answering():
            job = Job(pieces(), show, done.set)
            assert not begun.is_set()
            assert job._thread.is_alive()  # it waits
        await asyncio.wait_for(done.wait(), 30)

    asyncio.run(run())
    assert begun.is_set()
    assert seen == [1]


def test_work_that_fails_says_so_and_work_that_is_stopped_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    failed: list[str] = []

    def faulty() -> Iterator[int]:
        yield 1
        raise LookupError("the secret words of a traceback")

    Job(faulty(), lambda piece: None, lambda: failed.append("failed"))
    assert failed == ["failed"]
    assert "secret words" in caplog.text

    shown: list[int] = []

    async def run() -> None:
        job = Job(iter((1, 2)), shown.append, lambda: shown.append(-1))
        job._thread.join(30)  # its pieces wait for this thread's next turn
        job.stop()
        await asyncio.sleep(0)

    asyncio.run(run())
    assert shown == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_is_drawn_on_demand_with_the_very_figures_of_the_table(language: str) -> None:
    _, browser = opened("it-casino", language=language, beside=("it-banco",))
    assert "chart" not in browser.view["way"]
    browser.sends({"type": "drawing", "value": "yes"})
    way = browser.view["way"]
    rows = way["chart"]["rows"]
    assert [row[1] for row in rows[1:-1]] == pytest.approx([step["change"]["total"] for step in way["steps"]])
    assert [row[2] for row in rows] == [
        way["start"]["total"],
        *(step["edge"]["total"] for step in way["steps"]),
        way["end"]["total"],
    ]
    assert [row[0] for row in rows] == [
        load("it-casino").title.text(language),
        *(step["text"] for step in way["steps"]),
        load("it-banco").title.text(language),
    ]
    browser.sends({"type": "way", "start": "it-casino", "end": "it-casino"})
    assert "chart" not in browser.view["way"]  # nothing differs, nothing is drawn
    browser.sends({"type": "drawing", "value": "no"})
    browser.sends({"type": "way", "start": "it-banco", "end": "it-casino"})
    assert "chart" not in browser.view["way"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_rule_has_words(language: str) -> None:
    for name in field_names():
        for value in (*allowed_values(name), getattr(Rules(), name)):
            words = value_words(value).text(language)
            assert words
            assert language == "en" or not re.search(r"-and-|up-to|returned|stays", words)


def test_every_text_is_known_to_python() -> None:
    script = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("pane.js", "rules_explorer.js"))
    texts = {*PANE_STRINGS, *RULES_STRINGS}
    assert set(re.findall(r'this\.t\("([^"]+)"', script)) <= texts
    assert [text for text in texts if f'"{text}"' not in script] == []
