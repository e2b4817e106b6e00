"""The same cards elsewhere: what may be done there, what it is worth, what would have been paid, and the clause behind each."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjlearn.cards import Card, Shoe, cards
from bjlearn.coach import Outcome, Situation, elsewhere, replay
from bjlearn.coach.elsewhere import matters
from bjlearn.documents import builtin_ids, load
from bjlearn.exact import analyze
from bjlearn.game import Decision, Insure, Round, decision
from bjlearn.game.events import Acted, Dealt, Drew
from bjlearn.rules import Action, Rules, RulesError, allowed_values, field_names
from tests.coach.asked import asked, dealt, facing
from tests.game.random_play import choose, play_on, rules

RULES = {name: load(name).rules() for name in builtin_ids()}


def situation(name: str, hand: tuple[int, int], up: int) -> Situation:
    return facing(RULES[name], hand, up)


@pytest.mark.parametrize("there", RULES)
@pytest.mark.parametrize("here", RULES)
def test_values_there_are_the_analysis_of_there(here: str, there: str) -> None:
    for hand, up in (((10, 6), 10), ((6, 5), 1), ((8, 8), 6), ((1, 7), 9)):
        found = elsewhere(situation(here, hand, up), RULES[there])
        exact = analyze(RULES[there]).figures(hand, up)
        assert found.values == {one.value: pytest.approx(value, abs=1e-12) for one, value in exact.actions.items()}
        assert found.best == exact.best
        assert {one.name: one.field for one in found.refused} == {one.value: name for one, name in exact.fields.items()}
        for one in found.refused:
            assert load(there).clause_for(str(one.field)) is not None
        assert (found.fields == ()) == (here == there) or here != there


def test_the_rules_behind_a_difference_are_named_and_no_others() -> None:
    eleven = elsewhere(situation("it-casino", (6, 5), 10), RULES["it-training"])
    assert (eleven.best, "look" in eleven.fields) == ("hit", True)
    assert "split_aces_one_card" not in eleven.fields
    sixteen = elsewhere(situation("it-casino", (10, 6), 6), RULES["it-training"])
    assert "look" not in sixteen.fields  # no natural can hide under a six
    insured = elsewhere(asked(dealt(RULES["it-casino"], "10,A,6,7")), RULES["it-banco"])
    assert set(insured.fields) == {"decks", "insurance_pays"}


def test_what_would_not_be_asked_says_why() -> None:
    insured = asked(dealt(RULES["it-casino"], "10,A,6,7"))
    none = elsewhere(insured, RULES["it-training"]).none
    assert none is not None
    assert none.field == "insurance"
    third = asked(dealt(Rules(max_hands=4), "8,6,8,10,8,2,3,5", "split", "split"))
    assert third.hands == 3
    most = elsewhere(third, Rules(max_hands=2)).none
    assert most is not None
    assert most.field == "max_hands"
    over = elsewhere(asked(dealt(Rules(stop_at_21=False), "7,6,7,10,7", "hit")), Rules(stop_at_21=True)).none
    assert over is not None
    assert over.field == "stop_at_21"


def played(round_: Round) -> tuple[list[Card], list[tuple[int, int, Decision]]]:
    given = [event.card for event in round_.events if isinstance(event, Dealt | Drew)]
    made = [
        (event.seat, event.hand, Insure(event.amount) if event.decision == "insure" else decision(event.decision))
        for event in round_.events
        if isinstance(event, Acted)
    ]
    return given, made


@pytest.mark.parametrize("name", RULES)
def test_by_the_same_rules_a_round_pays_what_it_paid(name: str) -> None:
    for seed in range(60):
        random = Random(seed)
        round_ = play_on(Round(RULES[name], Shoe.fresh(RULES[name].decks, random), [10], [1000]), random)
        given, made = played(round_)
        found = replay(RULES[name], given, [10], made)
        assert (found.net, found.notes) == (round_.net, ())
        assert found.cards == tuple(tuple(str(card) for card in hand.cards) for hand in round_.all_hands())


def test_a_natural_of_the_dealer_costs_a_double_where_nobody_looks() -> None:
    round_ = dealt(RULES["it-casino"], "6,A,5,K", "no insurance")
    given, made = played(round_)
    assert (round_.over, round_.net) == (True, -10)
    there = replay(RULES["it-training"], [*given, *cards("9,9")], [10], made)
    assert there.net == -10  # the best play there is to hit, and the first stake is lost


def test_a_decision_that_is_not_legal_there_is_named_with_its_rule() -> None:
    given, made = played(dealt(RULES["it-training"], "5,10,3,7,10", "double"))
    found = replay(RULES["it-casino"], [*given, *cards("10,10")], [10], made)
    assert [(note.name, note.field) for note in found.notes] == [("double", "double_on")]
    assert found.net is not None


def test_cards_that_nobody_has_seen_are_not_made_up() -> None:
    given, made = played(dealt(RULES["it-casino"], "10,10,6,9", "surrender"))
    found = replay(RULES["it-training"], given, [10], made)
    assert found.net is None
    assert [note.name for note in found.notes] == ["surrender", "cards"]


def test_more_hands_than_one_player_may_stake_there() -> None:
    given = cards("10,9,8,10,10,9,8,7")
    found = replay(RULES["it-casino"], given, [10, 10, 10], [(seat, 0, Action.STAND) for seat in range(3)])
    assert isinstance(found, Outcome)
    assert (found.net, found.notes[0].field) == (None, "hands_per_player")


def test_insurance_goes_along_as_far_as_it_is_legal() -> None:
    given, made = played(dealt(RULES["it-casino"], "10,A,9,K", "insure 5"))
    assert replay(RULES["it-casino"], given, [10], made).net == 0
    assert replay(RULES["it-banco"], given, [10], made).net == -5
    none = replay(RULES["it-training"], given, [10], made)
    assert none.net == Fraction(-10)


@settings(max_examples=25)
@given(rules(), st.sampled_from(field_names()), st.integers(0, 10**6))
def test_what_plainly_matters_or_not_is_what_the_figures_say(game: Rules, field: str, seed: int) -> None:
    """Where a rule is named or left out without a figure, the figures of both games agree."""
    random = Random(seed)
    other = game
    for value in allowed_values(field):
        with suppress(RulesError):
            other = game.replace(**{field: value}) if value != getattr(game, field) else other
    if other == game:
        return
    game, other = game.replace(decks=max(game.decks, 2)), other.replace(decks=max(other.decks, 2))
    round_ = Round(game, Shoe.fresh(2, random), [10], [1000])
    while round_.question is not None:
        asked_now = asked(round_)
        known = matters(asked_now, game, other, field)
        if game != other and known is not None and field not in ("decks", "hits_soft_17"):
            one, two = elsewhere(asked_now, game), elsewhere(asked_now, other)
            same = set(one.values) == set(two.values) and all(
                abs(one.values[name] - value) < 1e-5 for name, value in two.values.items()
            )
            assert known != same or (known and one.none is not None and two.none is not None)
        round_.do(choose(round_, random))
