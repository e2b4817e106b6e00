"""Given tables for the tests of the Play screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.screen import OpenPlay, opener
from tests.conftest import Serve, Server

GIVEN = Path(__file__).parent / "given"


@pytest.fixture(scope="session")
def given(serve: Serve) -> Server:
    """Serves tables that a test gives, as the dashboard serves its own."""
    server = serve("--students", "0", pages=GIVEN)
    assert server.url
    return server


@pytest.fixture(scope="module")
def open_play(chromium: Browser, given: Server) -> Iterator[OpenPlay]:
    """Open a page with a given table: ``open_play(Mirror("it-banco", cards_="10h,..."), width=390)``."""
    yield from opener(chromium, given)
