"""Figures: plain HTML for notebooks, and charts that plotly draws. Each has a caption, and its words for who cannot see it."""

from __future__ import annotations

from bjlearn.figures.charts import Chart, Stage, chart, faint, library, palette, waterfall
from bjlearn.figures.html import Figure, bars, hands, percent, table

__all__ = ["Chart", "Figure", "Stage", "bars", "chart", "faint", "hands", "library", "palette", "percent", "table", "waterfall"]
