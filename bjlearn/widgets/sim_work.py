"""What the Simulate screen runs, in a thread of its own: who plays, what is exact, what was found so far. No widget in here."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from bjlearn.players import Level, as_strategy
from bjlearn.practice.records import Judged
from bjlearn.rules import Action, Rules
from bjlearn.strategy import NEVER_BUST, UPCARDS, Cell, Shape, Strategy
from bjlearn.widgets.sim_form import ENOUGH, Filled

if TYPE_CHECKING:  # compiled when something is simulated
    from bjlearn.simulation import Player, Result, Sessions

OFTEN = 0.6
"""Seconds between two pieces of news: a chart is drawn anew with each."""

RIVALS: tuple[str, ...] = ("hard", "normal", "easy")
"""Who is set against each other; a person's own habits besides, where there are enough."""

AS_IF = (Fraction(3, 4), Fraction(17, 20))
"""Where the cut card would come in a game that has none."""

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Entry:
    """One of several that are run one after another.

    Attributes:
        key: who plays (:data:`bjlearn.widgets.sim_form.WHO`), or which shoe.
        exact: the exact return; None where there is none.
        result: what was found so far; None before the first round.
    """

    key: str
    exact: float | None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found so far.

    Attributes:
        filled: the form it was run with.
        rules: of the game; with a cut card as if, where the document has none.
        asked: rounds or sessions in all.
        done: of them, so many.
        over: nothing more comes.
        entries: what was run; one for the long run.
        chances: exact chance of each net result of a round; None where it is not known, or not yet.
        sessions: bankrolls; None on the other parts.
    """

    filled: Filled
    rules: Rules
    asked: int
    done: int = 0
    over: bool = False
    entries: tuple[Entry, ...] = ()
    chances: Mapping[Fraction, float] | None = None
    sessions: Sessions | None = None

    @property
    def stopped(self) -> bool:
        """Whether it was ended before all was played."""
        return self.over and self.done < self.asked


def run(filled: Filled, rules: Rules, decisions: Sequence[Judged], stop: threading.Event) -> Iterator[Outcome]:
    """Run what a form asks for.

    Args:
        filled: the form.
        rules: of the game.
        decisions: the person's own by these rules, for their habits.
        stop: set when it shall end; what is done is kept.

    Yields:
        What was found so far, now and then; the last one is over.
    """
    import plotly.graph_objects  # noqa: F401 - it takes a second, and this thread has it

    if filled.part == "bank":
        yield from _bank(filled, rules, decisions, stop)
    else:
        yield from _rounds(filled, rules, decisions, stop)


def _rounds(filled: Filled, rules: Rules, decisions: Sequence[Judged], stop: threading.Event) -> Iterator[Outcome]:
    from bjlearn.simulation import simulate

    rounds, hands, seed = (filled.numbers[name] for name in ("rounds", "hands", "seed"))
    if filled.part == "cut" and rules.cut_card is None:
        rules = rules.replace(cut_card=AS_IF)
    keys = _keys(filled, habits=len(decisions) >= ENOUGH)
    plain = rules.replace(cut_card=None)
    # what the exact analysis knows is a fresh shoe
    entries = [Entry(key, None if key == "cut" else exact_return(filled.who if key == "fresh" else key, plain)) for key in keys]
    outcome = Outcome(filled, rules, rounds * len(entries), entries=tuple(entries))
    yield outcome
    for place, entry in enumerate(entries):
        who = filled.who if filled.part == "cut" else entry.key
        cut = entry.key == "cut" if filled.part == "cut" else filled.shoe == "cut"
        player = player_of(who, plain, decisions)

        def play(tell: Callable[[Result], object], player: Player = player, cut: bool = cut) -> Result:
            return simulate(rules, player, rounds=rounds, seed=seed, seats=hands, cut_card=cut, tell=tell)

        for result in told(play, stop):
            entries[place] = replace(entry, result=result)
            outcome = replace(outcome, entries=tuple(entries), done=sum(_played(one) for one in entries))
            yield outcome
        if stop.is_set():
            break
    if filled.part == "long" and hands == 1 and filled.shoe == "fresh" and not stop.is_set():
        outcome = replace(outcome, chances=exact_chances(filled.who, plain))
    yield replace(outcome, over=True)


def _keys(filled: Filled, *, habits: bool) -> tuple[str, ...]:
    if filled.part == "cut":
        return ("fresh", "cut")
    if filled.part == "players":
        return (*RIVALS, "mine") if habits else RIVALS
    return (filled.who,)


def _played(entry: Entry) -> int:
    return 0 if entry.result is None else entry.result.rounds


def _bank(filled: Filled, rules: Rules, decisions: Sequence[Judged], stop: threading.Event) -> Iterator[Outcome]:
    from bjlearn.simulation import sessions

    number = filled.numbers
    plain = rules.replace(cut_card=None)
    outcome = Outcome(filled, rules, number["sessions"], entries=(Entry(filled.who, exact_return(filled.who, plain)),))
    yield outcome
    player = player_of(filled.who, plain, decisions)

    def play(tell: Callable[[Sessions], object]) -> Sessions:
        return sessions(
            rules,
            player,
            bankroll=number["bankroll"],
            stake=number["stake"],
            rounds=number["length"],
            count=number["sessions"],
            seed=number["seed"],
            cut_card=filled.shoe == "cut",
            tell=tell,
        )

    for found in told(play, stop):
        outcome = replace(outcome, sessions=found, done=found.count)
        yield outcome
    yield replace(outcome, over=True)


def told(work: Callable[[Callable[[Found], object]], Found], stop: threading.Event, often: float = OFTEN) -> Iterator[Found]:
    """What some work tells on its way, as it comes; the last is what it returns.

    Args:
        work: given a function to tell what it has; where that returns False, it ends with what it has.
        stop: set when it shall end.
        often: seconds between two pieces at the least.

    Raises:
        Exception: what the work raised.
    """
    news: SimpleQueue[tuple[str, Found | Exception]] = SimpleQueue()

    def tell(found: Found) -> bool:
        news.put(("so far", found))
        return not stop.is_set()

    def begin() -> None:
        try:
            news.put(("over", work(tell)))
        except Exception as error:  # noqa: BLE001 - whatever it is, who reads the news raises it
            news.put(("failed", error))

    threading.Thread(target=begin, daemon=True, name="bjlearn-simulation").start()
    last = -often
    while True:
        kind, found = news.get()
        if isinstance(found, Exception):
            raise found
        now = time.monotonic()
        if kind == "over":
            yield found
            return
        if news.empty() and now - last >= often:
            last = now
            yield found


# who plays


def player_of(who: str, rules: Rules, decisions: Sequence[Judged] = ()) -> Player:
    """Who plays.

    Args:
        who: one of :data:`bjlearn.widgets.sim_form.WHO`.
        rules: of the game.
        decisions: the person's own by these rules.
    """
    if who == "mine":
        return habits_of(decisions, rules)
    return strategy_of(who, rules)


def strategy_of(who: str, rules: Rules) -> Strategy:
    """The strategy of somebody who always does the same."""
    from bjlearn.exact import analyze

    if who == "total":
        return analyze(rules).total
    if who == "never":
        return NEVER_BUST
    return as_strategy(who, analyze(rules).composition if who == Level.HARD else None)


def exact_return(who: str, rules: Rules) -> float | None:
    """The exact return per opening stake from a fresh shoe; None for a person's own habits."""
    from bjlearn.exact import analyze, evaluate

    if who == "mine":
        return None
    if who in ("hard", "total"):
        return analyze(rules).ev("composition" if who == "hard" else "total")
    return evaluate(rules, strategy_of(who, rules))


def exact_chances(who: str, rules: Rules) -> Mapping[Fraction, float] | None:
    """The exact chance of each net result of a round of one hand from a fresh shoe; None where it is not known."""
    from bjlearn.exact import analyze
    from bjlearn.exact.distribution import distribution
    from bjlearn.exact.tables import plan_of

    if who == "mine":
        return None
    found = analyze(rules)
    if who in ("hard", "total"):
        spread = found.distribution("composition" if who == "hard" else "total")
    else:
        spread = distribution(found.game, plan_of(found.game, strategy_of(who, rules)))
    return None if spread is None else spread.chances


def habits_of(decisions: Sequence[Judged], rules: Rules) -> Player:
    """What a person does in each cell, as often as they did it; in every other cell the exact chart of totals."""
    from bjlearn.exact import analyze
    from bjlearn.simulation import Habits

    cells: dict[Cell, dict[Action, float]] = {}
    asked = insured = 0
    for one in decisions:
        if one.cell == "insurance":
            asked += 1
            insured += one.chosen == "insure"
            continue
        cell = CELLS.get(one.cell)
        if cell is not None and one.chosen in set(Action):
            counts = cells.setdefault(cell, {})
            action = Action(one.chosen)
            counts[action] = counts.get(action, 0) + 1
    return Habits("own habits", cells, analyze(rules).total, insured / asked if asked else 0.0)


CELLS: Mapping[str, Cell] = {
    cell.code: cell
    for shape, numbers in ((Shape.HARD, range(4, 22)), (Shape.SOFT, range(12, 22)), (Shape.PAIR, range(1, 11)))
    for number in numbers
    for up in UPCARDS
    for cell in (Cell(shape, number, up),)
}
"""The cells by their codes."""
