"""The Play screen: a table, the document it is played by and its readings, stakes, bankroll, history."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from bjlearn.cards import Shoe
from bjlearn.documents import Document, builtin_ids, load
from bjlearn.game import Round
from bjlearn.practice.records import Book
from bjlearn.text import Message
from bjlearn.widgets.address import Address, read_address
from bjlearn.widgets.coached import coach_parts
from bjlearn.widgets.coaching import Coaching, Mode, warm
from bjlearn.widgets.company import Company
from bjlearn.widgets.remembered import Remembered, is_ping
from bjlearn.widgets.said import said
from bjlearn.widgets.screen import Screen, ScreenError
from bjlearn.widgets.shown import round_parts, shown_round
from bjlearn.widgets.sitting import Sitting
from bjlearn.widgets.summed import history_row, setup_parts, sitting_parts, summary_parts
from bjlearn.widgets.visit import Visit
from bjlearn.widgets.wire import Ask, Choose, Deal, Decide, Invite, Read, Sent, Speak, Tune, Wear

if TYPE_CHECKING:
    from bjlearn.coach import Verdict

PARTS: tuple[str, ...] = ("documents", "language", "theme", "end", "address")
"""Parts of the screen that a frame around it may have itself, and then leaves out here."""

_CHANGES = (Decide, Deal, Invite, Choose, Read, Ask)
"""Messages that may change what lies on the table."""


class Play(Screen):
    """Play by a document, alone in a notebook or in the dashboard: ``Play("it-banco")``.

    Args:
        doc: id of a built-in document, path of a person's own file, or a document.
        readings: clause id to reading id, where not the default.
        language: of all that is shown.
        bankroll: virtual chips to start with; they have no money value.
        minimum: least stake of a hand.
        maximum: largest stake of a hand.
        seed: for lessons and tests: the same seed gives the same cards. It never leaves this process.
        theme: ``"light"``, ``"dark"``, or None to follow the notebook or the system.
        shoe: a shoe to play with in place of a full one, for lessons and tests.
        coach: when the coach speaks: ``"off"``, ``"after"`` or ``"before"`` each choice.
        others: AI players at the table, in dealing order: ``"easy"``, ``"normal"``, ``"hard"``, at most three; ``"you"`` among
            them says where the person sits, first by default.
        pace: how fast they go: ``"off"`` (at once), ``"fast"``, ``"normal"`` or ``"slow"``.
        parts: what the screen has beside table, history and readings; see :data:`PARTS`.
        book: opens the learner's progress, when it is first needed: every decision is kept there before its verdict is shown,
            and the table with its chips and round for the next visit, unless its cards are given or seeded.
        own: documents of the person's own that :meth:`visit` may name by their ids; the sequence may grow.

    Raises:
        BjlearnError: there is no such document, reading, language or theme, or a table has no such limits.
    """

    def __init__(
        self,
        doc: str | Path | Document = "it-casino",
        readings: Mapping[str, str] | None = None,
        language: str = "en",
        bankroll: int = 1000,
        *,
        minimum: int = 5,
        maximum: int = 500,
        seed: int | None = None,
        theme: str | None = None,
        shoe: Shoe | None = None,
        coach: str = "after",
        others: Sequence[str] = (),
        pace: str = "normal",
        parts: tuple[str, ...] = PARTS,
        book: Callable[[], Book] | None = None,
        own: Sequence[Document] = (),
    ) -> None:
        document = doc if isinstance(doc, Document) else load(doc)
        self._own = own
        self._documents = tuple({item: load(item) for item in builtin_ids()}.values())
        if document not in self._documents:
            self._documents = (*self._documents, document)
        limits = {"bankroll": bankroll, "minimum": minimum, "maximum": maximum}
        self._sitting = Sitting(document, readings, **limits, seed=seed, shoe=shoe, company=Company(others, pace))
        self._mark = secrets.token_hex(4)
        self._parts = tuple(part for part in PARTS if part in parts)
        self._seen: tuple[int, dict[str, Any], int] | None = None
        self._said = ""
        self._listeners: list[Callable[[Address], None]] = []
        self._hint: Callable[[Round, Document], Message | None] | None = None
        self._note: Message | None = None
        self._coach = Coaching()
        self._coach.tune("mode", coach)
        self._memory = None if book is None else Remembered(book)
        super().__init__(language=language, theme=theme)
        self._show()
        self._show_history()

    @classmethod
    def from_address(cls, address: Address | None = None, **more: Any) -> Self:  # noqa: ANN401 - as the class takes them
        """The screen that an address opens; without one, that of the visitor's request (see :func:`read_address`).

        It keeps what is played in the visitor's book, where it is given no other.
        """
        where = read_address() if address is None else address
        if "book" not in more:
            visit = Visit(where)
            more["book"] = lambda: visit.book
        own: Sequence[Document] = more.get("own", ())
        document = next((item for item in own if item.id == where.document), None) or where.document
        play = cls(document, where.readings, where.language, theme=where.theme or None, **more)
        if where.lost is not None:
            play.tell(where.lost)
        return play

    # for those who put this screen into something larger

    @property
    def place(self) -> Address:
        """Where the screen is, as an address says it."""
        sitting = self._sitting
        return Address(sitting.document.id, dict(sitting.readings), self._language, self._theme)

    @property
    def sitting(self) -> Sitting:
        """The chips, the table and its round. Not for a browser: it holds the shoe."""
        return self._sitting

    @property
    def coaching(self) -> Coaching:
        """The coach of this table: its settings, verdicts and what mistakes have cost."""
        return self._coach

    def on_place(self, listener: Callable[[Address], None]) -> None:
        """Call a listener with the new :attr:`place` whenever a person changes document, readings, language or theme here."""
        self._listeners.append(listener)

    def on_hint(self, hint: Callable[[Round, Document], Message | None] | None) -> None:
        """Who is asked, beside the coach, when a person asks for help in a round; what it says is shown above the buttons."""
        self._hint = hint
        self._show()

    def visit(self, address: Address) -> None:
        """Be where an address says; nothing happens where the screen is there already.

        Raises:
            BjlearnError: a round is on the table, or there is no such document, reading, language or theme.
        """
        there = self.place
        document = self._document_of(address.document)
        if (document, dict(address.readings)) != (self._sitting.document, dict(there.readings)):
            self.choose(document, address.readings)
        if address.language != there.language:
            self.speak(address.language)
        if address.theme != there.theme:
            self.wear(address.theme)

    def tell(self, note: Message | None) -> None:
        """Show a sentence above the buttons; None takes it away."""
        self._note = note
        self._show()

    def _document_of(self, doc: str | Path) -> Document:
        return next((item for item in (*self._own, *self._documents) if item.id == str(doc)), None) or load(doc)

    def choose(self, doc: str | Path | Document, readings: Mapping[str, str] | None = None) -> None:
        """Go on by another document or other readings; the chips go along.

        Raises:
            BjlearnError: a round is on the table, or there is no such document or reading.
        """
        document = doc if isinstance(doc, Document) else load(doc)
        self._sitting.choose(document, readings)
        self._coach.last = self._coach.advice = None
        if document not in self._documents:
            self._documents = (*(item for item in self._documents if item.id != document.id), document)
        self._seen, self._note = None, None
        self._keep()
        self._show()

    # what a browser asks for

    def _received(self, widget: object, content: object, buffers: object) -> None:
        if self._memory is not None and not self._memory.taken_up:
            self._remember(self._memory, at_once=not is_ping(content))
        super()._received(widget, content, buffers)
        # the first message comes when the page is there: only then is a processor's time free
        warm(self._sitting.rules)
        if self._coach.wide or self._sitting.number:  # who plays may ask for the other documents
            warm(*(document.rules() for document in self._documents))

    def _take(self, message: Sent) -> Message | None:
        sitting = self._sitting
        if isinstance(message, _CHANGES) and sitting.lasts and self._memory is not None and self._memory.elsewhere:
            raise ScreenError(Message("You have played at this table on another page: reload this one to go on from there."))
        if isinstance(message, Decide):
            asked = self._coach.situation(sitting)
            if sitting.decide(message.round, message.step, message.decision):
                if asked is not None:
                    self._coach.judge(asked, message.decision)
                return self._stepped(self._coach.last if asked is not None else None)
        elif isinstance(message, Deal):
            if sitting.deal(message.round, message.stakes):
                self._coach.dealt(sitting)
                return self._stepped()
        elif isinstance(message, Invite):
            sitting.seat(message.what, message.value)
            if message.what != "pace":
                self._coach.last = self._coach.advice = None
            self._stepped()
        elif isinstance(message, Tune):
            self._coach.tune(message.what, message.value)
            self._advise()
            self._show()
        elif isinstance(message, Choose):
            self._choose_listed(message.document)
        elif isinstance(message, Read):
            self._read(message.clause, message.reading)
        elif isinstance(message, Ask):
            self._asked(message)
        else:
            super()._take(message)
            if isinstance(message, Speak | Wear):
                self._tell_place()
        return None

    def _stepped(self, verdict: Verdict | None = None) -> Message | None:
        """After anything that has changed the table: first it is kept, then it is shown.

        Args:
            verdict: on the decision that changed it.

        Returns:
            What to tell the person, where it cannot be kept.
        """
        sitting, round_ = self._sitting, self._sitting.round
        if round_ is not None and sitting.company.pace == "off":
            sitting.proceed(sitting.number, round_.step, on=True)
        told = self._keep(verdict)
        self._moved()
        return told

    def _moved(self) -> None:
        self._note = None
        self._advise()
        self._show()
        if not self._sitting.playing:
            self._show_history()

    def _advise(self) -> None:
        """Where the coach speaks before each choice, let it."""
        if self._coach.mode is Mode.BEFORE:
            self._coach.advise(self._sitting)

    def _choose_listed(self, name: str) -> None:
        # only what was offered: a name from outside never becomes a path
        for document in self._documents:
            if document.id == name and document is not self._sitting.document:
                self._change(document, {})
                return
        raise ScreenError(Message("That document is not offered here."))

    def _read(self, clause: str, reading: str) -> None:
        document = self._sitting.document
        self._change(document, {**self._sitting.readings, document.clause(clause).id: reading})

    def _change(self, document: Document, readings: Mapping[str, str]) -> None:
        self.choose(document, readings)
        self._tell_place()

    def _asked(self, asked: Ask) -> None:
        sitting = self._sitting
        if asked.kind == "end":
            sitting.end()
            self._stepped()
        elif asked.kind == "new" and sitting.ended:
            sitting.again()
            self._seen = None
            self._coach.anew()
            self._stepped()
        elif asked.kind in ("go", "skip"):
            if sitting.proceed(asked.round, asked.step, on=asked.kind == "skip"):
                self._stepped()
        elif asked.kind == "hint":
            round_ = sitting.round
            if round_ is not None and not round_.over and (asked.round, asked.step) == (sitting.number, round_.step):
                cannot = self._coach.advise(sitting, asked=True)
                self.tell(cannot if self._hint is None else self._hint(round_, sitting.document))

    # what is kept

    def _remember(self, memory: Remembered, *, at_once: bool) -> None:
        """Open the book and lay the table as it was left: in the background where nothing waits for it."""
        if at_once:
            memory.load()
            self._take_up()
        else:
            memory.begin(self._take_up)

    def renewed(self) -> None:
        """The progress is another than this table has made it; where all of it was deleted, the table begins anew too."""
        sitting, memory = self._sitting, self._memory
        if memory is None or not memory.taken_up or not sitting.lasts or sitting.ended or not memory.empty:
            return
        sitting.clear()
        self._coach.anew()
        self._mark, self._seen = secrets.token_hex(4), None
        self._moved()

    def _take_up(self) -> None:
        memory = self._memory
        if memory is None or memory.taken_up:
            return
        place = self.place
        note, mark = memory.lay(self._sitting, self._coach, (*self._documents, *self._own))
        self._mark = mark or self._mark  # to the page it is the round that it had
        if self._sitting.document not in self._documents:
            self._documents = (*self._documents, self._sitting.document)
        self._note = note or self._note
        self._advise()
        self._show()
        if self.place != place:
            self._tell_place()

    def _keep(self, verdict: Verdict | None = None) -> Message | None:
        """Keep a decision, and the table as it is after it.

        Returns:
            What to tell the person, where that cannot be done.
        """
        if self._memory is None or not self._memory.taken_up:
            return None  # nobody is there yet, and what was kept before is not overwritten
        return self._memory.keep_sitting(self._sitting, self._coach, self._mark, verdict)

    def _tell_place(self) -> None:
        for listener in self._listeners:
            listener(self.place)

    # what is shown

    def _show(self) -> None:
        with self.hold_sync():
            self.setup = self._setup()
            self.view = self._view()

    def _setup(self) -> dict[str, Any]:
        place = self.place.parts() if "address" in self._parts else None
        return setup_parts(self._sitting, self._documents, self._parts, place, self._language)

    def _view(self) -> dict[str, Any]:
        sitting = self._sitting
        view: dict[str, Any] = {
            "session": self._mark,
            **sitting_parts(sitting, self._language),
            "hint": True,
            "kept": self._memory is not None and sitting.lasts,
            "coach": coach_parts(self._coach, sitting, self._documents, self._language),
            "note": None if self._note is None else {"kind": "plain", "text": self._note.text(self._language)},
        }
        round_ = sitting.round
        if sitting.ended:
            view["summary"] = summary_parts(sitting.sums, self._coach.tally, self._language)
        elif round_ is not None:
            view |= round_parts(round_, sitting.number, sitting.rules)
            view["table"] = shown_round(round_, sitting.document, self._language)
            view["said"] = self._words(round_)
        return view

    def _words(self, round_: Round) -> str:
        """What happened since the last view of this round; the same again where nothing has."""
        company, number = self._sitting.company, self._sitting.number
        now = company.named(round_)
        seen = self._seen if self._seen is not None and self._seen[0] == number else None
        before, told = (None, 0) if seen is None else seen[1:]
        if before is None or before["step"] != now["step"]:
            acts = company.told(round_, told, self._language)
            self._said = f"{acts} {said(before, now, self._language)}".strip()
            self._seen = (number, now, len(round_.events))
        return self._said

    def _show_history(self) -> None:
        self.history = [history_row(played, self._language) for played in self._sitting.played]

    def speak(self, language: str) -> None:
        """Show everything in another language.

        Raises:
            ScreenError: the product does not have it.
        """
        super().speak(language)
        self._show_history()

    def wear(self, theme: str | None) -> None:
        """Show everything in another theme; None follows the notebook or the system.

        Raises:
            ScreenError: there is no such theme.
        """
        super().wear(theme)
        self._show()  # the address tells the theme too

    def __repr__(self) -> str:
        return f"Play({self._sitting.document.id!r})"
