"""The dashboard: all screens as tabs of one page and one kernel, each built when it is first opened."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Self

import ipywidgets

from bjlearn.documents import builtin_ids, load
from bjlearn.practice.identity import present_visitor
from bjlearn.text import BjlearnError, Message
from bjlearn.widgets.address import Address, read_address
from bjlearn.widgets.frame import Frame
from bjlearn.widgets.request import waits
from bjlearn.widgets.screen import ScreenError
from bjlearn.widgets.tabs import SCREENS, Tab, named, on_tab
from bjlearn.widgets.visit import Framed, Visit
from bjlearn.widgets.wire import Choose, Open, Return, Sent, Speak, Wear

_logger = logging.getLogger(__name__)


def _warm() -> None:
    """Import what every visitor comes to need a moment later, while nobody waits for it: half a second of work for each."""
    import bjlearn.coach
    import bjlearn.practice.store  # noqa: F401


class _Panel(ipywidgets.Box):  # type: ignore[misc]
    """Where a screen stands. A browser has nothing to say about it."""

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Values that a browser sends are not taken."""


class Dashboard(ipywidgets.VBox):  # type: ignore[misc]
    """All screens as tabs, with the document, readings, language, theme, name and bankroll shared among them.

    Args:
        place: where to open.
        screens: the screens there are, in the order of their tabs.
        bankroll: virtual chips to start with; they have no money value.

    Raises:
        BjlearnError: there is no such document, reading, language or theme.
    """

    def __init__(self, place: Address | None = None, *, screens: Sequence[Tab] = SCREENS, bankroll: int = 1000) -> None:
        who = present_visitor()
        self._tabs = tuple(tab for tab in screens if who.instructor or not tab.instructor)
        start = Address() if place is None else place
        opened = named(self._tabs, start.screen)
        self.visit = Visit(replace(on_tab(start, opened, self._tabs), lost=None), who=who, start=bankroll, go=self.go)
        self._built: dict[str, Framed] = {}
        mark = f"bjf-{secrets.token_hex(4)}"
        documents = tuple(load(item) for item in builtin_ids())
        self._frame = Frame(self.visit, self._tabs, documents, mark=mark, asked=self._asked)
        self._panels = {tab.name: _Panel() for tab in self._tabs}
        for name, panel in self._panels.items():
            panel.add_class("bjf-panel")
            panel.add_class(f"bjf-panel-{name}")
        super().__init__(children=(self._frame, *self._panels.values()))
        self.add_class("bjf-dashboard")
        self.add_class(mark)
        self.go(start)

    @classmethod
    def from_address(cls, address: Address | None = None, **more: Any) -> Self:  # noqa: ANN401 - as the class takes them
        """The dashboard where an address opens it; without one, that of the visitor's request (see :func:`read_address`)."""
        if address is None and waits():
            _warm()
        return cls(read_address() if address is None else address, **more)

    @property
    def place(self) -> Address:
        """Where the visit is."""
        return self.visit.place

    @property
    def built(self) -> tuple[str, ...]:
        """Names of the screens that have been opened, in the order in which they were."""
        return tuple(self._built)

    def screen(self, name: str) -> Framed | None:
        """A screen by its name; None where it has not been opened."""
        return self._built.get(name)

    def go(self, address: Address) -> bool:
        """Open a place, in another tab where it says so, without a new page: "practise this", "open this game".

        A screen that cannot be there now (a round is on its table) is shown as it is, and the header says why.

        Args:
            address: where; a screen that does not exist means the first.

        Returns:
            Whether the visit is there now.
        """
        before, tab = self.visit.place, named(self._tabs, address.screen)
        self.visit.place = replace(on_tab(address, tab, self._tabs), lost=None)
        if tab.name not in self._built:
            self._frame.show(self.built)  # the tab says that it is being opened while its imports are paid
        note = self._open(tab, before)
        there = note is None
        for screen in self._built.values():
            self._dress(screen)
        self._frame.show(self.built, note or address.lost)
        return there

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Values that a browser sends are not taken."""

    def _open(self, tab: Tab, before: Address) -> Message | None:
        """Build a screen where it is not there yet, and bring it where the visit is.

        Returns:
            Why it is not there.
        """
        try:
            if tab.name not in self._built:
                self._build(tab)
            else:
                self._built[tab.name].visit(self.visit.place)
        except BjlearnError as error:
            there = self._built.get(tab.name)
            self.visit.place = before if there is None else on_tab(self._here(there.place), tab, self._tabs)
            return error.message
        except Exception:
            # whatever fails in one screen, the others go on, and no traceback reaches a visitor
            _logger.exception("the screen %s did not open", tab.name)
            self.visit.place = before
            return Message("{title} did not open. Reload the page; if it happens again, tell your instructor.", title=tab.title)
        return None

    def _build(self, tab: Tab) -> None:
        screen = tab.load(self.visit)
        screen.on_place(partial(self._moved, tab))
        self._panels[tab.name].children = (screen,)
        self._built[tab.name] = screen

    def _here(self, there: Address) -> Address:
        """A screen's place with the visit's own language and theme."""
        return replace(there, language=self.visit.place.language, theme=self.visit.place.theme)

    def _dress(self, screen: Framed) -> None:
        """Language and theme of a screen, open or not; it gets the document when it is opened again."""
        screen.visit(self._here(screen.place))

    def _moved(self, tab: Tab, place: Address) -> None:
        """A person changed something on a screen: all others follow."""
        self.visit.place = on_tab(place, tab, self._tabs)
        for name, screen in self._built.items():
            if name != tab.name:
                self._dress(screen)
        self._frame.show(self.built)

    def _asked(self, message: Sent) -> Message | None:
        """What a person asks for in the header. Names from outside are looked up, never used as they are."""
        place = self.visit.place
        if isinstance(message, Open):
            if message.screen not in self._panels:
                raise ScreenError(Message("That screen is not offered here."))
            self.go(replace(place, screen=message.screen, own={}))
        elif isinstance(message, Choose):
            if message.document not in (*builtin_ids(), *(item.id for item in self.visit.own)):
                raise ScreenError(Message("That document is not offered here."))
            if message.document != place.document:
                self.go(replace(place, document=message.document, readings={}, own={}))
        elif isinstance(message, Speak):
            self._frame.speak(message.language)  # refuses what is not there
            self.go(replace(place, language=message.language))
        elif isinstance(message, Wear):
            self._frame.wear(message.theme)
            self.go(replace(place, theme=message.theme))
        elif isinstance(message, Return):
            # an address from before has the language and theme of then; whoever changed them since does not want them back
            self.go(replace(read_address(message.query, self.visit.own), language=place.language, theme=place.theme))
        return None

    def __repr__(self) -> str:
        return "Dashboard()"
