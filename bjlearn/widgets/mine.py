"""What a person does with what is theirs, in the header's dialog: their name, and their progress as a file or gone."""

from __future__ import annotations

import gzip
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from bjlearn.practice.identity import kernel_key, read_statement
from bjlearn.text import N_, BjlearnError, Message
from bjlearn.widgets.visit import Visit

_logger = logging.getLogger(__name__)

MOST_BYTES = 8 * 1024 * 1024
"""Bytes of a file that is taken in; a browser sends no larger one, and saves none here."""

MINE_STRINGS: tuple[str, ...] = (
    N_("Cancel"),
    N_("Class code"),
    N_("Delete all your answers and progress for good?"),
    N_("Delete for good"),
    N_("Delete my data"),
    N_("Load from a file"),
    N_("Save"),
    N_("Save to a file"),
    N_("Saved."),
    N_("That did not work. Reload the page and try again."),
    N_("This file is larger than 8 MB; it was not sent."),
    N_("Who you are"),
    N_("You can leave both empty. Your instructor sees the name; the class code brings you what your class was asked to do."),
    N_("Your name"),
    N_("Your progress"),
    N_("Your progress goes with your user name on this machine: {name}."),
)
"""Every text that ``static/mine.js`` looks up, as it stands there."""

Answer = Callable[[Mapping[str, Any], Sequence[bytes]], None]


class Mine:
    """Does what the dialog asks for. Nothing that a browser says of its visitor is believed without the server's seal.

    Args:
        visit: whose.
        answer: sends a message and its buffers.
        changed: called when the name is another.
    """

    def __init__(self, visit: Visit, answer: Answer, changed: Callable[[], None]) -> None:
        self._visit, self._answer, self._changed = visit, answer, changed

    def view(self) -> dict[str, Any]:
        """What the dialog shows."""
        who, note = self._visit.learner, self._visit.note
        return {
            "name": who.name,
            "group": who.group,
            "served": self._visit.who.served,
            "note": "" if note is None else note.text(self._visit.place.language),
        }

    def received(self, content: object, buffers: object) -> bool:
        """Do what a message asks for.

        Args:
            content: whatever came.
            buffers: what came with it.

        Returns:
            Whether the message was one of the dialog's.
        """
        kind = content.get("type") if isinstance(content, dict) else None
        if kind not in ("who", "export", "import", "forget") or not isinstance(content, dict):
            return False
        number = content.get("n")
        number = number if isinstance(number, int) and 0 <= number < 2**31 else 0
        said, done = Message("That did not work. Reload the page and try again."), False
        try:
            if kind == "export":
                self._export(number)
                return True
            said, done = self._do(str(kind), content, buffers), True
        except BjlearnError as error:
            said = error.message
        except Exception:
            _logger.exception("%s did not work", kind)
        self._answer({"type": "done", "n": number, "ok": done, "text": said.text(self._visit.place.language)}, ())
        return True

    def _do(self, kind: str, content: Mapping[str, Any], buffers: object) -> Message:
        if kind == "who":
            self._rename(content.get("statement"))
            return Message("Saved.")
        if kind == "import":
            return self._import(buffers)
        self._visit.book.forget()
        self._renewed()
        return Message("All your data is deleted.")

    def _rename(self, said: object) -> None:
        """Take a new name from the server's statement, which has to be about this very visitor. It gives no rights."""
        key, who = kernel_key(), self._visit.who
        told = None if key is None else read_statement(key, said)
        if told is None or told.learner.id != who.learner.id:
            raise BjlearnError(Message("This name does not come from the server. Reload the page and try again."))
        self._visit.rename(told.learner)
        self._changed()

    def _export(self, number: int) -> None:
        data = json.dumps(self._visit.book.export(), ensure_ascii=False, indent=1).encode()
        name = f"bjlearn-{date.today().isoformat()}.json"  # noqa: DTZ011 - the person's own day
        # packed, for a server slows down or drops what is more than a megabyte a second
        self._answer({"type": "file", "n": number, "name": name}, (gzip.compress(data),))

    def _import(self, buffers: object) -> Message:
        parts = list(buffers) if isinstance(buffers, list | tuple) else []
        data = bytes(parts[0]) if len(parts) == 1 else b""
        if not data or len(data) > MOST_BYTES:
            raise BjlearnError(Message("A file of progress has between 1 byte and 8 MB."))
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BjlearnError(Message("This file is not one that was saved here.")) from None
        new = self._visit.book.take(text)
        self._renewed()
        if new == 1:
            return Message("1 decision was new and is taken in.")
        return Message("{count} decisions were new and are taken in.", count=new)

    def _renewed(self) -> None:
        for listener in self._visit.renewed:
            listener()
        self._changed()
