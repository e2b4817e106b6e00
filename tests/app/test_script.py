"""Scripted rounds: the command line's contract for playing, and every way in which a script can be wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bjlearn.app import script
from bjlearn.text import BjlearnError


def scripted(document: str, cards: str, decisions: list[str], **more: Any) -> dict[str, Any]:
    data = {"document": document, "stakes": [10], "bankroll": 100, "cards": cards.split(), "decisions": decisions, **more}
    played = script.play(json.loads(json.dumps(data)))
    assert isinstance(played, dict)
    return played


def test_the_result_has_the_keys_of_the_contract_and_survives_json() -> None:
    played = scripted("it-casino", "Ah 9c Kd 7s", [])
    assert set(played) == {"asked", "hands", "dealer", "insurance", "net", "bankroll", "events"}
    hand = {"seat": 0, "hand": 0, "cards": ["Ah", "Kd"], "total": 21, "soft": True, "natural": True, "stake": 10}
    assert played["hands"] == [{**hand, "result": "natural", "net": 15}]
    assert played["dealer"] == {"cards": ["9c", "7s"], "total": 16, "natural": False}
    assert (played["net"], played["bankroll"], played["asked"]) == (15, 115, [])
    assert json.loads(json.dumps(played)) == played


def test_what_was_asked_names_every_action_with_its_clause() -> None:
    asked = scripted("it-casino", "10 10 6 7", ["stand"])["asked"]
    assert [(one["seat"], one["hand"], one["legal"]) for one in asked] == [(0, 0, ["hit", "stand", "surrender"])]
    assert asked[0]["illegal"] == {
        "double": "Only a hard 9, 10 or 11 can be doubled. (IC-12)",
        "split": "Only two cards of the same value can be split. (IC-14)",
    }


@pytest.mark.parametrize(
    ("stake", "bankroll", "net"), [(10, 115, 15), (5, 107.5, 7.5), (7, 110.5, 10.5)], ids=["even", "odd-5", "odd-7"]
)
def test_a_natural_on_an_odd_stake_is_paid_to_the_half(stake: int, bankroll: float, net: float) -> None:
    played = scripted("it-training", "A 9 K 7", [], stakes=[stake])
    assert (played["net"], played["bankroll"]) == (net, bankroll)


def test_pay_that_is_no_half_is_exact_too() -> None:
    played = scripted("it-casino", "A 9 K 7", [], stakes=[7], set={"natural_pays": "6:5"})
    assert json.dumps(played["net"]) == "8.4"
    third = scripted("it-casino", "A 9 K 7", [], stakes=[1], set={"natural_pays": "4/3"})
    assert third["net"] == "4/3"


@pytest.mark.parametrize(("read", "net"), [({}, -20), ({"IT-20": "first"}, -10)])
def test_a_double_into_a_natural_that_was_not_looked_for(read: dict[str, str], net: int) -> None:
    assert scripted("it-training", "6 A 5 K 10", ["double"], read=read)["net"] == net


@pytest.mark.parametrize(
    ("read", "decisions", "net", "asked"),
    [
        ({}, ["no insurance"], -10, ["no insurance"]),
        ({"IC-18": "early"}, ["no insurance", "surrender"], -5, ["no insurance", "no surrender"]),
        ({"IC-18": "early"}, ["surrender"], -5, ["no insurance", "no surrender"]),
        ({"IC-18": "early"}, ["insure 5", "no surrender"], 0, ["no insurance", "no surrender"]),
    ],
    ids=["late", "early", "early-said-at-once", "early-insured"],
)
def test_insurance_then_early_surrender_then_the_look(
    read: dict[str, str], decisions: list[str], net: int, asked: list[str]
) -> None:
    played = scripted("it-casino", "10 A 6 K", decisions, read=read)
    assert played["net"] == net
    assert [one["legal"][-1] for one in played["asked"]] == asked


def test_going_on_with_the_hand_declines_an_early_surrender() -> None:
    played = scripted("it-casino", "10 10 6 7 2", ["hit", "stand"], read={"IC-18": "early"})
    assert [one["legal"][0] for one in played["asked"]] == ["surrender", "hit", "hit"]
    assert played["net"] == 10


def test_several_rounds_play_on_one_bankroll_and_a_push_stays_on_the_table() -> None:
    push = {"document": "it-banco", "bankroll": 10, "stakes": [10], "cards": ["10", "9", "8", "9"], "decisions": ["stand"]}
    win = {"document": "it-banco", "stakes": [10], "cards": ["10", "9", "10", "9"], "decisions": ["stand"]}
    other = {"document": "it-training", "stakes": [20], "cards": ["10", "9", "8", "10"], "decisions": ["stand"]}
    first, second, third = script.play([push, win, other])
    assert (first["net"], first["bankroll"]) == (0, 0)
    assert (second["net"], second["bankroll"]) == (10, 20)
    assert (third["net"], third["bankroll"]) == (-20, 0)


def test_chips_of_a_push_go_home_when_another_game_is_played() -> None:
    push = {"document": "it-banco", "bankroll": 10, "stakes": [10], "cards": ["10", "9", "8", "9"], "decisions": ["stand"]}
    other = {"document": "it-training", "stakes": [10], "cards": ["10", "9", "8", "7", "10"], "decisions": ["stand"]}
    first, second = script.play([push, other])
    assert (first["bankroll"], second["bankroll"]) == (0, 20)


def test_seats_are_served_and_played_in_order() -> None:
    played = scripted(
        "it-casino", "2 3 4 10 10 10 10 7 5 6", ["hit", "stand", "hit", "stand", "stand"], stakes=[10, 20, 30], bankroll=60
    )
    assert [(one["seat"], one["hand"]) for one in played["asked"]] == [(0, 0), (0, 0), (1, 0), (1, 0), (2, 0)]
    assert [hand["cards"] for hand in played["hands"]] == [["2", "10", "5"], ["3", "10", "6"], ["4", "10"]]
    assert [hand["net"] for hand in played["hands"]] == [0, 20, -30]


GOOD: dict[str, Any] = {
    "document": "it-casino",
    "bankroll": 100,
    "stakes": [10],
    "cards": ["10", "10", "6", "7"],
    "decisions": ["stand"],
}
WITHOUT = {name: {key: value for key, value in GOOD.items() if key != name} for name in ("document", "stakes", "cards")}

FAULTS: list[tuple[object, tuple[str, ...]]] = [
    ("text", ("JSON object",)),
    ([], ("at least one",)),
    (WITHOUT["document"], ('lacks "document"',)),
    (WITHOUT["stakes"], ('lacks "stakes"',)),
    (WITHOUT["cards"], ('lacks "cards"',)),
    ({**GOOD, "seed": 1}, ('"seed"', "cards")),
    ({**GOOD, "document": 5}, ('"document"',)),
    ({**GOOD, "document": "it-nothing"}, ("it-nothing", "it-casino")),
    ({**GOOD, "read": []}, ('"read"',)),
    ({**GOOD, "read": {"IC-12": "no"}}, ("IC-12", "soft-too")),
    ({**GOOD, "set": {"decks": 9}}, ("decks", "1 to 8")),
    ({**GOOD, "set": {"deck": 1}}, ("deck", "decks")),
    ({**GOOD, "bankroll": -1}, ('"bankroll"',)),
    ({**GOOD, "bankroll": "much"}, ('"bankroll"',)),
    ({**GOOD, "bankroll": 5}, ("10", "5")),
    ({**GOOD, "stakes": 10}, ('"stakes"',)),
    ({**GOOD, "stakes": []}, ("1 to 7",)),
    ({**GOOD, "stakes": [1] * 8}, ("7",)),
    ({**GOOD, "document": "ro-online", "stakes": [1] * 4}, ("at most 3",)),
    ({**GOOD, "stakes": [0]}, ("whole number", "0")),
    ({**GOOD, "stakes": [-1]}, ("whole number", "-1")),
    ({**GOOD, "stakes": [2.5]}, ("whole number", "2.5")),
    ({**GOOD, "stakes": [True]}, ("whole number",)),
    ({**GOOD, "stakes": ["ten"]}, ("whole number", 'the text "ten"')),
    ({**GOOD, "stakes": ["10"]}, ("whole number", 'the text "10"')),
    ({**GOOD, "stakes": [float("nan")]}, ("whole number", "nan")),
    ({**GOOD, "cards": "10 10 6 7"}, ('"cards"',)),
    ({**GOOD, "cards": ["10", "10", "6", "Z"]}, ('"Z"', "rank")),
    ({**GOOD, "cards": ["10", "10", "6"]}, ("deal", "number 4")),
    ({**GOOD, "cards": [*GOOD["cards"], "5", "5"]}, ("2 cards are too many",)),
    ({**GOOD, "cards": ["5h", "5h", "5d", "5s"], "set": {"decks": 1}}, ("Card 2", "one deck has 1.")),
    ({**GOOD, "cards": [*GOOD["cards"], "5"]}, ("One card is too many",)),
    ({**GOOD, "cards": ["5", "5", "5", "5", "5"], "set": {"decks": 1}}, ("Card 5",)),
    ({**GOOD, "decisions": "stand"}, ('"decisions"',)),
    ({**GOOD, "decisions": []}, ("seat 0, hand 0", "hit, stand, surrender")),
    ({**GOOD, "decisions": ["stand", "stand"]}, ("Decision 2", "one too many")),
    ({**GOOD, "decisions": ["jump"]}, ("Decision 1", "jump", "hit")),
    ({**GOOD, "decisions": ["double"]}, ("Decision 1", "seat 0, hand 0", "hard 9, 10 or 11")),
    ({**GOOD, "decisions": ["split"]}, ("Decision 1", "same value")),
    ({**GOOD, "decisions": ["insure 5"]}, ("Decision 1", "not what is asked")),
    ({**GOOD, "decisions": ["hit"]}, ("Decision 1", "used up")),
    ({**GOOD, "cards": ["10", "A", "6", "7"], "decisions": ["insure 6"]}, ("Decision 1", "half the stake: 5")),
    ([GOOD, {**GOOD, "decisions": ["double"]}], ("Round 2", "Decision 1")),
]


@pytest.mark.parametrize(("data", "words"), FAULTS, ids=range(len(FAULTS)))
def test_a_faulty_script_gets_one_sentence_that_says_where_and_why(data: object, words: tuple[str, ...]) -> None:
    with pytest.raises(BjlearnError) as caught:
        script.play(data)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert all(word in sentence for word in words), sentence


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"a": 1e999999999}x'])
def test_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(script.ScriptError):
        script.loads(text)


def test_numbers_of_a_script_stay_exact() -> None:
    data = script.loads('{"document": "it-casino", "bankroll": 100.10, "stakes": [10.0], "cards": ["A", "9", "K", "7"]}')
    played = script.play(data)
    assert isinstance(played, dict)
    assert json.dumps(played["bankroll"]) == "115.1"
