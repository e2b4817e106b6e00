"""What the Class screen shows, as plain data: students, cells, mistakes, assignments, exercises."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from bjlearn.cards import VALUES
from bjlearn.practice.records import Assignment, CellSum, Register, StudentSum, WrongSum
from bjlearn.practice.results import Attempt
from bjlearn.strategy import Shape
from bjlearn.text import Message
from bjlearn.widgets.due import document_of, document_title, readings_text, task_text

if TYPE_CHECKING:
    from bjlearn.practice.exercises import Exercise

ACTIVE_DAYS = 7
"""A student who practised in so many days counts as active."""

MOST_WRONG = 3
"""Wrong answers that a cell names."""

DEAREST = 10
"""Mistakes that are listed."""

Key = Callable[[str], str]
"""Gives the name under which the browser knows a student or an assignment, for an id that it does not learn."""


def utc(when: datetime) -> datetime:
    """A time in UTC; one without a zone is taken for that."""
    return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)


def name_text(name: str) -> str:
    """A name as it is shown; empty where nothing of it can be seen."""
    return name.strip() if any(letter.isprintable() and not letter.isspace() for letter in name) else ""


def headline(students: Sequence[StudentSum], now: datetime) -> dict[str, Any]:
    """The figures over all of a class.

    Args:
        students: of the class.
        now: in UTC.

    Returns:
        ``students``, ``active`` (in the last :data:`ACTIVE_DAYS` days), ``count`` of decisions, ``wrong``: the share of
        mistakes, ``cost``: what a decision gives away on average, in shares of the stake; both None without decisions.
    """
    count = sum(one.count for one in students)
    since = now - timedelta(days=ACTIVE_DAYS)
    return {
        "students": len(students),
        "active": sum(one.last is not None and utc(one.last) >= since for one in students),
        "count": count,
        "wrong": sum(one.wrong for one in students) / count if count else None,
        "cost": sum(one.cost * one.count for one in students) / count if count else None,
    }


def student_rows(students: Sequence[StudentSum], assigned: Sequence[Assignment], key: Key) -> list[dict[str, Any]]:
    """The students one by one.

    Args:
        students: of the class.
        assigned: the assignments that are set.
        key: names a student for the browser.
    """
    rows = []
    for one in students:
        own = [task for task in assigned if task.group == one.learner.group]
        rows.append(
            {
                "k": key(one.learner.id),
                "name": name_text(one.learner.name),
                "group": one.learner.group,
                "count": one.count,
                "right": 1 - one.wrong / one.count if one.count else None,
                "cost": one.cost if one.count else None,
                "days": one.days,
                "last": None if one.last is None else utc(one.last).isoformat(),
                "solved": len(one.solved),
                "done": sum(min(one.assignments.get(task.id, 0), task.count) for task in own),
                "asked": sum(task.count for task in own),
            }
        )
    return rows


def cell_rows(cells: Sequence[CellSum], wrong: Sequence[WrongSum]) -> dict[str, Any]:
    """What a class makes of each cell of a chart, by the cell's code.

    Args:
        cells: the cells that were met.
        wrong: the wrong answers in them, the most frequent first.

    Returns:
        For each ``n`` decisions, ``w`` mistakes, ``c`` mean cost in shares of the stake, ``best`` and the most frequent wrong
        answers ``a`` (decision, how often, mean cost).
    """
    answers: dict[str, list[WrongSum]] = {}
    for one in wrong:
        answers.setdefault(one.cell, []).append(one)
    return {
        one.cell: {
            "n": one.count,
            "w": one.wrong,
            "c": one.cost / one.count,
            "a": [[told.chosen, told.count, told.cost / told.count] for told in answers.get(one.cell, [])[:MOST_WRONG]],
        }
        for one in cells
        if one.count
    }


def place_text(cell: str, language: str) -> str:
    """A cell in words: ``Hard 16 against 10``; one that is not known by its code."""
    from bjlearn.widgets.chart_data import read_cell

    found = read_cell(cell)
    if found is None:
        return Message("Insurance").text(language) if cell == "insurance" else cell
    if found.shape is Shape.PAIR:
        name = Message("Pair {cards}", cards=",".join([VALUES[found.number - 1]] * 2))
    else:
        name = Message("Hard {total}" if found.shape is Shape.HARD else "Soft {total}", total=found.number)
    return Message("{place} against {up}", place=name, up=VALUES[found.upcard - 1]).text(language)


def decision_text(decision: str, language: str) -> str:
    """A decision as its button says it; one that is not known as it is written."""
    from bjlearn.coach.verdict import NAMES, name_of

    return name_of(decision).text(language) if decision in NAMES else decision


def dearest_rows(register: Register, group: str | None, language: str) -> list[dict[str, Any]]:
    """The cells whose mistakes cost a class most in all, the dearest first."""
    from bjlearn.widgets.chart_data import read_cell

    wrong: dict[tuple[str, str], Sequence[WrongSum]] = {}
    rows = []
    for document, readings, found in register.dearest(group, DEAREST):
        if (document, readings) not in wrong:
            wrong[document, readings] = register.wrong_answers(document, readings, group)
        answers = [one for one in wrong[document, readings] if one.cell == found.cell]
        mistakes = found.wrong or 1
        rows.append(
            {
                "document": document,
                "title": document_title(document, language),
                "readings": readings,
                "read": readings_text(document, readings, language),
                "cell": found.cell,
                "place": place_text(found.cell, language),
                "answers": [[decision_text(one.chosen, language), one.count] for one in answers[:MOST_WRONG]],
                "best": decision_text(answers[0].best, language) if answers else "",
                "wrong": found.wrong,
                "count": found.count,
                "cost": found.cost,
                "mean": found.cost / mistakes,
                "chart": document_of(document) is not None and read_cell(found.cell) is not None,
                "drill": document_of(document) is not None,
            }
        )
    return rows


def assignment_rows(
    assigned: Sequence[Assignment], students: Sequence[StudentSum], key: Key, language: str
) -> list[dict[str, Any]]:
    """The assignments that are set, the latest first, each with how far its class is.

    Args:
        assigned: the assignments.
        students: of all classes that they are set to.
        key: names an assignment for the browser.
        language: of the words.
    """
    rows = []
    for task in reversed(assigned):
        done = [min(one.assignments.get(task.id, 0), task.count) for one in students if one.learner.group == task.group]
        rows.append(
            {
                "k": key(task.id),
                "group": task.group,
                "text": task_text(task, language),
                "at": utc(task.at).isoformat(),
                "students": len(done),
                "finished": sum(one >= task.count for one in done),
                "share": sum(done) / (task.count * len(done)) if done else 0,
            }
        )
    return rows


def exercise_rows(
    exercises: Sequence[Exercise[Any]],
    students: Sequence[StudentSum],
    attempts: Sequence[Attempt],
    opened: Sequence[Collection[str]],
    language: str,
) -> dict[str, Any]:
    """Who solved what.

    Args:
        exercises: of the course, in its order.
        students: of the class, in the order of :func:`student_rows`.
        attempts: their answers.
        opened: for each class that is shown, the exercises whose solutions it may see at once.
        language: of the words.

    Returns:
        ``list``: each exercise with its lesson, title, how many solved it and whether its solution is open (``some`` where it
        is in some classes alone); ``marks``: for each student a mark for each exercise: ``s`` solved, ``v`` the solution was
        seen first, ``t`` and a number: wrong answers so far; empty for none.
    """
    marks = _marks(attempts)
    ids = [one.learner.id for one in students]
    shown = []
    for exercise in exercises:
        open_in = sum(exercise.id in one for one in opened)
        shown.append(
            {
                "id": exercise.id,
                "lesson": exercise.id.partition(".")[0],
                "title": exercise.title.text(language),
                "solved": sum(marks.get((one, exercise.id), "") == "s" for one in ids),
                "open": "yes" if opened and open_in == len(opened) else "some" if open_in else "no",
            }
        )
    return {"list": shown, "marks": [[marks.get((one, exercise.id), "") for exercise in exercises] for one in ids]}


def _marks(attempts: Sequence[Attempt]) -> Mapping[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    wrong: dict[tuple[str, str], int] = {}
    for one in attempts:
        at = (one.learner, one.exercise)
        wrong[at] = wrong.get(at, 0) + (not one.right)
        if one.right and not one.solution_seen:
            found[at] = "s"
        elif found.get(at) != "s":
            found[at] = "v" if one.solution_seen or found.get(at) == "v" else f"t{wrong[at]}"
    return found
