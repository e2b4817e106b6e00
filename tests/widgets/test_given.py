"""A table with given cards: they come in order, and come again."""

from __future__ import annotations

import pytest

from bjlearn import Action
from bjlearn.text import BjlearnError
from bjlearn.widgets import GivenTable


def test_the_given_cards_come_in_their_order() -> None:
    table = GivenTable("it-training", "As 6d", "7h 10c", "9c 4h")
    round_ = table.round
    assert round_ is not None
    assert [str(held) for held in round_.seats[0].hands[0].cards] == ["As", "6d"]
    assert [str(held) for held in round_.dealer.cards] == ["7h", "10c"]
    round_.do(Action.HIT)
    round_.do(Action.HIT)
    assert [str(held) for held in round_.seats[0].hands[0].cards] == ["As", "6d", "9c", "4h"]


def test_after_them_comes_the_rest_of_a_whole_shoe_the_same_each_time() -> None:
    table, other = GivenTable("it-training", "A 6", "7 10"), GivenTable("it-training", "A 6", "7 10")
    assert table._order == other._order
    assert len(table._order) == 6 * 52
    counts = {rank: sum(held.rank == rank for held in table._order) for rank in ("A", "6", "7", "10", "K")}
    assert set(counts.values()) == {24}


def test_they_are_dealt_again_when_asked_for() -> None:
    table = GivenTable("it-training", "10s 6h", "10d 7c", "5c")
    before = table.round
    assert before is not None
    before.do(Action.STAND)
    table._deal()
    assert table.round is not None
    assert table.round is not before
    assert not table.round.over


@pytest.mark.parametrize(("hand", "dealer"), [("A", "7 10"), ("A 6 5", "7 10"), ("A 6", "7"), ("A X", "7 10")])
def test_hands_that_are_none_are_told(hand: str, dealer: str) -> None:
    with pytest.raises(BjlearnError):
        GivenTable("it-training", hand, dealer)
