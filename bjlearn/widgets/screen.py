"""The base of our widgets: one browser module, values that only Python sets, messages that are checked and answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from bjlearn.text import LANGUAGES, BjlearnError, Message
from bjlearn.widgets.background import answering
from bjlearn.widgets.strings import ui_strings
from bjlearn.widgets.wire import Ask, Sent, Speak, Wear, read_message

STATIC = Path(__file__).parent / "static"

TABLE_MODULES: tuple[str, ...] = ("dom.js", "table.js", "coach.js", "company.js")
"""The files of the table's browser side, in their order; a screen on the same base puts its own after them."""

TABLE_STYLES: tuple[str, ...] = ("table.css", "coach.css", "company.css")
"""Their style sheets."""

THEMES: tuple[str, ...] = ("", "light", "dark")
"""Themes; the empty one follows the notebook or the system."""


def joined(*names: str) -> str:
    """Files of the browser side as one: what belongs together is one module there, and may be several files here."""
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)


class ScreenError(BjlearnError):
    """A language or theme that the product does not have, or a change that has to wait."""


class Screen(anywidget.AnyWidget):
    """A widget that shows what Python says and tells Python what a person asks for.

    A browser can send new values for every synced trait of its kernel, so nothing of that is ever taken
    (:meth:`set_state`), and no synced trait is read back: what is true stands in plain attributes.

    Args:
        language: of all that is shown, one of :data:`bjlearn.text.LANGUAGES`.
        theme: ``"light"``, ``"dark"``, or None to follow the notebook or the system.

    Raises:
        ScreenError: there is no such language or theme.
    """

    _esm: Any = joined(*TABLE_MODULES)
    _css: Any = joined(*TABLE_STYLES)

    view = traitlets.Dict().tag(sync=True)
    setup = traitlets.Dict().tag(sync=True)
    history: traitlets.List[Any] = traitlets.List().tag(sync=True)
    strings = traitlets.Dict().tag(sync=True)
    language = traitlets.Unicode("en").tag(sync=True)
    theme = traitlets.Unicode("").tag(sync=True)

    def __init__(self, *, language: str = "en", theme: str | None = None) -> None:
        self._language = _checked_language(language)
        self._theme = _checked_theme(theme or "")
        super().__init__()
        self.on_msg(self._heard)
        with self.hold_sync():
            self._dress()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Values that a browser sends are not taken: it has messages for what it may ask."""

    def speak(self, language: str) -> None:
        """Show everything in another language.

        Raises:
            ScreenError: the product does not have it.
        """
        self._language = _checked_language(language)
        with self.hold_sync():
            self._dress()
            self._show()

    def wear(self, theme: str | None) -> None:
        """Show everything in another theme; None follows the notebook or the system.

        Raises:
            ScreenError: there is no such theme.
        """
        self._theme = _checked_theme(theme or "")
        self.theme = self._theme

    def _dress(self) -> None:
        self.strings = ui_strings(self._language)
        self.language = self._language
        self.theme = self._theme

    def _show(self) -> None:
        """Set the synced values anew; each screen has its own."""

    def _take(self, message: Sent) -> Message | None:
        """Do what a checked message asks for.

        Returns:
            What to tell the person, where the new view does not say it.

        Raises:
            BjlearnError: it cannot be done.
        """
        if isinstance(message, Speak):
            self.speak(message.language)
        elif isinstance(message, Wear):
            self.wear(message.theme)
        return None

    def _heard(self, widget: object, content: object, buffers: object) -> None:
        with answering():
            self._received(widget, content, buffers)

    def _received(self, _widget: object, content: object, _buffers: object) -> None:
        number, message = read_message(content)
        told: Message | None = None
        try:
            if message is not None and message != Ask("ping"):
                told = self._take(message)
        except BjlearnError as error:
            told = error.message
        finally:
            # always an answer: a browser that gets none shows that the kernel is gone
            self.send({"type": "answer", "n": number, "text": "" if told is None else told.text(self._language)})


def _checked_language(language: str) -> str:
    if language not in LANGUAGES:
        raise ScreenError(
            Message(
                'There is no language "{language}"; the languages are {languages}.',
                language=str(language)[:20],
                languages=LANGUAGES,
            )
        )
    return language


def _checked_theme(theme: str) -> str:
    if theme not in THEMES:
        raise ScreenError(Message('There is no theme "{theme}"; the themes are light and dark.', theme=str(theme)[:20]))
    return theme
