"""The chart of several simulations beside each other: players, or ways to deal, each with its interval and its exact return."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bjlearn.figures.charts import Chart, chart, palette, wrapped
from bjlearn.figures.simulated import SURE, words_of
from bjlearn.text import N_, Message, Percent, whole_text

_VERSUS = Message(
    "Dots are what each won or lost per stake, the lines through them their 95 % intervals; diamonds are the exact returns."
)
_VERSUS_CUT = Message("The exact returns are those of a fresh shoe: with a cut card the mean closes a little below.")


@dataclass(frozen=True, slots=True)
class Row:
    """A player among others.

    Attributes:
        name: who.
        rounds: played.
        mean: net result per opening stake; None before the first.
        error: standard error of the mean.
        exact: the return by the exact analysis; None where there is none.
    """

    name: str
    rounds: int
    mean: float | None
    error: float
    exact: float | None


def versus(
    rows: Sequence[Row],
    language: str = "en",
    *,
    title: Message | None = None,
    first: Message | None = None,
    name: str = "players",
    fresh: bool = True,
) -> Chart:
    """Players against each other: what each returns, with its interval and the exact return.

    Args:
        rows: the players, from the top.
        language: of the texts.
        title: of the chart, where it sets something else than players against each other.
        first: what stands in the table's first column.
        name: of the file that is downloaded.
        fresh: whether every round had a fresh shoe, as the exact analysis has it.
    """
    from plotly import graph_objects

    at = list(range(len(rows)))
    played = [(place, row, row.mean) for place, row in zip(at, rows, strict=True) if row.mean is not None]
    sure = [SURE * row.error if math.isfinite(row.error) else 0.0 for _, row, _ in played]
    known = [(place, row.exact) for place, row in zip(at, rows, strict=True) if row.exact is not None]
    traces = [
        graph_objects.Scatter(
            x=[100 * mean for _, _, mean in played],
            y=[place for place, _, _ in played],
            mode="markers+text",
            text=[f"{Percent(mean, 2, signed=True).text(language)}" for _, _, mean in played],
            textposition="top center",
            marker={"symbol": "circle", "size": 10, "color": palette("blue")},
            error_x={
                "type": "data",
                "array": [100 * half for half in sure],
                "color": palette("blue"),
                "thickness": 2,
                "width": 6,
            },
            name=Message("simulated, with its 95 % interval").text(language),
            hoverinfo="skip",
            cliponaxis=False,
        ),
        graph_objects.Scatter(
            x=[100 * exact for _, exact in known],
            y=[place for place, _ in known],
            mode="markers",
            marker={"symbol": "diamond-open", "size": 14, "line": {"width": 2}, "color": palette("orange")},
            name=Message("exact").text(language),
            hovertext=[Percent(exact, 3, signed=True).text(language) for _, exact in known],
            hoverinfo="text",
        ),
    ]
    best = max(played, key=lambda one: one[2], default=None)
    worst = min(played, key=lambda one: one[2], default=None)
    words = Message("Nothing was played yet.")
    if best is not None and worst is not None:
        words = Message(
            "{best} returns most, {high}; {worst} least, {low}.",
            best=best[1].name,
            high=Percent(best[2], 3, signed=True),
            worst=worst[1].name,
            low=Percent(worst[2], 3, signed=True),
        )
    ends = [mean + side * half for (_, _, mean), half in zip(played, sure, strict=True) for side in (-1, 1)]
    values = [100 * value for value in (*ends, *(exact for _, exact in known))]
    room = 0.12 * (max(values) - min(values)) + 0.02 if values else 1.0

    def named(width: int) -> list[str]:
        return [wrapped(row.name, width) for row in rows]

    return chart(
        traces,
        {
            "height": 110 + 62 * max(1, len(rows)),
            "xaxis": {
                "ticksuffix": "\N{NO-BREAK SPACE}%",
                "nticks": 6,
                "range": [min(values) - room, max(values) + room] if values else None,
                "tickangle": 0,
                "title": {"text": Message("net result per stake").text(language)},
            },
            "yaxis": {
                "tickmode": "array",
                "tickvals": at,
                "ticktext": named(26),
                "range": [len(rows) - 0.4, -0.7],
                "zeroline": False,
            },
        },
        name=name,
        title=(title or Message("The players against each other")).text(language),
        caption=" ".join(text.text(language) for text in (_VERSUS, *(() if fresh else (_VERSUS_CUT,)))),
        words=words.text(language),
        header=[
            (first or Message("Player")).text(language),
            *words_of(language, N_("Rounds"), N_("Mean"), N_("Standard error"), N_("Exact")),
        ],
        rows=[(row.name, row.rounds, row.mean, row.error if math.isfinite(row.error) else None, row.exact) for row in rows],
        shown=[
            (
                row.name,
                whole_text(row.rounds, language),
                "–" if row.mean is None else Percent(row.mean, 3, signed=True).text(language),
                "–" if row.mean is None or not math.isfinite(row.error) else Percent(row.error, 3).text(language),
                "–" if row.exact is None else Percent(row.exact, 3, signed=True).text(language),
            )
            for row in rows
        ],
        language=language,
        narrow={"xaxis": {"nticks": 3, "title": {"text": ""}}, "yaxis": {"ticktext": named(13)}},
    )
