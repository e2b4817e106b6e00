"""Who asked for a page: the query of its address, as a notebook sees it.

A kernel that is warmed before anyone asks waits here for its visitor. Imports stand before the call in a notebook and so are
paid beforehand; whatever depends on the visitor stands after it.
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
from urllib.parse import parse_qsl

MOST_KEYS = 30
"""Keys of a query that are read; an address is anyone's to write."""
MOST_LETTERS = 300
"""Letters of a value that are read."""


def waits() -> bool:
    """Whether this is a warmed kernel that has no visitor yet."""
    return os.environ.get("VOILA_PREHEAT") == "True"


def request_query() -> str:
    """The query of the page's address, after waiting for the visitor where the kernel is a warmed one.

    Voila has a function for this too; importing it takes a kernel 2 s and the memory of a server.

    Returns:
        What stands after the question mark; empty in JupyterLab and wherever else there is no address.
    """
    if waits():
        os.environ["VOILA_PREHEAT"] = "False"  # a second call does not wait again
        os.environ.update(_wait())
    return os.environ.get("QUERY_STRING", "")


def request_language() -> str:
    """What the visitor's browser says of languages, as its ``Accept-Language``; to be asked after :func:`request_query`."""
    return os.environ.get("HTTP_ACCEPT_LANGUAGE", "")


def visitor() -> dict[str, str]:
    """The query of the page's address as a dictionary, after waiting for the visitor where the kernel is a warmed one.

    Returns:
        Key to value, such as ``{"doc": "it-banco", "lang": "it"}``; of a key that stands twice the last value.
    """
    return parse(request_query())


def parse(query: str) -> dict[str, str]:
    """A query as a dictionary.

    Args:
        query: what stands after the question mark.
    """
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_KEYS)
    except ValueError:
        return {}
    return {key[:MOST_LETTERS]: value[:MOST_LETTERS] for key, value in pairs if key != "token"}


def _address() -> str:
    env = os.environ
    host = env.get("VOILA_APP_IP", "127.0.0.1")
    host = f"[{host}]" if ":" in host else host
    base = env.get("VOILA_WS_BASE_URL", env.get("VOILA_SERVER_URL", "/"))
    return f"ws://{host}:{env.get('VOILA_APP_PORT', '8866')}{base}voila/query/{env.get('VOILA_KERNEL_ID', '')}"


async def _ask(address: str) -> str | bytes | None:
    from tornado.websocket import websocket_connect

    connection = await websocket_connect(address, connect_timeout=20)
    return await connection.read_message()


def _wait() -> dict[str, str]:
    """Block until the server says who the visitor is. The kernel's own loop runs in this thread, so another one asks."""
    answers: list[dict[str, str]] = []

    def ask() -> None:
        try:
            answer = asyncio.run(_ask(_address()))
        except OSError:
            return  # no server there: a page without a query is better than none
        if answer:
            answers.append({str(key): str(value) for key, value in json.loads(answer).items()})

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join()
    return answers[0] if answers else {}
