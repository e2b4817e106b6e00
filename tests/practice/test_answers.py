"""How answers are read: every usual way to write one, and a sentence for what is none."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from bjlearn import Action
from bjlearn.cards import Total
from bjlearn.practice import AnswerError, Choice, Function, HandTotal, Kind, Number, actions
from bjlearn.text import Message


class Faulty:
    def __repr__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("written", "number"),
    [
        (12, Fraction(12)),
        (-3, Fraction(-3)),
        (0.25, Fraction(1, 4)),
        ("12", Fraction(12)),
        (" 0,25 ", Fraction(1, 4)),
        ("0.25", Fraction(1, 4)),
        ("3/13", Fraction(3, 13)),
        ("25 %", Fraction(1, 4)),
        ("25%", Fraction(1, 4)),
        ("+7", Fraction(7)),
        (Fraction(3, 13), Fraction(3, 13)),
        (np.int64(12), Fraction(12)),
        (np.float64(0.5), Fraction(1, 2)),
    ],
)
def test_a_number_in_every_usual_form(written: object, number: Fraction) -> None:
    assert Number().read(written) == number


NO_NUMBERS = [
    "",
    "twelve",
    "1/0",
    "1e9",
    "١٢x",
    "12 12",
    True,
    None,
    [],
    (12,),
    float("nan"),
    float("inf"),
    "9" * 5000,
    Faulty(),
    1j,
]
NO_TOTALS = [
    17,
    "17",
    "soft",
    "soft 17 hard",
    "soft soft",
    (17,),
    (17, "mild"),
    ("x", True),
    (1.5, True),
    (17, 1),
    None,
    {},
    Faulty(),
]


@pytest.mark.parametrize("written", NO_NUMBERS)
def test_what_is_no_number_is_told_in_one_sentence(written: object) -> None:
    assert_refused(Number(), written)


def assert_refused(kind: Kind[object] | Kind[Fraction] | Kind[Total] | Kind[str], written: object) -> None:
    with pytest.raises(AnswerError) as caught:
        kind.read(written)
    said = str(caught.value)
    assert len(said) < 300
    assert "\n" not in said
    assert said.endswith(".")


def test_a_tolerance_is_kept_exactly() -> None:
    kind = Number(Fraction(1, 200))
    assert kind.same(kind.read("0.235"), Fraction(23, 100))
    assert not kind.same(kind.read("0.2351"), Fraction(23, 100))
    assert not Number().same(Number().read(0.3333), Fraction(1, 3))


@pytest.mark.parametrize(
    "written", ["soft 17", "17 soft", "SOFT 17", " s17 ", "17,soft", (17, "soft"), [17, True], ("17", "Soft")]
)
def test_a_total_in_every_usual_form(written: object) -> None:
    assert HandTotal().read(written) == Total(17, True)


@pytest.mark.parametrize("written", NO_TOTALS)
def test_what_is_no_total_is_told_in_one_sentence(written: object) -> None:
    assert_refused(HandTotal(), written)


def test_a_choice_by_its_name_or_another_name() -> None:
    kind = Choice({"push": Message("Push")}, {"tie": "push"})
    assert kind.read(" Push ") == kind.read("tie") == "push"
    assert_refused(kind, "win")
    assert_refused(kind, 3)


@pytest.mark.parametrize("action", list(Action))
def test_actions_by_name_by_key_and_as_they_are(action: Action) -> None:
    key = {"split": "P", "surrender": "R"}.get(action.value, action.value[0])
    assert actions().read(action.value) == actions().read(action) == actions().read(key) == action.value


def test_only_the_actions_that_are_offered() -> None:
    kind = actions(Action.HIT, Action.STAND)
    assert list(kind.options) == ["hit", "stand"]
    assert_refused(kind, "double")
    assert_refused(kind, "d")


def test_a_function_is_not_its_result() -> None:
    kind: Function[Total] = Function("total(cards)")
    assert kind.read(len) is len
    assert_refused(kind, (17, True))
    assert_refused(kind, Decimal(1))
