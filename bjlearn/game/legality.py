"""Why not, at the table: what the rules say of a decision, and then the chips and cards that it takes."""

from __future__ import annotations

from fractions import Fraction

from bjlearn.cards import Shoe
from bjlearn.game.decisions import Insure
from bjlearn.game.hand import Hand, Seat
from bjlearn.game.money import Money, half, is_chips
from bjlearn.legality import Reason, double_code, hit_code, reason, split_code, surrender_code
from bjlearn.rules import Action, Insurance, Rules


def hit_refusal(rules: Rules, hand: Hand, shoe: Shoe) -> str | None:
    """The code of the reason why a hand cannot be hit; None where it can."""
    code = hit_code(rules, split_ace=_is_split_ace(hand))
    return code if code is not None or _can_draw(shoe, 1) else "no-cards"


def double_refusal(rules: Rules, hand: Hand, chips: Money, shoe: Shoe) -> str | None:
    """The code of the reason why a hand cannot be doubled; None where it can."""
    code = double_code(
        rules, hand.points, len(hand.cards), soft=hand.soft, from_split=hand.from_split, split_ace=_is_split_ace(hand)
    )
    if code is None and chips < hand.stake:
        return "chips"
    return code if code is not None or _can_draw(shoe, 1) else "no-cards"


def split_refusal(rules: Rules, hand: Hand, seat: Seat, chips: Money, shoe: Shoe) -> str | None:
    """The code of the reason why a hand cannot be split; None where it can."""
    cards = hand.cards
    code = split_code(rules, cards[0].value, cards[1].value, len(cards), len(seat.hands), from_split=hand.from_split)
    if code is None and chips < hand.stake:
        return "chips"
    return code if code is not None or _can_draw(shoe, 2) else "no-cards"


def surrender_refusal(rules: Rules, hand: Hand, *, looked: bool) -> str | None:
    """The code of the reason why a hand cannot be surrendered in its turn; None where it can.

    Args:
        rules: of the game.
        hand: the hand.
        looked: whether the dealer has looked at the hole card.
    """
    return surrender_code(rules, len(hand.cards), from_split=hand.from_split, looked=looked)


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
