"""Document, Clause and Reading: frozen data, and the Rules that chosen readings give."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from bjlearn.rules import Rules, RulesError, check_field, field_names, plain_value
from bjlearn.text import N_, BjlearnError, Message

V_co = TypeVar("V_co", covariant=True)


class DocumentError(BjlearnError):
    """A rules document that cannot be used, or a clause or reading that it does not have."""


class FrozenMap(Mapping[str, V_co], Generic[V_co]):
    """A mapping that never changes, and so can be hashed and shared.

    Args:
        items: its keys and values, in the order in which they are to be kept.
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, V_co]) -> None:
        self._items: dict[str, V_co] = dict(items)

    def __getitem__(self, key: str) -> V_co:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._items!r})"


class Words(FrozenMap[str]):
    """The same words in every language of the product: ``words["it"]``. English where shown without a language."""

    __slots__ = ()

    def text(self, language: str = "en") -> str:
        """The words in a language.

        Args:
            language: a language code; one that the product does not have gives English.
        """
        return self._items.get(language, self._items["en"])

    def __str__(self) -> str:
        return self.text()


class Sure(StrEnum):
    """How sure a clause is."""

    STATED = "stated"
    IMPLIED = "implied"
    SILENT = "silent"
    CONTRADICTORY = "contradictory"

    @property
    def words(self) -> Message:
        """What it means, in a few words."""
        return Message(_SURE_WORDS[self.value])


_SURE_WORDS = {
    "stated": N_("the words say it"),
    "implied": N_("the words lead there, without saying it"),
    "silent": N_("the document says nothing"),
    "contradictory": N_("two places in the document disagree"),
}


class Topic(StrEnum):
    """What a clause is about; clauses of several documents on one topic stand side by side."""

    TABLE = "table"
    DEAL = "deal"
    NATURALS = "naturals"
    DOUBLE = "double"
    SPLIT = "split"
    INSURANCE = "insurance"
    SURRENDER = "surrender"
    DEALER = "dealer"
    SETTLEMENT = "settlement"
    PLAYERS = "players"

    @property
    def words(self) -> Message:
        """The topic's name as a heading."""
        return Message(_TOPIC_WORDS[self.value])


_TOPIC_WORDS = {
    "table": N_("Cards and stakes"),
    "deal": N_("Dealing and drawing"),
    "naturals": N_("Naturals and the look"),
    "double": N_("Doubling"),
    "split": N_("Splitting"),
    "insurance": N_("Insurance"),
    "surrender": N_("Surrender"),
    "dealer": N_("The dealer's hand"),
    "settlement": N_("Settlement"),
    "players": N_("AI players"),
}


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a clause.

    Attributes:
        id: its name within the clause, as on the command line.
        label: what the clause then says, in a few words.
        sets: field of Rules to its value.
        default: this is the reading taken when none is chosen.
    """

    id: str
    label: Words
    sets: FrozenMap[Any]
    default: bool

    def as_mapping(self) -> dict[str, Any]:
        """The reading as plain data."""
        sets = {name: plain_value(value) for name, value in self.sets.items()}
        return {"id": self.id, "label": dict(self.label), "sets": sets, "default": self.default}


@dataclass(frozen=True, slots=True)
class Open:
    """The part of a clause that its words leave open.

    Attributes:
        what: the part, in a few words.
        sure: how sure the default reading of that part is.
    """

    what: Words
    sure: Sure


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that a document says.

    Attributes:
        id: its name within the document, such as ``IC-12``.
        where: the place in the document, in the document's own headings.
        text: what it says, in our own words.
        sure: how sure that is.
        topic: what it is about.
        readings: one or more, of which exactly one is the default.
        open: the part that is open to readings, and how sure that part is; None where nothing is.
        about: fields of Rules that it speaks of without setting them.
    """

    id: str
    where: str
    text: Words
    sure: Sure
    topic: Topic
    readings: tuple[Reading, ...]
    open: Open | None = None
    about: tuple[str, ...] = ()

    @property
    def default(self) -> Reading:
        """The reading taken when none is chosen."""
        return next(reading for reading in self.readings if reading.default)

    def reading(self, name: str) -> Reading:
        """A reading by its id.

        Raises:
            DocumentError: the clause has no such reading; the sentence names those it has.
        """
        for reading in self.readings:
            if reading.id == name:
                return reading
        raise DocumentError(
            Message(
                'Clause {clause} has no reading "{reading}"; it can be read as {readings}.',
                clause=self.id,
                reading=shown(name),
                readings=[reading.id for reading in self.readings],
            )
        )

    def fields(self) -> frozenset[str]:
        """The fields of Rules that any of its readings sets."""
        return frozenset(name for reading in self.readings for name in reading.sets)

    def decides(self, field: str) -> bool:
        """Whether its readings give a field different values."""
        return len({(field in reading.sets, reading.sets.get(field)) for reading in self.readings}) > 1

    def as_mapping(self) -> dict[str, Any]:
        """The clause as plain data."""
        return {
            "id": self.id,
            "where": self.where,
            "text": dict(self.text),
            "sure": self.sure.value,
            "topic": self.topic.value,
            "open": None if self.open is None else {"what": dict(self.open.what), "sure": self.open.sure.value},
            "readings": [reading.as_mapping() for reading in self.readings],
        }


@dataclass(frozen=True, slots=True)
class Default:
    """The value of a rule on which a document has no clause, and why it is taken.

    Attributes:
        field: the field of Rules.
        value: its value.
        why: the reason, such as common practice.
    """

    field: str
    value: Any
    why: Words


@dataclass(frozen=True, slots=True)
class Document:
    """One rules document.

    Attributes:
        id: its name, such as ``it-banco``.
        title: its title in every language of the product.
        language: code of the language in which it is written.
        source: where the text comes from.
        clauses: all that it says, in its order.
        defaults: rules on which it has no clause.
    """

    id: str
    title: Words
    language: str
    source: str
    clauses: tuple[Clause, ...]
    defaults: tuple[Default, ...] = ()

    def clause(self, name: str) -> Clause:
        """A clause by its id.

        Raises:
            DocumentError: the document has no such clause; the sentence names those that can be chosen.
        """
        for clause in self.clauses:
            if clause.id == name:
                return clause
        raise DocumentError(
            Message(
                'Document {document} has no clause "{clause}"; its clauses are {clauses}.',
                document=self.id,
                clause=shown(name),
                clauses=[clause.id for clause in self.clauses],
            )
        )

    def choices(self) -> tuple[Clause, ...]:
        """The clauses that can be read in more than one way."""
        return tuple(clause for clause in self.clauses if len(clause.readings) > 1)

    def combinations(self) -> Iterator[dict[str, str]]:
        """Every combination of readings, clause id to reading id for all of :meth:`choices`; the defaults come first.

        Their number is the product of the numbers of readings, so they are made one by one.
        """
        choices = self.choices()
        ways = [sorted(clause.readings, key=lambda reading: not reading.default) for clause in choices]
        for chosen in itertools.product(*ways):
            yield {clause.id: reading.id for clause, reading in zip(choices, chosen, strict=True)}

    def chosen(self, readings: Mapping[str, str] | None = None) -> dict[str, Reading]:
        """The reading of every clause: the one asked for, else the default.

        Args:
            readings: clause id to reading id.

        Raises:
            DocumentError: the document has no such clause, or the clause no such reading.
        """
        asked = {name: self.clause(name).reading(reading) for name, reading in (readings or {}).items()}
        return {clause.id: asked.get(clause.id, clause.default) for clause in self.clauses}

    def rules(self, readings: Mapping[str, str] | None = None) -> Rules:
        """The Rules that the document gives.

        Args:
            readings: clause id to reading id; a clause left out has its default reading.

        Raises:
            DocumentError: no such clause or reading, or two of the readings set one field to different values.
            RulesError: the readings contradict each other as rules.
        """
        values: dict[str, Any] = {item.field: item.value for item in self.defaults}
        said: dict[str, str] = {}
        for name, reading in self.chosen(readings).items():
            for field, value in reading.sets.items():
                if field in said and values[field] != value:
                    raise DocumentError(
                        Message(
                            "Clauses {one} and {other} of {document} set {field} to different values, {value} and {other_value}: "
                            "choose readings of them that agree.",
                            one=said[field],
                            other=name,
                            document=self.id,
                            field=field,
                            value=written(values[field]),
                            other_value=written(value),
                        )
                    )
                said[field], values[field] = name, value
        try:
            return Rules.from_mapping(values)
        except RulesError as error:
            asked: list[str | Message] = [f"{name}={reading}" for name, reading in (readings or {}).items()]
            raise RulesError(
                Message(
                    "Document {document} read with {readings}: {fault}",
                    document=self.id,
                    readings=asked or [Message("its default readings")],
                    fault=error.message,
                )
            ) from None

    def clause_for(self, field: str) -> Clause | None:
        """The clause on which a rule rests, to be cited when the rule is the reason for something.

        Of several, one whose readings decide the field comes first, then the one that sets the fewest other fields, then
        the first of the document. Where none sets the field, a clause that says it is about it.

        Args:
            field: a field of Rules.

        Returns:
            The clause, or None where the document has none on this rule.

        Raises:
            RulesError: there is no such field.
        """
        check_field(field)
        setting = [clause for clause in self.clauses if field in clause.fields()]
        if setting:
            return min(setting, key=lambda clause: (not clause.decides(field), len(clause.fields())))
        return next((clause for clause in self.clauses if field in clause.about), None)

    def unsaid(self) -> tuple[str, ...]:
        """The fields that rest on the defaults of Rules: no clause's default reading sets them, no reason is given."""
        said = {item.field for item in self.defaults}.union(*(clause.default.sets for clause in self.clauses))
        return tuple(name for name in field_names() if name not in said)


def shown(value: object, most: int = 60) -> str:
    """A value from outside, fit to stand in a sentence: on one line, printable, and short.

    Args:
        value: anything.
        most: the most characters of it to show.
    """
    text = value if isinstance(value, str) else repr(value)
    text = "".join(letter if letter.isprintable() else "?" for letter in text[: most + 1])
    return text if len(text) <= most else text[: most - 3] + "..."


def written(value: object) -> str:
    """A value of a rule as its file holds it: ``true``, ``any``, ``1.5``, ``[0.75, 0.85]``."""
    plain = plain_value(value)
    if plain is None:
        return "none"
    return str(plain).lower() if isinstance(plain, bool) else str(plain)
