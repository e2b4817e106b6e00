"""What the screens of one visitor share, and what the dashboard asks of a screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Protocol

from bjlearn.documents import Document
from bjlearn.game import Money
from bjlearn.practice.identity import Visitor, allowed, present_visitor
from bjlearn.practice.records import Book, Learner, Register
from bjlearn.text import Message
from bjlearn.widgets.address import Address

MOST_OWN = 8
"""Documents of a visitor's own that a visit keeps; the earliest gives way."""


class Framed(Protocol):
    """What the dashboard asks of a screen, which besides is a widget that can be shown."""

    @property
    def place(self) -> Address:
        """Where the screen is; the name of the screen may be left out."""

    def visit(self, address: Address) -> None:
        """Be where an address says: document, readings, language, theme, and what else the screen understands.

        Raises:
            BjlearnError: it cannot be there now; the sentence says why. Nothing has changed then.
        """

    def on_place(self, listener: Callable[[Address], None]) -> None:
        """Call a listener with the new :attr:`place` whenever a person changes it on the screen."""


@dataclass(slots=True)
class Visit:
    """What all screens of one visitor share.

    Attributes:
        place: document, readings, language, theme, and the screen that is open.
        who: the visitor, as the server vouches for them; in a notebook the user of the machine.
        start: chips to begin with.
        coach: when the coach speaks: off, after or before each choice.
        purse: says what the visitor has now; given by the screen that keeps the chips.
        go: opens another place, in another tab where it says so; given by the dashboard.
        own: documents of the visitor's own, from files loaded in this visit; they are in no database and no other visit.
        renewed: called when the progress is another than the screens have made it: a file was taken in, or all was deleted.
    """

    place: Address
    who: Visitor = field(default_factory=present_visitor)
    start: int = 1000
    coach: str = "after"
    purse: Callable[[], Money] | None = None
    go: Callable[[Address], bool] = field(default=lambda _address: False)
    own: list[Document] = field(default_factory=list)
    renewed: list[Callable[[], None]] = field(default_factory=list)
    _book: Book | None = field(default=None, init=False, repr=False)
    _opening: Any = field(default_factory=Lock, init=False, repr=False, compare=False)

    def take(self, document: Document) -> None:
        """Keep a document of the visitor's own; it takes the place of an earlier one of the same id."""
        self.own[:] = [*(item for item in self.own if item.id != document.id), document][-MOST_OWN:]

    @property
    def learner(self) -> Learner:
        """Whose progress it is."""
        return self.who.learner

    @property
    def name(self) -> str:
        """What the visitor is called; empty where they have not said."""
        return self.who.learner.name

    @property
    def instructor(self) -> bool:
        """Whether the visitor may see the class."""
        return self.who.instructor

    @property
    def book(self) -> Book:
        """The visitor's progress. Opened when first asked for: a database takes most of a second to import.

        Raises:
            BjlearnError: the database cannot be used; the sentence says why.
        """
        with self._opening:  # a screen may ask from a thread of its own; a book opened twice would keep its old name
            if self._book is None:
                from bjlearn.practice.store import open_store

                self._book = open_store().book(self.who.learner)
            return self._book

    @property
    def note(self) -> Message | None:
        """What the visitor should know of how their progress is kept, once the book is open; None where all is well."""
        return None if self._book is None else self._book.note

    def rename(self, learner: Learner) -> None:
        """The visitor has another name or class; the book goes on.

        Args:
            learner: with the same id.

        Raises:
            BjlearnError: the database does not take it; nothing has changed.
        """
        self.book.rename(learner)
        self.who = replace(self.who, learner=learner)

    def register(self) -> Register:
        """All learners of this server.

        Raises:
            BjlearnError: the visitor is not the instructor, or the database cannot be used: one in memory, as a learner gets
                then, would show a class in which nobody practised.
        """
        allowed(self.who)
        from bjlearn.practice.store import Store

        return Store.at().register()

    @property
    def bankroll(self) -> Money:
        """The visitor's chips."""
        return self.start if self.purse is None else self.purse()
