"""The Exercise widget: what it shows, what it takes from a browser, what it never sends."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bjlearn.practice import Sheet, exercise_ids
from bjlearn.text import LANGUAGES
from bjlearn.widgets import Exercise
from bjlearn.widgets.screen import STATIC
from tests.lessons.solutions import SOLUTIONS

NAME = "01.soft-total"


@pytest.fixture
def sheet() -> Sheet:
    return Sheet("Ana")


@pytest.fixture
def widget(sheet: Sheet) -> Exercise:
    return Exercise(NAME, sheet=sheet)


def send(widget: Exercise, **content: Any) -> None:
    widget._received(widget, {"variant": widget.view["variant"], **content}, [])


def test_wrong_twice_then_the_solution_then_another(widget: Exercise, sheet: Sheet) -> None:
    first = widget.view["laid"]
    send(widget, type="solution")
    assert widget.view["solution"] is None
    send(widget, type="check", answer=["99", "soft"])
    assert widget.view["reply"]["tone"] == "wrong"
    assert widget.view["may_see"] is False
    send(widget, type="check", answer=["98", "hard"])
    assert widget.view["may_see"] is True
    send(widget, type="solution")
    assert widget.view["solution"] == str(sheet.solution(NAME))
    send(widget, type="another")
    assert widget.view["laid"] != first
    assert widget.view["reply"] is None
    assert widget.view["solution"] is None


def test_right(widget: Exercise, sheet: Sheet) -> None:
    total, soft = SOLUTIONS[NAME](sheet.progress(NAME).task)  # type: ignore[misc]
    send(widget, type="check", answer=[str(total), "soft" if soft else "hard"])
    assert widget.view["reply"]["tone"] == "right"
    assert widget.view["solved"] is True


def test_a_late_click_on_a_question_that_is_gone_does_nothing(widget: Exercise, sheet: Sheet) -> None:
    send(widget, type="another")
    widget._received(widget, {"type": "check", "variant": 0, "answer": ["99", "soft"]}, [])
    assert sheet.progress(NAME).tries == 0


@pytest.mark.parametrize(
    "content",
    [
        None,
        [],
        {},
        {"type": "check"},
        {"type": ["check"], "variant": 0},
        {"type": "check", "variant": 0, "answer": {"a": 1}},
        {"type": "check", "variant": 0, "answer": "9" * 10_000},
        {"type": "check", "variant": 0, "answer": ["9" * 10_000, "soft"]},
        {"type": "check", "variant": 0, "answer": [17, True]},
        {"type": "check", "variant": 0, "answer": ["", ""]},
        {"type": "check", "variant": True, "answer": ["17", "mild"]},
        {"type": "check", "variant": 0, "answer": ["soft", "17"]},
        {"type": "method", "variant": 0},
    ],
)
def test_whatever_a_browser_sends_is_no_try_and_no_fault(widget: Exercise, sheet: Sheet, content: object) -> None:
    widget._received(widget, content, [])
    assert sheet.progress(NAME).tries == 0


@pytest.mark.parametrize("answer", [["", "soft"], ["17", " "]])
def test_half_a_total_asks_for_the_other_half(widget: Exercise, sheet: Sheet, answer: list[str]) -> None:
    send(widget, type="check", answer=answer)
    assert widget.view["reply"]["parts"] == ["Write the total, and choose soft or hard."]
    assert sheet.progress(NAME).tries == 0


def test_an_empty_answer_does_not_tell_the_question_again(widget: Exercise) -> None:
    send(widget, type="check", answer=["", ""])
    assert widget.view["reply"]["parts"] == ["No answer yet."]


def test_what_is_sent_holds_no_answer_before_it_is_due(sheet: Sheet) -> None:
    for name in exercise_ids():
        sent = json.dumps(Exercise(name, sheet=sheet).get_state(["view", "setup", "history", "strings"]), default=str)
        assert str(sheet.progress(name).task.solution) not in sent
        assert all(str(hint) not in sent for hint in sheet.progress(name).task.hints)


def test_a_browser_cannot_set_what_is_shown(widget: Exercise) -> None:
    before = dict(widget.view)
    widget.set_state({"view": {"solved": True}})
    assert widget.view == before


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", exercise_ids())
def test_every_language(name: str, language: str, sheet: Sheet) -> None:
    view = Exercise(name, language=language, sheet=sheet).view
    assert view["title"]
    assert view["question"]
    assert all(view["labels"].values())
    assert all(card["words"] for laid in view["laid"] for card in laid["cards"])


def test_a_function_checked_in_a_cell_is_marked_as_solved(sheet: Sheet) -> None:
    name = "01.total-function"
    widget = Exercise(name, sheet=sheet)
    sheet.check(name, SOLUTIONS[name](sheet.progress(name).task))
    assert widget.view["solved"] is True


def test_its_printed_form_is_short_and_stable(widget: Exercise) -> None:
    assert repr(widget) == "Exercise('01.soft-total')"


def test_its_colours_are_those_of_the_table() -> None:
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", (STATIC / "exercise.css").read_text()))
    defined = set(re.findall(r"^\s*(--[a-z0-9-]+):", (STATIC / "table.css").read_text(), re.M))
    assert used <= defined
