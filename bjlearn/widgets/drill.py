"""The Drill screen: hands that ask the cells of a document's chart, verdicts, and what one made of each cell."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bjlearn.documents import Document, parse_readings, write_readings
from bjlearn.game import Decision, Round
from bjlearn.practice.records import Assignment, Book
from bjlearn.rules import Rules
from bjlearn.text import BjlearnError, Message
from bjlearn.widgets.address import MOST_OWN, Address, read_address
from bjlearn.widgets.choosers import character, felt_line
from bjlearn.widgets.choosers import joined as sentence
from bjlearn.widgets.coached import verdict_parts
from bjlearn.widgets.drill_data import (
    DRILL_STRINGS,
    LIMITS,
    chart_of,
    checked_filter,
    checked_limit,
    drilling_parts,
    flash_of,
    kinds_of,
    narrow_of,
    task_of,
)
from bjlearn.widgets.pane import PARTS, Pane, Wish, Wishes
from bjlearn.widgets.said import said
from bjlearn.widgets.screen import TABLE_MODULES, TABLE_STYLES, ScreenError, joined
from bjlearn.widgets.shown import round_parts, shown_round
from bjlearn.widgets.strings import UI_STRINGS
from bjlearn.widgets.visit import Visit
from bjlearn.widgets.wire import Ask, Decide, Sent

if TYPE_CHECKING:  # these bring numpy, which a first paint does not wait for
    from bjlearn.coach import Verdict
    from bjlearn.practice.drill import Drilling

OWN: tuple[str, ...] = ("filter", "cells", "seed")
"""What an address says for this screen alone."""


def _now() -> datetime:
    return datetime.now(UTC)


class Drill(Pane):
    """Practise a document's chart, alone in a notebook or in the dashboard: ``Drill("it-banco")``.

    Args:
        doc: id of a built-in document, path of a person's own file, or a document.
        readings: clause id to reading id, where not the default.
        language: of all that is shown.
        filter: which cells, as an address writes it: ``"hard,weak"``; see :func:`bjlearn.practice.items.read_filter`.
        cells: only these, as ``"hard16-10,soft18-A"``.
        seed: any text; the same one asks the same cells with the same cards where the same answers are given.
        limit: seconds for an answer, one of :data:`LIMITS`; 0 for any time.
        book: where progress is kept; left out, that of the visit, in a notebook that of the user of the machine.
        theme: ``"light"``, ``"dark"``, or None to follow the notebook or the system.
        parts: what the screen has beside; see :data:`bjlearn.widgets.pane.PARTS`.
        visit: what it shares with other screens; None where it stands alone.
        clock: tells the time.

    Raises:
        BjlearnError: there is no such document, reading, filter, limit, language or theme.
    """

    _esm: Any = joined(*TABLE_MODULES, "drill.js")
    _css: Any = joined(*TABLE_STYLES, "pane.css", "drill.css")
    texts: ClassVar[tuple[str, ...]] = (*UI_STRINGS, *DRILL_STRINGS)
    wishes: ClassVar[Wishes] = {
        "ready": {},
        "filter": {"value": MOST_OWN},
        "limit": {"value": 3},
        "task": {"value": 64},
    }

    def __init__(
        self,
        doc: str | Path | Document = "it-casino",
        readings: Mapping[str, str] | None = None,
        language: str = "en",
        *,
        filter: str = "",  # noqa: A002 - as the address calls it
        cells: str = "",
        seed: str = "",
        limit: int = 0,
        book: Book | None = None,
        theme: str | None = None,
        parts: tuple[str, ...] = PARTS,
        visit: Visit | None = None,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        self._filter, self._cells = checked_filter(filter, cells)
        self._seed = seed
        self._limit = checked_limit(limit)
        self._book = book
        self._clock = clock
        self._mark = secrets.token_hex(4)
        self._drilling: Drilling | None = None
        self._verdict: Verdict | None = None
        self._advice: Verdict | None = None
        self._note: Message | None = None
        self._seen: tuple[int, dict[str, Any]] | None = None
        self._said = ""
        self._asked_at = clock()
        super().__init__(doc, readings, language, theme=theme, parts=parts, visit=visit)
        self._show()

    @classmethod
    def from_address(cls, address: Address | None = None, **more: Any) -> Self:  # noqa: ANN401 - as the class takes them
        """The screen that an address opens; without one, that of the visitor's request (see :func:`read_address`).

        A filter or cell that does not exist is told on the screen, which then asks everything: an old link still opens.
        """
        where = read_address() if address is None else address
        own = {key: where.own.get(key, "") for key in OWN}
        try:
            return super().from_address(where, **own, **more)
        except BjlearnError as error:
            return super().from_address(replace(where, lost=error.message), seed=own["seed"], **more)

    # for those who put this screen into something larger

    @property
    def rules(self) -> Rules:
        """The rules that it is played by."""
        return self._document.rules(self._readings)

    @property
    def drilling(self) -> Drilling | None:
        """The drill behind the screen; None before a browser shows it. Not for a browser: it holds the shoe."""
        return self._drilling

    @property
    def place(self) -> Address:
        """Where the screen is, as an address says it."""
        return Address(self._document.id, dict(self._readings), self._language, self._theme, own=self._own())

    def visit(self, address: Address) -> None:
        """Be where an address says; nothing happens where the screen is there already.

        Cells, filter and seed change only where the address has one of them.

        Raises:
            BjlearnError: there is no such document, reading, filter, cell, language or theme.
        """
        own = {key: address.own[key] for key in OWN if address.own.get(key)}
        filter_, cells = checked_filter(own.get("filter", ""), own.get("cells", ""))
        before = self._document, self._readings
        super().visit(address)
        if own and own != self._own():
            self._filter, self._cells, self._seed, self._note = filter_, cells, own.get("seed", ""), None
            self._start()
        elif before == (self._document, self._readings) and address.screen and self._drilling is not None:
            self._drilling.refresh()  # decisions may have been made at the table
        self._show()

    def renew(self) -> None:
        """Look into the book again: a file was taken in, or all was deleted."""
        if self._drilling is not None:
            self._drilling.refresh()
            self._show()

    def _own(self) -> dict[str, str]:
        found = {"filter": self._filter, "cells": self._cells, "seed": self._seed}
        return {name: text for name, text in found.items() if text}

    # the drill

    def _begin(self) -> None:
        if not self._ready:
            self._ready = True
            self._start()
            self._note = self._lost or self._note
            self._lost = None
            self._show()

    def _start(self) -> None:
        """A drill of the document as it is read now. Where the cells asked for are not in it, it says so and asks all."""
        if not self._ready:
            return
        from bjlearn.practice.drill import Drilling
        from bjlearn.practice.items import Filter, read_filter

        if self._book is None:
            self._book = (self._visit or Visit(self.place)).book
        limit = float(self._limit) or None
        for chosen in (read_filter(self._filter, self._cells), Filter()):
            drilling = Drilling(
                self._document, self._readings, self._book, self._judge, chosen=chosen, seed=self._seed, limit=limit
            )
            try:
                drilling.begin(self._clock())
            except BjlearnError as error:
                self._filter = self._cells = ""
                self._note = error.message
                continue
            break
        self._drilling = drilling
        self._mark = secrets.token_hex(4)
        self._asked()

    def _asked(self) -> None:
        """Something new is asked."""
        self._verdict = self._advice = None
        self._asked_at = self._clock()

    def _judge(self, round_: Round, chosen: Decision) -> Verdict:
        from bjlearn.coach import verdict

        self._verdict = verdict(self._situation(round_), chosen)
        return self._verdict

    def _situation(self, round_: Round) -> Any:  # noqa: ANN401 - a Situation
        from bjlearn.coach import Situation

        return Situation.of(round_.view(), round_.rules, illegal=round_.illegal())

    # what a browser asks for

    def _take(self, message: Sent) -> Message | None:
        if isinstance(message, Decide):
            self._answer(message)
            return None
        if isinstance(message, Ask):
            if message.kind == "again":
                self._go_on(message)
            elif message.kind == "hint":
                self._advise(message)
            return None
        return super()._take(message)

    def _answer(self, made: Decide) -> None:
        drilling = self._drilling
        if drilling is None:
            return
        now = self._clock()
        seconds = (now - self._asked_at).total_seconds()
        if drilling.answer(made.round, made.step, made.decision, now, seconds=seconds) is not None:
            self._advice, self._note = None, None
            self._asked_at = self._clock()
            self._show()

    def _go_on(self, asked: Ask) -> None:
        if self._drilling is not None and self._drilling.go_on(asked.round, asked.step, self._clock()):
            self._asked()
            self._note = None
            self._show()

    def _advise(self, asked: Ask) -> None:
        from bjlearn.coach import verdict

        drilling = self._drilling
        if drilling is None or drilling.round is None or not drilling.hint(asked.round, asked.step):
            return
        self._advice = verdict(self._situation(drilling.round))
        self._show()

    def _grant(self, wish: Wish) -> Message | None:
        if wish.kind == "filter":
            self._choose_filter(wish["value"])
        elif wish.kind == "limit":
            self._limit = checked_limit(int(wish["value"]) if wish["value"].isdecimal() else -1)
            if self._drilling is not None:
                self._drilling.limit = float(self._limit) or None
            self._show()
        elif wish.kind == "task":
            self._do_task(wish["value"])
        return None

    def _choose_filter(self, text: str) -> None:
        from bjlearn.practice.items import read_filter

        chosen = read_filter(text)
        if self._drilling is not None:
            self._drilling.choose(chosen, self._clock())
        self._filter, self._cells, self._note = str(chosen), "", None
        self._asked()
        self._show()
        self._tell_place()

    def _do_task(self, name: str) -> None:
        task = next((one for one in self._tasks() if one.id == name), None)
        if task is None:
            raise ScreenError(Message("Your class has no such assignment any more."))
        self._filter, self._cells = checked_filter(task.filter, "")
        self._seed = ""
        self._be(self._listed(task.document), parse_readings(task.readings))
        self._tell_place()

    def _be(self, document: Document, readings: Mapping[str, str]) -> None:
        document.rules(readings)  # refuses before anything has changed
        if document is not self._document:
            self._cells = self._seed = ""
        self._note = None
        self._drilling = None
        super()._be(document, readings)
        self._start()
        self._show()

    def _tasks(self) -> tuple[Assignment, ...]:
        return () if self._book is None else tuple(self._book.assignments())

    # what is shown

    def _show(self) -> None:
        with self.hold_sync():
            self.setup = self._setup()
            self.view = {} if self._drilling is None else self._view(self._drilling)

    def _setup(self) -> dict[str, Any]:
        rules, language = self.rules, self._language
        alone = "documents" in self._parts
        setup: dict[str, Any] = {
            **self._common(),
            "character": sentence(character(rules), language),
            "rules_line": [part.text(language) for part in felt_line(rules)],
            "kinds": kinds_of(rules, language),
            "narrow": narrow_of(language),
            "others": [[item.id, item.title.text(language)] for item in self._documents if self._comparable(item)],
            "limits": list(LIMITS),
            "place": {**self.place.parts(), **{key: self._own().get(key, "") for key in OWN}} if alone else None,
        }
        if self._drilling is not None:
            from bjlearn.practice.items import items_of

            setup["chart"] = chart_of(items_of(rules))
            setup["ups"] = [code.partition("-")[2] for code in setup["chart"][0]["codes"]]
        return setup

    def _comparable(self, document: Document) -> bool:
        from bjlearn.documents import builtin_ids

        return document.id in builtin_ids() and document is not self._document

    def _view(self, drilling: Drilling) -> dict[str, Any]:
        language, round_ = self._language, drilling.round
        view: dict[str, Any] = {
            "session": self._mark,
            **drilling_parts(drilling, self._titles(), self._clock(), language),
            "table": None,
            "hint": True,
            "coach": {"mode": "after", "verdicts": self._verdicts(drilling), "tally": [], "wide": False},
            "limit": self._limit,
            "tasks": self._task_parts(),
            "notes": [note.text(language) for note in (self._note, self._book.note if self._book else None) if note is not None],
        }
        if round_ is not None:
            view |= round_parts(round_, drilling.number, round_.rules)
            view["table"] = shown_round(round_, self._document, language)
            view["said"] = self._words(drilling, round_)
        return view

    def _verdicts(self, drilling: Drilling) -> list[dict[str, Any]]:
        """Advice that was asked for; or the verdict on the latest answer, where it was not simply the best."""
        found = self._advice
        outcome = drilling.outcome
        if found is None and outcome is not None and (drilling.paused or outcome.judged.grade != "best"):
            found = self._verdict
        return [] if found is None else [verdict_parts(found, self._document, self._language)]

    def _words(self, drilling: Drilling, round_: Round) -> str:
        """What happened since the last view of this hand, what was thought of the answer first."""
        now = round_.view()
        before = self._seen[1] if self._seen is not None and self._seen[0] == drilling.number else None
        if before is None or before["step"] != now["step"]:
            words = said(before, now, self._language)
            outcome = drilling.outcome
            self._said = words if outcome is None else f"{flash_of(outcome, self._language)['text']}. {words}"
            self._seen = (drilling.number, now)
        return self._said

    def _titles(self) -> dict[str, Document]:
        return {item.id: item for item in self._documents}

    def _task_parts(self) -> list[dict[str, Any]]:
        here = "" if self._cells else (self._document.id, write_readings(self._readings), self._filter)
        parts = [
            task_of(task, self._titles(), self._language, here=here == (task.document, task.readings, task.filter))
            for task in self._tasks()
        ]
        # what is done goes with the drill that did it, or a term's assignments would push the table out of sight
        return [part for part in parts if part["done"] < part["count"] or part["here"]]

    def __repr__(self) -> str:
        return f"Drill({self._document.id!r})"
