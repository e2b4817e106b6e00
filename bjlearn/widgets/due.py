"""Assignments in words: what a class was asked to do, and the note by which a student sees what is still due."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bjlearn.documents import Document, builtin_ids, load, parse_readings
from bjlearn.practice.records import Assignment, Book
from bjlearn.text import N_, BjlearnError, Message
from bjlearn.widgets.address import Address
from bjlearn.widgets.background import Job
from bjlearn.widgets.visit import Visit

DUE_STRINGS: tuple[str, ...] = (N_("Assignments"), N_("Close"), N_("To the drill"))
"""The texts that ``static/due.js`` looks up, as they stand there."""

FILTERS: Mapping[str, str] = {
    "": N_("all cells"),
    "hard": N_("hard totals"),
    "soft": N_("soft totals"),
    "pairs": N_("pairs"),
    "insurance": N_("insurance"),
    "surrender": N_("surrender"),
}
"""What an assignment may be about: filters of the drill that mean the same to every student, in words."""


def document_of(name: str) -> Document | None:
    """A built-in document by its id; None for one that the product does not bring."""
    return load(name) if name in builtin_ids() else None


def document_title(name: str, language: str) -> str:
    """What a document is called; its id where the product does not bring it."""
    document = document_of(name)
    return name if document is None else document.title.text(language)


def readings_text(name: str, readings: str, language: str) -> str:
    """The readings of a document that are not the default, in words; empty where there are none."""
    document = document_of(name)
    if document is None or not readings:
        return readings
    try:
        chosen = parse_readings(readings)
        return "; ".join(document.clause(clause).reading(one).label.text(language) for clause, one in chosen.items())
    except BjlearnError:
        return readings


def filter_text(name: str, language: str) -> str:
    """A filter in words; several have commas between."""
    parts = [part for part in name.split(",") if part] or [""]
    return ", ".join(Message(FILTERS[part]).text(language) if part in FILTERS else part for part in parts)


def task_text(task: Assignment, language: str) -> str:
    """An assignment in words: ``40 decisions, hard totals, Regole della casa``."""
    told = Message(
        "{count} decisions, {filter}, {document}",
        count=task.count,
        filter=filter_text(task.filter, language),
        document=document_title(task.document, language),
    ).text(language)
    readings = readings_text(task.document, task.readings, language)
    return f"{told} ({readings})" if readings else told


def task_address(task: Assignment) -> Address:
    """Where an assignment is worked on."""
    document = document_of(task.document)
    try:
        readings = parse_readings(task.readings)
        if document is not None:
            document.rules(readings)
    except BjlearnError:
        readings = {}
    own = {"filter": task.filter} if task.filter else {}
    return Address(task.document, readings, screen="drill", own=own)


def open_tasks(book: Book) -> Sequence[Assignment]:
    """What is still due, the oldest first."""
    return [task for task in book.assignments() if task.done < task.count]


def due_parts(tasks: Sequence[Assignment], language: str) -> list[dict[str, Any]]:
    """The note for a browser.

    Args:
        tasks: what is still due.
        language: of the words.

    Returns:
        For each ``text``, ``done``, ``count``, and ``query``: the address of the drill.
    """
    return [
        {
            "text": Message("Assignment: {task}", task=task_text(task, language)).text(language),
            "told": Message("{done} of {count} done", done=task.done, count=task.count).text(language),
            "done": task.done,
            "count": task.count,
            "query": task_address(task).query(),
        }
        for task in tasks
    ]


class Due:
    """The note in the dashboard's header by which a student of a class sees what is still due.

    The book is opened in the background once the page is there. Who belongs to no class has no assignments: no book is opened.

    Args:
        visit: whose.
    """

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._then: Callable[[], None] | None = None
        self._begun = self._ready = False

    def begin(self, then: Callable[[], None]) -> None:
        """The page is there: open the book, and call something once it is open."""
        self._then = then
        self._open()

    def _open(self) -> None:
        then = self._then
        if then is None or self._begun or not self._visit.learner.group:
            return
        self._begun = True

        def work() -> Iterator[None]:
            _ = self._visit.book
            yield None

        def done(_piece: None) -> None:
            self._ready = True
            then()

        Job(work(), done, lambda: None)  # a database that does not answer is told where progress is kept

    def view(self) -> list[dict[str, Any]]:
        """What is due now, for the browser."""
        self._open()  # a class may have been named since
        if not self._ready or not self._visit.learner.group:
            return []
        try:
            return due_parts(open_tasks(self._visit.book), self._visit.place.language)
        except BjlearnError:
            return []
