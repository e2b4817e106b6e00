"""Learners that are simulated: what they answer, and the coach as their judge."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bjlearn.coach import Situation, Verdict, verdict
from bjlearn.game import Decision, Round, decision
from bjlearn.practice.drill import Drilling

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
SECONDS = 6.0

Mistaken = Callable[[str], bool]
"""Whether a learner does not know what to do in a cell."""


def judge(round_: Round, chosen: Decision) -> Verdict:
    return verdict(Situation.of(round_.view(), round_.rules, illegal=round_.illegal()), chosen)


def right(round_: Round) -> str:
    """What the coach says is best."""
    return verdict(Situation.of(round_.view(), round_.rules, illegal=round_.illegal())).best


def wrong(round_: Round) -> str:
    """The worst that is legal."""
    found = verdict(Situation.of(round_.view(), round_.rules, illegal=round_.illegal()))
    return min(found.values, key=lambda name: found.values[name])


def answers(drill: Drilling, count: int, now: datetime = START, mistaken: Mistaken = lambda _code: False) -> datetime:
    """Deal and answer so many hands; each answer takes six seconds, of the whole hand. Gives the time afterwards."""
    drill.begin(now)
    until = drill.number + count
    while drill.number < until and drill.round is not None:
        while not drill.round.over:
            assert drill.item is not None
            made = wrong(drill.round) if mistaken(drill.item.code) else right(drill.round)
            now += timedelta(seconds=SECONDS)
            drill.answer(drill.number, drill.step, decision(made), now, seconds=SECONDS)
            drill.go_on(drill.number, drill.step, now) if drill.paused and not drill.round.over else None
        drill.go_on(drill.number, drill.step, now)
    return now
