"""An exercise on screen: its question, cards and fields; right or wrong in words, a hint, and another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bjlearn.cards import Card
from bjlearn.practice import Choice, Reply, Sheet, find_exercise, present_sheet
from bjlearn.practice.exercises import SUIT_SIGNS
from bjlearn.text import N_, BjlearnError, Message
from bjlearn.widgets.screen import STATIC, Screen

MOST_TEXT = 40
"""Characters that a text from the browser may have."""

_LABELS: Mapping[str, str] = {
    "number": N_("Your answer"),
    "total": N_("Total"),
    "soft": N_("soft"),
    "hard": N_("hard"),
    "softness": N_("Soft or hard"),
    "choice": N_("Your answer"),
    "check": N_("Check"),
    "another": N_("Another one"),
    "solution": N_("Show the solution"),
    "solved": N_("solved"),
    "code": N_("You answer in Python, in the next cell. Where no cells are shown, open the lesson in JupyterLab."),
}


def _style() -> str:
    """The colours of the table, and what an exercise needs beside them."""
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in ("table.css", "exercise.css"))


class Exercise(Screen):
    """An exercise to answer without any code: ``Exercise("01.soft-total")``.

    Args:
        name: id of the exercise.
        language: of all that is shown.
        theme: ``"light"``, ``"dark"``, or None to follow the notebook or the system.
        sheet: whose exercises; the notebook's by default.

    Raises:
        BjlearnError: there is no such exercise, language or theme.
    """

    _esm = STATIC / "exercise.js"
    _css: Any = _style()

    def __init__(self, name: str, *, language: str = "en", theme: str | None = None, sheet: Sheet | None = None) -> None:
        self._exercise = find_exercise(name)
        self._sheet = present_sheet() if sheet is None else sheet
        self._reply: Reply | None = None
        self._solution: Message | None = None
        super().__init__(language=language, theme=theme)
        self._show()
        if self._exercise.kind.name == "function":  # answered elsewhere, by check() in a cell
            self._sheet.on_change(lambda changed: self._show() if changed == name else None)

    def _dress(self) -> None:
        self.language = self._language
        self.theme = self._theme

    def _show(self) -> None:
        name, kind, language = self._exercise.id, self._exercise.kind, self._language
        state = self._sheet.progress(name)
        options = kind.options if isinstance(kind, Choice) else {}
        reply = self._reply
        with self.hold_sync():
            self.view = {
                "id": name,
                "variant": state.variant,
                "title": self._exercise.title.text(language),
                "question": state.task.question.text(language),
                "kind": kind.name,
                "laid": [
                    {"label": laid.label.text(language), "cards": [_shown_card(held, language) for held in laid.cards]}
                    for laid in state.task.laid
                ],
                "options": [[value, words.text(language)] for value, words in options.items()],
                "reply": None if reply is None else {"tone": reply.tone, "parts": [part.text(language) for part in reply.parts]},
                "solution": None if self._solution is None else self._solution.text(language),
                "may_see": self._sheet.may_see_solution(name) and not state.solved,
                "solved": state.solved,
                "labels": {key: Message(label).text(language) for key, label in _LABELS.items()},
            }

    def answer(self, given: object) -> Reply:
        """Answer the exercise, as its Check button does.

        Args:
            given: the answer.
        """
        try:
            self._reply = self._sheet.check(self._exercise.id, given)
            if given is None:  # the question stands above the fields: it is not told again
                self._reply = Reply(None, self._reply.parts[:1])
        except BjlearnError as error:
            self._reply = Reply(None, (error.message,))
        self._show()
        return self._reply

    def _received(self, _widget: object, content: object, _buffers: object) -> None:
        if not isinstance(content, dict) or content.get("variant") != self._sheet.progress(self._exercise.id).variant:
            return  # nothing we know, or a late click on a question that is gone
        kind = content.get("type")
        if kind == "check":
            sent = content.get("answer")
            if self._exercise.kind.name == "total" and _half_filled(sent):
                self._reply = Reply(None, (Message("Write the total, and choose soft or hard."),))
                self._show()
            else:
                self.answer(_answer(sent))
        elif kind == "another":
            self._sheet.another(self._exercise.id)
            self._reply = self._solution = None
            self._show()
        elif kind == "solution" and self._sheet.may_see_solution(self._exercise.id):
            self._solution = self._sheet.solution(self._exercise.id)
            self._show()

    def __repr__(self) -> str:
        return f"Exercise({self._exercise.id!r})"


def _half_filled(sent: object) -> bool:
    """Whether one of the two fields of a total is empty, and the other is not."""
    texts = [part.strip() for part in sent if isinstance(part, str)] if isinstance(sent, list) else []
    return len(texts) == 2 and any(texts) and not all(texts)


def _answer(sent: object) -> object:
    """What the fields hold: a text, or a text with soft or hard; None where it is nothing that they can hold."""
    if isinstance(sent, str) and len(sent) <= MOST_TEXT:
        return sent.strip() or None
    if isinstance(sent, list) and len(sent) == 2 and all(isinstance(part, str) and len(part) <= MOST_TEXT for part in sent):
        total, soft = (part.strip() for part in sent)
        return f"{soft} {total}" if total and soft else total or soft or None
    return None


_RANK_WORDS = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
_SUIT_WORDS = {"s": N_("spades"), "h": N_("hearts"), "d": N_("diamonds"), "c": N_("clubs")}


def _shown_card(held: Card, language: str) -> dict[str, Any]:
    rank = Message(_RANK_WORDS[held.rank]) if held.rank in _RANK_WORDS else held.rank
    words = (
        Message("{rank} of {suit}", rank=rank, suit=Message(_SUIT_WORDS[held.suit]))
        if held.suit
        else Message("{rank}", rank=rank)
    )
    return {
        "rank": held.rank,
        "suit": SUIT_SIGNS[held.suit],
        "red": held.suit in ("h", "d"),
        "words": words.text(language),
    }
