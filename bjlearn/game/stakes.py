"""Placing the opening stakes of a round."""

from __future__ import annotations

from collections.abc import Sequence

from bjlearn.cards import Shoe
from bjlearn.game.errors import GameError
from bjlearn.game.hand import Seat
from bjlearn.game.money import MOST_CHIPS, Money, is_chips
from bjlearn.text import Message

MOST_SEATS = 7
"""Places at a table."""


def check_bankroll(chips: object) -> None:
    """Refuse what is no bankroll.

    Raises:
        GameError: not an exact number of chips, 0 or more.
    """
    if not is_chips(chips):
        raise GameError(
            Message("A bankroll is an exact number of chips, 0 or more, as int or Fraction, not {chips}.", chips=str(chips)[:20])
        )


def place_stakes(
    bankrolls: list[Money], stakes: Sequence[object], purses: Sequence[int], standing: Sequence[Money] | None
) -> list[Seat]:
    """Take the opening stakes from the bankrolls.

    Args:
        bankrolls: chips of each purse; what is staked is taken off.
        stakes: of each place, in dealing order.
        purses: for each place, which bankroll pays.
        standing: for each place, chips of an earlier push that lie there already and are part of its stake.

    Raises:
        GameError: a stake that is none, too many places, or chips that do not suffice.
    """
    if not 1 <= len(stakes) <= MOST_SEATS:
        raise GameError(Message("A round has 1 to {most} hands, not {count}.", most=MOST_SEATS, count=len(stakes)))
    for chips in bankrolls:
        check_bankroll(chips)
    if len(purses) != len(stakes) or any(type(purse) is not int or not 0 <= purse < len(bankrolls) for purse in purses):
        raise GameError(Message("Every hand has one of the {count} bankrolls that pays for it.", count=len(bankrolls)))
    if standing and (len(standing) != len(stakes) or not all(is_chips(chips) for chips in standing)):
        raise GameError(Message("Chips that stand on the table are an amount of 0 or more for each hand."))
    seats = []
    for index, stake in enumerate(stakes):
        if type(stake) is not int or not 1 <= stake < MOST_CHIPS:
            raise GameError(Message("A stake is a whole number of chips above 0, not {stake}.", stake=str(stake)[:20]))
        there = standing[index] if standing else 0
        if stake < there:
            raise GameError(
                Message(
                    "{there} chips of a push stay on the table there: the stake cannot be less, not {stake}.",
                    there=there,
                    stake=stake,
                )
            )
        purse = purses[index]
        if bankrolls[purse] < stake - there:
            raise GameError(
                Message("The stakes need {needed} chips and {left} are left.", needed=stake - there, left=bankrolls[purse])
            )
        bankrolls[purse] -= stake - there
        seats.append(Seat(stake, purse))
    return seats


def check_cards(shoe: Shoe, left: int, seats: int) -> None:
    """Refuse to deal from a shoe that has too few cards; a given order of cards says itself when it is used up.

    Args:
        shoe: dealt from.
        left: number of cards that can come before the deal is over.
        seats: number of places.

    Raises:
        GameError: the cards do not suffice for two to each place and the dealer.
    """
    if not shoe.given and left < 2 * seats + 2:
        raise GameError(Message("{left} cards do not suffice for {seats} hands.", left=left, seats=seats))
