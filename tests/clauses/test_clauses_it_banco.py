"""Play against the bank, in Italian, clause by clause, played."""

from functools import partial

import pytest

from bjlearn.cards import OrderedShoe, Shoe, cards
from bjlearn.game import GameError, Table
from bjlearn.game.events import Dealt, Looked
from tests.game.play import asked, dealer, field, hands, nets, play, results, rules_of, totals, why
from tests.game.tables import stand_all

DOC = "it-banco"
banco = partial(play, DOC)


def test_IB_01_four_decks_against_the_bank_alone() -> None:
    rules = rules_of(DOC)
    table = Table(rules, seed=1)
    table.deal([10])
    assert table.cards_left == 4 * 52 - 4
    shoe = Shoe.fresh(rules.decks)
    drawn = [str(shoe.draw()) for _ in range(shoe.size)]
    assert {drawn.count(card) for card in set(drawn)} == {4}
    assert nets(banco("10 9 10 10 7 8", "stand stand", stakes=[10, 10])) == [10, -10], "each against the bank, not each other"


def test_IB_02_values() -> None:
    for figure in ("10", "J", "Q", "K"):
        assert totals(banco(f"{figure} 10 7 8")) == [17]
    for number in range(2, 10):
        assert totals(banco(f"{number} 10 2 8")) == [number + 2]
    assert totals(banco("A 10 7 8")) == [18]
    assert totals(banco("A 10 7 8 | 9", "hit")) == [17]


def test_IB_03_natural() -> None:
    for ten in ("10", "J", "Q", "K"):
        assert results(banco(f"A 9 {ten} 8")) == ["natural"]
    three = banco("7 9 7 9 | 7", "hit stand")
    assert (results(three), totals(three)) == (["win"], [21])


def test_IB_04_free_stake_between_the_limits_before_the_deal() -> None:
    table = Table(rules_of(DOC), [100], minimum=5, maximum=50, seed=4)
    for stake in (4, 51):
        with pytest.raises(GameError, match=r"minimum|maximum"):
            table.deal([stake])
    assert table.round is None
    assert table.deal([37]).seats[0].stake == 37


def test_IB_05_deal() -> None:
    round_ = banco("2 3 9 5 6 8", stakes=[10, 10])
    deal = [(event.seat, str(event.card), event.face_down) for event in round_.events if isinstance(event, Dealt)]
    assert deal == [(0, "2", False), (1, "3", False), (None, "9", False), (0, "5", False), (1, "6", False), (None, "8", True)]


def test_IB_06_draw_as_often_as_wanted() -> None:
    many = banco("2 10 3 9 | 2 2 3 3 2 A 3 ", "hit hit hit hit hit hit hit stand")
    assert (totals(many), many.net) == ([21], 10)
    assert banco("10 10 6 6 | 9 | ", "hit").net == -10, "past 21 the stake is lost at once, and the bank's 16 not drawn to"
    assert "hit" in banco("5 10 6 7 | 10", "hit").legal(), "at 21 one may still draw"


@pytest.mark.parametrize("reading", ["stands", "hits"])
def test_IB_07_bank_draws_to_17(reading: str) -> None:
    read = {"IB-07": reading}
    assert dealer(banco("10 10 8 6 | 2", "stand", read=read)) == "10 6 2"
    assert dealer(banco("10 10 8 7", "stand", read=read)) == "10 7"
    if reading == "stands":
        assert dealer(banco("10 6 8 A", "stand", read=read)) == "6 A"
    else:
        assert dealer(banco("10 6 8 A | 10", "stand", read=read)) == "6 A 10"


def test_IB_08_bank_busts_and_higher_hands_win() -> None:
    bust = banco("10 10 10 2 8 6 | K", "stand stand", stakes=[10, 30])
    assert (nets(bust), bust.dealer.bust) == ([10, 30], True), "every hand still in is paid"
    assert nets(banco("10 10 10 6 8 6 | 8 K", "hit stand", stakes=[10, 30])) == [-10, 30], "one that is bust is not"
    assert banco("10 10 9 8", "stand").net == 10


def test_IB_09_the_stake_of_a_tie_stays() -> None:
    tie = banco("10 10 8 8", "stand")
    assert (results(tie), tie.net, tie.bankrolls, tie.seats[0].standing) == (["push"], 0, [90], 10)
    table = Table(rules_of(DOC), [100], shoe=OrderedShoe(cards("10 10 8 8  10 10 9 8  10 10 9 8")))

    stand_all(table.deal([10]))
    assert (table.bankrolls, table.standing) == ([90], {(0, 0): 10})
    with pytest.raises(GameError, match="stay on the table"):
        table.deal([5])
    stand_all(table.deal([10]))
    assert (table.bankrolls, table.standing) == ([110], {}), "no new chips were needed: the stake of the tie played on"
    stand_all(table.deal([10]))
    assert table.bankrolls == [120]


def test_IB_10_natural_pays_3_to_2() -> None:
    assert banco("A 9 K 8").net == 15
    assert banco("A 9 K 8", stakes=[5]).bankrolls == [107.5]


@pytest.mark.parametrize("reading", ["once", "to-four"])
def test_IB_11_split(reading: str) -> None:
    read = {"IB-11": reading}
    round_ = banco("K 9 10 8 | 5 6", "split", read=read)
    assert hands(round_) == ["K 5", "10 6"], "by value; both second cards at once"
    assert round_.bankrolls == [80]
    assert why(banco("9 9 10 8", read=read), "split") == "split-pair"
    assert why(banco("6 9 6 8 | A", "hit", read=read), "split") == "split-first-two"
    again = banco("8 9 8 8 | 8 8", "split", read=read)
    if reading == "once":
        assert why(again, "split") == "split-most-hands"
    else:
        four = banco("8 9 8 8 | 8 8 | 8 2 | 3 4", "split split split", read=read)
        assert hands(four) == ["8 3", "8 4", "8 2", "8 8"]
        assert why(four, "split") == "split-pair"
        four = banco("8 9 8 8 | 8 8 | 8 8 | 8 8", "split split split", read=read)
        assert (len(hands(four)), why(four, "split")) == (4, "split-most-hands")


def test_IB_12_split_aces_get_one_card() -> None:
    round_ = banco("A 9 A 8 | 5 6", "split")
    assert (round_.over, hands(round_), round_.net) == (True, ["A 5", "A 6"], -10)
    assert round_.seats[0].standing == 10
    to_four = banco("A 9 A 8 | A A", "split", read={"IB-11": "to-four"})
    assert (to_four.over, hands(to_four)) == (True, ["A A", "A A"]), "their second card alone, even if it is an ace"


@pytest.mark.parametrize("reading", ["natural", "plain"])
def test_IB_13_ace_and_ten_after_a_split(reading: str) -> None:
    read = {"IB-13": reading}
    aces = banco("A 7 A 7 | K 9 7", "split", read=read)
    tens = banco("K 9 K 8 | A 9", "split stand stand" if reading == "plain" else "split stand", read=read)
    if reading == "natural":
        assert (results(aces), nets(aces)) == (["natural", "lose"], [15, -10]), "it beats a 21 of three cards"
        assert (results(tens), nets(tens)) == (["natural", "win"], [15, 10])
        assert results(banco("K 10 K A | A 9", "split stand", read=read)) == ["push", "lose"], "and ties the bank's natural"
    else:
        assert (results(aces), nets(aces)) == (["push", "lose"], [0, -10])
        assert (results(tens), nets(tens)) == (["win", "win"], [10, 10])


@pytest.mark.parametrize(("reading", "net"), [("one-to-one", -5), ("two-to-one", 0)])
def test_IB_14_insurance(reading: str, net: int) -> None:
    read = {"IB-14": reading}
    assert banco("10 A 9 K", "insure 5", read=read).net == net
    assert banco("10 A 9 9", "insure 5 stand", read=read).net == -15
    question = banco("10 A 9 K", read=read)
    for amount, code in (("0.5", None), ("2", None), ("5", None), ("5.5", "insurance-most"), ("0", "insurance-amount")):
        assert why(question, f"insure {amount}") == code
    assert asked(banco("10 10 9 8", read=read)) == ["action 0 0"], "under an ace alone"


@pytest.mark.parametrize("reading", ["ace", "ace-and-ten", "never"])
def test_IB_15_look(reading: str) -> None:
    read = {"IB-15": reading}
    ace = banco("10 A 6 K", "no insurance", read=read)
    ten = banco("10 10 6 A", read=read)
    assert (ace.over, ten.over) == (reading != "never", reading == "ace-and-ten")
    assert (ace.looked, ten.looked) == (True if ace.over else None, True if ten.over else None)
    if reading == "never":
        late = banco("10 A 6 K | 5", "insure 5 hit stand", read=read)
        assert not any(isinstance(event, Looked) for event in late.events)
        assert (results(late), late.seats[0].insurance_net, late.net) == (["lose"], 5, -5), "settled when the players are done"


@pytest.mark.parametrize("reading", ["none", "any-two"])
def test_IB_16_double(reading: str) -> None:
    read = {"IB-16": reading}
    assert why(banco("10 9 6 8", read=read), "surrender") == "surrender-not-offered"
    assert field(banco("10 9 6 8", read=read), "surrender") == "surrender"
    if reading == "none":
        assert (why(banco("6 9 5 8", read=read), "double"), field(banco("6 9 5 8", read=read), "double")) == (
            "double-not-offered",
            "double_on",
        )
    else:
        for hand in ("6 9 5 8 | 9", "A 9 8 8 | A", "2 9 2 8 | K"):
            doubled = banco(hand, "double", read=read)
            assert (doubled.over, doubled.seats[0].hands[0].stake) == (True, 20)
        assert why(banco("2 9 3 8 | 4", "hit", read=read), "double") == "double-cards"
        assert hands(banco("8 9 8 8 | 3 2 9", "split double", read=read)) == ["8 3 9", "8 2"]


@pytest.mark.parametrize("reading", ["all", "first"])
def test_IB_17_natural_found_after_play(reading: str) -> None:
    read = {"IB-17": reading}
    split = banco("8 10 8 A | 10 10", "split stand stand", read=read)
    assert nets(split) == ([-10, -10] if reading == "all" else [-10, 0])
    assert split.bankrolls == ([80] if reading == "all" else [90])
    bust = banco("8 10 8 A | 4 10 | 10", "split hit stand", read=read)
    assert bust.net == (-20 if reading == "all" else -10)
    both = banco("8 10 8 A | 4 4 | K K", "split hit hit", read=read)
    assert both.net == (-20 if reading == "all" else -10), "what a bust second hand had staked comes back too"
    doubled = banco("6 10 5 A | K", "double", read={**read, "IB-16": "any-two"})
    assert doubled.net == (-20 if reading == "all" else -10)
