"""Every clause of every built-in document is played, in all its readings."""

import importlib
import inspect

import pytest

from bjlearn.documents import builtin_ids, load
from bjlearn.legality import CODES, reason


def _tests(document: str) -> dict[str, str]:
    module = importlib.import_module(f"tests.clauses.test_clauses_{document.replace('-', '_')}")
    return {
        name: inspect.getsource(function)
        for name, function in vars(module).items()
        if name.startswith("test_") and inspect.isfunction(function)
    }


@pytest.mark.parametrize("document", builtin_ids())
def test_every_clause_has_a_test_named_after_it(document: str) -> None:
    names = _tests(document)
    for clause in load(document).clauses:
        own = [name for name in names if name.startswith(f"test_{clause.id.replace('-', '_')}_")]
        assert own, f"no test is named after {clause.id}"


@pytest.mark.parametrize("document", builtin_ids())
def test_every_reading_is_played(document: str) -> None:
    names = _tests(document)
    for clause in load(document).choices():
        own = [text for name, text in names.items() if name.startswith(f"test_{clause.id.replace('-', '_')}_")]
        for reading in clause.readings:
            assert any(f'"{reading.id}"' in text for text in own), f"no test of {clause.id} names its reading {reading.id}"


@pytest.mark.parametrize("document", builtin_ids())
def test_no_test_is_named_after_a_clause_that_is_none(document: str) -> None:
    clauses = {clause.id.replace("-", "_") for clause in load(document).clauses}
    for name in _tests(document):
        assert "_".join(name.split("_")[1:3]) in clauses


@pytest.mark.parametrize("document", builtin_ids())
def test_every_reason_leads_to_a_clause(document: str) -> None:
    rules_on = {field for field in (reason(code, needed=1, left=0, most=2, answers=[]).field for code in CODES) if field}
    assert rules_on == {
        *("double_on", "double_cards", "double_after_split", "split_aces_one_card"),
        *("max_hands", "resplit_aces", "surrender", "insurance", "natural_pays", "natural_after_split", "stop_at_21"),
    }
    for field in rules_on:
        assert load(document).clause_for(field) is not None, f"{document} has no clause to cite for {field}"
