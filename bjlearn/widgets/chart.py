"""A chart on screen: drawn by plotly, with caption, words, table and download, in the page's theme and any language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bjlearn.figures import Chart
from bjlearn.text import catalog
from bjlearn.widgets.pane import PANE_STRINGS, module, read_wish, style
from bjlearn.widgets.plotting import CHART_FILES, CHART_STRINGS, CHART_WISHES, send_library
from bjlearn.widgets.screen import Screen

Make = Callable[[str], Chart]
"""Makes a chart in a language."""


class ChartView(Screen):
    """A chart, alone in a notebook or among other widgets.

    Args:
        chart: it, or what makes it in a language; None while its figures are still being worked out.
        language: of all that is shown; a chart that was made already keeps its own.
        theme: ``"light"``, ``"dark"``, or None to follow the notebook or the system.

    Raises:
        BjlearnError: there is no such language or theme.
    """

    _esm: Any = module(*CHART_FILES, "chart_view")
    _css: Any = style(*CHART_FILES)

    def __init__(self, chart: Chart | Make | None = None, *, language: str = "en", theme: str | None = None) -> None:
        self._make = chart
        self._chart: Chart | None = None
        super().__init__(language=language, theme=theme)
        self._show()

    @property
    def chart(self) -> Chart | None:
        """What is shown."""
        return self._chart

    def update(self, chart: Chart | Make | None) -> None:
        """Show other figures.

        Args:
            chart: as for the constructor.
        """
        self._make = chart
        self._show()

    def _dress(self) -> None:
        super()._dress()
        words = catalog(self._language)
        self.strings = {text: words.gettext(text) for text in (*PANE_STRINGS, *CHART_STRINGS)}

    def _show(self) -> None:
        self._chart = self._make(self._language) if callable(self._make) else self._make
        self.view = {"chart": None if self._chart is None else self._chart.plain()}

    def _received(self, widget: object, content: object, buffers: object) -> None:
        number, wish = read_wish(content, CHART_WISHES)
        if wish is None:
            super()._received(widget, content, buffers)
            return
        send_library(self)
        self.send({"type": "answer", "n": number, "text": ""})

    def __repr__(self) -> str:
        return f"ChartView({'' if self._chart is None else self._chart.name!r})"
