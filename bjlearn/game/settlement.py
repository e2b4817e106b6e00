"""What is paid: each hand against the dealer's, by the rules."""

from __future__ import annotations

from collections.abc import Iterator

from bjlearn.game.events import Settled
from bjlearn.game.hand import Hand, Seat
from bjlearn.game.money import Money, times
from bjlearn.rules import Push, Rules, Takes


def settle(rules: Rules, seats: list[Seat], dealer: Hand, bankrolls: list[Money]) -> Iterator[Settled]:
    """Settle every hand and pay it.

    Args:
        rules: of the game.
        seats: the places; their hands get result and net, and chips of a push that stays are noted there.
        dealer: the dealer's final hand.
        bankrolls: chips of each purse; what comes back is added.

    Yields:
        One event a hand, in playing order.
    """
    natural = dealer.two_card_21
    for index, seat in enumerate(seats):
        for number, hand in enumerate(seat.hands):
            if natural:
                _against_natural(rules, seat, number, bankrolls)
            elif hand.result is None:
                _compare(rules, seat, hand, dealer, bankrolls)
            assert hand.result is not None
            assert hand.net is not None
            yield Settled(index, number, hand.result, hand.net)


def _compare(rules: Rules, seat: Seat, hand: Hand, dealer: Hand, bankrolls: list[Money]) -> None:
    if hand.natural:
        _win(seat, hand, "natural", times(hand.stake, rules.natural_pays), bankrolls)
    elif dealer.bust or hand.total > dealer.total:
        _win(seat, hand, "win", times(hand.stake, rules.win_pays), bankrolls)
    elif hand.total == dealer.total:
        _push(rules, seat, hand, bankrolls)
    else:
        hand.result, hand.net = "lose", -hand.stake


def _win(seat: Seat, hand: Hand, result: str, won: Money, bankrolls: list[Money]) -> None:
    hand.result, hand.net = result, won
    bankrolls[seat.purse] += hand.stake + won


def _push(rules: Rules, seat: Seat, hand: Hand, bankrolls: list[Money]) -> None:
    hand.result, hand.net = "push", 0
    if rules.push is Push.STAYS:
        seat.standing += hand.stake
    else:
        bankrolls[seat.purse] += hand.stake


def _against_natural(rules: Rules, seat: Seat, number: int, bankrolls: list[Money]) -> None:
    """A dealer natural takes all stakes but a natural's, or, where the rules say so, the opening stake alone."""
    hand = seat.hands[number]
    if hand.natural:
        _push(rules, seat, hand, bankrolls)
    elif hand.result == "surrender":
        pass
    elif rules.dealer_natural_takes is Takes.ALL:
        if hand.result is None:
            hand.result, hand.net = "lose", -hand.stake
    elif number == 0:
        hand.result = hand.result or "lose"
        hand.net = -seat.stake
        bankrolls[seat.purse] += hand.stake - seat.stake
    else:
        hand.result, hand.net = "returned", 0
        bankrolls[seat.purse] += hand.stake
