"""What a browser sends, read with the distrust that any input deserves: types, sizes, names. Nothing else gets in."""

from __future__ import annotations

from dataclasses import dataclass

from bjlearn.game import Decision, GameError, Insure, decision, read_money

MOST_KEYS = 8
"""Keys that a message may have."""

MOST_TEXT = 80
"""Characters that a text in a message may have."""

MOST_NUMBER = 10**9
"""Largest number that a message may name: a step, a round, a stake."""

MOST_ADDRESS = 4000
"""Characters that an address in a message may have."""

MOST_STAKES = 3
"""Hands that one player can stake at all."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision, and the round and step in which it was made."""

    round: int
    step: int
    decision: Decision


@dataclass(frozen=True, slots=True)
class Deal:
    """Stakes for the round after the one named; 0 where a hand is left out."""

    round: int
    stakes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """Another document."""

    document: str


@dataclass(frozen=True, slots=True)
class Read:
    """Another reading of a clause."""

    clause: str
    reading: str


@dataclass(frozen=True, slots=True)
class Speak:
    """Another language."""

    language: str


@dataclass(frozen=True, slots=True)
class Wear:
    """Another theme."""

    theme: str


@dataclass(frozen=True, slots=True)
class Open:
    """Another screen of the dashboard."""

    screen: str


@dataclass(frozen=True, slots=True)
class Return:
    """Another place, as the page's address says it: a person went back or forward."""

    query: str


@dataclass(frozen=True, slots=True)
class Tune:
    """Another setting of the coach: ``mode``, ``by`` or ``wide``, and its value."""

    what: str
    value: str


@dataclass(frozen=True, slots=True)
class Invite:
    """Another setting of who else sits at the table: ``seat1`` to ``seat3``, ``place`` or ``pace``, and its value."""

    what: str
    value: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Something without particulars: ``ping``, ``end``, ``new``, ``due``; the others name round and step.

    These are ``hint``, ``again``, ``go`` (the next step of an AI player) and ``skip`` (all of them up to the person's own turn).
    """

    kind: str
    round: int = -1
    step: int = -1


Sent = Decide | Deal | Choose | Read | Speak | Wear | Open | Return | Tune | Invite | Ask


def read_message(content: object) -> tuple[int, Sent | None]:
    """A message from the browser.

    Args:
        content: whatever came.

    Returns:
        The number that the browser gave it (0 where there is none that can be used), so that it can be answered, and what
        was asked for; None where that is nothing we know.
    """
    if not isinstance(content, dict) or len(content) > MOST_KEYS:
        return 0, None
    number = _number(content.get("n")) or 0
    kind = content.get("type")
    if not isinstance(kind, str):
        return number, None
    if kind == "decide":
        return number, _decide(content)
    if kind == "deal":
        return number, _deal(content)
    if kind in ("ping", "end", "new", "due"):
        return number, Ask(kind)
    if kind in ("hint", "again", "go", "skip"):
        round_, step = _number(content.get("round")), _number(content.get("step", 0))
        return number, None if round_ is None or step is None else Ask(kind, round_, step)
    return number, _words(kind, content)


def _words(kind: str, content: dict[str, object]) -> Sent | None:
    """The messages that carry names alone."""
    if kind == "document":
        document = _text(content.get("document"))
        return None if document is None else Choose(document)
    if kind == "reading":
        clause, reading = _text(content.get("clause")), _text(content.get("reading"))
        return None if clause is None or reading is None else Read(clause, reading)
    if kind == "coach":
        what, value = _text(content.get("what")), _text(content.get("value"))
        return None if what is None or value is None else Tune(what, value)
    if kind == "company":
        what, value = _text(content.get("what")), _text(content.get("value"))
        return None if what is None or value is None else Invite(what, value)
    if kind == "language":
        language = _text(content.get("language"))
        return None if language is None else Speak(language)
    if kind == "theme":
        theme = _text(content.get("theme"))
        return None if theme is None else Wear(theme)
    if kind == "screen":
        screen = _text(content.get("screen"))
        return None if screen is None else Open(screen)
    if kind == "address":
        query = content.get("query")
        return Return(query) if isinstance(query, str) and len(query) <= MOST_ADDRESS else None
    return None


def _decide(content: dict[str, object]) -> Decide | None:
    round_, step = _number(content.get("round")), _number(content.get("step"))
    name = _text(content.get("decision"))
    if round_ is None or step is None or name is None:
        return None
    try:
        made = decision(name)
    except GameError:
        return None
    if isinstance(made, Insure) and "amount" in content:
        amount = content["amount"]
        if isinstance(amount, str) and len(amount) > MOST_TEXT:
            return None
        chips = read_money(amount)
        if chips is None:
            return None
        made = Insure(chips)
    return Decide(round_, step, made)


def _deal(content: dict[str, object]) -> Deal | None:
    round_, sent = _number(content.get("round")), content.get("stakes")
    if round_ is None or not isinstance(sent, list) or not 1 <= len(sent) <= MOST_STAKES:
        return None
    stakes = [_number(stake) for stake in sent]
    whole = tuple(stake for stake in stakes if stake is not None)
    return Deal(round_, whole) if len(whole) == len(stakes) else None


def _number(value: object) -> int | None:
    """A whole number from 0 to the largest; a float that is whole is one, for JavaScript knows no other numbers."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_NUMBER:
        return None
    return value


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and 0 < len(value) <= MOST_TEXT else None
