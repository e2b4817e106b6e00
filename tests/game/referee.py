"""What must hold of every round at every step, worked out a second time from cards and rules alone.

Nothing here calls the game's own scoring or settlement.
"""

from fractions import Fraction
from typing import Any

import pytest

from bjlearn.game import GameError, Insure, Money, Round
from bjlearn.game.decisions import ANSWERS
from bjlearn.game.events import Acted, Asked
from bjlearn.game.record import dumps, loads
from bjlearn.rules import Rules
from tests.game.random_play import ALL

VIEW_KEYS = {"step", "over", "dealer", "seats", "bankrolls", "cards_left", "looked", "question"}
SEAT_KEYS = {"seat", "purse", "stake", "standing", "insurance", "hands"}
HAND_KEYS = {
    *("hand", "cards", "total", "soft", "natural", "bust", "doubled"),
    *("from_split", "stake", "done", "result", "net"),
}


def best_total(cards: list[str]) -> tuple[int, bool]:
    """Total and softness, by trying every way to count the aces."""
    ranks = [text.rstrip("shdc") for text in cards]
    totals = {0}
    for rank in ranks:
        values = (1, 11) if rank == "A" else (10,) if rank in ("J", "Q", "K") else (int(rank),)
        totals = {total + value for total in totals for value in values}
    fine = [total for total in totals if total <= 21]
    best = max(fine) if fine else min(totals)
    return best, best != min(totals)


def two_card_21(cards: list[str]) -> bool:
    return len(cards) == 2 and best_total(cards)[0] == 21


def check_step(round_: Round) -> None:
    """Legality explained, chips accounted for, nothing hidden in the view."""
    check_legality(round_)
    check_view(round_)
    check_chips(round_)


def check_legality(round_: Round) -> None:
    before = _state(round_)
    legal = set(round_.legal())
    kind = round_.question.kind if round_.question else None
    for decision in ALL:
        why = round_.why_not(decision)
        assert round_.may(decision) == (why is None)
        if why is None:
            name = "insure" if isinstance(decision, Insure) else decision.value
            assert name in legal
            for stale in (round_.step - 1, round_.step + 1):
                assert round_.do(decision, step=stale) is False
        else:
            with pytest.raises(GameError) as refused:
                round_.do(decision)
            assert str(refused.value) == str(why.message)
    assert _state(round_) == before, "neither a refused nor a stale decision changes anything"
    if kind is None:
        assert (legal, round_.illegal()) == (set(), {})
    else:
        illegal = round_.illegal()
        assert legal | set(illegal) == set(ANSWERS[kind])
        assert not legal & set(illegal)
        assert all(str(why.message) and "{" not in str(why.message) for why in illegal.values())
        assert all(bool(round_.most_insurance) == ("insure" in legal) for _ in (0,) if kind == "insurance")
        if "insure" in legal:
            assert round_.may(Insure(round_.most_insurance))
            assert not round_.may(Insure(round_.most_insurance + Fraction(1, 2)))


def _state(round_: Round) -> tuple[Any, ...]:
    return round_.step, len(round_.events), round_.question, list(round_.bankrolls), round_.shoe.left, dumps(round_.view())


def check_view(round_: Round) -> None:
    view = round_.view()
    assert set(view) == VIEW_KEYS
    dealer = view["dealer"]
    upcard, hole = (str(card) for card in round_.dealer.cards[:2])
    if not round_.hole_shown:
        assert dealer["cards"] == [upcard, None]
        assert (dealer["total"], dealer["soft"]) == best_total([upcard])
        assert not dealer["natural"]
        assert not round_.over
    else:
        assert dealer["cards"][:2] == [upcard, hole]
        assert (dealer["total"], dealer["soft"]) == best_total(dealer["cards"])
    for seat in view["seats"]:
        assert set(seat) == SEAT_KEYS
        for hand in seat["hands"]:
            assert set(hand) == HAND_KEYS
            assert (hand["total"], hand["soft"]) == best_total(hand["cards"])
            assert hand["bust"] == (hand["total"] > 21)
    assert all(chips is not None for chips in view["bankrolls"])
    assert view["over"] == (view["question"] is None) == round_.over


def check_chips(round_: Round) -> None:
    """Every chip of every purse is accounted for, before and after the settlement; none is ever owed."""
    bankrolls, standing = round_.start[0], round_.start[1]
    expected: list[Money] = list(bankrolls)
    for index, seat in enumerate(round_.seats):
        there = standing[index] if standing else 0
        chips: Money = there
        if round_.over:
            chips += sum(hand.net for hand in seat.hands if hand.net is not None) - seat.standing
        else:
            chips -= sum(hand.stake for hand in seat.hands)
            chips += sum(Fraction(hand.stake, 2) for hand in seat.hands if hand.result == "surrender")
        chips += -seat.insurance if seat.insurance_net is None else seat.insurance_net
        expected[seat.purse] += chips
    assert round_.bankrolls == expected
    assert all(chips >= 0 for chips in round_.bankrolls)
    assert all(type(chips) in (int, Fraction) for chips in round_.bankrolls)


def check_over(round_: Round) -> None:
    """The round replays byte for byte, was asked and answered in order, and is settled as its rules say."""
    text = dumps(round_.record())
    again = Round.from_record(loads(text))
    assert dumps(again.record()) == text
    assert dumps(again.view()) == dumps(round_.view())
    asked = [event for event in round_.events if isinstance(event, Asked)]
    acted = [event for event in round_.events if isinstance(event, Acted)]
    assert [(event.seat, event.hand) for event in asked] == [(event.seat, event.hand) for event in acted]
    assert len(acted) == round_.step
    for kind in ("insurance", "surrender", "action"):
        order = [(event.seat, event.hand) for event in asked if event.kind == kind]
        assert order == sorted(order), "seat after seat, hand after hand"
    _check_dealer(round_)
    for seat in round_.seats:
        for number, hand in enumerate(seat.hands):
            assert (hand.result, hand.net) == _settlement(round_, seat, number), (number, hand.cards)
    total = sum(hand.net or 0 for hand in round_.all_hands()) + sum(seat.insurance_net or 0 for seat in round_.seats)
    assert round_.net == total


def _check_dealer(round_: Round) -> None:
    cards = [str(card) for card in round_.dealer.cards]
    still_in = any(_in_at_the_end(round_, seat, hand) for seat in round_.seats for hand in seat.hands)
    if two_card_21(cards) or not still_in:
        assert len(cards) == 2, "nothing to draw for"
        return
    for count in range(2, len(cards)):
        assert _must_draw(round_.rules, cards[:count])
    if _must_draw(round_.rules, cards):
        assert round_.shoe.left + round_.shoe.discards == 0, "only a shoe that is empty stops the dealer early"


def _must_draw(rules: Rules, cards: list[str]) -> bool:
    total, soft = best_total(cards)
    return total < 17 or (total == 17 and soft and rules.hits_soft_17)


def _is_natural(rules: Rules, hand: Any) -> bool:
    return two_card_21([str(card) for card in hand.cards]) and (not hand.from_split or rules.natural_after_split)


def _in_at_the_end(round_: Round, seat: Any, hand: Any) -> bool:
    total = best_total([str(card) for card in hand.cards])[0]
    return total <= 21 and hand.result != "surrender" and not _is_natural(round_.rules, hand)


def _settlement(round_: Round, seat: Any, number: int) -> tuple[str, Any]:
    """Result and net of a hand, from its cards, its stake and what was said."""
    rules, hand = round_.rules, seat.hands[number]
    place = round_.seats.index(seat)
    said = [event.decision for event in round_.events if isinstance(event, Acted) and event.seat == place]
    dealer = [str(card) for card in round_.dealer.cards]
    total = best_total([str(card) for card in hand.cards])[0]
    theirs = best_total(dealer)[0]
    natural = _is_natural(rules, hand)
    if "surrender" in said:
        return "surrender", Fraction(-seat.stake, 2)
    if two_card_21(dealer):
        if natural:
            return "push", 0
        if rules.dealer_natural_takes == "first" and number:
            return "returned", 0
        lost = seat.stake if rules.dealer_natural_takes == "first" else hand.stake
        return ("bust" if total > 21 else "lose"), -lost
    if total > 21:
        return "bust", -hand.stake
    if natural:
        return "natural", hand.stake * rules.natural_pays
    if theirs > 21 or total > theirs:
        return "win", hand.stake * rules.win_pays
    return ("push", 0) if total == theirs else ("lose", -hand.stake)
