"""Why not: the one place that knows what the rules say of an action on a hand, and the sentence for each refusal.

The game asks it with chips and cards on the table, the exact analysis without; neither has a second list.
"""

from __future__ import annotations

from typing import NamedTuple

from bjlearn.rules import DoubleCards, DoubleOn, Rules, Surrender
from bjlearn.text import N_, Message


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
    "natural": ("natural_pays", N_("A natural is over: nothing is asked of it.")),
    "split-natural": ("natural_after_split", N_("A natural is over: nothing is asked of it.")),
    "at-21": ("stop_at_21", N_("A hand that has reached 21 is over.")),
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


def hit_code(rules: Rules, *, split_ace: bool) -> str | None:
    """The code of the reason why the rules let no card be drawn; None where they do.

    Args:
        rules: of the game.
        split_ace: the hand comes from split aces.
    """
    return "hit-split-aces" if split_ace and rules.split_aces_one_card else None


def double_code(rules: Rules, points: int, cards: int, *, soft: bool, from_split: bool, split_ace: bool) -> str | None:
    """The code of the reason why the rules do not let a hand be doubled; None where they do.

    Args:
        rules: of the game.
        points: sum of the card values, every ace as 1.
        cards: how many cards the hand has.
        soft: whether an ace counts 11 in its better total.
        from_split: the hand comes from a split.
        split_ace: it comes from split aces.
    """
    if rules.double_on is DoubleOn.NONE:
        return "double-not-offered"
    if from_split and not rules.double_after_split:
        return "double-after-split"
    if split_ace and rules.split_aces_one_card:
        return "double-split-aces"
    if cards > 2 and rules.double_cards is DoubleCards.TWO:
        return "double-cards"
    if rules.double_on is not DoubleOn.ANY and not rules.double_on.allows(points, soft=soft):
        return f"double-{rules.double_on}"
    return None


def split_code(rules: Rules, one: int, other: int, cards: int, hands: int, *, from_split: bool) -> str | None:
    """The code of the reason why the rules do not let a hand be split; None where they do.

    Args:
        rules: of the game.
        one: value of its first card.
        other: value of its second card.
        cards: how many cards the hand has.
        hands: how many hands the place has.
        from_split: the hand comes from a split.
    """
    if rules.max_hands == 1:
        return "split-not-offered"
    if cards != 2:
        return "split-first-two"
    if one != other:
        return "split-pair"
    if hands >= rules.max_hands:
        return "split-most-hands"
    if from_split and one == 1 and not rules.resplit_aces:
        return "split-aces-again"
    return None


def surrender_code(rules: Rules, cards: int, *, from_split: bool, looked: bool) -> str | None:
    """The code of the reason why the rules do not let a hand be surrendered in its turn; None where they do.

    Args:
        rules: of the game.
        cards: how many cards the hand has.
        from_split: the hand comes from a split.
        looked: whether the dealer has looked at the hole card.
    """
    if rules.surrender is Surrender.NONE:
        return "surrender-not-offered"
    if from_split:
        return "surrender-after-split"
    if cards != 2:
        return "surrender-first-two"
    if looked and rules.surrender is Surrender.EARLY:
        return "surrender-after-look"
    return None
