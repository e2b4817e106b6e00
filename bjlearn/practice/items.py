"""What a drill asks: the cells of a document's chart and insurance, each with what a mistake there is worth; and filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from bjlearn.documents import builtin_ids, load
from bjlearn.exact import analyze
from bjlearn.rules import Action, Insurance, Rules, Surrender
from bjlearn.strategy import BASIC, DEALER, NEVER_BUST, Cell, Shape, Strategy, cell_of
from bjlearn.text import BjlearnError, Message

INSURANCE = "insurance"
"""Code of the one item that is no cell of the chart."""

KINDS: tuple[str, ...] = ("hard", "soft", "pairs", INSURANCE, "surrender")
"""Filters that name a kind of item."""

WEAK, DUE, DIFFER = "weak", "due", "differ"
"""Filters that narrow: cells got wrong, due today, or (``differ:it-banco``) in which a document says something else."""

RARE = 0.02
"""How much a mistake counts that no common habit leads to, beside one that a habit does lead to."""

BORDER = 0.1
"""Where surrender gives away less than this share of the stake, the filter ``surrender`` asks about it too."""

MOST_CELLS = 40
"""Cells that an address may name."""

_HABITS: tuple[Strategy, ...] = (BASIC, DEALER, NEVER_BUST)
_KIND_OF = {Shape.HARD: "hard", Shape.SOFT: "soft", Shape.PAIR: "pairs"}
_UP_ACE = 1 / 13
_NO_CHOICE = 21


class DrillError(BjlearnError):
    """A filter or a cell that the drill of this document does not have, or a filter that leaves nothing."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to know.

    Attributes:
        code: of the cell as an address names it (``hard16-10``), or ``insurance``.
        kind: ``hard``, ``soft``, ``pairs`` or ``insurance``.
        cell: of the chart; None for insurance.
        best: name of the best decision.
        often: how often it is met in a round by the chart's play.
        costs: what deciding otherwise always here costs a round, in shares of the opening stake, by decision.
        worth: cost of the typical mistake here in a round, in shares of the opening stake: what comes first in a drill.
    """

    code: str
    kind: str
    cell: Cell | None
    best: str
    often: float
    costs: Mapping[str, float]
    worth: float

    @property
    def row(self) -> str:
        """The row of the chart: ``hard16``, ``pairs8``, ``insurance``."""
        return self.code.partition("-")[0]

    @property
    def surrenders(self) -> bool:
        """Whether surrender is best, or nearly."""
        cost = self.costs.get("surrender")
        return self.best == "surrender" or (cost is not None and cost < BORDER * self.often)


def code_of(kind: str, cards: Sequence[int], up: int) -> str:
    """The item that a question is about.

    Args:
        kind: of the question: ``action``, ``surrender`` or ``insurance``.
        cards: the hand's card values, ace as 1.
        up: value of the upcard, ace as 1.
    """
    return INSURANCE if kind == INSURANCE else cell_of(cards, up).code


@lru_cache(maxsize=16)
def items_of(rules: Rules) -> Mapping[str, Item]:
    """All items of a game by their codes, those whose mistakes cost most first. Cells that the rules never lead to are none.

    What a mistake is worth is the game's own exact figure: what always deciding so costs a round, which is the cost of the
    mistake times how often the situation arises. The typical mistake is what a habit does here: the common table for other
    rules, drawing like the dealer, never risking a bust. Where every habit is right it is the next best decision, and counts
    :data:`RARE` times as much.

    Args:
        rules: of the game.
    """
    found = [_item(*situation) for situation in analyze(rules).situations() if situation[0].number < _NO_CHOICE]
    found = [item for item in found if len(item.costs) > 1]
    if rules.insurance is not Insurance.NONE:
        found.append(_insurance(rules))
    found.sort(key=lambda item: (-item.worth, item.code))
    return MappingProxyType({item.code: item for item in found})


def _item(cell: Cell, often: float, best: Action, costs: Mapping[Action, float]) -> Item:
    named = {action.value: cost for action, cost in costs.items()}
    named[best.value] = 0.0
    others = {name: cost for name, cost in named.items() if name != best.value}
    habits = {_habit(strategy, cell, costs) for strategy in _HABITS} - {best.value}
    worth = max(others.get(name, 0.0) for name in habits) if habits else RARE * min(others.values(), default=0.0)
    return Item(cell.code, _KIND_OF[cell.shape], cell, best.value, often, MappingProxyType(named), worth)


def _habit(strategy: Strategy, cell: Cell, legal: Iterable[Action]) -> str:
    """What a habit does in a cell, of what the rules allow."""
    if cell.shape is Shape.PAIR:
        return strategy.choose((cell.number, cell.number), cell.upcard, set(legal)).value
    order = strategy.cells.get(cell, (Action.HIT,))
    return next((action for action in order if action in legal), Action.STAND).value


def _insurance(rules: Rules) -> Item:
    worth = analyze(rules).insurance() / 2
    costs = {"insure": max(0.0, -worth) * _UP_ACE, "no insurance": max(0.0, worth) * _UP_ACE}
    best = "insure" if worth > 0 else "no insurance"
    return Item(INSURANCE, INSURANCE, None, best, _UP_ACE, MappingProxyType(costs), abs(worth) * _UP_ACE)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which items a drill asks. Kinds add to each other; what else is given narrows.

    Attributes:
        kinds: of :data:`KINDS`; empty for all.
        differ: ids of documents; only cells in which at least one of them says something else.
        weak: only cells that the learner gets wrong.
        due: only cells that are due today.
        cells: codes; where there are any, only these, whatever else is given.
    """

    kinds: tuple[str, ...] = ()
    differ: tuple[str, ...] = ()
    weak: bool = False
    due: bool = False
    cells: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        """As an address writes it; empty for everything."""
        differ = tuple(f"{DIFFER}:{name}" for name in self.differ)
        return ",".join((*self.kinds, *differ, *((WEAK,) if self.weak else ()), *((DUE,) if self.due else ())))

    def among(self, rules: Rules, *, weak: Callable[[str], bool], due: Callable[[str], bool]) -> tuple[Item, ...]:
        """The items that it leaves, those whose mistakes cost most first.

        Args:
            rules: of the game.
            weak: whether the learner gets the cell of a code wrong.
            due: whether it is due today.

        Raises:
            DrillError: the game has no such cell, no insurance or no surrender, or nothing is left.
        """
        items = items_of(rules)
        if self.cells:
            for code in self.cells:
                if code not in items:
                    raise DrillError(Message('The chart of this document has no cell "{code}".', code=code[:20]))
            return tuple(item for item in items.values() if item.code in self.cells)
        self._offered(rules)
        left = [item for item in items.values() if self._of_kind(item)]
        for test in [self._differs(rules)] if self.differ else []:
            left = [item for item in left if test(item)]
        if self.weak:
            left = [item for item in left if weak(item.code)]
        if self.due:
            left = [item for item in left if due(item.code)]
        if not left:
            raise DrillError(self._nothing())
        return tuple(left)

    def _offered(self, rules: Rules) -> None:
        if self.kinds == (INSURANCE,) and rules.insurance is Insurance.NONE:
            raise DrillError(Message("This document knows no insurance, so there is nothing of it to practise."))
        if self.kinds == ("surrender",) and rules.surrender is Surrender.NONE:
            raise DrillError(Message("This document knows no surrender, so there is nothing of it to practise."))

    def _of_kind(self, item: Item) -> bool:
        return not self.kinds or item.kind in self.kinds or ("surrender" in self.kinds and item.surrenders)

    def _differs(self, rules: Rules) -> Callable[[Item], bool]:
        here = analyze(rules).total.cells
        others = [analyze(load(name).rules()).total.cells for name in self.differ]

        def differs(item: Item) -> bool:
            cell = item.cell
            return cell is not None and any(cell in there and there[cell][:2] != here[cell][:2] for there in others)

        return differs

    def _nothing(self) -> Message:
        if self.weak and not self.due:
            return Message("None of these cells is weak: nothing here was answered wrong lately.")
        if self.due and not self.weak:
            return Message("None of these cells is due today: come back tomorrow, or practise everything.")
        return Message("No cell of this document's chart is left by these filters.")


def read_filter(text: str = "", cells: str = "") -> Filter:
    """The filter that an address names.

    Args:
        text: names with commas between: ``hard``, ``soft``, ``pairs``, ``insurance``, ``surrender``, ``weak``, ``due``,
            ``differ:it-banco``; empty for everything.
        cells: codes of cells with commas between, as ``hard16-10,soft18-A``; empty for none.

    Raises:
        DrillError: a name that is none.
    """
    kinds, differ, weak, due = [], [], False, False
    for name in _parts(text):
        what, colon, document = name.partition(":")
        if name in KINDS:
            kinds.append(name)
        elif name == WEAK:
            weak = True
        elif name == DUE:
            due = True
        elif what == DIFFER and colon and document in builtin_ids():
            differ.append(document)
        else:
            raise DrillError(
                Message(
                    '"{name}" is no filter of the drill; the filters are {filters}.',
                    name=name[:20],
                    filters=[*KINDS, WEAK, DUE, *(f"{DIFFER}:{item}" for item in builtin_ids())],
                )
            )
    codes = tuple(dict.fromkeys(_parts(cells)))
    if len(codes) > MOST_CELLS:
        raise DrillError(Message("A drill of chosen cells has at most {most} of them.", most=MOST_CELLS))
    return Filter(tuple(dict.fromkeys(kinds)), tuple(dict.fromkeys(differ)), weak, due, codes)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
