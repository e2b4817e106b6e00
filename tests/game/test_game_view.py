"""What leaves for the browser: the public view never depends on a card that is hidden."""

import json
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bjlearn.cards import RANKS, Card, OrderedShoe, card
from bjlearn.game import Answer, Round, Table
from bjlearn.game.events import Dealt
from bjlearn.rules import Action, Rules
from tests.game.play import DOCUMENTS, play, rules_of
from tests.game.random_play import choose, rules, some_cards


def seen(round_: Round) -> str:
    return json.dumps(round_.view(), sort_keys=True)


def two_rounds(game: Rules, cards: list[Card], hole: Card, seats: int) -> tuple[Round, Round]:
    """The same round twice, but for the hole card."""
    place = 2 * seats + 1
    other = [*cards[:place], hole, *cards[place + 1 :]]
    one, two = (Round(game, OrderedShoe(order), [10] * seats, [60] * seats, range(seats)) for order in (cards, other))
    assert [event for event in one.events if isinstance(event, Dealt)][-1].card == cards[place]
    return one, two


@given(rules(), some_cards(150, 150), st.sampled_from(RANKS), st.integers(1, 4), st.integers(0, 2**32))
def test_the_view_never_changes_with_the_hole_card(game: Rules, cards: list[Card], rank: str, seats: int, seed: int) -> None:
    """At every step of any play, until the hole card is turned up."""
    one, two = two_rounds(game, cards, card(rank + "h"), seats)
    random = Random(seed)
    while not (one.hole_shown or two.hole_shown):
        assert seen(one) == seen(two)
        chosen = choose(one, random)
        assert two.may(chosen)
        one.do(chosen, step=one.step)
        two.do(chosen, step=two.step)
    if one.hole_shown != two.hole_shown:
        natural = one if one.hole_shown else two
        assert natural.looked, "one round is over before the other only where the dealer looked and found a natural"


@given(rules(), some_cards(80, 80), st.randoms(use_true_random=False), st.integers(1, 4))
def test_the_view_never_changes_with_the_order_of_the_shoe(game: Rules, cards: list[Card], random: object, seats: int) -> None:
    dealt = 2 * seats + 2
    rest = cards[dealt:]
    random.shuffle(rest)  # type: ignore[attr-defined]
    one, two = (Round(game, OrderedShoe(order), [10] * seats, [500]) for order in (cards, cards[:dealt] + rest))
    assume(not one.over)
    assert seen(one) == seen(two)


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("upcard", ["2", "7", "9", "10", "K", "A"])
def test_C_053_before_the_dealers_turn_the_upcard_alone(document: str, upcard: str) -> None:
    for decisions in ([], ["hit"], ["hit", "hit"], ["split"]):
        views = set()
        for hole in RANKS:
            round_ = play(document, f"2d {upcard}s 2c {hole}h | 3 2 3 3", spare=True)
            while not round_.over and round_.question.kind != "action":
                round_.do(Answer.NO_INSURANCE if round_.question.kind == "insurance" else Answer.NO_SURRENDER)
            if round_.over:
                assert round_.looked
                continue
            for name in decisions:
                round_.do(Action(name))
            text = seen(round_)
            assert round_.view()["dealer"] == {
                "cards": [f"{upcard}s", None],
                "total": 11 if upcard == "A" else 10 if upcard == "K" else int(upcard),
                "soft": upcard == "A",
                "natural": False,
                "bust": False,
            }
            assert f"{hole}h" not in text
            views.add(text)
        assert len(views) == 1


@settings(max_examples=50)
@given(rules(), st.integers(0, 2**32), st.integers(1, 3))
def test_the_view_holds_no_seed_and_nothing_but_plain_data(game: Rules, seed: int, seats: int) -> None:
    table = Table(game, [100] * seats, seed=seed)
    random = Random(seed)
    round_ = table.deal([5] * seats, range(seats))
    while True:
        view = round_.view()
        assert json.loads(json.dumps(view, allow_nan=False)) == view
        for path, value in leaves(view):
            assert isinstance(value, str | int | float | None), path
            assert seed < 1000 or value != seed
        if round_.over:
            break
        round_.do(choose(round_, random))


def leaves(data: object, path: str = "") -> list[tuple[str, object]]:
    if isinstance(data, dict):
        return [found for name, value in data.items() for found in leaves(value, f"{path}.{name}")]
    if isinstance(data, list):
        return [found for index, value in enumerate(data) for found in leaves(value, f"{path}[{index}]")]
    return [(path, data)]


def test_a_view_is_a_copy() -> None:
    """Whatever a screen does to the view it was given, the round goes on as it was."""
    round_ = play("it-casino", "10 9 6 8 | 2")
    view = round_.view()
    view["bankrolls"][0] = 10**6
    view["seats"][0]["hands"][0]["cards"].append("A")
    view["question"]["legal"].clear()
    assert round_.view() == play("it-casino", "10 9 6 8 | 2").view()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_hand_of_the_view_says_what_a_screen_shows(document: str) -> None:
    round_ = play(document, "8s 9h 8d 8c | 3h 10d | 8h", "split hit stand stand")
    view = round_.view()
    first, second = view["seats"][0]["hands"]
    assert (first["cards"], first["total"], first["from_split"], first["done"]) == (["8s", "3h", "8h"], 19, True, True)
    assert (second["result"], second["net"]) == ("win", 10)
    assert view["dealer"]["cards"] == ["9h", "8c"]
    assert rules_of(document).max_hands >= 2
