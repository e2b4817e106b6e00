"""Reasons: each kind with its figures worked out again from the Analysis; none ever contradicts the verdict."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjlearn.cards import Card, OrderedShoe, cards, fresh_counts
from bjlearn.coach import By, Grade, Kind, Reason, Situation, Verdict, name_of, verdict
from bjlearn.documents import load
from bjlearn.exact import analyze
from bjlearn.exact.hands import all_hands
from bjlearn.game import Round
from bjlearn.rules import Rules
from bjlearn.text import LANGUAGES, BjlearnError
from tests.coach.asked import asked, dealt, facing
from tests.game.random_play import choose, rules, some_cards


def reason(found: Verdict, kind: Kind) -> Reason:
    return next(one for one in found.reasons if one.kind is kind)


def kinds(found: Verdict) -> set[Kind]:
    return {one.kind for one in found.reasons}


@pytest.mark.parametrize(
    ("name", "hand", "up"),
    [
        ("it-casino", (10, 6), 10),
        ("it-casino", (10, 2), 1),
        ("it-training", (10, 6), 10),
        ("it-banco", (9, 7), 10),
        ("ro-online", (9, 4), 6),
    ],
)
def test_the_chance_to_bust_by_hitting(name: str, hand: tuple[int, int], up: int) -> None:
    """The same as the analysis counts: of all ways to go on after the look, those in which the next card is too much."""
    game = analyze(load(name).rules()).game
    row = all_hands().row(hand)
    exact = game.base.bust[row, up - 1] / game.base.mass[row, up - 1]
    assert reason(verdict(facing(game.rules, hand, up)), Kind.BUST).figures["chance"] == pytest.approx(exact, rel=1e-12)


def test_a_hand_that_cannot_bust_has_no_such_reason() -> None:
    assert Kind.BUST not in kinds(verdict(facing(Rules(), (6, 5), 10)))
    assert Kind.BUST not in kinds(verdict(facing(Rules(), (1, 6), 10)))


@pytest.mark.parametrize(("name", "look"), [("it-casino", True), ("it-training", False)])
@pytest.mark.parametrize("up", [1, 6, 10])
def test_the_dealers_chance_to_bust(name: str, up: int, look: bool) -> None:
    rules = load(name).rules()
    found = reason(verdict(facing(rules, (10, 6), up)), Kind.DEALER_BUST)
    exact = analyze(rules).dealer(up, (10, 6), after_look=look and up != 6)
    assert found.figures["chance"] == pytest.approx(exact["bust"], rel=1e-12)
    assert ("no natural" in found.message.text()) == (look and up != 6)


@pytest.mark.parametrize(
    ("hand", "up", "kind"),
    [((6, 5), 6, Kind.DOUBLE), ((6, 5), 1, Kind.DOUBLE), ((8, 8), 10, Kind.SPLIT), ((10, 10), 6, Kind.SPLIT)],
)
def test_what_the_second_stake_earns(hand: tuple[int, int], up: int, kind: Kind) -> None:
    rules = load("ro-online").rules()
    exact = {one.value: value for one, value in analyze(rules).figures(hand, up).actions.items()}
    found = reason(verdict(facing(rules, hand, up)), kind)
    other = max(exact["hit"], exact["stand"])
    assert found.figures == pytest.approx({"value": exact[kind], "other": other, "gain": exact[kind] - other})
    assert ("earn" in found.message.template) == (exact[kind] > other)


@pytest.mark.parametrize(("takes", "words"), [("all", "all stakes"), ("first", "opening stake alone")])
@pytest.mark.parametrize("up", [1, 10])
def test_what_the_natural_takes_where_nobody_looks(takes: str, words: str, up: int) -> None:
    rules = load("it-training").rules().replace(dealer_natural_takes=takes)
    found = reason(verdict(facing(rules, (6, 5), up)), Kind.NATURAL)
    assert found.figures["chance"] == pytest.approx(analyze(rules).figures((6, 5), up).dealer_natural)
    assert words in found.message.text()
    assert found.field == "dealer_natural_takes"
    assert Kind.NATURAL not in kinds(verdict(facing(Rules(), (6, 5), up)))
    assert Kind.NATURAL not in kinds(verdict(facing(rules, (6, 5), 6)))


@pytest.mark.parametrize(("name", "pays", "needed"), [("it-casino", "2:1", 1 / 3), ("it-banco", "1:1", 1 / 2)])
def test_the_price_of_insurance(name: str, pays: str, needed: float) -> None:
    rules = load(name).rules()
    found = reason(verdict(asked(dealt(rules, "10,A,6,7"))), Kind.INSURANCE)
    left = 52 * rules.decks - 3
    tens = 16 * rules.decks - 1
    assert found.figures["chance"] == pytest.approx(tens / left)
    assert found.figures["needed"] == pytest.approx(needed)
    assert found.figures["worth"] == pytest.approx(analyze(rules).insurance((10, 6)))
    assert pays in found.message.text()


def test_surrender_against_the_best_other() -> None:
    rules = load("it-casino").rules()
    exact = analyze(rules).figures((10, 6), 10).actions
    found = reason(verdict(facing(rules, (10, 6), 10)), Kind.SURRENDER)
    values = {one.value: value for one, value in exact.items()}
    assert found.figures == pytest.approx({"value": -0.5, "other": values["hit"]})
    assert found.favours == "surrender"
    assert reason(verdict(facing(rules, (10, 5), 1)), Kind.SURRENDER).favours is None


def test_a_near_tie_is_named_and_never_a_mistake() -> None:
    near = 0
    for hand in ((10, 6), (9, 7), (10, 2), (9, 3), (8, 4), (7, 5), (1, 7), (6, 5), (9, 2), (8, 3), (7, 4)):
        for up in range(1, 11):
            found = verdict(facing(Rules(decks=8), hand, up))
            ranked = sorted(found.values, key=lambda name: -found.values[name])
            gap = found.values[ranked[0]] - found.values[ranked[1]]
            assert (Kind.NEAR_TIE in kinds(found)) == (gap < 0.001) == found.near_tie
            if gap < 0.001:
                near += 1
                assert reason(found, Kind.NEAR_TIE).figures["gap"] == pytest.approx(gap)
                assert verdict(found.situation, ranked[1]).grade is Grade.NEAR
    assert near > 0


def test_where_the_cards_play_otherwise_than_the_chart_both_are_named() -> None:
    rules = load("it-casino").rules()
    hand, up, by_total, by_cards, worth = next(iter(analyze(rules).exceptions()))
    found = verdict(facing(rules, hand, up), by_total.value)  # type: ignore[arg-type]
    assert (found.chart, found.best) == (by_total, by_cards)
    assert reason(found, Kind.CARDS).figures["gain"] == pytest.approx(worth)
    assert found.grade in (Grade.CHART, Grade.NEAR)


@settings(max_examples=40)
@given(rules(), some_cards(30, 30), st.integers(0, 10**6), st.sampled_from(By), st.sampled_from(LANGUAGES))
def test_no_reason_contradicts_the_verdict(game: Rules, order: list[Card], seed: int, by: By, language: str) -> None:
    random = Random(seed)
    round_ = Round(game, OrderedShoe([*order, *cards("10 " * 30)]), [10], [60])
    while round_.question is not None:
        situation = asked(round_)
        chosen = choose(round_, random)
        try:
            found = verdict(situation, chosen, by=by)
        except BjlearnError:
            assert_cards_are_missing(situation, by)
        else:
            agrees(found, language)
        round_.do(chosen)


def assert_cards_are_missing(situation: Situation, by: By) -> None:
    """There is no verdict only where the shoe has not these cards, or hardly any others."""
    left = [
        count - (situation.gone[value] if by is By.COUNT else 0)
        for value, count in enumerate(fresh_counts(situation.rules.decks))
    ]
    for value in (*situation.cards, situation.up):
        left[value - 1] -= 1
    assert min(left) < 0 or sum(left) < 20


def agrees(found: Verdict, language: str) -> None:
    values, best = found.values, found.best
    assert values[best] == max(values.values())
    assert set(values) == set(found.situation.legal)
    assert found.chosen in values
    assert found.cost >= 0
    assert name_of(best).text(language) in found.hint.text(language)
    for one in found.reasons:
        text = one.message.text(language)
        assert text
        assert not {"{", "}"} & set(text)
        assert one.favours in (None, best)
        figures = one.figures
        assert all(0 <= figures[name] <= 1 for name in ("chance", "needed") if name in figures)
        if one.kind in (Kind.DOUBLE, Kind.SPLIT):
            assert ("earn" in one.message.template) == (figures["gain"] > 0)
            assert figures["gain"] <= 0 or best not in ("hit", "stand")
            assert best != one.kind or figures["gain"] > 0 or figures["gain"] == pytest.approx(0, abs=1e-12)
        elif one.kind is Kind.SURRENDER:
            assert ("and no more" in one.message.template) == (best == "surrender")
            assert (figures["value"] >= figures["other"]) if best == "surrender" else (figures["other"] >= figures["value"])
        elif one.kind is Kind.INSURANCE and "insure" in values:
            assert ("earns" in one.message.template) == (best == "insure")
        elif one.kind is Kind.CARDS:
            assert found.chart != best
    assert (Kind.NEAR_TIE in kinds(found)) == found.near_tie
