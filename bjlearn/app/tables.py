"""Tables for people on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from bjlearn.documents import Document
from bjlearn.text import N_, Message


def show(*parts: RenderableType) -> None:
    """Print to the terminal; where it is none, in lines of 110 characters without colour."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=110)
    console.print(*parts)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, title: str | None = None, right: Sequence[int] = ()) -> Table:
    """A plain table.

    Args:
        columns: headings.
        rows: texts, as many as there are columns.
        title: above it.
        right: indices of the columns set to the right.
    """
    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold")
    for index, name in enumerate(columns):
        made.add_column(name, justify="right" if index in right else "left", overflow="fold")
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    return made


def documents_table(documents: Iterable[Document], language: str) -> Table:
    """The built-in documents, a row each."""
    rows = [(d.id, d.title.text(language), d.language, str(d.rules()).removeprefix("Rules(")[:-1]) for d in documents]
    return table(_words(language, N_("id"), N_("title"), N_("language"), N_("differs from the common game in")), rows)


def two_columns(title: str, fields: Iterable[tuple[str, str, str]]) -> Table:
    """Names with what they are and their values."""
    return table(("", "", ""), fields, title=title)


def clauses_table(document: Document, readings: Mapping[str, str], language: str) -> Table:
    """The clauses of a document and their readings; the one in force is marked."""
    rows = []
    for clause in document.clauses:
        chosen = readings.get(clause.id, clause.default.id)
        ways = [
            f"{'>' if reading.id == chosen else ' '} {reading.id}: {reading.label.text(language)}"
            for reading in clause.readings
            if len(clause.readings) > 1
        ]
        rows.append((clause.id, clause.where, "\n".join([clause.text.text(language), *ways]), clause.sure.words.text(language)))
    return table(_words(language, N_("clause"), N_("where"), N_("what it says"), N_("how sure")), rows)


def _hand_name(hand: Mapping[str, Any], hands: Sequence[Mapping[str, Any]]) -> str:
    """A hand as people count: its place from 1, and which of the place's hands after a split."""
    place = hand["seat"]
    alone = sum(other["seat"] == place for other in hands) == 1
    return f"{place + 1}" if alone else f"{place + 1}.{hand['hand'] + 1}"


def rounds_table(results: Iterable[Mapping[str, Any]]) -> Table:
    """Scripted rounds: a row for each hand, the dealer's cards, and the bankroll after it."""
    rows = [
        (
            str(number),
            _hand_name(hand, result["hands"]),
            " ".join(hand["cards"]),
            str(hand["total"]),
            " ".join(result["dealer"]["cards"]),
            str(result["dealer"]["total"]),
            hand["result"],
            str(hand["net"]),
            str(result["bankroll"]),
        )
        for number, result in enumerate(results, start=1)
        for hand in result["hands"]
    ]
    names = _words(
        "en",
        N_("round"),
        N_("hand"),
        N_("cards"),
        N_("total"),
        N_("dealer"),
        N_("total"),
        N_("result"),
        N_("net"),
        N_("bankroll"),
    )
    return table(names, rows, right=(3, 5, 7, 8))


def _words(language: str, *words: str) -> tuple[str, ...]:
    return tuple(Message(word).text(language) for word in words)
