"""Rules: the frozen parameters of a game, and the actions it knows.

All that the game, the exact analysis and the simulation know of a rules document is one :class:`Rules`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, Self

from bjlearn.rule_values import (
    CutCard,
    DoubleCards,
    DoubleOn,
    Insurance,
    Look,
    Push,
    RulesError,
    Surrender,
    Takes,
    as_written,
    listed_values,
    plain_value,
    read_field,
    read_number,
    value_text,
)
from bjlearn.text import N_, Message

__all__ = [
    "Action",
    "CutCard",
    "DoubleCards",
    "DoubleOn",
    "Insurance",
    "Look",
    "Push",
    "Rules",
    "RulesError",
    "Surrender",
    "Takes",
    "about",
    "allowed_values",
    "check_field",
    "differences",
    "field_names",
    "plain_value",
    "read_number",
    "read_value",
    "value_text",
]


class Action(StrEnum):
    """What a player may do with a hand."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"


def _about(text: str) -> dict[str, Message]:
    return {"about": Message(text)}


@dataclass(frozen=True, slots=True)
class Rules:
    """The parameters of a game. Frozen and hashable; every field can be read from and written to plain data.

    Attributes:
        decks: number of 52-card decks in a full shoe, 1 to 8.
        hits_soft_17: the dealer draws on a soft 17 (else stands on every 17).
        look: under which upcards the dealer looks for a natural before play. Where the dealer looks and finds one, the round
            is over.
        dealer_natural_takes: what a dealer natural that is found only after play takes from a place: ``all`` its stakes, or
            the ``first`` alone; then all that doubling and splitting added comes back, from a bust hand too.
        natural_pays: what a natural wins per unit staked, unless the dealer has one too.
        win_pays: what any other winning hand wins per unit staked.
        double_on: on which totals a hand may be doubled; ``9-11`` takes an ace as 1, so that soft 19 to 21 count as 9 to 11.
        double_cards: how many cards the hand may hold when it is doubled.
        double_after_split: a hand that comes from a split may be doubled.
        max_hands: most hands that one place may have after splits; 1 means no split.
        resplit_aces: a pair of aces that comes from split aces may be split again, up to ``max_hands``.
        split_aces_one_card: each split ace gets one card and the hand is over (but for a resplit).
        natural_after_split: ace and ten-valued card on a hand that comes from a split count as a natural.
        surrender: half the stake comes back for giving up a first two-card hand: ``late``, in the hand's turn, after any look;
            ``early``, before the dealer looks. Where the dealer does not look, the two are the same and final.
        insurance: offered under an ace, hand by hand, of up to half or of exactly half the stake.
        insurance_pays: what insurance wins per unit staked on it when the dealer has a natural.
        push: whether a push gives the stake back or leaves it on the table for the next round.
        hands_per_player: most hands that one player may stake at once, 1 to 3.
        stop_at_21: a hand that reaches 21 is over (else it may go on).
        cut_card: the share of the shoe dealt before the cut card comes, from and to, uniform between; when it comes out the
            round is finished and the shoe shuffled. None: the shoe is shuffled before every round.

    Raises:
        RulesError: a value that a field cannot have, or two fields that contradict each other.
    """

    decks: int = field(default=6, metadata=_about(N_("decks in the shoe")))
    hits_soft_17: bool = field(default=False, metadata=_about(N_("dealer hits soft 17")))
    look: Look = field(default=Look.ACE_AND_TEN, metadata=_about(N_("dealer looks for a natural under")))
    dealer_natural_takes: Takes = field(default=Takes.ALL, metadata=_about(N_("a dealer natural found after play takes")))
    natural_pays: Fraction = field(default=Fraction(3, 2), metadata=_about(N_("a natural pays")))
    win_pays: Fraction = field(default=Fraction(1), metadata=_about(N_("a win pays")))
    double_on: DoubleOn = field(default=DoubleOn.ANY, metadata=_about(N_("double on")))
    double_cards: DoubleCards = field(default=DoubleCards.TWO, metadata=_about(N_("cards a doubled hand may hold")))
    double_after_split: bool = field(default=True, metadata=_about(N_("double after a split")))
    max_hands: int = field(default=2, metadata=_about(N_("most hands after splits")))
    resplit_aces: bool = field(default=False, metadata=_about(N_("aces may be split again")))
    split_aces_one_card: bool = field(default=True, metadata=_about(N_("split aces get one card")))
    natural_after_split: bool = field(default=False, metadata=_about(N_("a natural counts after a split")))
    surrender: Surrender = field(default=Surrender.NONE, metadata=_about(N_("surrender")))
    insurance: Insurance = field(default=Insurance.UP_TO_HALF, metadata=_about(N_("insurance")))
    insurance_pays: Fraction = field(default=Fraction(2), metadata=_about(N_("insurance pays")))
    push: Push = field(default=Push.RETURNED, metadata=_about(N_("the stake of a push")))
    hands_per_player: int = field(default=1, metadata=_about(N_("hands one player may stake")))
    stop_at_21: bool = field(default=False, metadata=_about(N_("a hand at 21 is over")))
    cut_card: CutCard = field(default=None, metadata=_about(N_("share of the shoe dealt before the cut card")))

    def __post_init__(self) -> None:
        for name in field_names():
            object.__setattr__(self, name, read_value(name, getattr(self, name)))
        if self.resplit_aces and self.max_hands < 3:
            raise _contradiction(
                "resplit_aces", True, "max_hands", self.max_hands, N_("set max_hands to 3 or 4, or resplit_aces to false")
            )
        if self.double_on is DoubleOn.NONE and self.double_after_split:
            raise _contradiction(
                "double_on",
                "none",
                "double_after_split",
                True,
                N_("set double_after_split to false, or double_on to any, hard-9-11 or 9-11"),
            )
        if self.double_on is DoubleOn.NONE and self.double_cards is DoubleCards.ANY:
            raise _contradiction(
                "double_on", "none", "double_cards", "any", N_("set double_cards to two, or double_on to any, hard-9-11 or 9-11")
            )
        if self.max_hands == 1 and self.natural_after_split:
            raise _contradiction(
                "max_hands", 1, "natural_after_split", True, N_("set natural_after_split to false, or max_hands to 2, 3 or 4")
            )

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Self:
        """Rules from plain data, as :meth:`as_mapping` gives it; fields left out have their default.

        Raises:
            RulesError: an unknown field, a value it cannot have, or a contradiction.
        """
        for name in values:
            check_field(name)
        return cls(**{name: read_value(name, value) for name, value in values.items()})

    def as_mapping(self) -> dict[str, Any]:
        """All fields as plain data that JSON and TOML can hold; see :func:`plain_value`."""
        return {name: plain_value(getattr(self, name)) for name in field_names()}

    def replace(self, **values: object) -> Self:
        """These rules with some fields changed; values may be plain data.

        Raises:
            RulesError: an unknown field, a value it cannot have, or a contradiction.
        """
        return type(self).from_mapping({**self.as_mapping(), **values})

    def __str__(self) -> str:
        changed = [f"{name}={value_text(getattr(self, name))}" for name, _, _ in differences(Rules(), self)]
        return f"Rules({', '.join(changed)})"


@cache
def field_names() -> tuple[str, ...]:
    """The names of all fields of Rules, in their order."""
    return tuple(item.name for item in dataclasses.fields(Rules))


@cache
def about(name: str) -> Message:
    """What a field is, in a few words.

    Raises:
        RulesError: there is no such field.
    """
    check_field(name)
    found: Message = {item.name: item for item in dataclasses.fields(Rules)}[name].metadata["about"]
    return found


def differences(one: Rules, other: Rules) -> Iterator[tuple[str, Any, Any]]:
    """The fields in which two Rules differ: name, value in one, value in the other."""
    for name in field_names():
        left, right = getattr(one, name), getattr(other, name)
        if left != right:
            yield name, left, right


def check_field(name: str) -> None:
    """Refuse a name that is no field of Rules.

    Raises:
        RulesError: there is no such field.
    """
    if name not in field_names():
        raise RulesError(
            Message('There is no rule "{name}"; the rules are {names}.', name=str(name)[:40], names=list(field_names()))
        )


@cache
def allowed_values(name: str) -> tuple[Any, ...]:
    """The values that a field may have, where they can be listed; empty for payments and the cut card.

    Raises:
        RulesError: there is no such field.
    """
    check_field(name)
    return listed_values(name)


def read_value(name: str, value: object) -> Any:  # noqa: ANN401 - each field has its own type
    """A field's value from plain data or from text such as a command line gives.

    Args:
        name: the field.
        value: the value itself, or plain data for it: ``"3/2"``, ``"3:2"``, ``1.5``, ``"true"``, ``[0.75, 0.85]``, ...

    Raises:
        RulesError: no such field, or the field cannot have that value; the sentence says what it can have.
    """
    check_field(name)
    return read_field(name, value)


def _contradiction(one: str, value: object, other: str, other_value: object, mend: str) -> RulesError:
    return RulesError(
        Message(
            "{one} = {value} and {other} = {other_value} contradict each other: {mend}.",
            one=one,
            value=as_written(value),
            other=other,
            other_value=as_written(other_value),
            mend=Message(mend),
        )
    )
