"""The store: one database, and the books in it."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Self

from sqlalchemy import URL, Engine, make_url

from bjlearn.practice.records import Learner
from bjlearn.practice.store.books import KeptBook
from bjlearn.practice.store.engine import address, connect, in_memory
from bjlearn.practice.store.faults import FAULTS, StoreError, in_home
from bjlearn.practice.store.registers import KeptRegister
from bjlearn.practice.store.schema import prepare
from bjlearn.text import Message

log = logging.getLogger(__name__)


class Store:
    """A database of progress, open and of the newest version. Any thread may use it.

    Args:
        engine: of the database.
        note: what its learners should know of how their progress is kept.
    """

    def __init__(self, engine: Engine, note: Message | None = None) -> None:
        self._engine = engine
        self.note = note

    @classmethod
    def at(cls, url: str | None = None) -> Self:
        """The store at an address, or a fault; :func:`open_store` always gives one.

        Args:
            url: see :func:`bjlearn.practice.store.engine.address`.

        Raises:
            StoreError: the database cannot be used; the sentence says why.
        """
        where = address(url)
        try:
            engine = connect(where)
        except OSError as error:
            raise StoreError(_why(where)) from error
        try:
            prepare(engine)
        except FAULTS as error:
            engine.dispose()
            raise StoreError(_why(where)) from error
        except StoreError:
            engine.dispose()
            raise
        return cls(engine)

    @classmethod
    def memory(cls, note: Message | None = None) -> Self:
        """A store that ends with the process."""
        engine = connect(make_url("sqlite://"))
        prepare(engine)
        return cls(engine, note)

    @property
    def url(self) -> URL:
        """Where it is."""
        return self._engine.url

    @property
    def lasts(self) -> bool:
        """Whether what is kept here is there after the process."""
        return not in_memory(self._engine.url)

    def book(self, learner: Learner) -> KeptBook:
        """The book of a learner, whose name and class are noted.

        Raises:
            StoreError: the database does not answer.
        """
        return KeptBook(self._engine, learner, self.note)

    def register(self) -> KeptRegister:
        """All learners; for the instructor alone."""
        return KeptRegister(self._engine)

    def close(self) -> None:
        """Close all connections; a store in memory ends here."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()


def _why(where: URL) -> Message:
    if where.get_backend_name() == "postgresql":
        return Message("The PostgreSQL server of the progress cannot be reached, or does not let us in.")
    path = Path(str(where.database)).expanduser()
    return Message("The file {file} cannot be used as a database of progress.", file=in_home(path))


def open_store(url: str | None = None) -> Store:
    """The store of this user or server; where its database cannot be used, one in memory whose ``note`` says so.

    Args:
        url: ``sqlite:///FILE`` or ``postgresql://USER:PASSWORD@HOST/NAME``; None for what ``BJLEARN_DATABASE_URL`` says, else
            for a file in the user's data folder.
    """
    try:
        return Store.at(url)
    except StoreError as error:
        log.warning("%s Progress is kept in memory.", error)
        return Store.memory(Message("{why} What you do is kept for this visit only.", why=error.message))
