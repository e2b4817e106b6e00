"""A Play screen without a browser: messages go in as a browser would send them, answers are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bjlearn.cards import OrderedShoe, cards
from bjlearn.widgets import Play
from bjlearn.widgets.screen import Screen


class Browser:
    """What a browser does with a screen."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.answers: list[dict[str, Any]] = []
        screen.send = lambda content, buffers=None: self.answers.append(content)  # type: ignore[method-assign]

    def sends(self, content: object) -> str:
        """Send whatever it is, the way ipywidgets hands it on; gives what the answer tells the person."""
        before = len(self.answers)
        self.screen._handle_custom_msg(content, [])
        assert len(self.answers) == before + 1, "every message is answered, once"
        answer = self.answers[-1]
        assert answer["type"] == "answer"
        return str(answer["text"])

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.screen.view)

    @property
    def table(self) -> dict[str, Any]:
        return dict(self.screen.view["table"])

    def deals(self, *stakes: int) -> str:
        return self.sends({"type": "deal", "n": 1, "round": self.view["round"], "stakes": list(stakes)})

    def decides(self, decision: str, **more: object) -> str:
        where = {"round": self.view["round"], "step": self.table["step"]}
        return self.sends({"type": "decide", "n": 2, **where, "decision": decision, **more})


@pytest.fixture
def play() -> Callable[..., tuple[Play, Browser]]:
    """Makes a screen from a document, cards in order, and what else the screen takes."""

    def make(doc: str, given: str | None = None, **more: Any) -> tuple[Play, Browser]:
        shoe = None if given is None else OrderedShoe(cards(given))
        screen = Play(doc, shoe=shoe, **more)
        return screen, Browser(screen)

    return make
