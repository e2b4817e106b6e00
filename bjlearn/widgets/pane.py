"""What the screens beside the table have in common: a document and its readings, a place, and messages of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from bjlearn.documents import Document, builtin_ids, load
from bjlearn.text import LANGUAGES, N_, BjlearnError, Message, catalog
from bjlearn.widgets.address import Address, read_address
from bjlearn.widgets.choosers import LANGUAGE_NAMES
from bjlearn.widgets.plotting import send_library
from bjlearn.widgets.screen import Screen, ScreenError, joined
from bjlearn.widgets.visit import Visit
from bjlearn.widgets.wire import Choose, Sent, Speak, Wear

PARTS: tuple[str, ...] = ("documents", "language", "theme")
"""Parts of a screen that a frame around it may have itself, and then leaves out here."""

MOST_KEYS = 8
MOST_TEXT = 80
MOST_NUMBER = 10**9

PANE_STRINGS: tuple[str, ...] = (
    N_("Close"),
    N_("Dark theme"),
    N_("Document"),
    N_("Language"),
    N_("Working out the figures …"),
)
"""The texts that ``static/pane.js`` looks up, as they stand there."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person asks for on one of these screens.

    Attributes:
        kind: of the message.
        values: its texts, by name.
    """

    kind: str
    values: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.values[name]


Wishes = Mapping[str, Mapping[str, int]]
"""The messages that a screen understands: kind to the names of its texts, each with the most characters it may have."""


def read_wish(content: object, wishes: Wishes) -> tuple[int, Wish | None]:
    """A message from the browser, where it is one of a screen's own.

    Args:
        content: whatever came.
        wishes: what the screen understands.

    Returns:
        The number the browser gave it, and what it asks for; None where it is nothing that the screen understands.
    """
    if not isinstance(content, dict) or len(content) > MOST_KEYS:
        return 0, None
    sent = content.get("n")
    number = sent if isinstance(sent, int) and not isinstance(sent, bool) and 0 <= sent <= MOST_NUMBER else 0
    kind = content.get("type")
    if not isinstance(kind, str) or kind not in wishes:
        return number, None
    values: dict[str, str] = {}
    for name, most in wishes[kind].items():
        value = content.get(name)
        if not isinstance(value, str) or len(value) > most:
            return number, None
        values[name] = value
    return number, Wish(kind, values)


def module(*names: str) -> str:
    """A screen's browser module: what all of these screens share, and its own; nothing is imported from anywhere.

    Args:
        names: its own files, without their ending, in the order in which one builds on another.
    """
    return joined("dom.js", "pane.js", *(f"{name}.js" for name in names))


def style(*names: str) -> str:
    """A screen's style sheet: the colours of the table, what these screens share, and its own.

    Args:
        names: its own files, without their ending.
    """
    return joined("table.css", "pane.css", *(f"{name}.css" for name in names))


class Pane(Screen):
    """A screen about one document, read in one way.

    Nothing is worked out before a browser says that it shows the screen (``ready``): the page comes first.

    Args:
        doc: id of a built-in document, path of a person's own file, or a document.
        readings: clause id to reading id, where not the default.
        language: of all that is shown.
        theme: ``"light"``, ``"dark"``, or None to follow the notebook or the system.
        parts: what the screen has beside; see :data:`PARTS`.
        visit: what it shares with other screens; None where it stands alone.

    Raises:
        BjlearnError: there is no such document, reading, language or theme.
    """

    texts: ClassVar[tuple[str, ...]] = ()
    wishes: ClassVar[Wishes] = {"ready": {}}

    def __init__(
        self,
        doc: str | Path | Document = "it-casino",
        readings: Mapping[str, str] | None = None,
        language: str = "en",
        *,
        theme: str | None = None,
        parts: tuple[str, ...] = PARTS,
        visit: Visit | None = None,
    ) -> None:
        document = doc if isinstance(doc, Document) else load(doc)
        self._documents = tuple({item: load(item) for item in builtin_ids()}.values())
        if document not in self._documents:
            self._documents = (*self._documents, document)
        self._document = document
        self._readings = checked_readings(document, readings or {})
        self._parts = tuple(part for part in PARTS if part in parts)
        self._visit = visit
        self._ready = False
        self._lost: Message | None = None  # what the address asked for and is not here; said once
        self._listeners: list[Callable[[Address], None]] = []
        super().__init__(language=language, theme=theme)

    @classmethod
    def from_address(cls, address: Address | None = None, **more: Any) -> Self:  # noqa: ANN401 - as the class takes them
        """The screen that an address opens; without one, that of the visitor's request (see :func:`read_address`)."""
        where = read_address() if address is None else address
        visit: Visit | None = more.get("visit")
        own = () if visit is None else visit.own
        document = next((item for item in own if item.id == where.document), None)
        pane = cls(document or where.document, where.readings, where.language, theme=where.theme or None, **more)
        pane._lost = where.lost
        return pane

    @property
    def place(self) -> Address:
        """Where the screen is, as an address says it."""
        return Address(self._document.id, dict(self._readings), self._language, self._theme)

    def on_place(self, listener: Callable[[Address], None]) -> None:
        """Call a listener with the new :attr:`place` whenever a person changes document, readings, language or theme here."""
        self._listeners.append(listener)

    def visit(self, address: Address) -> None:
        """Be where an address says; nothing happens where the screen is there already.

        Raises:
            BjlearnError: there is no such document, reading, language or theme.
        """
        there = self.place
        document = self._document_of(address.document)
        if (document, dict(address.readings)) != (self._document, dict(there.readings)):
            self._be(document, address.readings)
        if address.language != there.language:
            self.speak(address.language)
        if address.theme != there.theme:
            self.wear(address.theme)

    def choose(self, doc: str | Path, readings: Mapping[str, str] | None = None) -> None:
        """Show another document, or the same one read otherwise.

        Raises:
            BjlearnError: there is no such document or reading.
        """
        self._be(self._document_of(doc), readings or {})

    def _document_of(self, doc: str | Path) -> Document:
        own = [] if self._visit is None else self._visit.own  # may be newer than what this screen has seen
        return next((item for item in (*own, *self._documents) if item.id == str(doc)), None) or load(doc)

    def _be(self, document: Document, readings: Mapping[str, str]) -> None:
        self._readings = checked_readings(document, readings)  # refuses before anything has changed
        self._document = document
        if document not in self._documents:
            self._documents = (*(item for item in self._documents if item.id != document.id), document)
        self._show()

    def _dress(self) -> None:
        super()._dress()
        words = catalog(self._language)
        self.strings = {text: words.gettext(text) for text in (*PANE_STRINGS, *self.texts)}

    def _received(self, widget: object, content: object, buffers: object) -> None:
        number, wish = read_wish(content, self.wishes)
        if wish is None:
            super()._received(widget, content, buffers)
            return
        told: Message | None = None
        try:
            if wish.kind == "ready":
                self._begin()
                told, self._lost = self._lost, None
            elif wish.kind == "library":
                send_library(self)
            else:
                told = self._grant(wish)
        except BjlearnError as error:
            told = error.message
        finally:
            self.send({"type": "answer", "n": number, "text": "" if told is None else told.text(self._language)})

    def _begin(self) -> None:
        """A browser shows the screen: now figures are worked out."""
        if not self._ready:
            self._ready = True
            self._show()

    def _grant(self, wish: Wish) -> Message | None:
        """Do what a message of the screen's own asks for.

        Returns:
            What to tell the person, where the new view does not say it.

        Raises:
            BjlearnError: it cannot be done.
        """

    def _take(self, message: Sent) -> Message | None:
        if isinstance(message, Choose):
            self._be(self._listed(message.document), {})
            self._tell_place()
        else:
            super()._take(message)
            if isinstance(message, Speak | Wear):
                self._tell_place()
        return None

    def _listed(self, name: str) -> Document:
        """A document that was offered: a name from outside never becomes a path.

        Raises:
            ScreenError: it was not.
        """
        for document in self._documents:
            if document.id == name:
                return document
        raise ScreenError(Message("That document is not offered here."))

    def _tell_place(self) -> None:
        for listener in self._listeners:
            listener(self.place)

    def _common(self) -> dict[str, Any]:
        """What every setup says."""
        return {
            "doc": self._document.id,
            "title": self._document.title.text(self._language),
            "documents": [[item.id, item.title.text(self._language)] for item in self._documents],
            "languages": [[code, LANGUAGE_NAMES[code]] for code in LANGUAGES],
            "shows": list(self._parts),
        }


def checked_readings(document: Document, readings: Mapping[str, str]) -> dict[str, str]:
    """Readings that the document has and that go together; those at their default are left out.

    Raises:
        BjlearnError: there is no such clause or reading, or they contradict each other.
    """
    document.rules(readings)
    return {clause: name for clause, name in readings.items() if not document.clause(clause).reading(name).default}
