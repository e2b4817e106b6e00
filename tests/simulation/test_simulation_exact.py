"""The simulation's means, frequencies and spread against the exact analysis."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Mapping

import pytest

from bjlearn.documents import load
from bjlearn.exact import analyze, evaluate
from bjlearn.exact.analysis import evaluate_by_upcard
from bjlearn.rules import Action, Rules
from bjlearn.simulation import Habits, Result, simulate
from bjlearn.strategy import BASIC, DEALER, NEVER_BUST, Cell, Shape, Strategy

DOCUMENTS = ("it-casino", "it-banco", "ro-online", "it-training")
EVERYTHING = Rules(
    max_hands=4,
    resplit_aces=True,
    split_aces_one_card=False,
    natural_after_split=True,
    double_cards="any",
    surrender="late",
    hits_soft_17=True,
    look="ace",
    dealer_natural_takes="first",
)
WORST = 4.0
"""Standard errors that a mean may lie off."""
CHI = 5.0
"""How far chi-square may lie above its mean, in its own standard deviations, about."""


def off(found: Result, exact: float | None) -> float:
    """How many standard errors the mean lies off."""
    assert exact is not None
    return abs(found.mean - exact) / found.standard_error


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_mean_is_the_exact_return(name: str) -> None:
    rules = load(name).rules()
    exact = analyze(rules)
    found = simulate(rules, exact.total, rounds=5_000_000, seed=20261201)
    assert off(found, exact.ev("total")) < WORST
    by_upcard = evaluate_by_upcard(rules, exact.total)
    for up, figure in found.by_upcard.items():
        chance = (4 if up < 10 else 16) / 52
        assert figure.mean == pytest.approx(by_upcard[up] / chance, abs=WORST * figure.standard_error)
    assert found.rounds == sum(found.counts.values()) == sum(figure.hands for figure in found.by_hand.values())


@pytest.mark.soak
@pytest.mark.parametrize("name", DOCUMENTS)
def test_two_hundred_million_rounds(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As docs/simulation.md has it; with -s the figures are shown."""
    rules = load(name).rules()
    exact = analyze(rules).ev("total")
    found = simulate(rules, analyze(rules).total, rounds=200_000_000, seed=7)
    with capsys.disabled():
        print(
            f"\n{name}: mean {found.mean:+.8f} ± {found.standard_error:.8f}, exact {exact:+.8f}, off {off(found, exact):.2f}"
            f" times that; seed 7; {found.rounds_per_second:,.0f} rounds/s; {platform.machine()}, {os.cpu_count()} processors"
        )
    assert off(found, exact) < WORST


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("player", [BASIC, DEALER, NEVER_BUST], ids=str)
def test_fixed_tables(name: str, player: Strategy) -> None:
    rules = load(name).rules()
    assert off(simulate(rules, player, rounds=1_000_000, seed=11), evaluate(rules, player)) < WORST


@pytest.mark.parametrize(
    "rules", [load(name).rules() for name in DOCUMENTS] + [EVERYTHING, Rules(surrender="early", decks=2)], ids=str
)
def test_play_by_the_very_cards(rules: Rules) -> None:
    exact = analyze(rules)
    assert off(simulate(rules, exact.composition, rounds=1_000_000, seed=13), exact.ev()) < WORST


@pytest.mark.parametrize("name", ["it-banco", "ro-online"])
def test_distribution_of_a_round(name: str) -> None:
    rules = load(name).rules()
    exact = analyze(rules).distribution("total")
    assert exact is not None
    found = simulate(rules, analyze(rules).total, rounds=2_000_000, seed=17)
    assert set(found.counts) <= set(exact.chances)
    expected = {net: chance * found.rounds for net, chance in exact.chances.items()}
    assert_fits({net: found.counts.get(net, 0) for net in expected}, expected)
    assert found.sd == pytest.approx(exact.sd, rel=0.003)


def test_first_hands_and_upcards_come_as_often_as_cards_say() -> None:
    rules = load("ro-online").rules()
    found = simulate(rules, DEALER, rounds=2_000_000, seed=19)
    shoe = [24] * 9 + [96]
    expected = {}
    for one in range(10):
        for two in range(one, 10):
            for up in range(10):
                left = shoe.copy()
                chance = 1.0 if one == two else 2.0
                for card in (one, two, up):
                    chance *= left[card] / sum(left)
                    left[card] -= 1
                expected[(one + 1, two + 1), up + 1] = chance * found.rounds
    assert_fits({deal: figure.hands for deal, figure in found.by_deal.items()}, expected)


def test_several_hands_are_worth_the_same_each() -> None:
    rules = load("it-casino").rules()
    exact = analyze(rules)
    found = simulate(rules, exact.total, rounds=500_000, seed=23, seats=7)
    assert off(found, exact.ev("total")) < WORST
    assert found.round_sd**2 == pytest.approx(7 * found.sd**2 + 42 * (found.covariance or 0), rel=1e-3)


def test_different_players_at_one_table() -> None:
    rules = load("it-training").rules()
    players = [DEALER, BASIC, analyze(rules).total]
    found = simulate(rules, players, rounds=1_000_000, seed=29)
    for mean, player in zip(found.by_seat, players, strict=True):
        assert mean == pytest.approx(evaluate(rules, player), abs=WORST * found.sd / math.sqrt(found.rounds))


@pytest.mark.parametrize("pays", ["2", "1"])
def test_insurance_costs_what_it_must(pays: str) -> None:
    rules = load("ro-online").rules().replace(insurance_pays=pays)
    exact = analyze(rules)
    always = simulate(rules, exact.total, rounds=2_000_000, seed=31, insure=True)
    expected = (exact.ev("total") or 0) + exact.insurance() / 2 / 13
    assert off(always, expected) < WORST


def test_habits_lie_between_the_strategies_they_mix() -> None:
    rules = load("it-casino").rules()
    cell = Cell(Shape.HARD, 12, 10)
    ways = {action: Strategy(action, {**BASIC.cells, cell: (action,)}) for action in (Action.HIT, Action.STAND)}
    exact = {action: evaluate(rules, way) or 0.0 for action, way in ways.items()}
    habits = Habits("sometimes", {cell: {Action.HIT: 1, Action.STAND: 3}}, BASIC)
    found = simulate(rules, habits, rounds=4_000_000, seed=37)
    # a hand passes a cell at most once; two hands of a split choose apart, so the mean is that of the mixture
    assert off(found, 0.25 * exact[Action.HIT] + 0.75 * exact[Action.STAND]) < WORST
    up = found.by_deal[(2, 10), 10].mean
    sure = [simulate(rules, ways[action], rounds=4_000_000, seed=37).by_deal[(2, 10), 10].mean for action in ways]
    assert min(sure) < up < max(sure)


def test_habits_of_one_way_are_that_strategy() -> None:
    rules = load("it-casino").rules()
    one = Habits("one", {cell: {order[0]: 5.0} for cell, order in BASIC.cells.items()}, BASIC)
    found, same = (simulate(rules, player, rounds=200_000, seed=41) for player in (one, BASIC))
    assert found.counts == same.counts


@pytest.mark.parametrize("chance", [0.0, 0.3, 1.0])
def test_habits_insure_as_often_as_they_do(chance: float) -> None:
    rules = load("ro-online").rules().replace(insurance_pays=1)
    found = simulate(rules, Habits("", {}, DEALER, insures=chance), rounds=2_000_000, seed=43)
    expected = (evaluate(rules, DEALER) or 0) + chance * analyze(rules).insurance() / 2 / 13
    assert off(found, expected) < WORST


def test_payments_that_no_array_of_counts_holds() -> None:
    """997/1000 and its like make so many different results that they are listed instead."""
    rules = Rules(natural_pays="997/1000", win_pays="499/500", insurance_pays="333/100")
    found = simulate(rules, analyze(rules).total, rounds=300_000, seed=47)
    assert off(found, analyze(rules).ev("total")) < WORST
    assert sum(found.counts.values()) == found.rounds
    assert float(sum(net * count for net, count in found.counts.items())) / found.rounds == pytest.approx(found.mean, abs=1e-12)


def assert_fits(found: Mapping[object, int], expected: Mapping[object, float]) -> None:
    """Pearson's chi-square; what is expected fewer than ten times is put together."""
    rare_found = rare_expected = statistic = 0.0
    freedom = -1
    for key, mean in expected.items():
        if mean < 10:
            rare_found += found.get(key, 0)
            rare_expected += mean
        else:
            statistic += (found.get(key, 0) - mean) ** 2 / mean
            freedom += 1
    if rare_expected:
        statistic += (rare_found - rare_expected) ** 2 / max(rare_expected, 1.0)
        freedom += 1
    assert statistic < freedom + CHI * math.sqrt(2 * freedom), (statistic, freedom)
