"""Documents, their figures, and the ways between them as plain data for the Rules screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from bjlearn.documents import Clause, Document, Topic
from bjlearn.rules import Rules, about
from bjlearn.text import N_, BjlearnError, Message
from bjlearn.widgets.shown import ratio_text

if TYPE_CHECKING:
    from bjlearn.figures import Chart

Edges = dict[str, float | None]
"""House edge by kind of strategy, as a fraction of the opening stake."""

_VALUES: Mapping[str, str] = {
    "never": N_("never"),
    "ace": N_("an ace"),
    "ten": N_("a ten-valued card"),
    "ace-and-ten": N_("ace and ten"),
    "all": N_("all stakes"),
    "first": N_("the first stake"),
    "none": N_("none"),
    "any": N_("any"),
    "hard-9-11": N_("hard 9 to 11"),
    "9-11": N_("9 to 11, an ace as 1"),
    "two": N_("two"),
    "late": N_("late"),
    "early": N_("early"),
    "up-to-half": N_("up to half the stake"),
    "half": N_("exactly half the stake"),
    "returned": N_("comes back"),
    "stays": N_("stays on the table"),
}


def value_words(value: object) -> Message:
    """A value of a rule in words."""
    if isinstance(value, bool):
        return Message("yes") if value else Message("no")
    if isinstance(value, Fraction):
        return Message("{ratio}", ratio=ratio_text(value))
    if isinstance(value, tuple):
        return Message("{low} to {high}", low=value[0], high=value[1])
    if value is None:
        return Message("none")
    text = str(value)
    return Message(_VALUES[text]) if text in _VALUES else Message("{value}", value=text)


def edges_of(evs: Mapping[str, float | None]) -> Edges:
    """House edges of returns; a zero of either sign is 0."""
    return {kind: None if ev is None else -ev + 0.0 for kind, ev in evs.items()}


_known: dict[Rules, Edges] = {}
_MOST_KNOWN = 5000


def edges(rules: Rules, *, kept: bool = True) -> Edges:
    """The house edge of some rules; rules that differ from others without effect on it are not worked out twice.

    Args:
        rules: the game.
        kept: whether the whole analysis is kept too, for the chart. Of hundreds of games it is not: the few that are kept
            would give way, and with them the one that is played.
    """
    from bjlearn.exact import Analysis, analyze, shoe_counts
    from bjlearn.exact.steps import relevant

    key = relevant(rules)
    if key not in _known:
        analysis = analyze(key) if kept else Analysis(key, shoe_counts(None, key))
        found = edges_of({kind: analysis.ev(kind) for kind in ("composition", "total")})
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[key] = found
    return dict(_known[key])


@lru_cache(maxsize=256)
def _chart(rules: Rules) -> Mapping[str, tuple[str, ...]]:
    from bjlearn.exact import analyze
    from bjlearn.widgets.chart_data import read_cell

    cells = analyze(rules).total.cells
    codes = {cell.code: tuple(action.value for action in order[:2]) for cell, order in cells.items()}
    return {code: order for code, order in codes.items() if read_cell(code) is not None}


def chart_changes(before: Rules, after: Rules) -> list[dict[str, Any]]:
    """The cells of the chart by total that differ: ``{c: cell, o: before, b: after}``."""
    from bjlearn.exact.steps import relevant

    one, other = _chart(relevant(before)), _chart(relevant(after))
    return [{"c": code, "o": list(one[code]), "b": list(order)} for code, order in other.items() if one[code] != order]


# ---- a document's clauses


def shown_clause(clause: Clause, chosen: str, language: str) -> dict[str, Any]:
    """A clause with its readings, in a language."""
    sure = clause.sure if clause.open is None else clause.open.sure
    several = len(clause.readings) > 1
    return {
        "id": clause.id,
        "where": clause.where,
        "text": clause.text.text(language),
        "sure": clause.sure.value,
        "sure_text": clause.sure.words.text(language),
        "open": "" if clause.open is None else clause.open.what.text(language),
        "open_sure": sure.value,
        "open_text": sure.words.text(language),
        "chosen": chosen,
        "readings": [[one.id, one.label.text(language), one.default] for one in clause.readings] if several else [],
    }


def shown_topics(columns: Sequence[tuple[Document, Mapping[str, str]]], language: str) -> list[dict[str, Any]]:
    """Topic by topic, what each document says of it.

    Args:
        columns: documents, each with its readings.
        language: of the words.
    """
    topics = []
    for topic in Topic:
        cells = []
        for document, readings in columns:
            chosen = document.chosen(readings)
            said = [clause for clause in document.clauses if clause.topic is topic]
            cells.append([shown_clause(clause, chosen[clause.id].id, language) for clause in said])
        if any(cells):
            topics.append({"id": topic.value, "title": topic.words.text(language), "cells": cells})
    return topics


# ---- the way from one to another


def ways(one: Rules, other: Rules) -> Iterator[list[dict[str, Any]]]:
    """The steps from one to another, all that are known so far each time: what changes, edge then, what that changed."""
    from bjlearn.exact import steps

    found: list[dict[str, Any]] = []
    yield found
    for step in steps(one, other):
        found = [
            *found,
            {"changes": list(step.changes), "edge": edges_of(step.ev), "change": edges_of(step.change)},
        ]
        yield found


def change_words(changes: Sequence[tuple[str, Any, Any]]) -> Message:
    """What a step changes, in words."""
    parts = [
        Message("{rule}: {before} → {after}", rule=about(name), before=value_words(before), after=value_words(after))
        for name, before, after in changes
    ]
    return parts[0] if len(parts) == 1 else Message("{parts}", parts=parts)


def way_chart(way: Mapping[str, Any], start: str, end: str, language: str) -> Chart:
    """The way from one document to another as a waterfall of the house edge by total.

    Args:
        way: as the screen shows it: ``start`` and ``end`` edges, and ``steps``, each with its words and the edge then.
        start: title of the document where it begins.
        end: title of that where it ends.
        language: of the texts.
    """
    from bjlearn.figures import Stage, waterfall

    return waterfall(
        Stage(start, way["start"]["total"]),
        [Stage(step["text"], step["edge"]["total"]) for step in way["steps"]],
        Stage(end, way["end"]["total"]),
        name="steps",
        title=Message("From {start} to {end}: house edge, by total", start=start, end=end),
        caption=Message(
            "Each bar is what one rule changes, in the order of the table: ▲ raises the house edge, which is bad for the player; "
            "▼ lowers it."
        ),
        columns=(Message("Rule"), Message("Changes the edge by"), Message("Edge then")),
        language=language,
    )


# ---- the range over all readings


@dataclass(slots=True)
class Range:
    """The edges of a document over all its readings, as far as they are known.

    Attributes:
        total: combinations of readings that give rules.
        capped: there are more; only the first :data:`MOST_COMBINATIONS` are looked at.
        done: of them.
        lowest: readings and edge where the edge by total is lowest; None before the first.
        highest: the same where it is highest.
    """

    total: int
    capped: bool = False
    done: int = 0
    lowest: tuple[dict[str, str], Edges] | None = None
    highest: tuple[dict[str, str], Edges] | None = field(default=None)

    def add(self, readings: dict[str, str], edge: Edges) -> None:
        """One more combination."""
        self.done += 1
        value = edge["total"]
        if value is None:
            return
        if self.lowest is None or value < (self.lowest[1]["total"] or 0.0):
            self.lowest = (readings, edge)
        if self.highest is None or value > (self.highest[1]["total"] or 0.0):
            self.highest = (readings, edge)


MOST_COMBINATIONS = 5000
"""Combinations of readings that are worked out for a range; a person's own file may have millions."""


def ranges(document: Document) -> Iterator[Range]:
    """The range of a document's edge over all its readings, combination by combination; the same object each time."""
    combinations = []
    every = document.combinations()
    for readings in islice(every, MOST_COMBINATIONS):
        try:
            combinations.append((readings, document.rules(readings)))
        except BjlearnError:  # these readings contradict each other
            continue
    found = Range(len(combinations), capped=next(every, None) is not None)
    yield found
    # alike ones one after another: of every two that differ in little, the second costs less
    for readings, rules in sorted(combinations, key=lambda item: (item[1].decks, item[1].hits_soft_17)):
        changed = {name: one for name, one in readings.items() if not document.clause(name).reading(one).default}
        found.add(changed, edges(rules, kept=False))
        yield found
