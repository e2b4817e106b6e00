"""The Simulate screen without a browser: what can be filled in, what is run, what is kept of it; nothing else gets in."""

from __future__ import annotations

import asyncio
import csv
import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from bjlearn.documents import builtin_ids, load
from bjlearn.exact import analyze, evaluate
from bjlearn.practice.records import Judged
from bjlearn.rules import Action
from bjlearn.simulation import Habits, sessions, simulate
from bjlearn.strategy import BASIC, Cell, Shape
from bjlearn.text import LANGUAGES, BjlearnError
from bjlearn.widgets import Address, Simulate, read_address
from bjlearn.widgets.pane import PANE_STRINGS
from bjlearn.widgets.screen import STATIC
from bjlearn.widgets.sim_form import ENOUGH, PARTS, START, USED, Form, int_of
from bjlearn.widgets.sim_strings import SIM_STRINGS
from bjlearn.widgets.sim_work import CELLS, habits_of, told
from bjlearn.widgets.visit import Visit
from tests.widgets.conftest import Browser

SMALL = {"rounds": "2000", "sessions": "40", "length": "50", "seed": "3"}


def opened(doc: str = "it-banco", **more: Any) -> tuple[Simulate, Browser]:
    screen = Simulate(doc, **more)
    browser = Browser(screen)
    assert browser.sends({"type": "ready", "n": 1}) == ""
    return screen, browser


def fills(browser: Browser, **entries: str) -> None:
    for name, value in entries.items():
        assert browser.sends({"type": "set", "n": 2, "name": name, "value": value}) == ""


def runs(browser: Browser, part: str, **entries: str) -> dict[str, Any]:
    """Run a part with few rounds, to the end."""
    assert browser.sends({"type": "part", "n": 3, "value": part}) == ""
    fills(browser, **{name: value for name, value in (SMALL | entries).items() if name in USED[part]})
    assert browser.sends({"type": "run", "n": 4}) == ""
    found: dict[str, Any] = browser.view["found"]
    return found


def test_nothing_is_imported_or_played_before_a_person_asks() -> None:
    code = (
        "import sys\n"
        "from bjlearn.widgets import Simulate\n"
        "print(Simulate('it-banco'), [name in sys.modules for name in ('numba', 'numpy', 'plotly', 'bjlearn.simulation')])\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split("\n")[0] == "Simulate('it-banco') [False, False, False, False]"


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("doc", builtin_ids())
def test_every_part_is_played_by_every_document(doc: str, part: str) -> None:
    """And all that crosses is plain data, in any language, with one table row for each line shown."""
    screen, browser = opened(doc)
    # what nobody splits has exact chances in no time
    found = runs(browser, part, who="never")
    assert (found["over"], found["state"], found["done"]) == (True, "Done.", found["asked"])
    for language in LANGUAGES:
        screen.speak(language)
        view = browser.view
        assert json.loads(json.dumps(view, allow_nan=False)) == view
        for chart in view["found"]["charts"]:
            assert chart["words"]
            assert chart["caption"]
            assert len(chart["rows"]) == len(chart["shown"]) > 0
            assert {len(row) for row in (*chart["rows"], *chart["shown"])} == {len(chart["header"])}


def test_the_long_run_is_what_simulate_gives() -> None:
    screen, browser = opened("it-casino")
    found = runs(browser, "long", who="normal", rounds="5000", hands="2", seed="11")
    rules = load("it-casino").rules()
    result = simulate(rules, BASIC, rounds=5000, seed=11, seats=2)
    (entry,) = screen.outcomes["long"].entries
    assert entry.result is not None
    assert (entry.result.mean, entry.result.counts) == (result.mean, result.counts)
    assert entry.exact == evaluate(rules, BASIC)
    mean, spread = found["charts"]
    assert mean["rows"][-1][:2] == [5000, result.mean]
    assert {row[0]: row[1] for row in spread["rows"]} == {float(net): count for net, count in result.counts.items()}


def test_the_bars_stand_beside_the_exact_chances() -> None:
    _screen, browser = opened("it-banco")
    rows = runs(browser, "long")["charts"][1]["rows"]
    spread = analyze(load("it-banco").rules()).distribution()
    assert spread is not None
    assert {row[0]: row[3] for row in rows} == {
        net: spread.chances.get(net, 0.0) for net in sorted({*spread.chances, *(row[0] for row in rows)})
    }


def test_players_are_set_against_each_other_beside_their_exact_returns() -> None:
    _screen, browser = opened("it-training")
    (chart,) = runs(browser, "players")["charts"]
    assert [row[0] for row in chart["rows"]] == ["Hard", "Normal", "Easy"]
    assert chart["rows"][0][4] == analyze(load("it-training").rules()).ev()
    assert all(row[1] == 2000 for row in chart["rows"])


def test_the_cut_card_is_set_against_fresh_shoes() -> None:
    screen, browser = opened("it-casino")
    found = runs(browser, "cut", rounds="4000")
    assert screen.setup["as_if"] is False
    rules = load("it-casino").rules()
    both = [simulate(rules, analyze(rules).composition, rounds=4000, seed=3, cut_card=cut).mean for cut in (False, True)]
    assert [row[2] for row in found["charts"][0]["rows"]] == both
    assert next(label for label, _ in found["figures"]) == "The cut card changes the return by"
    other, _ = opened("it-banco")
    other.look("cut")
    assert other.setup["as_if"] is True


def test_bankrolls_are_what_sessions_gives() -> None:
    _screen, browser = opened("ro-online")
    found = runs(browser, "bank", bankroll="100", stake="20", length="200", sessions="60", who="easy")
    from bjlearn.strategy import DEALER

    known = sessions(load("ro-online").rules(), DEALER, bankroll=100, stake=20, rounds=200, count=60, seed=3)
    (chart,) = found["charts"]
    assert chart["rows"][0][:6] == [0, 100, 100, 100, 100, 100]
    assert chart["rows"][-1][1:6] == list(known.final_quantiles.values())
    assert chart["rows"][-1][6] == known.ruin.value > 0
    figures = dict(found["figures"])
    assert figures["Chance of ruin, with its 95 % interval"].startswith(f"{100 * known.ruin.value:.1f}")


def test_the_same_seed_and_entries_give_the_same_figures() -> None:
    one, two = (runs(opened()[1], "bank", seed="5") for _ in range(2))
    assert one == two
    assert runs(opened()[1], "bank", seed="6") != one


# what can be filled in


@pytest.mark.parametrize(
    ("part", "name", "value", "told"),
    [
        ("long", "rounds", "0", "The number of rounds is a whole number from 1 to 200,000,000, not 0."),
        ("long", "rounds", "", 'The number of rounds is a whole number from 1 to 200,000,000, not "".'),
        ("long", "rounds", "1e6", "not 1e6."),
        ("long", "rounds", "9" * 80, "not 999999999999999999999999999999."),
        ("long", "rounds", "-5", "not -5."),
        ("long", "rounds", "1.5", "not 1.5."),
        ("long", "hands", "8", "The number of hands is a whole number from 1 to 7, not 8."),
        ("long", "seed", "many", "A seed is a whole number from 0 to"),
        ("long", "shoe", "cut", "These rules have no cut card"),
        ("long", "who", "mine", f"once you have made {ENOUGH} decisions by this document; so far it is 0."),
        ("bank", "bankroll", "nothing", "The bankroll is a whole number"),
        ("bank", "stake", "201", "The stake is at most the bankroll, 200 chips."),
        ("bank", "stake", "0", "The stake is a whole number from 1"),
        ("bank", "length", "100001", "from 1 to 100,000, not 100001."),
        ("bank", "sessions", "50001", "The number of sessions is a whole number from 1 to 50,000, not 50001."),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence_and_nothing_is_lost(part: str, name: str, value: str, told: str) -> None:
    screen, browser = opened("it-banco")
    screen.look(part)
    fills(browser, **{name: value})
    assert told in screen.setup["faults"][name]
    kept = {field["name"]: field["value"] for field in screen.setup["fields"]}
    assert kept == {**{one: START.get(one, screen.place.own.get("seed", kept["seed"])) for one in USED[part]}, name: value}
    assert browser.sends({"type": "run", "n": 1}) == screen.setup["faults"][name]
    assert browser.view["found"] is None
    fills(browser, **{name: START.get(name, "1")})
    assert screen.setup["faults"] == {}


def test_all_sessions_together_have_a_limit() -> None:
    screen, browser = opened()
    screen.look("bank")
    fills(browser, sessions="50000", length="100000")
    assert "at most 50,000,000 rounds, not 5,000,000,000" in screen.setup["faults"]["sessions"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1000000", 10**6),
        ("1 000 000", 10**6),
        ("1.000.000", 10**6),
        ("1,000,000", 10**6),
        ("1\u202f000", 1000),
        (" 7 ", 7),
        ("1 00", None),
        ("1,5", None),
        ("٣", None),
        ("+1", None),
        ("0x10", None),
        ("1_0", None),
        ("1" * 19, None),
    ],
)
def test_whole_numbers_as_people_write_them(text: str, number: int | None) -> None:
    assert int_of(text) == number


@pytest.mark.parametrize(
    "forged",
    [
        {"type": "part", "value": "all"},
        {"type": "set", "name": "who", "value": "dealer"},
        {"type": "set", "name": "workers", "value": "9"},
        {"type": "set", "name": "shoe", "value": "marked"},
    ],
)
def test_a_message_from_elsewhere_chooses_nothing_that_was_not_offered(forged: dict[str, str]) -> None:
    screen, browser = opened()
    before = (screen.setup, browser.view)
    assert browser.sends({"n": 1, **forged}) == "There is nothing like that to choose here."
    assert (screen.setup, browser.view) == before


@pytest.mark.parametrize(
    "forged", [{"type": "set", "name": "who"}, {"type": "set", "name": "rounds", "value": 5}, {"type": "run!"}]
)
def test_what_is_no_message_is_not_even_read(forged: dict[str, Any]) -> None:
    screen, browser = opened()
    before = screen.setup
    assert browser.sends({"n": 1, **forged}) == ""
    assert screen.setup == before


def test_the_address_says_the_seed() -> None:
    screen = Simulate.from_address(read_address("doc=it-training&screen=simulate&seed=42"))
    assert screen.setup["fields"][-1] == {"name": "seed", "value": "42", "least": 0, "most": 10**15}
    assert screen.place.own == {"seed": "42"}
    heard: list[Address] = []
    screen.on_place(heard.append)
    screen.fill("seed", 43)
    assert heard[-1].own == {"seed": "43"}
    screen.visit(read_address("doc=it-training&seed=44"))
    assert screen.place.own == {"seed": "44"}
    assert Simulate.from_address(read_address("seed=nonsense")).place.own == {}
    assert Simulate("it-banco").place.own == {}


# running


def test_stopping_keeps_what_is_done() -> None:
    stop = threading.Event()
    seen: list[int] = []

    def work(tell: Callable[[int], object]) -> int:
        done = 0
        while tell(done := done + 1) is not False:
            if done == 5:
                stop.set()
        return done

    seen = list(told(work, stop, often=0))
    assert seen[-1] in (5, 6)
    assert seen == sorted(seen)


def test_what_fails_in_the_thread_is_raised_to_who_reads() -> None:
    def work(tell: Callable[[int], object]) -> int:
        tell(1)
        raise OddError

    class OddError(Exception):
        pass

    with pytest.raises(OddError):
        list(told(work, threading.Event(), often=0))


def test_a_screen_goes_on_answering_and_stops_when_asked() -> None:
    """In a kernel's event loop: the run begins, messages are answered meanwhile, "stop" ends it and keeps the figures."""

    async def sit() -> tuple[dict[str, Any], str, str]:
        _, browser = opened("it-casino")
        fills(browser, rounds="200000000", seed="1")
        assert browser.sends({"type": "run", "n": 4}) == ""
        assert browser.view["running"] == "long"
        twice = browser.sends({"type": "run", "n": 5})  # a button pressed twice
        browser.sends({"type": "part", "n": 6, "value": "cut"})
        other = browser.sends({"type": "run", "n": 7})
        browser.sends({"type": "part", "n": 8, "value": "long"})
        while browser.view["found"] is None or not browser.view["found"]["done"]:
            await asyncio.sleep(0.01)
        assert browser.sends({"type": "part", "n": 9, "value": "players"}) == ""
        assert browser.view["running"] == "long"
        assert browser.sends({"type": "part", "n": 10, "value": "long"}) == ""
        assert browser.sends({"type": "stop", "n": 11}) == ""
        while browser.view["running"]:
            await asyncio.sleep(0.01)
        return browser.view["found"], twice, other

    found, twice, other = asyncio.run(sit())
    assert twice == ""
    assert other == "A simulation is running: stop it first."
    assert found["state"] == "Stopped; the figures are of what was done."
    assert 0 < found["done"] < found["asked"]
    assert len(found["charts"]) == 2


def test_another_document_ends_what_runs_and_takes_its_figures_away() -> None:
    screen, browser = opened("it-casino")
    runs(browser, "players")
    screen.choose("it-banco")
    assert browser.view["found"] is None
    assert screen.outcomes == {}
    screen.choose("it-banco", {"IB-07": "hits"})
    assert runs(browser, "players")["over"]


def test_what_does_not_work_out_says_so_and_can_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_more: object) -> Iterator[object]:
        raise ZeroDivisionError
        yield

    screen, browser = opened()
    with monkeypatch.context() as patched:
        patched.setattr("bjlearn.widgets.simulate.run", broken)
        assert browser.sends({"type": "run", "n": 1}) == ""
    assert (browser.view["failed"], browser.view["running"]) == (True, None)
    assert runs(browser, "long")["over"]
    assert browser.view["failed"] is False
    assert screen.outcomes["long"].over


# a person's own habits


def judged(cell: str, chosen: str) -> Judged:
    return Judged("x", datetime.now(UTC), "play", "it-training", "", cell, (10, 6), 10, chosen, "hit", "best", 0.0, 0.0)


class Book:
    """Of a book only what the screen asks for."""

    def __init__(self, decisions: Sequence[Judged]) -> None:
        self.kept = decisions

    def decisions(self, document: str | None = None, readings: str = "") -> Sequence[Judged]:
        return [one for one in self.kept if (one.document, one.readings) == (document, readings)]


def visit_with(decisions: Sequence[Judged]) -> Visit:
    visit = Visit(Address("it-training"))
    visit._book = Book(decisions)  # type: ignore[assignment]
    return visit


MINE = [
    *[judged("hard16-10", "hit")] * 3,
    *[judged("hard16-10", "stand")] * 9,
    judged("soft18-A", "hit"),
    judged("pairs8-10", "split"),
]


def test_habits_are_what_was_chosen_as_often_as_it_was() -> None:
    rules = load("it-training").rules()
    habits = habits_of(
        [*MINE, judged("insurance", "insure"), judged("insurance", "no insurance"), judged("nowhere", "hit")], rules
    )
    assert isinstance(habits, Habits)
    assert habits.cells[Cell(Shape.HARD, 16, 10)] == {Action.HIT: 0.25, Action.STAND: 0.75}
    assert habits.cells[Cell(Shape.PAIR, 8, 10)] == {Action.SPLIT: 1.0}
    assert habits.otherwise == analyze(rules).total
    assert habits.insures == 0.5
    assert len(habits.cells) == 3
    assert CELLS["soft18-A"] == Cell(Shape.SOFT, 18, 1)


def test_ones_own_habits_play_once_there_are_enough() -> None:
    few = visit_with(MINE)
    screen, _browser = opened("it-training", visit=few)
    screen.fill("who", "mine")
    assert "so far it is 14" in screen.setup["faults"]["who"]
    enough = visit_with(MINE * 3)
    screen, browser = opened("it-training", visit=enough)
    found = runs(browser, "long", who="mine")
    assert found["over"]
    assert dict(found["figures"])["Exact return"] == "–"
    assert [row[0] for row in runs(browser, "players")["charts"][0]["rows"]] == ["Hard", "Normal", "Easy", "Your own habits"]
    screen.choose("it-banco")
    screen.look("long")
    assert "so far it is 0" in screen.setup["faults"]["who"], "decisions by another document are no habits here"


# words


def test_every_text_of_the_script_is_in_the_list_and_the_other_way_round() -> None:
    script = (STATIC / "simulate.js").read_text()
    used = set(re.findall(r'this\.t\("((?:[^"\\]|\\.)*)"', script))
    assert used - set(PANE_STRINGS) == set(SIM_STRINGS)


def test_a_form_begins_with_entries_that_can_be_run() -> None:
    for part in PARTS:
        assert Form().faults(part, cut_card=False, habits=0) == {}
    with pytest.raises(BjlearnError, match="nothing like that"):
        Form().set("nothing", "1")


def test_a_csv_holds_the_rows_as_numbers() -> None:
    """The browser writes what stands in ``rows``: numbers, not the words of a language."""
    _screen, browser = opened("it-casino", language="it")
    for chart in runs(browser, "long", who="easy")["charts"]:
        lines = [",".join("" if cell is None else str(cell) for cell in row) for row in chart["rows"]]
        assert [len(row) for row in csv.reader(lines)] == [len(chart["header"])] * len(lines)
        assert all(isinstance(cell, int | float | None) for row in chart["rows"] for cell in row)
