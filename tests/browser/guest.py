"""A visitor without a browser: cookies, forms, and the messages of a page's kernel over its websocket."""

from __future__ import annotations

import http.client
import json
import re
import struct
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from itertools import pairwise
from typing import Any, Self
from urllib.parse import urlencode

import websocket
from playwright.sync_api import Page

from tests.conftest import PATIENCE

V1 = "v1.kernel.websocket.jupyter.org"
WIDGETS = ("jupyter.widget", "2.1.0")


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


@dataclass(frozen=True)
class Answer:
    """What a server answered; redirects are not followed."""

    status: int
    text: str
    headers: http.client.HTTPMessage


@dataclass
class Guest:
    """A visitor.

    Attributes:
        url: address of the server, with a slash at the end.
        cookies: name to value, as they go over the wire.
        extra: headers that go with every request.
    """

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    extra: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, page: Page, url: str) -> Self:
        """The visitor of a real page."""
        return cls(url, {one["name"]: one["value"] for one in page.context.cookies()})

    def ask(
        self,
        path: str,
        *,
        form: dict[str, str] | None = None,
        data: bytes | None = None,
        headers: dict[str, str] | None = None,
        method: str | None = None,
    ) -> Answer:
        """Ask for an address; with a form or data it is sent there."""
        sent = urlencode(form).encode() if form is not None else data
        request = urllib.request.Request(self.url + path, data=sent, headers={**self.headers(), **(headers or {})}, method=method)
        try:
            with urllib.request.build_opener(_Stay, urllib.request.ProxyHandler({})).open(request, timeout=PATIENCE) as found:
                return self._keep(Answer(found.status, found.read().decode("utf-8", "replace"), found.headers))
        except urllib.error.HTTPError as error:
            return self._keep(Answer(error.code, error.read().decode("utf-8", "replace"), error.headers))

    def headers(self) -> dict[str, str]:
        """The cookies as a header, and the extra ones."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {**self.extra, **({"Cookie": cookies} if cookies else {})}

    def post(self, path: str, **form: str) -> Answer:
        """Send a form as a page of the server does."""
        if "_xsrf" not in self.cookies:
            self.ask("")
        return self.ask(path, form=form, headers={"X-XSRFToken": self.cookies["_xsrf"]})

    def call(self, name: str, group: str = "") -> Answer:
        """Say who one is."""
        return self.post("who", name=name, group=group)

    def cookie(self, start: str) -> str:
        """Full name of a cookie of the server."""
        return next(name for name in self.cookies if name.startswith(start))

    def kernel(self, page: str = "dashboard") -> str:
        """Open a page; the id of its kernel."""
        answer = self.ask(page)
        found = re.search(r'"kernelId": "([0-9a-f-]+)"', answer.text)
        assert answer.status == 200, answer.status
        assert found
        return found.group(1)

    def connect(self, kernel: str) -> websocket.WebSocket:
        """The websocket of a kernel."""
        return websocket.create_connection(
            f"{self.url.replace('http', 'ws')}api/kernels/{kernel}/channels?session_id={uuid.uuid4().hex}",
            timeout=PATIENCE,
            origin=self.url.rstrip("/"),
            subprotocols=[V1],
            cookie=self.headers().get("Cookie"),
        )

    def end(self, kernel: str) -> int:
        """Say that a page is closed."""
        return self.ask(f"voila/api/shutdown/{kernel}", data=b"").status

    def open(self, page: str = "dashboard") -> Screen:
        """Open a page and take its widgets over."""
        kernel = self.kernel(page)
        return Screen(self, kernel, self.connect(kernel)).begin()

    def _keep(self, answer: Answer) -> Answer:
        for header in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(header).items():
                if morsel.value:
                    self.cookies[name] = morsel.coded_value
                else:
                    self.cookies.pop(name, None)
        return answer


@dataclass
class Screen:
    """The widgets of a page, without a page.

    Attributes:
        states: comm id to what Python said of the widget.
        customs: comm id and content of the messages that are no state, with their buffers.
    """

    guest: Guest
    kernel: str
    socket: websocket.WebSocket
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    customs: list[tuple[str, dict[str, Any], list[bytes]]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    _sent: int = 0

    def begin(self) -> Self:
        """Ask for the state of all widgets, as a page does that is opened."""
        control = uuid.uuid4().hex
        data = {"method": "request_states"}
        self._send("comm_open", {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}}, version="1.0.0")
        self._send("comm_msg", {"comm_id": control, "data": data})
        while True:
            _header, content, _buffers = self.hear()
            if content.get("comm_id") == control and content.get("data", {}).get("method") == "update_states":
                for comm, state in content["data"]["states"].items():
                    self.states[comm] = state["state"]
                return self

    def comm(self, name: str) -> str:
        """The comm id of the widget of a class, ``bjlearn.widgets.play.Play``."""
        while True:
            for comm, state in self.states.items():
                if state.get("_anywidget_id", "").endswith(name):
                    return comm
            self.hear()

    def says(self, comm: str, content: dict[str, Any], buffers: Sequence[bytes] = ()) -> int:
        """Send a message to a widget; its number."""
        self._sent += 1
        data = {"method": "custom", "content": {**content, "n": self._sent}}
        self._send("comm_msg", {"comm_id": comm, "data": data}, buffers)
        return self._sent

    def asks(self, comm: str, content: dict[str, Any], buffers: Sequence[bytes] = ()) -> tuple[dict[str, Any], list[bytes]]:
        """Send a message to a widget and wait for its answer."""
        number = self.says(comm, content, buffers)
        while True:
            for at, (who, said, parts) in enumerate(self.customs):
                if who == comm and said.get("n") == number:
                    del self.customs[at]
                    return said, parts
            self.hear()

    def until(self, true: Callable[[], bool]) -> None:
        """Hear what comes until something is true."""
        while not true():
            self.hear()

    def hear(self) -> tuple[dict[str, Any], dict[str, Any], list[bytes]]:
        """Take in the next message."""
        header, content, buffers = unpacked(self.socket.recv())
        kind, comm = header.get("msg_type"), content.get("comm_id", "")
        data = content.get("data") or {}
        if kind == "comm_open":
            self.states[comm] = dict(data.get("state", {}))
        elif kind == "comm_msg" and data.get("method") == "update":
            self.states.setdefault(comm, {}).update(data["state"])
        elif kind == "comm_msg" and data.get("method") == "custom":
            self.customs.append((comm, data["content"], buffers))
        elif kind == "error" or (kind == "stream" and "No such comm" not in content["text"]):  # the control comm is nobody's
            self.errors.append(json.dumps(content))
        return header, content, buffers

    def close(self) -> None:
        """Leave as a page does."""
        self.socket.close()
        self.guest.end(self.kernel)

    def _send(self, kind: str, content: dict[str, Any], buffers: Sequence[bytes] = (), version: str = "") -> None:
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "x", "session": "x", "version": "5.3"}
        metadata = {"version": version} if version else {}
        said = {"header": header | {"date": "2026-01-01T00:00:00Z"}, "parent_header": {}, "metadata": metadata}
        self.socket.send_binary(packed("shell", {**said, "content": content}, buffers))


def packed(channel: str, said: dict[str, Any], buffers: Sequence[bytes] = ()) -> bytes:
    """A message as a page packs it."""
    parts = [channel.encode(), *(json.dumps(said[name]).encode() for name in ("header", "parent_header", "metadata", "content"))]
    parts += buffers
    offsets = [8 * (len(parts) + 2)]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + b"".join(parts)


def unpacked(frame: str | bytes) -> tuple[dict[str, Any], dict[str, Any], list[bytes]]:
    """Header, content and buffers of a message that came."""
    if isinstance(frame, str):
        said = json.loads(frame)
        return said["header"], said["content"], []
    count = struct.unpack_from("<Q", frame)[0]
    ends = struct.unpack_from(f"<{count}Q", frame, 8)
    parts = [frame[start:end] for start, end in pairwise(ends)]
    return json.loads(parts[1]), json.loads(parts[4]), parts[5:]
