"""What may go wrong with a database, as a sentence for people."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from bjlearn.text import BjlearnError, Message

FAULTS = (SQLAlchemyError, sqlite3.Error)
"""What comes of a database; SQLAlchemy does not wrap what befalls a connection that is only just being opened."""


class StoreError(BjlearnError):
    """A database that cannot be used, or that did not take what it was given."""


def in_home(path: Path) -> str:
    """A path as a page shows it, the home folder as ``~``."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)


@contextmanager
def told() -> Iterator[None]:
    """Say in one sentence what a database refuses in the middle of work.

    Raises:
        StoreError: the database did not do what it was asked; nothing of it is kept.
    """
    try:
        yield
    except FAULTS as error:
        raise StoreError(
            Message("The database of progress does not answer as it should ({why}); try again.", why=_kind(error))
        ) from error


def _kind(error: BaseException) -> str:
    """What kind of fault it was; never its text, which may hold an address with a password."""
    cause = getattr(error, "orig", None) or error
    return type(cause).__name__
