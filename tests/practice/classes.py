"""Classes that never were: students who decide by the chart, some of them with a weakness, kept in a store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from bjlearn.documents import load
from bjlearn.exact import analyze
from bjlearn.practice import exercise_ids
from bjlearn.practice.records import Judged, Learner
from bjlearn.practice.results import Attempt
from bjlearn.practice.store import Store
from bjlearn.strategy import cell_of
from bjlearn.widgets.chart_data import lines

NOW = datetime(2026, 12, 1, 10, 30, tzinfo=UTC)
ODD_NAMES: tuple[str, ...] = (
    "",
    "<img src=x onerror=\"document.title='owned'\"><b>Bold</b>",
    '=HYPERLINK("http://example.org")',
    "Żółć 李小龍 👩‍🎓",
    "עברית",
    "Maximiliane-Wilhelmine-Friederike von und zu Hohenlangenstein",
)
_FIRST = ("Ana", "Luca", "Giulia", "Andrei", "Maria", "Paolo", "Ioana", "Marco", "Elena", "Radu", "Sofia", "Matei")
_LAST = ("Rossi", "Popescu", "Bianchi", "Ionescu", "Ferrari", "Radu", "Greco", "Stan", "Conti", "Munteanu")


def names(count: int) -> list[str]:
    """Names, the odd ones first."""
    plain = [f"{_FIRST[index % len(_FIRST)]} {_LAST[index % len(_LAST)]} {index}" for index in range(count)]
    return [*ODD_NAMES, *plain][:count] if count > len(ODD_NAMES) else plain


def decisions(document: str, count: int, skill: float, seed: str, end: datetime = NOW) -> Sequence[Judged]:
    """Decisions in a document's chart, right as often as the skill says, one every seven minutes until the end."""
    random = Random(seed)
    chart = lines(analyze(load(document).rules()))
    made = []
    for index in range(count):
        line = random.choices(chart, [3 if line.table == "hard" else 1 for line in chart])[0]
        square = random.choice(line.squares)
        worth = {action.value: value for action, value in square.ev.items() if value is not None}
        best = max(worth, key=lambda name: worth[name])
        chosen = best if random.random() < skill else random.choice([name for name in worth if name != best] or [best])
        cost = worth[best] - worth[chosen]
        hand = random.choice(line.hands)
        at = end - timedelta(minutes=7 * (count - index) + random.randrange(5))
        grade = "best" if chosen == best else "near" if cost < 0.001 else "mistake"
        cell = cell_of(hand, square.up).code
        made.append(
            Judged(
                f"{seed}-{index}",
                at,
                "drill",
                document,
                "",
                cell,
                hand,
                square.up,
                chosen,
                best,
                grade,
                cost,
                10 * cost,
                seconds=2.5,
            )
        )
    return made


def attempts(learner: Learner, seed: str) -> Sequence[Attempt]:
    """Answers to exercises: some solved, some tried, some with the solution seen."""
    random = Random(seed)
    made = []
    for name in exercise_ids():
        wrong = random.choice([0, 0, 1, 2, 4, None])
        if wrong is None:
            continue
        made += [Attempt(learner.id, name, 0, "0", False, tries + 1, False) for tries in range(wrong)]
        if wrong != 4:
            made.append(Attempt(learner.id, name, 0, "1", True, wrong + 1, wrong == 2))
    return made


def fill(
    store: Store,
    count: int,
    *,
    documents: Sequence[str] = ("it-casino",),
    groups: Sequence[str] = ("7B",),
    most: int = 60,
    end: datetime = NOW,
) -> list[Learner]:
    """Fill a store with a class.

    Args:
        store: where to.
        count: of students.
        documents: in which they decide, in turn.
        groups: codes of their classes, in turn.
        most: decisions that one makes; every eleventh makes none, others fewer.
        end: when the last was made.
    """
    learners = []
    for index, name in enumerate(names(count)):
        learner = Learner(f"learner{index:04}", name, groups[index % len(groups)])
        learners.append(learner)
        book = store.book(learner)
        if index % 11 == 10:
            continue
        made = decisions(
            documents[index % len(documents)],
            1 + (index * 37) % most,
            0.55 + index % 9 / 20,
            learner.id,
            end - timedelta(days=index % 17),
        )
        for judged in made:
            book.keep(judged)
        for attempt in attempts(learner, learner.id):
            book.add(attempt)
    return learners
