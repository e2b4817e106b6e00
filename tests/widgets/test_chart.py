"""A chart as a widget: its language, its messages, and nothing from a browser."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bjlearn.figures import Chart, Stage, library, waterfall
from bjlearn.text import LANGUAGES, Message
from bjlearn.widgets import ChartView, RulesExplorer
from bjlearn.widgets.pane import PANE_STRINGS
from bjlearn.widgets.plotting import CHART_STRINGS
from bjlearn.widgets.screen import STATIC, Screen


def steps(language: str) -> Chart:
    columns = (Message("Rule"), Message("Changes the edge by"), Message("Edge then"))
    words = {"title": Message("Rule"), "caption": Message("Edge then"), "columns": columns}
    return waterfall(Stage("A", 0.01), [Stage("b", 0.02)], None, name="steps", language=language, **words)  # type: ignore[arg-type]


def told(screen: Screen, content: object) -> list[tuple[Any, Any]]:
    """All that a screen answers to a message."""
    found: list[tuple[Any, Any]] = []
    screen.send = lambda content, buffers=None: found.append((content, buffers))  # type: ignore[method-assign]
    screen._handle_custom_msg(content, [])
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_made_in_the_language_of_the_screen(language: str) -> None:
    view = ChartView(steps)
    view.speak(language)
    assert view.chart == steps(language)
    assert view.view == {"chart": steps(language).plain()}
    assert set(view.strings) == {*PANE_STRINGS, *CHART_STRINGS}


def test_other_figures_take_the_place_of_what_is_shown() -> None:
    view = ChartView()
    assert view.view == {"chart": None}
    view.update(steps("it"))
    view.speak("ro")
    assert view.chart == steps("it")
    assert repr(view) == "ChartView('steps')"
    view.update(None)
    assert view.chart is None


@pytest.mark.parametrize("screen", [ChartView, RulesExplorer])
def test_the_script_is_sent_when_a_page_asks(screen: type[Screen]) -> None:
    first, second = told(screen(), {"type": "library", "n": 3})
    assert first == ({"type": "library"}, [library()])
    assert second[0] == {"type": "answer", "n": 3, "text": ""}


def test_nothing_else_from_a_browser_counts() -> None:
    view = ChartView(steps)
    view.set_state({"view": {"chart": None}})
    assert view.view["chart"] is not None
    for content in ({"type": "way", "n": 1}, "library", None, {"n": 2}):
        assert [one["type"] for one, _ in told(view, content)] == ["answer"]


def test_every_text_is_known_to_python() -> None:
    script = (STATIC / "chart.js").read_text(encoding="utf-8")
    assert set(re.findall(r'this\.t\("([^"]+)"', script)) == set(CHART_STRINGS)
