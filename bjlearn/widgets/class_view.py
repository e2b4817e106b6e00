"""The Class screen, for the instructor: who practised, what the class gets wrong, assignments, exercises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from bjlearn.cards import VALUES
from bjlearn.documents import builtin_ids, parse_readings, write_readings
from bjlearn.practice.identity import clean_group, present_visitor
from bjlearn.strategy import UPCARDS
from bjlearn.text import BjlearnError, Message
from bjlearn.widgets.address import Address
from bjlearn.widgets.class_strings import CLASS_STRINGS
from bjlearn.widgets.due import FILTERS, readings_text
from bjlearn.widgets.pane import PARTS, Pane, Wish, Wishes, checked_readings, module, style
from bjlearn.widgets.screen import ScreenError
from bjlearn.widgets.visit import Visit

if TYPE_CHECKING:
    from bjlearn.practice.records import Register

MOST_COUNT = 10_000
"""Decisions that an assignment may ask for."""

_ALL = "all"


def _now() -> datetime:
    return datetime.now(UTC)


class ClassView(Pane):
    """How a class is doing. Alone in a notebook it opens this machine's own store: ``ClassView()``.

    Args:
        register: all learners; None for those of the machine.
        doc: id of the document whose chart is painted.
        readings: clause id to reading id, where not the default.
        language: of all that is shown.
        theme: ``"light"``, ``"dark"``, or None to follow the notebook or the system.
        parts: what the screen has beside; see :data:`bjlearn.widgets.pane.PARTS`.
        visit: what it shares with other screens; None where it stands alone.
        now: says what time it is, in UTC.

    Raises:
        BjlearnError: there is no such document, reading, language or theme.
    """

    _esm: Any = module("chart_pane", "class_view")
    _css: Any = style("strategy_chart", "class_view")
    texts: ClassVar[tuple[str, ...]] = CLASS_STRINGS
    wishes: ClassVar[Wishes] = {
        "ready": {},
        "refresh": {},
        "group": {"value": 100},
        "remove": {"value": 20},
        "assign": {"group": 80, "document": 80, "filter": 80, "count": 8, "number": 8},
        "withdraw": {"value": 20},
        "solution": {"value": 60, "open": 3},
        "file": {"value": 12},
        "go": {"screen": 20, "document": 80, "readings": 400, "cell": 20},
    }

    def __init__(
        self,
        register: Register | None = None,
        doc: str | Path = "it-casino",
        readings: Mapping[str, str] | None = None,
        language: str = "en",
        *,
        theme: str | None = None,
        parts: tuple[str, ...] = PARTS,
        visit: Visit | None = None,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self._given = register
        self._now = now
        self._group: str | None = None
        self._keys: dict[str, str] = {}
        self._set = 0  # assignments set here: a form that is sent twice carries the number of the first time
        super().__init__(doc, readings, language, theme=theme, parts=parts, visit=visit)
        self._show()

    @classmethod
    def from_address(cls, address: Address | None = None, **more: Any) -> ClassView:  # noqa: ANN401 - as the class takes them
        """The screen that an address opens; without one, that of the visitor's request."""
        from bjlearn.widgets.address import read_address

        where = read_address() if address is None else address
        return cls(doc=where.document, readings=where.readings, language=where.language, theme=where.theme or None, **more)

    @property
    def register(self) -> Register:
        """All learners that the screen knows of.

        Raises:
            BjlearnError: whoever is here may not see the class, or the database cannot be used.
        """
        if self._given is None:
            self._given = (self._visit or Visit(self.place, who=present_visitor())).register()
        return self._given

    def visit(self, address: Address) -> None:
        """Be where an address says; a screen that is opened again reads everything anew.

        Raises:
            BjlearnError: there is no such document, reading, language or theme.
        """
        before = self.view
        super().visit(address)
        if address.screen == "class" and self.view is before:
            self.refresh()

    def refresh(self) -> None:
        """Read everything anew."""
        self._show()

    # what a browser asks for

    def _grant(self, wish: Wish) -> Message | None:
        told: Message | None = None
        if wish.kind == "group":
            self._group = self._read_group(wish["value"])
        elif wish.kind == "remove":
            self.register.remove(self._id(wish["value"]))
        elif wish.kind == "assign":
            told = self._assign(wish)
        elif wish.kind == "withdraw":
            self.register.withdraw(self._id(wish["value"]))
        elif wish.kind == "solution":
            self._open_solution(wish["value"], open_=wish["open"] == "yes")
        elif wish.kind == "file":
            self._send_file(wish["value"])
            return None
        elif wish.kind == "go":
            self._go(wish)
            return None
        self.refresh()
        return told

    def _read_group(self, value: str) -> str | None:
        if value == _ALL:
            return None
        code = value.removeprefix("=")
        if not value.startswith("=") or code not in self._groups():
            raise ScreenError(Message("There is no such class any more."))
        return code

    def _groups(self) -> list[str]:
        """The codes of the classes there are; an empty one where somebody belongs to none."""
        found = dict.fromkeys(self.register.groups())
        if any(not one.learner.group for one in self.register.students(None)):
            found[""] = None
        return sorted(found, key=lambda code: (not code, code.casefold()))

    def _key(self, name: str) -> str:
        """Under which name the browser knows a student or an assignment; their ids stay here."""
        return self._keys.setdefault(name, f"k{len(self._keys)}")

    def _id(self, key: str) -> str:
        for name, known in self._keys.items():
            if known == key:
                return name
        raise ScreenError(Message("That is not there any more."))

    def _assign(self, wish: Wish) -> Message | None:
        if wish["number"] != str(self._set):
            return None
        text = wish["count"].strip()
        count = int(text) if text.isascii() and text.isdigit() else 0
        if not 1 <= count <= MOST_COUNT:
            raise ScreenError(
                Message("An assignment asks for a number of decisions from 1 to {most}, such as 40.", most=MOST_COUNT)
            )
        if wish["filter"] not in FILTERS:
            raise ScreenError(Message("That choice of cells is not offered here."))
        document = self._listed(wish["document"])
        if document.id not in builtin_ids():
            raise ScreenError(Message("An assignment is about one of the documents that every student has."))
        readings = write_readings(self._readings) if document is self._document else ""
        group = clean_group(wish["group"])
        if not group:
            raise ScreenError(Message("An assignment is for a class: write its code."))
        self.register.assign(group, document.id, readings, wish["filter"], count)
        self._set += 1
        return Message("The assignment is set.")

    def _open_solution(self, exercise: str, *, open_: bool) -> None:
        from bjlearn.practice.exercises import find_exercise

        name = find_exercise(exercise).id
        for group in self._groups() if self._group is None else [self._group]:
            self.register.open_solutions(group, name, open_=open_)

    def _send_file(self, kind: str) -> None:
        from bjlearn.widgets.class_files import class_file

        here = (self._document.id, write_readings(self._readings))
        charts = dict.fromkeys([here, *((name, "") for name in builtin_ids())])
        self.send(class_file(kind, self.register, self._group, charts))

    def place_of(self, screen: str, document: str, readings: str, cell: str) -> Address:
        """Where a cell stands in the chart, or is drilled.

        Args:
            screen: ``strategy`` or ``drill``.
            document: id of the document.
            readings: as an address writes them.
            cell: its code, or ``insurance``.

        Raises:
            BjlearnError: there is no such screen, document, reading or cell.
        """
        from bjlearn.widgets.chart_data import read_cell

        if screen not in ("strategy", "drill") or (read_cell(cell) is None and (screen, cell) != ("drill", "insurance")):
            raise ScreenError(Message("The chart has no such cell."))
        found = self._listed(document)
        own = {"cell": cell} if screen == "strategy" else {"cells": cell}
        chosen = checked_readings(found, parse_readings(readings))
        return Address(found.id, chosen, self._language, self._theme, screen, own)

    def _go(self, wish: Wish) -> None:
        address = self.place_of(wish["screen"], wish["document"], wish["readings"], wish["cell"])
        if self._visit is not None:
            self._visit.go(address)

    # what is shown

    def _show(self) -> None:
        with self.hold_sync():
            self.setup = {
                **self._common(),
                "readings": readings_text(self._document.id, write_readings(self._readings), self._language),
                "read": write_readings(self._readings),
                "place": self.place.query(),
                "filters": list(FILTERS.items()),
                "leads": "go" if self._visit is not None else "link",
                "assignable": [
                    [item.id, item.title.text(self._language)] for item in self._documents if item.id in builtin_ids()
                ],
            }
            self.view = self._seen() if self._ready else {}

    def _seen(self) -> dict[str, Any]:
        """What there is to see; where it may not be seen or the database does not answer, why."""
        try:
            return self._view()
        except BjlearnError as error:
            return {"refused": error.text(self._language)}

    def _view(self) -> dict[str, Any]:
        from bjlearn.exact import analyze
        from bjlearn.practice.exercises import exercise_ids, find_exercise
        from bjlearn.widgets import class_data
        from bjlearn.widgets.chart_data import lines, shown_lines

        groups = self._groups()
        if self._group not in groups:
            self._group = None
        group, language, now = self._group, self._language, self._now()
        students = self.register.students(group)
        assigned = self.register.assigned(group)
        readings = write_readings(self._readings)
        cells = self.register.cells(self._document.id, readings, group)
        wrong = self.register.wrong_answers(self._document.id, readings, group)
        exercises = [find_exercise(name) for name in exercise_ids()]
        opened = [self.register.opened(code) for code in (groups if group is None else [group])]
        return {
            "now": now.isoformat(),
            "group": _ALL if group is None else f"={group}",
            "groups": groups,
            "total": class_data.headline(students, now),
            "students": class_data.student_rows(students, assigned, self._key),
            "dearest": class_data.dearest_rows(self.register, group, language),
            "kind": "total",
            "ups": [VALUES[up - 1] for up in UPCARDS],
            "lines": shown_lines(lines(analyze(self._document.rules(self._readings)))),
            "cells": class_data.cell_rows(cells, wrong),
            "set": self._set,
            "assigned": class_data.assignment_rows(assigned, students, self._key, language),
            "exercises": class_data.exercise_rows(exercises, students, self.register.attempts(group), opened, language),
        }

    def __repr__(self) -> str:
        return "ClassView()"
