"""The command ``simulate``: its JSON is a contract."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bjlearn.app.cli import main
from bjlearn.app.cli_simulate import STRATEGIES, strategy_named
from bjlearn.documents import load
from bjlearn.exact import analyze, evaluate
from bjlearn.players import as_strategy

KEYS = ["rounds", "mean", "standard_error", "sd", "rounds_per_second"]


def simulated(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert main(["simulate", *options, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    found: dict[str, Any] = json.loads(captured.out)
    return found


@pytest.mark.parametrize("doc", ["it-casino", "it-banco", "ro-online", "it-training"])
def test_json(doc: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, doc, "--rounds", "300000", "--seed", "3")
    assert list(found) == KEYS
    assert found["rounds"] == 300_000
    exact = analyze(load(doc).rules()).ev("total")
    assert found["mean"] == pytest.approx(exact, abs=4 * found["standard_error"])
    again = simulated(capsys, doc, "--rounds", "300000", "--seed", "3", "--workers", "1")
    assert {key: again[key] for key in KEYS[:-1]} == {key: found[key] for key in KEYS[:-1]}


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = load("it-training").rules()
    found = simulated(capsys, "it-training", "--rounds", "200000", "--seed", "4", "--strategy", name)
    assert found["mean"] == pytest.approx(evaluate(rules, strategy_named(name, rules)), abs=4 * found["standard_error"])


def test_levels_are_the_players() -> None:
    rules = load("it-training").rules()
    for level in ("easy", "normal"):
        assert strategy_named(level, rules) == as_strategy(level)
    assert strategy_named("hard", rules) == analyze(rules).composition


def test_more_keys_only_where_more_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(
        capsys,
        "it-casino",
        "--rounds",
        "5000",
        "--seed",
        "5",
        "--seats",
        "3",
        "--cut-card",
        "--bankroll",
        "100",
        "--sessions",
        "500",
    )
    assert list(found) == [*KEYS, "bankroll", "seats"]
    assert len(found["seats"]["means"]) == 3
    assert set(found["bankroll"]) >= {"ruin", "doubled", "length", "final"}
    assert 0 < found["bankroll"]["ruin"]["low"] < found["bankroll"]["ruin"]["value"] < found["bankroll"]["ruin"]["high"] < 1


def test_readings_and_changes_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    rules = load("it-banco").rules({"IB-16": "any-two"}).replace(decks=2)
    options = ["it-banco", "--rounds", "400000", "--seed", "6", "--read", "IB-16=any-two", "--set", "decks=2"]
    found = simulated(capsys, *options)
    assert found["mean"] == pytest.approx(analyze(rules).ev("total"), abs=4 * found["standard_error"])


def test_a_seed_by_chance_is_told_and_gives_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "it-banco", "--rounds", "5000")
    again = simulated(capsys, "it-banco", "--rounds", "5000", "--seed", str(found["seed"]))
    assert again["mean"] == found["mean"]


@pytest.mark.parametrize("seats", ["1", "3"])
def test_one_round_and_one_session_are_json_and_words(seats: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What one of them cannot tell is null, which JSON knows, and a dash."""
    call = ["simulate", "it-casino", "--rounds", "1", "--seed", "1", "--seats", seats, "--bankroll", "100", "--sessions", "1"]
    assert main([*call, "--json"]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert (found["sd"] is None) == (seats == "1")
    assert main(call) == 0
    assert "nan" not in capsys.readouterr().out


def test_tables_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["simulate", "it-casino", "--rounds", "2000", "--seed", "7", "--seats", "2", "--bankroll", "50", "--sessions", "100"]
    for language, words in (("en", "chance of ruin"), ("it", "probabilità di rovina"), ("ro", "probabilitatea de ruină")):
        assert main([*call, "--lang", language, "--target", "80"]) == 0
        out = capsys.readouterr().out
        assert words in out
        assert "2,000" in out
        assert max(map(len, out.splitlines())) <= 110


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--rounds", "0"], "The number of rounds is a whole number from 1 to 1,000,000,000,000, not 0."),
        (["--rounds", "10", "--seats", "9"], "The number of hands is a whole number from 1 to 7, not 9."),
        (["--rounds", "10", "--seed", "-1"], "A seed is a whole number from 0"),
        (["--rounds", "10", "--cut-card"], "These rules have no cut card;"),
        (["--rounds", "10", "--bankroll", "5"], "The stakes need 10 chips and 5 are left."),
        (["--rounds", "1000000000000", "--bankroll", "5"], "The stakes need 10 chips and 5 are left."),
        (["--rounds", "1000000000000", "--bankroll", "50", "--target", "50"], "The target is a whole number from 51"),
        (["--rounds", "10", "--stake", "5"], "--stake is about sessions: give their --bankroll too"),
        (["--rounds", "10", "--sessions", "10000"], "--sessions is about sessions: give their --bankroll too"),
        (["--rounds", "10", "--strategy", "lucky"], "Invalid value for '--strategy'"),
        (["--rounds", "ten"], "Invalid value for '--rounds'"),
        ([], "Missing option '--rounds'"),
    ],
)
def test_errors_are_one_sentence(options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "it-banco", *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(sentence)
    assert len(captured.err.strip().splitlines()) == 1
