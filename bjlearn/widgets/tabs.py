"""The screens of the dashboard: which there are, and how each is built when it is first opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Protocol

from bjlearn.documents import Document
from bjlearn.game import Money
from bjlearn.practice.identity import Visitor, allowed, present_visitor
from bjlearn.practice.records import Book, Learner, Register
from bjlearn.text import N_, Message
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
            BjlearnError: the visitor is not the instructor, or the database cannot be used.
        """
        allowed(self.who)
        from bjlearn.practice.store import open_store

        return open_store().register()

    @property
    def bankroll(self) -> Money:
        """The visitor's chips."""
        return self.start if self.purse is None else self.purse()


@dataclass(frozen=True, slots=True)
class Tab:
    """A screen that can be opened.

    Attributes:
        name: in the address; small letters.
        title: on the tab.
        load: imports the screen and builds it where the visit is. Nothing of it is imported before.
        instructor: for the instructor alone; nobody else sees the tab.
    """

    name: str
    title: Message
    load: Callable[[Visit], Any]
    instructor: bool = False


def _play(visit: Visit) -> Framed:
    from bjlearn.widgets.play import Play

    # the frame has the document, language and theme, and writes the address
    play = Play.from_address(
        visit.place, bankroll=visit.start, coach=visit.coach, parts=("end",), book=lambda: visit.book, own=visit.own
    )
    play.coaching.noted.append(lambda: setattr(visit, "coach", play.coaching.mode.value))
    visit.purse = lambda: play.sitting.bankroll
    visit.renewed.append(play.renewed)
    return play


def _drill(visit: Visit) -> Framed:
    from bjlearn.widgets.drill import Drill

    drill = Drill.from_address(visit.place, parts=(), visit=visit)
    visit.renewed.append(drill.renew)
    return drill


def _strategy(visit: Visit) -> Framed:
    from bjlearn.widgets.strategy_chart import StrategyChart

    drill = any(tab.name == "drill" for tab in SCREENS)
    return StrategyChart.from_address(visit.place, practise=drill, parts=(), visit=visit)


def _rules(visit: Visit) -> Framed:
    from bjlearn.widgets.rules_explorer import RulesExplorer

    return RulesExplorer.from_address(visit.place, parts=(), visit=visit)


def _simulate(visit: Visit) -> Framed:
    from bjlearn.widgets.simulate import Simulate

    return Simulate.from_address(visit.place, parts=(), visit=visit)


def _class(visit: Visit) -> Framed:
    from bjlearn.widgets.class_view import ClassView

    return ClassView.from_address(visit.place, register=visit.register(), parts=(), visit=visit)


SCREENS: tuple[Tab, ...] = (
    Tab("play", Message(N_("Play")), _play),
    Tab("drill", Message(N_("Drill")), _drill),
    Tab("strategy", Message(N_("Strategy")), _strategy),
    Tab("rules", Message(N_("Rules")), _rules),
    Tab("simulate", Message(N_("Simulate")), _simulate),
    Tab("class", Message(N_("Class")), _class, instructor=True),
)
"""The screens there are, in the order of their tabs. A new one is one more line here."""


def named(tabs: Sequence[Tab], name: str) -> Tab:
    """The tab of a name; the first one for a name that is not there, for an old address still opens.

    Args:
        tabs: to choose from.
        name: as the address says it.
    """
    return next((tab for tab in tabs if tab.name == name), tabs[0])


def on_tab(address: Address, tab: Tab, tabs: Sequence[Tab]) -> Address:
    """An address with the name of its screen; the first screen's is left out."""
    return replace(address, screen="" if tab is tabs[0] else tab.name)
