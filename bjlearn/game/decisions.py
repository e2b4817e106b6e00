"""What a player can be asked and can answer."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NamedTuple

from bjlearn.game.errors import GameError
from bjlearn.game.money import Money, plain, read_money
from bjlearn.rules import Action
from bjlearn.text import Message


class Answer(StrEnum):
    """The answers that decline what is offered before play."""

    NO_INSURANCE = "no insurance"
    NO_SURRENDER = "no surrender"


class Insure(NamedTuple):
    """Take insurance, of so many chips; None is half the stake."""

    amount: Money | None = None

    def __str__(self) -> str:
        return "insure" if self.amount is None else f"insure {plain(self.amount)}"


Decision = Action | Answer | Insure

Kind = Literal["insurance", "surrender", "action"]


class Question(NamedTuple):
    """What is asked now.

    Attributes:
        kind: ``insurance``, ``surrender`` (early, before the look), or ``action``.
        seat: index of the place, first in dealing order is 0.
        hand: index of the hand at that place.
    """

    kind: Kind
    seat: int
    hand: int


ANSWERS: dict[Kind, tuple[str, ...]] = {
    "insurance": ("insure", Answer.NO_INSURANCE.value),
    "surrender": (Action.SURRENDER.value, Answer.NO_SURRENDER.value),
    "action": tuple(action.value for action in Action),
}
"""The names of the answers to each kind of question."""

_PLAIN: dict[str, Decision] = {
    **{action.value: action for action in Action},
    **{answer.value: answer for answer in Answer},
    "insure": Insure(),
}


def decision(text: str) -> Decision:
    """The decision that a text names: ``"hit"``, ``"no insurance"``, ``"insure 5"``.

    Raises:
        GameError: it names none.
    """
    words = " ".join(str(text).lower().split())
    found = _PLAIN.get(words)
    if found is not None:
        return found
    if words.startswith("insure "):
        amount = read_money(words.removeprefix("insure "))
        if amount is not None:
            return Insure(amount)
    raise GameError(
        Message('"{text}" is not a decision; the decisions are {names}.', text=words[:40], names=[*_PLAIN, "insure 5"]),
    )
