"""Cases of other programs about strategy and figures, asked of the coach."""

from __future__ import annotations

import pytest

from bjlearn.cards import cards
from bjlearn.coach import By, Grade, verdict
from bjlearn.documents import builtin_ids, load
from bjlearn.exact import analyze
from bjlearn.game.events import Asked
from bjlearn.rules import Rules
from bjlearn.widgets.coaching import Coaching
from tests.coach.asked import asked, dealt, facing

CASINO = Rules(surrender="late")


def near(value: float) -> object:
    return pytest.approx(value, abs=5.1e-6)


def test_C_081_advice_follows_the_decks_at_once() -> None:
    for decks, best, hit, split in (
        (2, "split", -0.23710, -0.22900),
        (6, "hit", -0.22056, -0.25272),
        (2, "split", -0.23710, -0.22900),
    ):
        found = verdict(facing(Rules(decks=decks, max_hands=4), (6, 6), 7))
        assert found.best == best
        assert (found.values["hit"], found.values["split"]) == (near(hit), near(split))


def test_C_083_surrender_by_the_rules_of_the_table() -> None:
    stands = verdict(facing(CASINO, (10, 5), 1))
    assert (stands.best, stands.values["hit"]) == ("hit", near(-0.48293))
    hits = verdict(facing(CASINO.replace(hits_soft_17=True), (10, 5), 1))
    assert (hits.best, hits.values["hit"]) == ("surrender", near(-0.50955))
    assert verdict(facing(CASINO, (10, 6), 10)).best == "surrender"


def test_C_085_surrender_is_judged_as_every_action_is() -> None:
    situation = facing(CASINO, (10, 5), 9)
    wrong = verdict(situation, "surrender")
    assert (wrong.grade, wrong.best, wrong.values["hit"]) == (Grade.MISTAKE, "hit", near(-0.47219))
    seen = cards("2,3,4,5,6," * 14)
    rich = asked(dealt(CASINO, "10,9,5,7"), seen=seen)
    assert verdict(rich, "surrender", by=By.COUNT).grade is Grade.BEST
    assert verdict(rich, "hit", by=By.COUNT).grade is Grade.MISTAKE


def test_C_087_aces_that_cannot_be_split() -> None:
    poor = verdict(asked(dealt(Rules(), "A,6,A,9", bankroll=10)))
    assert (poor.best, poor.values["hit"]) == ("hit", near(0.18797))
    assert verdict(facing(Rules(max_hands=1), (1, 1), 6)).values["double"] == near(0.19071)


def test_C_089_split_aces_with_one_card_are_never_asked_about() -> None:
    for name in builtin_ids():
        round_ = dealt(load(name).rules(), "A,6,A,9,A,5,10,10", "split")
        acted = [event for event in round_.events if isinstance(event, Asked) and event.kind == "action"]
        assert (len(acted), round_.over) == (1, True)
    drawn = asked(dealt(Rules(split_aces_one_card=False), "A,6,A,9,A,5", "split"))
    assert verdict(drawn).values["hit"] > verdict(drawn).values["stand"]


def test_C_091_the_fall_back_of_surrender_is_the_cells_own() -> None:
    hits = Rules(hits_soft_17=True)
    found = verdict(facing(hits, (10, 7), 1))
    assert (found.best, found.values["stand"], found.values["hit"]) == ("stand", near(-0.51376), near(-0.57894))
    three = asked(dealt(hits.replace(surrender="late"), "10,A,2,7,5", "no insurance", "hit"))
    assert verdict(three).best == "stand"
    assert verdict(facing(Rules(), (10, 6), 10)).best == "hit"


def test_C_093_the_fall_back_of_a_double_is_the_cells_own() -> None:
    assert verdict(facing(Rules(), (1, 7), 3)).best == "double"
    assert verdict(asked(dealt(Rules(), "A,3,2,9,5", "hit"))).best == "stand"
    assert verdict(asked(dealt(Rules(), "A,3,2,9,4", "hit"))).best == "hit"
    casino = load("it-casino").rules()
    assert verdict(facing(casino, (1, 7), 3)).best == "stand"
    assert verdict(facing(casino, (1, 6), 3)).best == "hit"


def test_C_095_the_dealers_chances_are_of_these_very_decks() -> None:
    analysis = analyze(Rules())
    assert analysis.dealer(1, after_look=True)["bust"] == near(0.16703)
    assert analysis.dealer(1, after_look=True)["21"] == near(0.07739)
    assert analysis.dealer(10, after_look=True)["bust"] == near(0.23024)
    assert analysis.dealer(5)["bust"] == near(0.41841)


@pytest.mark.parametrize("stakes", [(10, 10, 10), (10, 100, 30)])
def test_C_097_the_expected_return_is_per_opening_stake_whatever_the_stakes(stakes: tuple[int, ...]) -> None:
    rules = Rules(max_hands=4)
    coaching = Coaching()
    for number, stake in enumerate(stakes, start=1):
        coaching.tally.add(rules, stake)
        assert coaching.tally.rounds == number
    assert coaching.tally.expected / float(coaching.tally.staked) == pytest.approx(-0.0040287, abs=5.1e-8)


def test_C_099_a_split_is_told_by_the_plan_fixed_before_it() -> None:
    rules = Rules(decks=8, look="never", double_after_split=False)
    assert verdict(facing(rules, (3, 3), 10)).values["split"] == pytest.approx(-0.6419774, abs=5.1e-8)


def test_C_101_figures_say_whether_the_dealer_may_still_have_a_natural() -> None:
    after = verdict(facing(Rules(), (10, 6), 1))
    assert (after.after_look, after.values["stand"], after.values["hit"]) == (True, near(-0.66483), near(-0.51580))
    before = verdict(facing(Rules(look="never"), (10, 6), 1))
    assert (before.after_look, before.values["stand"], before.values["hit"]) == (False, near(-0.76787), near(-0.66466))


def test_C_103_eleven_against_ten_with_and_without_a_look() -> None:
    look, none = verdict(facing(Rules(), (6, 5), 10)), verdict(facing(Rules(look="never"), (6, 5), 10))
    assert (look.best, look.values["double"], look.values["hit"]) == ("double", near(0.17845), near(0.11858))
    assert (none.best, none.values["double"], none.values["hit"]) == ("hit", near(0.00925), near(0.03170))
