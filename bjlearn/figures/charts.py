"""Charts that plotly draws, each with its title, caption, words and the very figures as a table.

A chart is made in one language and in the colours of the light theme; who shows it puts the dark ones of :func:`palette` in their
place. No chart says by colour alone what it says: signs, marks or words say it too. plotly is imported when the first is made.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from bjlearn.text import COMMA_LANGUAGES, Message, Percent

Cell = str | int | float | None
"""What stands in a table: a number as it is, for a file; a missing one is None."""

_COLOURS: Mapping[str, tuple[str, str]] = {
    "ink": ("#1c2430", "#eef1f4"),
    "soft": ("#535d6b", "#aeb8c4"),
    "line": ("#d8d2c4", "#36404c"),
    "panel": ("#ffffff", "#1b222b"),
    "accent": ("#0d6149", "#4fcb9d"),
    "good": ("#0c6440", "#6fdcae"),
    "bad": ("#a3182c", "#ff9aa5"),
    # series: apart for colour-blind eyes, and apart in lightness
    "blue": ("#0b57a4", "#7db7ff"),
    "orange": ("#b35900", "#ffb366"),
    "purple": ("#7a3e9d", "#cfa6ee"),
    "teal": ("#0b7285", "#66d9e8"),
    "grey": ("#5f6670", "#a9b1bb"),
}


def palette(name: str) -> str:
    """A colour of the light theme by its name, such as ``"good"``; a screen in the dark theme shows the dark one in its place.

    Args:
        name: ink, soft, line, panel, accent, good, bad; for series blue, orange, purple, teal, grey.
    """
    return _COLOURS[name][0]


def faint(name: str, share: float) -> str:
    """A colour that lets the ground through, for areas.

    Args:
        name: as for :func:`palette`.
        share: 0 is nothing of it, 1 is all.
    """
    red, green, blue = (int(palette(name)[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {share:g})"


def shades() -> dict[str, str]:
    """The colours of the light theme, each with the dark one that takes its place."""
    return dict(_COLOURS.values())


def library() -> bytes:
    """Plotly's browser side, a script of some 5 MB, as it lies on this machine."""
    import plotly

    return (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes()


def library_version() -> str:
    """The version of plotly, for an address under which a browser may keep its script."""
    import plotly

    return str(plotly.__version__)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart and all that is told of it, in one language.

    Attributes:
        name: of the file that is downloaded, without an ending.
        title: above it.
        caption: below it: what it shows, in a sentence.
        words: the same for who cannot see it.
        figure: ``data`` and ``layout`` as plotly's browser side takes them.
        header: names of the table's columns.
        rows: the figures, as they go into a file.
        shown: the figures as a person reads them, row for row.
        narrow: what of the layout is otherwise where there is little room.
    """

    name: str
    title: str
    caption: str
    words: str
    figure: Mapping[str, Any]
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    shown: tuple[tuple[str, ...], ...]
    narrow: Mapping[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """All of it as plain data, for a browser."""
        return {
            "name": self.name,
            "title": self.title,
            "caption": self.caption,
            "words": self.words,
            "figure": self.figure,
            "narrow": self.narrow,
            "header": list(self.header),
            "rows": [list(row) for row in self.rows],
            "shown": [list(row) for row in self.shown],
            "shades": shades(),
            "library": library_version(),
        }

    def __repr__(self) -> str:
        return f"{self.caption} {self.words}"


def chart(
    data: Sequence[Any],
    layout: Mapping[str, Any],
    *,
    name: str,
    title: str,
    caption: str,
    words: str,
    header: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    shown: Sequence[Sequence[str]] | None = None,
    language: str = "en",
    narrow: Mapping[str, Any] | None = None,
) -> Chart:
    """A chart of any kind.

    Args:
        data: traces of ``plotly.graph_objects``, in colours of :func:`palette`.
        layout: what of the layout is its own; fonts, grounds and grids are given.
        name: of the file that is downloaded.
        title: above it.
        caption: below it: what it shows, in a sentence.
        words: the same for who cannot see it.
        header: names of the table's columns.
        rows: the figures.
        shown: the figures as a person reads them; left out, as text.
        language: of all these texts; numbers on the axes are written its way.
        narrow: what of the layout is otherwise where there is little room.
    """
    from plotly import graph_objects

    figure = graph_objects.Figure(list(data), graph_objects.Layout(template=graph_objects.layout.Template()))
    axis = {
        "gridcolor": palette("line"),
        "linecolor": palette("line"),
        "zerolinecolor": palette("soft"),
        "zerolinewidth": 1,
        "automargin": True,
        "fixedrange": True,
        "title": {"standoff": 12},
    }
    figure.update_layout(
        autotypenumbers="strict",
        font={"size": 13, "color": palette("ink")},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        height=340,
        separators=",." if language in COMMA_LANGUAGES else ".,",
        xaxis=axis,
        yaxis=axis,
        dragmode=False,
        hoverlabel={
            "align": "left",
            "bgcolor": palette("panel"),
            "bordercolor": palette("soft"),
            "font": {"color": palette("ink")},
        },
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
    )
    figure.update_layout(dict(layout))
    # through its own JSON: what comes from elsewhere (arrays, dates) is plain then
    return Chart(
        name=name,
        title=title,
        caption=caption,
        words=words,
        figure=_plain(figure),
        header=tuple(header),
        rows=tuple(tuple(row) for row in rows),
        shown=tuple(tuple(_text(cell) for cell in row) for row in (rows if shown is None else shown)),
        narrow=dict(narrow or {}),
    )


def _plain(figure: Any) -> dict[str, Any]:  # noqa: ANN401 - plotly has no types
    found: dict[str, Any] = json.loads(figure.to_json())
    return {"data": found["data"], "layout": found["layout"]}


def _text(cell: Cell) -> str:
    return "–" if cell is None else str(cell)


# ---- the waterfall


@dataclass(frozen=True, slots=True)
class Stage:
    """One bar of a waterfall.

    Attributes:
        name: what changes.
        value: where the sum is then, as a share.
    """

    name: str
    value: float


def waterfall(
    start: Stage,
    steps: Sequence[Stage],
    end: Stage | None,
    *,
    name: str,
    title: Message,
    caption: Message,
    columns: tuple[Message, Message, Message],
    places: int = 3,
    language: str = "en",
) -> Chart:
    """From one share to another, step by step: a rise is bad for the player, a fall is good, as house edges are.

    Args:
        start: where it begins.
        steps: each change with the value after it.
        end: where it ends; None while steps are still being worked out.
        name: of the file that is downloaded.
        title: above it.
        caption: below it.
        columns: what stands in the table: the step, what it changes, the value then.
        places: decimals of a percentage.
        language: of the texts.
    """
    from plotly import graph_objects

    stages = [start, *steps, *([] if end is None else [end])]
    whole = [True, *(False for _ in steps), *([] if end is None else [True])]
    before = [0.0, *(stage.value for stage in stages[:-1])]
    changes = [None if all_ else stage.value - was for stage, was, all_ in zip(stages, before, whole, strict=True)]
    texts = [_told(stage, change, places, language) for stage, change in zip(stages, changes, strict=True)]
    values = [100 * (stage.value if change is None else change) for stage, change in zip(stages, changes, strict=True)]
    at = list(range(len(stages)))
    low, high = min(0.0, *(stage.value for stage in stages)), max(0.0, *(stage.value for stage in stages))
    room = 100 * (high - low or 0.01)

    def reach(margin: float) -> list[float]:
        return [100 * low, 100 * high + margin * room]

    def named(width: int) -> list[str]:
        names = [wrapped(stage.name, width) for stage in stages]
        return [f"<b>{text}</b>" if all_ else text for text, all_ in zip(names, whole, strict=True)]

    trace = graph_objects.Waterfall(
        orientation="h",
        y=at,
        x=values,
        measure=["absolute" if all_ else "relative" for all_ in whole],
        hovertext=[f"{wrapped(stage.name, 40)}<br>{words}" for stage, (_, words) in zip(stages, texts, strict=True)],
        hoverinfo="text",
        increasing={"marker": {"color": palette("bad")}},
        decreasing={"marker": {"color": palette("good")}},
        totals={"marker": {"color": palette("grey")}},
        connector={"line": {"color": palette("soft"), "width": 1, "dash": "dot"}},
        showlegend=False,
    )
    # right of every bar: left of one that falls there may be no room
    said = graph_objects.Scatter(
        x=[100 * max(stage.value, was) for stage, was in zip(stages, before, strict=True)],
        y=at,
        text=[f"\N{NO-BREAK SPACE}{text}" for text, _ in texts],
        mode="text",
        textposition="middle right",
        cliponaxis=False,
        hoverinfo="skip",
        showlegend=False,
    )
    labels = {"tickmode": "array", "tickvals": at, "ticks": "", "showgrid": False, "zeroline": False, "autorange": "reversed"}
    lines = [text.count("<br>") + 1 for text in named(34)]
    return chart(
        [trace, said],
        {
            "height": 60 + sum(max(34, 12 + 17 * count) for count in lines),
            "bargap": 0.35,
            "xaxis": {
                "ticksuffix": "\N{NO-BREAK SPACE}%",
                "range": reach(0.22),
                "nticks": 6,
            },
            "yaxis": {**labels, "ticktext": named(34)},
        },
        name=name,
        title=title.text(language),
        caption=caption.text(language),
        words="; ".join(f"{stage.name}: {words}" for stage, (_, words) in zip(stages, texts, strict=True)) + ".",
        header=[column.text(language) for column in columns],
        rows=[(stage.name, change, stage.value) for stage, change in zip(stages, changes, strict=True)],
        shown=[
            (
                stage.name,
                "" if change is None else Percent(change, places, signed=True).text(language),
                Percent(stage.value, places).text(language),
            )
            for stage, change in zip(stages, changes, strict=True)
        ],
        language=language,
        # where it is narrow the names would leave no room for the bars: a number stands for each, as in the table below
        narrow={"yaxis": {"ticktext": [str(number + 1) for number in at]}, "xaxis": {"nticks": 4, "range": reach(0.45)}},
    )


def _told(stage: Stage, change: float | None, places: int, language: str) -> tuple[str, str]:
    """What stands at a bar, and the same in words."""
    value = Percent(stage.value, places).text(language)
    if change is None:
        return f"<b>{value}</b>", value
    sign = "" if abs(change) < 0.5 / 10 ** (places + 2) else "▲ " if change > 0 else "▼ "
    told = Percent(change, places, signed=True).text(language)
    return f"{sign}{told}", f"{told} → {value}"


def wrapped(text: str, width: int) -> str:
    """Words in lines, as plotly takes them; markup in them is text.

    Args:
        text: in one line.
        width: most characters of a line.
    """
    return "<br>".join(escape(line, quote=False) for line in textwrap.wrap(text, width)) or "–"
