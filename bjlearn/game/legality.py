"""Why not: the one place that knows which decision is legal on which hand."""

from __future__ import annotations

from fractions import Fraction

from bjlearn.cards import Shoe
from bjlearn.game.decisions import Insure
from bjlearn.game.hand import Hand, Seat
from bjlearn.game.money import Money, half, is_chips
from bjlearn.game.reasons import Reason, reason
from bjlearn.rules import Action, DoubleCards, DoubleOn, Insurance, Rules, Surrender


def hit_refusal(rules: Rules, hand: Hand, shoe: Shoe) -> str | None:
    """The code of the reason why a hand cannot be hit; None where it can."""
    if rules.split_aces_one_card and _is_split_ace(hand):
        return "hit-split-aces"
    return None if _can_draw(shoe, 1) else "no-cards"


def double_refusal(rules: Rules, hand: Hand, chips: Money, shoe: Shoe) -> str | None:
    """The code of the reason why a hand cannot be doubled; None where it can."""
    if rules.double_on is DoubleOn.NONE:
        return "double-not-offered"
    if hand.from_split and not rules.double_after_split:
        return "double-after-split"
    if rules.split_aces_one_card and _is_split_ace(hand):
        return "double-split-aces"
    if len(hand.cards) > 2 and rules.double_cards is DoubleCards.TWO:
        return "double-cards"
    if rules.double_on is not DoubleOn.ANY and not rules.double_on.allows(hand.points, soft=hand.soft):
        return f"double-{rules.double_on}"
    if chips < hand.stake:
        return "chips"
    return None if _can_draw(shoe, 1) else "no-cards"


def split_refusal(rules: Rules, hand: Hand, seat: Seat, chips: Money, shoe: Shoe) -> str | None:
    """The code of the reason why a hand cannot be split; None where it can."""
    cards = hand.cards
    if rules.max_hands == 1:
        return "split-not-offered"
    if len(cards) != 2:
        return "split-first-two"
    if cards[0].value != cards[1].value:
        return "split-pair"
    if len(seat.hands) >= rules.max_hands:
        return "split-most-hands"
    if hand.from_split and cards[0].value == 1 and not rules.resplit_aces:
        return "split-aces-again"
    if chips < hand.stake:
        return "chips"
    return None if _can_draw(shoe, 2) else "no-cards"


def surrender_refusal(rules: Rules, hand: Hand, *, looked: bool) -> str | None:
    """The code of the reason why a hand cannot be surrendered in its turn; None where it can.

    Args:
        rules: of the game.
        hand: the hand.
        looked: whether the dealer has looked at the hole card.
    """
    if rules.surrender is Surrender.NONE:
        return "surrender-not-offered"
    if hand.from_split:
        return "surrender-after-split"
    if len(hand.cards) != 2:
        return "surrender-first-two"
    if looked and rules.surrender is Surrender.EARLY:
        return "surrender-after-look"
    return None


def insurance_refusal(rules: Rules, seat: Seat, chips: Money, decision: Insure) -> Reason | None:
    """The reason why a place cannot take this insurance; None where it can."""
    most = half(seat.stake)
    amount = most if decision.amount is None else decision.amount
    if not is_chips(amount):
        return reason("insurance-amount")
    if rules.insurance is Insurance.HALF and amount != most:
        return reason("insurance-exactly", most=most)
    if amount <= 0 or Fraction(amount * 2).denominator != 1:
        return reason("insurance-amount")
    if amount > most:
        return reason("insurance-most", most=most)
    if chips < amount:
        return reason("chips", needed=amount, left=chips)
    return None


def code_refusal(action: Action, rules: Rules, hand: Hand, seat: Seat, chips: Money, shoe: Shoe, *, looked: bool) -> str | None:
    """The code of the reason why an action is not legal on the hand in play; None where it is."""
    if action is Action.STAND:
        return None
    if action is Action.HIT:
        return hit_refusal(rules, hand, shoe)
    if action is Action.DOUBLE:
        return double_refusal(rules, hand, chips, shoe)
    if action is Action.SPLIT:
        return split_refusal(rules, hand, seat, chips, shoe)
    return surrender_refusal(rules, hand, looked=looked)


def _is_split_ace(hand: Hand) -> bool:
    return hand.from_split and hand.cards[0].value == 1


def _can_draw(shoe: Shoe, cards: int) -> bool:
    """Whether so many cards can come; a given order of cards says itself when it is used up."""
    return shoe.given or shoe.left + shoe.discards >= cards
