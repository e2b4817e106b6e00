"""The way to a database: which one an address means, and how SQLite is made to take many writers and sudden ends."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, OperationalError

from bjlearn.practice.place import data_folder
from bjlearn.practice.store.faults import StoreError
from bjlearn.text import Message

VARIABLE = "BJLEARN_DATABASE_URL"
"""Says where progress is kept; without it, in a file of the user's own."""

FILE = "progress.sqlite"

BUSY = 30.0
"""Seconds that a writer waits for the others."""

REACH = 5
"""Seconds after which a server that does not answer counts as out of reach."""

_WRITES = "bjlearn_writes"


def address(url: str | None = None) -> URL:
    """The database that an address means.

    Args:
        url: ``sqlite:///FILE`` or ``postgresql://USER:PASSWORD@HOST/NAME``; None for what :data:`VARIABLE` says, else for a
            file in the user's data folder.

    Raises:
        StoreError: it is no such address.
    """
    given = os.environ.get(VARIABLE, "") if url is None else url
    if not given:
        try:
            return URL.create("sqlite", database=str(data_folder() / FILE))
        except RuntimeError:
            raise StoreError(
                Message("This user has no home folder; {variable} can name another place.", variable=VARIABLE)
            ) from None
    try:
        made = make_url(given)
    except (ArgumentError, ValueError):
        made = URL.create("none")
    kind = made.drivername.partition("+")[0]
    if kind in ("postgresql", "postgres"):
        return made.set(drivername="postgresql+psycopg")
    if kind == "sqlite":
        return made.set(drivername="sqlite")
    # the address itself is not shown: it may hold a password
    raise StoreError(
        Message(
            "{variable} must be sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME, which it is not.",
            variable=VARIABLE,
        )
    )


def connect(url: URL) -> Engine:
    """An engine for an address; nothing is opened yet, but a folder for the file is made.

    Raises:
        OSError: the folder cannot be made.
    """
    if url.get_backend_name() == "postgresql":
        # no connection stays open between two calls: a class has a kernel for each student, a server has a hundred connections
        args = {"connect_timeout": REACH, "application_name": "bjlearn"}
        return create_engine(url, poolclass=NullPool, connect_args={**args, **_asked(url)})
    if in_memory(url):
        # one connection, which the pool hands from thread to thread: the data lives as long as it does
        engine = create_engine(
            "sqlite://", poolclass=QueuePool, pool_size=1, max_overflow=0, connect_args={"check_same_thread": False}
        )
    else:
        Path(str(url.database)).expanduser().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        engine = create_engine(
            url.set(database=str(Path(str(url.database)).expanduser())),
            poolclass=QueuePool,
            pool_size=2,
            max_overflow=30,
            pool_timeout=BUSY,
            connect_args={"timeout": BUSY, "check_same_thread": False},
        )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _asked(url: URL) -> dict[str, str]:
    """What the address says itself goes before our own settings."""
    return {name: str(value) for name, value in url.query.items() if name in ("connect_timeout", "application_name")}


def in_memory(url: URL) -> bool:
    """Whether an address means a database that ends with the process."""
    return url.get_backend_name() == "sqlite" and (url.database in (None, "", ":memory:"))


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own
    connection.isolation_level = None  # we say where a transaction begins; the driver would begin it too late for DDL
    cursor = connection.cursor()
    try:
        cursor.execute(f"PRAGMA busy_timeout={int(BUSY * 1000)}")
        cursor.execute("PRAGMA foreign_keys=ON")
        # with a write-ahead log a killed process loses nothing that was committed; a power cut may lose the last moments,
        # never the file
        cursor.execute("PRAGMA synchronous=NORMAL")
    finally:
        cursor.close()


def _begin(connection: Connection) -> None:
    # who reads first and writes later may find the file changed between the two; who means to write waits at the start
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def use_log(engine: Engine) -> None:
    """Give an SQLite file its write-ahead log; it stays with the file.

    Raises:
        OperationalError: the file cannot be written, or other processes held it for :data:`BUSY` seconds.
    """
    end = time.monotonic() + BUSY
    raw = engine.raw_connection()
    try:
        cursor = raw.cursor()
        while True:
            try:
                # several processes that do this at once are told that the file is locked, without having waited
                mode = cursor.execute("PRAGMA journal_mode").fetchone()
                if mode is None or mode[0] != "wal":
                    cursor.execute("PRAGMA journal_mode=WAL")
                break
            except Exception as error:
                if "locked" not in str(error) or time.monotonic() > end:
                    raise OperationalError("PRAGMA journal_mode=WAL", None, error) from error
                time.sleep(0.02)
        cursor.close()
    finally:
        raw.close()


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection to read from, all at one moment."""
    with engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A connection to write to; what is written is kept at the end, or nothing of it."""
    with engine.connect().execution_options(**{_WRITES: True}) as connection, connection.begin():
        yield connection
