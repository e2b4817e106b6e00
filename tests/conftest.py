"""A real server and a real browser for the tests that want them, and a watch over all that goes between the two."""

from __future__ import annotations

import asyncio
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect, sync_playwright

BROWSER_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
os.environ["BJLEARN_DATABASE_URL"] = "sqlite://"  # nothing that tests do is kept among the progress of who runs them
SERVE_PAGES = Path(__file__).parent / "browser" / "serve_pages.py"
PATIENCE = 120
"""Seconds after which something that should come is given up; a busy machine takes long."""
expect.set_options(timeout=PATIENCE * 1000)


class Server:
    """``bjlearn dashboard`` as a process of its own, with a home of its own.

    Args:
        home: an empty folder.
        options: of the command.
        command: ``dashboard`` or ``lab``.
        pages: a folder with ``notebooks`` and ``lessons`` to serve in place of the project's.
    """

    def __init__(self, home: Path, *options: str, command: str = "dashboard", pages: Path | None = None) -> None:
        program = ["-m", "bjlearn", command] if pages is None else [str(SERVE_PAGES), str(pages), command]
        call = [sys.executable, *program, "--no-browser", *options]
        own = ("JUPYTER", "XDG_", "IPYTHON", "VOILA", "BJLEARN_")
        env = {name: value for name, value in os.environ.items() if not name.startswith(own)}
        (home / "tmp").mkdir(parents=True, exist_ok=True)
        self.folder = home / "tmp"
        env |= {"HOME": str(home), "TMPDIR": str(self.folder), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(call, env=env, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines: list[str] = []
        self._queue: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._queue.put(line.rstrip("\n"))
        self._queue.put(None)

    def line(self, pattern: str, patience: float = PATIENCE) -> re.Match[str]:
        """Wait until the server has said something."""
        for line in self.lines:
            if found := re.search(pattern, line):
                return found
        while True:
            try:
                said = self._queue.get(timeout=patience)
            except queue.Empty:
                raise AssertionError(f"the server did not say {pattern!r}, only {self.lines}") from None
            assert said is not None, f"the server ended without saying {pattern!r}: {self.lines}"
            self.lines.append(said)
            if found := re.search(pattern, said):
                return found

    @property
    def url(self) -> str:
        """Its address with a slash at the end, without a token."""
        return self.line(r"The dashboard is at (http://[^/]+/)").group(1)

    def warm(self) -> re.Match[str]:
        """Wait until the kernels are warm."""
        return self.line(r"(\d+) kernels? (?:is|are) warm; (?:it takes|they take) (\d+) MB of memory(?:, (\d+) MB each)?\.")

    def kernels(self) -> list[psutil.Process]:
        """The processes of its kernels."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """End it and wait for the end."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(PATIENCE)


Serve = Callable[..., Server]


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Start servers: ``serve("--students", "2", pages=...)``. Every one is on a free port and ended with the tests."""
    started: list[Server] = []

    def start(*options: str, command: str = "dashboard", pages: Path | None = None) -> Server:
        port = () if "--port" in options else ("--port", "0")
        started.append(Server(tmp_path_factory.mktemp("home"), *port, *options, command=command, pages=pages))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def dashboard(serve: Serve) -> Server:
    """The product as ``bjlearn dashboard`` serves it, one kernel warm."""
    server = serve()
    server.warm()
    return server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    found = shutil.which("chromium")
    assert found, "the tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(BROWSER_OPTIONS))
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def no_foreign_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright's event loop counts as running in this thread as long as a browser is there: hidden from tests that use none."""
    loop = None if request.node.get_closest_marker("browser") else asyncio._get_running_loop()
    if loop is None:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


def _keep(frames: list[str | bytes], frame: str | bytes) -> None:
    frames.append(frame)


@dataclass
class Watch:
    """What happened while a page was open.

    Attributes:
        errors: errors of the console and of scripts.
        outside: addresses asked for that are not on this machine.
        requests: every address asked for.
        sent: what the page sent over its websockets.
        received: what it received over them.
    """

    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    sent: list[str | bytes] = field(default_factory=list)
    received: list[str | bytes] = field(default_factory=list)

    def over(self, page: Page) -> None:
        """Watch a page."""
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._asked(request.url))
        page.on("websocket", self._connected)

    def _asked(self, url: str) -> None:
        self.requests.append(url)
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob", "about") and parts.hostname not in ("127.0.0.1", "localhost"):
            self.outside.append(url)

    def _connected(self, socket: WebSocket) -> None:
        self._asked(socket.url)
        for event, frames in (("framesent", self.sent), ("framereceived", self.received)):
            socket.on(event, partial(_keep, frames))

    def assert_clean(self) -> None:
        """Nothing went wrong and nothing left this machine."""
        assert self.outside == []
        assert self.errors == []


@dataclass
class Tab:
    """An open page and the watch over it."""

    page: Page
    watch: Watch


OpenTab = Callable[..., Tab]


@pytest.fixture
def open_tab(chromium: Browser) -> Iterator[OpenTab]:
    """Open pages: ``open_tab(url, width=390, theme="dark")``. Each is a visitor of their own; closed after the test."""
    contexts = []

    def start(url: str, *, width: int = 1280, height: int = 900, theme: str = "light", locale: str = "en-GB") -> Tab:
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if theme == "dark" else "light", locale=locale
        )
        contexts.append(context)
        page, watch = context.new_page(), Watch()
        page.set_default_timeout(PATIENCE * 1000)
        watch.over(page)
        page.goto(url, timeout=PATIENCE * 1000)
        return Tab(page, watch)

    yield start
    for context in contexts:
        for page in context.pages:
            page.close(run_before_unload=False)
        context.close()
