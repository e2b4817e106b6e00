"""The kernel's shuffle and its random bits."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjlearn.rules import Rules
from bjlearn.simulation import shuffle, simulate
from bjlearn.simulation.chunks import CHUNK, GAMMA, WORDS, fresh_shoe, stream
from bjlearn.strategy import DEALER

HIGH = 5.0
"""How far chi-square may lie above its mean, in its own standard deviations."""


def assert_even(found: np.ndarray, expected: np.ndarray, lost: int) -> None:
    """Pearson's chi-square; lost: degrees of freedom that are none."""
    freedom = found.size - lost
    statistic = float(((found - expected) ** 2 / expected).sum())
    assert abs(statistic - freedom) < HIGH * math.sqrt(2 * freedom), (statistic, freedom)


def shuffled(size: int, times: int, seed: int) -> np.ndarray:
    """Orders of distinct cards, as the kernel deals them: each from whatever order the one before left."""
    shoe = np.arange(size, dtype=np.uint8)
    counter = np.uint64(stream(seed, "test", 0))
    orders = np.empty((times, size), dtype=np.uint8)
    for number in range(times):
        mixed = 0
        while mixed < size:
            _, mixed, _, counter = shuffle.mix_more(shoe, mixed, mixed, 0, size, np.uint64(counter))
        orders[number] = shoe
    return orders


def test_every_card_comes_to_every_place_equally_often() -> None:
    times, size = 60_000, 52
    orders = shuffled(size, times, 1)
    table = np.zeros((size, size))
    for place in range(size):
        table[place] = np.bincount(orders[:, place], minlength=size)
    expected = np.full((size, size), times / size)
    # rows and columns have fixed sums: the variance of this sum is that of (size - 1)^2 degrees of freedom
    statistic = float(((table - expected) ** 2 / expected).sum()) * (size - 1) / size
    freedom = (size - 1) ** 2
    assert abs(statistic - freedom) < HIGH * math.sqrt(2 * freedom)
    assert_even(table[0], expected[0], 1)  # the first card
    assert_even(table[-1], expected[-1], 1)


@pytest.mark.parametrize("places", [(0, 1), (3, 4), (0, 51), (10, 40)])
def test_pairs_of_cards_come_equally_often(places: tuple[int, int]) -> None:
    times, size = 60_000, 52
    orders = shuffled(size, times, 2).astype(np.int64)
    pairs = np.bincount(orders[:, places[0]] * size + orders[:, places[1]], minlength=size * size).reshape(size, size)
    assert not pairs.diagonal().any()
    found = pairs[~np.eye(size, dtype=bool)]
    assert_even(found, np.full(found.size, times / found.size), 1)


def test_all_orders_of_a_few_cards_come_equally_often() -> None:
    times = 120_000
    counts = Counter(map(bytes, shuffled(5, times, 3)))
    assert len(counts) == 120
    assert_even(np.array([*counts.values()]), np.full(120, times / 120), 1)


def test_an_order_says_nothing_of_the_next() -> None:
    orders = shuffled(13, 100_000, 4).astype(np.int64)
    pairs = np.bincount(orders[:-1, 0] * 13 + orders[1:, 0], minlength=169)
    assert_even(pairs, np.full(169, pairs.sum() / 169), 1)


def test_first_card_and_the_second_of_the_real_kernel() -> None:
    """Value by value, of a shoe of six decks: the two cards of a hand in the order in which they were dealt, and the upcard."""
    rounds = 3_000_000
    cells = simulate(Rules(), DEALER, rounds=rounds, seed=5).sums.cells[..., 0]
    shoe = np.array([24.0] * 9 + [96.0])
    expected = np.empty((10, 10, 10))
    for one in range(10):
        for two in range(10):
            left = shoe.copy()
            left[one] -= 1
            chance = shoe[one] / 312 * left[two] / 311
            left[two] -= 1
            expected[one, two] = chance * left / 310 * rounds
    assert_even(cells, expected, 1)
    for axis in range(3):
        others = tuple({0, 1, 2} - {axis})
        assert_even(cells.sum(axis=others), expected.sum(axis=others), 1)


@given(st.integers(1, 416), st.integers(0, 2**64 - 1))
def test_bounded_numbers_stay_in_their_bounds(count: int, counter: int) -> None:
    number, _ = shuffle.below(count, np.uint64(counter))
    assert 0 <= number < count


@pytest.mark.parametrize("count", [1, 3, 52, 311, 312, 416])
def test_lemires_method_leaves_no_number_likelier(count: int) -> None:
    """Every piece of 16 bits that is taken, counted: each number has exactly as many."""
    pieces = np.arange(65536, dtype=np.int64) * count
    taken = pieces[(pieces & 0xFFFF) >= (65536 - count) % count] >> 16
    assert set(np.bincount(taken)) == {65536 // count}


def test_scrambling_is_one_to_one_and_even() -> None:
    counters = [(number * GAMMA) % 2**64 for number in range(200_000)]
    words = np.array([shuffle.scramble(np.uint64(counter)) for counter in counters], dtype=np.uint64)
    assert len(np.unique(words)) == len(words)
    for shift in range(0, 64, 16):
        pieces = (words >> np.uint64(shift)) & np.uint64(0xFF)
        assert_even(np.bincount(pieces.astype(np.int64), minlength=256), np.full(256, len(words) / 256), 1)
    ones = np.unpackbits(words.view(np.uint8)).reshape(-1, 64).mean(axis=0)
    assert np.abs(ones - 0.5).max() < HIGH * 0.5 / math.sqrt(len(words))


def unscrambled(word: int) -> int:
    """The counter of a word: scrambling undone step by step."""

    def unshift(value: int, shift: int) -> int:
        found = value
        for _ in range(64 // shift + 1):
            found = value ^ (found >> shift)
        return found

    first, second = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
    word = unshift(word, 31) * pow(second, -1, 2**64) % 2**64
    word = unshift(word, 27) * pow(first, -1, 2**64) % 2**64
    return unshift(word, 30)


@given(st.integers(0, 2**64 - 1))
def test_scrambling_can_be_undone(counter: int) -> None:
    """So it is one-to-one: different counters never give the same word."""
    assert unscrambled(int(shuffle.scramble(np.uint64(counter)))) == counter


def test_streams_never_meet() -> None:
    """Chunks begin 2^40 steps of an odd GAMMA apart; one uses far fewer words, and all chunks together fewer than 2^64."""
    assert GAMMA % 2 == 1
    steps_back = pow(GAMMA, -1, 2**64)
    random = Random(6)
    for _ in range(1000):
        seed, one, other = random.randrange(2**64), random.randrange(2**22), random.randrange(2**22)
        between = (stream(seed, "rounds", other) - stream(seed, "rounds", one)) * steps_back % 2**64
        assert between == (other - one) * WORDS % 2**64
    # all cards of eight decks mixed anew each round, and a word for each of 25 decisions of 28 hands: more than a chunk can use
    assert CHUNK * (416 // 4 + 7 * 4 * 25) < WORDS // 1000
    assert 10**12 // CHUNK < 2**24


def test_streams_of_different_seeds_and_purposes_are_apart() -> None:
    starts = {stream(seed, purpose, 0) for seed in range(2000) for purpose in ("rounds", "sessions")}
    assert len(starts) == 4000
    gaps = np.diff(np.sort(np.array([start * pow(GAMMA, -1, 2**64) % 2**64 for start in starts], dtype=np.uint64)))
    assert gaps.min() > 2**34  # words between two of four thousand streams: a simulation of 10^9 rounds uses less


def test_chunks_do_not_repeat_each_other() -> None:
    """The cards of two hundred chunks, first words compared."""
    words = set()
    for number in range(200):
        start = stream(8, "rounds", number)
        words |= {int(shuffle.scramble(np.uint64((start + step * GAMMA) % 2**64))) for step in range(1, 200)}
    assert len(words) == 200 * 199


def test_discards_come_again_and_cards_on_the_table_do_not() -> None:
    shoe = np.arange(52, dtype=np.uint8)
    random = Random(9)
    for _ in range(300):
        start = random.randrange(1, 52)
        table = sorted(shoe[start:].tolist())
        position, mixed, begun, _ = shuffle.mix_more(shoe, 52, 52, start, 52, np.uint64(random.randrange(2**64)))
        assert (position, begun) == (52 - start, 0)
        assert position <= mixed <= 52
        assert sorted(shoe[:position].tolist()) == table
        assert sorted(shoe.tolist()) == list(range(52))


def test_the_shoe_has_the_cards_of_its_decks() -> None:
    assert np.bincount(fresh_shoe(6)).tolist() == [24] * 9 + [96]
