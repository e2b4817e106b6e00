"""The coach on the Play screen: when it speaks, what it says, what mistakes cost, hints, the count, the same cards elsewhere."""

from __future__ import annotations

import json
import statistics
import time
from random import Random
from typing import Any

import pytest

from bjlearn.cards import OrderedShoe, cards
from bjlearn.coach import verdict
from bjlearn.documents import builtin_ids, load
from bjlearn.exact import analyze
from bjlearn.game import Round
from bjlearn.text import LANGUAGES
from bjlearn.widgets import Play
from bjlearn.widgets.coaching import CoachingError
from bjlearn.widgets.dashboard import Dashboard
from tests.coach.asked import asked, dealt
from tests.widgets.conftest import Browser

SIXTEEN = "10h,10s,6d,Qc,Kd"


def coach(browser: Browser) -> dict[str, Any]:
    return dict(browser.view["coach"])


def tune(browser: Browser, what: str, value: str) -> str:
    return browser.sends({"type": "coach", "n": 9, "what": what, "value": value})


def bars(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {bar["name"]: bar for bar in told["bars"]}


def test_a_mistake_is_shown_with_a_bar_for_every_action(play: Any) -> None:
    _screen, browser = play("it-casino", SIXTEEN)
    browser.deals(10)
    assert coach(browser)["verdicts"] == []
    browser.decides("hit")
    (told,) = coach(browser)["verdicts"]
    exact = analyze(load("it-casino").rules()).figures((10, 6), 10)
    shown = bars(told)
    assert {name: bar["value"] for name, bar in shown.items() if "value" in bar} == {
        one.value: pytest.approx(value, abs=1e-6) for one, value in exact.actions.items()
    }
    assert {name: bar["clause"] for name, bar in shown.items() if "why" in bar} == {"double": "IC-12", "split": "IC-14"}
    assert [name for name, bar in shown.items() if bar.get("best")] == ["surrender"]
    assert [name for name, bar in shown.items() if bar.get("chosen")] == ["hit"]
    assert (told["grade"], told["place"]) == ("mistake", "0-0")
    assert "3.47\N{NO-BREAK SPACE}%" in told["cost"]
    assert {reason["kind"] for reason in told["reasons"]} == {"surrender", "bust", "dealer-bust"}


def test_off_says_nothing_and_the_sum_is_kept(play: Any) -> None:
    screen, browser = play("it-casino", SIXTEEN, coach="off")
    browser.deals(10)
    browser.decides("hit")
    assert coach(browser)["verdicts"] == []
    assert screen.coaching.tally.mistakes == 1
    tune(browser, "mode", "after")
    assert len(coach(browser)["verdicts"]) == 1


def test_before_each_choice_the_best_is_said(play: Any) -> None:
    _screen, browser = play("it-training", "6h,10s,2d,Qc,3d,10d,9c", coach="before")
    browser.deals(10)
    (told,) = coach(browser)["verdicts"]
    assert told["grade"] is None
    assert "Hit" in told["head"]
    browser.decides("hit")
    (told,) = coach(browser)["verdicts"]
    assert told["grade"] is None
    assert browser.table["question"] is not None
    browser.decides("stand")
    (told,) = coach(browser)["verdicts"]
    assert told["grade"] == "mistake"


def test_a_hint_is_counted_once_and_shown(play: Any) -> None:
    screen, browser = play("it-casino", SIXTEEN)
    browser.deals(10)
    hint = {"type": "hint", "n": 4, "round": 1, "step": 0}
    browser.sends(hint)
    browser.sends(hint)
    (told,) = coach(browser)["verdicts"]
    assert (told["grade"], screen.coaching.tally.hints) == (None, 1)
    assert "Surrender" in told["head"]
    browser.sends({**hint, "step": 5})
    assert screen.coaching.tally.hints == 1


def test_the_cost_of_a_session_and_the_return_to_expect(play: Any) -> None:
    screen, browser = play("it-casino", "10h,10s,6d,Qc," * 2)
    rules = load("it-casino").rules()
    cost = 0.0
    for stake, choice in ((10, "stand"), (40, "surrender")):
        browser.deals(stake)
        browser.decides(choice)
        cost += verdict(asked(dealt(rules, "10,10,6,Q", stake=stake)), choice).chips
    tally = screen.coaching.tally
    best = 50 * (analyze(rules).ev() or 0)
    assert (tally.decisions, tally.mistakes, tally.staked) == (2, 1, 50)
    assert tally.cost == pytest.approx(cost)
    assert tally.expected == pytest.approx(best)
    assert tally.as_played == pytest.approx(best - cost)
    rows = {row["label"]: row["text"] for row in coach(browser)["tally"]}
    assert rows["Mistakes"] == "1"
    assert rows["Cost of mistakes, chips"].startswith(f"\N{MINUS SIGN}{cost:.2f} (\N{MINUS SIGN}{2 * cost:.2f}")
    browser.sends({"type": "end", "n": 3})
    assert "Cost of mistakes, chips" in dict(browser.view["summary"]["rows"])
    browser.sends({"type": "new", "n": 4})
    assert screen.coaching.tally.decisions == 0


def test_by_the_count_the_cards_of_earlier_rounds_are_gone() -> None:
    """The screen counts what lay face up since the shuffle, hole cards of earlier rounds among it, the present one not."""
    screen = Play("it-casino", seed=5, bankroll=10**6)
    browser = Browser(screen)
    tune(browser, "by", "count")
    seen: list[str] = []
    for _ in range(20):
        shuffled = screen.sitting.table.shuffle_due
        seen = [] if shuffled else seen
        browser.deals(10)
        assert [str(card) for card in screen.sitting.seen] == seen or browser.table["over"]
        while not browser.table["over"]:
            situation = screen.coaching.situation(screen.sitting)
            assert situation is not None
            assert sum(situation.gone) == len(seen) + sum(
                len(hand["cards"])
                for seat in browser.table["seats"]
                for hand in seat["hands"]
                if (seat["seat"], hand["hand"]) != (situation.seat, situation.part)
            )
            browser.decides(browser.table["question"]["legal"][-1] if situation.kind == "insurance" else "stand")
            assert screen.coaching.last is not None
            assert screen.coaching.last.by == "count"
        hands = [browser.table["dealer"], *(hand for seat in browser.table["seats"] for hand in seat["hands"])]
        seen += [code for hand in hands for code in hand["cards"]]
    assert len(seen) > 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_cards_elsewhere(play: Any, language: str) -> None:
    _screen, browser = play("it-casino", "6h,10s,5d,9c,Kd,Qd", language=language)
    tune(browser, "wide", "yes")
    assert coach(browser)["elsewhere"] is None
    browser.deals(10)
    rows = {row["id"]: row for row in coach(browser)["elsewhere"]}
    assert set(rows) == set(builtin_ids())
    assert [name for name, row in rows.items() if row["here"]] == ["it-casino"]
    assert rows["it-casino"]["differences"] == []
    assert bars(rows["it-training"])["hit"]["best"]
    assert bars(rows["it-casino"])["double"]["best"]
    assert bars(rows["it-banco"])["double"]["clause"] == "IB-16"
    look = next(one for one in rows["it-training"]["differences"] if one["there"] == "IT-07")
    assert (look["here"], look["text"]) == ("IC-10", load("it-training").clause("IT-07").text[language])
    assert rows["it-training"]["outcome"] is None
    browser.decides("double")
    rows = {row["id"]: row for row in coach(browser)["elsewhere"]}
    assert {name: row["outcome"]["net"] for name, row in rows.items()} == {
        "it-casino": "+20",
        "ro-online": "+20",
        "it-training": "+20",
        "it-banco": "+10",
    }
    assert [note["clause"] for note in rows["it-banco"]["outcome"]["notes"]] == ["IB-16"]


def test_a_deal_that_is_over_at_once_still_has_its_outcome_elsewhere(play: Any) -> None:
    _screen, browser = play("it-casino", "Ah,9s,Kd,9c")
    tune(browser, "wide", "yes")
    browser.deals(10)
    assert browser.table["over"]
    assert {row["outcome"]["net"] for row in coach(browser)["elsewhere"]} == {"+15"}


def test_settings_that_there_are_not_are_refused(play: Any) -> None:
    screen, browser = play("it-casino", SIXTEEN)
    before = json.dumps(browser.view, default=str)
    for what, value in (("mode", "always"), ("by", "hole"), ("wide", "maybe"), ("shoe", "fresh")):
        assert tune(browser, what, value) == "The coach has no such setting."
    for content in (
        {"type": "coach"},
        {"type": "coach", "what": 1, "value": "off"},
        {"type": "coach", "what": "mode", "value": None},
    ):
        assert browser.sends({**content, "n": 1}) == ""
    assert json.dumps(browser.view, default=str) == before
    with pytest.raises(CoachingError):
        Play(coach="sometimes")
    assert screen.coaching.mode == "after"


def test_a_shoe_that_does_not_hold_the_cards_has_no_verdict_and_plays_on(play: Any) -> None:
    screen, browser = play("it-casino", "5," * 60)
    for _ in range(3):
        browser.deals(10)
        while not browser.table["over"]:
            browser.decides("hit")
    assert browser.table["over"]
    assert screen.coaching.tally.decisions >= 0
    tune(browser, "by", "count")
    browser.deals(10)
    browser.sends({"type": "hint", "n": 4, "round": 4, "step": 0})
    assert browser.table["question"] is not None


def test_the_dashboard_remembers_when_the_coach_speaks() -> None:
    dashboard = Dashboard()
    screen = dashboard.screen("play")
    assert isinstance(screen, Play)
    assert dashboard.visit.coach == "after"
    tune(Browser(screen), "mode", "before")
    assert dashboard.visit.coach == "before"


def test_listeners_hear_every_verdict(play: Any) -> None:
    screen, browser = play("it-casino", SIXTEEN)
    heard: list[str | None] = []
    screen.coaching.listeners.append(lambda one: heard.append(one.chosen))
    browser.deals(10)
    browser.decides("surrender")
    assert heard == ["surrender"]


@pytest.mark.parametrize("doc", builtin_ids())
@pytest.mark.parametrize("by", ["fresh", "count"])
def test_what_the_coach_shows_knows_no_hidden_card(doc: str, by: str) -> None:
    """Two shoes with the same open cards and another hole card: the same on the wire before and after a choice."""
    shown = []
    for hole in ("7c", "8c"):
        browser = Browser(Play(doc, shoe=OrderedShoe(cards(f"10h,6s,4d,{hole},2d,10d,10s,9d")), coach="before"))
        tune(browser, "by", by)
        tune(browser, "wide", "yes")
        browser.deals(10)
        before = coach(browser)
        browser.decides("hit")
        assert not browser.table["over"]
        shown.append((before, coach(browser)))
    assert shown[0] == shown[1]


def test_a_verdict_is_there_within_a_tenth_of_a_second() -> None:
    """The median of what a click takes in the kernel, verdict included, once the analysis is there."""
    for by in ("fresh", "count"):
        browser = Browser(Play("it-casino", seed=3, bankroll=10**6))
        tune(browser, "by", by)
        random, times = Random(1), []
        while len(times) < 40:
            if browser.view["table"] is None or browser.table["over"]:
                browser.deals(10)
                continue
            legal = browser.table["question"]["legal"]
            start = time.perf_counter()
            browser.decides(random.choice(legal))
            times.append(time.perf_counter() - start)
        assert statistics.median(times) < 0.1


def test_the_first_view_does_not_wait_for_numpy() -> None:
    import subprocess
    import sys

    code = "import sys; from bjlearn.widgets import Play; Play(); print('numpy' in sys.modules, 'bjlearn.coach' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["False", "False"]


def test_rounds_are_not_handed_to_the_coach(monkeypatch: pytest.MonkeyPatch, play: Any) -> None:
    """What reaches the coach of a round in play is its public view; a round that would look at the hole card fails here."""
    import bjlearn.coach as room

    given: list[Any] = []
    real = room.Situation.of

    def noted(view: Any, *more: Any, **named: Any) -> Any:
        given.extend([view, *more, *named.values()])
        return real(view, *more, **named)

    monkeypatch.setattr(room.Situation, "of", noted)
    _screen, browser = play("it-casino", SIXTEEN)
    browser.deals(10)
    browser.decides("stand")
    assert given
    assert not any(isinstance(one, Round) for one in given)
    assert '"Qc"' not in json.dumps([one for one in given if isinstance(one, dict)], default=str)
