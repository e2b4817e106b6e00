"""Cases of other programs about settlement, insurance, the look, surrender, the dealer, seats, chips: each with its kind."""

from fractions import Fraction
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjlearn.cards import Card, OrderedShoe, cards
from bjlearn.documents import load
from bjlearn.game import Insure, Round, Table
from bjlearn.game.events import Acted, Dealt, Drew, Revealed
from bjlearn.rules import Action, Rules
from tests.game.play import DOCUMENTS, asked, dealer, hands, nets, play, results, rules_of, totals, why
from tests.game.random_play import choose, play_on, rules, some_cards
from tests.game.referee import check_over
from tests.game.tables import stand_all

each_document = pytest.mark.parametrize("document", DOCUMENTS)
declined = partial(play, decline=True)
DOUBLES = {"it-banco": {"IB-16": "any-two"}}
"""The readings with which a document knows the double."""


def doubling(document: str, *args: str, **more: object) -> Round:
    return play(document, *args, read=DOUBLES.get(document), **more)  # type: ignore[arg-type]


@given(rules(), some_cards(150, 150), st.integers(1, 7), st.integers(0, 2**32))
def test_C_023_every_hand_is_settled_by_its_own_cards(game: Rules, order: list[Card], seats: int, seed: int) -> None:
    """Any play of any rules, settled a second time by a referee that knows nothing of the game's own settlement."""
    round_ = Round(game, OrderedShoe(order), [10] * seats, [80] * seats, range(seats))
    check_over(play_on(round_, Random(seed)))


@each_document
def test_C_023_one_split_hand_bust_one_push(document: str) -> None:
    round_ = play(document, "8 9 8 10 | 5 A 10", "split hit stand")
    assert (totals(round_), nets(round_)) == ([23, 19], [-10, 0])


@each_document
@pytest.mark.parametrize("stake", [5000, 1, 3, 10])
def test_C_025_a_natural_pays_exactly_3_to_2(document: str, stake: int) -> None:
    round_ = play(document, "A 9 K 8", stakes=[stake], bankroll=10_000)
    assert round_.bankrolls == [10_000 + Fraction(3 * stake, 2)]


@each_document
def test_C_027_the_bankroll_at_the_end_is_what_counts(document: str) -> None:
    round_ = play(document, "A 9 K 8", stakes=[10], bankroll=100)
    assert (round_.bankrolls, round_.net) == ([115], 15)


@pytest.mark.parametrize(("document", "one"), [("it-casino", 2), ("ro-online", 2), ("it-banco", 1)])
def test_C_029_insurance_of_every_kind_of_hand(document: str, one: int) -> None:
    """A natural is asked too; with and without a dealer natural, win, loss and push."""
    assert asked(play(document, "A A K K")) == ["insurance 0 0"]
    assert play(document, "A A K K", "insure").net == 5 * one
    assert play(document, "A A K 7", "insure").net == 15 - 5
    assert play(document, "10 A 10 8", "insure stand").net == 10 - 5
    assert play(document, "10 A 10 K", "insure").net == -10 + 5 * one
    assert play(document, "10 A 8 8", "insure stand").net == -10 - 5
    assert play(document, "10 A 9 8", "insure stand").net == -5


@pytest.mark.parametrize("document", ["it-casino", "ro-online"])
def test_C_031_with_a_look_nothing_can_be_doubled_into_a_natural(document: str) -> None:
    round_ = declined(document, "6 A 5 K")
    assert (round_.over, round_.net) == (True, -10)
    assert not any(isinstance(event, Acted) and event.decision in tuple(Action) for event in round_.events)


@pytest.mark.parametrize(("reading", "net"), [("all", -20), ("first", -10)])
def test_C_031_without_a_look_a_double_runs_into_it(reading: str, net: int) -> None:
    assert play("it-training", "6 A 5 K | 9", "double", read={"IT-20": reading}).net == net


def test_C_033_insurance_then_the_look_then_surrender() -> None:
    late = play("it-casino", "10 A 6 K", "no insurance")
    assert (asked(late), late.over, late.net) == (["insurance 0 0"], True, -10)
    early = play("it-casino", "10 A 6 K", "no insurance surrender", read={"IC-18": "early"})
    assert (asked(early), early.net) == (["insurance 0 0", "surrender 0 0"], -5)
    kept = play("it-casino", "10 A 6 9 | ", "no insurance surrender")
    assert (asked(kept), kept.net) == (["insurance 0 0", "action 0 0"], -5)


@pytest.mark.parametrize("reading", ["late", "early"])
@pytest.mark.parametrize("upcard", ["2", "6", "9", "10", "A"])
def test_C_035_after_a_surrender_the_hole_card_is_shown_and_nothing_drawn(reading: str, upcard: str) -> None:
    script = "no insurance surrender" if upcard == "A" else "surrender"
    round_ = play("it-casino", f"10 {upcard} 6 5", script, read={"IC-18": reading})
    assert (round_.net, dealer(round_)) == (-5, f"{upcard} 5")
    assert [str(event.card) for event in round_.events if isinstance(event, Revealed)] == ["5"]
    assert not any(isinstance(event, Drew) for event in round_.events)


@each_document
def test_C_037_a_tie_is_a_push_by_a_clause_of_the_document(document: str) -> None:
    round_ = play(document, "10 10 8 8", "stand")
    assert (results(round_), round_.net) == (["push"], 0)
    clause = load(document).clause_for("push")
    assert clause is not None, "the rule that a screen shows with the result"
    assert clause.id == {"it-casino": "IC-01", "it-banco": "IB-09", "ro-online": "RO-15", "it-training": "IT-15"}[document]


@each_document
def test_C_039_a_doubled_21_against_21_is_a_push_of_the_doubled_stake(document: str) -> None:
    round_ = doubling(document, "6 10 5 5 | 10 6", "double")
    assert (results(round_), round_.net, round_.seats[0].hands[0].stake) == (["push"], 0, 20)
    assert round_.bankrolls[0] + round_.seats[0].standing == 100


@each_document
@pytest.mark.parametrize("stake", [30_000, 1])
def test_C_041_a_stake_is_taken_once(document: str, stake: int) -> None:
    table = Table(rules_of(document), [stake], shoe=OrderedShoe([*cards("10 10 9 8"), *cards("10 10 9 8")]))
    stand_all(table.deal([stake]))
    assert table.bankrolls == [2 * stake]
    stand_all(table.deal([stake]))
    assert table.bankrolls == [3 * stake]


@each_document
@pytest.mark.parametrize(
    ("order", "held", "net"),
    [
        pytest.param("10 10 5 6 | K", "10 6 K", 10, id="C-043 ahead at 16"),
        pytest.param("10 10 6 6 | K", "10 6 K", 10, id="C-043 16 against 16"),
        pytest.param("10 10 2 3 | 5", "10 3 5", -10, id="C-045 13"),
        pytest.param("10 10 2 4 | 5", "10 4 5", -10, id="C-045 14"),
        pytest.param("10 10 2 6 | A", "10 6 A", -10, id="C-045 16"),
        pytest.param("10 10 8 6 | 2", "10 6 2", 0, id="C-049"),
    ],
)
def test_the_dealer_never_looks_at_the_players_hands(document: str, order: str, held: str, net: int) -> None:
    round_ = declined(document, order, "stand")
    assert (dealer(round_), round_.net) == (held, net)


@given(some_cards(30, 30), st.booleans(), st.integers(0, 2**32))
def test_C_045_the_dealers_cards_depend_on_the_dealers_cards_alone(order: list[Card], hits: bool, seed: int) -> None:
    """Whatever the player holds: the same dealer cards to come are drawn to the same end."""
    game = Rules(look="never", insurance="none", hits_soft_17=hits)
    held = {}
    for mine in ("10 2", "10 9", "5 4"):
        one, two = cards(mine)
        round_ = Round(game, OrderedShoe([one, order[0], two, *order[1:]]), [10], [100])
        round_.do(Action.STAND)
        held[mine] = dealer(round_)
    assert len(set(held.values())) == 1


@each_document
def test_C_047_soft_17(document: str) -> None:
    for hits in (False, True):
        two = declined(document, f"10 A 10 6 {'| 4' if hits else ''}", "stand", hits_soft_17=hits)
        three = declined(document, f"10 A 10 2 | 4 {'3' if hits else ''}", "stand", hits_soft_17=hits)
        assert (dealer(two), dealer(three)) == (("A 6 4", "A 2 4 3") if hits else ("A 6", "A 2 4"))


@each_document
@pytest.mark.parametrize("seats", range(1, 8))
def test_C_051_the_first_seat_gets_the_first_card_and_acts_first(document: str, seats: int) -> None:
    ranks = ["2", "3", "4", "5", "6", "7", "8"][:seats]
    order = f"{' '.join(ranks)} 9 {' '.join(['10'] * seats)} 8"
    round_ = play(document, order, "stand " * seats, stakes=[1] * seats, hands_per_player=3)
    assert hands(round_) == [f"{rank} 10" for rank in ranks]
    assert asked(round_) == [f"action {seat} 0" for seat in range(seats)]
    deal = [event.seat for event in round_.events if isinstance(event, Dealt)]
    assert deal == [*range(seats), None, *range(seats), None]


# what may be split, and what comes then: C-055, C-057, C-059


@each_document
def test_C_055_only_a_hand_of_two_cards_is_split(document: str) -> None:
    round_ = play(document, "6 9 6 8 | A", "hit")
    assert round_.hand.total == 13
    assert round_.legal() == ("hit", "stand")
    assert why(round_, "split") == "split-first-two"


@each_document
@pytest.mark.parametrize("first", ["10", "J", "Q", "K", "9", "2"])
@pytest.mark.parametrize("second", ["10", "J", "Q", "K", "9", "2"])
def test_C_057_split_by_value(document: str, first: str, second: str) -> None:
    round_ = play(document, f"{first} 6 {second} 9")
    value = {"J": "10", "Q": "10", "K": "10"}
    same = value.get(first, first) == value.get(second, second)
    assert why(round_, "split") == (None if same else "split-pair")
    assert why(play(document, "A 6 A 9"), "split") is None


def test_C_059_both_second_cards_come_at_the_split() -> None:
    for document in DOCUMENTS:
        change = {"double_on": "any", "double_after_split": True}
        round_ = play(document, "4 5 4 10 | 7 6 5 4 3", "split double double", **change)
        assert (hands(round_), dealer(round_), round_.net) == (["4 7 5", "4 6 4"], "5 10 3", -40)


# bankroll and stakes: C-061, C-063, C-067, C-069


@each_document
@pytest.mark.parametrize("bankroll", range(7, 30))
def test_C_061_a_split_takes_chips(document: str, bankroll: int) -> None:
    round_ = play(document, "8 9 8 10", stakes=[7], bankroll=bankroll)
    if bankroll >= 14:
        assert why(round_, "split") is None
        round_ = play(document, "8 9 8 10 | 2 3", "split", stakes=[7], bankroll=bankroll)
        assert round_.bankrolls == [bankroll - 14]
    else:
        assert round_.illegal()["split"].message.text() == f"It takes 7 chips and {bankroll - 7} are left."
        assert {"hit", "stand"} <= set(round_.legal())


@each_document
@pytest.mark.parametrize("stake", [1, 10])
@pytest.mark.parametrize("more", [0, 1, 9, 10, 11])
def test_C_063_a_double_takes_chips(document: str, stake: int, more: int) -> None:
    round_ = doubling(document, "6 9 5 10", stakes=[stake], bankroll=stake + more)
    assert why(round_, "double") == (None if more >= stake else "chips")


@pytest.mark.parametrize(
    ("left", "most"), [(0, 0), (1, 1), (2, 2), (Fraction(5, 2), Fraction(5, 2)), (Fraction(7, 3), 2), (9, 5)]
)
def test_C_063_insurance_takes_chips(left: Fraction | int, most: Fraction | int) -> None:
    round_ = play("it-casino", "10 A 6 9", bankroll=10 + left)
    assert round_.most_insurance == most
    assert round_.may(Insure(most)) == (most > 0)
    assert not round_.may(Insure(most + Fraction(1, 2)))
    exact = play("ro-online", "10 A 6 9", bankroll=10 + left)
    assert exact.legal() == (("insure", "no insurance") if left >= 5 else ("no insurance",))
    if left < 5:
        assert exact.illegal()["insure"].code == "chips"


@each_document
def test_C_067_every_hand_opens_at_the_stake_placed(document: str) -> None:
    game = rules_of(document, DOUBLES.get(document))
    table = Table(game, [1000], shoe=OrderedShoe(cards("6 9 5 8 10 6 9 5 8 10 6 9 5 8 10")))
    for _ in range(3):
        round_ = table.deal([25])
        assert round_.seats[0].stake == round_.seats[0].hands[0].stake == 25
        round_.do(Action.DOUBLE)
        assert round_.seats[0].hands[0].stake == 50
    assert table.bankrolls == [1150]


@each_document
@pytest.mark.parametrize("credit", [1, -1, 1000])
def test_C_069_a_change_of_the_purse_from_outside_voids_nothing(document: str, credit: int) -> None:
    table = Table(rules_of(document), [100], shoe=OrderedShoe(cards("10 10 6 9 10")))
    round_ = table.deal([75])
    outside = table.bankrolls
    outside[0] += credit
    assert table.bankrolls == [25], "what is handed out is a copy"
    round_.bankrolls[0] += credit
    assert table.round is round_
    assert round_.question is not None
    round_.do(Action.STAND)
    assert (results(round_), round_.net, table.bankrolls) == (["lose"], -75, [25 + credit])


# C-119: one click, one card


@each_document
def test_C_119_a_repeated_click_does_nothing(document: str) -> None:
    round_ = play(document, "2 9 3 8 | 2 3 4 5", spare=True)
    step = round_.step
    assert round_.do(Action.HIT, step=step)
    for late in (Action.HIT, Action.STAND, Action.SPLIT, Action.DOUBLE):
        assert not round_.do(late, step=step)
    assert hands(round_) == ["2 3 2"]
    assert round_.view()["step"] == step + 1


@given(rules(), st.integers(0, 2**32), st.lists(st.integers(-2, 3), max_size=30))
def test_C_119_only_the_present_step_counts(game: Rules, seed: int, clicks: list[int]) -> None:
    """Clicks with old and future numbers, any number of them, leave the very round that the right ones alone give."""
    one, two = (Table(game, [500], seed=seed).deal([10]) for _ in range(2))
    random = Random(seed)
    for offset in clicks:
        if one.over:
            break
        chosen = choose(one, random)
        assert one.do(chosen, step=one.step + offset) == (offset == 0)
        if offset == 0:
            two.do(chosen)
        assert one.view() == two.view()
