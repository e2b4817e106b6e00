"""The Strategy screen: the exact chart of a document, what every action is worth, and where another chart differs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bjlearn.cards import VALUES
from bjlearn.documents import Document
from bjlearn.rules import Rules
from bjlearn.strategy import UPCARDS
from bjlearn.text import N_, BjlearnError, Message
from bjlearn.widgets.address import Address, read_address
from bjlearn.widgets.choosers import character, felt_line, joined
from bjlearn.widgets.pane import PARTS, Pane, Wish, Wishes, module, style
from bjlearn.widgets.screen import ScreenError
from bjlearn.widgets.visit import Visit

if TYPE_CHECKING:
    from bjlearn.widgets.chart_data import Line

KINDS: tuple[str, ...] = ("total", "composition")

STRATEGY_STRINGS: tuple[str, ...] = (
    N_("Hit"),
    N_("Stand"),
    N_("Double"),
    N_("Split"),
    N_("Surrender"),
    N_("Strategy"),
    N_("Hard totals"),
    N_("Soft totals"),
    N_("Pairs"),
    N_("By total"),
    N_("By the very cards"),
    N_("Compare with"),
    N_("nothing"),
    N_("Documents"),
    N_("Other readings of this document"),
    N_("House edge"),
    N_("Print"),
    N_("{first}, else {then}"),
    N_("{place} against {up}"),
    N_("Hard {total}"),
    N_("Soft {total}"),
    N_("Pair {cards}"),
    N_("There: {action}."),
    N_("Following the other chart here costs {cost} of the stake."),
    N_("Practise this"),
    N_("Given that the dealer has no natural."),
    N_("Before any look for a dealer natural."),
    N_("Mean of {hands}, as often as each is dealt."),
    N_("The chart weighs every hand of this row, longer ones too; these figures are of the hands named."),
    N_("EV per stake"),
    N_("Point at a cell, or walk through the chart with the arrow keys, to see what every action is worth."),
    N_("small letter: where the first is not legal"),
    N_("Exceptions by the very cards"),
    N_("Hands of two and three cards that are better played otherwise than their total says."),
    N_("Hand"),
    N_("Dealer"),
    N_("By total it says"),
    N_("The cards say"),
    N_("Worth"),
    N_("No hand of two or three cards is an exception."),
    N_("Cells that differ from {other}: {n}."),
    N_("The chart is the same as that of {other}."),
    N_("Only cells that differ are shown: what to do here, and below it what the other chart says."),
    N_("Dealer's upcard"),
)
"""The texts that ``static/strategy_chart.js`` looks up, as they stand there."""

_Other = tuple[Document, Mapping[str, str]]


class StrategyChart(Pane):
    """The chart of a document, alone in a notebook or in the dashboard: ``StrategyChart("it-banco")``.

    Args:
        doc: id of a built-in document, path of a person's own file, or a document.
        readings: clause id to reading id, where not the default.
        language: of all that is shown.
        kind: ``"total"`` or ``"composition"``.
        practise: whether every cell leads to a drill; the dashboard says so where it has one.
        theme: ``"light"``, ``"dark"``, or None to follow the notebook or the system.
        parts: what the screen has beside the chart; see :data:`bjlearn.widgets.pane.PARTS`.
        visit: what it shares with other screens; None where it stands alone.

    Raises:
        BjlearnError: there is no such document, reading, kind, language or theme.
    """

    _esm: Any = module("chart_pane", "strategy_chart")
    _css: Any = style("strategy_chart")
    texts: ClassVar[tuple[str, ...]] = STRATEGY_STRINGS
    wishes: ClassVar[Wishes] = {
        "ready": {},
        "kind": {"value": 20},
        "against": {"value": 80},
        "practise": {"value": 20},
        "file": {"value": 4},
    }

    def __init__(
        self,
        doc: str | Path | Document = "it-casino",
        readings: Mapping[str, str] | None = None,
        language: str = "en",
        *,
        kind: str = "total",
        practise: bool = False,
        theme: str | None = None,
        parts: tuple[str, ...] = PARTS,
        visit: Visit | None = None,
    ) -> None:
        self._kind = _checked_kind(kind)
        self._practise = practise
        self._against = ""
        self._at: list[Any] = ["", 0]
        super().__init__(doc, readings, language, theme=theme, parts=parts, visit=visit)
        self._show()

    @classmethod
    def from_address(cls, address: Address | None = None, **more: Any) -> Self:  # noqa: ANN401 - as the class takes them
        """The chart that an address opens, at the cell it names; without one, that of the visitor's request."""
        where = read_address() if address is None else address
        chart = super().from_address(where, **more)
        chart.point(where.own.get("cell", ""))
        return chart

    def visit(self, address: Address) -> None:
        """Be where an address says, at the cell it names.

        Raises:
            BjlearnError: there is no such document, reading, language or theme.
        """
        super().visit(address)
        self.point(address.own.get("cell", ""))

    def point(self, code: str) -> None:
        """Show a cell's figures beside the chart; nothing happens where the chart has no such cell.

        Args:
            code: of the cell, such as ``hard16-10``.
        """
        from bjlearn.widgets.chart_data import read_cell

        if code and read_cell(code) is not None:
            self._at = [code, self._at[1] + 1]
            self._kind, self._against = "total", ""
            self._show()

    @property
    def rules(self) -> Rules:
        """The rules that the chart is for."""
        return self._document.rules(self._readings)

    def compare(self, key: str) -> None:
        """Show where another chart differs.

        Args:
            key: ``doc:`` and the id of another document, or ``read:`` and another reading such as ``read:IB-13:plain``; empty
                for the chart alone.

        Raises:
            ScreenError: it is none of those offered.
        """
        if key and key not in self._others():
            raise ScreenError(Message("That comparison is not offered here."))
        self._against = key
        self._show()

    # what a browser asks for

    def _grant(self, wish: Wish) -> Message | None:
        if wish.kind == "kind":
            self._kind = _checked_kind(wish["value"])
            self._show()
        elif wish.kind == "against":
            self.compare(wish["value"])
        elif wish.kind == "practise":
            self._go_practise(wish["value"])
        elif wish.kind == "file":
            self._send_file(wish["value"])
        return None

    def drill(self, code: str) -> Address:
        """Where a cell is practised.

        Args:
            code: of the cell, such as ``hard16-10``.

        Raises:
            ScreenError: the chart has no such cell.
        """
        from bjlearn.widgets.chart_data import read_cell

        if read_cell(code) is None:
            raise ScreenError(Message("The chart has no such cell."))
        return replace(self.place, screen="drill", own={"cells": code})

    def _go_practise(self, code: str) -> None:
        address = self.drill(code)
        if self._practise and self._visit is not None:
            self._visit.go(address)

    def _send_file(self, form: str) -> None:
        from bjlearn.widgets.chart_data import csv_text

        found = self._lines(self.rules)
        name = f"{self._document.id}-{self._kind}"
        if form == "csv":
            self.send({"type": "file", "name": f"{name}.csv", "mime": "text/csv", "text": csv_text(found)})
        elif form == "json":
            text = json.dumps(self.report(), ensure_ascii=False, indent=1)
            self.send({"type": "file", "name": f"{name}.json", "mime": "application/json", "text": text})
        else:
            raise ScreenError(Message("The chart can be had as csv or json."))

    def report(self) -> dict[str, Any]:
        """The whole chart as plain data: document, readings, rules, edge, every cell with its figures, exceptions."""
        from bjlearn.exact import analyze
        from bjlearn.widgets.chart_data import json_lines

        analysis = analyze(self.rules)
        return {
            "document": self._document.id,
            "readings": dict(self._readings),
            "rules": self.rules.as_mapping(),
            "kind": self._kind,
            "edge": {kind: analysis.edge(kind) for kind in KINDS},
            "chart": json_lines(self._lines(self.rules)),
            "exceptions": self._exceptions(),
        }

    # what is shown

    def _be(self, document: Document, readings: Mapping[str, str]) -> None:
        if document is not self._document:
            self._against = ""
        super()._be(document, readings)

    def _show(self) -> None:
        with self.hold_sync():
            self.setup = self._setup()
            self.view = self._view() if self._ready else {}

    def _setup(self) -> dict[str, Any]:
        rules, language = self.rules, self._language
        chosen = self._document.chosen(self._readings)
        return {
            **self._common(),
            "character": joined((*character(rules), *felt_line(rules)), language),
            "readings": [f"{name}: {chosen[name].label.text(language)}" for name in self._readings],
            "place": self.place.query(),
            "at": self._at,
            "kind": self._kind,
            "against": self._against,
            "others": [[key, key.partition(":")[0], self._title(key)] for key in self._others()],
            "practise": ("go" if self._visit is not None else "link") if self._practise else "",
        }

    def _others(self) -> dict[str, _Other]:
        """What the chart can be compared with: the other documents, and the other readings of this one."""
        found: dict[str, _Other] = {f"doc:{item.id}": (item, {}) for item in self._documents if item is not self._document}
        chosen = self._document.chosen(self._readings)
        for clause in self._document.choices():
            for reading in clause.readings:
                readings = {**self._readings, clause.id: reading.id}
                if reading.id != chosen[clause.id].id and _goes(self._document, readings):
                    found[f"read:{clause.id}:{reading.id}"] = (self._document, readings)
        return found

    def _title(self, key: str) -> str:
        """What a chart that is compared is called: a document, or the reading in which it differs from the one shown."""
        kind, _, name = key.partition(":")
        if kind == "doc":
            return self._listed(name).title.text(self._language)
        clause, _, reading = name.rpartition(":")
        label = self._document.clause(clause).reading(reading).label
        return f"{clause}: {label.text(self._language)}"

    def _lines(self, rules: Rules) -> tuple[Line, ...]:
        from bjlearn.exact import analyze
        from bjlearn.widgets.chart_data import lines

        return lines(analyze(rules), self._kind)

    def _view(self) -> dict[str, Any]:
        from bjlearn.exact import analyze
        from bjlearn.widgets.chart_data import shown_lines

        other = self._others().get(self._against)
        if other is None:
            self._against = ""
        beside = None if other is None else self._lines(other[0].rules(other[1]))
        found = shown_lines(self._lines(self.rules), beside)
        analysis = analyze(self.rules)
        return {
            "kind": self._kind,
            "ups": [VALUES[up - 1] for up in UPCARDS],
            "edge": {kind: analysis.edge(kind) for kind in KINDS},
            "lines": found,
            "exceptions": self._exceptions(),
            "other": None if other is None else self._title(self._against),
            "changed": sum("o" in square for line in found for square in line["squares"]),
        }

    def _exceptions(self) -> list[dict[str, Any]]:
        from bjlearn.exact import analyze
        from bjlearn.widgets.chart_data import hand_name

        found = sorted(analyze(self.rules).exceptions(3), key=lambda one: UPCARDS.index(one[1]))  # as the chart has its columns
        return [
            {"hand": hand_name(hand), "up": VALUES[up - 1], "total": total.value, "cards": cards.value, "worth": worth}
            for hand, up, total, cards, worth in found
        ]

    def wear(self, theme: str | None) -> None:
        """Show everything in another theme; None follows the notebook or the system.

        Raises:
            ScreenError: there is no such theme.
        """
        super().wear(theme)
        self.setup = self._setup()  # links tell the theme too

    def __repr__(self) -> str:
        return f"StrategyChart({self._document.id!r})"


def _checked_kind(kind: str) -> str:
    if kind not in KINDS:
        raise ScreenError(Message("A strategy is by total or by composition."))
    return kind


def _goes(document: Document, readings: Mapping[str, str]) -> bool:
    """Whether readings go together."""
    try:
        document.rules(readings)
    except BjlearnError:
        return False
    return True
