"""The Rules screen: documents side by side, clause by clause, and what every reading and every difference is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from bjlearn.documents import MOST_BYTES, Document, builtin_ids
from bjlearn.rules import Rules
from bjlearn.text import Message
from bjlearn.widgets.address import Address
from bjlearn.widgets.background import Job
from bjlearn.widgets.choosers import character, felt_line, joined
from bjlearn.widgets.pane import PARTS, Pane, Wish, Wishes, checked_readings, module, style
from bjlearn.widgets.plotting import CHART_FILES, CHART_STRINGS, CHART_WISHES
from bjlearn.widgets.rules_data import Range, change_words, chart_changes, edges, ranges, shown_topics, way_chart, ways
from bjlearn.widgets.rules_strings import RULES_STRINGS
from bjlearn.widgets.screen import ScreenError
from bjlearn.widgets.visit import Visit

MOST_COLUMNS = 4
"""Documents side by side."""


class RulesExplorer(Pane):
    """The documents side by side, alone in a notebook or in the dashboard: ``RulesExplorer("it-banco")``.

    Args:
        doc: id of a built-in document, path of a person's own file, or a document: the first column.
        readings: its readings, clause id to reading id, where not the default.
        language: of all that is shown.
        beside: ids of the documents beside it; one other by default.
        theme: ``"light"``, ``"dark"``, or None to follow the notebook or the system.
        parts: what the screen has beside; see :data:`bjlearn.widgets.pane.PARTS`.
        visit: what it shares with other screens; None where it stands alone.

    Raises:
        BjlearnError: there is no such document, reading, language or theme.
    """

    _esm: Any = module(*CHART_FILES, "rules_explorer")
    _css: Any = style(*CHART_FILES, "rules_explorer")
    texts: ClassVar[tuple[str, ...]] = (*CHART_STRINGS, *RULES_STRINGS)
    wishes: ClassVar[Wishes] = {
        **CHART_WISHES,
        "ready": {},
        "beside": {"value": 80},
        "reading": {"document": 80, "clause": 80, "reading": 80},
        "defaults": {"value": 80},
        "way": {"start": 80, "end": 80},
        "drawing": {"value": 3},
        "range": {"value": 80},
        "take": {"document": 80, "which": 10},
        "game": {"value": 80},
        "chart": {"value": 80},
        "own": {"name": 300, "text": MOST_BYTES},
    }

    def __init__(
        self,
        doc: str | Path | Document = "it-casino",
        readings: Mapping[str, str] | None = None,
        language: str = "en",
        *,
        beside: tuple[str, ...] | None = None,
        theme: str | None = None,
        parts: tuple[str, ...] = PARTS,
        visit: Visit | None = None,
    ) -> None:
        self._beside: list[Document] = []
        self._others: dict[str, dict[str, str]] = {}  # readings of documents that are not the first column
        self._way: tuple[str, str] | None = None
        self._drawing = False
        self._steps: dict[tuple[Rules, Rules], list[dict[str, Any]]] = {}
        self._walked: set[tuple[Rules, Rules]] = set()
        self._walking: tuple[Rules, Rules] | None = None
        self._ranges: dict[Document, Range] = {}
        self._jobs: dict[str, Job[Any]] = {}
        self._failed: set[str] = set()
        super().__init__(doc, readings, language, theme=theme, parts=parts, visit=visit)
        others = [item.id for item in self._documents if item is not self._document]
        for name in others[:1] if beside is None else beside:
            self._beside.append(self._document_of(name))
        self._show()

    @property
    def columns(self) -> tuple[tuple[Document, Mapping[str, str]], ...]:
        """The documents that stand side by side, each with its readings; the first is that of :attr:`place`."""
        return ((self._document, self._readings), *((item, self._others.get(item.id, {})) for item in self._beside))

    def read(self, document: str, clause: str, reading: str) -> None:
        """Read a clause otherwise.

        Args:
            document: one of those side by side.
            clause: its clause.
            reading: the reading to take.

        Raises:
            BjlearnError: there is no such document, clause or reading here, or it contradicts the others.
        """
        item, readings = self._column(document)
        self._read_all(item, {**readings, item.clause(clause).id: reading})

    def load_own(self, text: str, name: str) -> None:
        """Compare a person's own document with the others.

        Args:
            text: the contents of its TOML file.
            name: what to call the file in an error.

        Raises:
            BjlearnError: the file is faulty; the sentence names clause, field and what was expected.
        """
        from bjlearn.documents.files import parse, shown_path

        data = text.encode()
        if len(data) > MOST_BYTES:
            raise ScreenError(Message("The file is too large; a document has at most {most} bytes.", most=MOST_BYTES))
        document = parse(data, shown_path(name.replace("\\", "/").rpartition("/")[2] or "file.toml"))
        if document.id in builtin_ids():
            raise ScreenError(
                Message('The file has the id "{id}" of a document that is here already; give it another id.', id=document.id)
            )
        document.rules()
        if self._visit is not None:
            self._visit.take(document)
        # it takes the place of an earlier file of the same id
        self._documents = (*(item for item in self._documents if item.id != document.id), document)
        self._others.pop(document.id, None)
        self._way = None
        if self._document.id == document.id:
            self._document, self._readings = document, {}
        else:
            others = [item for item in self._beside if item.id != document.id]
            self._beside = [document, *others][: MOST_COLUMNS - 1]
        self._show()
        self._tell_place()  # the header offers it too

    # what a browser asks for

    def _grant(self, wish: Wish) -> Message | None:
        kind = wish.kind
        if kind == "beside":
            self._put_beside(self._listed(wish["value"]))
        elif kind == "reading":
            self.read(wish["document"], wish["clause"], wish["reading"])
        elif kind == "defaults":
            self._read_all(self._column(wish["value"])[0], {})
        elif kind == "way":
            self._way = (self._column(wish["start"])[0].id, self._column(wish["end"])[0].id)
            self._show()
        elif kind == "drawing":
            self._drawing = wish["value"] == "yes"
            self._show_figures()
        elif kind == "range":
            self._begin_range(self._column(wish["value"])[0])
        elif kind == "take":
            self._take_end(self._column(wish["document"])[0], wish["which"])
        elif kind in ("game", "chart"):
            self._go(*self._column(wish["value"]), "" if kind == "game" else "strategy")
        elif kind == "own":
            self.load_own(wish["text"], wish["name"])
        return None

    def _column(self, name: str) -> tuple[Document, Mapping[str, str]]:
        for document, readings in self.columns:
            if document.id == name:
                return document, readings
        raise ScreenError(Message("That document is not offered here."))

    def _put_beside(self, document: Document) -> None:
        """Put a document beside the first, or take it away again."""
        if document is self._document:
            raise ScreenError(Message("The first document stays; choose another one in its place."))
        if document in self._beside:
            self._beside.remove(document)
        elif len(self._beside) < MOST_COLUMNS - 1:
            self._beside.append(document)
        else:
            raise ScreenError(Message("At most {most} documents stand side by side; take one away first.", most=MOST_COLUMNS))
        self._way = None
        self._show()

    def _read_all(self, document: Document, readings: Mapping[str, str]) -> None:
        checked = checked_readings(document, readings)
        if document is self._document:
            self._readings = checked
        else:
            self._others[document.id] = checked
        self._show()
        if document is self._document:
            self._tell_place()

    def _be(self, document: Document, readings: Mapping[str, str]) -> None:
        before = self._document
        checked = checked_readings(document, readings)
        if document is not before:
            if document in self._beside:  # they change places
                self._beside[self._beside.index(document)] = before
                self._others[before.id] = dict(self._readings)
            self._way = None
        super()._be(document, checked)

    def _take_end(self, document: Document, which: str) -> None:
        known = self._ranges.get(document)
        found = None if known is None else {"lowest": known.lowest, "highest": known.highest}.get(which)
        if found is not None:
            self._read_all(document, found[0])

    def _go(self, document: Document, readings: Mapping[str, str], screen: str) -> None:
        """Open a game or a chart with exactly these readings, in the dashboard."""
        if self._visit is not None:
            self._visit.go(replace(self.place, document=document.id, readings=dict(readings), screen=screen, own={}))

    # what takes long

    def _begin_range(self, document: Document) -> None:
        known = self._ranges.get(document)
        if known is not None:  # known, or being worked out
            return

        def show(found: Range) -> None:
            self._ranges[document] = found
            if found.done % 4 == 0 or found.done == found.total:
                self._show_figures()

        self._start(f"range {document.id}", ranges(document), show)

    def _begin_way(self) -> None:
        """Work out the steps of the way that is chosen, unless they are known."""
        ends = self._ends()
        if ends is None or ends in self._walked or ends == self._walking:
            return
        self._walking = ends

        def show(found: list[dict[str, Any]]) -> None:
            self._steps[ends] = found
            self._show_figures()

        def work() -> Any:  # noqa: ANN401 - an iterator of steps
            found: list[dict[str, Any]] = []
            for found in ways(*ends):
                yield found
            self._walked.add(ends)
            yield found

        self._start("way", work(), show)

    def _start(self, name: str, pieces: Any, show: Any) -> None:  # noqa: ANN401 - of any job
        if name in self._jobs:
            self._jobs[name].stop()
        self._failed.discard(name)

        def failed() -> None:
            self._failed.add(name)
            self._walking = None
            self._show_figures()

        self._jobs[name] = Job(pieces, show, failed)

    def _ends(self) -> tuple[Rules, Rules] | None:
        names = self._named_way()
        if names is None:
            return None
        one, other = (self._column(name) for name in names)
        return one[0].rules(one[1]), other[0].rules(other[1])

    def _named_way(self) -> tuple[str, str] | None:
        if self._way is None and self._beside:
            return self._document.id, self._beside[0].id
        return self._way

    # what is shown

    def _show(self) -> None:
        with self.hold_sync():
            self.setup = {
                **self._common(),
                "columns": [self._shown_column(*column) for column in self.columns],
                "topics": shown_topics(self.columns, self._language),
                "way": self._named_way(),
                "frame": self._visit is not None,
                "most": MOST_BYTES,
            }
            if self._ready:
                self._show_figures()
        if self._ready:
            self._begin_way()

    def _shown_column(self, document: Document, readings: Mapping[str, str]) -> dict[str, Any]:
        rules, language = document.rules(readings), self._language
        own = document.id not in builtin_ids()
        address = Address(document.id, dict(readings), language, self._theme)
        chosen = document.chosen(readings)
        return {
            "id": document.id,
            "title": document.title.text(language),
            "character": joined((*character(rules), *felt_line(rules)), language),
            "changed": [[name, chosen[name].label.text(language)] for name in readings],
            "choices": len(document.choices()),
            "own": own,
            "query": "" if own else address.query(),
            "code": f"Play({document.id!r}{', ' + repr(dict(readings)) if readings else ''})",
        }

    def _show_figures(self) -> None:
        columns = []
        for document, readings in self.columns:
            rules, usual = document.rules(readings), document.rules()
            columns.append(
                {
                    "id": document.id,
                    "edge": edges(rules),
                    "usual": edges(usual),
                    "changes": chart_changes(usual, rules) if readings else [],
                    "range": self._shown_range(document),
                }
            )
        self.view = {"columns": columns, "way": self._shown_way(), "failed": sorted(self._failed)}

    def _shown_range(self, document: Document) -> dict[str, Any] | None:
        known = self._ranges.get(document)
        if known is None:
            return None
        ends = {}
        for name, end in (("lowest", known.lowest), ("highest", known.highest)):
            if end is not None:
                labels = [f"{one}: {document.clause(one).reading(two).label.text(self._language)}" for one, two in end[0].items()]
                ends[name] = {"edge": end[1]["total"], "readings": labels}
        return {"done": known.done, "total": known.total, "capped": known.capped, **ends}

    def _shown_way(self) -> dict[str, Any] | None:
        ends = self._ends()
        if ends is None:
            return None
        steps = [
            {"text": change_words(step["changes"]).text(self._language), "edge": step["edge"], "change": step["change"]}
            for step in self._steps.get(ends, [])
        ]
        done = ends in self._walked
        way = {"start": edges(ends[0]), "end": edges(ends[1]), "steps": steps, "done": done}
        if self._drawing and done and steps:
            start, end = (self._column(name)[0].title.text(self._language) for name in self._named_way() or ())
            way["chart"] = way_chart(way, start, end, self._language).plain()
        return way

    def wear(self, theme: str | None) -> None:
        """Show everything in another theme; None follows the notebook or the system.

        Raises:
            ScreenError: there is no such theme.
        """
        super().wear(theme)
        self._show()  # links tell the theme too

    def __repr__(self) -> str:
        return f"RulesExplorer({self._document.id!r})"
