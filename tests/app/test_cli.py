"""The command line from outside: JSON as the contract has it, tables for people, one sentence and exit 2 for an error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bjlearn.app.cli import main
from bjlearn.documents import builtin_ids
from bjlearn.rules import Rules, field_names


def test_documents_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["documents", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in found] == ["it-casino", "it-banco", "ro-online", "it-training"]
    assert all(set(one) == {"id", "title", "language", "source"} for one in found)
    assert [one["language"] for one in found] == ["it", "it", "ro", "it"]


@pytest.mark.parametrize("doc", builtin_ids())
def test_rules_json(doc: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", doc, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"id", "rules", "clauses"}
    assert tuple(found["rules"]) == field_names()
    assert Rules.from_mapping(found["rules"]).as_mapping() == found["rules"]
    for clause in found["clauses"]:
        assert set(clause) == {"id", "where", "text", "sure", "readings"}
        assert set(clause["text"]) == {"en", "it", "ro"}
        assert [reading["default"] for reading in clause["readings"]].count(True) == 1
        assert all(set(reading) == {"id", "label", "sets", "default"} for reading in clause["readings"])
        assert all(isinstance(reading["label"], str) for reading in clause["readings"])


def test_readings_and_changes_reach_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["rules", "it-banco", "--json", "--read", "IB-13=plain", "--set", "decks=2", "--set", "natural_pays=6:5"]
    assert main(call) == 0
    found = json.loads(capsys.readouterr().out)["rules"]
    assert (found["natural_after_split"], found["decks"], found["natural_pays"]) == (False, 2, 1.2)


def test_a_file_of_ones_own_is_a_document(capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(__file__).parents[2] / "docs" / "example-document.toml"
    assert main(["rules", str(example), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["clauses"]


@pytest.mark.parametrize("call", [["documents"], ["rules", "it-banco"], ["rules", "it-banco", "--lang", "ro"]])
def test_tables_for_people(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(call) == 0
    out = capsys.readouterr().out
    assert "it-banco" in out or "natural_pays" in out
    assert max(map(len, out.splitlines())) <= 110


def test_play_reads_a_file_and_standard_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "round.json"
    file.write_text('{"document": "it-casino", "bankroll": 100, "stakes": [10], "cards": ["A", "9", "K", "7"], "decisions": []}')
    assert main(["play", str(file), "--json"]) == 0
    from_file = json.loads(capsys.readouterr().out)
    piped = subprocess.run(
        [sys.executable, "-m", "bjlearn", "play", "-", "--json"], input=file.read_bytes(), capture_output=True, check=True
    )
    assert json.loads(piped.stdout) == from_file
    assert from_file["bankroll"] == 115
    assert main(["play", str(file)]) == 0
    assert "natural" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (["nothing"], "No such command"),
        (["rules"], "Missing argument"),
        (["rules", "nothing"], "it-casino"),
        (["rules", "it-casino", "--read", "IC-12"], "CLAUSE=READING"),
        (["rules", "it-casino", "--read", "IC-12=nothing"], "soft-too"),
        (["rules", "it-casino", "--read", "XX-12=hard"], "IC-12"),
        (["rules", "it-casino", "--set", "decks"], "FIELD=VALUE"),
        (["rules", "it-casino", "--set", "decks=0"], "1 to 8"),
        (["rules", "it-casino", "--set", "decks=1", "--set", "decks=2"], "two values"),
        (["rules", "it-casino", "--set", "double_on=none"], "double_after_split"),
        (["rules", "it-casino", "--lang", "xx"], "lang"),
        (["rules", "it-casino", "--no-such"], "--no-such"),
        (["play", "/no/such/file.json"], "cannot be read"),
        (["play", "/"], "cannot be read"),
        (["play", __file__], "not JSON"),
    ],
)
def test_an_error_is_one_sentence_and_exit_2(call: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(call) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in printed.err
    assert printed.err.count("\n") == 1
    assert "Traceback" not in printed.err


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m bjlearn rules it-casino --json | head -c 10", shell=True, capture_output=True, check=True
    )
    assert done.stderr == b""


def test_every_call_of_the_contract_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    for call in ("documents", "rules", "play", "dashboard", "lab"):
        assert main([call, "--help"]) == 0
        assert f"bjlearn {call}" in capsys.readouterr().out


def test_no_command_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "No command is given; bjlearn --help shows what is possible.\n"


def test_hands_are_counted_from_one_as_people_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "round.json"
    dealt = ["8", "6", "8", "10", "9", "10", "5"]
    file.write_text(
        json.dumps({"document": "it-training", "stakes": [10], "cards": dealt, "decisions": ["split", "stand", "stand"]})
    )
    assert main(["play", str(file)]) == 0
    rows = [line.split()[:2] for line in capsys.readouterr().out.splitlines() if line.strip().startswith("1 ")]
    assert rows == [["1", "1.1"], ["1", "1.2"]]
