"""Finding and reading a document: one of ours by its id, or a person's own file by its path.

A person's file is not trusted: its size and kind are looked at before it is opened, and nothing in it can cost more than a
moment.
"""

from __future__ import annotations

import re
import stat
import tomllib
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from os import fspath
from pathlib import Path
from typing import Any

from bjlearn.documents.build import build
from bjlearn.documents.model import Document, DocumentError, shown
from bjlearn.text import Message

MOST_BYTES = 1_000_000
"""The largest file that is read as a document."""

_BUILTIN = ("it-casino", "it-banco", "ro-online", "it-training")
_MOST_DOTS = 50  # of one line: the TOML parser takes time with the square of a dotted key's length
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def builtin_ids() -> tuple[str, ...]:
    """The ids of the documents that come with the product."""
    return _BUILTIN


def load(name: str | Path) -> Document:
    """A document by its id or from a file.

    Args:
        name: the id of a built-in document, or the path of a TOML file; an id goes first.

    Raises:
        DocumentError: there is no such document, or the file is faulty; the sentence names file, clause, field and what was
            expected.
    """
    text = fspath(name)
    if text in _BUILTIN:
        return _builtin(text)
    return parse(_read(text), shown_path(text))


def parse(data: bytes, name: str) -> Document:
    """A document from the contents of a file.

    Args:
        data: the file's bytes, TOML in UTF-8.
        name: what to call the file in an error.

    Raises:
        DocumentError: the contents are faulty.
    """
    if not data.strip():
        raise _fault(name, Message("the file is empty; it must hold a document as TOML, with an id, a title and clauses."))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _fault(name, Message("line {line} is not UTF-8; save the file as text in UTF-8.", line=line)) from None
    return build(_toml(text, name), name)


def shown_path(text: str) -> str:
    """A path fit to stand in a sentence; of a very long one its end, which says most."""
    return shown(text, 200) if len(text) <= 200 else "..." + shown(text[-197:], 200)


@cache
def _builtin(name: str) -> Document:
    resource = files("bjlearn.documents") / "data" / f"{name}.toml"
    return parse(resource.read_bytes(), f"{name}.toml")


def _fault(name: str, fault: Message) -> DocumentError:
    return DocumentError(Message("{file}: {fault}", file=name, fault=fault))


def _read(text: str) -> bytes:
    name = shown_path(text)
    try:
        path = Path(text)
        status = path.stat()
        # a pipe or a device is never opened: reading it might not end
        if stat.S_ISDIR(status.st_mode):
            raise _fault(name, Message("this is a folder; name the TOML file itself."))
        if not stat.S_ISREG(status.st_mode):
            raise _fault(name, Message("this is not an ordinary file; name a TOML file."))
        if status.st_size > MOST_BYTES:
            raise _too_large(name, status.st_size)
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise DocumentError(
            Message(
                'There is no document "{name}"; give one of {ids}, or the path of a TOML file of your own that exists.',
                name=name,
                ids=list(_BUILTIN),
            )
        ) from None
    except PermissionError:
        raise _fault(name, Message("the file may not be read; give yourself the right to read it.")) from None
    except OSError as error:
        reason = shown((error.strerror or type(error).__name__).lower())
        raise _fault(name, Message("the file cannot be read ({reason}); name a TOML file that can be.", reason=reason)) from None
    except ValueError as error:
        if isinstance(error, DocumentError):
            raise
        raise _fault(name, Message("this cannot be the path of a file; name a TOML file.")) from None
    if len(data) > MOST_BYTES:  # it grew since its size was asked
        raise _too_large(name, len(data))
    return data


def _too_large(name: str, size: int) -> DocumentError:
    return _fault(
        name,
        Message("the file has {size} bytes; a document has at most {most}.", size=size, most=MOST_BYTES),
    )


def _toml(text: str, name: str) -> dict[str, Any]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _MOST_DOTS:
            raise _fault(name, Message("line {line} has more than {most} dots; break it up.", line=number, most=_MOST_DOTS))
    try:
        return tomllib.loads(text, parse_float=_decimal)
    except tomllib.TOMLDecodeError as error:
        problem = str(error)
        at = _AT.search(problem)
        line, column = at.groups() if at and at.group(1) else (str(text.count("\n") + 1), str(len(text) - text.rfind("\n")))
        raise _fault(
            name,
            Message(
                'line {line}, column {column} is not TOML ({problem}); a line of TOML is like name = "value".',
                line=line,
                column=column,
                problem=shown(_AT.sub("", problem).rstrip("."), 120),
            ),
        ) from None
    except RecursionError:
        raise _fault(name, Message("tables or lists are nested too deeply; a document needs four levels.")) from None
    except ValueError:  # a whole number of thousands of digits
        raise _fault(name, Message("a number is too long; no number of a document needs more than a few digits.")) from None


def _decimal(text: str) -> Decimal:
    """A TOML number as written; one that no Decimal can hold is not-a-number, which no rule takes."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("NaN")
