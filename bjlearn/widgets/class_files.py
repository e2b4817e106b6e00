"""A class as CSV files for spreadsheets: nothing that a student wrote is ever taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bjlearn.cards import VALUES
from bjlearn.practice.records import Assignment, Register, StudentSum
from bjlearn.text import Message
from bjlearn.widgets.class_data import utc
from bjlearn.widgets.screen import ScreenError

MARK = "\ufeff"
"""Stands before the first line, so that a spreadsheet takes the file for UTF-8."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def safe(value: object) -> object:
    """A value that no spreadsheet takes for a formula: a text that would be one begins with an apostrophe."""
    if isinstance(value, str) and (value.startswith(_FORMULA) or value.lstrip().startswith(_FORMULA)):
        return f"'{value}"
    return value


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as CSV in the form of spreadsheets."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    for row in rows:
        writer.writerow([safe(value) for value in row])
    return MARK + out.getvalue()


def students_csv(register: Register, group: str | None) -> str:
    """One line for each student; cost in shares of the stake, times in UTC, one column for each assignment."""
    students, assigned = register.students(group), register.assigned(group)
    head = ["name", "class", "decisions", "mistakes", "mean_cost", "days", "last", "exercises_solved"]
    return csv_text([*head, *(_task_name(task) for task in assigned)], (_student(one, assigned) for one in students))


def _task_name(task: Assignment) -> str:
    return f"{task.count} {task.filter or 'all'} {task.document} {utc(task.at):%Y-%m-%d %H:%M}"


def _student(one: StudentSum, assigned: Sequence[Assignment]) -> list[object]:
    last = "" if one.last is None else utc(one.last).isoformat(timespec="seconds")
    mean = f"{one.cost:.6f}" if one.count else ""
    own: list[object] = [one.assignments.get(task.id, 0) if task.group == one.learner.group else "" for task in assigned]
    return [one.learner.name, one.learner.group, one.count, one.wrong, mean, one.days, last, " ".join(one.solved), *own]


def cells_csv(register: Register, group: str | None, charts: Iterable[tuple[str, str]]) -> str:
    """One line for each cell that a class met.

    Args:
        register: of all learners.
        group: code of the class; None for all.
        charts: documents and readings.
    """
    head = ["document", "readings", "cell", "decisions", "mistakes", "cost", "most_frequent_mistake", "best"]

    def rows() -> Iterable[Sequence[object]]:
        for document, readings in charts:
            first: dict[str, tuple[str, str]] = {}
            for wrong in register.wrong_answers(document, readings, group):
                first.setdefault(wrong.cell, (wrong.chosen, wrong.best))
            for one in register.cells(document, readings, group):
                answer = first.get(one.cell, ("", ""))
                yield [document, readings, one.cell, one.count, one.wrong, f"{one.cost:.6f}", *answer]

    return csv_text(head, rows())


def decisions_csv(register: Register, group: str | None) -> str:
    """One line for each decision; cost in shares of the stake and in chips, times in UTC."""
    head = ["at", "name", "class", "source", "document", "readings", "cell", "cards", "upcard", "chosen", "best", "grade"]
    return csv_text(
        [*head, "cost", "chips", "hinted", "seconds"],
        (
            [
                utc(one.at).isoformat(timespec="seconds"),
                learner.name,
                learner.group,
                one.source,
                one.document,
                one.readings,
                one.cell,
                " ".join(VALUES[value - 1] for value in one.cards),
                VALUES[one.up - 1],
                one.chosen,
                one.best,
                one.grade,
                f"{one.cost:.6f}",
                f"{one.chips:g}",
                "yes" if one.hinted else "no",
                "" if one.seconds is None else f"{one.seconds:.1f}",
            ]
            for learner, one in register.decisions(group)
        ),
    )


def class_file(kind: str, register: Register, group: str | None, charts: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """A file as a message to the browser.

    Args:
        kind: ``students``, ``cells`` or ``decisions``.
        register: of all learners.
        group: code of the class; None for all.
        charts: documents and readings, for the cells.

    Raises:
        ScreenError: there is no such file.
    """
    makers: Mapping[str, Callable[[], str]] = {
        "students": lambda: students_csv(register, group),
        "cells": lambda: cells_csv(register, group, charts),
        "decisions": lambda: decisions_csv(register, group),
    }
    if kind not in makers:
        raise ScreenError(Message("The class can be had as students, cells or decisions."))
    return {"type": "file", "name": f"class-{kind}.csv", "mime": "text/csv", "text": makers[kind]()}
