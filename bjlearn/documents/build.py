"""From the tables of a TOML file to a Document, with one clear sentence for whatever is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVar

from bjlearn.documents.model import (
    Clause,
    Default,
    Document,
    DocumentError,
    FrozenMap,
    Open,
    Reading,
    Sure,
    Topic,
    Words,
    shown,
    written,
)
from bjlearn.rules import RulesError, check_field, read_value
from bjlearn.text import LANGUAGES, N_, Message

Table = dict[str, Any]
_E = TypeVar("_E", bound=StrEnum)

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,39}")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_MOST_TEXT = 2000
_AS_WRITTEN = Words({"en": "as it is written", "it": "come è scritto", "ro": "așa cum este scris"})

_ID_IS = N_("a name of 1 to 40 letters, digits and hyphens")
_WORDS_ARE = N_("a table of texts en, it and ro")
_TEXT_IS = N_("text")

# what each field is, for the sentence that says what was expected
_DOCUMENT = {
    "id": _ID_IS,
    "title": N_("text, or a table of texts en, it and ro"),
    "language": N_("the code of the document's language, such as it"),
    "source": N_("text that says where the document comes from"),
    "rules": N_("a table of rules on which the document has no clause"),
    "clauses": N_("a list of clauses, each under [[clauses]]"),
}
_CLAUSE = {
    "id": _ID_IS,
    "where": N_("text that says where in the document the clause stands"),
    "topic": N_("one of the topics"),
    "sure": N_("one of stated, implied, silent, contradictory"),
    "text": _WORDS_ARE,
    "open": N_("a table of texts en, it and ro, and sure"),
    "about": N_("a list of names of rules"),
    "sets": N_("a table of rules and their values"),
    "readings": N_("a list of readings, each under [[clauses.readings]]"),
}
_READING = {
    "id": _ID_IS,
    "label": _WORDS_ARE,
    "default": N_("true for one reading of the clause, else left out"),
    "sets": N_("a table of rules and their values"),
}
_DEFAULT = {"value": N_("the value of the rule"), "why": _WORDS_ARE}

_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, N_("true or false")),
    (str, N_("text")),
    ((int, Decimal), N_("a number")),
    (dict, N_("a table")),
    (list, N_("a list")),
    ((datetime, date, time), N_("a date or time")),
)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in which file: what every sentence about a fault begins with."""

    parts: tuple[str | Message, ...]

    def clause(self, name: object) -> _Place:
        return _Place((*self.parts, Message("clause {id}", id=name)))

    def reading(self, name: object) -> _Place:
        return _Place((*self.parts, Message("reading {id}", id=name)))

    def field(self, name: str) -> _Place:
        return _Place((*self.parts, Message("field {name}", name=shown(name))))

    def fault(self, fault: Message) -> DocumentError:
        return DocumentError(Message("{place}: {fault}", place=self.parts, fault=fault))


def build(table: Table, name: str) -> Document:
    """A Document from the tables of its file.

    Args:
        table: what the TOML parser gave.
        name: what to call the file in an error.

    Raises:
        DocumentError: something is wrong; the sentence names file, clause, field and what was expected.
    """
    place = _Place((name,))
    _check_fields(table, _DOCUMENT, ("id", "title", "language", "source", "clauses"), place)
    language = _text(table, "language", place, _DOCUMENT)
    if not _LANGUAGE.fullmatch(language):
        raise _expected(place.field("language"), language, Message(_DOCUMENT["language"]))
    document = Document(
        id=_id(table, place),
        title=_title(table, place),
        language=language,
        source=_text(table, "source", place, _DOCUMENT),
        clauses=_clauses(table, place),
        defaults=_defaults(table, place),
    )
    _check_agreement(document, place)
    return document


def _clauses(table: Table, place: _Place) -> tuple[Clause, ...]:
    clauses: list[Clause] = []
    for number, item in enumerate(_tables(table, "clauses", place, _DOCUMENT), start=1):
        clause = _clause(item, place.clause(_called(item, number)))
        if any(other.id == clause.id for other in clauses):
            raise place.clause(clause.id).fault(Message("two clauses have this id; give each clause an id of its own."))
        clauses.append(clause)
    if not clauses:
        raise place.field("clauses").fault(Message("there is no clause; a document has at least one, under [[clauses]]."))
    return tuple(clauses)


def _clause(table: Table, place: _Place) -> Clause:
    _check_fields(table, _CLAUSE, ("id", "where", "topic", "sure", "text"), place)
    return Clause(
        id=_id(table, place),
        where=_text(table, "where", place, _CLAUSE),
        text=_words(table["text"], place.field("text")),
        sure=_one_of(Sure, table["sure"], place.field("sure")),
        topic=_one_of(Topic, table["topic"], place.field("topic")),
        readings=_readings(table, place),
        open=_open(table, place),
        about=_about(table, place),
    )


def _open(table: Table, place: _Place) -> Open | None:
    if "open" not in table:
        return None
    place = place.field("open")
    item = table["open"]
    if not isinstance(item, dict):
        raise _wrong_type(place, item, Message(_CLAUSE["open"]))
    if "sure" not in item:
        raise place.fault(Message('"sure" is missing; it is {wanted}.', wanted=Message(_CLAUSE["sure"])))
    what = _words({name: text for name, text in item.items() if name != "sure"}, place)
    return Open(what, _one_of(Sure, item["sure"], place.field("sure")))


def _about(table: Table, place: _Place) -> tuple[str, ...]:
    place, names = place.field("about"), table.get("about", [])
    if not isinstance(names, list):
        raise _wrong_type(place, names, Message(_CLAUSE["about"]))
    for name in names:
        if not isinstance(name, str):
            raise _wrong_type(place, name, Message("the name of a rule"))
        _check_rule(name, place)
    return tuple(names)


def _readings(table: Table, place: _Place) -> tuple[Reading, ...]:
    if "readings" not in table:
        return (Reading("as-written", _AS_WRITTEN, _sets(table, place), default=True),)
    if "sets" in table:
        raise place.field("sets").fault(Message("the clause has readings; put what it sets into each of them."))
    tables = _tables(table, "readings", place, _CLAUSE)
    readings: list[Reading] = []
    for number, item in enumerate(tables, start=1):
        reading = _reading(item, place.reading(_called(item, number)), alone=len(tables) == 1)
        if any(other.id == reading.id for other in readings):
            raise place.reading(reading.id).fault(Message("two readings have this id; give each reading an id of its own."))
        readings.append(reading)
    if not readings:
        raise place.field("readings").fault(Message("the list is empty; leave it out, or put at least one reading into it."))
    defaults = [reading.id for reading in readings if reading.default]
    if not defaults:
        raise place.fault(Message("no reading is the default; write default = true in one of {ids}.", ids=_ids(readings)))
    if len(defaults) > 1:
        raise place.fault(Message("readings {ids} are all the default; write default = true in only one.", ids=defaults))
    return tuple(readings)


def _reading(table: Table, place: _Place, *, alone: bool) -> Reading:
    _check_fields(table, _READING, ("id", "label"), place)
    default = table.get("default", alone)
    if not isinstance(default, bool):
        raise _wrong_type(place.field("default"), default, Message(_READING["default"]))
    return Reading(_id(table, place), _words(table["label"], place.field("label")), _sets(table, place), default)


def _sets(table: Table, place: _Place) -> FrozenMap[Any]:
    place, sets = place.field("sets"), table.get("sets", {})
    if not isinstance(sets, dict):
        raise _wrong_type(place, sets, Message("a table of rules and their values, such as sets.decks = 6"))
    return FrozenMap({name: _rule_value(name, value, place) for name, value in sets.items()})


def _defaults(table: Table, place: _Place) -> tuple[Default, ...]:
    place, rules = place.field("rules"), table.get("rules", {})
    if not isinstance(rules, dict):
        raise _wrong_type(place, rules, Message(_DOCUMENT["rules"]))
    found = []
    for name, item in rules.items():
        _check_rule(name, place)
        inner = place.field(name)
        if not isinstance(item, dict):
            raise _wrong_type(inner, item, Message("a table of value and why"))
        _check_fields(item, _DEFAULT, ("value", "why"), inner)
        found.append(Default(name, _rule_value(name, item["value"], place), _words(item["why"], inner.field("why"))))
    return tuple(found)


def _check_agreement(document: Document, place: _Place) -> None:
    """The default readings must agree with each other, with the plain defaults, and as rules."""
    said: dict[str, tuple[Clause, Any]] = {}
    plain = {item.field for item in document.defaults}
    for clause in document.clauses:
        for name, value in clause.default.sets.items():
            if name in plain:
                raise (
                    place.field("rules")
                    .field(name)
                    .fault(Message("clause {clause} sets this rule; take it out of the table of rules.", clause=clause.id))
                )
            other, before = said.setdefault(name, (clause, value))
            if before != value:
                raise (
                    place.clause(clause.id)
                    .field(name)
                    .fault(
                        Message(
                            "its default reading says {value} but that of clause {other} says {before}; the two must agree.",
                            value=written(value),
                            other=other.id,
                            before=written(before),
                        )
                    )
                )
    try:
        document.rules()
    except RulesError as error:
        raise place.fault(error.message) from None


def _called(table: Table, number: int) -> str:
    """What to call a clause or reading in an error: its id, or its number where it has none."""
    name = table.get("id")
    return shown(name) if isinstance(name, str) and name.strip() else f"#{number}"


def _ids(items: Iterable[Reading]) -> list[str]:
    return [item.id for item in items]


def _check_fields(table: Table, known: Mapping[str, str], needed: Iterable[str], place: _Place) -> None:
    for name in table:
        if name not in known:
            raise place.fault(
                Message('there is no field "{name}" here; the fields are {names}.', name=shown(name), names=list(known))
            )
    for name in needed:
        if name not in table:
            raise place.fault(Message('"{name}" is missing; it is {wanted}.', name=name, wanted=Message(known[name])))


def _tables(table: Table, name: str, place: _Place, known: Mapping[str, str]) -> list[Table]:
    found = table[name]
    if not isinstance(found, list):
        raise _wrong_type(place.field(name), found, Message(known[name]))
    for item in found:
        if not isinstance(item, dict):
            raise _wrong_type(place.field(name), item, Message(known[name]))
    return found


def _text(table: Table, name: str, place: _Place, known: Mapping[str, str]) -> str:
    return _clean(table[name], place.field(name), Message(known[name]))


def _clean(value: object, place: _Place, wanted: Message) -> str:
    """Text on one line, without anything that cannot be printed."""
    if not isinstance(value, str):
        raise _wrong_type(place, value, wanted)
    text = " ".join(value.split())
    if not text:
        raise place.fault(Message("the text is empty; it must be {wanted}.", wanted=wanted))
    if len(text) > _MOST_TEXT:
        raise place.fault(Message("the text has {size} characters; at most {most} are read.", size=len(text), most=_MOST_TEXT))
    if not text.isprintable():
        raise place.fault(Message('"{text}" holds a character that cannot be shown; take it out.', text=shown(text)))
    return text


def _id(table: Table, place: _Place) -> str:
    value = table["id"]
    if not isinstance(value, str):
        raise _wrong_type(place.field("id"), value, Message(_ID_IS))
    if not _ID.fullmatch(value):
        raise _expected(place.field("id"), value, Message(_ID_IS))
    return value


def _title(table: Table, place: _Place) -> Words:
    value, place = table["title"], place.field("title")
    if isinstance(value, dict):
        return _words(value, place)
    text = _clean(value, place, Message(_DOCUMENT["title"]))
    return Words(dict.fromkeys(LANGUAGES, text))


def _words(value: object, place: _Place) -> Words:
    if not isinstance(value, dict):
        raise _wrong_type(place, value, Message(_WORDS_ARE))
    for name in value:
        if name not in LANGUAGES:
            raise place.fault(
                Message('there is no language "{name}" here; the languages are {names}.', name=shown(name), names=LANGUAGES)
            )
    for name in LANGUAGES:
        if name not in value:
            raise place.fault(Message('the text "{name}" is missing; it is needed in {names}.', name=name, names=LANGUAGES))
    return Words({name: _clean(value[name], place.field(name), Message(_TEXT_IS)) for name in LANGUAGES})


def _one_of(kind: type[_E], value: object, place: _Place) -> _E:
    wanted = Message("one of {values}", values=[item.value for item in kind])
    if not isinstance(value, str):
        raise _wrong_type(place, value, wanted)
    try:
        return kind(value)
    except ValueError:
        raise _expected(place, value, wanted) from None


def _check_rule(name: str, place: _Place) -> None:
    try:
        check_field(name)
    except RulesError as error:
        raise place.fault(error.message) from None


def _rule_value(name: str, value: object, place: _Place) -> Any:  # noqa: ANN401 - each rule has its own type
    _check_rule(name, place)
    if isinstance(value, dict):
        raise _wrong_type(place.field(name), value, Message("the value of a rule"))
    parts = value if isinstance(value, list) else [value]
    if any(isinstance(part, list | dict) for part in parts):
        raise place.field(name).fault(Message("a list within a list is no value of a rule."))
    if any(isinstance(part, int) and part.bit_length() > 64 for part in parts):  # it would take long to write out
        raise place.field(name).fault(Message("the number is too large; it must be the value of a rule."))
    try:
        return read_value(name, value)
    except RulesError as error:
        raise place.field(name).fault(error.message) from None


def _expected(place: _Place, value: str, wanted: Message) -> DocumentError:
    return place.fault(Message('"{value}" is wrong; it must be {wanted}.', value=shown(value), wanted=wanted))


def _wrong_type(place: _Place, value: object, wanted: Message) -> DocumentError:
    kind = next((words for kind, words in _KINDS if isinstance(value, kind)), N_("something else"))
    return place.fault(Message("this is {kind}; it must be {wanted}.", kind=Message(kind), wanted=wanted))
