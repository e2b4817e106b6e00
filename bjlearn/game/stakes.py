"""Placing the opening stakes of a round."""

from __future__ import annotations

from collections.abc import Sequence

from bjlearn.game.hand import Seat
from bjlearn.game.money import Money
from bjlearn.game.reasons import GameError
from bjlearn.text import Message

MOST_SEATS = 7
"""Places at a table."""


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
    seats = []
    for index, stake in enumerate(stakes):
        if isinstance(stake, bool) or not isinstance(stake, int) or stake < 1:
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
