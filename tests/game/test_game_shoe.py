"""The shoe: every order comes, equally often; what comes back comes shuffled and never from the table.

Seeds are fixed, so that these tests give the same result on every run. Each threshold is the one that a right shuffle would pass
by chance less than once in a million.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjlearn.cards import RANKS, Card, CardError, OrderedShoe, Shoe, cards, fresh_cards, fresh_counts
from bjlearn.game import Table
from bjlearn.game.events import Dealt, Drew, Reshuffled
from bjlearn.rules import Rules
from tests.game.random_play import play_on, rules, some_cards
from tests.game.tables import stand_all

ONE_IN_A_MILLION = 4.7534
"""The normal deviate above which one in a million lies."""


def passes(counts: Iterable[int], expected: float) -> bool:
    """Pearson's test of equal frequencies; its quantile by Wilson and Hilferty's formula."""
    counts = list(counts)
    free = len(counts) - 1
    part = 2 / (9 * free)
    most = free * (1 - part + ONE_IN_A_MILLION * math.sqrt(part)) ** 3
    return sum((count - expected) ** 2 / expected for count in counts) < most


def drawn(shoe: Shoe) -> list[str]:
    return [str(shoe.draw()) for _ in range(shoe.left)]


def test_the_test_itself_finds_bad_shuffles() -> None:
    """Two famous mistakes fail it: swapping every place with any place, and never leaving a card where it was."""
    random, size, rounds = Random(1), 52, 52_000

    def any_place(order: list[int]) -> None:
        for place in range(size):
            other = random.randrange(size)
            order[place], order[other] = order[other], order[place]

    def never_stays(order: list[int]) -> None:
        for place in range(len(order) - 1):
            other = random.randrange(place + 1, len(order))
            order[place], order[other] = order[other], order[place]

    first: Counter[int] = Counter()
    for _ in range(rounds // 4):
        order = list(range(size))
        any_place(order)
        first[order[0]] += 1
    places = Counter((place, card) for order in _orders(any_place, 3000, size) for place, card in enumerate(order))
    assert not passes([places[place, card] for place in range(size) for card in range(size)], 3000 / size)
    assert len({tuple(order) for order in _orders(never_stays, 1000, 3)}) == 2


def _orders(shuffle: object, count: int, size: int) -> Iterable[list[int]]:
    for _ in range(count):
        order = list(range(size))
        shuffle(order)  # type: ignore[operator]
        yield order


def test_C_073_each_card_comes_first_equally_often() -> None:
    shoe = Shoe.fresh(1, Random(73))
    first: Counter[str] = Counter()
    for _ in range(52_000):
        shoe.shuffle()
        first[str(shoe.draw())] += 1
    assert len(first) == 52
    assert passes(first.values(), 1000)


def test_each_card_comes_at_each_place_equally_often() -> None:
    shoe = Shoe.fresh(1, Random(74))
    seen: Counter[tuple[int, str]] = Counter()
    for _ in range(10_400):
        shoe.shuffle()
        seen.update(enumerate(drawn(shoe)))
    assert passes([seen[place, str(card)] for place in range(52) for card in fresh_cards(1)], 200)


def test_each_pair_of_neighbours_comes_equally_often() -> None:
    """Also the next card given this one, across shuffles of the same shoe."""
    shoe = Shoe(cards("A 2 3 4 5 6"), Random(75))
    seen: Counter[tuple[str, str]] = Counter()
    for _ in range(30_000):
        shoe.shuffle()
        seen[str(shoe.draw()), str(shoe.draw())] += 1
    assert passes([seen[pair] for pair in itertools.permutations("A23456", 2)], 1000)


def test_C_075_all_orders_come_equally_often() -> None:
    for size in (3, 4, 5):
        names = "A2345"[:size]
        seen: Counter[str] = Counter()
        shoe = Shoe(cards(" ".join(names)), Random(size))
        for _ in range(300 * math.factorial(size)):
            shoe.shuffle()
            seen["".join(drawn(shoe))] += 1
        orders = ["".join(order) for order in itertools.permutations(names)]
        assert sorted(seen) == sorted(orders)
        assert passes([seen[order] for order in orders], 300)


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_C_077_a_reshuffle_never_gives_factory_order(decks: int) -> None:
    shoe = Shoe.fresh(decks, Random(77))
    factory = [str(card) for card in fresh_cards(decks)]
    before: list[str] = []
    for number in range(1000 // decks):
        shoe.shuffle()
        for _ in range(number % 40):
            shoe.draw()
        shoe.shuffle()
        assert shoe.left == shoe.size == 52 * decks
        order = drawn(shoe)
        assert order != factory
        assert sum(one == other for one, other in zip(order, factory, strict=True)) < 15 + 5 * decks
        assert order != before
        assert Counter(order) == Counter(factory)
        assert Counter(text[:-1] for text in order) == dict.fromkeys(RANKS, 4 * decks)
        before = order


@pytest.mark.parametrize("decks", range(1, 9))
def test_C_079_a_card_comes_as_often_as_there_are_decks(decks: int) -> None:
    """Two tens of diamonds are right in two decks or more, and impossible in one."""
    shoe = Shoe.fresh(decks, Random(79))
    order = drawn(shoe)
    assert set(Counter(order).values()) == {decks}
    values = Counter(card.value for card in shoe.seen)
    assert tuple(values[value] for value in range(1, 11)) == fresh_counts(decks)
    if decks == 1:
        table = Table(Rules(decks=1, hands_per_player=3), [10_000], seed=1)
        for _ in range(200):
            table_cards = _on_table(stand_all(table.deal([1, 1, 1])).events)
            assert len(set(table_cards)) == len(table_cards)


def _on_table(events: Iterable[object]) -> list[str]:
    return [str(event.card) for event in events if isinstance(event, Dealt | Drew)]


@given(rules(), st.integers(0, 2**32))
def test_no_round_holds_a_card_more_often_than_the_shoe_has_it(game: Rules, seed: int) -> None:
    """Whatever is refilled in the middle of a round: cards on the table never come a second time."""
    random = Random(seed)
    game = game.replace(push="returned", cut_card=game.cut_card or "0.5-0.9")
    table = Table(game, [10**6], seed=seed, shoe=Shoe(fresh_cards(1)[: random.randint(8, 30)], random))
    for _ in range(8):
        on_table = _on_table(play_on(table.deal([10]), random).events)
        assert len(set(on_table)) == len(on_table)


def test_a_refill_brings_the_discards_alone_each_equally_often() -> None:
    random = Random(5)
    came: Counter[str] = Counter()
    for _ in range(6000):
        shoe = Shoe(cards("2s 3s 4s 5s 6s 7s 8s 9s"), random)
        discards = {str(shoe.draw()) for _ in range(5)}
        shoe.begin_round()
        table = [str(shoe.draw()) for _ in range(3)]
        assert (shoe.left, shoe.discards, shoe.refills) == (0, 5, 0)
        back = str(shoe.draw())
        assert (shoe.left, shoe.discards, shoe.refills) == (4, 0, 1)
        assert back in discards
        assert {back, *drawn(shoe)} == discards
        assert {str(card) for card in shoe.seen} == {*table, *discards}
        with pytest.raises(CardError, match="No card is left"):
            shoe.draw()
        came[back] += 1
    assert passes(came.values(), 750)


def test_a_refill_shows_in_the_record_and_replays() -> None:
    table = Table(Rules(decks=1, hands_per_player=3, cut_card=(Fraction(9, 10), Fraction(19, 20))), [10**6], seed=8)
    random = Random(8)
    found = 0
    for _ in range(150):
        round_ = play_on(table.deal([10, 10, 10]), random)
        refills = [event for event in round_.events if isinstance(event, Reshuffled)]
        found += len(refills)
        assert all(event.cards > 0 for event in refills)
        assert type(round_).from_record(round_.record()).events == round_.events
    assert found > 5


@pytest.mark.parametrize(
    ("low", "high", "decks"), [("0.75", "0.85", 6), ("0.15", "0.25", 6), ("0.5", "0.5", 2), ("0.333", "0.334", 1)]
)
def test_the_cut_card_lies_anywhere_between_its_bounds(low: str, high: str, decks: int) -> None:
    game = Rules(decks=decks, cut_card=f"{low}-{high}")
    size = 52 * decks
    first = math.ceil(Fraction(low) * size)
    last = max(first, math.floor(Fraction(high) * size))
    table = Table(game, [1], seed=6)
    count = 200 * (last - first + 1)
    places = Counter(table._place_cut_card() for _ in range(count))
    assert set(places) == set(range(first, last + 1))
    assert last == first or passes(places.values(), 200)


def test_without_a_cut_card_every_round_has_a_fresh_shoe() -> None:
    table = Table(Rules(decks=1), [1000], seed=2)
    for _ in range(50):
        table.deal([1])
        assert table.cards_left == 48
        stand_all(table.round)  # type: ignore[arg-type]


def test_a_seed_gives_the_same_cards_and_another_seed_others() -> None:
    def first_rounds(seed: int | None) -> list[list[str]]:
        table = Table(Rules(cut_card=(0.75, 0.85)), [10_000], seed=seed)
        return [_on_table(stand_all(table.deal([1])).events) for _ in range(100)]

    assert first_rounds(1) == first_rounds(1)
    assert len({str(first_rounds(seed)) for seed in (0, 1, 2, 3, 2**64, -1)}) >= 5
    secret = [str(first_rounds(None)) for _ in range(3)]
    assert len(set(secret)) == 3, "without a seed, chance is secret"


def test_secret_chance_owes_nothing_to_the_global_source() -> None:
    import random

    orders = set()
    for _ in range(5):
        random.seed(1)
        orders.add("".join(drawn(Shoe.fresh(1))))
    assert len(orders) == 5
    random.seed(1)
    state = random.getstate()
    drawn(Shoe.fresh(1, Random(3)))
    stand_all(Table(Rules(), [10], seed=4).deal([1]))
    assert random.getstate() == state, "and leaves it alone"


def test_the_first_cards_of_fresh_tables_are_fair() -> None:
    """C-071's ground: before its first deal a fresh shoe favours nothing, by seed after seed."""
    first: Counter[int] = Counter()
    for seed in range(13_000):
        first[Shoe.fresh(1, Random(seed)).draw().value] += 1
    assert passes([first[value] for value in range(1, 10)], 1000)


@given(some_cards(0, 40), st.integers(0, 40))
def test_a_given_order_comes_in_that_order(order: list[Card], count: int) -> None:
    shoe = OrderedShoe(order)
    count = min(count, len(order))
    assert [shoe.draw() for _ in range(count)] == order[:count]
    assert (shoe.left, shoe.unused, shoe.given) == (len(order) - count, len(order) - count, True)
    shoe.shuffle()
    shoe.begin_round()
    assert [shoe.draw() for _ in range(shoe.unused)] == order[count:]
    with pytest.raises(CardError, match=f"a card number {len(order) + 1} is needed"):
        shoe.draw()
