"""Readings as a person writes them: ``IB-13=plain`` on the command line, ``IB-13:plain`` in an address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from bjlearn.documents.model import DocumentError, shown
from bjlearn.text import Message

_READING = re.compile(r"\s*([^\s=:,]+)\s*[=:]\s*([^\s=:,]+)\s*")


def parse_reading(text: str) -> tuple[str, str]:
    """The clause id and reading id of ``CLAUSE=READING`` or ``CLAUSE:READING``.

    Raises:
        DocumentError: the text has another form.
    """
    found = _READING.fullmatch(text)
    if found is None:
        raise DocumentError(
            Message('"{text}" chooses no reading; write CLAUSE=READING, such as IB-13=plain.', text=shown(text)),
        )
    return found.group(1), found.group(2)


def parse_readings(texts: str | Iterable[str]) -> dict[str, str]:
    """Several readings: texts of one reading each, or with commas between them (``IB-13:plain,IB-15:never``).

    Returns:
        Clause id to reading id, as :meth:`Document.rules` takes it.

    Raises:
        DocumentError: a text has another form, or one clause is given two readings.
    """
    readings: dict[str, str] = {}
    for text in [texts] if isinstance(texts, str) else texts:
        for part in text.split(","):
            if not part.strip():
                continue  # an empty address, or a comma too many
            clause, reading = parse_reading(part)
            if readings.setdefault(clause, reading) != reading:
                raise DocumentError(
                    Message(
                        "Clause {clause} is given two readings, {one} and {other}: choose one.",
                        clause=shown(clause),
                        one=shown(readings[clause]),
                        other=shown(reading),
                    )
                )
    return readings


def write_readings(readings: Mapping[str, str]) -> str:
    """Readings as an address holds them: ``IB-13:plain,IB-15:never``; :func:`parse_readings` reads it back."""
    return ",".join(f"{clause}:{reading}" for clause, reading in readings.items())
