"""Messages are input: stale, forged, odd and oversized ones change nothing, and each gets an answer."""

from __future__ import annotations

import copy
import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjlearn.widgets import Play
from bjlearn.widgets.wire import Ask, Deal, Decide, read_message
from tests.widgets.conftest import Browser

CARDS = "10h,9s,6d,5c,2s,3d,4h,Kd,Qc,7h"


def state_of(screen: Play) -> str:
    round_ = screen.sitting.round
    assert round_ is not None
    return json.dumps([round_.record(), screen.view, screen.setup, screen.history], default=str, sort_keys=True)


def test_a_double_click_draws_one_card(play: Any) -> None:
    _screen, browser = play("it-training", CARDS)
    browser.deals(10)
    click = {"type": "decide", "n": 3, "round": 1, "step": 0, "decision": "hit"}
    browser.sends(click)
    browser.sends(click)
    assert browser.table["seats"][0]["hands"][0]["cards"] == ["10h", "6d", "2s"]
    assert browser.table["step"] == 1


def test_a_double_click_on_deal_deals_once(play: Any) -> None:
    screen, browser = play("it-training", "10h,9s,Qd,5c," + CARDS)
    click = {"type": "deal", "n": 3, "round": 0, "stakes": [10]}
    browser.sends(click)
    browser.decides("stand")
    assert browser.table["over"]
    browser.sends(click)
    assert browser.view["round"] == 1
    assert screen.sitting.number == 1


def test_a_click_of_an_earlier_round_does_nothing(play: Any) -> None:
    screen, browser = play("it-training", "10h,9s,Qd,5c,Kd,  10h,9s,6d,5c,2s,3d")
    browser.deals(10)
    browser.decides("stand")
    browser.deals(10)
    before = state_of(screen)
    browser.sends({"type": "decide", "n": 9, "round": 1, "step": 0, "decision": "hit"})
    assert state_of(screen) == before


FORGED: list[object] = [
    None,
    True,
    7,
    "hit",
    [],
    ["decide", 1, 0, "hit"],
    {},
    {"type": None},
    {"type": ["decide"]},
    {"type": "decide"},
    {"type": "decide", "round": 1, "step": 0},
    {"type": "decide", "round": 1, "step": 0, "decision": 5},
    {"type": "decide", "round": 1, "step": 0, "decision": ["hit"]},
    {"type": "decide", "round": 1, "step": 0, "decision": "peek"},
    {"type": "decide", "round": 1, "step": 0, "decision": "hit" * 10_000},
    {"type": "decide", "round": 1, "step": 1, "decision": "hit"},
    {"type": "decide", "round": 1, "step": -1, "decision": "hit"},
    {"type": "decide", "round": 1, "step": True, "decision": "hit"},
    {"type": "decide", "round": 1, "step": "0", "decision": "hit"},
    {"type": "decide", "round": 1, "step": 0.5, "decision": "hit"},
    {"type": "decide", "round": 1, "step": math.nan, "decision": "hit"},
    {"type": "decide", "round": 1, "step": math.inf, "decision": "hit"},
    {"type": "decide", "round": 1, "step": 10**40, "decision": "hit"},
    {"type": "decide", "round": 2, "step": 0, "decision": "hit"},
    {"type": "decide", "round": None, "step": 0, "decision": "hit"},
    {"type": "decide", "round": 1, "step": 0, "decision": "no insurance"},
    {"type": "decide", "round": 1, "step": 0, "decision": "insure", "amount": 5},
    {"type": "decide", "round": 1, "step": 0, "decision": "insure", "amount": "9" * 100_000},
    {"type": "decide", "round": 1, "step": 0, "decision": "double"} | {f"x{number}": 0 for number in range(20)},
    {"type": "deal", "round": 1, "stakes": [10]},
    {"type": "deal", "round": 0, "stakes": [10]},
    {"type": "document", "document": "it-banco"},
    {"type": "document", "document": "/etc/passwd"},
    {"type": "document", "document": "../" * 20},
    {"type": "reading", "clause": "IT-11", "reading": "not-allowed"},
    {"type": "reading", "clause": "IT-99", "reading": "x"},
    {"type": "reading", "clause": {}, "reading": "x"},
    {"type": "language", "language": "xx"},
    {"type": "language", "language": 3},
    {"type": "theme", "theme": "pink"},
    {"type": "end"},
    {"type": "new"},
    {"type": "again", "round": 1},
    {"type": "hint", "round": 7, "step": 0},
    {"type": "ping"},
    {"type": "__class__"},
    {"type": "update", "state": {"view": {}}},
]


@pytest.mark.parametrize("content", FORGED, ids=lambda content: repr(content)[:70])
def test_a_forged_message_changes_nothing(play: Any, content: object) -> None:
    screen, browser = play("it-training", CARDS)
    browser.deals(10)
    before = state_of(screen)
    browser.sends(content)
    assert state_of(screen) == before


@pytest.mark.parametrize(
    "stakes",
    [[], [0], [0, 0, 0], [4], [501], [-5], [10.5], ["10"], [True], [None], [10, 10], [10] * 50, [10**30], "10", {"0": 10}, None],
    ids=repr,
)
def test_stakes_that_a_table_does_not_take_leave_it_as_it_is(play: Any, stakes: object) -> None:
    screen, browser = play("it-training", CARDS)
    browser.sends({"type": "deal", "n": 1, "round": 0, "stakes": stakes})
    assert screen.sitting.number == 0
    assert screen.sitting.round is None
    assert screen.sitting.bankroll == 1000


def test_the_limits_are_the_tables_own(play: Any) -> None:
    _screen, browser = play("it-casino", CARDS, minimum=20, maximum=60)
    assert "minimum is 20" in browser.deals(19)
    assert "maximum is 60" in browser.deals(61)
    browser.deals(60)
    assert browser.view["bankroll"] == 940
    assert browser.view["stakes"]["least"] == 20


def test_a_stake_beyond_the_bankroll_is_refused_in_one_sentence(play: Any) -> None:
    screen, browser = play("it-casino", CARDS, bankroll=30)
    assert browser.deals(31) == "The stakes need 31 chips and 30 are left."
    assert screen.sitting.bankroll == 30


def test_values_that_a_browser_sets_are_not_taken(play: Any) -> None:
    screen, browser = play("it-training", CARDS)
    browser.deals(10)
    before, state = state_of(screen), copy.deepcopy(screen.get_state())
    forged = {"view": {"bankroll": 10**6}, "setup": {}, "history": [], "language": "ro", "theme": "dark", "strings": {}}
    screen._handle_msg({"content": {"data": {"method": "update", "state": forged}}, "buffers": []})
    assert state_of(screen) == before
    assert screen.get_state() == state
    browser.decides("hit")
    assert screen.view["bankroll"] == 990


def test_insurance_takes_the_amount_that_was_asked_for(play: Any) -> None:
    _screen, browser = play("it-casino", "10h,As,6d,5c,2s,3d,9h")
    browser.deals(10)
    assert "at most half" in browser.decides("insure", amount=5.5)
    assert browser.table["step"] == 0
    browser.decides("insure", amount=2.5)
    assert browser.table["seats"][0]["insurance"]["stake"] == 2.5
    assert browser.view["bankroll"] == 987.5


def test_the_document_waits_until_the_round_is_over(play: Any) -> None:
    screen, browser = play("it-training", "10h,9s,Qd,5c,Kd," + CARDS)
    browser.deals(10)
    assert "finish it first" in browser.sends({"type": "document", "document": "it-banco"})
    browser.decides("stand")
    assert browser.sends({"type": "document", "document": "it-banco"}) == ""
    assert screen.place.document == "it-banco"
    assert browser.view["bankroll"] == 1010


def test_a_number_that_comes_as_a_float_is_a_number() -> None:
    number, message = read_message({"type": "deal", "n": 4.0, "round": 0.0, "stakes": [10.0]})
    assert (number, message) == (4, Deal(0, (10,)))


def test_a_message_with_everything_right_is_read() -> None:
    assert read_message({"type": "ping", "n": 12}) == (12, Ask("ping"))
    _number, message = read_message({"type": "decide", "n": 1, "round": 2, "step": 3, "decision": "stand"})
    assert isinstance(message, Decide)
    assert (message.round, message.step, str(message.decision)) == (2, 3, "stand")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=8,
)
KINDS = st.sampled_from(["decide", "deal", "document", "reading", "language", "theme", "end", "new", "ping", "hint", "again"])
FIELDS = ["n", "round", "step", "decision", "amount", "stakes", "document", "clause", "reading", "language", "theme"]
MESSAGES = st.builds(
    lambda kind, rest: {"type": kind, **rest}, KINDS, st.dictionaries(st.sampled_from(FIELDS), ANYTHING, max_size=5)
)


@settings(max_examples=300, deadline=None)
@given(st.lists(MESSAGES | ANYTHING, max_size=6))
def test_whatever_comes_is_answered_and_chips_stay_whole(messages: list[object]) -> None:
    screen = Play("it-casino", seed=5)
    browser = Browser(screen)
    for content in messages:
        browser.sends(content)
    sitting = screen.sitting
    on_table = 0 if sitting.round is None else sum(hand.stake for seat in sitting.round.seats for hand in seat.hands)
    assert sitting.bankroll >= 0
    if sitting.playing:
        assert sitting.bankroll + on_table == 1000 + sitting.sums.net
