"""The casino's house rules in Italian, clause by clause, played."""

import math
from functools import partial

import pytest

from bjlearn.cards import Shoe
from bjlearn.documents import load
from bjlearn.game import GameError, Table
from bjlearn.game.events import Dealt, Looked, Revealed
from tests.game.play import asked, dealer, field, hands, nets, play, results, rules_of, totals, why
from tests.game.tables import shuffles_of, stand_all

DOC = "it-casino"
casino = partial(play, DOC)


def test_IC_01_the_higher_total_up_to_21_wins() -> None:
    assert casino("10 10 9 8", "stand").net == 10
    assert casino("10 10 7 8", "stand").net == -10
    assert results(casino("10 10 8 8", "stand")) == ["push"]
    assert casino("10 10 8 8", "stand").net == 0
    bust = casino("10 10 6 6 | K", "hit")
    assert (results(bust), bust.net) == (["bust"], -10)
    assert dealer(bust) == "10 6", "a bust loses at once: the dealer's 16 is not even drawn to"


def test_IC_02_six_decks() -> None:
    rules = rules_of(DOC)
    table = Table(rules, seed=1)
    table.deal([10])
    assert table.cards_left == 6 * 52 - 4
    shoe = Shoe.fresh(rules.decks)
    drawn = [str(shoe.draw()) for _ in range(shoe.size)]
    assert len(drawn) == 312
    assert {drawn.count(card) for card in set(drawn)} == {6}


@pytest.mark.parametrize(("reading", "low", "high"), [("dealt-75-85", 0.75, 0.85), ("dealt-15-25", 0.15, 0.25)])
def test_IC_03_cut_card(reading: str, low: float, high: float) -> None:
    found = shuffles_of(rules_of(DOC, {"IC-03": reading}), shuffles=60, seed=3)
    for before, after in found:
        assert after >= math.ceil(low * 312), "the shoe is shuffled only when the cut card is out"
        assert before < high * 312, "and no round begins once it is out"
    assert len({after for _, after in found}) > 10, "it goes in at random"


def test_IC_04_stakes_lie_between_the_limits_and_stay() -> None:
    table = Table(rules_of(DOC), [100], minimum=5, maximum=50, seed=4)
    for stake in (4, 51, 0, -5):
        with pytest.raises(GameError, match=r"minimum|maximum|above 0"):
            table.deal([stake])
    assert table.bankrolls == [100]
    for stake in (5, 50):
        round_ = table.deal([stake])
        assert round_.seats[0].stake == stake
        stand_all(round_)
        assert round_.seats[0].hands[0].stake == stake, "no stake changes but by double, split, insurance or surrender"
    assert casino("6 9 5 8 | 9", "double").seats[0].hands[0].stake == 20
    assert [hand.stake for hand in casino("8 9 8 7 | 10 10 10", "split stand stand").seats[0].hands] == [10, 10]
    assert casino("8 A 8 7", "insure 5 stand").seats[0].hands[0].stake == 10
    assert casino("8 9 8 7", "surrender").bankrolls == [95]


@pytest.mark.parametrize(("reading", "win"), [("one-to-one", 10), ("two-to-one", 20)])
def test_IC_05_pays(reading: str, win: int) -> None:
    read = {"IC-05": reading}
    assert casino("10 10 9 8", "stand", read=read).net == win
    assert casino("A 10 K 8", read=read).net == 15
    assert casino("10 10 7 8", "stand", read=read).net == -10
    assert casino("6 9 5 7 | 10 2", "double", read=read).net == 2 * win


def test_IC_06_order_of_the_deal() -> None:
    round_ = casino("2 3 4 9 5 6 7 8", stakes=[10, 10, 10])
    deal = [(event.seat, str(event.card), event.face_down) for event in round_.events if isinstance(event, Dealt)]
    assert deal == [
        *[(0, "2", False), (1, "3", False), (2, "4", False), (None, "9", False)],
        *[(0, "5", False), (1, "6", False), (2, "7", False), (None, "8", True)],
    ]
    assert round_.view()["dealer"]["cards"] == ["9", None]


@pytest.mark.parametrize("suit", ["", "s", "h", "d", "c"])
def test_IC_07_values(suit: str) -> None:
    def suited(text: str) -> str:
        return " ".join(word + suit for word in text.split())

    for figure in ("10", "J", "Q", "K"):
        assert totals(casino(suited(f"{figure} 10 7 8"), "stand")) == [17]
    for number in range(2, 10):
        assert totals(casino(suited(f"{number} 10 2 8"))) == [number + 2]
    ace = casino(suited("A 10 7 8"))
    assert (totals(ace), ace.hand.soft) == ([18], True)
    ace = casino(suited("A 10 7 8 9"), "hit")
    assert (totals(ace), ace.hand.soft) == ([17], False)


def test_IC_08_naturals() -> None:
    for ten in ("10", "J", "Q", "K"):
        assert casino(f"A 9 {ten} 8").net == 15
        assert casino(f"{ten} 9 A 8").net == 15
    assert results(casino("A 10 K A")) == ["push"]
    assert casino("A 10 K A").net == 0
    assert results(casino("10 10 K A")) == ["lose"], "a dealer natural beats everything else"
    two = casino("A 7 7 K 7 7 | 7 7", "hit", stakes=[10, 10])
    assert (results(two), dealer(two)) == (["natural", "push"], "7 7 7"), "a natural beats a dealer 21 of three cards"


def test_IC_09_players_one_after_another() -> None:
    round_ = casino("5 10 9 5 10 8 | 9", stakes=[10, 10])
    assert asked(round_) == ["action 0 0"]
    assert round_.legal() == ("hit", "stand", "double", "split", "surrender")
    round_ = casino("5 10 9 5 10 8 | 9", "hit stand stand", stakes=[10, 10])
    assert asked(round_) == ["action 0 0", "action 0 0", "action 1 0"]


@pytest.mark.parametrize("upcard", ["A", "10", "J", "Q", "K"])
def test_IC_10_dealer_looks(upcard: str) -> None:
    hole = "10" if upcard == "A" else "A"
    no = "no insurance" if upcard == "A" else ""
    round_ = casino(f"10 {upcard} 6 {hole}", no)
    assert round_.over
    assert round_.net == -10
    assert [type(event) for event in round_.events if isinstance(event, Looked | Revealed)] == [Looked, Revealed]
    assert casino(f"10 {upcard} 6 9", no).looked is False
    assert casino("10 9 6 A").looked is None, "under a nine there is nothing to look for"


def test_IC_11_hit_until_21_or_more() -> None:
    assert casino("5 10 6 7 | 10", "hit").net == 10, "a hand that reaches 21 is over"
    assert casino("A 10 2 7 | 8", "hit").net == 10, "a soft 21 too"
    assert casino("5 10 6 7 | 9", "hit").question is not None
    assert casino("10 10 6 7 | 6", "hit").net == -10


@pytest.mark.parametrize("reading", ["hard", "soft-too"])
def test_IC_12_double(reading: str) -> None:
    read = {"IC-12": reading}
    for cards, total in (
        ("6 10 2 7", 8),
        ("6 10 3 7", 9),
        ("6 10 4 7", 10),
        ("6 10 5 7", 11),
        ("7 10 5 7", 12),
        ("10 10 10 7", 20),
    ):
        assert (why(casino(cards, read=read), "double") is None) == (9 <= total <= 11)
    for cards in ("A 10 8 7", "A 10 9 7"):
        assert (why(casino(cards, read=read), "double") is None) == (reading == "soft-too")
    for cards in ("A 10 2 7", "A 10 7 7"):
        assert field(casino(cards, read=read), "double") == "double_on"
    assert why(casino("4 10 3 7 | 3", "hit", read=read), "double") == "double-cards", "only as the first action"
    doubled = casino("6 10 5 7 | 2", "double", read=read)
    assert (hands(doubled), doubled.net) == (["6 5 2"], -20), "exactly one more card"


def test_IC_13_double_after_split() -> None:
    round_ = casino("8 10 8 7 | 3 5 10", "split double", bankroll=100)
    assert hands(round_) == ["8 3 10", "8 5"]
    assert why(round_, "double") == "double-hard-9-11", "on the same totals"
    assert nets(casino("8 10 8 7 | 3 5 10", "split double stand")) == [20, -10]


def test_IC_14_split() -> None:
    round_ = casino("K 9 10 8 | 5 6", "split")
    assert hands(round_) == ["K 5", "10 6"], "by value; both second cards before either hand is played"
    assert [hand.stake for hand in round_.seats[0].hands] == [10, 10]
    assert round_.bankrolls == [80]
    assert why(casino("9 9 10 8"), "split") == "split-pair"
    assert why(casino("6 9 6 8 | A", "hit"), "split") == "split-first-two"
    again = casino("8 9 8 8 | 8 8", "split")
    assert (why(again, "split"), field(again, "split")) == ("split-most-hands", "max_hands")


def test_IC_15_split_aces_get_one_card() -> None:
    round_ = casino("A 9 A 8 | 5 6", "split")
    assert round_.over
    assert hands(round_) == ["A 5", "A 6"]
    assert round_.net == -10, "16 loses to 17, 17 pushes"


def test_IC_16_ace_and_ten_after_a_split_is_21() -> None:
    aces = casino("A 7 A 7 | K 9 7", "split")
    assert (results(aces), nets(aces)) == (["push", "lose"], [0, -10]), "a dealer 21 ties it"
    tens = casino("K 9 K 8 | A 9", "split stand")
    assert (results(tens), nets(tens)) == (["win", "win"], [10, 10]), "and it pays as a plain win"


@pytest.mark.parametrize("reading", ["up-to-half", "half"])
def test_IC_17_insurance(reading: str) -> None:
    read = {"IC-17": reading}
    assert casino("10 A 9 K", "insure 5", read=read).net == 0, "pays 2:1"
    assert casino("10 A 9 9", "insure 5 stand", read=read).net == -15, "else it is lost and play goes on"
    for upcard in ("10", "9", "2"):
        assert asked(casino(f"10 {upcard} 9 8", read=read)) == ["action 0 0"], "under an ace alone"
    question = casino("10 A 9 K", read=read)
    assert (why(question, "insure 2") is None) == (reading == "up-to-half")
    assert field(question, "insure 5.5") == "insurance"
    assert field(question, "insure 0") == "insurance"
    assert asked(casino("10 10 A 9 9 K", "insure 5", stakes=[10, 10], read=read)) == ["insurance 0 0", "insurance 1 0"]


@pytest.mark.parametrize("reading", ["late", "early"])
def test_IC_18_surrender(reading: str) -> None:
    read = {"IC-18": reading}
    assert casino("10 9 6 8", "surrender", read=read).net == -5
    assert why(casino("10 9 2 8 | 3", "hit", read=read), "surrender") == "surrender-first-two"
    assert why(casino("8 9 8 8 | 8 8", "split", read=read), "surrender") == "surrender-after-split"
    if reading == "late":
        assert casino("10 10 6 A", read=read).net == -10, "the look comes first"
        assert casino("10 10 6 9", "surrender", read=read).net == -5
    else:
        assert asked(casino("10 10 6 A", read=read)) == ["surrender 0 0"]
        assert casino("10 10 6 A", "surrender", read=read).net == -5
        assert casino("10 10 6 A", "no surrender", read=read).net == -10
        assert why(casino("10 10 6 9", "no surrender", read=read), "surrender") == "surrender-after-look"


@pytest.mark.parametrize("reading", ["stands", "hits"])
def test_IC_19_dealer_draws_to_17(reading: str) -> None:
    read = {"IC-19": reading}
    assert dealer(casino("10 10 8 6 | 2", "stand", read=read)) == "10 6 2"
    assert dealer(casino("10 10 8 7", "stand", read=read)) == "10 7"
    soft = "6 A 2" if reading == "hits" else "6 A"
    assert dealer(casino(f"10 6 8 A {'| 2' if reading == 'hits' else ''}", "stand", read=read)) == soft
    assert load(DOC).clause("IC-19").reading(reading).sets["hits_soft_17"] is (reading == "hits")
