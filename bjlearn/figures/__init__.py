"""Figures: plain HTML for notebooks, and charts that plotly draws. Each has a caption, and its words for who cannot see it."""

from __future__ import annotations

from bjlearn.figures.bankrolls import Moment, fan
from bjlearn.figures.charts import Chart, Stage, chart, faint, library, palette, waterfall
from bjlearn.figures.html import Figure, bars, hands, percent, table
from bjlearn.figures.simulated import Point, running_mean, spread
from bjlearn.figures.versus import Row, versus

__all__ = [
    "Chart",
    "Figure",
    "Moment",
    "Point",
    "Row",
    "Stage",
    "bars",
    "chart",
    "faint",
    "fan",
    "hands",
    "library",
    "palette",
    "percent",
    "running_mean",
    "spread",
    "table",
    "versus",
    "waterfall",
]
