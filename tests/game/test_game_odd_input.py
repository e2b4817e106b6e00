"""The game given what no screen would send: one sentence, and nothing changes."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjlearn.cards import CardError, OrderedShoe, Shoe, card, cards, fresh_cards
from bjlearn.game import Answer, GameError, Insure, Round, Table, decision, plain, read_money
from bjlearn.game.record import dumps, loads
from bjlearn.rules import Action, Rules, RulesError, field_names
from tests.game.play import play
from tests.game.tables import stand_all

NAN = float("nan")


def kind(value: object) -> str:
    return type(value).__name__


def deal(**change: Any) -> Round:
    with_ = {"rules": Rules(), "shoe": OrderedShoe(cards("10 9 6 8")), "stakes": [10], "bankrolls": [100], **change}
    return Round(**with_)


@pytest.mark.parametrize(
    "stake", [0, -1, NAN, 2.5, 10.0, "10", None, True, Fraction(5, 2), Decimal(10), [10], float("inf"), b"1"]
)
def test_C_065_a_stake_is_a_whole_number_of_chips(stake: Any) -> None:
    with pytest.raises(GameError, match="whole number of chips above 0"):
        deal(stakes=[stake])
    table = Table(Rules(), [100], seed=1)
    before = table.cards_left
    with pytest.raises(GameError, match="whole number of chips above 0"):
        table.deal([stake])
    assert (table.bankrolls, table.cards_left, table.round, table.rounds) == ([100], before, None, 0), "refused before the deal"


@pytest.mark.parametrize("chips", [NAN, 0.1, 100.0, -1, "100", None, True, float("inf"), Decimal(100)])
def test_a_bankroll_is_an_exact_number_of_chips(chips: Any) -> None:
    with pytest.raises(GameError, match="bankroll"):
        deal(bankrolls=[chips])
    with pytest.raises(GameError, match="bankroll"):
        Table(Rules(), [chips])


@pytest.mark.parametrize(
    "change",
    [
        {"stakes": []},
        {"stakes": [1] * 8},
        {"stakes": [10, 10], "purses": [0]},
        {"purses": [1]},
        {"purses": [-1]},
        {"purses": [None]},
        {"bankrolls": []},
        {"standing": [1, 2]},
        {"standing": [-5]},
        {"standing": [NAN]},
        {"standing": [20]},
        {"stakes": [101]},
        {"stakes": [60, 60]},
    ],
    ids=str,
)
def test_a_round_that_cannot_be_dealt(change: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        deal(**change)


@pytest.mark.parametrize(
    "limits",
    [(0, None), (-1, None), (10, 5), (NAN, None), (1, NAN), (2.5, None), (1, 7.5), ("1", None), (None, None), (True, None)],
    ids=str,
)
def test_limits_that_no_table_has(limits: tuple[Any, Any]) -> None:
    with pytest.raises(GameError, match="minimum"):
        Table(Rules(), [100], minimum=limits[0], maximum=limits[1])


@pytest.mark.parametrize("owners", [[1], [-1], [0.0], [None], ["0"], [0, 0], []], ids=str)
def test_hands_that_belong_to_nobody(owners: Any) -> None:
    with pytest.raises(GameError):
        Table(Rules(), [100]).deal([10], owners)


@pytest.mark.parametrize("amount", [NAN, 5.0, "5", True, [5], Decimal(5), float("inf"), 0, -1, Fraction(1, 3), 10**30])
def test_an_insurance_that_is_none(amount: Any) -> None:
    round_ = play("it-casino", "10 A 6 8")
    before = dumps(round_.view())
    found = round_.why_not(Insure(amount))
    assert found is not None
    assert found.code in ("insurance-amount", "insurance-most")
    assert not round_.may(Insure(amount))
    with pytest.raises(GameError, match="Insurance is"):
        round_.do(Insure(amount))
    assert dumps(round_.view()) == before


@pytest.mark.parametrize(
    "text",
    ["", " ", "hit me", "insure", "insure -5", "insure x", "insure 1/0", "insure nan", "HIT", "\x00", "9" * 9999],
    ids=range(11),
)
def test_a_decision_is_read_or_refused_in_one_sentence(text: str) -> None:
    assert isinstance(read_or_sentence(text), Action | Answer | Insure | str)


def read_or_sentence(text: str) -> Any:
    """The decision, or the sentence of the refusal, which must be one line and short."""
    try:
        return decision(text)
    except GameError as error:
        sentence = str(error)
    assert "\n" not in sentence
    assert len(sentence) < 300
    return sentence


@pytest.mark.parametrize("thing", ["hit", None, 5, NAN, (), [], {}, b"hit", Rules(), "no insurance"], ids=str)
def test_what_is_no_decision(thing: Any) -> None:
    round_ = play("it-casino", "10 9 6 8")
    before = dumps(round_.view())
    assert not round_.may(thing)
    assert round_.why_not(thing).code == "not-asked"
    with pytest.raises(GameError):
        round_.do(thing)
    assert dumps(round_.view()) == before
    if not isinstance(thing, str):
        with pytest.raises(GameError):
            decision(thing)


@given(st.text())
def test_decision_never_fails_otherwise(text: str) -> None:
    assert isinstance(read_or_sentence(text), Action | Answer | Insure | str)


@given(
    st.fractions(max_denominator=10**9)
    | st.integers()
    | st.builds(Fraction, st.integers(0, 10**30), st.sampled_from([2, 5, 1024, 10**9, 997]))
)
def test_money_as_data_is_exact(amount: Fraction | int) -> None:
    data = plain(amount if isinstance(amount, int) or amount.denominator > 1 else int(amount))
    assert read_money(data) == amount
    text = dumps({"": data})
    assert read_money(loads(text)[""]) == amount


@pytest.mark.parametrize(
    "value",
    [None, True, [], {}, "x", "1/0", NAN, float("inf"), "1e9", "9" * 10_000, 10**5000, "\ud800"],
    ids=kind,
)
def test_what_is_no_money(value: Any) -> None:
    assert read_money(value) is None


def test_a_table_that_refuses_changes_nothing() -> None:
    """A refused deal neither shuffles nor uses up chance: the cards that come are those that would have come."""
    for rules in (Rules(), Rules(decks=1, cut_card=(0.1, 0.2))):
        nets = []
        for bad in (False, True):
            table = Table(rules, [1000], seed=11)
            seen = []
            for _ in range(12):
                if bad:
                    left = table.cards_left
                    for stakes in ([0], [5000], [10, 10], [], [None]):
                        with pytest.raises(GameError):
                            table.deal(stakes)
                    assert table.cards_left == left
                seen.append([str(card) for card in stand_all(table.deal([10])).seats[0].hands[0].cards])
            nets.append(seen)
        assert nets[0] == nets[1]


def test_a_shoe_too_small_for_the_seats() -> None:
    table = Table(Rules(hands_per_player=3), [100], shoe=Shoe(fresh_cards(1)[:7]))
    with pytest.raises(GameError, match="do not suffice"):
        table.deal([10, 10, 10])
    assert (table.cards_left, table.bankrolls, table.rounds) == (7, [100], 0)
    assert table.deal([10, 10]) is table.round


def test_a_round_of_huge_stakes_replays() -> None:
    big = 10**20
    round_ = play("it-casino", "A 9 K 8", stakes=[big], bankroll=big)
    assert round_.bankrolls == [big * 5 // 2]


def test_a_bankroll_of_odd_parts_replays() -> None:
    """Payments that make long fractions: data hold them exactly, as text where a number could not."""
    odd = Fraction(123456789, 512 * 625)
    round_ = play("it-casino", "A 9 K 8", bankroll=[1000 + odd], natural_pays="997/991")
    assert round_.bankrolls == [1000 + odd + Fraction(9970, 991)]
    assert play("it-casino", "10 9 9 8", "stand", bankroll=[10 + Fraction(1, 10**5)]).bankrolls == [20 + Fraction(1, 10**5)]


@pytest.mark.parametrize("make", [lambda: None, list, lambda: 5, lambda: "text", dict, lambda: {1: 2}, lambda: {"format": []}])
def test_a_record_that_is_none(make: Callable[[], Any]) -> None:
    from bjlearn.game import RecordError

    with pytest.raises(RecordError):
        Round.from_record(make())


def test_a_step_that_is_no_step_does_nothing() -> None:
    round_ = play("it-casino", "10 9 6 8 | 2")
    for step in (-1, 1, 99, "0", NAN):
        assert round_.do(Action.HIT, step=step) is False  # type: ignore[arg-type]
    assert round_.step == 0
    assert round_.do(Action.HIT, step=0) is True


def test_a_shoe_that_ran_out_is_shuffled_after_the_round() -> None:
    """The cut card lies before the last card: once the discards had to come back, it is out, and the round is the last."""
    table = Table(Rules(decks=1, cut_card=(0.9, 0.95)), [10_000] * 7, seed=3)
    refills = 0
    for _ in range(300):
        round_ = table.deal([10] * 7, range(7))
        stand_all(round_)
        if round_.shoe.refills > refills:
            refills = round_.shoe.refills
            assert table.shuffle_due
            table.deal([10] * 7, range(7))
            assert table.cards_left == 52 - 16, "a full shoe"
            stand_all(table.round)  # type: ignore[arg-type]
    assert refills > 10


@pytest.mark.parametrize("value", [10**5000, -(10**5000), "a\nb", "x" * 10_000, NAN, b"", [[]], {"\n": 1}], ids=kind)
def test_a_value_no_rule_has_is_refused_on_one_short_line(value: Any) -> None:
    for name in field_names():
        with pytest.raises(RulesError) as found:
            Rules(**{name: value})
        assert "\n" not in str(found.value)
        assert len(str(found.value)) < 400


@pytest.mark.parametrize("text", ["", "\n", "A\nB", "11s", "0", "1h2", "10x", "♠", "A" * 5000], ids=range(9))
def test_text_that_is_no_card_is_refused_on_one_short_line(text: str) -> None:
    try:
        assert card(text).value == 1
    except CardError as error:
        sentence = str(error)
    else:
        sentence = ""
    assert "\n" not in sentence
    assert len(sentence) < 200
