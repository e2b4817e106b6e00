"""The European training game, in Italian, clause by clause, played."""

from functools import partial

import pytest

from bjlearn.exact import analyze
from bjlearn.game import GameError, Round, Table
from bjlearn.game.events import Dealt
from bjlearn.players import Player, easy, hard, normal
from bjlearn.rules import Action
from tests.game.play import asked, dealer, field, hands, nets, play, results, rules_of, totals, why

DOC = "it-training"
training = partial(play, DOC)


def test_IT_01_european() -> None:
    assert dealer(training("10 6 8 A", "stand")) == "6 A", "stands on soft 17"
    ace = training("10 A 6 9")
    assert asked(ace) == ["action 0 0"], "no insurance"
    assert why(ace, "surrender") == "surrender-not-offered"


def test_IT_02_six_decks_and_a_client_that_sees_neither_order_nor_hole_card() -> None:
    table = Table(rules_of(DOC), seed=5)
    round_ = table.deal([10])
    assert table.cards_left == 6 * 52 - 4
    view = round_.view()
    assert view["dealer"]["cards"][1] is None
    assert set(view) == {"step", "over", "dealer", "seats", "bankrolls", "cards_left", "looked", "question"}
    for hole in ("2", "9", "K", "A"):
        assert training(f"10 9 6 {hole}").view() == training("10 9 6 5").view()


def test_IT_03_two_cards_each_one_of_the_dealers_face_down() -> None:
    round_ = training("2 3 9 5 6 8", stakes=[10, 10])
    deal = [(event.seat, event.face_down) for event in round_.events if isinstance(event, Dealt)]
    assert deal == [(0, False), (1, False), (None, False), (0, False), (1, False), (None, True)]
    assert hands(round_) == ["2 5", "3 6"]


def test_IT_04_stakes_are_virtual_chips() -> None:
    round_ = training("10 9 9 8", "stand", stakes=[7])
    assert round_.bankrolls == [107]
    assert all(isinstance(chips, int) for chips in (*round_.bankrolls, round_.net)), "whole chips, no currency anywhere"
    with pytest.raises(GameError, match="whole number of chips"):
        training("10 9 9 8", "stand", stakes=[2.5])


def test_IT_05_natural_is_ace_and_ten_as_the_first_two_cards() -> None:
    for ten in ("10", "J", "Q", "K"):
        assert results(training(f"A 9 {ten} 8")) == ["natural"]
    assert results(training("7 9 7 9 | 7", "hit stand")) == ["win"]


def test_IT_06_players_act_in_order() -> None:
    round_ = training("8 10 9 8 6 8 | 3", "stand hit stand", stakes=[10, 10])
    assert asked(round_) == ["action 0 0", "action 1 0", "action 1 0"]
    assert training("8 9 8 8").legal() == ("hit", "stand", "double", "split")
    assert training("9 9 8 8").legal() == ("hit", "stand", "double")


@pytest.mark.parametrize("reading", ["never", "ace-and-ten"])
def test_IT_07_look(reading: str) -> None:
    read = {"IT-07": reading}
    for cards in ("10 A 6 K", "10 10 6 A"):
        round_ = training(cards, read=read)
        assert round_.over == (reading == "ace-and-ten")
        assert round_.looked == (True if reading == "ace-and-ten" else None)
    assert dealer(training("10 9 8 7 | A", "stand", read=read)) == "9 7 A", "draws to 17"
    assert dealer(training("10 6 8 A", "stand", read=read)) == "6 A", "and stands on any 17"
    if reading == "never":
        assert training("10 A 6 K", "stand", read=read).net == -10


def test_IT_08_each_hand_apart() -> None:
    assert nets(training("8 9 8 8 | K 2 | 7", "split stand hit stand")) == [10, 0]
    assert nets(training("10 10 10 9 8 8", "stand stand", stakes=[10, 30])) == [10, 0]


def test_IT_09_hit_while_not_past_21() -> None:
    assert "hit" in training("5 10 6 7 | 10", "hit").legal(), "at 21 a hit is legal"
    assert training("5 10 6 7 | 10 K", "hit hit").net == -10


def test_IT_10_stand_closes_the_hand() -> None:
    round_ = training("8 10 9 6 6 8", "stand", stakes=[10, 10])
    assert round_.seats[0].hands[0].done
    assert asked(round_)[-1] == "action 1 0"


@pytest.mark.parametrize("reading", ["allowed", "not-allowed"])
def test_IT_11_double(reading: str) -> None:
    read = {"IT-11": reading}
    for cards in ("2 9 2 8 | 9", "10 9 6 8 | 4", "A 9 7 8 | 3", "9 9 A 8 | A"):
        round_ = training(cards, "double", read=read)
        assert (round_.over, round_.seats[0].hands[0].stake) == (True, 20), "any total, one card"
    assert field(training("2 9 2 8 | 3", "hit", read=read), "double") == "double_cards"
    split = training("8 9 8 8 | 3 2", "split", read=read)
    assert why(split, "double") == (None if reading == "allowed" else "double-after-split")


def test_IT_12_split_up_to_four_hands() -> None:
    assert hands(training("K 9 10 8 | 5 6", "split")) == ["K 5", "10 6"], "same value; second cards at-once"
    assert hands(training("K 9 10 8 | 5 6", "split", read={"IT-12": "at-once"})) == ["K 5", "10 6"]
    four = training("8 9 8 8 | 8 8 | 8 8 | 8 8", "split split split")
    assert (hands(four), why(four, "split")) == (["8 8"] * 4, "split-most-hands")
    assert four.bankrolls == [60]


def test_IT_13_split_aces() -> None:
    round_ = training("A 9 A 8 | 5 6", "split")
    assert (round_.over, hands(round_)) == (True, ["A 5", "A 6"])
    assert hands(training("A 9 A 8 | A A", "split")) == ["A A", "A A"], "aces are split once only"


def test_IT_14_no_natural_after_a_split() -> None:
    assert nets(training("A 9 A 8 | K Q", "split")) == [10, 10]
    assert nets(training("K 9 K 8 | A 9", "split stand stand")) == [10, 10]


def test_IT_15_scores() -> None:
    assert training("10 9 9 8", "stand").net == 10
    assert training("10 10 7 8", "stand").net == -10
    assert training("10 10 8 8", "stand").net == 0
    assert training("A 9 K 8").net == 15
    assert training("6 9 5 8 | K", "double").net == 20, "a doubled hand counts twice"
    assert training("6 9 5 8 | 2", "double").net == -20


def test_IT_16_bust_loses_even_if_the_dealer_busts() -> None:
    round_ = training("10 10 9 6 9 7 | K 8", "hit stand", stakes=[10, 10])
    assert (round_.dealer.bust, nets(round_)) == (True, [-10, 10])
    alone = training("10 10 6 6 | K", "hit")
    assert (alone.net, dealer(alone)) == (-10, "10 6")


def test_IT_17_the_round_ends_when_all_hands_are_scored() -> None:
    round_ = training("8 10 9 8 6 8 | 3", "stand hit stand", stakes=[10, 10])
    assert round_.over
    assert None not in results(round_)
    table = Table(rules_of(DOC), [100], seed=2)
    round_ = table.deal([10])
    if not round_.over:
        with pytest.raises(GameError, match="not over"):
            table.leave()
        while not round_.over:
            round_.do(Action.STAND)
    assert table.leave() == table.bankrolls, "a session ends when the player asks"


def test_IT_18_natural_against_natural_and_the_ace() -> None:
    assert (training("A 10 K A").net, results(training("A 10 K A"))) == (0, ["push"])
    assert totals(training("A 10 9 8")) == [20]
    assert totals(training("A 10 9 8 | 5", "hit")) == [15]


def test_IT_19_no_five_card_rule_no_side_bets() -> None:
    five = training("2 10 2 10 | 3 3 4", "hit hit hit stand")
    assert (len(five.seats[0].hands[0].cards), five.net) == (5, -10), "five cards below 21 win nothing by themselves"
    assert asked(training("10 A 9 8")) == ["action 0 0"]
    assert "surrender" not in training("10 9 6 8").legal()


@pytest.mark.parametrize("reading", ["all", "first"])
def test_IT_20_natural_found_after_play(reading: str) -> None:
    read = {"IT-20": reading}
    whole = reading == "all"
    assert training("6 A 5 K | 10", "double", read=read).net == (-20 if whole else -10)
    assert nets(training("8 A 8 K | 3 10 | K", "split double stand", read=read)) == ([-20, -10] if whole else [-10, 0])
    assert training("6 A 10 K | 10", "hit", read=read).net == -10
    assert results(training("A 10 K A", read=read)) == ["push"]


@pytest.mark.parametrize("hole", ["2", "7", "K", "A"])
def test_IT_21_ai_players_see_the_public_view_alone(hole: str) -> None:
    round_ = training(f"10 9 6 {hole}")
    assert round_.view() == training("10 9 6 3").view(), "nothing that depends on a hidden card"
    question = round_.view()["question"]
    assert question["legal"] == ["hit", "stand", "double"], "and the legal actions they are sent"
    assert set(question["illegal"]) == {"split", "surrender"}
    for one in (easy(), normal(), hard(analyze(rules_of(DOC)).composition)):
        same = training("10 9 6 3").view()
        assert one.decide(round_.view(), question["legal"]) == one.decide(same, question["legal"])


@pytest.mark.parametrize("seed", range(20))
def test_IT_22_easy_draws_below_17_else_stops(seed: int) -> None:
    round_ = _let_play(Table(rules_of(DOC), [100], seed=seed).deal([10]), easy())
    for hand in round_.all_hands():
        assert hand.total >= 17
        before = [card.value for card in hand.cards[:-1]]
        assert len(hand.cards) == 2 or sum(before) < 17
    (only,) = round_.all_hands()  # no split
    assert not only.doubled


@pytest.mark.parametrize(
    ("cards", "decision"),
    [
        ("10 9 6 8", "hit"),  # hard 16 against 9: surrender is not offered
        ("10 5 6 8", "stand"),
        ("A 6 7 8", "double"),  # soft 18 against 6
        ("8 A 8 8", "split"),
        ("K 10 Q 8", "stand"),
    ],
)
def test_IT_23_normal_plays_a_basic_table_by_total_pair_and_upcard(cards: str, decision: str) -> None:
    view = training(cards).view()
    assert normal().decide(view, view["question"]["legal"]) == decision


@pytest.mark.parametrize("hole", ["2", "5", "9", "K"])
def test_IT_24_hard_plays_this_games_exact_strategy_without_the_hole_card(hole: str) -> None:
    one = hard(analyze(rules_of(DOC)).composition)
    view = training(f"8 10 8 {hole}").view()
    # nobody looks: against a ten the double stakes of a split would fall to a natural, so the eights are drawn to
    assert one.decide(view, view["question"]["legal"]) == "hit"
    view = training(f"8 9 8 {hole}").view()
    assert one.decide(view, view["question"]["legal"]) == "split"
    view = training(f"6 9 5 {hole}").view()
    assert one.decide(view, view["question"]["legal"]) == "double"


def _let_play(round_: Round, one: Player) -> Round:
    while not round_.over:
        round_.do(one.decide(round_.view(), round_.legal()))
    return round_
