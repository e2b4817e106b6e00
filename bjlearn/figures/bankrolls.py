"""The chart of bankrolls over time: of many sessions the middle ones, the median, and a few single ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bjlearn.figures.charts import Chart, chart, faint, palette
from bjlearn.figures.simulated import words_of
from bjlearn.text import N_, Message, Percent, decimal_text, whole_text

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that a fan shows."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Where the bankrolls of many sessions are after some rounds.

    Attributes:
        rounds: played by then.
        chips: by share of the sessions that have less: 0.05, 0.25, 0.5, 0.75, 0.95.
        ruined: share of the sessions whose chips no longer make a stake.
    """

    rounds: int
    chips: Mapping[float, float]
    ruined: float


def fan(moments: Sequence[Moment], paths: Sequence[Sequence[float]], start: float, language: str = "en") -> Chart:
    """Bankrolls of many sessions over time: the middle half, the middle nine tenths, the median, and a few single ones.

    Args:
        moments: in their order.
        paths: chips of single sessions at each of the moments.
        start: chips at the beginning.
        language: of the texts.
    """
    from plotly import graph_objects

    rounds = [moment.rounds for moment in moments]
    blue = palette("blue")
    traces = []
    for low, high, words, share in (
        (0.05, 0.95, N_("nine of ten sessions"), 0.14),
        (0.25, 0.75, N_("half of the sessions"), 0.24),
    ):
        line = {"color": blue, "width": 1, "dash": "dot" if low == 0.05 else "dash"}
        traces += [
            graph_objects.Scatter(
                x=rounds, y=[one.chips[low] for one in moments], mode="lines", line=line, hoverinfo="skip", showlegend=False
            ),
            graph_objects.Scatter(
                x=rounds,
                y=[one.chips[high] for one in moments],
                mode="lines",
                line=line,
                fill="tonexty",
                fillcolor=faint("blue", share),
                hoverinfo="skip",
                name=Message(words).text(language),
            ),
        ]
    traces += [
        graph_objects.Scatter(
            x=rounds,
            y=list(path),
            mode="lines",
            line={"color": palette("grey"), "width": 1},
            hoverinfo="skip",
            name=Message("single sessions").text(language),
            showlegend=number == 0,
            legendgroup="paths",
        )
        for number, path in enumerate(paths)
    ]
    traces.append(
        graph_objects.Scatter(
            x=rounds,
            y=[one.chips[0.5] for one in moments],
            mode="lines",
            line={"color": blue, "width": 3},
            name=Message("median").text(language),
            hovertext=[f"{whole_text(one.rounds, language)}: {decimal_text(one.chips[0.5], 0, language)}" for one in moments],
            hoverinfo="text",
        )
    )
    for level, words in ((start, N_("start")), (2 * start, N_("twice as much"))):
        traces.append(
            graph_objects.Scatter(
                x=[rounds[0], rounds[-1]] if rounds else [],
                y=[level, level],
                mode="lines+text",
                text=["", Message(words).text(language)],
                textposition="top left",
                line={"color": palette("orange"), "width": 1, "dash": "dash"},
                hoverinfo="skip",
                showlegend=False,
            )
        )
    last = moments[-1] if moments else None
    told = Message("Nothing was played yet.")
    if last is not None:
        told = Message(
            "After {rounds} rounds the median session has {median} chips, nine of ten have {low} to {high}; {ruined} are out of "
            "chips.",
            rounds=whole_text(last.rounds, language),
            median=decimal_text(last.chips[0.5], 0, language),
            low=decimal_text(last.chips[0.05], 0, language),
            high=decimal_text(last.chips[0.95], 0, language),
            ruined=Percent(last.ruined),
        )
    return chart(
        traces,
        {
            "height": 380,
            "xaxis": {"title": {"text": Message("rounds").text(language)}, "rangemode": "tozero"},
            "yaxis": {"title": {"text": Message("chips").text(language)}, "rangemode": "tozero", "tickformat": ",d"},
        },
        name="bankrolls",
        title=Message("Bankrolls over time").text(language),
        caption=Message(
            "Half of the sessions are in the inner band between the dashes, nine of ten in the outer one between the dots; thin "
            "lines are single sessions. A session that can no longer stake stays where it is."
        ).text(language),
        words=told.text(language),
        header=words_of(
            language,
            N_("Rounds"),
            N_("5 % have less than"),
            N_("25 % less than"),
            N_("median"),
            N_("25 % more than"),
            N_("5 % more than"),
            N_("Out of chips"),
        ),
        rows=[(one.rounds, *(one.chips[share] for share in SHARES), one.ruined) for one in moments],
        shown=[
            (
                whole_text(one.rounds, language),
                *(decimal_text(one.chips[share], 1, language) for share in SHARES),
                Percent(one.ruined, 2).text(language),
            )
            for one in moments
        ],
        language=language,
        narrow={"yaxis": {"title": {"text": ""}}},
    )
