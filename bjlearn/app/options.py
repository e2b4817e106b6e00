"""What every call on a document takes: the document, its readings, changed rules, and the form of the answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import click

from bjlearn.documents import Document, load, parse_readings
from bjlearn.rules import Rules, RulesError
from bjlearn.text import LANGUAGES, Message

Call = TypeVar("Call", bound=Callable[..., Any])


class Chosen(NamedTuple):
    """A document as a call names it.

    Attributes:
        document: the document.
        readings: clause id to the reading asked for.
        rules: what follows, with the rules changed by hand.
    """

    document: Document
    readings: dict[str, str]
    rules: Rules


def choose(doc: str, read: tuple[str, ...] = (), changes: tuple[str, ...] = ()) -> Chosen:
    """A document with readings and changed rules, as they stand on the command line.

    Args:
        doc: id of a built-in document, or path of a TOML file.
        read: ``CLAUSE=READING`` each.
        changes: ``FIELD=VALUE`` each.

    Raises:
        BjlearnError: there is no such document, clause, reading, field or value.
    """
    document = load(doc)
    readings = parse_readings(read)
    rules = document.rules(readings)
    values: dict[str, str] = {}
    for change in changes:
        name, sign, value = change.partition("=")
        name, value = name.strip(), value.strip()
        if not sign:
            raise RulesError(Message('"{text}" changes no rule; write FIELD=VALUE, such as decks=2.', text=change[:60]))
        if values.setdefault(name, value) != value:
            raise RulesError(Message("{name} is given two values: choose one.", name=name[:40]))
    return Chosen(document, readings, rules.replace(**values) if values else rules)


def reading_options(call: Call) -> Call:
    """Give a command ``--read`` and ``--set``."""
    call = click.option(
        "--set", "changes", multiple=True, metavar="FIELD=VALUE", help="Change a rule by hand; see the rules command for names."
    )(call)
    return click.option("--read", multiple=True, metavar="CLAUSE=READING", help="Choose a reading of a clause.")(call)


def output_options(call: Call) -> Call:
    """Give a command ``--json`` and ``--lang``."""
    call = click.option(
        "--lang", "language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of words for people."
    )(call)
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs, not a table for people.")(call)


def print_json(data: object) -> None:
    """Print plain data as JSON."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
