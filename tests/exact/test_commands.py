"""The commands that answer with exact figures: their JSON is a contract."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

from bjlearn.app.cli_exact import CallError, commands, read_shoe
from bjlearn.documents import load
from bjlearn.exact import analyze
from bjlearn.text import BjlearnError

GROUP = click.Group("bjlearn", {command.name or "": command for command in commands})


def call(*arguments: str) -> str:
    result = CliRunner().invoke(GROUP, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def data(*arguments: str) -> dict:
    return json.loads(call(*arguments, "--json"))


def test_ev() -> None:
    found = data("ev", "it-casino", "--hand", "10,6", "--up", "10")
    assert list(found) == ["hand", "up", "dealer_natural", "after_look", "actions", "illegal", "best"]
    assert (found["hand"], found["up"], found["after_look"]) == (["10", "6"], "10", True)
    assert found["actions"]["stand"] == pytest.approx(-0.540954, abs=5.1e-7)
    assert found["actions"]["surrender"] == -0.5
    assert set(found["illegal"]) == {"double", "split"}
    assert found["best"] == {"composition": "surrender", "total": "surrender"}
    assert data("ev", "it-casino", "--hand", "K,6", "--up", "Q")["actions"] == found["actions"]


def test_ev_on_another_shoe() -> None:
    found = data("ev", "ro-online", "--hand", "10,6", "--up", "10", "--shoe", "A=20,5=4,10=90")
    shoe = {"A": 20, "5": 4, "10": 90}
    expected = analyze(load("ro-online").rules(), shoe).figures((10, 6), 10)
    assert found["actions"] == {action.value: value for action, value in expected.actions.items()}
    assert "surrender" in call("ev", "it-casino", "--hand", "10,6", "--up", "10")


def test_edge() -> None:
    found = data("edge", "it-banco")
    assert list(found) == ["composition", "total", "distribution"]
    assert 100 * found["composition"]["ev"] == pytest.approx(-1.733316, abs=6e-7)
    assert 100 * found["total"]["ev"] == pytest.approx(-1.739675, abs=6e-7)
    assert sum(found["distribution"].values()) == pytest.approx(1.0, abs=1e-12)
    mean = sum(float(net) * chance for net, chance in found["distribution"].items())
    assert mean == pytest.approx(found["composition"]["ev"], abs=1e-12)
    assert data("edge", "it-training")["distribution"] is None
    assert data("edge", "it-training")["total"]["sd"] is None


def test_readings_and_changes_reach_the_figures() -> None:
    never = data("edge", "it-training", "--read", "IT-07=ace-and-ten")
    assert 100 * never["composition"]["ev"] == pytest.approx(-0.40287, abs=5.1e-6)
    assert data("edge", "it-training", "--set", "look=ace-and-ten") == never


def test_strategy() -> None:
    found = data("strategy", "it-casino")
    assert set(found) == {"hard", "soft", "pairs", "then"}
    assert found["hard"]["16"]["10"] == "surrender"
    assert found["then"]["hard"]["16"]["10"] == "hit"
    cards = data("strategy", "it-casino", "--kind", "composition")
    assert cards["hands"]["2,10"]["4"] == "hit"
    assert {"hand", "up", "total", "composition", "worth"} == set(cards["exceptions"][0])
    table = call("strategy", "it-banco")
    assert "pairs" in table
    assert "Ph" in table


def test_dealer() -> None:
    found = data("dealer", "ro-online", "--up", "10")
    assert list(found) == ["17", "18", "19", "20", "21", "bust", "natural"]
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-14)
    assert found["natural"] == pytest.approx(24 / 311, abs=1e-15)


def test_compare() -> None:
    found = data("compare", "it-casino", "ro-online")
    assert [item["id"] for item in found["documents"]] == ["it-casino", "ro-online"]
    (way,) = found["ways"]
    assert sum(step["change"]["composition"] for step in way["steps"]) == pytest.approx(
        found["documents"][1]["edge"]["composition"] - found["documents"][0]["edge"]["composition"], abs=1e-14
    )
    assert way["steps"][-1]["edge"]["total"] == pytest.approx(found["documents"][1]["edge"]["total"], abs=1e-15)
    assert {"double_on", "surrender"} <= {change["field"] for step in way["steps"] for change in step["changes"]}
    table = call("compare", "it-casino", "ro-online")
    assert "from it-casino to ro-online" in table
    assert "stop_at_21: yes -> no" in table
    assert "True" not in table


def test_readings() -> None:
    found = data("readings", "it-training")
    edges = [item["edge"]["total"] for item in found["combinations"]]
    assert len(edges) == len(list(load("it-training").combinations()))
    assert found["lowest"]["edge"]["total"] == min(edges)
    assert found["highest"]["edge"]["total"] == max(edges)
    assert found["highest"]["readings"]["IT-11"] == "not-allowed"


@pytest.mark.parametrize("text", ["A", "A=x", "B=3", "A=3,A=4", "J=1,K=2", "=3", "A=99999"])
def test_a_shoe_that_is_none(text: str) -> None:
    with pytest.raises(BjlearnError):
        read_shoe(text)


def test_one_document_is_not_compared() -> None:
    with pytest.raises(CallError, match="at least two"):
        call("compare", "it-casino")


@pytest.mark.parametrize("read", ["XX-99=foo", "bad", "=", "IT-20=first"])
def test_a_reading_of_none_of_the_documents_is_not_compared(read: str) -> None:
    with pytest.raises(BjlearnError):
        call("compare", "it-casino", "it-banco", "--read", read)


def test_a_reading_counts_for_the_document_that_has_its_clause() -> None:
    plain, changed = (data("compare", "it-casino", "it-banco", *more) for more in ((), ("--read", "IB-13=plain")))
    assert plain["documents"][0] == changed["documents"][0]
    assert plain["documents"][1] != changed["documents"][1]
