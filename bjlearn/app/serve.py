"""Serving: the dashboard by standalone Voila, the lessons by JupyterLab."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import os
import secrets
import signal
import socket
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bjlearn.app.runtime import Runtime, ServeError, environment, project_folder, runtime_folder, say
from bjlearn.text import Message

if TYPE_CHECKING:
    from bjlearn.app.dashboard_app import Dashboard

DEFAULT_PORT = 8866
LAB_PORT = 8888
MOST_STUDENTS = 500
SHORTEST_TOKEN = 8
INSTRUCTOR_TOKEN = "BJLEARN_INSTRUCTOR_TOKEN"
"""Environment variable that gives the instructor's token."""


def is_local(host: str) -> bool:
    """Whether an address to listen on can be reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def bind(host: str, port: int) -> list[socket.socket]:
    """Take a port, before anything costly is done.

    Args:
        host: the address on which to listen.
        port: the port; 0 takes a free one.

    Raises:
        ServeError: the port is taken or not allowed, or the machine has no such address.
    """
    from tornado.netutil import bind_sockets

    if not 0 <= port <= 65535:
        raise ServeError(Message("{port} is no port: --port takes a number from 0 to 65535.", port=port))
    try:
        return bind_sockets(port, "127.0.0.1" if host == "localhost" else host, family=socket.AF_UNSPEC)
    except PermissionError:
        raise ServeError(
            Message("Port {port} is reserved for the system: choose one above 1023 with --port.", port=port)
        ) from None
    except OSError as error:
        if error.errno in _TAKEN:
            raise ServeError(Message("Port {port} is taken by another program: choose another with --port.", port=port)) from None
        raise ServeError(
            Message('This machine cannot listen at "{host}": --host takes an address of its own.', host=host)
        ) from None


_TAKEN = {98, 48, 10048}  # EADDRINUSE on Linux, macOS, Windows


def lan_address() -> str:
    """This machine's address in its network, as far as it can tell; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def page_list(runtime: Runtime) -> dict[str, str]:
    """Address of every page to its notebook: ``play``, ``lessons/01-aim``."""
    found: dict[str, str] = {}
    for path in sorted(runtime.pages.rglob("*.ipynb")):
        name = path.relative_to(runtime.pages).as_posix()
        found[name.removesuffix(".ipynb").removeprefix("notebooks/")] = name
    return found


def dashboard(
    *,
    port: int = DEFAULT_PORT,
    host: str = "127.0.0.1",
    open_browser: bool = True,
    students: int = 1,
    token: str | None = None,
    instructor_token: str | None = None,
    folders: list[Path] | None = None,
) -> None:
    """Serve the dashboard until interrupted.

    Args:
        port: the port; 0 takes a free one.
        host: the address on which to listen. One beyond this machine demands a token.
        open_browser: open the landing page in the browser.
        students: kernels to warm before anyone comes.
        token: what visitors must know; made anew where one is demanded and none given.
        instructor_token: what the instructor must know to see the class; made anew where none is given.
        folders: folders of notebooks to serve; by default the project's ``notebooks`` and ``lessons``.

    Raises:
        ServeError: the server cannot start; the sentence says why.
    """
    if not 0 <= students <= MOST_STUDENTS:
        raise ServeError(
            Message("--students takes a number from 0 to {most}, not {students}.", most=MOST_STUDENTS, students=students)
        )
    if token is None:
        token = "" if is_local(host) else secrets.token_urlsafe(12)
    elif not token and not is_local(host):
        raise ServeError(Message("Whoever can reach {host} could come in: give a token that is not empty.", host=host))
    instructor_token = _instructor_token(instructor_token, token)
    sockets = bind(host, port)
    sources = folders if folders is not None else [project_folder("notebooks"), project_folder("lessons")]
    with runtime_folder() as runtime:
        for source in sources:
            runtime.add_pages(source)
        with environment({**runtime.environment(host), INSTRUCTOR_TOKEN: ""}):  # nothing for kernels to know
            app = _make(runtime, host=host, token=token, students=students, instructor_token=instructor_token)
            asyncio.run(_run(app, sockets, instructor_token=instructor_token, open_browser=open_browser))
    say(Message("Ended; no kernel is left."))


def _instructor_token(given: str | None, token: str) -> str:
    if given is None:
        return secrets.token_urlsafe(12)
    if len(given.strip()) < SHORTEST_TOKEN:
        raise ServeError(Message("An instructor's token has at least {least} characters.", least=SHORTEST_TOKEN))
    if given.strip() == token:
        raise ServeError(Message("Every visitor knows the token: the instructor's must be another."))
    return given.strip()


def _make(runtime: Runtime, *, host: str, token: str, students: int, instructor_token: str) -> Dashboard:
    from bjlearn.app.dashboard_app import Dashboard, settings_of
    from bjlearn.app.landing import Landing
    from bjlearn.app.who import Guests, load_secret
    from bjlearn.practice.identity import KEY

    for name in ("tornado.access", "tornado.general", "tornado.application"):  # an address that is not there is no news
        logging.getLogger(name).setLevel(logging.ERROR)
    app = Dashboard(config=settings_of(runtime, host=host, token=token, students=students))
    app.initialize([])
    app.students = students
    app.pages = page_list(runtime)
    app.landing = Landing.of(runtime.pages, app.pages)
    app.guests = Guests(load_secret(), token=instructor_token)
    # where kernels find the server, and the secret they need there
    os.environ["VOILA_APP_IP"] = "127.0.0.1" if host in ("localhost", "0.0.0.0", "::", "") else host
    os.environ["VOILA_WS_BASE_URL"] = f"/{app.secret}/"
    os.environ[KEY] = app.guests.kernel_key.hex()
    return app


async def _run(app: Dashboard, sockets: list[socket.socket], *, instructor_token: str, open_browser: bool) -> None:
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with contextlib.suppress(AttributeError, NotImplementedError):  # Windows has fewer, and no loop handlers
            loop.add_signal_handler(getattr(signal, name), ended.set)
    app.begin(sockets)
    address = _announce(app, instructor_token)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    others = [
        asyncio.create_task(_say_when_warm(app)),
        asyncio.create_task(_work_out(app)),
        asyncio.create_task(_say_whether_kept()),
    ]
    try:
        await ended.wait()
    finally:
        for other in others:
            other.cancel()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # a second interrupt does not wait
            with contextlib.suppress(AttributeError, NotImplementedError, ValueError):
                loop.remove_signal_handler(getattr(signal, name))
        with contextlib.suppress(TimeoutError):
            await app.end()
        _end_children()


def _announce(app: Dashboard, instructor_token: str) -> str:
    """Say where the dashboard is; the address for a browser on this machine, with its token."""
    here = "127.0.0.1" if app.ip in ("localhost", "0.0.0.0", "::", "") else app.ip
    here = f"[{here}]" if ":" in here else here
    query = f"?token={app.token}" if app.token else ""
    address = f"http://{here}:{app.port}/{query}"
    say(Message("The dashboard is at {address}  (Ctrl-C ends it)", address=address))
    if app.token:
        there = lan_address() if app.ip in ("0.0.0.0", "::", "") else here
        handed = f"http://{there}:{app.port}/{query}"
        say(Message("Hand out this address: {address}", address=handed))
    say(
        Message(
            "The instructor's token is {token}  (enter it at {address})",
            token=instructor_token,
            address=f"http://{here}:{app.port}/class",
        )
    )
    return address


async def _say_when_warm(app: Dashboard) -> None:
    """Say what the warmed kernels take, measured once they all wait."""
    if app.students < 1:
        return
    say(Message("Warming 1 kernel ...") if app.students == 1 else Message("Warming {count} kernels ...", count=app.students))
    while app.warm_kernels() < app.students:
        await asyncio.sleep(0.2)
    total = sum(memory_of(process) for process in _children())
    if app.students == 1:
        say(Message("1 kernel is warm; it takes {total} MB of memory.", total=round(total / 1e6)))
        return
    say(
        Message(
            "{count} kernels are warm; they take {total} MB of memory, {each} MB each.",
            count=app.students,
            total=round(total / 1e6),
            each=round(total / 1e6 / app.students),
        )
    )


def kept_nowhere() -> Message | None:
    """Why progress cannot be kept, as far as the start can tell; None where it can."""
    from bjlearn.practice.store import Store, StoreError

    try:
        Store.at().close()
    except StoreError as error:
        return error.message
    return None


async def _say_whether_kept() -> None:
    """Say it before a class finds out: its visitors are told on their pages, and whoever serves them sees none."""
    why = await asyncio.to_thread(kept_nowhere)
    if why is not None:
        say(Message("Progress is not kept beyond a visit, and there is no class to see: {why}", why=why))


async def _work_out(app: Dashboard) -> None:
    """Work out the landing page's figures while the server answers already."""
    from bjlearn.app.landing import edge_of

    for document in app.landing.documents:
        edge = await asyncio.to_thread(edge_of, document.id)
        app.landing = app.landing.with_edge(document.id, edge)


def _children() -> list[Any]:
    import psutil

    return list(psutil.Process().children(recursive=True))


def memory_of(process: Any) -> int:  # noqa: ANN401 - psutil has no types
    """Memory of a process in bytes, its share of what it shares with others; 0 where it is gone."""
    import psutil

    try:
        full = process.memory_full_info()
    except psutil.Error:
        return 0
    return int(getattr(full, "pss", 0) or getattr(full, "uss", 0) or full.rss)


def _end_children() -> None:
    """End whatever process of ours is left: a kernel caught in the middle of its start."""
    import psutil

    left = _children()
    for process in left:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(left, timeout=5)


def lab(*, port: int = LAB_PORT, open_browser: bool = True, folder: Path | None = None) -> None:
    """Open the lessons in JupyterLab until interrupted.

    Args:
        port: the port.
        open_browser: open the first lesson in the browser.
        folder: the folder to open; by default the project's ``lessons``.

    Raises:
        ServeError: it cannot start; the sentence says why.
    """
    from bjlearn.app.lab import run

    sockets = bind("127.0.0.1", port)  # JupyterLab has no words of ours for a port that is taken
    source = folder if folder is not None else project_folder("lessons")
    free = int(sockets[0].getsockname()[1])
    for one in sockets:
        one.close()
    run(source, port=free, open_browser=open_browser)
