"""A second screen for the tests: it shows what the dashboard shares, and moves to the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import ipywidgets

from bjlearn.text import Message
from bjlearn.widgets.address import Address
from bjlearn.widgets.tabs import SCREENS, Tab
from bjlearn.widgets.visit import Visit


class Second(ipywidgets.VBox):
    """Buttons, and a line that says where the screen is."""

    def __init__(self, visit: Visit) -> None:
        self.shared, self.place = visit, visit.place
        self.visits = 0
        self.listeners: list[Callable[[Address], None]] = []
        self.said = ipywidgets.Label()
        open_game = ipywidgets.Button(description="Open this game")
        open_game.on_click(lambda _: visit.go(Address("it-banco", {"IB-13": "plain"}, self.place.language, self.place.theme)))
        other = ipywidgets.Button(description="Another document")
        other.on_click(lambda _: self.choose("ro-online"))
        super().__init__(children=[self.said, open_game, other])
        self.show()

    def visit(self, address: Address) -> None:
        self.visits += 1
        self.place = address
        self.show()

    def on_place(self, listener: Callable[[Address], None]) -> None:
        self.listeners.append(listener)

    def choose(self, document: str) -> None:
        """What a person does on this screen."""
        self.place = replace(self.place, document=document, readings={})
        self.show()
        for listener in self.listeners:
            listener(self.place)

    def show(self) -> None:
        place = self.place
        own = ",".join(f"{key}={value}" for key, value in place.own.items())
        self.said.value = f"{place.document} {place.language} {place.theme} {own} {self.shared.bankroll} chips"


def _load(visit: Visit) -> Second:
    import xml.dom.pulldom  # noqa: F401 - something that nothing else here imports

    return Second(visit)


def _fail(_visit: Visit) -> Second:
    raise LookupError("the secret words of a traceback")


SECOND = Tab("second", Message("Second"), _load)
FAULTY = Tab("faulty", Message("Faulty"), _fail)
TABS = (*SCREENS, SECOND, FAULTY)
