"""The character of a game in a few words: the rules by which documents differ most."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from bjlearn.rules import DoubleCards, DoubleOn, Insurance, Look, Push, Rules, Surrender, Takes
from bjlearn.text import N_, Message


@dataclass(frozen=True, slots=True)
class Trait:
    """One rule in words.

    Attributes:
        name: what it is about.
        value: what holds.
    """

    name: Message
    value: Message


_LOOK = {
    Look.NEVER: N_("never"),
    Look.ACE: N_("under an ace"),
    Look.TEN: N_("under a ten"),
    Look.ACE_AND_TEN: N_("under ace and ten"),
}
_TAKES = {Takes.ALL: N_("never; a natural takes all stakes"), Takes.FIRST: N_("never; a natural takes the first stake")}
_DOUBLE = {
    DoubleOn.NONE: N_("no"),
    DoubleOn.ANY: N_("any total"),
    DoubleOn.HARD_9_11: N_("hard 9 to 11"),
    DoubleOn.NINE_TO_ELEVEN: N_("9 to 11"),
}
_ANY_CARDS = {
    DoubleOn.ANY: N_("any total, any number of cards"),
    DoubleOn.HARD_9_11: N_("hard 9 to 11, any number of cards"),
    DoubleOn.NINE_TO_ELEVEN: N_("9 to 11, any number of cards"),
}
_SURRENDER = {Surrender.NONE: N_("no"), Surrender.LATE: N_("late"), Surrender.EARLY: N_("early")}
_INSURANCE = {
    Insurance.NONE: N_("no"),
    Insurance.UP_TO_HALF: N_("up to half, pays {pays}"),
    Insurance.HALF: N_("exactly half, pays {pays}"),
}


def odds(pays: Fraction) -> str:
    """A payment as players write it: ``3:2``, ``1:1``."""
    return f"{pays.numerator}:{pays.denominator}"


def traits(rules: Rules) -> tuple[Trait, ...]:
    """The rules by which games differ most, in the order in which a player meets them.

    Args:
        rules: the game's.
    """
    look = Message(_LOOK[rules.look])
    if rules.look is Look.NEVER:
        look = Message(_TAKES[rules.dealer_natural_takes])
    double = _ANY_CARDS.get(rules.double_on) if rules.double_cards is DoubleCards.ANY else None
    found = [
        (N_("Decks"), Message("{count}", count=rules.decks)),
        (N_("A natural pays"), Message("{odds}", odds=odds(rules.natural_pays))),
        (N_("Dealer"), Message(N_("draws on soft 17")) if rules.hits_soft_17 else Message(N_("stands on every 17"))),
        (N_("Dealer looks"), look),
        (N_("Double"), Message(double or _DOUBLE[rules.double_on])),
        (N_("Split"), Message(N_("no")) if rules.max_hands == 1 else Message(N_("to {count} hands"), count=rules.max_hands)),
        (N_("Surrender"), Message(_SURRENDER[rules.surrender])),
        (N_("Insurance"), Message(_INSURANCE[rules.insurance], pays=odds(rules.insurance_pays))),
    ]
    if rules.push is Push.STAYS:
        found.append((N_("Push"), Message(N_("the stake stays on the table"))))
    return tuple(Trait(Message(name), value) for name, value in found)
