"""The table alone: one Round, drawn and played. For lessons, drills, and any screen that has a round to show."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from bjlearn.documents import Document
from bjlearn.game import Decision, Round
from bjlearn.text import Message
from bjlearn.widgets.choosers import felt_line
from bjlearn.widgets.said import said
from bjlearn.widgets.screen import Screen
from bjlearn.widgets.shown import round_parts, shown_round
from bjlearn.widgets.wire import Ask, Decide, Sent

Decided = Callable[[Round, Decision], None]


class TableWidget(Screen):
    """A round on a table, with its buttons and keys.

    Args:
        round_: what is played; None shows an empty table.
        document: whose clauses the reasons cite.
        language: of all that is shown.
        theme: ``"light"``, ``"dark"`` or None.
        again: words on the button that asks for the next round; None shows no such button.
        on_decision: called after each decision with the round and the decision.
        on_again: called when the next round is asked for; it may :meth:`put` one.
        on_hint: called when help is asked for; gives what to say, or None.

    Raises:
        ScreenError: there is no such language or theme.
    """

    def __init__(
        self,
        round_: Round | None = None,
        *,
        document: Document | None = None,
        language: str = "en",
        theme: str | None = None,
        again: Message | None = None,
        on_decision: Decided | None = None,
        on_again: Callable[[], None] | None = None,
        on_hint: Callable[[Round], Message | None] | None = None,
    ) -> None:
        self._mark = secrets.token_hex(4)
        self._number = 0
        self._round: Round | None = None
        self._before: dict[str, Any] | None = None
        self._note: Message | None = None
        self._document = document
        self._again = again
        self._on_decision, self._on_again, self._on_hint = on_decision, on_again, on_hint
        super().__init__(language=language, theme=theme)
        self.put(round_)

    @property
    def round(self) -> Round | None:
        """The round on the table."""
        return self._round

    def put(self, round_: Round | None, document: Document | None = None) -> None:
        """Put another round on the table.

        Args:
            round_: what is played now; None clears the table.
            document: whose clauses the reasons cite; None leaves it as it is.
        """
        self._number += 1
        self._round, self._before, self._note = round_, None, None
        self._document = document or self._document
        self._show()

    def tell(self, note: Message | None) -> None:
        """Show a sentence above the buttons; None takes it away."""
        self._note = note
        self._show()

    def _show(self) -> None:
        round_ = self._round
        view: dict[str, Any] = {"session": self._mark, "round": self._number, "phase": "empty", "table": None}
        line: list[str] = []
        if round_ is not None:
            table = shown_round(round_, self._document, self._language)
            words = said(self._before, table, self._language) if self._before != table else ""
            view |= {**round_parts(round_, self._number, round_.rules), "table": table, "said": words}
            line = [part.text(self._language) for part in felt_line(round_.rules)]
            self._before = table
        view["hint"] = self._on_hint is not None
        view["again"] = None if self._again is None else self._again.text(self._language)
        view["note"] = None if self._note is None else {"kind": "plain", "text": self._note.text(self._language)}
        with self.hold_sync():
            self.setup = {"rules_line": line}
            self.view = view

    def _take(self, message: Sent) -> Message | None:
        round_ = self._round
        if isinstance(message, Decide):
            if round_ is not None and message.round == self._number and round_.do(message.decision, message.step):
                self._note = None
                if self._on_decision is not None:
                    self._on_decision(round_, message.decision)
                self._show()
            return None
        if isinstance(message, Ask):
            if message.kind == "again" and message.round == self._number and self._on_again is not None:
                if round_ is None or round_.over:
                    self._on_again()
            elif message.kind == "hint" and round_ is not None and self._on_hint is not None:
                self.tell(self._on_hint(round_))
            return None
        return super()._take(message)

    def __repr__(self) -> str:
        return "TableWidget()"
