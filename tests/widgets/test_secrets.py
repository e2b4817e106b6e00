"""What is on the wire is the public view: no hole card, no order of the shoe, no seed."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from bjlearn.cards import Card, OrderedShoe, fresh_cards
from bjlearn.documents import builtin_ids
from bjlearn.widgets import Play
from tests.widgets.conftest import Browser

OURS = {"view", "setup", "history", "strings", "language", "theme"}
IPYWIDGETS = {"_dom_classes", "layout", "tabbable", "tooltip"}


def wire(screen: Play) -> str:
    """All that the screen's state holds, but for what tells one widget from another."""
    state = {name: value for name, value in screen.get_state().items() if name in OURS}
    state["view"] = {**state["view"], "session": ""}
    return json.dumps(state, sort_keys=True)


def test_the_synced_values_are_these_and_no_others(play: Any) -> None:
    screen, _ = play("it-casino")
    own = {name for name in screen.get_state() if not name.startswith("_")}
    assert own == OURS | (IPYWIDGETS - {"_dom_classes"})


@pytest.mark.parametrize("doc", builtin_ids())
def test_two_rounds_that_differ_in_hidden_cards_alone_look_the_same(doc: str) -> None:
    compared = 0
    for seed in range(60):
        random = Random(seed)
        dealt = fresh_cards(4)
        random.shuffle(dealt)
        other = _with_another_future(dealt, random)
        screens = [Browser(Play(doc, shoe=OrderedShoe(order))) for order in (dealt, other)]
        for browser in screens:
            browser.deals(10)
        if any(browser.table["over"] for browser in screens):
            continue  # a natural was shown
        assert wire(screens[0].screen) == wire(screens[1].screen)  # type: ignore[arg-type]
        compared += 1
        if screens[0].table["question"]["kind"] == "insurance":
            for browser in screens:
                browser.decides("no insurance")
            if not any(browser.table["over"] for browser in screens):
                assert wire(screens[0].screen) == wire(screens[1].screen)  # type: ignore[arg-type]
    assert compared > 30


def _with_another_future(dealt: list[Card], random: Random) -> list[Card]:
    """The same open cards (0, 1, 2), another hole card (3) and another order of all that comes later."""
    future = dealt[3:]
    random.shuffle(future)
    return dealt[:3] + future


def test_a_face_down_card_is_none_until_it_is_shown() -> None:
    seen_hidden = 0
    screen = Play("it-casino", seed=11, bankroll=100_000)
    browser = Browser(screen)
    random = Random(1)
    for _ in range(150):
        browser.deals(5)
        while not browser.table["over"]:
            assert browser.table["dealer"]["cards"][1] is None
            assert browser.table["dealer"]["total"] <= 11
            round_ = screen.sitting.round
            assert round_ is not None
            hidden = str(round_.dealer.cards[1])
            shown = [card for hand in browser.table["seats"][0]["hands"] for card in hand["cards"]]
            if hidden not in (*shown, browser.table["dealer"]["cards"][0]):
                assert f'"{hidden}"' not in json.dumps([browser.table, browser.view["said"]])
                seen_hidden += 1
            browser.decides(random.choice(browser.table["question"]["legal"]))
    assert seen_hidden > 100


def test_the_seed_never_leaves() -> None:
    screen = Play("ro-online", seed=918273645)
    browser = Browser(screen)
    for _ in range(5):
        browser.deals(10, 20, 30)
        while not browser.table["over"]:
            browser.decides(browser.table["question"]["legal"][-1])
        assert "918273645" not in json.dumps(screen.get_state(), default=str)


def test_the_same_seed_gives_the_same_cards_and_none_gives_others() -> None:
    def first(seed: int | None) -> Any:
        browser = Browser(Play("it-training", seed=seed))
        seen = []
        for _ in range(6):
            browser.deals(10)
            seen.append(browser.table["seats"][0]["hands"][0]["cards"])
            while not browser.table["over"]:
                browser.decides("stand")
        return seen

    assert first(3) == first(3)
    assert first(None) != first(None)
