"""The commands that answer with exact figures: ``ev``, ``edge``, ``strategy``, ``dealer``, ``compare``, ``readings``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from bjlearn.app.options import choose, output_options, print_json, reading_options
from bjlearn.cards import VALUES, card, cards
from bjlearn.documents import Document, load, parse_readings
from bjlearn.rules import Action, Rules, RulesError, value_text
from bjlearn.text import N_, BjlearnError, Message


class CallError(BjlearnError):
    """An option that cannot be read."""


def read_shoe(text: str | None) -> dict[str, int] | None:
    """A shoe as it stands on the command line: ``A=24,2=24,10=96``; what is left out is as in the fresh shoe.

    Raises:
        CallError: it is not in that form.
    """
    if text is None:
        return None
    found: dict[str, int] = {}
    for part in text.replace(" ", "").split(","):
        name, sign, count = part.partition("=")
        if not sign or not count.isascii() or not count.isdecimal() or len(count) > 4:
            raise CallError(
                Message(
                    '"{part}" is no part of a shoe; write the cards left of each value, such as A=24,2=24,10=96.', part=part[:20]
                )
            )
        value = VALUES[card(name).value - 1]
        if value in found:
            raise CallError(Message("The shoe gives value {value} twice; J, Q and K count as 10.", value=value))
        found[value] = int(count)
    return found


@click.command()
@click.argument("doc")
@click.option("--hand", required=True, metavar="CARDS", help="The player's cards, such as 10,6.")
@click.option("--up", required=True, metavar="CARD", help="The dealer's upcard.")
@click.option(
    "--shoe", metavar="COUNTS", help="Cards before the deal, such as A=24,2=24; what is left out is as in a fresh shoe."
)
@reading_options
@output_options
def ev(
    doc: str,
    hand: str,
    up: str,
    shoe: str | None,
    read: tuple[str, ...],
    changes: tuple[str, ...],
    *,
    as_json: bool,
    language: str,
) -> None:
    """Show what each action is worth on a hand under the rules of DOC."""
    from bjlearn.exact.report import analysis_of, ev_report

    chosen = choose(doc, read, changes)
    found = ev_report(analysis_of(chosen.rules, read_shoe(shoe)), cards(hand), card(up))
    if as_json:
        print_json(found)
        return
    from bjlearn.app.tables import show, table

    actions = sorted(found["actions"].items(), key=lambda item: -(item[1] if item[1] is not None else 9.0))
    rows = [(name, _figure(value, 6), _marks(name, found["best"], language)) for name, value in actions]
    rows += [(name, "-", why) for name, why in found["illegal"].items()]
    when = Message("after the look") if found["after_look"] else Message("before any look")
    title = Message(
        "{hand} against {up}: net result per opening stake, {when}; chance of a dealer natural {chance}",
        hand=found["hand"],
        up=found["up"],
        when=when,
        chance=_figure(found["dealer_natural"], 4),
    )
    headings = _words(language, N_("action"), N_("EV"), N_("note"))
    show(table(headings, rows, title=title.text(language), right=(1,)))


@click.command()
@click.argument("doc")
@reading_options
@output_options
def edge(doc: str, read: tuple[str, ...], changes: tuple[str, ...], *, as_json: bool, language: str) -> None:
    """Show the return of a round under the rules of DOC, by both strategies, and how results spread."""
    from bjlearn.exact.report import analysis_of, edge_report

    chosen = choose(doc, read, changes)
    found = edge_report(analysis_of(chosen.rules))
    if as_json:
        print_json(found)
        return
    from bjlearn.app.tables import show, table

    kinds = (("composition", Message(N_("by the very cards"))), ("total", Message(N_("by total"))))
    rows = [
        (words.text(language), _percent(found[kind]["ev"]), _percent(_minus(found[kind]["ev"])), _figure(found[kind]["sd"], 5))
        for kind, words in kinds
    ]
    headings = _words(language, N_("strategy"), N_("return %"), N_("house edge %"), N_("standard deviation"))
    show(table(headings, rows, right=(1, 2, 3)))
    if found["distribution"] is not None:
        spread = [(net, _percent(chance)) for net, chance in found["distribution"].items()]
        headings = _words(language, N_("net result"), N_("chance %"))
        show(table(headings, spread, right=(0, 1)))


@click.command()
@click.argument("doc")
@click.option("--kind", type=click.Choice(["total", "composition"]), default="total", show_default=True, help="Which strategy.")
@reading_options
@output_options
def strategy(doc: str, kind: str, read: tuple[str, ...], changes: tuple[str, ...], *, as_json: bool, language: str) -> None:
    """Show the best strategy for the rules of DOC."""
    from bjlearn.exact.report import analysis_of, strategy_report

    chosen = choose(doc, read, changes)
    found = strategy_report(analysis_of(chosen.rules), kind)
    if as_json:
        print_json(found)
        return
    from bjlearn.app.tables import show, table

    ups = (*VALUES[1:], VALUES[0])
    parts = (N_("hard"), N_("soft"), N_("pairs")) if kind == "total" else (N_("hands"),)
    for part in parts:
        rows = [
            [name, *(_letters(row.get(up), found["then"][part].get(name, {}).get(up)) for up in ups)]
            for name, row in found[part].items()
        ]
        show(table([Message(part).text(language), *ups], rows))
    show(Message("H hit, S stand, D double, P split, R surrender; the small letter: where that is not legal.").text(language))


@click.command()
@click.argument("doc")
@click.option("--up", required=True, metavar="CARD", help="The dealer's upcard.")
@reading_options
@output_options
def dealer(doc: str, up: str, read: tuple[str, ...], changes: tuple[str, ...], *, as_json: bool, language: str) -> None:
    """Show how the dealer's hand ends under the rules of DOC, before any look."""
    from bjlearn.exact.report import analysis_of, dealer_report

    chosen = choose(doc, read, changes)
    found = dealer_report(analysis_of(chosen.rules), card(up))
    if as_json:
        print_json(found)
        return
    from bjlearn.app.tables import show, table

    headings = _words(language, N_("dealer ends on"), N_("chance %"))
    show(table(headings, [(end, _percent(p)) for end, p in found.items()], right=(1,)))


@click.command()
@click.argument("docs", nargs=-1, required=True, metavar="DOC DOC ...")
@reading_options
@output_options
def compare(docs: tuple[str, ...], read: tuple[str, ...], changes: tuple[str, ...], *, as_json: bool, language: str) -> None:
    """Show the edges of several documents, and the steps between them, one rule at a time."""
    from bjlearn.exact.report import compare_report

    if len(docs) < 2:
        raise CallError(Message("Name at least two documents to compare."))
    clauses = {clause.id for name in docs for clause in load(name).clauses}
    for clause in parse_readings(read):
        if clause not in clauses:
            raise CallError(Message('None of the documents has a clause "{clause}".', clause=clause[:40]))
    named = [(name, _rules_of(name, read, changes)) for name in docs]
    with _progress(Message("steps").text(language), None) as tell:
        found = compare_report(named, tell)
    if as_json:
        print_json(found)
        return
    from bjlearn.app.tables import show, table

    headings = [
        Message("").text(),
        Message("edge %, by the very cards").text(language),
        Message("edge %, by total").text(language),
    ]
    rows = [(item["id"], _percent(item["edge"]["composition"]), _percent(item["edge"]["total"])) for item in found["documents"]]
    show(table(headings, rows, right=(1, 2)))
    for way in found["ways"]:
        lines = [
            (
                ", ".join(f"{c['field']}: {_value(c['from'])} -> {_value(c['to'])}" for c in step["changes"]),
                _percent(step["change"]["total"], sign=True),
                _percent(step["edge"]["total"]),
            )
            for step in way["steps"]
        ]
        headings = _words(language, N_("rule"), N_("changes the edge by %"), N_("edge % then"))
        title = Message("from {one} to {other}, by total", one=way["from"], other=way["to"]).text(language)
        show(table(headings, lines, title=title, right=(1, 2)))


@click.command()
@click.argument("doc")
@output_options
def readings(doc: str, *, as_json: bool, language: str) -> None:
    """Show every combination of readings of DOC with its edge, the lowest and the highest."""
    from bjlearn.exact.report import readings_report

    document = load(doc)
    combinations = list(_combinations(document))
    with _progress(Message("combinations").text(language), len(combinations)) as tell:
        found = readings_report(combinations, tell)
    if as_json:
        print_json(found)
        return
    from bjlearn.app.tables import show, table

    rows = []
    for item in sorted(found["combinations"], key=lambda item: item["edge"]["total"] or 0.0):
        chosen = " ".join(f"{clause}={reading}" for clause, reading in item["readings"].items())
        rows.append((chosen, _percent(item["edge"]["composition"]), _percent(item["edge"]["total"])))
    headings = _words(language, N_("readings"), N_("edge %, by the very cards"), N_("edge %, by total"))
    show(table(headings, rows, right=(1, 2)))


commands: list[click.Command] = [ev, edge, strategy, dealer, compare, readings]
"""What this module adds to the command line."""


def _rules_of(name: str, read: tuple[str, ...], changes: tuple[str, ...]) -> Rules:
    """A document's rules; a reading counts for the documents that have its clause."""
    document = load(name)
    own = {clause.id for clause in document.clauses}
    return choose(name, tuple(text for text in read if text.partition("=")[0].strip() in own), changes).rules


def _combinations(document: Document) -> Iterator[tuple[dict[str, str], Rules]]:
    """Every combination of readings that gives rules; those that contradict each other are none."""
    for chosen in document.combinations():
        try:
            yield chosen, document.rules(chosen)
        except (RulesError, BjlearnError):
            continue


@contextmanager
def _progress(what: str, total: int | None) -> Iterator[Callable[[], None]]:
    """A bar on standard error, where that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not Console(stderr=True).is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def _value(value: object) -> str:
    """A rule's value as the other tables show it."""
    return "-".join(str(end) for end in value) if isinstance(value, list) else value_text(value)


def _figure(value: float | None, places: int) -> str:
    return "-" if value is None else f"{value:.{places}f}"


def _percent(value: float | None, *, sign: bool = False) -> str:
    return "-" if value is None else f"{100 * value:{'+' if sign else ''}.4f}"


def _minus(value: float | None) -> float | None:
    return None if value is None else -value


def _marks(name: str, best: dict[str, str | None], language: str) -> str:
    words = (("composition", N_("best")), ("total", N_("by total")))
    return ", ".join(Message(text).text(language) for kind, text in words if best[kind] == name)


def _words(language: str, *texts: str) -> list[str]:
    return [Message(text).text(language) for text in texts]


_LETTER = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}


def _letters(first: Any, then: Any) -> str:  # noqa: ANN401 - plain data
    if first is None:
        return ""
    letter = _LETTER[Action(first).value]
    return letter if then is None else letter + _LETTER[Action(then).value].lower()
