"""The drill as plain data for the screen: what a learner made of each cell, the filters, what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from bjlearn.cards import VALUES
from bjlearn.documents import Document
from bjlearn.practice.records import Assignment
from bjlearn.rules import Insurance, Rules, Surrender
from bjlearn.strategy import UPCARDS
from bjlearn.text import MINUS, N_, BjlearnError, Message, Percent, decimal_text
from bjlearn.widgets.screen import ScreenError

if TYPE_CHECKING:  # these bring numpy, which a first paint does not wait for
    from bjlearn.practice.drill import Drilling, Outcome, Sums
    from bjlearn.practice.items import Filter, Item
    from bjlearn.practice.schedule import CellRecord, Memory

DRILL_STRINGS: tuple[str, ...] = (
    N_("Hard totals"),
    N_("Soft totals"),
    N_("Pairs"),
    N_("Insurance"),
    N_("Drill"),
    N_("Go on"),
    N_("Next hand"),
    N_("Everything"),
    N_("Which cells"),
    N_("Narrow down"),
    N_("Where it differs from"),
    N_("no other document"),
    N_("Time to answer"),
    N_("any time"),
    N_("{n} seconds"),
    N_("What you made of each cell"),
    N_("Accuracy"),
    N_("Cost"),
    N_("What the cells show"),
    N_("right, in percent"),
    N_("mean cost, in percent of the stake"),
    N_("weak"),
    N_("due today"),
    N_("not met yet"),
    N_("{place}: {right} of {count} right, mean cost {cost} of the stake"),
    N_("From your class"),
    N_("{done} of {count} done"),
    N_("Practise this"),
    N_("Dealer's upcard"),
    N_("{place} against {up}"),
    N_("Hard {total}"),
    N_("Soft {total}"),
    N_("Pair {cards}"),
    N_("One key answers; a right answer goes on by itself, after a mistake Enter does."),
)
"""The texts that ``static/drill.js`` looks up beside those of the table, as they stand there."""

LIMITS: tuple[int, ...] = (0, 10, 5, 3)
"""Seconds for an answer that can be chosen; 0 for any time."""

_KIND_WORDS = {
    "hard": N_("Hard totals"),
    "soft": N_("Soft totals"),
    "pairs": N_("Pairs"),
    "insurance": N_("Insurance"),
    "surrender": N_("Surrender"),
}
_TABLES = ("hard", "soft", "pairs")


def kinds_of(rules: Rules, language: str) -> list[list[str]]:
    """The kinds of cells that a document has: name and words."""
    absent = {
        *(["insurance"] if rules.insurance is Insurance.NONE else []),
        *(["surrender"] if rules.surrender is Surrender.NONE else []),
    }
    return [[name, Message(words).text(language)] for name, words in _KIND_WORDS.items() if name not in absent]


def narrow_of(language: str) -> list[list[str]]:
    """The filters that narrow by what a learner made of the cells: name and words."""
    return [["weak", Message("My weak cells").text(language)], ["due", Message("Due today").text(language)]]


def cell_words(code: str, language: str) -> str:
    """A cell as people say it: ``Hard 16 against 10``."""
    if code == "insurance":
        return Message("Insurance").text(language)
    row, _, up = code.partition("-")
    against = Message("an ace").text(language) if up == "A" else up
    if row.startswith("pairs"):
        card = row.removeprefix("pairs")
        place = Message("Pair {cards}", cards=f"{card},{card}")
    elif row.startswith("hard"):
        place = Message("Hard {total}", total=row.removeprefix("hard"))
    else:
        place = Message("Soft {total}", total=row.removeprefix("soft"))
    return Message("{place} against {up}", place=place, up=against).text(language)


def filter_words(chosen: Filter, documents: Mapping[str, Document], language: str) -> str:
    """A filter in words, with commas between."""
    if chosen.cells:
        return ", ".join(cell_words(code, language) for code in chosen.cells)
    words = [Message(_KIND_WORDS[name]).text(language) for name in chosen.kinds]
    for name in chosen.differ:
        there = documents[name].title if name in documents else name
        words.append(Message("where it differs from {document}", document=there).text(language))
    words += [text for name, text in narrow_of(language) if getattr(chosen, name)]
    return ", ".join(words) or Message("Everything").text(language)


def chart_of(items: Mapping[str, Item]) -> list[dict[str, Any]]:
    """The rows of the chart: table, name, and the codes of their cells by upcard; empty where there is no such item."""
    rows = []
    for table in _TABLES:
        names = {int(item.cell.number) for item in items.values() if item.kind == table and item.cell is not None}
        order = sorted(names, key=lambda number: (table == "pairs" and number == 1, number))
        for number in order:
            name = VALUES[number - 1] if table == "pairs" else str(number)
            codes = [f"{table}{name}-{VALUES[up - 1]}" for up in UPCARDS]
            shown = f"{name},{name}" if table == "pairs" else name
            rows.append({"table": table, "name": shown, "codes": [code if code in items else "" for code in codes]})
    return rows


def marks_of(memory: Memory, items: Iterable[str], now: datetime, language: str) -> dict[str, dict[str, Any]]:
    """What the learner made of each cell they met.

    Returns:
        By code: decisions ``n``, right ones ``r``, mean ``cost`` in percent of the stake as text, and its step ``s`` from 0
        (free) to 4 (dear); ``w`` where the cell is weak, ``d`` where it is due today.
    """
    return {code: _mark(memory.records[code], memory, code, now, language) for code in items if code in memory.records}


def _mark(record: CellRecord, memory: Memory, code: str, now: datetime, language: str) -> dict[str, Any]:
    cost = record.cost / record.count
    mark: dict[str, Any] = {
        "n": record.count,
        "r": record.count - record.wrong,
        "cost": decimal_text(100 * cost, 1 if cost < 0.0995 else 0, language),
        "s": sum(cost > bound for bound in (0.0005, 0.01, 0.04, 0.1)),
    }
    if record.weak:
        mark["w"] = True
    if memory.today(code, now):
        mark["d"] = True
    return mark


def sums_of(sums: Sums, language: str) -> list[dict[str, Any]]:
    """What a drill comes to: what it is, and how much. The streak comes first."""
    share = sums.right / sums.answers if sums.answers else 0.0
    cost = sums.cost / sums.answers if sums.answers else 0.0
    rows: list[tuple[str, Message, str]] = [
        ("streak", Message("Streak"), str(sums.streak)),
        ("right", Message("Right"), f"{sums.right}/{sums.answers}"),
        ("accuracy", Message("Accuracy"), Percent(share, 0).text(language) if sums.answers else "–"),
        ("cost", Message("Cost a choice"), (MINUS if cost else "") + Percent(cost, 1).text(language) if sums.answers else "–"),
    ]
    if sums.late:
        rows.append(("late", Message("Late"), str(sums.late)))
    return [{"name": name, "label": label.text(language), "text": text} for name, label, text in rows]


def flash_of(outcome: Outcome, language: str) -> dict[str, str]:
    """What is said at once of an answer: its tone and a word or two."""
    if not outcome.right:
        return {"tone": "bad", "text": Message("A mistake").text(language)}
    if outcome.late:
        return {"tone": "late", "text": Message("Right, but late").text(language)}
    if outcome.judged.hinted:
        return {"tone": "late", "text": Message("Right, with help").text(language)}
    words = {"near": N_("Right: a near tie"), "chart": N_("Right, by the chart of totals")}
    return {"tone": "good", "text": Message(words.get(outcome.judged.grade, N_("Right."))).text(language).rstrip(".")}


def task_of(task: Assignment, documents: Mapping[str, Document], language: str, *, here: bool) -> dict[str, Any]:
    """An assignment in words: what of, and how much of it is done.

    Args:
        task: the assignment.
        documents: those the screen knows, by id.
        language: of the words.
        here: whether the present drill is the one that is asked for.
    """
    from bjlearn.practice.items import read_filter

    document = documents.get(task.document)
    try:
        words = filter_words(read_filter(task.filter), documents, language)
    except BjlearnError:
        words = task.filter
    return {
        "id": task.id,
        "title": task.document if document is None else document.title.text(language),
        "words": words,
        "done": min(task.done, task.count),
        "count": task.count,
        "here": here,
    }


def checked_filter(text: str, cells: str) -> tuple[str, str]:
    """A filter and cells as an address writes them.

    Raises:
        DrillError: there is no such filter.
    """
    if not text and not cells:
        return "", ""
    from bjlearn.practice.items import read_filter

    chosen = read_filter(text, cells)
    return str(chosen), ",".join(chosen.cells)


def checked_limit(limit: int) -> int:
    """Seconds for an answer that can be chosen.

    Raises:
        ScreenError: they are none of :data:`LIMITS`.
    """
    if limit not in LIMITS:
        raise ScreenError(Message("The seconds for an answer are {limits}; 0 is any time.", limits=[str(one) for one in LIMITS]))
    return limit


def drilling_parts(drilling: Drilling, titles: Mapping[str, Document], now: datetime, language: str) -> dict[str, Any]:
    """A drill as it stands: where it is, what is asked of it, and what became of the answers.

    Args:
        drilling: the drill.
        titles: the documents by their ids.
        now: the time.
        language: of the words.
    """
    from bjlearn.practice.items import items_of

    chosen, outcome, items = drilling.chosen, drilling.outcome, items_of(drilling.rules)
    return {
        "round": drilling.number,
        "phase": "empty",
        "paused": drilling.paused,
        "flash": None if outcome is None else flash_of(outcome, language),
        "answers": drilling.sums.answers,
        "sums": sums_of(drilling.sums, language),
        "marks": marks_of(drilling.known, items, now, language),
        "kinds": list(chosen.kinds),
        "narrow": [name for name in ("weak", "due") if getattr(chosen, name)],
        "differ": list(chosen.differ),
        "cells": bool(chosen.cells),
        "asks": filter_words(chosen, titles, language),
        "counts": {
            "weak": sum(drilling.known.weak(code) for code in items),
            "due": sum(drilling.known.today(code, now) for code in items),
        },
        "empty": None if drilling.empty is None else drilling.empty.text(language),
    }
