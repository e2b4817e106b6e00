"""The Class screen without a browser: sums against the decisions themselves, assignments, removal, files, messages."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bjlearn.documents import load
from bjlearn.practice import exercise_ids
from bjlearn.practice.identity import Visitor
from bjlearn.practice.records import Judged, Learner
from bjlearn.practice.store import Store
from bjlearn.text import LANGUAGES
from bjlearn.widgets import Address, ClassView, read_address
from bjlearn.widgets.class_data import headline, name_text, place_text
from bjlearn.widgets.class_files import MARK, csv_text, safe
from bjlearn.widgets.class_strings import CLASS_STRINGS
from bjlearn.widgets.due import FILTERS, due_parts, open_tasks, task_address
from bjlearn.widgets.frame import Frame
from bjlearn.widgets.pane import PANE_STRINGS
from bjlearn.widgets.screen import STATIC, ScreenError
from bjlearn.widgets.strategy_chart import STRATEGY_STRINGS
from bjlearn.widgets.tabs import SCREENS
from bjlearn.widgets.visit import Visit
from tests.practice.classes import NOW, ODD_NAMES, decisions, fill
from tests.widgets.conftest import Browser


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.memory() as found:
        yield found


def opened(store: Store, **more: Any) -> tuple[ClassView, Browser]:
    view = ClassView(store.register(), now=lambda: NOW, **more)
    browser = Browser(view)
    assert browser.sends({"type": "ready", "n": 1}) == ""
    return view, browser


def sent_file(browser: Browser, kind: str) -> list[dict[str, str]]:
    """A file as the browser would save it."""
    before = len(browser.answers)
    browser.screen._handle_custom_msg({"type": "file", "value": kind, "n": 5}, [])
    message, answer = browser.answers[before:]
    assert answer == {"type": "answer", "n": 5, "text": ""}
    assert message["name"] == f"class-{kind}.csv"
    assert message["text"].startswith(MARK)
    return list(csv.DictReader(io.StringIO(message["text"].removeprefix(MARK))))


def row_of(browser: Browser, name: str) -> dict[str, Any]:
    (found,) = [row for row in browser.view["students"] if row["name"] == name]
    assert isinstance(found, dict)
    return found


def kept(store: Store) -> list[tuple[Learner, Judged]]:
    return list(store.register().decisions())


def test_an_empty_class_says_nothing_wrong(store: Store) -> None:
    _view, browser = opened(store)
    assert browser.view["total"] == {"students": 0, "active": 0, "count": 0, "wrong": None, "cost": None}
    for name in ("students", "dearest", "assigned", "groups"):
        assert browser.view[name] == []
    assert browser.view["cells"] == {}
    assert browser.view["exercises"]["marks"] == []
    for kind in ("students", "cells", "decisions"):
        assert sent_file(browser, kind) == []


def test_figures_are_sums_of_the_decisions(store: Store) -> None:
    fill(store, 23, documents=("it-casino", "it-banco"))
    _view, browser = opened(store)
    made = kept(store)
    total = browser.view["total"]
    assert total["students"] == 23
    assert total["count"] == len(made)
    assert total["wrong"] == pytest.approx(sum(one.grade == "mistake" for _, one in made) / len(made))
    assert total["cost"] == pytest.approx(sum(one.cost for _, one in made) / len(made))
    last = {who.id: max(one.at for owner, one in made if owner == who) for who, _ in made}
    assert total["active"] == sum(when >= NOW - timedelta(days=7) for when in last.values())
    assert 0 < total["active"] < len(last) < 23
    by_student = Counter(who.name for who, _ in made)
    for row in browser.view["students"]:
        if row["name"]:
            assert row["count"] == by_student[row["name"]]
            assert (row["last"] is None) == (row["right"] is None) == (row["count"] == 0)


def test_cells_and_wrong_answers_are_counted(store: Store) -> None:
    fill(store, 15, documents=("it-casino", "it-banco"))
    view, browser = opened(store)
    for document in ("it-casino", "it-banco"):
        view.choose(document)
        made = [one for _, one in kept(store) if one.document == document]
        shown = browser.view["cells"]
        assert shown.keys() == {one.cell for one in made}
        assert shown.keys() <= {square["c"] for line in browser.view["lines"] for square in line["squares"]}
        for code, found in shown.items():
            here = [one for one in made if one.cell == code]
            assert (found["n"], found["w"]) == (len(here), sum(one.grade == "mistake" for one in here))
            assert found["c"] == pytest.approx(sum(one.cost for one in here) / len(here))
            wrong = Counter(one.chosen for one in here if one.grade == "mistake")
            assert [count for _, count, _ in found["a"]] == sorted(wrong.values(), reverse=True)[:3]


def test_the_dearest_mistakes_are_the_dearest(store: Store) -> None:
    fill(store, 15, documents=("it-casino", "it-banco"))
    _view, browser = opened(store, language="it")
    cost: Counter[tuple[str, str]] = Counter()
    for _, one in kept(store):
        cost[one.document, one.cell] += one.cost  # type: ignore[assignment]
    shown = browser.view["dearest"]
    assert [row["cost"] for row in shown] == pytest.approx([worth for _, worth in cost.most_common(10)])
    first = shown[0]
    assert first["place"] == place_text(first["cell"], "it")
    assert first["title"] == load(first["document"]).title.text("it")
    assert sum(count for _, count in first["answers"]) == first["wrong"]
    assert first["best"] not in [word for word, _ in first["answers"]]


def test_a_class_is_chosen_and_nobody_elses_students_are_shown(store: Store) -> None:
    fill(store, 20, groups=("7B", "8A", ""))
    view, browser = opened(store)
    assert browser.view["groups"] == ["7B", "8A", ""]
    assert len(browser.view["students"]) == 20
    for value, code in (("=7B", "7B"), ("=8A", "8A"), ("=", "")):
        assert browser.sends({"type": "group", "n": 2, "value": value}) == ""
        assert browser.view["group"] == value
        assert {row["group"] for row in browser.view["students"]} == {code}
        assert {row["class"] for row in sent_file(browser, "students")} == {code}
    assert browser.sends({"type": "group", "n": 3, "value": "=nowhere"}) == "There is no such class any more."
    for row in list(browser.view["students"]):
        browser.sends({"type": "remove", "n": 4, "value": row["k"]})
    assert browser.view["group"] == "all"  # the class is gone with its last student
    assert len(browser.view["students"]) == 14
    assert repr(view) == "ClassView()"


def test_ids_of_students_never_leave(store: Store) -> None:
    learners = fill(store, 9)
    store.register().assign("7B", "it-casino", "", "hard", 40)
    view, browser = opened(store)
    everything = json.dumps(view.get_state(["view", "setup"]))
    for kind in ("students", "cells", "decisions"):
        sent_file(browser, kind)
    everything += json.dumps(browser.answers)
    assert not [one.id for one in learners if one.id in everything]


def test_a_student_is_removed_with_all_that_is_theirs(store: Store) -> None:
    learners = fill(store, 8)
    _view, browser = opened(store)
    row = next(row for row in browser.view["students"] if row["name"] == learners[3].name)
    assert browser.sends({"type": "remove", "n": 2, "value": row["k"]}) == ""
    assert learners[3].name not in [one["name"] for one in browser.view["students"]]
    assert learners[3] not in {who for who, _ in kept(store)}
    assert not [one for one in store.register().attempts() if one.learner == learners[3].id]
    for gone in ("k999", "", "learner0003"):
        assert browser.sends({"type": "remove", "n": 3, "value": gone}) == "That is not there any more."
    assert len(browser.view["students"]) == 7


def test_an_assignment_is_set_seen_done_and_withdrawn(store: Store) -> None:
    one = Learner("one", "Ana", "7B")
    book = store.book(one)
    book.keep(decisions("it-casino", 1, 1.0, "before")[0])
    view, browser = opened(store)
    view.choose("it-banco", {"IB-15": "never"})
    asked = {"type": "assign", "n": 2, "group": " 7B ", "document": "it-banco", "filter": "hard", "count": " 2 ", "number": "0"}
    assert browser.sends(asked) == "The assignment is set."
    (task,) = open_tasks(book)
    assert (task.group, task.document, task.readings, task.filter, task.count) == ("7B", "it-banco", "IB-15:never", "hard", 2)
    assert task_address(task) == Address("it-banco", {"IB-15": "never"}, screen="drill", own={"filter": "hard"})
    (note,) = due_parts([task], "en")
    assert note["text"].startswith("Assignment: 2 decisions, hard totals, ")
    assert (note["told"], note["query"]) == ("0 of 2 done", "doc=it-banco&read=IB-15:never&lang=en&screen=drill&filter=hard")
    for index in range(3):
        made = decisions("it-banco", 1, 1.0, f"after{index}", end=task.at + timedelta(hours=1))[0]
        book.keep(replace(made, readings="IB-15:never", filter="hard"))
    view.refresh()
    (row,) = browser.view["assigned"]
    assert (row["finished"], row["students"], row["share"]) == (1, 1, 1.0)
    assert (row_of(browser, "Ana")["done"], row_of(browser, "Ana")["asked"]) == (2, 2)
    assert open_tasks(book) == []
    assert sent_file(browser, "students")[0][f"2 hard it-banco {task.at:%Y-%m-%d %H:%M}"] == "3"
    assert browser.sends({"type": "withdraw", "n": 3, "value": row["k"]}) == ""
    assert browser.view["assigned"] == []
    assert book.assignments() == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"count": "0"}, "from 1 to 10000"),
        ({"count": "12.5"}, "from 1 to 10000"),
        ({"count": "٤٠"}, "from 1 to 10000"),
        ({"count": "99999999"}, "from 1 to 10000"),
        ({"filter": "weak"}, "choice of cells is not offered"),
        ({"document": "/etc/passwd"}, "document is not offered"),
        ({"group": "  "}, "write its code"),
    ],
)
def test_an_assignment_that_does_not_do_is_refused(store: Store, change: dict[str, str], told: str) -> None:
    fill(store, 2)
    _view, browser = opened(store)
    asked = {"type": "assign", "n": 2, "group": "7B", "document": "it-banco", "filter": "", "count": "40", "number": "0"}
    assert told in browser.sends({**asked, **change})
    assert browser.view["assigned"] == []


def test_a_form_that_is_sent_twice_sets_one_assignment(store: Store) -> None:
    fill(store, 2)
    _view, browser = opened(store)
    asked = {"type": "assign", "n": 2, "group": "7B", "document": "it-banco", "filter": "", "count": "40", "number": "0"}
    assert browser.sends(asked) == "The assignment is set."
    for old in ("0", "-1", "x"):
        assert browser.sends({**asked, "number": old}) == ""
    assert len(browser.view["assigned"]) == 1
    assert browser.sends({**asked, "number": str(browser.view["set"])}) == "The assignment is set."
    assert len(browser.view["assigned"]) == 2


@pytest.mark.parametrize("framed", [True, False])
def test_a_database_that_cannot_be_used_is_no_empty_class(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, framed: bool
) -> None:
    file = tmp_path / "progress.sqlite"
    file.write_bytes(b"no database " * 999)
    monkeypatch.setenv("BJLEARN_DATABASE_URL", f"sqlite:///{file}")
    visit = Visit(Address(), who=Visitor(Learner("prof"), instructor=True)) if framed else None
    browser = Browser(ClassView.from_address(Address(), visit=visit))
    assert browser.sends({"type": "ready", "n": 1}) == ""
    assert set(browser.view) == {"refused"}
    assert "cannot be used as a database of progress" in browser.view["refused"]
    file.unlink()
    assert browser.sends({"type": "refresh", "n": 2}) == ""
    assert browser.view["students"] == []


def test_exercises_who_solved_what_and_open_solutions(store: Store) -> None:
    learners = fill(store, 14, groups=("7B", "8A"))
    view, browser = opened(store)
    ids = exercise_ids()
    shown = browser.view["exercises"]
    solved = {(one.learner, one.exercise) for one in store.register().attempts() if one.right and not one.solution_seen}
    names = {one.name: one.id for one in learners}
    for row, marks in zip(browser.view["students"], shown["marks"], strict=True):
        if row["name"]:
            assert [mark == "s" for mark in marks] == [(names[row["name"]], name) in solved for name in ids]
    assert [one["solved"] for one in shown["list"]] == [sum(name == done for _, done in solved) for name in ids]
    assert {mark[:1] for marks in shown["marks"] for mark in marks} == {"", "s", "t", "v"}

    def state() -> str:
        return str(browser.view["exercises"]["list"][0]["open"])

    browser.sends({"type": "group", "n": 2, "value": "=8A"})
    assert browser.sends({"type": "solution", "n": 3, "value": ids[0], "open": "yes"}) == ""
    assert (state(), list(store.register().opened("8A")), list(store.register().opened("7B"))) == ("yes", [ids[0]], [])
    browser.sends({"type": "group", "n": 4, "value": "all"})
    assert state() == "some"
    browser.sends({"type": "solution", "n": 5, "value": ids[0], "open": "yes"})
    assert (state(), list(store.register().opened("7B"))) == ("yes", [ids[0]])
    browser.sends({"type": "solution", "n": 6, "value": ids[0], "open": "no"})
    assert (state(), list(store.register().opened("8A"))) == ("no", [])
    assert "There is no exercise" in browser.sends({"type": "solution", "n": 7, "value": "99.none", "open": "yes"})
    assert view.register.opened("7B") is not None


def test_files_hold_everything_and_no_formula(store: Store) -> None:
    fill(store, 24, documents=("it-casino", "it-banco"))
    _view, browser = opened(store)
    made = kept(store)
    rows = sent_file(browser, "decisions")
    assert len(rows) == len(made)
    assert sum(float(row["cost"]) for row in rows) == pytest.approx(sum(one.cost for _, one in made), abs=1e-3)
    cells = sent_file(browser, "cells")
    assert sum(int(row["decisions"]) for row in cells) == len(made)
    students = sent_file(browser, "students")
    assert sorted(row["name"] for row in students) == sorted(
        f"'{name}" if name.startswith("=") else name for name in (one.learner.name for one in store.register().students())
    )
    assert {ODD_NAMES[1], ODD_NAMES[3], f"'{ODD_NAMES[2]}"} <= {row["name"] for row in students}
    for row in (*rows, *cells, *students):
        assert not [value for value in row.values() if value[:1] in "=+-@\t\r" and value]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "  =1", "\n=cmd", "＝1", "＠x"])
def test_what_a_spreadsheet_takes_for_a_formula_begins_with_an_apostrophe(text: str) -> None:
    assert safe(text) == f"'{text}"
    assert next(iter(csv.reader(io.StringIO(csv_text([], [[text, "b"]]).removeprefix(f"{MARK}\r\n"), newline="")))) == [
        f"'{text}",
        "b",
    ]


def test_what_is_no_formula_stays_as_it_is() -> None:
    for value in ("Ana", "O'Neill", "", "a=b", "'=x", 12, 0.5):
        assert safe(value) == value


def test_names_that_show_nothing_are_none() -> None:
    assert [name_text(name) for name in ("", "  ", "\u200b\u200e", "\t\n", " Ana ")] == ["", "", "", "", "Ana"]


@pytest.mark.parametrize(
    "content",
    [
        {"type": "remove", "value": ["k0"]},
        {"type": "remove"},
        {"type": "remove", "value": "k" * 21},
        {"type": "assign", "group": "7B"},
        {"type": "group", "value": None},
        {"type": "register"},
        {"type": "file", "value": "../../etc"},
        ["remove", "k0"],
        "remove",
    ],
)
def test_forged_messages_change_nothing(store: Store, content: object) -> None:
    fill(store, 4)
    _view, browser = opened(store)
    before = browser.view
    browser.sends(content)
    assert {**browser.view, "now": 0} == {**before, "now": 0}


def test_a_mistake_leads_to_the_chart_and_to_the_drill(store: Store) -> None:
    went: list[Address] = []
    visit = Visit(Address(), go=lambda address: bool(went.append(address)) or True)
    _view, browser = opened(store, visit=visit, language="ro", theme="dark")
    where = {"type": "go", "n": 2, "document": "it-banco", "readings": "IB-15:never"}
    browser.sends({**where, "screen": "strategy", "cell": "hard16-10"})
    browser.sends({**where, "screen": "drill", "cell": "insurance"})
    assert went == [
        Address("it-banco", {"IB-15": "never"}, "ro", "dark", "strategy", {"cell": "hard16-10"}),
        Address("it-banco", {"IB-15": "never"}, "ro", "dark", "drill", {"cells": "insurance"}),
    ]
    for wrong in ({"screen": "play"}, {"cell": "hard99-1"}, {"document": "../x"}, {"readings": "IB-15:nothing"}):
        assert browser.sends({**where, "screen": "strategy", "cell": "hard16-10", **wrong}) != ""
    assert len(went) == 2


def test_it_reads_anew_when_it_is_opened_again(store: Store) -> None:
    view, browser = opened(store)
    fill(store, 3)
    view.visit(Address(screen="play"))
    assert browser.view["students"] == []
    view.visit(Address(screen="class"))
    assert len(browser.view["students"]) == 3
    store.register().remove("learner0001")
    assert browser.sends({"type": "refresh", "n": 4}) == ""
    assert len(browser.view["students"]) == 2


def test_every_text_of_the_browser_side_is_there() -> None:
    script = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("pane.js", "chart_pane.js", "class_view.js"))
    used = set(re.findall(r'this\.t\(\s*"([^"]+)"', script))
    assert used <= {*PANE_STRINGS, *CLASS_STRINGS, *STRATEGY_STRINGS}
    assert not (used - {*PANE_STRINGS, *CLASS_STRINGS}), "a text that only Strategy has"
    assert set(FILTERS.values()) <= set(CLASS_STRINGS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks(store: Store, language: str) -> None:
    fill(store, 3)
    view, browser = opened(store, language=language)
    assert len(browser.view["students"]) == 3
    assert view.strings.keys() == {*PANE_STRINGS, *CLASS_STRINGS}


def test_headline_of_nobody() -> None:
    assert headline([], NOW)["wrong"] is None


def test_a_document_of_ones_own_is_no_assignment(store: Store, tmp_path: Any) -> None:
    own = tmp_path / "house.toml"
    text = 'id = "my-house"\ntitle = "My house"\nlanguage = "en"\nsource = "home"\n[[clauses]]\nid = "MH-01"\nwhere = "door"\n'
    text += 'topic = "table"\nsure = "stated"\ntext.en = "Two decks."\ntext.it = "Due."\ntext.ro = "Două."\nsets.decks = 2\n'
    own.write_text(text, encoding="utf-8")
    view, browser = opened(store, doc=own)
    assert "my-house" not in [name for name, _title in view.setup["assignable"]]
    asked = {"type": "assign", "n": 2, "group": "7B", "document": "my-house", "filter": "", "count": "40", "number": "0"}
    assert "every student has" in browser.sends(asked)
    with pytest.raises(ScreenError):
        view.place_of("strategy", "nothing", "", "hard16-10")


def test_no_text_is_there_for_nothing() -> None:
    script = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("chart_pane.js", "class_view.js"))
    assert [text for text in CLASS_STRINGS if f'"{text}"' not in script and text not in FILTERS.values()] == []


def visit_of(store: Store, learner: Learner) -> Visit:
    visit = Visit(Address(language="it"), who=Visitor(learner))
    visit._book = store.book(learner)
    return visit


def test_a_student_sees_what_is_due_once_the_page_is_there(store: Store) -> None:
    ana = Learner("ana", "Ana", "7B")
    store.register().assign("7B", "it-banco", "", "hard", 2)
    store.register().assign("8A", "it-banco", "", "", 5)
    visit = visit_of(store, ana)
    frame = Browser(Frame(visit, SCREENS, (), mark="x", asked=lambda _: None))
    assert frame.view["due"] == []
    assert frame.sends({"type": "due", "n": 1}) == ""
    (note,) = frame.view["due"]
    assert note["text"] == f"Compito: 2 decisioni, totali hard, {load('it-banco').title.text('it')}"
    assert (note["told"], note["done"], note["count"]) == ("0 su 2 fatte", 0, 2)
    assert read_address(note["query"]) == Address("it-banco", screen="drill", own={"filter": "hard"})
    (task,) = visit.book.assignments()
    for index in range(2):
        made = decisions("it-banco", 1, 1.0, f"due{index}", end=task.at + timedelta(hours=1))[0]
        visit.book.keep(replace(made, filter="hard"))
    frame.screen._show()
    assert frame.view["due"] == []


def test_who_belongs_to_no_class_opens_no_book_for_it(store: Store) -> None:
    visit = Visit(Address(), who=Visitor(Learner("ana", "Ana")))
    frame = Browser(Frame(visit, SCREENS, (), mark="x", asked=lambda _: None))
    frame.sends({"type": "due", "n": 1})
    assert (frame.view["due"], visit._book) == ([], None)
    visit._book = store.book(visit.learner)
    store.register().assign("7B", "it-banco", "", "", 2)
    visit.rename(Learner("ana", "Ana", "7B"))
    frame.screen._show()
    assert [note["count"] for note in frame.view["due"]] == [2]


def test_the_class_is_its_instructors(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(store, 2)
    monkeypatch.setattr("bjlearn.practice.store.Store.at", lambda: store)
    monkeypatch.setattr("bjlearn.widgets.class_view.present_visitor", lambda: Visitor(Learner("eve")))
    view = ClassView()
    browser = Browser(view)
    assert browser.sends({"type": "ready", "n": 1}) == ""
    assert "instructor's token" in browser.view.pop("refused")
    for message in ({"type": "remove", "value": "k0"}, {"type": "file", "value": "students"}, {"type": "group", "value": "=7B"}):
        before = len(browser.answers)
        view._handle_custom_msg({**message, "n": 2}, [])
        assert len(browser.answers) == before + 1
    assert "learner" not in json.dumps(view.get_state(["view", "setup"]))
    assert len(store.register().students()) == 2
    monkeypatch.setattr("bjlearn.widgets.class_view.present_visitor", lambda: Visitor(Learner("me"), instructor=True))
    browser.sends({"type": "refresh", "n": 3})
    assert len(browser.view["students"]) == 2
