"""Scripted rounds: cards and decisions given beforehand, played by a document's rules. What ``bjlearn play`` runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from bjlearn.cards import Card, CardError, OrderedShoe, card
from bjlearn.documents import Document, load
from bjlearn.game import MOST_SEATS, Answer, Decision, GameError, Money, Question, Round, decision, plain, read_money
from bjlearn.game.record import event_data
from bjlearn.rules import Action, Rules, Surrender
from bjlearn.text import BjlearnError, Message


class ScriptError(BjlearnError):
    """A script that is none, or that the rules do not let happen; the sentence says at which step and why."""


_KEYS = ("document", "read", "set", "bankroll", "stakes", "cards", "decisions")


@dataclass(frozen=True, slots=True)
class Script:
    """One scripted round.

    Attributes:
        document: whose rules are played.
        rules: with the script's readings and changes.
        bankroll: chips before the round; None where an earlier round left them.
        stakes: the opening stake of each hand.
        cards: in the order in which they leave the shoe.
        decisions: as written.
    """

    document: Document
    rules: Rules
    bankroll: Money | None
    stakes: tuple[int, ...]
    cards: tuple[Card, ...]
    decisions: tuple[str, ...]


def loads(text: str) -> object:
    """A script's JSON; numbers stay exact.

    Raises:
        ScriptError: it is no JSON.
    """
    try:
        return json.loads(text, parse_float=Decimal)
    except RecursionError:
        raise ScriptError(Message("The script is nested too deeply to be one.")) from None
    except ValueError as error:
        place = getattr(error, "lineno", 1)
        raise ScriptError(Message("The script is not JSON (line {line}).", line=place)) from None


def play(data: object) -> dict[str, Any] | list[dict[str, Any]]:
    """Play a script, or a list of scripts on one bankroll.

    Args:
        data: plain data: one script or a list of them.

    Returns:
        What happened, as the command line prints it: one result, or a list.

    Raises:
        BjlearnError: the script is broken, or something in it is not legal; the sentence says which step and why.
    """
    if not isinstance(data, list):
        return _play_one(_read(data), None, {})[0]
    if not data:
        raise ScriptError(Message("The list of rounds is empty; it needs at least one."))
    results = []
    bankroll: Money | None = None
    standing: dict[int, Money] = {}
    before: Rules | None = None
    for number, item in enumerate(data, start=1):
        try:
            script = _read(item)
            if before is not None and script.rules != before:  # another game: the chips of a push go home
                bankroll = sum(standing.values(), bankroll or 0)
                standing = {}
            result, bankroll, standing = _play_one(script, bankroll, standing)
        except BjlearnError as error:
            raise ScriptError(Message("Round {number}: {fault}", number=number, fault=error.message)) from None
        before = script.rules
        results.append(result)
    return results


def _read(data: object) -> Script:
    if not isinstance(data, Mapping):
        raise ScriptError(Message("A script is a JSON object with {keys}.", keys=list(_KEYS)))
    for name in data:
        if name not in _KEYS:
            raise ScriptError(Message('A script has no "{name}"; it has {keys}.', name=str(name)[:40], keys=list(_KEYS)))
    for name in ("document", "stakes", "cards"):
        if name not in data:
            raise ScriptError(Message('The script lacks "{name}".', name=name))
    if not isinstance(data["document"], str):
        raise _should_be("document", Message("a document's id, or the path of a file"))
    document = load(data["document"])
    rules = document.rules(_table(data, "read"))
    changes = _table(data, "set")
    if changes:
        rules = rules.replace(**changes)
    return Script(document, rules, _bankroll(data), _stakes(data), _cards(data, rules), _texts(data, "decisions"))


def _should_be(name: str, wanted: Message) -> ScriptError:
    return ScriptError(Message('"{name}" should be {wanted}.', name=name, wanted=wanted))


def _table(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = data.get(name, {})
    if not isinstance(value, dict):
        raise _should_be(
            name, Message("a table such as {example}", example='{"IB-13": "plain"}' if name == "read" else '{"decks": 2}')
        )
    return value if name == "set" else {key: str(item) for key, item in value.items()}


def _bankroll(data: Mapping[str, Any]) -> Money | None:
    if "bankroll" not in data:
        return None
    chips = read_money(data["bankroll"])
    if chips is None or chips < 0:
        raise _should_be("bankroll", Message("a number of chips, 0 or more"))
    return chips


def _stakes(data: Mapping[str, Any]) -> tuple[int, ...]:
    value = data["stakes"]
    if not isinstance(value, list):
        raise _should_be("stakes", Message("a list with the stake of each hand"))
    stakes: list[Any] = []
    for stake in value:
        # 10.0 is the whole number 10; what is not whole is refused by the round, with its own sentence
        if isinstance(stake, str):
            raise ScriptError(
                Message('A stake is a whole number of chips, such as 10, not the text "{stake}".', stake=stake[:20])
            )
        chips = read_money(stake) if isinstance(stake, Decimal) else stake
        stakes.append(chips)
    return tuple(stakes)


def _cards(data: Mapping[str, Any], rules: Rules) -> tuple[Card, ...]:
    cards = tuple(card(text) for text in _texts(data, "cards"))
    for number in range(1, len(cards) + 1):
        held = cards[number - 1]
        same_rank = [one for one in cards[:number] if one.rank == held.rank]
        same_card = [one for one in same_rank if held.suit and one.suit == held.suit]
        most = rules.decks if len(same_card) > rules.decks else 4 * rules.decks
        if len(same_card) > rules.decks or len(same_rank) > most:
            parts = {"number": number, "card": str(held), "most": most}
            if rules.decks == 1:
                raise ScriptError(Message("Card {number} is one {card} too many: one deck has {most}.", **parts))
            raise ScriptError(
                Message("Card {number} is one {card} too many: {decks} decks have {most}.", decks=rules.decks, **parts)
            )
    return cards


def _texts(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = data.get(name, [])
    if isinstance(value, list) and all(isinstance(item, str | int) and not isinstance(item, bool) for item in value):
        return tuple(str(item) for item in value)
    raise _should_be(name, Message("a list of texts"))


def _play_one(
    script: Script, bankroll: Money | None, standing: dict[int, Money]
) -> tuple[dict[str, Any], Money, dict[int, Money]]:
    """Play one script; gives what is printed, the bankroll, and the chips that stay on the table by seat."""
    if bankroll is None:
        bankroll = 100 if script.bankroll is None else script.bankroll
    _check_hands(script)
    for seat in standing:
        if seat >= len(script.stakes):
            raise ScriptError(Message("Chips of a push stay at seat {seat}: it plays on.", seat=seat))
    there = [standing.get(seat, 0) for seat in range(len(script.stakes))]
    shoe = OrderedShoe(script.cards)
    asked: list[dict[str, Any]] = []
    try:
        round_ = Round(script.rules, shoe, script.stakes, [bankroll], standing=there)
    except CardError as error:
        raise ScriptError(Message("In the deal: {fault}", fault=error.message)) from None
    texts = iter(enumerate(script.decisions, start=1))
    waiting: tuple[int, Decision] | None = None
    while round_.question is not None:
        asked.append(_asked(round_, script.document))
        question = round_.question
        number, chosen = waiting or _next(round_, texts)
        waiting = None
        declined = _declined(question, chosen, early=script.rules.surrender is Surrender.EARLY)
        if declined is not None:  # before the look, going on with the hand says no to what is offered
            waiting, chosen = (number, chosen), declined
        try:
            round_.do(chosen)
        except (GameError, CardError) as error:
            raise _at(number, str(chosen), question, error.message) from None
    left = list(texts)
    if left or waiting:
        number, text = (waiting[0], str(waiting[1])) if waiting else left[0]
        raise ScriptError(
            Message('Decision {number}, "{text}", is one too many: the round is over.', number=number, text=text[:40])
        )
    if shoe.unused:
        if shoe.unused == 1:
            raise ScriptError(Message("One card is too many: the round is over without it."))
        raise ScriptError(Message("{count} cards are too many: the round is over without them.", count=shoe.unused))
    stays = {number: seat.standing for number, seat in enumerate(round_.seats) if seat.standing}
    return _result(round_, asked), round_.bankrolls[0], stays


def _check_hands(script: Script) -> None:
    """Where one player may stake several hands, the script's hands are that player's; else each is a player's own."""
    most, count = script.rules.hands_per_player, len(script.stakes)
    if 1 < most < count:
        raise ScriptError(Message("One player may stake at most {most} hands here, not {count}.", most=most, count=count))
    if count > MOST_SEATS:
        raise ScriptError(Message("A table has {most} places, not {count}.", most=MOST_SEATS, count=count))


def _next(round_: Round, texts: Iterator[tuple[int, str]]) -> tuple[int, Decision]:
    asked = round_.question
    assert asked is not None
    found = next(texts, None)
    if found is None:
        raise ScriptError(
            Message(
                "A decision is missing: seat {seat}, hand {hand} is asked for one of {legal}.",
                seat=asked.seat,
                hand=asked.hand,
                legal=list(round_.legal()),
            )
        )
    number, text = found
    try:
        return number, decision(text)
    except GameError as error:
        raise ScriptError(Message("Decision {number}: {fault}", number=number, fault=error.message)) from None


def _declined(asked: Question, chosen: Decision, *, early: bool) -> Decision | None:
    """What a decision about the hand answers to an offer that was made before it; None where it answers the question itself."""
    if asked.kind == "insurance" and early and chosen is Action.SURRENDER:
        return Answer.NO_INSURANCE
    if asked.kind == "surrender" and chosen in (Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT):
        return Answer.NO_SURRENDER
    return None


def _at(number: int, text: str, asked: Question, why: Message) -> ScriptError:
    return ScriptError(
        Message(
            'Decision {number}, "{text}" (seat {seat}, hand {hand}): {why}',
            number=number,
            text=text,
            seat=asked.seat,
            hand=asked.hand,
            why=why,
        )
    )


def _asked(round_: Round, document: Document) -> dict[str, Any]:
    asked = round_.question
    assert asked is not None
    illegal = {}
    for name, why in round_.illegal().items():
        clause = None if why.field is None else document.clause_for(why.field)
        illegal[name] = why.message.text() if clause is None else f"{why.message.text()} ({clause.id})"
    return {"seat": asked.seat, "hand": asked.hand, "legal": list(round_.legal()), "illegal": illegal}


def _result(round_: Round, asked: list[dict[str, Any]]) -> dict[str, Any]:
    view = round_.view()
    kept = ("hand", "cards", "total", "soft", "natural", "stake", "result", "net")
    return {
        "asked": asked,
        "hands": [{"seat": seat["seat"], **{key: hand[key] for key in kept}} for seat in view["seats"] for hand in seat["hands"]],
        "dealer": {key: view["dealer"][key] for key in ("cards", "total", "natural")},
        "insurance": [{"seat": seat["seat"], **seat["insurance"]} for seat in view["seats"] if seat["insurance"]],
        "net": plain(round_.net),
        "bankroll": plain(round_.bankrolls[0]),
        "events": [event_data(event) for event in round_.events],
    }
