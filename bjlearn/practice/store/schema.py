"""Versions of the schema: which one a database has, and the way up to ours."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from bjlearn.practice.store.engine import in_memory, reading, use_log, writing
from bjlearn.practice.store.faults import StoreError
from bjlearn.text import Message

VERSIONS: tuple[str, ...] = ("1", "2")
"""All that there have been, the newest last; each is a file in ``migrations/versions``."""

NEWEST = VERSIONS[-1]

_LOCK = 0x626A6C65  # any number will do, if all processes ask for the same


def version(connection: Connection) -> str | None:
    """The version of a database; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _checked(found: str | None) -> str | None:
    if found is not None and found not in VERSIONS:
        raise StoreError(
            Message(
                "The database of progress was made by a newer bjlearn (version {found} of its schema, this one knows {newest}): "
                "update bjlearn.",
                found=found[:20],
                newest=NEWEST,
            )
        )
    return found


def prepare(engine: Engine, target: str = NEWEST) -> None:
    """Bring a database to a version; processes that do so at once wait for each other.

    Args:
        engine: of the database.
        target: the version; an older one is for tests.

    Raises:
        StoreError: the database comes from a newer bjlearn. Nothing has changed.
        SQLAlchemyError: the database cannot be read or written.
    """
    if engine.dialect.name == "postgresql":
        with reading(engine) as connection:
            if _checked(version(connection)) == target:
                return
    elif not in_memory(engine.url):
        use_log(engine)
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        if _checked(version(connection)) != target:
            _upgrade(connection, target)
        elif connection.dialect.name == "sqlite":
            # BEGIN IMMEDIATE is silent about a file that can only be read; a write is not
            connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _upgrade(connection: Connection, target: str) -> None:
    from alembic import command
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    settings.attributes["connection"] = connection
    command.upgrade(settings, target)
