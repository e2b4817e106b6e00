"""Stores to test: on SQLite, in memory, and on a PostgreSQL server that the tests start for themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bjlearn.practice.store import Store
from tests.store.server import Server, serve


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A PostgreSQL server of these tests alone. Where there is no PostgreSQL they fail: they are never left out."""
    with serve() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database that other processes can open too."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'progress.sqlite'}"
    server: Server = request.getfixturevalue("server")
    return server.database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty store."""
    with Store.at(url) as store:
        yield store
