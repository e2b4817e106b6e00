"""The analysis of the four documents: returns, both strategies, cell by cell; and what must hold for any rules."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjlearn.cards import VALUES, fresh_counts
from bjlearn.documents import builtin_ids, load
from bjlearn.exact import ExactError, analyze, evaluate, evaluate_by_upcard, quick_figures, shoe_counts, steps, total
from bjlearn.exact.hands import all_hands
from bjlearn.exact.splits import split_weights
from bjlearn.exact.steps import NO_EFFECT
from bjlearn.rules import Action, Rules, RulesError, differences
from bjlearn.strategy import BASIC, Cell, Shape, Strategy

# percent per opening stake, composition / total, fresh shoe, default readings
RETURNS = {
    "it-casino": (-0.479394, -0.482339),
    "it-banco": (-1.733316, -1.739675),
    "ro-online": (-0.456886, -0.459936),
    "it-training": (-0.514056, -0.517637),
}
H, S, D, P, R = Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SURRENDER


@pytest.mark.parametrize("name", RETURNS)
def test_returns_of_the_documents(name: str) -> None:
    assert set(RETURNS) == set(builtin_ids())
    analysis = analyze(load(name).rules())
    composition, by_total = RETURNS[name]
    assert 100 * analysis.ev() == pytest.approx(composition, abs=6e-7)
    assert 100 * analysis.ev("total") == pytest.approx(by_total, abs=6e-7)
    assert analysis.edge() == -analysis.ev()
    assert evaluate(analysis.rules, analysis.composition) == pytest.approx(analysis.ev(), abs=1e-15)
    assert evaluate(analysis.rules, analysis.total) == pytest.approx(analysis.ev("total"), abs=1e-15)


@pytest.mark.parametrize("name", RETURNS)
def test_no_change_of_one_cell_raises_the_return(name: str) -> None:
    """Every cell, every order of preference. What stands behind a surrender is a chart's usual "if not offered", see docs."""
    rules = load(name).rules()
    best = analyze(rules).total
    base = evaluate_by_upcard(rules, best)
    orders = [(S,), (H,)]
    if rules.double_on != "none":
        orders += [(D, S), (D, H)]
    if rules.surrender != "none":
        orders += [(R, *order) for order in orders]
    tried = 0
    for shape, number in sorted({cell[:2] for cell in best.cells}):
        for order in orders + ([(P, *order) for order in orders if R not in order] if shape is Shape.PAIR else []):
            # upcards do not know of each other: the same change is tried against all of them at once
            changed = {up: order for up in range(1, 11) if not (order[0] is R and best.cells[Cell(shape, number, up)][0] is R)}
            cells = {**best.cells, **{Cell(shape, number, up): order for up in changed}}
            found = evaluate_by_upcard(rules, Strategy("changed", cells))
            for up in changed:
                assert found[up] <= base[up] + 1e-14, (str(Cell(shape, number, up)), order)
                tried += 1
    assert tried >= 38 * 10 * 2


@pytest.mark.parametrize("name", ["it-casino", "it-training"])
def test_the_same_return_from_any_start(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = analyze(load(name).rules())
    best = analysis.totals.returns
    random = np.random.default_rng(7)
    for start in (np.zeros((38, 10), np.int64), np.ones((38, 10), np.int64), random.integers(0, 2, (38, 10))):
        monkeypatch.setattr(total, "_start", lambda *_, start=start: (start, np.ones_like(start)))
        assert total.solve(analysis.game, analysis.solved).returns == pytest.approx(best, abs=1e-15)


def test_fall_back_of_a_surrender_is_what_the_cell_says_without_it() -> None:
    casino = load("it-casino").rules()
    order = analyze(casino).total.cells[Cell(Shape.HARD, 16, 10)]
    assert order == (R, H)
    assert analyze(casino.replace(surrender="none")).total.cells[Cell(Shape.HARD, 16, 10)] == (H,)


# the case book


def test_c_021_double_after_split_is_not_ignored() -> None:
    rules = Rules(max_hands=4, resplit_aces=True, surrender="late")
    assert analyze(rules).ev() == pytest.approx(-0.002614, abs=5.1e-7)
    assert analyze(rules).ev() - analyze(rules.replace(double_after_split=False)).ev() == pytest.approx(0.0014, abs=5.1e-5)


def test_c_081_advice_follows_the_decks() -> None:
    two, six = (analyze(Rules(decks=decks, max_hands=4)).figures((6, 6), 7) for decks in (2, 6))
    assert two.best is P
    assert (two.actions[P], two.actions[H]) == pytest.approx((-0.22900, -0.23710), abs=5.1e-6)
    assert six.best is H
    assert (six.actions[H], six.actions[P]) == pytest.approx((-0.22056, -0.25272), abs=5.1e-6)


def test_c_083_surrender_follows_soft_17() -> None:
    stands, hits = (analyze(Rules(surrender="late", hits_soft_17=value)).figures((10, 5), 1) for value in (False, True))
    assert stands.best is H
    assert stands.actions[H] == pytest.approx(-0.48293, abs=5.1e-6)
    assert hits.best is R
    assert hits.actions[H] == pytest.approx(-0.50955, abs=5.1e-6)
    assert stands.actions[R] == hits.actions[R] == -0.5


def test_c_085_fifteen_against_nine() -> None:
    found = analyze(Rules(surrender="late")).figures((10, 5), 9)
    assert found.best is H
    assert found.actions[H] == pytest.approx(-0.47219, abs=5.1e-6)
    assert R in found.actions


def test_c_087_aces_that_cannot_be_split() -> None:
    analysis = analyze(Rules())
    found = analysis.figures((1, 1), 6)
    assert found.actions[H] == pytest.approx(0.18797, abs=5.1e-6)
    assert found.actions[D] == pytest.approx(0.19071, abs=5.1e-6)
    assert analysis.total.choose((1, 1), 6, {H, S}) is H
    assert analysis.composition.choose((1, 1), 6, {H, S}) is H
    assert analysis.composition.choose((1, 1), 6, {H, S, D}) is D


def test_c_089_split_aces_have_no_choice_or_hit() -> None:
    closed = analyze(Rules()).figures((1, 1), 6, hands=2)
    assert set(closed.actions) == {S}
    assert closed.fields[H] == "split_aces_one_card"
    assert analyze(Rules(split_aces_one_card=False)).figures((1, 1), 5, hands=2).best in (H, D)


def test_c_091_093_fall_backs_are_per_cell() -> None:
    hits = analyze(Rules(hits_soft_17=True, surrender="late"))
    seventeen = hits.figures((10, 7), 1).actions
    assert (seventeen[S], seventeen[H]) == pytest.approx((-0.51376, -0.57894), abs=5.1e-6)
    assert hits.total.choose((10, 7), 1, {H, S}) is S
    assert hits.total.choose((5, 5, 7), 1, {H, S}) is S
    assert hits.total.choose((10, 6), 10, {H, S}) is H
    look = analyze(load("ro-online").rules())
    assert look.total.choose((1, 2, 5), 3, {H, S}) is S
    assert look.total.choose((1, 2, 4), 3, {H, S}) is H
    casino = analyze(load("it-casino").rules())
    assert casino.total.cells[Cell(Shape.SOFT, 18, 3)] == (S,)
    assert casino.total.cells[Cell(Shape.SOFT, 17, 3)] == (H,)


def test_c_095_dealer_after_the_look() -> None:
    six = analyze(Rules())
    ace, ten = six.dealer(1, after_look=True), six.dealer(10, after_look=True)
    assert (ace["21"], ace["bust"]) == pytest.approx((0.07739, 0.16703), abs=5.1e-6)
    assert (ten["21"], ten["bust"]) == pytest.approx((0.03773, 0.23024), abs=5.1e-6)
    assert six.dealer(5)["bust"] == pytest.approx(0.41841, abs=5.1e-6)


def test_c_097_edge_is_per_opening_stake() -> None:
    assert analyze(Rules(max_hands=4)).ev() == pytest.approx(-0.0040287, abs=5.1e-8)


def test_c_099_split_by_the_plan_fixed_before() -> None:
    rules = Rules(decks=8, look="never", double_after_split=False)
    assert analyze(rules).figures((3, 3), 10).actions[P] == pytest.approx(-0.6419774, abs=5.1e-8)


def test_c_101_before_and_after_the_look() -> None:
    after, before = analyze(Rules()).figures((10, 6), 1), analyze(Rules(look="never")).figures((10, 6), 1)
    assert (after.after_look, before.after_look) == (True, False)
    chance = after.dealer_natural
    assert chance == before.dealer_natural == pytest.approx(0.3074434, abs=5.1e-8)
    assert (after.actions[S], after.actions[H]) == pytest.approx((-0.66483, -0.51580), abs=5.1e-6)
    assert (before.actions[S], before.actions[H]) == pytest.approx((-0.76787, -0.66466), abs=5.1e-6)
    for action in (S, H):
        assert after.actions[action] == pytest.approx((before.actions[action] + chance) / (1 - chance), abs=1e-14)


def test_c_103_eleven_against_ten() -> None:
    look, none = analyze(Rules()).figures((6, 5), 10).actions, analyze(Rules(look="never")).figures((6, 5), 10).actions
    assert (look[D], look[H]) == pytest.approx((0.17845, 0.11858), abs=5.1e-6)
    assert (none[D], none[H]) == pytest.approx((0.00925, 0.03170), abs=5.1e-6)


# what must hold for any rules


def test_the_same_to_the_last_bit_in_any_order() -> None:
    rules, counts = load("it-training").rules(), dict(zip(VALUES, fresh_counts(6), strict=True))
    hand = (2, 1, 3, 2, 4)
    orders = list(itertools.islice(itertools.permutations(hand), 0, 120, 12))
    assert len(orders) == 10
    first = analyze(rules).figures(hand, 10)
    for order, start in zip(orders, range(10), strict=True):
        names = list(counts)[start:] + list(counts)[:start]
        shoe = {name: counts[name] for name in names}
        found = analyze(rules, shoe).figures(order, 10)
        assert found == first
        assert analyze(rules, list(shoe_counts(shoe, rules))).figures(order, 10) == first
        quick = quick_figures(rules, shoe_counts(shoe, rules), order, 10)
        assert quick.actions == quick_figures(rules, shoe_counts(None, rules), hand, 10).actions


@settings(max_examples=8, deadline=None, derandomize=True)
@given(
    removed=st.lists(st.integers(1, 10), max_size=30),
    hand=st.tuples(st.integers(1, 10), st.integers(1, 10)),
    up=st.integers(1, 10),
)
def test_quick_figures_are_the_analysis(removed: list[int], hand: tuple[int, int], up: int) -> None:
    rules = Rules(decks=2, surrender="late", look="ten", max_hands=3)
    counts = list(fresh_counts(2))
    for value in removed:
        counts[value - 1] = max(counts[value - 1] - 1, 3)
    quick = quick_figures(rules, tuple(counts), hand, up)
    whole = analyze(rules, counts).figures(hand, up)
    assert quick.best == whole.best
    assert quick.illegal == whole.illegal
    for action, value in whole.actions.items():
        assert quick.actions[action] == pytest.approx(value, abs=1e-13)


BETTER = [
    # rules on which a change is known to favour the player, whatever else is played
    ("hits_soft_17", True, False),
    ("natural_pays", "6/5", "3/2"),
    ("win_pays", "1", "3/2"),
    ("double_on", "hard-9-11", "9-11"),
    ("double_on", "9-11", "any"),
    ("double_cards", "two", "any"),
    ("double_after_split", False, True),
    ("resplit_aces", False, True),
    ("split_aces_one_card", True, False),
    ("natural_after_split", False, True),
    ("surrender", "none", "late"),
    ("surrender", "late", "early"),
    ("dealer_natural_takes", "all", "first"),
    ("look", "never", "ace-and-ten"),
    ("stop_at_21", True, False),
]


@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    decks=st.sampled_from([1, 2]),
    look=st.sampled_from(["never", "ace", "ace-and-ten"]),
    takes=st.sampled_from(["all", "first"]),
    double=st.sampled_from(["hard-9-11", "any"]),
    surrender=st.sampled_from(["none", "late"]),
    number=st.integers(0, len(BETTER) - 1),
)
def test_a_rule_that_favours_the_player_never_lowers_the_return(
    decks: int, look: str, takes: str, double: str, surrender: str, number: int
) -> None:
    rules = Rules(max_hands=3).replace(decks=decks, look=look, dealer_natural_takes=takes, double_on=double, surrender=surrender)
    for name, worse, better in (BETTER[number], BETTER[(number + 7) % len(BETTER)]):
        if name == "look" and surrender != "none":
            continue  # without a look half the stake is saved from a natural too
        before, after = analyze(rules.replace(**{name: worse})), analyze(rules.replace(**{name: better}))
        # a plan fixed before the split is not the best of all plays, so a freedom may cost it a hair
        assert after.ev() >= before.ev() - 2e-6, name


def test_first_stake_alone_is_as_good_as_a_look() -> None:
    for rules in (Rules(max_hands=4), Rules(decks=2, hits_soft_17=True)):
        never = rules.replace(look="never", dealer_natural_takes="first")
        assert analyze(never).ev() == pytest.approx(analyze(rules).ev(), abs=1e-15)


def test_fields_without_effect() -> None:
    base = analyze(Rules()).ev()
    for name, value in {
        "insurance": "none",
        "insurance_pays": 1,
        "push": "stays",
        "hands_per_player": 3,
        "cut_card": [0.7, 0.8],
    }.items():
        assert name in NO_EFFECT
        assert analyze(Rules().replace(**{name: value})).ev() == base


@pytest.mark.parametrize(
    "counts", [(0,) * 10, (1, 1, 0, 0, 0, 0, 0, 0, 0, 1), (2,) * 10, (0, 0, 0, 0, 0, 0, 0, 0, 0, 4), (30, *(0,) * 9)]
)
def test_a_shoe_too_small_breaks_nothing(counts: tuple[int, ...]) -> None:
    analysis = analyze(Rules(max_hands=4, surrender="late"), counts)
    value = analysis.ev()
    assert value is None or -2.0 <= value <= 2.0
    assert (value is None) == (counts[:2] in {(0, 0), (1, 1)} and counts[9] != 4)
    assert analysis.ev("total") is None or math.isfinite(analysis.ev("total"))
    assert analysis.total.choose((10, 6), 10, {H, S}) in (H, S)
    if counts == (0, 0, 0, 0, 0, 0, 0, 0, 0, 4):
        assert analysis.figures((10, 10), 10).actions[S] == 0.0
    if counts == (30, *(0,) * 9):
        assert analysis.figures((1, 1), 1).actions[S] is not None


def test_a_hand_without_a_figure() -> None:
    """Two sixes and an ace are left for a dealer who shows a two: 2, 6, 6, A is 15, and there is no card to draw."""
    found = analyze(Rules(max_hands=1), (1, 1, 0, 0, 0, 2, 0, 0, 0, 2)).figures((10, 10), 2)
    assert found.actions[S] is None
    assert found.best is None
    with pytest.raises(ExactError):
        analyze(Rules(), (1, 1, 0, 0, 0, 2, 0, 0, 0, 2)).dealer(2, (10, 10))


@pytest.mark.parametrize(
    ("shoe", "hand", "up"),
    [
        ({"J": 4}, (10, 6), 10),
        ({"A": -1}, (10, 6), 10),
        ((4,) * 9, (10, 6), 10),
        ({"A": 0}, (1, 6), 10),
        (None, (10,), 10),
        (None, (10, 10, 5), 10),
        (None, (10, 11), 10),
        (None, (10, 6), 0),
        ({"8": 2}, (8, 8), 8),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(shoe: object, hand: tuple[int, ...], up: int) -> None:
    with pytest.raises(ExactError) as caught:
        analyze(Rules(), shoe).figures(hand, up)  # type: ignore[arg-type]
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


# parts


def test_every_hand_is_there_once() -> None:
    hands = all_hands()
    assert len(hands) == len({tuple(row) for row in hands.counts.tolist()}) == 3083
    assert hands.row((6, 10)) == hands.row((10, 6))
    assert hands.row((10, 10, 2)) is None
    for value in range(1, 11):
        child = hands.child[hands.row((2, 3)), value - 1]
        assert hands.values(child) == tuple(sorted((2, 3, value)))
    assert bool((np.diff(hands.points) >= 0).all())


def test_split_weights_count_all_hands() -> None:
    """With no further pair card to come, two hands; if nothing but pair cards came, as many as the rules allow."""
    for most in (2, 3, 4):
        other, pair = split_weights(most)
        assert other[0] == 2
        # every second card a pair card: `most` hands, all of them pairs
        assert sum(pair) == most
    assert split_weights(2) == ((2,), (2,))


def test_steps_add_up_and_only_pass_rules_that_exist() -> None:
    documents = [load(name).rules() for name in builtin_ids()]
    for one, other in itertools.pairwise(documents):
        found = list(steps(one, other))
        every = sum(step.change["total"] for step in found)
        assert every == pytest.approx(analyze(other).ev("total") - analyze(one).ev("total"), abs=1e-14)
        changed = [name for step in found for name, _, _ in step.changes]
        assert sorted(changed) == sorted(name for name, _, _ in differences(one, other) if name not in NO_EFFECT)
        assert all(len(step.changes) == 1 for step in found)


def test_steps_change_together_what_cannot_change_alone() -> None:
    one = Rules(double_on="none", double_after_split=False)
    other = Rules(double_on="any", double_after_split=True, max_hands=3, resplit_aces=True)
    found = list(steps(one, other))
    assert [step.changes[0][0] for step in found] == ["double_on", "double_after_split", "max_hands", "resplit_aces"]
    with pytest.raises(RulesError):
        one.replace(double_after_split=True)


def test_situations_and_exceptions() -> None:
    analysis = analyze(load("it-casino").rules())
    found = {str(cell): (visits, best, costs) for cell, visits, best, costs in analysis.situations()}
    visits, best, costs = found["hard 16 v 10"]
    assert best is R
    assert costs[R] == 0.0
    assert costs[H] > 0
    assert 0.01 < visits < 0.05
    # a first decision is asked for unless either side has a natural: some 90 of 100 rounds; later ones come on top
    assert 0.9 < sum(item[0] for item in found.values()) < 2.0
    listed = list(analysis.exceptions())
    assert (10, 2) in [tuple(sorted(hand, reverse=True)) for hand, up, *_ in listed if up == 4]
    for hand, up, by_total, by_cards, worth in listed:
        assert worth > 0
        assert analysis.composition.preferences(hand, up)[0] is by_cards
        assert analysis.total.preferences(hand, up)[0] is by_total


def test_a_mistake_costs_what_it_changes() -> None:
    rules = load("ro-online").rules()
    analysis = analyze(rules)
    cell = Cell(Shape.HARD, 12, 4)
    cost = next(costs for found, _, _, costs in analysis.situations() if found == cell)
    changed = Strategy("hits", {**analysis.total.cells, cell: (H,)})
    assert cost[H] == pytest.approx(analysis.ev("total") - evaluate(rules, changed), abs=1e-15)


def test_hands_of_more_cards_have_exceptions_too() -> None:
    analysis = analyze(load("it-casino").rules())
    found = {(hand, up): (by_total, by_cards) for hand, up, by_total, by_cards, _ in analysis.exceptions(3)}
    assert found[(4, 5, 7), 10] == (H, S)
    assert ((2, 10), 4) in found


def test_a_pair_that_comes_from_a_split() -> None:
    rules = load("it-training").rules()
    again = analyze(rules).figures((8, 8), 6, hands=2)
    # with two hands there, one split more may be followed by another one: as a dealt pair with three hands at most
    assert again.actions[P] == pytest.approx(analyze(rules.replace(max_hands=3)).figures((8, 8), 6).actions[P], abs=1e-13)
    assert analyze(rules).figures((8, 8), 6, hands=4).fields[P] == "max_hands"
    assert analyze(rules).figures((1, 1), 6, hands=2).fields[P] == "resplit_aces"


def test_frames() -> None:
    analysis = analyze(load("it-banco").rules())
    chart = analysis.chart("pairs"[:4])
    assert chart.loc["8,8", "10"] == analysis.total.cells[Cell(Shape.PAIR, 8, 10)][0].value or "else" in chart.loc["8,8", "10"]
    frame = analysis.ev_frame()
    assert len(frame) == 54 * 10
    assert frame.loc[("6,10", "10"), "hit"] == analysis.figures((10, 6), 10).actions[H]
    mistakes = analysis.situation_frame()
    assert mistakes["nearest mistake %"].is_monotonic_decreasing


def test_any_strategy_is_measured() -> None:
    rules = load("ro-online").rules()
    # the common table is the best total strategy of this document, and costs something where a late natural takes all
    assert evaluate(rules, BASIC) == pytest.approx(analyze(rules).ev("total"), abs=1e-15)
    training = load("it-training").rules()
    value = evaluate(training, BASIC)
    assert value is not None
    assert analyze(training).ev("total") - 0.002 < value < analyze(training).ev("total") - 1e-5
