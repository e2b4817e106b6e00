"""The Romanian game instructions, clause by clause, played."""

from functools import partial

import pytest

from bjlearn.game import GameError, Table
from bjlearn.game.events import Dealt, Looked
from tests.game.play import asked, dealer, field, hands, nets, play, results, rules_of, totals, why

DOC = "ro-online"
online = partial(play, DOC)


def test_RO_01_as_many_points_as_possible_up_to_21() -> None:
    assert online("10 10 9 8", "stand").net == 10
    assert online("10 10 7 8", "stand").net == -10
    assert online("10 10 6 8 | 6", "hit").net == -10


def test_RO_02_up_to_three_hands_with_stakes_of_their_own() -> None:
    table = Table(rules_of(DOC), [100], minimum=5, maximum=50, seed=2)
    with pytest.raises(GameError, match="at most 3 hands"):
        table.deal([10, 10, 10, 10])
    for stakes in ([4, 10, 10], [10, 51], [10, 10, 0]):
        with pytest.raises(GameError, match=r"minimum|maximum|above 0"):
            table.deal(stakes)
    assert [seat.stake for seat in table.deal([5, 20, 50]).seats] == [5, 20, 50]
    assert table.bankrolls == [25]
    assert nets(online("10 10 10 10 9 8 7 8", "stand stand stand", stakes=[5, 20, 50])) == [5, 0, -50]


def test_RO_03_two_cards_each_and_one_of_the_dealers_face_down() -> None:
    round_ = online("2 3 9 5 6 8", stakes=[10, 10])
    assert hands(round_) == ["2 5", "3 6"]
    assert [event.face_down for event in round_.events if isinstance(event, Dealt) and event.seat is None] == [False, True]
    assert round_.view()["dealer"]["cards"] == ["9", None]


@pytest.mark.parametrize("ten", ["10", "J", "Q", "K"])
def test_RO_04_dealer_looks_under_a_ten(ten: str) -> None:
    round_ = online(f"10 {ten} 6 A")
    assert (round_.over, round_.step, round_.net) == (True, 0, -10)
    assert round_.view()["dealer"]["cards"] == [ten, "A"], "the natural is shown"
    looked = online(f"10 {ten} 9 9", "stand")
    assert [event.natural for event in looked.events if isinstance(event, Looked)] == [False], "once, and play goes on"


def test_RO_05_insurance_hand_by_hand_then_the_look() -> None:
    question = online("10 10 A 9 6 K", stakes=[10, 20])
    assert [why(question, f"insure {amount}") for amount in (4, 5, 6)] == ["insurance-exactly", None, "insurance-exactly"]
    both = online("10 10 A 9 6 K", "insure insure", stakes=[10, 20])
    assert asked(both) == ["insurance 0 0", "insurance 1 0"], "every hand, before anything is played"
    assert [seat.insurance for seat in both.seats] == [5, 10], "half of that hand's stake"
    assert (both.over, both.net) == (True, 0)
    one = online("10 10 A 9 6 K", "no insurance insure", stakes=[10, 20])
    assert (nets(one), one.net) == ([-10, -20], -10)
    none = online("10 10 A 9 6 9", "insure no insurance", stakes=[10, 20])
    assert (none.seats[0].insurance_result, none.looked) == ("lose", False)
    assert asked(none)[-1] == "action 0 0", "without a natural play goes on"


def test_RO_06_hands_one_after_another() -> None:
    round_ = online("10 10 9 6 6 8 | 10 4", "hit hit stand", stakes=[10, 10])
    assert asked(round_) == ["action 0 0", "action 1 0", "action 1 0"], "a bust passes play on at once"
    assert nets(round_) == [-10, 10]
    assert "hit" in online("5 10 6 7 | 10", "hit").legal(), "below 22"


@pytest.mark.parametrize("reading", ["two-cards", "any-number"])
def test_RO_07_double(reading: str) -> None:
    read = {"RO-07": reading}
    for cards in ("2 9 2 8 | 9", "6 9 5 8 | K", "10 9 10 8 | A", "A 9 7 8 | 5"):
        round_ = online(cards, "double", read=read)
        assert (round_.over, round_.seats[0].hands[0].stake, len(round_.seats[0].hands[0].cards)) == (True, 20, 3)
    three = online("2 9 3 8 | 4", "hit", read=read)
    assert (why(three, "double") is None) == (reading == "any-number")
    if reading == "two-cards":
        assert field(three, "double") == "double_cards"
    else:
        assert online("2 9 3 8 | 4 K", "hit double", read=read).net == 20
    passed = online("6 6 9 5 5 8 | K", "double", stakes=[10, 10], read=read)
    assert asked(passed)[-1] == "action 1 0", "one card, then play passes on"


def test_RO_08_split() -> None:
    round_ = online("K 9 10 8 | 5 6", "split")
    assert (hands(round_), round_.bankrolls) == (["K 5", "10 6"], [80])
    played = online("K 9 10 8 | 5 6 | 4 3", "split hit stand hit stand")
    assert asked(played) == ["action 0 0", *["action 0 0"] * 2, *["action 0 1"] * 2]
    assert why(online("9 9 10 8"), "split") == "split-pair"
    assert why(online("6 9 6 8 | A", "hit"), "split") == "split-first-two", "when the hand's play begins"
    assert why(online("8 9 8 8 | 8 8", "split"), "split") == "split-most-hands"


@pytest.mark.parametrize("reading", ["allowed", "not-allowed"])
def test_RO_09_double_after_split(reading: str) -> None:
    read = {"RO-09": reading}
    round_ = online("8 9 8 8 | 3 2", "split", read=read)
    if reading == "allowed":
        assert nets(online("8 9 8 8 | 3 2 K 9", "split double double", read=read)) == [20, 20]
    else:
        assert (why(round_, "double"), field(round_, "double")) == ("double-after-split", "double_after_split")


def test_RO_10_two_card_21_after_a_split_is_no_natural() -> None:
    assert nets(online("K 9 K 8 | A 9", "split stand stand")) == [10, 10], "paid 1:1"
    never = online("K A K K | A 9", "no insurance split stand stand", look="never")
    assert nets(never) == [-10, -10], "and loses to a dealer natural"


def test_RO_11_split_aces_get_one_card() -> None:
    round_ = online("A 10 9 A 6 8 | 5 6", "split", stakes=[10, 10])
    assert hands(round_) == ["A 5", "A 6", "10 6"]
    assert asked(round_)[-1] == "action 1 0", "play passes on"


@pytest.mark.parametrize("reading", ["stands", "hits"])
def test_RO_12_dealer_draws_to_17(reading: str) -> None:
    read = {"RO-12": reading}
    assert dealer(online("10 10 8 6 | 2", "stand", read=read)) == "10 6 2"
    assert dealer(online("10 10 8 7", "stand", read=read)) == "10 7"
    if reading == "stands":
        assert dealer(online("10 6 8 A", "stand", read=read)) == "6 A"
        assert dealer(online("10 2 8 4 | A", "stand", read=read)) == "2 4 A"
    else:
        assert dealer(online("10 6 8 A | 10", "stand", read=read)) == "6 A 10"
        assert dealer(online("10 2 8 4 | A 3", "stand", read=read)) == "2 4 A 3"


def test_RO_13_values() -> None:
    for figure in ("10", "J", "Q", "K"):
        assert totals(online(f"{figure} 10 7 8")) == [17]
    for number in range(2, 10):
        assert totals(online(f"{number} 10 2 8")) == [number + 2]
    assert totals(online("A 10 7 8")) == [18]
    assert totals(online("A 10 7 8 | 9", "hit")) == [17]


def test_RO_14_natural_beats_21_of_more_cards() -> None:
    round_ = online("A 10 7 K 7 7 | 7", "stand", stakes=[10, 10])
    assert (dealer(round_), results(round_)) == ("7 7 7", ["natural", "lose"])
    assert play(DOC, "7 A 7 K | 7", "no insurance hit stand", look="never").net == -10


def test_RO_15_each_hand_is_settled_apart() -> None:
    round_ = online("10 10 10 10 9 8 6 6 | K 10", "stand stand hit", stakes=[10, 20, 30])
    assert (round_.dealer.bust, nets(round_)) == (True, [10, 20, -30]), "a bust loses whatever the dealer has"
    assert nets(online("10 10 10 10 9 8 7 8", "stand stand stand", stakes=[10, 20, 30])) == [10, 0, -30]


def test_RO_16_natural_and_insurance_pay() -> None:
    assert online("A 9 K 8").net == 15
    assert online("A 10 K A").net == 0
    assert online("10 10 10 A").net == -10
    assert online("A A K K", "insure").net == 10
    assert online("10 A 9 K", "insure").net == 0


@pytest.mark.parametrize("reading", ["6", "1", "2", "4", "8"])
def test_RO_17_decks(reading: str) -> None:
    table = Table(rules_of(DOC, {"RO-17": reading}), seed=1)
    table.deal([10])
    assert table.cards_left == 52 * int(reading) - 4


def test_RO_18_no_surrender() -> None:
    round_ = online("10 10 6 9")
    assert (why(round_, "surrender"), field(round_, "surrender")) == ("surrender-not-offered", "surrender")
    assert "surrender" not in online("10 10 6 9", read={"RO-18": "not-offered"}).legal()
