"""The address says where one is: ``?doc=it-banco&read=IB-13:plain&screen=drill&lang=it&theme=dark``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode

from bjlearn.documents import Document, builtin_ids, load, parse_readings, write_readings
from bjlearn.text import LANGUAGES, BjlearnError, Message, chosen_language, language_code
from bjlearn.widgets.request import request_language, request_query

MOST_CHARACTERS = 4000
"""A query longer than this is not read at all."""

MOST_OWN = 400
"""A value of :data:`OWN_KEYS` longer than this is left out."""

MOST_SHOWN = 30
"""Characters of an unknown part of an address that a sentence about it repeats."""

MOST_LOST = 3
"""Unknown parts of an address that a sentence names."""

DEFAULT_DOCUMENT = "it-casino"

OWN_KEYS: tuple[str, ...] = ("cell", "cells", "filter", "seed")
"""What an address may say beside, for the one screen that it opens."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where one is.

    Attributes:
        document: id of the document.
        readings: clause id to reading id, for those that are not the default.
        language: of the screens.
        theme: ``"light"``, ``"dark"`` or ``""``.
        screen: name of the screen to open; empty for the first.
        own: what only that screen understands, by the names of :data:`OWN_KEYS`: the cell to practise, a seed.
        lost: what the address asked for and is not here, in a sentence; two addresses that differ in this alone are the same.
    """

    document: str = DEFAULT_DOCUMENT
    readings: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    theme: str = ""
    screen: str = ""
    own: Mapping[str, str] = field(default_factory=dict)
    lost: Message | None = field(default=None, compare=False)

    def parts(self) -> dict[str, str]:
        """The address as names and values of a query; an empty value stands for a default. The screen is the frame's to add."""
        return {
            "doc": self.document,
            "read": write_readings(self.readings),
            "lang": self.language,
            "theme": self.theme,
        }

    def query(self) -> str:
        """The address as a query string, without the question mark."""
        parts = {**self.parts(), "screen": self.screen, **self.own}
        return urlencode({name: value for name, value in parts.items() if value}, safe=":,")


def read_address(query: str | Mapping[str, str] | None = None, own: Sequence[Document] = ()) -> Address:
    """Where the visitor wants to be. A part that means nothing to us is left at its default, and said: an old link still opens.

    Args:
        query: a query string, or its names and values. Left out, that of the visitor's request: in a warmed Voila kernel this
            waits until there is a visitor, whose browser gives the language where the address has none; outside Voila there is
            none, and everything is default.
        own: documents of the visitor's own, which an address of this visit may name.
    """
    accepted = ""
    if query is None:
        query = request_query()
        accepted = request_language()
    lost: list[str] = []
    if isinstance(query, str):
        if len(query) > MOST_CHARACTERS:
            lost, query = [shortened(query)], ""
        parts = parse_qs(query.lstrip("?"))
    else:
        parts = {name: [value[:MOST_CHARACTERS]] for name, value in query.items()}

    def last(name: str) -> str:
        return parts.get(name, [""])[-1].strip()

    def known(name: str, value: str, there: bool) -> None:
        if value and not there:
            lost.append(f"{name}={shortened(value)}")

    asked = last("doc")
    document = _document(asked, own)
    known("doc", asked, document is not None)
    document = document or load(DEFAULT_DOCUMENT)
    readings, strange = _known_readings(document, parts.get("read", []))
    for part in strange:
        known("read", part, there=False)
    language, theme, screen = last("lang"), last("theme").lower(), last("screen")
    known("lang", language, language_code(language) in LANGUAGES)
    known("theme", theme, theme in ("light", "dark"))
    return Address(
        document=document.id,
        readings=readings,
        language=chosen_language(language, accepted),
        theme=theme if theme in ("light", "dark") else "",
        screen=screen if screen.isascii() and screen.isalpha() and len(screen) <= 20 else "",
        own={key: last(key) for key in OWN_KEYS if 0 < len(last(key)) <= MOST_OWN},
        lost=_lost(lost),
    )


def shortened(text: str) -> str:
    """The beginning of a text from outside, fit to stand in a sentence."""
    kept = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text[:MOST_SHOWN])
    return kept if len(text) <= MOST_SHOWN else f"{kept}…"


def _lost(names: Sequence[str]) -> Message | None:
    if not names:
        return None
    shown = [*names[:MOST_LOST], *(["…"] if len(names) > MOST_LOST else [])]
    return Message("The address asks for what is not here ({names}); what is usual stands in its place.", names=shown)


def _document(name: str, own: Sequence[Document]) -> Document | None:
    for document in own:
        if document.id == name:
            return document
    return load(name.lower()) if name.lower() in builtin_ids() else None


def _known_readings(document: Document, texts: list[str]) -> tuple[dict[str, str], list[str]]:
    """The readings that the document has and that go together, without those at their default; and what else was asked for."""
    readings: dict[str, str] = {}
    strange: list[str] = []
    for part in ",".join(texts).split(","):
        try:
            asked = {**readings, **parse_readings(part)}
            document.rules(asked)
        except BjlearnError:
            strange.append(part.strip())
            continue
        readings = asked
    changed = {clause: name for clause, name in readings.items() if not document.clause(clause).reading(name).default}
    return changed, strange
