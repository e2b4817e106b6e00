"""The same cards elsewhere: what a situation would be under other rules, and what the round would have paid there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bjlearn.cards import Card, CardError, OrderedShoe
from bjlearn.coach.reasons import NEAR
from bjlearn.coach.situation import By, Refused, Situation
from bjlearn.exact import analyze, quick_figures
from bjlearn.exact.single import illegal
from bjlearn.game import Answer, Decision, Insure, Money, Round
from bjlearn.legality import Reason, reason
from bjlearn.rules import Action, DoubleCards, Insurance, Rules, RulesError, Surrender, differences
from bjlearn.text import BjlearnError, Message

_NO_MATTER = ("cut_card", "push", "hands_per_player")
"""Fields that change no value of a single decision."""

CHIPS = 10**6
"""So many chips that none of the decisions of one round lacks them."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A situation under other rules.

    Attributes:
        rules: the other ones.
        values: of every legal decision there, per opening stake; empty where nothing would be asked.
        best: the best of them; None where nothing would be asked.
        refused: what is not legal there, with the rule that says so.
        after_look: values are given that the dealer has looked and has no natural.
        none: why nothing would be asked there, with the rule; None where something would.
        fields: the rules that make the difference to the situation here: without any of them it would be less.
    """

    rules: Rules
    values: Mapping[str, float]
    best: str | None
    refused: tuple[Refused, ...]
    after_look: bool
    none: Refused | None
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the same cards and decisions come to under other rules.

    Attributes:
        net: chips won or lost; None where the cards that were dealt do not say.
        notes: where the round went another way, with the rule behind it.
        cards: of each hand at the end, in playing order.
    """

    net: Money | None
    notes: tuple[Refused, ...]
    cards: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=64)
def elsewhere(situation: Situation, rules: Rules) -> Elsewhere:
    """A situation under other rules, by a fresh shoe of theirs.

    Args:
        situation: here.
        rules: there.

    Raises:
        ExactError: a shoe there does not hold these cards.
    """
    there = _told(situation, rules, whole=True)
    here = _told(situation, situation.rules, whole=True)
    return Elsewhere(
        rules, there.values, there.best, there.refused, there.after_look, there.none, tuple(_behind(situation, here, there))
    )


@dataclass(frozen=True, slots=True)
class _Told:
    rules: Rules
    values: dict[str, float]
    best: str | None
    refused: tuple[Refused, ...]
    after_look: bool
    none: Refused | None


def _told(situation: Situation, rules: Rules, *, whole: bool = False) -> _Told:
    """What may be done in a situation by some rules, money aside, and what it is worth.

    Args:
        situation: what is asked.
        rules: by which it is answered.
        whole: from the whole analysis, which is kept, rather than of this hand alone.
    """
    cards, up, hands = situation.cards, situation.up, situation.hands
    if situation.kind == "insurance":
        return _insured(situation, rules)
    if hands > rules.max_hands:
        return _Told(rules, {}, None, (), False, _refused("split", reason("split-most-hands", most=rules.max_hands)))
    refused = illegal(rules, cards, hands=hands)
    if Action.STAND in refused or (Action.HIT in refused and refused[Action.HIT].code == "at-21"):
        return _Told(rules, {}, None, (), False, _refused("hit", refused[Action.HIT]))
    analysis = analyze(rules)
    found = analysis.figures(cards, up, hands=hands) if whole else quick_figures(rules, analysis.shoe, cards, up, hands=hands)
    values = {action.value: value for action, value in found.actions.items() if value is not None}
    after = found.after_look
    if rules.look.under(up) and not after and situation.kind == "action" and situation.looked:
        # the same moment: past the look, too late for an early surrender
        chance = found.dealer_natural
        values = {name: (value + chance) / (1.0 - chance) for name, value in values.items() if name != "surrender"}
        if rules.surrender is Surrender.EARLY:
            refused = {**refused, Action.SURRENDER: reason("surrender-after-look")}
        after = True
    best = max(values, key=lambda name: values[name]) if values else None
    return _Told(rules, values, best, tuple(_refused(action.value, why) for action, why in refused.items()), after, None)


def _refused(name: str, why: Reason) -> Refused:
    return Refused(name, why.message, why.field)


def _insured(situation: Situation, rules: Rules) -> _Told:
    if rules.insurance is Insurance.NONE:
        none = Refused("insure", Message("These rules know no insurance."), "insurance")
        return _Told(rules, {}, None, (), False, none)
    values = {"insure": analyze(rules).insurance(situation.cards) / 2, "no insurance": 0.0}
    best = max(values, key=lambda name: values[name])
    return _Told(rules, values, best, (), False, None)


_TOGETHER = (("double_on", "double_after_split", "double_cards"), ("max_hands", "resplit_aces", "natural_after_split"))
"""Fields of which one value may forbid another's; where one does not go alone they change together."""


def _behind(situation: Situation, here: _Told, there: _Told) -> Iterator[str]:
    """The rules that make a difference: changed alone, from here or back from there, each changes what is told."""
    differ = {field: (old, new) for field, old, new in differences(here.rules, there.rules)}
    for field in differ:
        known = matters(situation, here.rules, there.rules, field)
        if known or (
            known is None
            and (
                _changes(situation, here, field, {name: new for name, (_, new) in differ.items()})
                or _changes(situation, there, field, {name: old for name, (old, _) in differ.items()})
            )
        ):
            yield field


def matters(situation: Situation, here: Rules, there: Rules, field: str) -> bool | None:
    """Whether a rule in which two games differ can matter to a situation, as far as that is plain without any figure.

    Args:
        situation: what is asked.
        here: rules of the one game.
        there: rules of the other.
        field: a field in which they differ.

    Returns:
        None where only the figures can say.
    """
    if field in _NO_MATTER:
        return False
    if situation.kind == "insurance":
        return field in ("decks", "insurance", "insurance_pays")
    if field in ("insurance", "insurance_pays"):
        return False
    if field in ("decks", "hits_soft_17", "win_pays"):
        return True
    cards, up = situation.cards, situation.up
    splits = situation.hands > 1 or (len(cards) == 2 and cards[0] == cards[1])
    looks = [rules.look.under(up) for rules in (here, there)]
    if field == "look":
        return looks[0] != looks[1]
    if field == "dealer_natural_takes":
        return None if up in (1, 10) and not all(looks) else False
    if field == "surrender":
        first = len(cards) == 2 and situation.hands == 1
        return False if not first else True if Surrender.NONE in (here.surrender, there.surrender) else None
    if splits or DoubleCards.ANY in (here.double_cards, there.double_cards):
        return None
    if field == "double_on":
        return _doubles(here, cards) != _doubles(there, cards)
    return None if field == "stop_at_21" and situation.total in (11, 21) else False


def _doubles(rules: Rules, cards: tuple[int, ...]) -> bool:
    return Action.DOUBLE not in illegal(rules, cards)


def _changes(situation: Situation, told: _Told, field: str, values: Mapping[str, object]) -> bool:
    group = next((names for names in _TOGETHER if field in names), (field,))
    try:
        rules = told.rules.replace(**{field: values[field]})
    except RulesError:
        rules = told.rules.replace(**{name: values[name] for name in group if name in values})
    other = _told(situation, rules)
    if (other.none is None) != (told.none is None) or set(other.values) != set(told.values):
        return True
    return any(abs(other.values[name] - worth) >= NEAR / 100 for name, worth in told.values.items())


def replay(
    rules: Rules,
    cards: Sequence[Card],
    stakes: Sequence[int],
    decisions: Sequence[tuple[int, int, Decision]],
    owners: Sequence[int] | None = None,
) -> Outcome:
    """Play the cards and decisions of a round that is over by other rules, as far as they go.

    Where a decision is not legal there, or none was made, the best one there by the exact analysis stands in for it.

    Args:
        rules: there.
        cards: all cards of the round in the order in which they left the shoe, the hole card in its place.
        stakes: the opening stakes.
        decisions: place, part and decision, in their order.
        owners: whose each place is, the learner's 0; all the learner's by default. The result and what is said are theirs alone.
    """
    mine = [True] * len(stakes) if owners is None else [not owner for owner in owners]
    if sum(mine) > rules.hands_per_player:
        most = Message("One player may stake at most {most} hands there.", most=rules.hands_per_player)
        return Outcome(None, (Refused("deal", most, "hands_per_player"),), ())
    notes: list[Refused] = []
    made = list(decisions)
    try:
        round_ = Round(rules, OrderedShoe(cards), stakes, [CHIPS + 10 * sum(stakes)])
        while not round_.over:
            assert round_.question is not None
            _answer(round_, made, notes if mine[round_.question.seat] else [])
    except CardError:
        short = Message("The round would go on there, and the cards that would come are not known.")
        return Outcome(None, (*notes, Refused("cards", short, None)), ())
    own = [seat for seat, is_mine in zip(round_.seats, mine, strict=True) if is_mine]
    hands = tuple(tuple(str(card) for card in hand.cards) for seat in own for hand in seat.hands)
    nets = [net for seat in own for net in (*(hand.net for hand in seat.hands), seat.insurance_net)]
    return Outcome(sum((net for net in nets if net is not None), 0), tuple(notes), hands)


def _answer(round_: Round, made: list[tuple[int, int, Decision]], notes: list[Refused]) -> None:
    """Answer what is asked with the decision made here, or with the best one there."""
    asked = round_.question
    assert asked is not None
    chosen, refused = _taken(round_, asked.kind, asked.seat, asked.hand, made)
    if refused is not None:
        notes.append(refused)
    if chosen is None:
        chosen = _best(round_)
    round_.do(chosen)


def _taken(
    round_: Round, kind: str, seat: int, part: int, made: list[tuple[int, int, Decision]]
) -> tuple[Decision | None, Refused | None]:
    """The decision that was made for this question, where it is legal; else why it is not."""
    if kind == "insurance":
        mine = next(
            (one for one in made if one[0] == seat and (isinstance(one[2], Insure) or one[2] is Answer.NO_INSURANCE)), None
        )
        if mine is None:
            return Answer.NO_INSURANCE, None
        made.remove(mine)
        why = round_.why_not(mine[2])
        return (mine[2], None) if why is None else (Answer.NO_INSURANCE, _note("insure", why))
    own = [one for one in made if one[0] == seat and isinstance(one[2], Action)]
    if kind == "surrender":
        if own and own[0][2] is Action.SURRENDER:
            made.remove(own[0])
            return Action.SURRENDER, None
        return Answer.NO_SURRENDER, None
    mine = next((one for one in own if one[1] == part), None)
    if mine is None:
        return None, None
    made.remove(mine)
    why = round_.why_not(mine[2])
    return (mine[2], None) if why is None else (None, _note(str(mine[2]), why))


def _note(name: str, why: Reason) -> Refused:
    return Refused(name, why.message, why.field)


def _best(round_: Round) -> Action:
    """The best legal action by the public view alone; stand where there is no figure."""
    from bjlearn.coach.verdict import verdict

    try:
        situation = Situation.of(round_.view(), round_.rules, illegal=round_.illegal())
        return Action(verdict(situation, by=By.FRESH).best)
    except BjlearnError:
        return Action.STAND
