"""Verdicts: one analysis behind chart, hint, grade and reason; public knowledge alone; money, splits, insurance, the count."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from bjlearn.cards import cards
from bjlearn.coach import By, CoachError, Grade, Kind, Situation, name_of, verdict
from bjlearn.documents import builtin_ids, load
from bjlearn.exact import analyze, quick_figures
from bjlearn.game import Insure
from bjlearn.rules import Action, Rules
from bjlearn.strategy import UPCARDS
from tests.coach.asked import asked, dealt, facing

HANDS = [hand for hand in combinations_with_replacement(range(1, 11), 2) if hand != (1, 10)]
EARLY = "early surrender"


def rules_of(name: str) -> Rules:
    return Rules(surrender="early", cut_card=None) if name == EARLY else load(name).rules()


@pytest.mark.parametrize("name", [*builtin_ids(), EARLY])
def test_chart_hint_grade_and_reason_agree_in_every_cell(name: str) -> None:
    rules = rules_of(name)
    analysis = analyze(rules)
    exceptions = 0
    for hand in HANDS:
        for up in UPCARDS:
            situation = facing(rules, hand, up)
            legal = {Action(one) for one in situation.legal}
            by_total, by_cards = (analysis.strategy(kind).choose(hand, up, legal) for kind in ("total", "composition"))
            found = verdict(situation)
            assert (found.chart, found.best) == (by_total, by_cards), (hand, up)
            assert set(found.values) == set(situation.legal)
            assert name_of(found.best).text() in found.hint.text()
            exceptions += by_total != by_cards
            assert (Kind.CARDS in [reason.kind for reason in found.reasons]) == (by_total != by_cards)
            for choice in situation.legal:
                made = verdict(situation, choice)
                assert made.cost == pytest.approx(found.values[found.best] - found.values[choice], abs=1e-15)
                assert (made.best, made.reasons) == (found.best, found.reasons)
                if choice == by_cards:
                    assert made.grade is Grade.BEST
                elif made.cost < 0.001:
                    assert made.grade in (Grade.BEST, Grade.NEAR)
                    assert made.near_tie
                else:
                    assert made.grade is (Grade.CHART if choice == by_total else Grade.MISTAKE)
    assert 0 < exceptions < 30


@pytest.mark.parametrize("by", By)
@pytest.mark.parametrize("name", builtin_ids())
def test_the_hole_card_changes_nothing(name: str, by: By) -> None:
    rules = rules_of(name)
    for up, holes in ((10, "23456789"), (6, ("A", "6", "10")), (1, "2345678")):
        first, *others = [verdict(facing(rules, (10, 6), up, hole), by=by) for hole in holes]
        assert len(others) >= 2
        assert all(other == first for other in others)


def test_a_verdict_takes_what_is_public_and_nothing_else() -> None:
    """All that a situation holds of the cards is in the view, in which the hole card is None."""
    round_ = dealt(Rules(), "10,9,6,5")
    view = round_.view()
    assert view["dealer"]["cards"] == ["9", None]
    assert Situation.of(view, Rules()).gone == (0,) * 10
    assert verdict(Situation.of(view, Rules())).values == verdict(asked(round_)).values


def test_what_was_seen_is_counted_and_said() -> None:
    rules = Rules(decks=1)
    small = cards("2,2,3,3,4,4,5,5,6,6")
    situation = asked(dealt(rules, "10,10,6,7"), seen=small)
    fresh, counted = verdict(situation), verdict(situation, by=By.COUNT)
    assert situation.shoe(By.COUNT) == (4, 2, 2, 2, 2, 2, 4, 4, 4, 16)
    exact = quick_figures(rules, situation.shoe(By.COUNT), (10, 6), 10)
    assert counted.values == {action.value: value for action, value in exact.actions.items()}
    assert (fresh.best, counted.best) == ("hit", "stand")
    assert "fresh" in fresh.hint.text()
    assert "count" in counted.hint.text()


def test_other_hands_on_the_table_are_seen_cards_too() -> None:
    round_ = dealt(Rules(decks=1), "8,10,8,7,9,2,5", "split")
    situation = asked(round_)
    assert (situation.cards, situation.hands) == ((8, 9), 2)
    assert situation.gone == (0, 1, 0, 0, 0, 0, 0, 1, 0, 0)
    found = verdict(situation, by=By.COUNT)
    exact = quick_figures(Rules(decks=1), situation.shoe(By.COUNT), (8, 9), 10, hands=2)
    assert found.values == {one.value: value for one, value in exact.actions.items()}


def test_more_cards_seen_than_there_are_is_said_in_a_sentence() -> None:
    situation = asked(dealt(Rules(decks=1), "10,10,6,7"), seen=cards("5,5,5,5,5"))
    with pytest.raises(CoachError, match="than 1 deck holds"):
        verdict(situation, by=By.COUNT)
    assert verdict(situation).best == "hit"


def test_nothing_is_advised_where_nothing_is_asked_or_legal() -> None:
    round_ = dealt(Rules(), "10,10,10,7", "stand")
    with pytest.raises(CoachError, match="Nothing is asked"):
        asked(round_)
    with pytest.raises(CoachError, match="not legal"):
        verdict(facing(Rules(), (10, 6), 10), "surrender")


def test_a_cost_is_told_in_shares_of_the_stake_and_in_chips() -> None:
    found = verdict(asked(dealt(Rules(), "10,10,6,7", stake=40)), Action.STAND)
    assert found.chips == pytest.approx(40 * found.cost)
    assert found.cost == pytest.approx(found.values["hit"] - found.values["stand"])
    assert found.grade is Grade.MISTAKE


def test_insurance_is_judged_by_its_amount() -> None:
    situation = asked(dealt(Rules(), "10,A,6,7"))
    worth = analyze(Rules()).insurance((10, 6))
    full, part, none = (verdict(situation, made) for made in (Insure(), Insure(2), "no insurance"))
    assert full.cost == pytest.approx(-worth / 2)
    assert part.cost == pytest.approx(-worth * 2 / 10)
    assert (none.cost, none.grade) == (0, Grade.BEST)
    rich = verdict(asked(dealt(Rules(decks=1), "9,A,8,7"), seen=cards("2,3,4,5,6,2,3,4,5,6,7,8,9")), "no insurance", by=By.COUNT)
    assert (rich.best, rich.grade) == ("insure", Grade.MISTAKE)


def test_early_surrender_is_told_before_the_look_and_later_actions_after_it() -> None:
    rules = Rules(surrender="early")
    before = asked(dealt(rules, "10,A,6,7", "no insurance"))
    assert before.kind == "surrender"
    first = verdict(before)
    assert (first.best, first.chart, first.after_look) == ("surrender", "surrender", False)
    after = verdict(asked(dealt(rules, "10,A,6,7", "no insurance", "no surrender")))
    late = analyze(Rules()).figures((10, 6), 1).actions
    assert after.after_look
    assert after.values == {one.value: pytest.approx(value, abs=1e-12) for one, value in late.items()}
    chance = analyze(rules).figures((10, 6), 1).dealer_natural
    assert first.values["no surrender"] == pytest.approx(after.values["hit"] * (1 - chance) - chance, abs=1e-12)


def test_chips_that_do_not_suffice_leave_the_best_of_the_rest() -> None:
    situation = asked(dealt(Rules(), "A,6,A,9", bankroll=10))
    found = verdict(situation)
    assert {one.name: one.field for one in found.refused}["split"] is None
    assert found.best == "hit"
