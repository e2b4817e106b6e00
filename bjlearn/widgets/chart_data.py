"""The strategy chart of an analysis as plain data: what to do in every cell, and what every action is worth there."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bjlearn.cards import VALUES, score
from bjlearn.rules import Action
from bjlearn.strategy import UPCARDS, Cell, Preferences, Shape, cell_of

if TYPE_CHECKING:
    from bjlearn.exact import Analysis

KINDS: tuple[str, ...] = ("total", "composition")
"""The strategies there are: by total, and by the very cards."""

PARTS: tuple[tuple[str, Shape], ...] = (("hard", Shape.HARD), ("soft", Shape.SOFT), ("pairs", Shape.PAIR))
"""The tables of a chart and the cells in them."""

_NUMBERS: Mapping[Shape, Sequence[int]] = {Shape.HARD: range(5, 21), Shape.SOFT: range(13, 21), Shape.PAIR: (*range(2, 11), 1)}
Hand = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Square:
    """One square of a chart.

    Attributes:
        up: value of the upcard, ace as 1.
        order: what to do, and what to do where that is not legal.
        ev: expected net result per opening stake of each action that is legal on the hands meant; None where there is none.
        after_look: whether that is given that the dealer has looked and has no natural.
    """

    up: int
    order: Preferences
    ev: Mapping[Action, float | None]
    after_look: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a chart.

    Attributes:
        table: ``hard``, ``soft`` or ``pairs``.
        name: total, pair or cards, as it is written; unique in its table.
        hands: the hands whose figures the line shows, each weighed by how often it is dealt.
        squares: one for each upcard, in the order of charts.
    """

    table: str
    name: str
    hands: tuple[Hand, ...]
    squares: tuple[Square, ...]


def hand_name(hand: Sequence[int]) -> str:
    """Cards as they are written, the highest first and an ace before all: ``10,6``, ``A,7``."""
    order = sorted(hand, key=lambda value: (value != 1, -value))
    return ",".join(VALUES[value - 1] for value in order)


def read_cell(code: str) -> Cell | None:
    """The cell of a code as :attr:`Cell.code` gives it; None where it is none of the chart's."""
    return next((cell for cell in _all_cells() if cell.code == code), None)


def _all_cells() -> Iterator[Cell]:
    for shape, numbers in _NUMBERS.items():
        for number in numbers:
            for up in UPCARDS:
                yield Cell(shape, number, up)


def lines(analysis: Analysis, kind: str = "total") -> tuple[Line, ...]:
    """All lines of a chart.

    Args:
        analysis: whose figures.
        kind: ``total``: a line for each total, softness or pair; ``composition``: one for each two cards.
    """
    groups = _hands_by_cell()
    found = []
    for table, shape in PARTS:
        for number in _NUMBERS[shape]:
            hands = groups[shape, number]
            if kind == "total":
                name = VALUES[number - 1] if shape is Shape.PAIR else str(number)
                squares = tuple(_square(analysis, analysis.total.cells[Cell(shape, number, up)], hands, up) for up in UPCARDS)
                found.append(Line(table, f"{name},{name}" if shape is Shape.PAIR else name, hands, squares))
                continue
            for hand in (hand for hand in hands if len(hand) == 2):
                squares = tuple(_square(analysis, analysis.composition.preferences(hand, up), (hand,), up) for up in UPCARDS)
                found.append(Line(table, hand_name(hand), (hand,), squares))
    return tuple(found)


def _hands_by_cell() -> dict[tuple[Shape, int], tuple[Hand, ...]]:
    """The two-card hands of every row of a chart; where no two cards make it, those of three."""
    found: dict[tuple[Shape, int], list[Hand]] = {
        (shape, number): [] for shape, numbers in _NUMBERS.items() for number in numbers
    }
    for size in (2, 3):
        empty = {key for key, hands in found.items() if not hands}
        for hand in _hands(size):
            cell = cell_of(hand, 2)
            if (cell.shape, cell.number) in empty and not (size == 2 and score(sum(hand), hand.count(1)).total == 21):
                found[cell.shape, cell.number].append(hand)
    return {key: tuple(hands) for key, hands in found.items()}


def _hands(size: int, least: int = 1) -> Iterator[Hand]:
    if size == 0:
        yield ()
        return
    for value in range(least, 11):
        for rest in _hands(size - 1, value):
            if value + sum(rest) <= 21:
                yield (value, *rest)


def _square(analysis: Analysis, order: Preferences, hands: Sequence[Hand], up: int) -> Square:
    """The mean of some hands, each weighed by how often it is dealt (and asked about, where the dealer looks first)."""
    sums: dict[Action, float] = {}
    unknown: set[Action] = set()
    whole, after_look = 0.0, False
    for hand in hands:
        weight = _chance(analysis.shoe, hand, up)
        if weight == 0.0:
            continue
        found = analysis.figures(hand, up)
        after_look = found.after_look
        weight *= 1.0 - found.dealer_natural if after_look else 1.0
        whole += weight
        for action, value in found.actions.items():
            if value is None:
                unknown.add(action)
            else:
                sums[action] = sums.get(action, 0.0) + weight * value
    legal = [action for action in Action if action in sums or action in unknown]
    ev = {action: None if action in unknown or not whole else sums[action] / whole for action in legal}
    return Square(up, order, ev, after_look)


def _chance(shoe: Sequence[int], hand: Hand, up: int) -> float:
    """How often these cards are dealt, in any order, with this upcard."""
    left, chance = list(shoe), 1.0
    for value in (up, *hand):
        if left[value - 1] <= 0:
            return 0.0
        chance *= left[value - 1] / sum(left)
        left[value - 1] -= 1
    orders = math.factorial(len(hand))
    for value in set(hand):
        orders //= math.factorial(hand.count(value))
    return chance * orders


def shown_lines(found: Sequence[Line], other: Sequence[Line] | None = None) -> list[dict[str, Any]]:
    """Lines as plain data for a browser.

    Args:
        found: of one chart.
        other: of another, to be compared: a square that differs holds ``o``, what the other says.
    """
    there = {(line.table, line.name): line for line in other or ()}
    shown = []
    for line in found:
        beside = there.get((line.table, line.name))
        squares = []
        for index, square in enumerate(line.squares):
            data = {
                "c": cell_of(line.hands[0], square.up).code,
                "b": [action.value for action in square.order[:2]],
                "ev": {action.value: None if value is None else round(value, 7) for action, value in square.ev.items()},
                "k": square.after_look,
            }
            if beside is not None and beside.squares[index].order[:2] != square.order[:2]:
                data["o"] = [action.value for action in beside.squares[index].order[:2]]
            squares.append(data)
        hands = [hand_name(hand) for hand in line.hands]
        shown.append({"table": line.table, "name": line.name, "hands": hands, "squares": squares})
    return shown


def csv_text(found: Sequence[Line]) -> str:
    """A chart as CSV, one line for each square: table, row, upcard, what to do, what to do instead, EV of each action."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["table", "row", "upcard", "action", "else", "after_look", *(f"ev_{action.value}" for action in Action)])
    for line in found:
        for square in line.squares:
            then = square.order[1].value if len(square.order) > 1 else ""
            evs = ["" if square.ev.get(action) is None else f"{square.ev[action]:.10f}" for action in Action]
            start = [line.table, line.name, VALUES[square.up - 1], square.order[0].value, then]
            writer.writerow([*start, str(square.after_look).lower(), *evs])
    return out.getvalue()


def json_lines(found: Sequence[Line]) -> dict[str, Any]:
    """A chart as ``{table: {row: {upcard: {action, else, after_look, ev: {action: EV}}}}}``."""
    tables: dict[str, Any] = {table: {} for table, _ in PARTS}
    for line in found:
        tables[line.table][line.name] = {
            VALUES[square.up - 1]: {
                "action": square.order[0].value,
                "else": square.order[1].value if len(square.order) > 1 else None,
                "after_look": square.after_look,
                "ev": {action.value: value for action, value in square.ev.items()},
            }
            for square in line.squares
        }
    return tables
