"""Why a decision is worth what it is: each reason is made of exact figures of that very situation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from bjlearn.cards import VALUES
from bjlearn.coach.situation import By, Situation
from bjlearn.exact import Analysis
from bjlearn.rules import Takes
from bjlearn.text import N_, Message, Percent

NEAR = 0.001


class Kind(StrEnum):
    """What a reason is about."""

    BUST = "bust"
    DEALER_BUST = "dealer-bust"
    DOUBLE = "double"
    SPLIT = "split"
    NATURAL = "natural"
    INSURANCE = "insurance"
    SURRENDER = "surrender"
    NEAR_TIE = "near-tie"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason.

    Attributes:
        kind: what it is about.
        figures: its exact figures by name; chances as 0 to 1, values per opening stake.
        message: the sentence, figures rounded for reading.
        favours: the decision for which it speaks; None where it only states a chance.
        field: the field of Rules behind it, where there is one.
    """

    kind: Kind
    figures: Mapping[str, float]
    message: Message
    favours: str | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What reasons are made of.

    Attributes:
        situation: what is asked.
        analysis: of the rules on the shoe that is counted with.
        by: which shoe that is.
        values: of the legal decisions.
        best: the best of them.
        chart: what the chart of totals says.
        after_look: values are given that the dealer has no natural.
    """

    situation: Situation
    analysis: Analysis
    by: By
    values: Mapping[str, float]
    best: str
    chart: str | None
    after_look: bool


def reasons(facts: Facts) -> tuple[Reason, ...]:
    """All that speaks to a situation, what matters most first."""
    if facts.situation.kind == "insurance":
        return tuple(_insurance(facts))
    parts = (_near_tie, _surrender, _more_stake, _bust, _dealer_bust, _natural, _cards)
    return tuple(reason for part in parts for reason in part(facts))


def _reason(kind: Kind, message: Message, favours: str | None = None, field: str | None = None, **figures: float) -> Reason:
    return Reason(kind, MappingProxyType(figures), message, favours, field)


def _bust(facts: Facts) -> Iterator[Reason]:
    """The chance that one card more is one too many."""
    situation = facts.situation
    if "hit" not in facts.values and situation.kind != "surrender":
        return
    chance = bust_chance(facts.analysis.shoe, situation.cards, situation.up, after_look=facts.after_look)
    if chance > 0:
        yield _reason(
            Kind.BUST, Message("One more card busts this hand {chance} of the time.", chance=Percent(chance)), chance=chance
        )


def bust_chance(shoe: tuple[int, ...], hand: tuple[int, ...], up: int, *, after_look: bool) -> float:
    """The chance that the next card busts a hand.

    Args:
        shoe: cards of each value, ace first; the hand's and the upcard among them.
        hand: card values, ace as 1.
        up: value of the upcard, ace as 1.
        after_look: given that the hole card does not make a natural. The hole card has not been seen, so it may be any; but
            after a look it is less often the one that would make a natural, and the next card is so more often.

    Returns:
        0 to 1.
    """
    left = list(shoe)
    for value in (*hand, up):
        left[value - 1] -= 1
    cards = sum(left)
    room = 21 - sum(hand)
    makes = {1: 10, 10: 1}.get(up) if after_look else None
    if makes is None:
        return sum(left[room:]) / cards if cards else 0.0
    barred = left[makes - 1]
    # by the hole card: any but the barred value
    ways = (cards - barred) * (cards - 1)
    bad = sum(left[value - 1] * (cards - barred - (value != makes)) for value in range(room + 1, 11))
    return bad / ways if ways else 0.0


def _dealer_bust(facts: Facts) -> Iterator[Reason]:
    situation = facts.situation
    look = facts.after_look and situation.up in (1, 10)
    ends = facts.analysis.dealer(situation.up, situation.cards, after_look=look)
    template = (
        N_("With {up} up and no natural the dealer busts {chance} of the time.")
        if look
        else N_("With {up} up the dealer busts {chance} of the time.")
    )
    up = VALUES[situation.up - 1]
    message = Message(template, up=Message("an ace") if up == "A" else up, chance=Percent(ends["bust"]))
    yield _reason(Kind.DEALER_BUST, message, chance=ends["bust"])


def _more_stake(facts: Facts) -> Iterator[Reason]:
    """What the second stake of a double or a split earns beside the best that one stake can do."""
    single = {name: value for name, value in facts.values.items() if name in ("hit", "stand")}
    if not single:
        return
    other = max(single, key=lambda name: single[name])
    words = {
        ("double", True): N_(
            "Double is worth {value} and the best without it {other}: the second stake, for one card only, earns {more}."
        ),
        ("double", False): N_(
            "Double is worth {value} and the best without it {other}: the second stake, for one card only, loses {more}."
        ),
        ("split", True): N_(
            "Split is worth {value} and the best as one hand {other}: the second stake and the two new hands earn {more}."
        ),
        ("split", False): N_(
            "Split is worth {value} and the best as one hand {other}: the second stake and the two new hands lose {more}."
        ),
    }
    for name, kind in (("double", Kind.DOUBLE), ("split", Kind.SPLIT)):
        if name in facts.values:
            value, gain = facts.values[name], facts.values[name] - single[other]
            message = Message(
                words[name, gain > 0],
                value=Percent(value, 2, signed=True),
                other=Percent(single[other], 2, signed=True),
                more=Percent(abs(gain), 2),
            )
            favours = None if gain <= 0 else name if facts.best == name else None
            yield _reason(kind, message, favours, value=value, other=single[other], gain=gain)


def _natural(facts: Facts) -> Iterator[Reason]:
    """What a dealer natural takes where nobody has looked for it."""
    situation = facts.situation
    rules = situation.rules
    if facts.after_look or situation.up not in (1, 10) or rules.look.under(situation.up):
        return
    ends = facts.analysis.dealer(situation.up, situation.cards)
    template = (
        N_("The dealer does not look: {chance} of the time a natural comes and takes all stakes, the added ones too.")
        if rules.dealer_natural_takes is Takes.ALL
        else N_("The dealer does not look: {chance} of the time a natural comes and takes the opening stake alone.")
    )
    yield _reason(
        Kind.NATURAL, Message(template, chance=Percent(ends["natural"])), field="dealer_natural_takes", chance=ends["natural"]
    )


def _surrender(facts: Facts) -> Iterator[Reason]:
    """Half the stake for certain, against the best that playing on can do."""
    if "surrender" not in facts.values:
        return
    others = {name: value for name, value in facts.values.items() if name != "surrender"}
    half, other = facts.values["surrender"], max(others.values())
    template = (
        N_("Surrender loses half the stake and no more; playing on loses {other} on average.")
        if facts.best == "surrender"
        else N_("Surrender loses half the stake; playing on is worth {value}, which is more.")
    )
    message = Message(template, other=Percent(-other, 2), value=Percent(other, 2, signed=True))
    yield _reason(
        Kind.SURRENDER, message, "surrender" if facts.best == "surrender" else None, field="surrender", value=half, other=other
    )


def _near_tie(facts: Facts) -> Iterator[Reason]:
    ranked = sorted(facts.values.items(), key=lambda item: -item[1])
    if len(ranked) < 2 or ranked[0][1] - ranked[1][1] >= NEAR:
        return
    gap = ranked[0][1] - ranked[1][1]
    yield _reason(
        Kind.NEAR_TIE,
        Message("A near tie: the two best choices are {gap} of the stake apart.", gap=Percent(gap, 3)),
        gap=gap,
        first=ranked[0][1],
        second=ranked[1][1],
    )


def _cards(facts: Facts) -> Iterator[Reason]:
    """The chart goes by totals; these very cards may play otherwise."""
    if facts.chart is None or facts.chart == facts.best or facts.chart not in facts.values:
        return
    gain = facts.values[facts.best] - facts.values[facts.chart]
    message = Message(
        "The chart of totals has another choice here; with these very cards the best is worth {gain} more.",
        gain=Percent(gain, 3),
    )
    yield _reason(Kind.CARDS, message, facts.best, gain=gain)


def _insurance(facts: Facts) -> Iterator[Reason]:
    """What insurance pays, how often it wins, and what that makes its price."""
    situation = facts.situation
    pays = situation.rules.insurance_pays
    worth = facts.analysis.insurance(situation.cards)
    chance = (worth + 1.0) / (float(pays) + 1.0)
    needed = 1.0 / (float(pays) + 1.0)
    ratio = f"{pays.numerator}:{pays.denominator}"
    template = (
        N_("Insurance pays {ratio} and needs a natural {needed} of the time; it comes {chance}: each chip on it earns {price}.")
        if worth > 0
        else N_(
            "Insurance pays {ratio} and needs a natural {needed} of the time; it comes {chance}: each chip on it costs {price}."
        )
    )
    message = Message(template, ratio=ratio, needed=Percent(needed), chance=Percent(chance), price=Percent(abs(worth), 2))
    favours = facts.best if "insure" in facts.values else None
    yield _reason(Kind.INSURANCE, message, favours, "insurance_pays", worth=worth, chance=chance, needed=needed)
