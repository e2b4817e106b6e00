"""What a screen with charts needs beside its own: texts, messages, and plotly's script where the page has none."""

from __future__ import annotations

from collections.abc import Mapping

import anywidget

from bjlearn.text import N_

CHART_FILES: tuple[str, ...] = ("chart",)
"""Names of the browser's files, scripts and styles, that stand before a screen's own."""

CHART_STRINGS: tuple[str, ...] = (
    N_("Download as CSV"),
    N_("The chart could not be drawn; its figures are in the table."),
    N_("The figures as a table"),
)
"""The texts that ``static/chart.js`` looks up, as they stand there."""

CHART_WISHES: Mapping[str, Mapping[str, int]] = {"library": {}}
"""The messages of ``static/chart.js``: it asks for plotly's script where the server of the page does not have it (JupyterLab)."""


def send_library(screen: anywidget.AnyWidget) -> None:
    """Send plotly's script to a screen whose page has none: some 5 MB, once a page.

    Args:
        screen: that asked for it.
    """
    from bjlearn.figures import library

    screen.send({"type": "library"}, buffers=[library()])
