"""The analysis against the real Round, walked card by card and choice by choice."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from bjlearn.exact import analyze, evaluate
from bjlearn.rules import Action, Rules, RulesError
from bjlearn.strategy import BASIC, Strategy
from tests.exact.exact_plain import RanOutError
from tests.exact.exact_walk import Walk


def compare(rules: Rules, shoe: tuple[int, ...], hand: tuple[int, int], up: int) -> int:
    """Check every action on a deal; the number of figures checked."""
    walk = Walk(rules, shoe, hand, up)
    found = analyze(rules, shoe).figures(hand, up)
    values = walk.values()
    assert {action.value for action in found.actions} == set(values)
    assert found.dealer_natural == pytest.approx(walk.chance_of_natural(), abs=1e-15)
    for name, value in values.items():
        assert found.actions[Action(name)] == pytest.approx(value, abs=1e-12), (name, rules, shoe, hand, up)
    return len(values)


CASES = [
    # two ranks: resplits to four hands, the dealer's natural found late, doubled pairs
    (Rules(look="never", max_hands=4), (0, 0, 0, 0, 0, 0, 0, 9, 0, 9), (8, 8), 10),
    (Rules(look="never", max_hands=3, dealer_natural_takes="first"), (4, 0, 0, 0, 0, 0, 0, 6, 0, 7), (8, 8), 10),
    (Rules(max_hands=4, resplit_aces=True), (9, 0, 0, 0, 0, 7, 0, 0, 0, 9), (1, 1), 6),
    (Rules(max_hands=4, natural_after_split=True, look="never"), (5, 0, 0, 0, 0, 0, 0, 0, 5, 12), (10, 10), 10),
    (
        Rules(max_hands=3, natural_after_split=True, look="never", dealer_natural_takes="first"),
        (5, 0, 0, 0, 0, 0, 0, 0, 5, 9),
        (10, 10),
        1,
    ),
    (
        Rules(max_hands=4, resplit_aces=True, natural_after_split=True, look="ten", dealer_natural_takes="first"),
        (8, 0, 0, 0, 0, 0, 0, 0, 5, 9),
        (1, 1),
        1,
    ),
    (Rules(max_hands=4, split_aces_one_card=False, resplit_aces=True), (7, 0, 0, 0, 0, 0, 0, 0, 5, 9), (1, 1), 9),
    (Rules(surrender="early", look="ace-and-ten"), (4, 0, 0, 0, 0, 5, 0, 0, 5, 9), (10, 6), 10),
    (Rules(surrender="early", look="never"), (4, 0, 0, 0, 0, 5, 0, 0, 5, 9), (10, 6), 1),
    (Rules(surrender="late", look="ten"), (4, 0, 0, 0, 0, 5, 0, 0, 5, 9), (9, 6), 1),
    (Rules(double_cards="any", double_after_split=True, hits_soft_17=True), (4, 0, 4, 0, 4, 0, 0, 0, 0, 9), (3, 3), 5),
    (Rules(double_cards="any", double_on="9-11", max_hands=3), (4, 0, 4, 0, 4, 0, 0, 0, 0, 9), (3, 3), 10),
    (Rules(double_on="hard-9-11", stop_at_21=True, win_pays=2), (4, 0, 0, 0, 6, 0, 0, 0, 0, 9), (5, 5), 10),
    (
        Rules(double_on="none", double_after_split=False, look="ace", natural_after_split=True),
        (6, 0, 0, 0, 0, 6, 0, 0, 0, 9),
        (1, 1),
        1,
    ),
]


@pytest.mark.parametrize(("rules", "shoe", "hand", "up"), CASES, ids=[f"{case[2]}v{case[3]}-{n}" for n, case in enumerate(CASES)])
def test_round_equals_analysis(rules: Rules, shoe: tuple[int, ...], hand: tuple[int, int], up: int) -> None:
    assert compare(rules, shoe, hand, up) >= 2


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Random Rules in which every field that plays a part takes every value."""
    values = {
        "hits_soft_17": draw(st.booleans()),
        "look": draw(st.sampled_from(["never", "ace", "ten", "ace-and-ten"])),
        "dealer_natural_takes": draw(st.sampled_from(["all", "first"])),
        "natural_pays": draw(st.sampled_from(["3/2", "6/5", "1", "2"])),
        "win_pays": draw(st.sampled_from(["1", "2", "3/4"])),
        "double_on": draw(st.sampled_from(["none", "any", "hard-9-11", "9-11"])),
        "double_cards": draw(st.sampled_from(["two", "any"])),
        "double_after_split": draw(st.booleans()),
        "max_hands": draw(st.integers(1, 4)),
        "resplit_aces": draw(st.booleans()),
        "split_aces_one_card": draw(st.booleans()),
        "natural_after_split": draw(st.booleans()),
        "surrender": draw(st.sampled_from(["none", "late", "early"])),
        "insurance": draw(st.sampled_from(["none", "up-to-half", "half"])),
        "push": draw(st.sampled_from(["returned", "stays"])),
        "stop_at_21": draw(st.booleans()),
    }
    try:
        return Rules().replace(**values)
    except RulesError:
        assume(False)
        raise


@st.composite
def deals(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, int], int]:
    """A shoe of three or four ranks, and a deal from it; pairs more often than they come."""
    ranks = draw(st.lists(st.integers(4, 10), min_size=2, max_size=3, unique=True))
    if draw(st.booleans()):
        ranks[0] = 1
    counts = [0] * 10
    for value in ranks:
        counts[value - 1] = draw(st.integers(6, 9))
    first = draw(st.sampled_from(ranks))
    second = first if draw(st.booleans()) else draw(st.sampled_from(ranks))
    assume({first, second} != {1, 10})
    return tuple(counts), (first, second), draw(st.sampled_from(ranks))


@settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
@given(rules=any_rules(), deal=deals())
def test_round_equals_analysis_for_random_rules(rules: Rules, deal: tuple[tuple[int, ...], tuple[int, int], int]) -> None:
    shoe, hand, up = deal
    try:
        compare(rules, shoe, hand, up)
    except RanOutError:
        assume(False)


def whole_game(rules: Rules, shoe: tuple[int, ...], strategy: Strategy, power: int) -> float:
    """The mean of a power of the net result over every deal of a shoe, by walking Rounds."""
    values = [value for value in range(1, 11) if shoe[value - 1]]
    found = 0.0
    for up in values:
        for first in values:
            for second in [value for value in values if value >= first]:
                left, chance = list(shoe), 1.0 if first == second else 2.0
                for value in (up, first, second):
                    chance *= left[value - 1] / sum(left)
                    left[value - 1] -= 1
                walk = Walk(rules, shoe, (first, second), up, strategy, lambda net: net**power)
                found += chance * walk.whole()
    return found


GAMES = [
    (Rules(look="never", surrender="late"), (6, 0, 0, 0, 0, 6, 0, 0, 0, 10)),
    (Rules(surrender="early", look="ten", dealer_natural_takes="first"), (0, 0, 0, 0, 0, 6, 0, 6, 0, 10)),
    (Rules(natural_after_split=True, look="never", dealer_natural_takes="first"), (6, 0, 0, 0, 0, 0, 0, 7, 0, 9)),
    (Rules(natural_after_split=True, look="ace", win_pays=2, hits_soft_17=True), (6, 0, 0, 0, 0, 0, 0, 7, 0, 9)),
    (Rules(double_cards="any", double_on="9-11", surrender="late"), (5, 0, 0, 0, 7, 0, 0, 0, 0, 9)),
    (Rules(split_aces_one_card=False, stop_at_21=True), (6, 0, 0, 0, 0, 0, 0, 0, 7, 9)),
]


@pytest.mark.parametrize(("rules", "shoe"), GAMES)
def test_whole_game_and_its_spread(rules: Rules, shoe: tuple[int, ...]) -> None:
    """Mean and mean square of every deal's net result, by the Round and by the analysis, for three strategies."""
    analysis = analyze(rules, shoe)
    for strategy in (analysis.composition, analysis.total, BASIC):
        mean = whole_game(rules, shoe, strategy, 1)
        assert evaluate(rules, strategy, shoe) == pytest.approx(mean, abs=1e-12)
        if strategy is not BASIC:
            found = analysis.distribution(strategy.kind)
            assert found is not None
            assert analysis.ev(strategy.kind) == pytest.approx(mean, abs=1e-12)
            assert found.mean == pytest.approx(mean, abs=1e-12)
            assert sum(found.chances.values()) == pytest.approx(1.0, abs=1e-12)
            square = whole_game(rules, shoe, strategy, 2)
            assert found.sd**2 + found.mean**2 == pytest.approx(square, abs=1e-12)


def test_whole_game_with_four_hands() -> None:
    rules = Rules(max_hands=4, resplit_aces=True, natural_after_split=True, surrender="late")
    shoe = (7, 0, 0, 0, 0, 0, 0, 7, 0, 12)
    analysis = analyze(rules, shoe)
    for strategy in (analysis.composition, analysis.total, BASIC):
        assert evaluate(rules, strategy, shoe) == pytest.approx(whole_game(rules, shoe, strategy, 1), abs=1e-12)
