"""The header of the dashboard: product, tabs, document, language, theme, who one is; and the address of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import traitlets

from bjlearn.documents import Document
from bjlearn.text import LANGUAGES, N_, Message, catalog
from bjlearn.widgets.address import OWN_KEYS
from bjlearn.widgets.choosers import LANGUAGE_NAMES, document_choices
from bjlearn.widgets.due import DUE_STRINGS, Due
from bjlearn.widgets.mine import MINE_STRINGS, Mine
from bjlearn.widgets.screen import STATIC, Screen, joined
from bjlearn.widgets.tabs import Tab
from bjlearn.widgets.visit import Visit
from bjlearn.widgets.wire import Ask, Sent

FRAME_STRINGS: tuple[str, ...] = (
    N_("Close"),
    N_("Dark theme"),
    N_("Document"),
    N_("Language"),
    N_("Opening {title} …"),
    N_("Screens"),
    N_("To the start page"),
)
"""Every text that ``static/frame.js`` looks up, as it stands there."""


class Frame(Screen):
    """The header. It shows where the visit is and passes on what is asked for.

    Args:
        visit: what all screens share.
        tabs: the screens that can be opened.
        documents: those to choose from.
        mark: the style class that this dashboard's parts wear.
        asked: called with every message that is not about the header itself.
    """

    _esm = joined("mine.js", "due.js", "frame.js")
    _css = STATIC / "frame.css"

    place = traitlets.Dict().tag(sync=True)
    who = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        visit: Visit,
        tabs: Sequence[Tab],
        documents: Sequence[Document],
        *,
        mark: str,
        asked: Callable[[Sent], Message | None],
    ) -> None:
        self._visit, self._tabs, self._documents = visit, tuple(tabs), tuple(documents)
        self._mark, self._asked = mark, asked
        self._built: tuple[str, ...] = ()
        self._turn = 0
        self._note: Message | None = None
        self._mine = Mine(visit, self._answer, self._show)
        self._due = Due(visit)
        super().__init__(language=visit.place.language, theme=visit.place.theme)
        self._show()

    def show(self, built: Sequence[str], note: Message | None = None) -> None:
        """Show where the visit is.

        Args:
            built: names of the screens that are there already.
            note: a sentence under the header; None takes it away.
        """
        self._built, self._note = tuple(built), note
        self._turn += 1
        place = self._visit.place
        with self.hold_sync():
            if self._language != place.language:
                self.speak(place.language)
            if self._theme != place.theme:
                self.wear(place.theme)
            self._show()

    def _dress(self) -> None:
        super()._dress()
        words = catalog(self._language)
        self.strings = {text: words.gettext(text) for text in (*FRAME_STRINGS, *MINE_STRINGS, *DUE_STRINGS)}

    def _show(self) -> None:
        language, place = self._language, self._visit.place
        self.setup = {
            "mark": self._mark,
            "tabs": [[tab.name, tab.title.text(language)] for tab in self._tabs],
            "documents": document_choices((*self._documents, *self._visit.own), language),
            "languages": [[code, LANGUAGE_NAMES[code]] for code in LANGUAGES],
        }
        self.view = {
            "screen": place.screen or self._tabs[0].name,
            "turn": self._turn,  # what a browser showed ahead of us gives way, also where nothing else has changed
            "built": list(self._built),
            "note": "" if self._note is None else self._note.text(language),
            "due": self._due.view(),
        }
        self.place = self._parts()
        self.who = self._mine.view()

    def _parts(self) -> dict[str, str]:
        """The address as names and values; an empty value is taken out of the page's address."""
        place = self._visit.place
        return {**place.parts(), "screen": place.screen, **{key: place.own.get(key, "") for key in OWN_KEYS}}

    def _answer(self, content: Mapping[str, Any], buffers: Sequence[bytes]) -> None:
        self.send(dict(content), list(buffers))

    def _received(self, widget: object, content: object, buffers: object) -> None:
        if not self._mine.received(content, buffers):
            super()._received(widget, content, buffers)

    def _take(self, message: Sent) -> Message | None:
        if not isinstance(message, Ask):
            return self._asked(message)
        if message.kind == "due":
            self._due.begin(self._show)
        return None

    def __repr__(self) -> str:
        return "Frame()"
