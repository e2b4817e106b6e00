"""The address says where one is: ``?doc=it-banco&read=IB-13:plain&screen=drill&lang=it&theme=dark``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode

from bjlearn.documents import Document, builtin_ids, load, parse_readings, write_readings
from bjlearn.text import BjlearnError, chosen_language
from bjlearn.widgets.request import request_language, request_query

MOST_CHARACTERS = 4000
"""A query longer than this is not read at all."""

MOST_OWN = 400
"""A value of :data:`OWN_KEYS` longer than this is left out."""

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
    """

    document: str = DEFAULT_DOCUMENT
    readings: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    theme: str = ""
    screen: str = ""
    own: Mapping[str, str] = field(default_factory=dict)

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


def read_address(query: str | Mapping[str, str] | None = None) -> Address:
    """Where the visitor wants to be. A part that means nothing to us is left at its default: an old link still opens.

    Args:
        query: a query string, or its names and values. Left out, that of the visitor's request: in a warmed Voila kernel this
            waits until there is a visitor, whose browser gives the language where the address has none; outside Voila there is
            none, and everything is default.
    """
    accepted = ""
    if query is None:
        query = request_query()
        accepted = request_language()
    if isinstance(query, str):
        parts = parse_qs(query.lstrip("?")) if len(query) <= MOST_CHARACTERS else {}
    else:
        parts = {name: [value[:MOST_CHARACTERS]] for name, value in query.items()}

    def last(name: str) -> str:
        return parts.get(name, [""])[-1].strip()

    document = load(last("doc")) if last("doc") in builtin_ids() else load(DEFAULT_DOCUMENT)
    language, theme, screen = last("lang"), last("theme"), last("screen")
    return Address(
        document=document.id,
        readings=_known_readings(document, parts.get("read", [])),
        language=chosen_language(language, accepted),
        theme=theme if theme in ("light", "dark") else "",
        screen=screen if screen.isascii() and screen.isalpha() and len(screen) <= 20 else "",
        own={key: last(key) for key in OWN_KEYS if 0 < len(last(key)) <= MOST_OWN},
    )


def _known_readings(document: Document, texts: list[str]) -> dict[str, str]:
    """The readings that the document has and that go together; those at their default are left out."""
    readings: dict[str, str] = {}
    for part in ",".join(texts).split(","):
        try:
            asked = {**readings, **parse_readings(part)}
            document.rules(asked)
        except BjlearnError:
            continue
        readings = asked
    return {clause: reading for clause, reading in readings.items() if not document.clause(clause).reading(reading).default}
