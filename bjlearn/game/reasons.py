"""Why a decision is not legal: a short code, the rule it rests on, and the sentence for people."""

from __future__ import annotations

from typing import NamedTuple

from bjlearn.text import N_, BjlearnError, Message


class GameError(BjlearnError):
    """A decision that is not legal, or a round that cannot be dealt."""


class Reason(NamedTuple):
    """Why a decision is not legal.

    Attributes:
        code: a short name for the kind of reason, stable for tests and screens.
        field: the field of Rules on which it rests; None where it follows from the state of the table.
        message: the sentence for a person.
    """

    code: str
    field: str | None
    message: Message


# code -> (field of Rules, sentence)
_WORDS: dict[str, tuple[str | None, str]] = {
    "over": (None, N_("The round is over.")),
    "not-asked": (None, N_("That is not what is asked now; answer with {answers}.")),
    "no-cards": (None, N_("No card is left for that.")),
    "chips": (None, N_("It takes {needed} chips and {left} are left.")),
    "hit-split-aces": ("split_aces_one_card", N_("Split aces get one card each and no more.")),
    "double-not-offered": ("double_on", N_("These rules know no double.")),
    "double-split-aces": ("split_aces_one_card", N_("Split aces get one card each and cannot be doubled.")),
    "double-after-split": ("double_after_split", N_("A hand that comes from a split cannot be doubled.")),
    "double-cards": ("double_cards", N_("Only a hand of two cards can be doubled.")),
    "double-hard-9-11": ("double_on", N_("Only a hard 9, 10 or 11 can be doubled.")),
    "double-9-11": ("double_on", N_("Only 9, 10 or 11, an ace counted as 1, can be doubled.")),
    "split-not-offered": ("max_hands", N_("These rules know no split.")),
    "split-first-two": ("max_hands", N_("Only the first two cards of a hand can be split.")),
    "split-pair": ("max_hands", N_("Only two cards of the same value can be split.")),
    "split-aces-again": ("resplit_aces", N_("Aces that come from split aces cannot be split again.")),
    "split-most-hands": ("max_hands", N_("One place may have at most {most} hands.")),
    "surrender-not-offered": ("surrender", N_("These rules know no surrender.")),
    "surrender-after-split": ("surrender", N_("A hand that comes from a split cannot be surrendered.")),
    "surrender-first-two": ("surrender", N_("Only the first two cards of a hand can be surrendered.")),
    "surrender-after-look": ("surrender", N_("The dealer has looked; surrender was possible before.")),
    "insurance-amount": ("insurance", N_("Insurance is a number of chips above 0, in halves.")),
    "insurance-most": ("insurance", N_("Insurance is at most half the stake: {most}.")),
    "insurance-exactly": ("insurance", N_("Insurance is exactly half the stake: {most}.")),
}

CODES: tuple[str, ...] = tuple(_WORDS)
"""All codes that a reason can have."""


def reason(code: str, **values: object) -> Reason:
    """The reason of a code.

    Args:
        code: one of :data:`CODES`.
        values: what its sentence needs.
    """
    field, words = _WORDS[code]
    return Reason(code, field, Message(words, **values))
