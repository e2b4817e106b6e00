"""Randomness and the shoe, compiled.

Random bits are a scrambled counter (the finisher of SplitMix64, https://prng.di.unimi.it/splitmix64.c): word number i of a stream
is ``scramble(start + (i + 1) * GAMMA)``. Scrambling is one-to-one and GAMMA is odd, so no two words of one seed come from the
same counter unless 2^64 words lie between them: streams that start 2^40 words apart never repeat each other.

The shoe is an array of cards, 0 to 9, the ace first. Its first ``mixed`` places are in random order already: each was exchanged
with a place from itself to the end, every one with the same chance (Fisher and Yates; Lemire's method,
https://arxiv.org/abs/1805.10941, makes the chances exactly equal). The rest of the array may lie in any order whatever. So a
shuffle costs nothing but ``mixed = 0``, and only the cards that are dealt, and a few ahead of them, are ever mixed.
"""

# mypy: disable-error-code="assignment,return-value,arg-type"
# compiled, a NumPy whole number and an int are the same

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bjlearn.simulation.compiled import inlined, part

Cards = NDArray[np.uint8]

GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _16, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(16), np.uint64(32)
_PIECE = np.uint64(0xFFFF)


@inlined
def scramble(counter: np.uint64) -> np.uint64:
    """64 random bits for a counter; one-to-one."""
    counter = (counter ^ (counter >> _30)) * _FIRST
    counter = (counter ^ (counter >> _27)) * _SECOND
    return counter ^ (counter >> _31)


@part
def below(count: int, counter: np.uint64) -> tuple[int, np.uint64]:
    """A number from 0 to count - 1, each with exactly the same chance; count is at most 65536. With it the next counter."""
    while True:
        counter += GAMMA
        product = np.int64(scramble(counter) & _PIECE) * count
        if product & 0xFFFF >= (65536 - count) % count:
            return product >> 16, counter


@inlined
def mix_four(shoe: Cards, mixed: int, cards: int, counter: np.uint64) -> np.uint64:
    """Put four more cards of the shoe into random order, by one word of random bits; at least four must be left."""
    counter += GAMMA
    word = scramble(counter)
    for place in range(mixed, mixed + 4):
        left = cards - place
        product = np.int64(word & _PIECE) * left
        word >>= _16
        chosen = product >> 16
        # Lemire: only here could one card be likelier than another
        if product & 0xFFFF < left and product & 0xFFFF < (65536 - left) % left:
            chosen, counter = below(left, counter)
        other = np.uint64(place + chosen)
        here = np.uint64(place)
        card = shoe[other]
        shoe[other] = shoe[here]
        shoe[here] = card
    return counter


@part
def reverse(shoe: Cards, first: int, end: int) -> None:
    """Turn a part of the shoe around."""
    end -= 1
    while first < end:
        card = shoe[first]
        shoe[first] = shoe[end]
        shoe[end] = card
        first += 1
        end -= 1


@part
def mix_more(
    shoe: Cards, position: int, mixed: int, start: int, cards: int, counter: np.uint64
) -> tuple[int, int, int, np.uint64]:
    """Put more cards into random order; at the end of the shoe the discards are shuffled and come again.

    Returns:
        Position, mixed and start as they are then, and the next counter. Nobody asks where no card is left.
    """
    if mixed == cards:
        # what lies on the table goes to the front: turn the whole around, then each of the two parts
        reverse(shoe, 0, cards)
        reverse(shoe, 0, cards - start)
        reverse(shoe, cards - start, cards)
        position = mixed = cards - start
        start = np.int64(0)
    if cards - mixed >= 4:
        return position, mixed + 4, start, mix_four(shoe, mixed, cards, counter)
    while mixed < cards:
        chosen, counter = below(cards - mixed, counter)
        card = shoe[mixed + chosen]
        shoe[mixed + chosen] = shoe[mixed]
        shoe[mixed] = card
        mixed += 1
    return position, mixed, start, counter


@inlined
def draw(
    shoe: Cards, position: int, mixed: int, start: int, cards: int, counter: np.uint64
) -> tuple[int, int, int, int, np.uint64]:
    """The next card, and position, mixed, start and counter after it."""
    if position >= mixed:
        position, mixed, start, counter = mix_more(shoe, position, mixed, start, cards, counter)
    return np.int64(shoe[np.uint64(position)]), position + 1, mixed, start, counter


@part
def cut_place(low: int, high: int, counter: np.uint64) -> tuple[int, np.uint64]:
    """Number of cards dealt before the cut card comes, and the next counter; low is 0 where there is none."""
    if low == 0:
        return 0, counter
    chosen, counter = below(high - low + 1, counter)
    return low + chosen, counter


@part
def chance(counter: np.uint64) -> tuple[int, np.uint64]:
    """A number from 0 to 2^32 - 1, and the next counter."""
    counter += GAMMA
    return np.int64(scramble(counter) >> _32), counter
