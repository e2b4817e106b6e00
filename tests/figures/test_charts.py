"""Charts: what is drawn, what is told and what goes into a file are the same figures, in every language."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from bjlearn.figures import Chart, Stage, chart, faint, library, palette, waterfall
from bjlearn.figures.charts import shades
from bjlearn.text import LANGUAGES, Message, Percent

START, STEPS, END = (
    Stage("A & B", 0.0048),
    [Stage("more <b>decks</b>", 0.0061), Stage("late surrender", -0.0011)],
    Stage("C", -0.0011),
)


def made(language: str = "en", end: Stage | None = END) -> Chart:
    columns = (Message("Rule"), Message("Changes the edge by"), Message("Edge then"))
    words = {"title": Message("Rule"), "caption": Message("Edge then"), "columns": columns}
    return waterfall(START, STEPS, end, name="steps", language=language, **words)  # type: ignore[arg-type]


def traces(found: Chart) -> tuple[dict[str, Any], dict[str, Any]]:
    bars, said = found.figure["data"]
    return bars, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_bars_words_and_table_say_the_same(language: str) -> None:
    found = made(language)
    bars, said = traces(found)
    assert bars["type"] == "waterfall"
    assert bars["measure"] == ["absolute", "relative", "relative", "absolute"]
    assert bars["x"] == pytest.approx([0.48, 0.13, -0.72, -0.11])
    assert [row[2] for row in found.rows] == [START.value, *(step.value for step in STEPS), END.value]
    for row, shown, text in zip(found.rows, found.shown, said["text"], strict=True):
        for value, words in zip(row[1:], shown[1:], strict=True):
            if value is not None:
                assert isinstance(value, float)
                assert words in (Percent(value, 3).text(language), Percent(value, 3, signed=True).text(language))
                assert words in found.words
        assert (shown[1] or shown[2]) in text
    assert ("," in found.shown[0][2]) is (language != "en")
    assert found.figure["layout"]["separators"] == (".," if language == "en" else ",.")


def test_a_rise_and_a_fall_differ_without_colour() -> None:
    _, said = traces(made())
    assert [text.strip("\u00a0")[0] for text in said["text"][1:3]] == ["▲", "▼"]


def test_markup_in_a_name_is_text() -> None:
    found = made()
    assert "&lt;b&gt;decks" in found.figure["layout"]["yaxis"]["ticktext"][1]
    assert "<b>decks" not in json.dumps(found.figure)


def test_while_steps_are_worked_out_there_is_no_end() -> None:
    assert traces(made(end=None))[0]["measure"] == ["absolute", "relative", "relative"]


def test_every_colour_has_one_for_the_dark_theme() -> None:
    found = made()
    used = set(re.findall(r"#[0-9a-fA-F]{6}\b", json.dumps(found.figure)))
    assert used <= set(shades())
    assert faint("blue", 0.2) == "rgba(11, 87, 164, 0.2)"
    assert found.plain()["shades"] == shades()


def test_any_chart_has_its_table() -> None:
    from plotly.graph_objects import Scatter

    found = chart(
        [Scatter(x=[1, 2], y=[0.5, None], line={"color": palette("blue")})],
        {"xaxis": {"title": {"text": "rounds"}}},
        name="mean",
        title="Mean",
        caption="The mean.",
        words="It falls.",
        header=("rounds", "mean"),
        rows=[(1, 0.5), (2, None)],
    )
    assert found.shown == (("1", "0.5"), ("2", "–"))
    assert found.figure["layout"]["xaxis"]["title"]["text"] == "rounds"
    assert repr(found) == "The mean. It falls."
    assert json.loads(json.dumps(found.plain()))["rows"] == [[1, 0.5], [2, None]]


def test_the_script_is_here_and_what_is_slow_is_not_imported() -> None:
    assert library()[:400].count(b"plotly.js") == 1
    code = (
        "import sys\n"
        "from bjlearn import figures\n"
        "assert 'plotly' not in sys.modules\n"
        "figures.chart([], {}, name='n', title='t', caption='c', words='w', header=(), rows=())\n"
        "print([name for name in ('nbformat', 'jsonschema', 'rfc3987_syntax', 'IPython', 'pandas') if name in sys.modules])\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
