"""Long work in a thread of its own; what it finds is shown from the kernel's thread, piece by piece."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")
_logger = logging.getLogger(__name__)

_free = threading.Event()
_free.set()


@contextmanager
def answering() -> Iterator[None]:
    """While a person's message is answered, work in the background begins nothing new: Python runs one thread at a time."""
    _free.clear()
    try:
        yield
    finally:
        _free.set()


def wait_until_free() -> None:
    """Wait in a thread of the background until no message is being answered."""
    _free.wait()


class Job(Generic[T]):
    """Work that gives its results piece by piece.

    Where no event loop runs (a plain script), it is done at once, before the constructor is left.

    Args:
        pieces: the work; each step of it is done in the thread.
        show: called with each piece, in the thread that made the job.
        failed: called in place of further pieces where the work raises.
    """

    def __init__(self, pieces: Iterator[T], show: Callable[[T], None], failed: Callable[[], None]) -> None:
        self._pieces, self._show, self._failed = pieces, show, failed
        self._stopped = threading.Event()
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None
        self._context = contextvars.copy_context()
        self._thread = threading.Thread(target=self._work, daemon=True)
        if self._loop is None:
            self._work()
        else:
            self._thread.start()

    def stop(self) -> None:
        """Show nothing of it any more; the step that is being worked on ends by itself."""
        self._stopped.set()

    def _work(self) -> None:
        try:
            for piece in self._paced():
                if self._stopped.is_set():
                    return
                self._call(lambda piece=piece: self._show(piece))  # type: ignore[misc]
        except Exception:
            _logger.exception("work in the background failed")
            self._call(self._failed)

    def _paced(self) -> Iterator[T]:
        pieces = iter(self._pieces)
        while True:
            if self._loop is not None:
                wait_until_free()
            try:
                piece = next(pieces)
            except StopIteration:
                return
            yield piece

    def _call(self, what: Callable[[], None]) -> None:
        def shown() -> None:
            if not self._stopped.is_set():
                what()

        if self._loop is None:
            shown()
            return
        try:
            self._loop.call_soon_threadsafe(shown, context=self._context)
        except RuntimeError:  # the kernel ends
            self._stopped.set()
