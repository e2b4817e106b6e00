"""What becomes of a bankroll, against what can be worked out."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bjlearn.documents import load
from bjlearn.exact import analyze
from bjlearn.rules import Rules
from bjlearn.simulation import sessions
from bjlearn.strategy import DEALER

EVEN = Rules(natural_pays=1, double_on="none", double_after_split=False, max_hands=1, insurance="none")
"""Each round wins one stake, loses one, or neither: the gambler's ruin of the textbooks."""


def steps() -> tuple[float, float]:
    """The exact chances to win and to lose a round."""
    found = analyze(EVEN).distribution("total")
    assert found is not None
    chances = {float(net): chance for net, chance in found.chances.items()}
    return chances[1.0], chances[-1.0]


@pytest.mark.parametrize(("bankroll", "target"), [(5, 10), (10, 15), (3, 30)])
def test_the_gamblers_ruin(bankroll: int, target: int) -> None:
    win, lose = steps()
    ratio = lose / win
    reached = (1 - ratio**bankroll) / (1 - ratio**target)
    length = (target * reached - bankroll) / (win - lose)
    found = sessions(EVEN, analyze(EVEN).total, bankroll=bankroll, target=target, rounds=100_000, count=20_000, seed=1)
    assert found.reached is not None
    assert found.reached.value == pytest.approx(reached, abs=4 * found.reached.standard_error)
    assert found.ruin.value == pytest.approx(1 - reached, abs=4 * found.ruin.standard_error)
    assert found.length[0] == pytest.approx(length, abs=4 * found.length[1])
    assert set(found.final.tolist()) <= {0.0, float(target)}


def test_a_long_purse_wins_and_loses_as_the_edge_says() -> None:
    rules = load("ro-online").rules()
    exact = analyze(rules)
    spread = exact.distribution("total")
    assert spread is not None
    found = sessions(rules, exact.total, bankroll=10_000, stake=10, rounds=100, count=20_000, seed=2)
    assert found.ruin.value == 0.0
    assert found.ruin.high < 0.001
    assert set(found.lengths.tolist()) == {100}
    assert found.mean == pytest.approx(10_000 + 1000 * spread.mean, abs=4 * found.standard_error)
    assert float(found.final.std()) == pytest.approx(10 * 10 * spread.sd, rel=0.02)
    # the fan of the middle is a normal distribution's
    assert found.fan[0.95][-1] == pytest.approx(10_000 + 1000 * spread.mean + 1.645 * 100 * spread.sd, abs=5)


def test_fan_paths_and_lengths_fit_together() -> None:
    rules = load("it-banco").rules()
    found = sessions(rules, DEALER, bankroll=60, stake=10, rounds=90, count=3000, seed=3)
    assert found.at[0] == 0
    assert found.at[-1] == 90
    assert len(found.at) == found.wealth.shape[1] == len(found.fan[0.5]) == len(found.paths(3)[0])
    assert (found.wealth[:, 0] == 60).all()
    assert (found.wealth[:, -1] == found.final).all()
    rows = np.array([found.fan[quantile] for quantile in sorted(found.fan)])
    assert (np.diff(rows, axis=0) >= 0).all()
    ruined = found.ends == 1
    assert (found.final[ruined] < 10 + 1e-9).all() or rules.push == "stays"
    assert (found.lengths[~ruined] == 90).all()
    assert (found.peaks >= found.wealth.max(axis=1) - 1e-9).all()
    assert found.doubled.value == pytest.approx(float((found.peaks >= 120).mean()))
    assert (found.wealth >= 0).all()


def test_chips_that_are_no_whole_number_of_units_are_kept() -> None:
    """A bankroll of 7 with stakes of 3: the last chip buys nothing and is never lost."""
    found = sessions(EVEN, DEALER, bankroll=7, stake=3, rounds=1000, count=500, seed=4)
    assert set(np.mod(found.final, 3).tolist()) == {1.0}
    assert set(found.final[found.ends == 1].tolist()) == {1.0}


def test_wilsons_interval_holds_the_truth() -> None:
    win, lose = steps()
    ratio = lose / win
    truth = 1 - (1 - ratio**4) / (1 - ratio**8)
    inside = 0
    for seed in range(100):
        chance = sessions(EVEN, analyze(EVEN).total, bankroll=4, target=8, rounds=10_000, count=200, seed=seed, workers=1).ruin
        inside += chance.low <= truth <= chance.high
        assert chance.standard_error == pytest.approx(math.sqrt(chance.value * (1 - chance.value) / 200))
    assert inside >= 88
