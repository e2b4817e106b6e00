"""Who is at a screen: names as they are kept, what a server says of a visitor, and who is believed to be what."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjlearn.practice import identity
from bjlearn.practice.identity import (
    Visitor,
    WhoError,
    clean_group,
    clean_name,
    present_visitor,
    read_statement,
    seal,
    statement,
    unseal,
)
from bjlearn.practice.records import Learner

KEY = bytes(range(32))
OTHER = bytes(32)
MARIA = Visitor(Learner("0123456789abcdef0123456789abcdef", "Maria 🂡 <b>", "7B"))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana\t Maria\n", "Ana Maria"),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("'; DROP TABLE learner; --", "'; DROP TABLE learner; --"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}airaM\x00\x07", "airaM"),
        ("👩‍🏫 Ștefan", "👩‍🏫 Ștefan"),
        ("\ud800x", "x"),
        ("", ""),
    ],
)
def test_a_name_keeps_what_shows(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


def test_a_class_code_is_one_however_it_is_typed() -> None:
    assert clean_group(" 7b ") == clean_group("7B") == "7B"


def test_what_is_too_long_is_refused_in_one_sentence() -> None:
    assert clean_name("x" * identity.MOST_NAME)
    with pytest.raises(WhoError, match="at most 60 characters"):
        clean_name("x" * (identity.MOST_NAME + 1))
    with pytest.raises(WhoError, match="at most 30 characters"):
        clean_group("x" * (identity.MOST_GROUP + 1))


@given(st.text(), st.text(), st.booleans())
def test_a_statement_says_what_was_said(name: str, group: str, instructor: bool) -> None:
    visitor = Visitor(Learner("id", clean_name(name[:50]), clean_group(group[:9])), instructor)
    said = statement(KEY, visitor)
    assert said.isascii()
    assert len(said) < identity.MOST_STATEMENT
    assert read_statement(KEY, said) == visitor


def test_the_longest_name_still_fits() -> None:
    longest = Visitor(Learner("f" * 32, "🂡" * identity.MOST_NAME, "🂡" * identity.MOST_GROUP))
    assert read_statement(KEY, statement(KEY, longest)) == longest


@pytest.mark.parametrize("text", [None, "", ".", "x.y", 7, [], "é.é", "a" * 5000, "{}"])
def test_what_is_no_statement_is_none(text: object) -> None:
    assert read_statement(KEY, text) is None


def test_no_edited_forged_or_old_statement_is_believed() -> None:
    said = statement(KEY, MARIA, now=1000.0)
    assert read_statement(KEY, said, now=1000.0 + identity.LASTS) == MARIA
    assert read_statement(KEY, said, now=1001.0 + identity.LASTS) is None
    assert read_statement(KEY, said, now=999.0 - identity.LASTS) is None
    assert read_statement(OTHER, said, now=1000.0) is None
    body, mark = said.split(".")
    instructor = seal(OTHER, {"id": MARIA.learner.id, "name": "", "group": "", "instructor": True, "at": 1000.0})
    for forged in (
        f"{body}.",
        body,
        f"{instructor.split('.')[0]}.{mark}",
        instructor,
        f"{body[:-4]}AAAA.{mark}",
        f"{body}.{mark}x",
    ):
        assert read_statement(KEY, forged, now=1000.0) is None


def test_only_true_makes_an_instructor() -> None:
    said = {"id": "x", "name": "", "group": "", "at": 0.0}
    for value in (1, "true", "yes", [True]):
        visitor = read_statement(KEY, seal(KEY, {**said, "instructor": value}), now=0.0)
        assert visitor is not None
        assert not visitor.instructor


def test_a_seal_holds_json_alone() -> None:
    sealed = seal(KEY, {"a": 1})
    assert unseal(KEY, sealed) == {"a": 1}
    assert json.loads(json.dumps(sealed)) == sealed


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in (identity.KEY, identity.STATEMENT, "SERVER_SOFTWARE", "VOILA_PREHEAT", "JUPYTERHUB_USER"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_in_a_notebook_it_is_the_user_of_the_machine(nowhere: pytest.MonkeyPatch) -> None:
    nowhere.setenv("LOGNAME", "ana")
    ana = present_visitor()
    assert (ana.learner.name, ana.instructor, ana.served) == ("ana", True, False)
    assert present_visitor() == ana
    nowhere.setenv("LOGNAME", "bob")
    assert present_visitor().learner.id != ana.learner.id


def test_on_a_hub_it_is_the_user_of_the_hub_who_is_no_instructor(nowhere: pytest.MonkeyPatch) -> None:
    nowhere.setenv("LOGNAME", "jovyan")
    nowhere.setenv("JUPYTERHUB_USER", "ana")
    ana = present_visitor()
    assert (ana.learner.name, ana.instructor) == ("ana", False)
    nowhere.setenv("JUPYTERHUB_USER", "jovyan")
    hub = present_visitor()
    nowhere.delenv("JUPYTERHUB_USER")
    assert hub.learner.id != present_visitor().learner.id


def test_a_served_kernel_believes_its_server_alone(nowhere: pytest.MonkeyPatch) -> None:
    nowhere.setenv("LOGNAME", "teacher")
    nowhere.setenv(identity.KEY, KEY.hex())
    nowhere.setenv("QUERY_STRING", f"id={MARIA.learner.id}&name=Maria&instructor=true")
    stranger = present_visitor()
    assert (stranger.learner.name, stranger.learner.group, stranger.instructor, stranger.served) == ("", "", False, True)
    nowhere.setenv(identity.STATEMENT, statement(OTHER, Visitor(MARIA.learner, instructor=True)))
    assert present_visitor() == stranger
    nowhere.setenv(identity.STATEMENT, statement(KEY, MARIA))
    assert present_visitor() == MARIA


@pytest.mark.parametrize(("name", "value"), [("SERVER_SOFTWARE", "voila/0.5.13"), ("VOILA_PREHEAT", "True")])
def test_behind_another_voila_everybody_is_a_stranger(nowhere: pytest.MonkeyPatch, name: str, value: str) -> None:
    nowhere.setenv(name, value)
    assert not present_visitor().instructor
    assert present_visitor().served


def test_whoever_is_not_the_instructor_is_told_what_is_needed() -> None:
    identity.allowed(Visitor(MARIA.learner, instructor=True))
    with pytest.raises(WhoError, match="enter the instructor's token"):
        identity.allowed(MARIA)
