"""Records: a round as plain data that JSON holds, and the way back, step by step.

A record is never believed: the round is played again by its own rules with the recorded cards and decisions, and every event
that follows must be the recorded one. State that was edited has no place to hide; what no event shows, such as the number of
decks or a suit, is held by a checksum. It finds what was changed by accident or by hand; it is no signature.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar

from bjlearn.cards import Card, CardError, OrderedShoe, card
from bjlearn.game.decisions import Decision, decision
from bjlearn.game.errors import GameError
from bjlearn.game.events import KINDS, NAMES, Acted, Dealt, Drew, Event
from bjlearn.game.money import MOST_CHIPS, Money, plain, read_money
from bjlearn.game.progress import Progress
from bjlearn.rules import Rules, RulesError, field_names
from bjlearn.text import BjlearnError, Message

FORMAT = "bjlearn-round-1"
"""The form of a record; another form is refused."""

_CARD_EVENTS = (Dealt, Drew)

AnyRound = TypeVar("AnyRound", bound=Progress)

_KEYS = ("format", "rules", "stakes", "purses", "standing", "bankrolls", "left", "discards", "given", "events", "check")


class RecordError(BjlearnError):
    """A record that is broken or was edited."""


def record(round_: Progress) -> dict[str, Any]:
    """A round as plain data; see :meth:`bjlearn.game.Round.record`."""
    bankrolls, standing, left, discards, given = round_.start
    rules, _ = _rules_data(round_.rules)
    return {
        "format": FORMAT,
        "rules": {name: list(value) if isinstance(value, list) else value for name, value in rules.items()},
        "stakes": [seat.stake for seat in round_.seats],
        "purses": [seat.purse for seat in round_.seats],
        "standing": [plain(chips) for chips in standing],
        "bankrolls": [plain(chips) for chips in bankrolls],
        "left": left,
        "discards": discards,
        "given": given,
        "events": [event_data(event) for event in round_.events],
        "check": _checksum(round_),
    }


@lru_cache(maxsize=256)
def _rules_data(rules: Rules) -> tuple[dict[str, Any], str]:
    """Rules as plain data and as text, made once."""
    data = rules.as_mapping()
    return data, dumps(data)


def _checksum(round_: Progress) -> str:
    """Of all that the events, which are played again, do not show by themselves: rules, chips, the shoe, suits, the end."""
    events = round_.events
    cards = [str(event.card) for event in events if type(event) in _CARD_EVENTS]  # type: ignore[union-attr]
    places = [(seat.stake, seat.purse) for seat in round_.seats]
    bankrolls, standing, *shoe = round_.start
    chips = [plain(amount) for amount in (*bankrolls, *standing)]
    shown = f"{_rules_data(round_.rules)[1]} {places} {chips} {shoe} {cards} {len(events)}"
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def event_data(event: Event) -> dict[str, Any]:
    """An event as plain data: its kind under ``event``, and its fields."""
    data: dict[str, Any] = {"event": NAMES[type(event)]}
    data.update(zip(event._fields, event, strict=True))
    for name in ("card", "net", "amount"):
        if name in data:
            value = data[name]
            data[name] = str(value) if type(value) is Card else plain(value)
            break
    return data


def dumps(data: Mapping[str, Any]) -> str:
    """The one JSON text of a record: equal rounds have equal text, byte for byte."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)


def loads(text: str) -> dict[str, Any]:
    """A record's data from JSON text.

    Raises:
        RecordError: it is no JSON object.
    """
    try:
        data = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError):
        raise RecordError(Message("The record is not JSON.")) from None
    if not isinstance(data, dict):
        raise RecordError(Message("The record is not a JSON object but {kind}.", kind=type(data).__name__))
    return data


def replay(kind: type[AnyRound], data: Mapping[str, Any]) -> AnyRound:
    """Play a record again; see :meth:`bjlearn.game.Round.from_record`.

    Args:
        kind: the class of the round to make.
        data: plain data as :func:`record` gives it.

    Raises:
        RecordError: the record is broken or was edited; the sentence says where.
    """
    data = _check_keys(data)
    events = [_read_event(number, item) for number, item in enumerate(_list(data, "events"))]
    shoe = OrderedShoe(
        [event.card for event in events if isinstance(event, Dealt | Drew)],
        left=_whole(data, "left"),
        discards=_whole(data, "discards"),
        given=_given(data),
    )
    wanted = _decisions(events)
    place: int | None = None
    try:
        rules = Rules.from_mapping(_rules(data))
        round_ = kind(rules, shoe, _wholes(data, "stakes"), _chips(data, "bankrolls"), _purses(data), _chips(data, "standing"))
        _compare(round_, events)
        for number, chosen in wanted:
            if round_.question is None:
                raise RecordError(_at(number, Message("the round is over before this decision")))
            place = number
            round_.do(chosen)
            _compare(round_, events)
    except (GameError, CardError, RulesError) as error:
        if place is None:
            raise RecordError(Message("The record does not play from its start: {why}", why=error.message)) from None
        raise RecordError(Message("The record does not play at event {number}: {why}", number=place, why=error.message)) from None
    if len(round_.events) != len(events):
        raise RecordError(_at(len(round_.events), Message("nothing more can follow here")))
    if _checksum(round_) != data["check"]:
        raise RecordError(
            Message('The record is broken at "check": something that no event shows was edited, such as a rule, chips or a suit.')
        )
    return round_


def _compare(round_: Progress, events: list[Event]) -> None:
    """Every event so far must be the recorded one."""
    for number, (played, recorded) in enumerate(zip(round_.events, events, strict=False)):
        if played != recorded or type(played) is not type(recorded):
            raise RecordError(
                _at(
                    number,
                    Message(
                        "the record has {recorded}, the rules give {played}", recorded=_short(recorded), played=_short(played)
                    ),
                )
            )
    if len(round_.events) > len(events):
        raise RecordError(
            _at(len(events), Message("the record ends where the rules give {played}", played=_short(round_.events[len(events)])))
        )


def _short(event: Event) -> str:
    return dumps(event_data(event))[:200]


def _at(number: int, what: Message) -> Message:
    return Message("The record is broken at event {number}: {what}.", number=number, what=what)


def _field(name: str, wanted: Message) -> RecordError:
    return RecordError(Message('The record is broken at "{name}": it should be {wanted}.', name=name, wanted=wanted))


def _check_keys(data: object) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise RecordError(Message("The record is not a JSON object but {kind}.", kind=type(data).__name__))
    if data.get("format") != FORMAT:
        raise _field("format", Message('"{format}"', format=FORMAT))
    for name in data:
        if name not in _KEYS:
            raise RecordError(Message('The record has "{name}", which no record has.', name=_printable(name)))
    for name in _KEYS:
        if name not in data:
            raise RecordError(Message('The record lacks "{name}".', name=name))
    return data


def _printable(value: object) -> str:
    """Anything from outside, short and on one line."""
    text = value if isinstance(value, str) else type(value).__name__
    return "".join(letter if letter.isprintable() else "?" for letter in text[:40])


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data[name]
    if not isinstance(value, list) or len(value) > 10_000:
        raise _field(name, Message("a list"))
    return value


def _rules(data: Mapping[str, Any]) -> Mapping[str, object]:
    value = data["rules"]
    if not isinstance(value, Mapping):
        raise _field("rules", Message("a table of rules"))
    for name in field_names():
        if name not in value:
            raise RecordError(Message('The record lacks the rule "{name}".', name=name))
    return value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10 * MOST_CHIPS


def _whole(data: Mapping[str, Any], name: str) -> int:
    value = data[name]
    if not _is_whole(value):
        raise _field(name, Message("a whole number, 0 or more"))
    number: int = value
    return number


def _wholes(data: Mapping[str, Any], name: str) -> list[int]:
    value = _list(data, name)
    if not all(_is_whole(item) for item in value):
        raise _field(name, Message("a list of whole numbers, 0 or more"))
    return value


def _given(data: Mapping[str, Any]) -> bool:
    value = data["given"]
    if not isinstance(value, bool):
        raise _field("given", Message("true or false"))
    return value


def _chips(data: Mapping[str, Any], name: str) -> list[Money]:
    amounts = [read_money(item) for item in _list(data, name)]
    if any(amount is None or amount < 0 for amount in amounts):
        raise _field(name, Message("a list of amounts of chips"))
    if name == "standing" and len(amounts) not in (0, len(_list(data, "stakes"))):
        raise _field(name, Message("a list with one amount a hand"))
    return [amount for amount in amounts if amount is not None]


def _purses(data: Mapping[str, Any]) -> list[int]:
    purses = _wholes(data, "purses")
    if len(purses) != len(_list(data, "stakes")) or any(purse >= len(_list(data, "bankrolls")) for purse in purses):
        raise _field("purses", Message("a list with, for each hand, the place of its bankroll"))
    return purses


def _decisions(events: list[Event]) -> Iterator[tuple[int, Decision]]:
    for number, event in enumerate(events):
        if isinstance(event, Acted):
            try:
                text = f"insure {plain(event.amount)}" if event.decision == "insure" else event.decision
                yield number, decision(text)
            except GameError as error:
                raise RecordError(_at(number, error.message)) from None


def _read_event(number: int, data: object) -> Event:
    if not isinstance(data, Mapping) or not isinstance(data.get("event"), str) or data["event"] not in KINDS:
        raise RecordError(_at(number, Message("an event has one of the kinds {kinds}", kinds=list(KINDS))))
    kind = KINDS[data["event"]]
    if set(data) != {"event", *kind._fields}:
        raise RecordError(_at(number, Message("this kind of event has the fields {fields}", fields=list(kind._fields))))
    values: list[object] = []
    for name in kind._fields:
        value = data[name]
        if name == "card":
            value = _read_card(number, value)
        elif name in ("amount", "net"):
            value = read_money(value)
        if not _fits(name, value):
            raise RecordError(_at(number, Message('"{name}" is not what this kind of event has there', name=name)))
        values.append(value)
    return kind(*values)  # type: ignore[arg-type]


def _fits(name: str, value: object) -> bool:
    """Whether a field of an event has the right type; whether it has the right value, the replay shows."""
    if name in ("seat", "hand"):
        return value is None or _is_whole(value)
    if name in ("face_down", "natural"):
        return isinstance(value, bool)
    if name == "cards":
        return _is_whole(value)
    return value is not None if name in ("card", "amount", "net") else isinstance(value, str)


def _read_card(number: int, value: object) -> Card:
    try:
        return card(_printable(value))
    except CardError as error:
        raise RecordError(_at(number, error.message)) from None
