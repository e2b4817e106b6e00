"""Charts of one simulation: the running mean, and how a round spreads.

Every one says in words and marks what it says in colour, and has all its figures in the table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bjlearn.figures.charts import Chart, chart, faint, palette
from bjlearn.text import MINUS, N_, Message, Percent, number_text, whole_text

SURE = 1.959963984540054
"""Standard errors on each side of a mean within which the truth lies 95 times in 100."""

RARE = 0.0005
"""Results of a round that come less often are in the table alone."""


@dataclass(frozen=True, slots=True)
class Point:
    """A mean on its way.

    Attributes:
        rounds: played by then.
        mean: net result per opening stake.
        error: standard error of the mean; NaN where there is none yet.
    """

    rounds: int
    mean: float
    error: float


def running_mean(points: Sequence[Point], exact: float | None, language: str = "en", *, fresh: bool = True) -> Chart:
    """The mean of more and more rounds, with the interval in which the truth lies 95 times in 100.

    Args:
        points: in their order; the first with an error are where the chart begins.
        exact: the return by the exact analysis; None where there is none.
        language: of the texts.
        fresh: whether every round had a fresh shoe, as the exact analysis has it.
    """
    from plotly import graph_objects

    known = [point for point in points if math.isfinite(point.error)]
    drawn = [point for point in known if point.rounds >= 100] or known
    rounds = [point.rounds for point in drawn]
    low, high = ([100 * (point.mean + side * SURE * point.error) for point in drawn] for side in (-1, 1))
    blue, orange = palette("blue"), palette("orange")
    interval = Message("95 % interval").text(language)
    traces = [
        graph_objects.Scatter(
            x=rounds, y=low, mode="lines", line={"color": blue, "width": 1}, hoverinfo="skip", showlegend=False
        ),
        graph_objects.Scatter(
            x=rounds,
            y=high,
            mode="lines",
            line={"color": blue, "width": 1},
            fill="tonexty",
            fillcolor=faint("blue", 0.16),
            hoverinfo="skip",
            name=interval,
        ),
        graph_objects.Scatter(
            x=rounds,
            y=[100 * point.mean for point in drawn],
            mode="lines",
            line={"color": blue, "width": 3},
            name=Message("mean so far").text(language),
            hovertext=[_point_words(point, language) for point in drawn],
            hoverinfo="text",
        ),
    ]
    if exact is not None and rounds:
        traces.append(
            graph_objects.Scatter(
                x=[rounds[0], rounds[-1]],
                y=[100 * exact, 100 * exact],
                mode="lines",
                line={"color": orange, "width": 2, "dash": "dash"},
                name=Message("exact: {value}", value=Percent(exact, 3, signed=True)).text(language),
                hoverinfo="name",
            )
        )
    last = known[-1] if known else None
    caption = _FRESH if fresh else _CUT
    return chart(
        traces,
        {
            "xaxis": {"type": "log", "title": {"text": Message("rounds").text(language)}, "dtick": 1, "tickformat": ",d"},
            "yaxis": {
                "title": {"text": Message("net result per stake").text(language)},
                "ticksuffix": "\N{NO-BREAK SPACE}%",
                "range": _window(drawn, exact),
                "nticks": 7,
            },
        },
        name="running-mean",
        title=Message("The mean of more and more rounds").text(language),
        caption=caption.text(language),
        words=_mean_words(last, exact, language).text(language),
        header=words_of(
            language, N_("Rounds"), N_("Mean"), N_("Standard error"), N_("95 % interval, from"), N_("to"), N_("Exact")
        ),
        rows=[
            (point.rounds, point.mean, point.error, point.mean - SURE * point.error, point.mean + SURE * point.error, exact)
            for point in known
        ],
        shown=[
            (
                whole_text(point.rounds, language),
                Percent(point.mean, 3, signed=True).text(language),
                Percent(point.error, 3).text(language),
                Percent(point.mean - SURE * point.error, 3, signed=True).text(language),
                Percent(point.mean + SURE * point.error, 3, signed=True).text(language),
                "–" if exact is None else Percent(exact, 3, signed=True).text(language),
            )
            for point in known
        ],
        language=language,
        narrow={"yaxis": {"title": {"text": ""}}},
    )


_FRESH = Message(
    "The line is the mean so far, the band around it the interval in which the truth lies 95 times in 100; the dashes are the "
    "exact return. Four times as many rounds make the band half as wide."
)
_CUT = Message(
    "The line is the mean so far, the band the interval in which the truth lies 95 times in 100. The dashes are the exact "
    "return from a fresh shoe: with a cut card the mean closes a little below it."
)


def _window(points: Sequence[Point], exact: float | None) -> list[float] | None:
    """What of the axis is shown: the band as it is once a two hundredth of the rounds is played, the beginning runs out of it."""
    if not points:
        return None
    last = points[-1]
    later = [point for point in points if point.rounds * 200 >= last.rounds]
    reach = max(SURE * point.error for point in later)
    centre = last.mean if exact is None else exact
    far = max(reach, *(abs(point.mean - centre) for point in later))
    return [100 * (centre - 1.25 * far), 100 * (centre + 1.25 * far)]


def _point_words(point: Point, language: str) -> str:
    return Message(
        "{rounds} rounds: {mean} ± {error}",
        rounds=whole_text(point.rounds, language),
        mean=Percent(point.mean, 3, signed=True),
        error=Percent(SURE * point.error, 3),
    ).text(language)


def _mean_words(last: Point | None, exact: float | None, language: str) -> Message:
    if last is None:
        return Message("Too few rounds for an interval.")
    mean, error = Percent(last.mean, 3, signed=True), Percent(SURE * last.error, 3)
    if exact is None:
        return Message(
            "After {rounds} rounds the mean is {mean} ± {error}.",
            rounds=whole_text(last.rounds, language),
            mean=mean,
            error=error,
        )
    away = abs(last.mean - exact) / last.error if last.error else 0.0
    return Message(
        "After {rounds} rounds the mean is {mean} ± {error}; the exact return, {exact}, is {away} standard errors away.",
        rounds=whole_text(last.rounds, language),
        mean=mean,
        error=error,
        exact=Percent(exact, 3, signed=True),
        away=Fraction(round(10 * away), 10),
    )


def spread(
    counts: Mapping[Fraction, int],
    exact: Mapping[Fraction, float] | None,
    language: str = "en",
    *,
    hands: int = 1,
    known: bool = True,
) -> Chart:
    """How often each net result of a round came, beside its exact chance.

    Args:
        counts: by net result in opening stakes.
        exact: the exact chance of each; None where it is not known.
        language: of the texts.
        hands: dealt each round.
        known: whether no exact chances will come any more, so that their lack is explained.
    """
    from plotly import graph_objects

    rounds = sum(counts.values())
    nets = sorted({*counts, *(exact or {})})
    shares = {net: counts.get(net, 0) / rounds if rounds else 0.0 for net in nets}
    drawn = [net for net in nets if max(shares[net], (exact or {}).get(net, 0.0)) >= RARE]
    names = [stakes(net, language) for net in drawn]
    at = list(range(len(drawn)))
    error = [100 * SURE * math.sqrt(shares[net] * (1 - shares[net]) / rounds) for net in drawn] if rounds else None
    traces = [
        graph_objects.Bar(
            x=at,
            y=[100 * shares[net] for net in drawn],
            marker={"color": faint("blue", 0.75), "line": {"color": palette("blue"), "width": 1}},
            error_y={"type": "data", "array": error, "color": palette("ink"), "thickness": 1, "width": 4},
            name=Message("simulated").text(language),
            hovertext=[f"{name}: {Percent(shares[net], 3).text(language)}" for net, name in zip(drawn, names, strict=True)],
            hoverinfo="text",
        )
    ]
    if exact is not None:
        traces.append(
            graph_objects.Scatter(
                x=at,
                y=[100 * exact.get(net, 0.0) for net in drawn],
                mode="markers",
                marker={"symbol": "diamond-open", "size": 11, "line": {"width": 2}, "color": palette("orange")},
                name=Message("exact").text(language),
                hovertext=[
                    f"{name}: {Percent(exact.get(net, 0.0), 3).text(language)}" for net, name in zip(drawn, names, strict=True)
                ],
                hoverinfo="text",
            )
        )
    most = max(drawn, key=lambda net: shares[net], default=None)
    words = Message("Nothing was played yet.")
    if most is not None:
        words = Message(
            "The most frequent result is {net} stakes, {share} of the rounds.",
            net=stakes(most, language),
            share=Percent(shares[most]),
        )
    missing = len(nets) - len(drawn)
    caption = Message("How often a round ends with each net result, in opening stakes; the short lines are its 95 % interval.")
    texts = [caption.text(language)]
    if exact is None and known:
        texts.append(_no_exact(hands).text(language))
    if missing:
        texts.append(Message("{n} rare results are in the table alone.", n=missing).text(language))
    return chart(
        traces,
        {
            "xaxis": {
                "tickmode": "array",
                "tickvals": at,
                "ticktext": names,
                "title": {"text": Message("net result of a round, in stakes").text(language)},
                "showgrid": False,
                "zeroline": False,
            },
            "yaxis": {"ticksuffix": "\N{NO-BREAK SPACE}%", "rangemode": "tozero", "nticks": 6},
            "bargap": 0.25,
        },
        name="round",
        title=Message("How a round ends").text(language),
        caption=" ".join(texts),
        words=words.text(language),
        header=words_of(language, N_("Net result"), N_("Rounds"), N_("Share"), N_("Exact chance")),
        rows=[(float(net), counts.get(net, 0), shares[net], None if exact is None else exact.get(net, 0.0)) for net in nets],
        shown=[
            (
                stakes(net, language),
                whole_text(counts.get(net, 0), language),
                Percent(shares[net], 4).text(language),
                "–" if exact is None else Percent(exact.get(net, 0.0), 4).text(language),
            )
            for net in nets
        ],
        language=language,
    )


def _no_exact(hands: int) -> Message:
    if hands > 1:
        return Message("The exact chances are known for one hand a round.")
    return Message("The exact chances are known where a pair becomes two hands at most, from a fresh shoe.")


def words_of(language: str, *texts: str) -> list[str]:
    """Short texts in a language, such as the names of columns."""
    return [Message(text).text(language) for text in texts]


def stakes(net: Fraction, language: str) -> str:
    """A net result in stakes, with its sign."""
    text = number_text(abs(net), language)
    return text if not net else f"{'+' if net > 0 else MINUS}{text}"
