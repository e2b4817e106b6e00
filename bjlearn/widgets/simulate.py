"""The Simulate screen: rounds by the million beside the exact figures, players against each other, bankrolls over time."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Self

from bjlearn.documents import Document
from bjlearn.practice.records import Judged
from bjlearn.text import BjlearnError, Message
from bjlearn.widgets.address import Address, read_address
from bjlearn.widgets.background import Job
from bjlearn.widgets.choosers import character, joined
from bjlearn.widgets.pane import PARTS as PANE_PARTS
from bjlearn.widgets.pane import Pane, Wish, Wishes, module, style
from bjlearn.widgets.plotting import CHART_FILES, CHART_STRINGS, CHART_WISHES
from bjlearn.widgets.shown import clause_id
from bjlearn.widgets.sim_form import NUMBERS, PARTS, SHOES, USED, WHO, Form, FormError, int_of, new_seed
from bjlearn.widgets.sim_shown import shown_outcome
from bjlearn.widgets.sim_strings import SIM_STRINGS
from bjlearn.widgets.sim_work import Outcome, run
from bjlearn.widgets.visit import Visit


class Simulate(Pane):
    """Simulations, alone in a notebook or in the dashboard: ``Simulate("it-banco")``.

    Nothing is played before a person presses the button; it is played in threads beside, and the screen goes on answering.

    Args:
        doc: id of a built-in document, path of a person's own file, or a document.
        readings: its readings, clause id to reading id, where not the default.
        language: of all that is shown.
        seed: to begin with, a whole number from 0 on: the same seed and entries give the same results. By chance where left out.
        theme: ``"light"``, ``"dark"``, or None to follow the notebook or the system.
        parts: what the screen has beside; see :data:`bjlearn.widgets.pane.PARTS`.
        visit: what it shares with other screens; None where it stands alone.

    Raises:
        BjlearnError: there is no such document, reading, language, theme or seed.
    """

    _esm: Any = module(*CHART_FILES, "simulate")
    _css: Any = style(*CHART_FILES, "simulate")
    texts: ClassVar[tuple[str, ...]] = (*CHART_STRINGS, *SIM_STRINGS)
    wishes: ClassVar[Wishes] = {
        **CHART_WISHES,
        "ready": {},
        "part": {"value": 20},
        "set": {"name": 20, "value": 80},
        "run": {},
        "stop": {},
        "seed": {},
    }

    def __init__(
        self,
        doc: str | Path | Document = "it-casino",
        readings: Mapping[str, str] | None = None,
        language: str = "en",
        *,
        seed: int | str | None = None,
        theme: str | None = None,
        parts: tuple[str, ...] = PANE_PARTS,
        visit: Visit | None = None,
    ) -> None:
        self._form = Form("" if seed is None else str(seed)[:40])
        self._named = seed is not None  # the address says a seed that somebody chose
        self._part = next(iter(PARTS))
        self._outcomes: dict[str, Outcome] = {}
        self._failed: set[str] = set()
        self._running: str | None = None
        self._stop = threading.Event()
        self._job: Job[Outcome] | None = None
        self._drawn: tuple[Outcome, str, dict[str, Any]] | None = None  # charts are made once for each piece of news
        self._known: Sequence[Judged] | None = None  # the person's decisions, once they were asked for
        super().__init__(doc, readings, language, theme=theme, parts=parts, visit=visit)
        self._show()

    @classmethod
    def from_address(cls, address: Address | None = None, **more: Any) -> Self:  # noqa: ANN401 - as the class takes them
        """The screen that an address opens, with its seed; without one, that of the visitor's request."""
        where = read_address() if address is None else address
        seed = where.own.get("seed")
        # a seed that is none means nothing to us, as any other part of an old address
        more = {"seed": seed, **more} if seed is not None and int_of(seed) is not None else more
        return super().from_address(where, **more)

    @property
    def place(self) -> Address:
        """Where the screen is, as an address says it; with the seed, where somebody chose it."""
        seed = self._form.entries["seed"]
        return replace(super().place, own={"seed": seed} if self._named and int_of(seed) is not None else {})

    @property
    def outcomes(self) -> Mapping[str, Outcome]:
        """What was found so far, by part of the screen."""
        return dict(self._outcomes)

    def visit(self, address: Address) -> None:
        """Be where an address says, with its seed.

        Raises:
            BjlearnError: there is no such document, reading, language or theme.
        """
        super().visit(address)
        seed = address.own.get("seed")
        if seed is not None and int_of(seed) is not None and seed != self._form.entries["seed"]:
            self.fill("seed", seed)

    def fill(self, name: str, value: str | int) -> None:
        """Fill in a field; one that is filled in wrongly says so on the screen, and nothing else is lost.

        Args:
            name: who, rounds, hands, shoe, seed, bankroll, stake, length or sessions.
            value: of the field.

        Raises:
            BjlearnError: there is no such field, or nothing of the kind to choose.
        """
        self._form.set(name, str(value))
        if name == "seed":
            self._named = True
            self._tell_place()
        self._show()

    def look(self, part: str) -> None:
        """Open a part of the screen: ``long``, ``players``, ``cut`` or ``bank``.

        Raises:
            BjlearnError: there is no such part.
        """
        if part not in PARTS:
            raise FormError(Message("There is nothing like that to choose here."))
        self._part, self._known = part, None
        self._show()

    def run(self) -> None:
        """Run what the open part asks for. Where no event loop runs (a plain script), it is over when this returns.

        Raises:
            BjlearnError: something is filled in wrongly, or a simulation is running.
        """
        if self._running is not None:
            raise FormError(Message("A simulation is running: stop it first."))
        self._known = None
        rules, decisions, part = self._rules(), self._decisions(), self._part
        filled = self._form.filled(part, cut_card=rules.cut_card is not None, habits=len(decisions))
        self._stop = threading.Event()
        self._running = part
        self._failed.discard(part)
        self._outcomes.pop(part, None)
        self._show()

        def show(found: Outcome) -> None:
            self._outcomes[part] = found
            if found.over:
                self._running = None
            self._show_found()

        def failed() -> None:
            self._running = None
            self._failed.add(part)
            self._show_found()

        self._job = Job(run(filled, rules, decisions, self._stop), show, failed)

    def stop(self) -> None:
        """End what is running; what is done is kept."""
        self._stop.set()

    def close(self) -> None:
        """Take the screen away, and end what is running."""
        self._stop.set()
        super().close()

    # what a browser asks for

    def _grant(self, wish: Wish) -> Message | None:
        if wish.kind == "part":
            self.look(wish["value"])
        elif wish.kind == "set":
            self.fill(wish["name"], wish["value"])
        elif wish.kind == "seed":
            self.fill("seed", new_seed())
        elif wish.kind == "run":
            if self._running != self._part:  # else pressed twice: it runs already, and that stands on the screen
                self.run()
        elif wish.kind == "stop":
            self.stop()
        return None

    def _be(self, document: Document, readings: Mapping[str, str]) -> None:
        before = (self._document, self._readings)
        super()._be(document, readings)
        if (self._document, self._readings) != before:
            # the figures are another game's
            self._stop.set()
            if self._job is not None:
                self._job.stop()
            self._running, self._known = None, None
            self._outcomes.clear()
            self._failed.clear()
            self._show()

    def _rules(self) -> Any:  # noqa: ANN401 - Rules
        return self._document.rules(self._readings)

    def _mine(self) -> bool:
        """Whether the open part asks for the person's own habits."""
        return "who" in USED[self._part] and self._form.entries["who"] == "mine"

    def _decisions(self) -> Sequence[Judged]:
        """The person's own decisions by these rules; none where nothing is kept, or where nobody asks for their habits.

        They are read again when a part is opened or run, not with every letter that is typed.
        """
        if self._visit is None or not (self._part == "players" or self._mine()):
            return ()
        if self._known is None:
            from bjlearn.documents import write_readings

            try:
                self._known = self._visit.book.decisions(self._document.id, write_readings(self._readings))
            except BjlearnError:
                self._known = ()  # what cannot be read can be simulated no more than what is not there
        return self._known

    # what is shown

    def _show(self) -> None:
        with self.hold_sync():
            self.setup = self._setup()
            if self._ready:
                self._show_found()

    def _setup(self) -> dict[str, Any]:
        language, rules, part = self._language, self._rules(), self._part
        habits = len(self._decisions()) if self._ready and self._mine() else 0
        faults = self._form.faults(part, cut_card=rules.cut_card is not None, habits=habits)
        return {
            **self._common(),
            "character": joined(character(rules), language),
            "parts": [[name, Message(words).text(language)] for name, words in PARTS.items()],
            "part": part,
            "fields": [self._field(name) for name in USED[part]],
            "faults": {name: fault.text(language) for name, fault in faults.items()},
            "clause": clause_id(self._document, "cut_card"),
            "as_if": part == "cut" and rules.cut_card is None,
        }

    def _field(self, name: str) -> dict[str, Any]:
        listed = {"who": WHO, "shoe": SHOES}.get(name)
        field: dict[str, Any] = {"name": name, "value": self._form.entries[name]}
        if listed is None:
            return {**field, "least": NUMBERS[name][1], "most": NUMBERS[name][2]}
        return {**field, "choices": [[key, Message(words).text(self._language)] for key, words in listed.items()]}

    def _show_found(self) -> None:
        part = self._part
        outcome = self._outcomes.get(part)
        self.view = {
            "part": part,
            "running": self._running,
            "stopping": self._running is not None and self._stop.is_set(),
            "failed": part in self._failed,
            "found": None if outcome is None else self._shown(outcome),
        }

    def _shown(self, outcome: Outcome) -> dict[str, Any]:
        drawn, language = self._drawn, self._language
        if drawn is None or drawn[0] is not outcome or drawn[1] != language:
            drawn = self._drawn = (outcome, language, shown_outcome(outcome, language))
        return drawn[2]

    def __repr__(self) -> str:
        return f"Simulate({self._document.id!r})"


__all__ = ["Simulate"]
