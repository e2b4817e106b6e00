"""Cases of other programs about aces, totals and naturals: each with its whole kind."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjlearn.cards import RANKS, Card, OrderedShoe, cards, is_natural, total_of
from bjlearn.game import Round
from bjlearn.rules import Action, Rules
from tests.game.play import DOCUMENTS, asked, dealer, nets, play, results, totals
from tests.game.random_play import rules, some_cards
from tests.game.referee import best_total, two_card_21

each_document = pytest.mark.parametrize("document", DOCUMENTS)
declined = partial(play, decline=True)


# Aces: C-001, C-003, C-005, C-007, C-009, C-011, C-013


@given(st.lists(st.sampled_from(RANKS), min_size=1, max_size=12))
def test_C_007_any_hand_is_scored_as_by_trying_every_way_to_count_its_aces(ranks: list[str]) -> None:
    assert total_of(cards(ranks)) == best_total(ranks)
    assert is_natural(cards(ranks)) == two_card_21(ranks)


@given(some_cards(4, 30))
def test_C_013_the_player_and_the_dealer_are_scored_alike_card_by_card(order: list[Card]) -> None:
    """One scoring of hands, whoever holds them, in whatever order the cards come."""
    game = Rules(look="never", insurance="none", stop_at_21=False)
    round_ = Round(game, OrderedShoe([*order, *cards("10 " * 20)]), [10], [100])
    while round_.question is not None:
        hand = round_.hand
        texts = [str(card) for card in hand.cards]
        assert (hand.total, hand.soft) == best_total(texts) == tuple(total_of(hand.cards))
        round_.do(Action.HIT)
    assert (round_.dealer.total, round_.dealer.soft) == best_total([str(card) for card in round_.dealer.cards])


@each_document
@pytest.mark.parametrize(
    ("held", "running"),
    [
        pytest.param("A A A 6", [(12, True), (13, True), (19, True)], id="C-003"),
        pytest.param("A A 3 7", [(12, True), (15, True), (12, False)], id="C-005"),
        pytest.param("9 2 A 7 A", [(11, False), (12, False), (19, False), (20, False)], id="C-007"),
        pytest.param("A 5 9", [(16, True), (15, False)], id="C-009"),
        pytest.param("A A", [(12, True)], id="C-013"),
    ],
)
def test_running_totals(document: str, held: str, running: list[tuple[int, bool]]) -> None:
    first, second, *more = held.split()
    for drawn in range(len(more) + 1):
        round_ = play(document, f"{first} 10 {second} 7 | {' '.join(more[:drawn])}", "hit " * drawn)
        assert (round_.hand.total, round_.hand.soft) == running[drawn]
        assert not round_.hand.bust


@each_document
def test_C_003_a_soft_19_of_four_cards_beats_17(document: str) -> None:
    assert play(document, "A 10 A 7 | A 6", "hit hit stand").net == 10


@each_document
@pytest.mark.parametrize(
    ("order", "held", "total", "net"),
    [
        pytest.param("K A 9 4 | 7 6", "A 4 7 6", 18, 10, id="C-001"),
        pytest.param("10 2 Q 3 | A 5", "2 3 A 5", 21, -10, id="C-011"),
        pytest.param("10 A Q A | A A A A A", "A A A A A A A", 17, 10, id="C-013"),
        pytest.param("10 5 Q A | 10 A", "5 A 10 A", 17, 10, id="C-009"),
    ],
)
def test_the_dealers_aces(document: str, order: str, held: str, total: int, net: int) -> None:
    round_ = declined(document, order, "stand")
    assert (dealer(round_), round_.dealer.total, round_.net) == (held, total, net)


# Naturals: C-015, C-017, C-019


@each_document
@pytest.mark.parametrize("ten", ["10", "J", "Q", "K"])
def test_C_015_a_natural_and_a_21_of_more_cards_are_no_tie(document: str, ten: str) -> None:
    beside = declined(document, f"A 10 9 {ten} 9 5 | 7", "stand", stakes=[10, 10])
    assert (dealer(beside), results(beside), nets(beside)) == ("9 5 7", ["natural", "lose"], [15, -10])
    drawn = declined(document, f"7 A 7 {ten} | 7", "hit" if document == "it-casino" else "hit stand", look="never")
    assert (totals(drawn), drawn.net) == ([21], -10), "a dealer natural beats a drawn 21"


@given(rules(), some_cards(4, 4))
def test_C_017_a_natural_is_asked_nothing(game: Rules, order: list[Card]) -> None:
    """Where insurance is not offered, a natural ends the round at the deal, with no decision to count."""
    order[0], order[2] = cards("A K")
    if order[1].value == 1:
        game = game.replace(insurance="none")
    round_ = Round(game, OrderedShoe(order), [10], [100])
    assert (round_.over, round_.step, asked(round_)) == (True, 0, [])
    tie = two_card_21([str(order[1]), str(order[3])])
    assert (results(round_), round_.net) == ((["push"], 0) if tie else (["natural"], 10 * game.natural_pays))


@each_document
def test_C_017_natural_against_seven(document: str) -> None:
    round_ = play(document, "A 7 J 9")
    assert (round_.over, round_.step, round_.net, dealer(round_)) == (True, 0, 15, "7 9")


@each_document
@pytest.mark.parametrize("dealt", ["A A Q K", "A K Q A", "10 A A J"])
def test_C_019_natural_against_natural_is_a_push(document: str, dealt: str) -> None:
    round_ = declined(document, dealt)
    assert (results(round_), round_.net) == (["push"], 0)
