"""One's own progress from the header's dialog, without a browser: what is taken in or deleted shows on the screens at once."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from bjlearn.practice.identity import KEY, Visitor, statement
from bjlearn.practice.records import Judged, Learner
from bjlearn.practice.store import exchange
from bjlearn.widgets import Address
from bjlearn.widgets.mine import MOST_BYTES, Mine
from bjlearn.widgets.tabs import SCREENS, named
from bjlearn.widgets.visit import Visit

AT = datetime(2026, 1, 31, 10, tzinfo=UTC)
MISS = Judged("one", AT, "play", "it-casino", "", "hard16-10", (10, 6), 10, "stand", "hit", "mistake", 0.01, 0.1)
ANA = Learner("a" * 32)


class Dialog:
    """A visit and its dialog; what is sent to the browser is kept."""

    def __init__(self, who: Visitor) -> None:
        self.sent: list[tuple[Mapping[str, Any], Sequence[bytes]]] = []
        self.changes = 0
        self.visit = Visit(Address(), who=who)
        self.mine = Mine(self.visit, lambda content, buffers: self.sent.append((content, buffers)), self._changed)

    def _changed(self) -> None:
        self.changes += 1

    def sends(self, kind: str, buffers: object = (), **more: object) -> Mapping[str, Any]:
        assert self.mine.received({"type": kind, "n": 7, **more}, buffers)
        return self.sent[-1][0]


def file_of(*decisions: Judged) -> bytes:
    return json.dumps(exchange.write(exchange.Progress(decisions, (), ()), "Ana", AT)).encode()


def test_a_drill_shows_what_was_taken_in_and_deleted() -> None:
    dialog = Dialog(Visitor(ANA))
    drill: Any = named(SCREENS, "drill").load(dialog.visit)
    drill._handle_custom_msg({"type": "ready", "n": 1}, [])
    assert drill.view["marks"] == {}
    assert dialog.sends("import", [memoryview(file_of(MISS))])["ok"] is True
    assert list(drill.view["marks"]) == ["hard16-10"]
    given = dialog.sends("export")
    assert given["type"] == "file"
    assert len(json.loads(gzip.decompress(dialog.sent[-1][1][0]))["decisions"]["rows"]) == 1
    assert dialog.sends("forget")["ok"] is True
    assert drill.view["marks"] == {}


@pytest.mark.parametrize("buffers", [(), [], None, [b""], [b"a", b"b"], [b" " * (MOST_BYTES + 1)]])
def test_what_is_no_file_is_refused(buffers: object) -> None:
    dialog = Dialog(Visitor(ANA))
    answer = dialog.sends("import", buffers)
    assert (answer["ok"], answer["n"]) == (False, 7)
    assert answer["text"] == "A file of progress has between 1 byte and 8 MB."


def test_a_new_name_reaches_the_book_and_gives_no_right(monkeypatch: pytest.MonkeyPatch) -> None:
    key = bytes(range(32))
    monkeypatch.setenv(KEY, key.hex())
    dialog = Dialog(Visitor(ANA))
    book = dialog.visit.book
    named_ = Visitor(Learner(ANA.id, "Ana <b>", "7B"), instructor=True)
    for forged in (statement(bytes(32), named_), statement(key, Visitor(Learner("b" * 32, "Bob"))), None):
        assert dialog.sends("who", statement=forged)["ok"] is False
    assert dialog.sends("who", statement=statement(key, named_))["ok"] is True
    assert (dialog.visit.name, dialog.visit.instructor, dialog.changes) == ("Ana <b>", False, 1)
    assert dialog.visit.book is book
    assert book.learner == named_.learner


def test_other_messages_are_not_the_dialogs() -> None:
    dialog = Dialog(Visitor(ANA))
    for content in (None, [], "who", {"type": "screen"}, {"type": ["who"]}, {}):
        assert not dialog.mine.received(content, [])
    assert dialog.sent == []
