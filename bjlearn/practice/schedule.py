"""When a cell is due again (FSRS), how well it is known, and what comes next. No clock in here: ``now`` is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from bjlearn.practice.items import Item
from bjlearn.practice.records import Book, Judged, Scheduled

if TYPE_CHECKING:
    from fsrs import Card, Rating, Scheduler

FAST = 3.0
"""Seconds under which a right answer counts as easy."""

SLOW = 12.0
"""Seconds above which a right answer counts as hard."""

LATEST = 6
"""Latest decisions in a cell that say how well it is known."""

FADES = 0.6
"""How much a decision counts beside the one after it."""

WEAK_FROM = 0.34
"""Share of mistakes among the latest decisions from which a cell is weak."""

REPEATS = 2
"""Hands in a row that ask what is due; then comes one that asks something new, so that a drill of few cells stays one of many."""

BELIEF = 2.0
"""Decisions that the mean over all cells counts for in the estimate for a row of the chart."""


def rating(judged: Judged) -> Rating:
    """What a decision says of the memory of its cell.

    A mistake or a hint is "again"; a near tie or a slow answer "hard"; a fast right answer "easy"; any other right one "good".

    Args:
        judged: the decision; one without a time is neither fast nor slow.
    """
    from fsrs import Rating

    if not judged.right:
        return Rating.Again
    seconds = judged.seconds
    if judged.grade == "near" or (seconds is not None and seconds > SLOW):
        return Rating.Hard
    return Rating.Easy if seconds is not None and seconds < FAST else Rating.Good


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    # one short step: who knows a cell at first sight is not asked again in the same hour. No fuzz: the same answers at the same
    # times give the same dates, which is what a drill with a seed needs.
    return Scheduler(
        learning_steps=(timedelta(minutes=1),),
        relearning_steps=(timedelta(minutes=1),),
        enable_fuzzing=False,
    )


def scheduled_after(before: Scheduled | None, judged: Judged) -> Scheduled:
    """When the cell of a decision is due again.

    Args:
        before: what stood of it until now; None for a cell never met. A state that cannot be read counts as that.
        judged: the decision; its time is the time of the review.
    """
    from fsrs import Card

    card = _card(before) or Card(card_id=1, due=judged.at)
    card, _ = _scheduler().review_card(card, rating(judged), judged.at)
    return Scheduled(judged.document, judged.readings, judged.cell, card.due, card.to_json())


def _card(before: Scheduled | None) -> Card | None:
    from fsrs import Card

    if before is None:
        return None
    try:
        return Card.from_json(before.state)
    except (ValueError, KeyError, TypeError):
        return None


def review(book: Book, judged: Judged) -> Scheduled:
    """When the cell of a decision is due again, by what the book has of it.

    It is to be kept with the decision: ``book.keep(judged, review(book, judged))``. Decisions at the Play table and in the drill
    are the same to it.

    Args:
        book: of the learner. Nothing is written.
        judged: the decision.
    """
    return scheduled_after(book.scheduled(judged.document, judged.readings).get(judged.cell), judged)


@dataclass(slots=True)
class CellRecord:
    """What one learner made of one cell.

    Attributes:
        count: decisions.
        wrong: of them, mistakes and those that were helped with.
        cost: what they gave away together, in shares of the opening stake.
        latest: whether each of the latest :data:`LATEST` was right, the last one last.
    """

    count: int = 0
    wrong: int = 0
    cost: float = 0.0
    latest: list[bool] = field(default_factory=list)

    def add(self, judged: Judged) -> None:
        """Count a decision."""
        self.count += 1
        self.wrong += not judged.right
        self.cost += judged.cost
        self.latest = [*self.latest, judged.right][-LATEST:]

    @property
    def missed(self) -> float:
        """Share of mistakes among the latest decisions, the last one counting most; 0 where there are none."""
        weights = [FADES**back for back in range(len(self.latest))]
        missed = sum(weight for weight, right in zip(weights, reversed(self.latest), strict=True) if not right)
        return missed / sum(weights) if weights else 0.0

    @property
    def weak(self) -> bool:
        """Whether the cell is got wrong lately."""
        return self.missed >= WEAK_FROM


@dataclass(slots=True)
class Memory:
    """What is known of one learner in one document: cell by cell what they made of it, and when it is due.

    Attributes:
        records: by code of the cell.
        scheduled: by code of the cell.
    """

    records: dict[str, CellRecord] = field(default_factory=dict)
    scheduled: dict[str, Scheduled] = field(default_factory=dict)

    @classmethod
    def of(cls, decisions: Iterable[Judged], scheduled: Mapping[str, Scheduled]) -> Memory:
        """What a book has."""
        memory = cls({}, dict(scheduled))
        for judged in decisions:
            memory.note(judged)
        return memory

    def note(self, judged: Judged, scheduled: Scheduled | None = None) -> None:
        """Take in a decision, and when its cell is due again."""
        self.records.setdefault(judged.cell, CellRecord()).add(judged)
        if scheduled is not None:
            self.scheduled[judged.cell] = scheduled

    def weak(self, code: str) -> bool:
        """Whether a cell is got wrong lately."""
        return code in self.records and self.records[code].weak

    def due(self, code: str, now: datetime) -> bool:
        """Whether a cell is due."""
        return code in self.scheduled and self.scheduled[code].due <= now

    def today(self, code: str, now: datetime) -> bool:
        """Whether a cell is due before the day (in UTC) is over."""
        return code in self.scheduled and self.scheduled[code].due.astimezone(UTC).date() <= now.astimezone(UTC).date()

    def doubt(self, items: Iterable[Item]) -> dict[str, float]:
        """How likely a mistake is in each row of the chart, as far as its decisions tell; rows hardly met lie near the mean.

        Args:
            items: of the chart.
        """
        counts: dict[str, list[float]] = {}
        for item in items:
            row = counts.setdefault(item.row, [0.0, 0.0])
            record = self.records.get(item.code)
            if record is not None:
                row[0] += record.missed * len(record.latest)
                row[1] += len(record.latest)
        wrong, count = (sum(column) for column in zip(*counts.values(), strict=True)) if counts else (0.0, 0.0)
        mean = (wrong + 0.5) / (count + 10.0)
        return {row: (missed + BELIEF * mean) / (met + BELIEF) for row, (missed, met) in counts.items()}


def next_item(items: Sequence[Item], memory: Memory, now: datetime, last: str = "", repeats: int = 0) -> Item:
    """What is asked next.

    What is due, weak cells first; then what was never asked, by what a mistake costs times how likely one is in that row of the
    chart; then what will be due first.

    Args:
        items: to choose from; at least one.
        memory: what the learner knows.
        now: the time.
        last: code of the item asked before; it does not come again at once where there is another.
        repeats: hands in a row until now that asked again; after :data:`REPEATS` of them comes what was never asked.
    """
    left = [item for item in items if item.code != last] or list(items)
    due = [item for item in left if memory.due(item.code, now)]
    new = [item for item in left if item.code not in memory.scheduled]
    if due and (repeats < REPEATS or not new):
        return min(due, key=lambda item: (not memory.weak(item.code), memory.scheduled[item.code].due, item.code))
    if new:
        doubt = memory.doubt(items)
        return max(new, key=lambda item: (item.worth * doubt[item.row], item.code))
    return min(left, key=lambda item: (memory.scheduled[item.code].due, item.code))
