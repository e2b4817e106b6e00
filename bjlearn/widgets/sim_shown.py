"""What a simulation found, as plain data for the screen: figures with their words, charts with tables, in a language."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bjlearn.figures import Chart, Moment, Point, Row, fan, running_mean, spread, versus
from bjlearn.figures.simulated import SURE
from bjlearn.text import N_, Message, Percent, decimal_text, whole_text
from bjlearn.widgets.sim_form import PARTS
from bjlearn.widgets.sim_work import Entry, Outcome

if TYPE_CHECKING:
    from bjlearn.simulation import Chance, Result, Sessions

NAMES = {
    "hard": N_("Hard"),
    "normal": N_("Normal"),
    "easy": N_("Easy"),
    "mine": N_("Your own habits"),
    "fresh": N_("A fresh shoe every round"),
    "cut": N_("Dealt to the cut card"),
}

MOST_POINTS = 160
"""Points of the running mean that go to a browser."""


def shown_outcome(outcome: Outcome, language: str) -> dict[str, Any]:
    """All that a screen shows of what was found so far.

    Args:
        outcome: what was found.
        language: of the words.
    """
    return {
        "part": outcome.filled.part,
        "title": Message(PARTS[outcome.filled.part]).text(language),
        "done": outcome.done,
        "asked": outcome.asked,
        "done_text": whole_text(outcome.done, language),
        "asked_text": whole_text(outcome.asked, language),
        "over": outcome.over,
        "state": _state(outcome).text(language),
        "figures": [[label.text(language), text] for label, text in _figures(outcome, language)],
        "charts": [one.plain() for one in _charts(outcome, language)],
    }


def _state(outcome: Outcome) -> Message:
    if not outcome.over:
        return Message("")
    return Message("Stopped; the figures are of what was done.") if outcome.stopped else Message("Done.")


# figures


def _figures(outcome: Outcome, language: str) -> list[tuple[Message, str]]:
    part, found = outcome.filled.part, outcome.entries
    if part == "bank":
        return [] if outcome.sessions is None else _bank_figures(outcome.sessions, found[0], language)
    if part == "long":
        return [] if found[0].result is None else _long_figures(found[0].result, found[0], language)
    if part == "cut":
        return _cut_figures(found, language)
    return []


def _long_figures(result: Result, entry: Entry, language: str) -> list[tuple[Message, str]]:
    mean, error = result.mean, result.standard_error
    rows = [
        (Message("Rounds played"), whole_text(result.rounds, language)),
        (Message("Mean, with its 95 % interval"), _with_interval(mean, error, language)),
        (Message("Exact return"), "–" if entry.exact is None else Percent(entry.exact, 3, signed=True).text(language)),
    ]
    if entry.exact is not None and error and math.isfinite(error):
        away = decimal_text(abs(mean - entry.exact) / error, 1, language)
        rows.append((Message("Distance, in standard errors"), away))
    rows.append((Message("Standard deviation of a round, stakes"), decimal_text(result.round_sd, 3, language)))
    if result.seconds and result.rounds:
        rows.append(
            (
                Message("Rounds a second"),
                whole_text(1000 * round(result.rounds_per_second / 1000), language),
            )
        )
    return rows


def _cut_figures(found: Sequence[Entry], language: str) -> list[tuple[Message, str]]:
    known = [entry.result for entry in found if entry.result is not None]
    if len(known) < 2:
        return []
    fresh, cut = known
    error = math.hypot(fresh.standard_error, cut.standard_error)
    return [
        (Message("The cut card changes the return by"), _with_interval(cut.mean - fresh.mean, error, language)),
        (Message("Rounds of each"), whole_text(cut.rounds, language)),
    ]


def _bank_figures(found: Sessions, entry: Entry, language: str) -> list[tuple[Message, str]]:
    mean, error = found.length
    rows = [
        (Message("Sessions played"), whole_text(found.count, language)),
        (Message("Chance of ruin, with its 95 % interval"), _chance(found.ruin, language)),
        (Message("Chance of doubling"), _chance(found.doubled, language)),
        (
            Message("Mean length of a session, rounds"),
            decimal_text(mean, 1, language)
            + ("" if not math.isfinite(error) else f" ± {decimal_text(SURE * error, 1, language)}"),
        ),
        (Message("Mean of the chips at the end"), _chips(found.mean, found.standard_error, language)),
    ]
    if entry.exact is not None:
        # what a session costs follows from the rounds that were played and the exact return of each
        expected = found.bankroll + entry.exact * found.stake * found.hands * mean
        rows.append((Message("Expected from the exact return and that length"), decimal_text(expected, 1, language)))
    return rows


def _with_interval(mean: float, error: float, language: str) -> str:
    text = Percent(mean, 3, signed=True).text(language)
    return text if not math.isfinite(error) else f"{text} ± {Percent(SURE * error, 3).text(language)}"


def _chance(chance: Chance, language: str) -> str:
    low, high = (decimal_text(100 * share, 1, language) for share in (chance.low, chance.high))
    return f"{Percent(chance.value).text(language)} ({low} – {high})"


def _chips(mean: float, error: float, language: str) -> str:
    text = decimal_text(mean, 1, language)
    return text if not math.isfinite(error) else f"{text} ± {decimal_text(SURE * error, 1, language)}"


# charts


def _charts(outcome: Outcome, language: str) -> list[Chart]:
    part = outcome.filled.part
    if part == "bank":
        return [] if outcome.sessions is None else [_fan(outcome.sessions, language)]
    first = outcome.entries[0]
    if part == "long":
        if first.result is None:
            return []
        fresh = outcome.filled.shoe == "fresh"
        return [
            running_mean(_points(first.result), first.exact, language, fresh=fresh),
            spread(first.result.counts, outcome.chances, language, hands=first.result.seats, known=outcome.over),
        ]
    if all(entry.result is None for entry in outcome.entries):
        return []
    return [_versus(outcome, language)]


def _points(result: Result) -> list[Point]:
    """The running mean, thinned out where it has more points than a chart shows."""
    found = result.checkpoints
    step = max(1, -(-len(found) // MOST_POINTS))
    kept = [*found[:-1:step], *found[-1:]]
    return [Point(one.rounds, one.mean, one.standard_error) for one in kept]


def _versus(outcome: Outcome, language: str) -> Chart:
    rows = [
        Row(
            Message(NAMES[entry.key]).text(language),
            0 if entry.result is None else entry.result.rounds,
            None if entry.result is None else entry.result.mean,
            math.nan if entry.result is None else entry.result.standard_error,
            entry.exact,
        )
        for entry in outcome.entries
    ]
    if outcome.filled.part == "cut":
        return versus(rows, language, title=Message("With the cut card and without"), first=Message("Shoe"), name="cut-card")
    return versus(rows, language, fresh=outcome.filled.shoe == "fresh")


def _fan(found: Sessions, language: str) -> Chart:
    ruined = (found.ends == 1)[: len(found.wealth)]
    lengths = found.lengths[: len(found.wealth)]
    moments = [
        Moment(
            at,
            {share: found.fan[share][place] for share in found.fan},
            float((ruined & (lengths <= at)).mean()) if len(lengths) else 0.0,
        )
        for place, at in enumerate(found.at)
    ]
    return fan(moments, found.paths(12), found.bankroll, language)
