"""The Strategy screen without a browser: figures of the analysis and of nothing else, differences, files, messages."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from typing import Any

import pytest

from bjlearn.cards import VALUES
from bjlearn.documents import builtin_ids, load
from bjlearn.exact import analyze
from bjlearn.rules import Action
from bjlearn.strategy import UPCARDS, Cell, Shape, cell_of
from bjlearn.widgets import Address, StrategyChart
from bjlearn.widgets.chart_data import lines, read_cell
from bjlearn.widgets.pane import PANE_STRINGS
from bjlearn.widgets.screen import STATIC, ScreenError
from bjlearn.widgets.strategy_chart import STRATEGY_STRINGS
from bjlearn.widgets.visit import Visit
from tests.widgets.conftest import Browser


def opened(*args: Any, **more: Any) -> tuple[StrategyChart, Browser]:
    chart = StrategyChart(*args, **more)
    browser = Browser(chart)
    assert browser.sends({"type": "ready", "n": 1}) == ""
    return chart, browser


def square(browser: Browser, table: str, name: str, up: str) -> dict[str, Any]:
    line = next(line for line in browser.view["lines"] if (line["table"], line["name"]) == (table, name))
    found: dict[str, Any] = line["squares"][browser.view["ups"].index(up)]
    return found


def test_nothing_is_worked_out_before_a_browser_shows_the_screen() -> None:
    code = (
        "import sys\n"
        "from bjlearn.widgets import StrategyChart\n"
        "chart = StrategyChart('it-banco')\n"
        "print(chart, chart.view, 'bjlearn.exact' in sys.modules, 'numpy' in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "StrategyChart('it-banco') {} False False\n"


@pytest.mark.parametrize("doc", builtin_ids())
def test_every_cell_is_what_the_analysis_says(doc: str) -> None:
    _chart, browser = opened(doc)
    analysis = analyze(load(doc).rules())
    shown = 0
    for line in browser.view["lines"]:
        shape = {"hard": Shape.HARD, "soft": Shape.SOFT, "pairs": Shape.PAIR}[line["table"]]
        name = line["name"].partition(",")[0]
        number = VALUES.index(name) + 1 if shape is Shape.PAIR else int(name)
        for up, found in zip(UPCARDS, line["squares"], strict=True):
            assert found["b"] == [action.value for action in analysis.total.cells[Cell(shape, number, up)][:2]]
            assert read_cell(found["c"]) == Cell(shape, number, up)
            shown += 1
    assert shown == 34 * 10
    assert browser.view["edge"] == {kind: analysis.edge(kind) for kind in ("total", "composition")}


@pytest.mark.parametrize("doc", builtin_ids())
def test_by_the_very_cards_every_figure_is_that_of_the_hand(doc: str) -> None:
    analysis = analyze(load(doc).rules())
    for line in lines(analysis, "composition"):
        (hand,) = line.hands
        for found in line.squares:
            figures = analysis.figures(hand, found.up)
            assert found.order[0] is figures.best
            assert found.ev == {action: pytest.approx(value, abs=1e-14) for action, value in figures.actions.items()}
            assert found.after_look == figures.after_look


def test_a_cell_of_several_hands_shows_their_mean_as_often_as_they_are_dealt() -> None:
    rules = load("it-casino").rules()
    analysis = analyze(rules)
    line = next(line for line in lines(analysis) if (line.table, line.name) == ("hard", "16"))
    found = line.squares[UPCARDS.index(10)]
    assert line.hands == ((6, 10), (7, 9))
    # six decks, a ten up: 95 tens and 24 sixes, 24 sevens and 24 nines; then what the look leaves
    weights = {}
    for hand, ways in (((6, 10), 95 * 24), ((7, 9), 24 * 24)):
        weights[hand] = ways * (1 - analysis.figures(hand, 10).dealer_natural)
    for action in (Action.HIT, Action.STAND, Action.SURRENDER):
        mean = sum(weight * analysis.figures(hand, 10).actions[action] for hand, weight in weights.items())  # type: ignore[operator]
        assert found.ev[action] == pytest.approx(mean / sum(weights.values()), abs=1e-12)


def test_totals_that_no_two_cards_make_are_there_too() -> None:
    found = {(line.table, line.name): line for line in lines(analyze(load("ro-online").rules()))}
    assert all(len(hand) == 3 for hand in found["hard", "20"].hands)
    assert all(cell_of(hand, 2).number == 20 for hand in found["hard", "20"].hands)
    assert found["hard", "19"].hands == ((9, 10),)


def test_exceptions_are_those_of_the_analysis() -> None:
    _chart, browser = opened("ro-online")
    known = [(list(hand), up, by_cards.value) for hand, up, _, by_cards, _ in analyze(load("ro-online").rules()).exceptions(3)]
    numbers = {name: value for value, name in enumerate(VALUES, start=1)}
    shown = [
        (sorted(numbers[card] for card in one["hand"].split(",")), numbers[one["up"]], one["cards"])
        for one in browser.view["exceptions"]
    ]
    assert sorted(shown) == sorted(known)
    assert known
    ups = [up for _, up, _ in shown]
    assert ups == sorted(ups, key=lambda up: (up == 1, up))  # as the chart has its columns


@pytest.mark.parametrize("key", ["doc:ro-online", "doc:it-casino", "read:IB-15:never"])
def test_a_comparison_marks_the_cells_that_differ_and_no_others(key: str) -> None:
    chart, browser = opened("it-banco")
    assert browser.sends({"type": "against", "value": key}) == ""
    kind, _, name = key.partition(":")
    there = load(name).rules() if kind == "doc" else load("it-banco").rules({"IB-15": "never"})
    own, other = analyze(chart.rules).total.cells, analyze(there).total.cells
    differs = {cell.code for cell in own if own[cell][:2] != other[cell][:2] and read_cell(cell.code)}
    marked = {found["c"] for line in browser.view["lines"] for found in line["squares"] if "o" in found}
    assert marked == differs
    assert browser.view["changed"] == len(differs)
    assert browser.view["other"]


def test_a_comparison_that_is_not_offered_is_refused() -> None:
    _chart, browser = opened("it-banco")
    for key in ("doc:it-banco", "doc:/etc/passwd", "read:IB-13:nonsense", "read:IC-01:plain"):
        assert browser.sends({"type": "against", "value": key}) == "That comparison is not offered here."
    assert browser.view["other"] is None


def test_another_document_drops_a_comparison_that_no_longer_stands() -> None:
    chart, browser = opened("it-banco")
    browser.sends({"type": "against", "value": "doc:ro-online"})
    browser.sends({"type": "document", "document": "ro-online"})
    assert (chart.place.document, browser.view["other"], chart.setup["against"]) == ("ro-online", None, "")


def test_csv_and_json_hold_the_figures() -> None:
    chart, _browser = opened("it-casino")
    sent: list[dict[str, Any]] = []
    chart.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    for form in ("csv", "json", "exe"):
        chart._handle_custom_msg({"type": "file", "n": 5, "value": form}, [])
    table, answer, data, _, refused = sent
    assert (table["name"], data["name"], answer["text"]) == ("it-casino-total.csv", "it-casino-total.json", "")
    rows = list(csv.DictReader(io.StringIO(table["text"])))
    assert len(rows) == 340
    report = json.loads(data["text"])
    assert report["rules"] == chart.rules.as_mapping()
    for row in rows:
        cell = report["chart"][row["table"]][row["row"]][row["upcard"]]
        assert (row["action"], row["else"] or None) == (cell["action"], cell["else"])
        assert {name: float(row[f"ev_{name}"]) for name in cell["ev"]} == pytest.approx(cell["ev"], abs=1e-9)
    assert refused == {"type": "answer", "n": 5, "text": "The chart can be had as csv or json."}


def test_practise_this_leads_to_a_drill_where_there_is_one() -> None:
    places: list[Address] = []
    visit = Visit(Address(), go=lambda address: bool(places.append(address)))
    chart, browser = opened("it-banco", {"IB-13": "plain"}, "it", practise=True, visit=visit)
    assert chart.setup["practise"] == "go"
    browser.sends({"type": "practise", "value": "hard16-10"})
    (place,) = places
    assert place == Address("it-banco", {"IB-13": "plain"}, "it", screen="drill", own={"cells": "hard16-10"})
    assert place.query() == "doc=it-banco&read=IB-13:plain&lang=it&screen=drill&cells=hard16-10"
    assert browser.sends({"type": "practise", "value": "hard99-10"}) != ""
    assert len(places) == 1


def test_without_a_drill_nothing_leads_to_one() -> None:
    places: list[Address] = []
    chart, browser = opened(visit=Visit(Address(), go=lambda address: bool(places.append(address))))
    browser.sends({"type": "practise", "value": "hard16-10"})
    assert (chart.setup["practise"], places) == ("", [])


def test_the_screen_goes_where_the_frame_says() -> None:
    chart, browser = opened()
    chart.visit(Address("it-banco", {"IB-15": "never"}, "ro", "dark"))
    assert chart.place == Address("it-banco", {"IB-15": "never"}, "ro", "dark")
    assert browser.view["edge"]["total"] == analyze(load("it-banco").rules({"IB-15": "never"})).edge("total")
    with pytest.raises(ValueError, match="no reading"):
        chart.visit(Address("it-banco", {"IB-15": "nonsense"}))
    assert chart.place.readings == {"IB-15": "never"}


@pytest.mark.parametrize(
    "message",
    [
        {"type": "kind", "value": "x" * 5000},
        {"type": "kind", "value": ["total"]},
        {"type": "kind", "value": "best"},
        {"type": "against"},
        {"type": "document", "document": "/etc/passwd"},
        {"type": "practise", "value": 7},
        {"type": ["ready"]},
        {**{f"k{i}": 1 for i in range(20)}, "type": "kind", "value": "total"},
        "kind",
        None,
    ],
)
def test_a_forged_message_changes_nothing(message: Any) -> None:
    chart, browser = opened("it-banco")
    before = (chart.place, dict(chart.view), dict(chart.setup))
    browser.sends(message)
    chart.set_state({"view": {}, "setup": {"practise": "go"}})
    assert (chart.place, dict(chart.view), dict(chart.setup)) == before


def test_a_kind_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ScreenError):
        StrategyChart(kind="magic")


def test_every_text_is_known_to_python() -> None:
    script = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("pane.js", "chart_pane.js", "strategy_chart.js"))
    texts = {*PANE_STRINGS, *STRATEGY_STRINGS}
    assert set(re.findall(r'this\.t\("([^"]+)"', script)) <= texts
    assert [text for text in texts if f'"{text}"' not in script] == []


def test_an_address_names_a_cell() -> None:
    chart = StrategyChart.from_address(Address("it-banco", own={"cell": "hard16-10"}))
    assert chart.setup["at"] == ["hard16-10", 1]
    chart.visit(Address("it-banco", own={"cell": "nothing"}))
    assert chart.setup["at"] == ["hard16-10", 1]
    chart.visit(Address("it-banco", own={"cell": "soft18-A"}))
    assert chart.setup["at"] == ["soft18-A", 2]
