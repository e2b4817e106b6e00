"""What a visitor may not do: run code, list or end others' kernels, read files, come in without the token."""

from __future__ import annotations

import json
import re
import struct
import uuid
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import websocket
from playwright.sync_api import expect

from tests.browser.guest import V1, Guest
from tests.browser.guest import packed as packed_v1
from tests.conftest import PATIENCE, OpenTab, Serve, Server

pytestmark = pytest.mark.browser
PAGES = Path(__file__).parent / "pages"
CHANNELS = ("shell", "control", "stdin", "iopub")


@pytest.fixture(scope="module")
def pages(serve: Serve) -> Server:
    server = serve("--students", "1", pages=PAGES)
    server.warm()
    return server


def ask(
    url: str, *, method: str = "GET", data: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, str, dict[str, str]]:
    """Status, text and headers of an answer to somebody who was never here; redirects are not followed."""
    answer = Guest(url).ask("", method=method, data=data, headers=headers)
    return answer.status, answer.text, dict(answer.headers)


@pytest.fixture
def guest(pages: Server) -> Guest:
    return Guest(pages.url)


def message(kind: str, content: dict[str, Any]) -> dict[str, Any]:
    header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "x", "session": uuid.uuid4().hex, "version": "5.3"}
    return {"header": header | {"date": "2026-01-01T00:00:00Z"}, "parent_header": {}, "metadata": {}, "content": content}


def packed(channel: str, said: dict[str, Any], form: str) -> str | bytes:
    """A message in one of the forms that a page may use."""
    if form == "json":
        return json.dumps({"channel": channel, "buffers": [], **said})
    if form == "binary":
        body = json.dumps({"channel": channel, **said}).encode()
        return struct.pack("!II", 1, 8) + body
    return packed_v1(channel, said)


FORBIDDEN = {
    "execute_request": {"code": "", "silent": False, "store_history": False, "user_expressions": {"x": ""}, "allow_stdin": True},
    "input_reply": {"value": "1"},
    "debug_request": {"type": "request", "command": "evaluate", "seq": 1, "arguments": {"expression": ""}},
    "complete_request": {"code": "", "cursor_pos": 0},
    "inspect_request": {"code": "", "cursor_pos": 0, "detail_level": 1},
    "history_request": {"hist_access_type": "tail", "n": 100, "output": True, "raw": True},
    "interrupt_request": {},
    "create_subshell_request": {},
    "EXECUTE_REQUEST": {"code": ""},
}


@pytest.mark.parametrize("form", ["json", "binary", "v1"])
def test_no_message_runs_code_on_any_channel(pages: Server, guest: Guest, tmp_path: Path, form: str) -> None:
    kernel = guest.kernel("play")
    proof = tmp_path / "code-ran"
    code = f"open({str(proof)!r}, 'w').close()"
    address = f"{pages.url.replace('http', 'ws')}api/kernels/{kernel}/channels?session_id=x"
    socket = websocket.create_connection(
        address,
        timeout=PATIENCE,
        origin=pages.url.rstrip("/"),
        subprotocols=[V1] if form == "v1" else [],
        cookie=guest.headers()["Cookie"],
    )
    sent = set()
    for channel in CHANNELS:
        for kind, content in FORBIDDEN.items():
            filled = {key: (code if value == "" else value) for key, value in content.items()}
            said = message(kind, filled)
            sent.add(said["header"]["msg_id"])
            data = packed(channel, said, form)
            socket.send(data, websocket.ABNF.OPCODE_TEXT if isinstance(data, str) else websocket.ABNF.OPCODE_BINARY)
    # what is allowed is answered, after all that was sent before it
    asked = message("kernel_info_request", {})
    data = packed("shell", asked, form)
    socket.send(data, websocket.ABNF.OPCODE_TEXT if isinstance(data, str) else websocket.ABNF.OPCODE_BINARY)
    answers = []
    while not any(asked["header"]["msg_id"] in text and "kernel_info_reply" in text for text in answers):
        answer = socket.recv()
        answers.append(answer if isinstance(answer, str) else answer.decode("utf-8", "replace"))
    socket.close()
    assert not [text for text in answers for mark in sent if mark in text]
    assert not proof.exists()


def test_a_page_opens_no_page_but_those_served(pages: Server) -> None:
    before = len(pages.kernels())
    for address in ("", "../notebooks/play.ipynb", "/etc/passwd", "notebooks", "notebooks/secret.txt", "notebooks/none.ipynb"):
        assert ask(f"{pages.url}voila/render/{address}")[0] in (400, 404)
    assert len(pages.kernels()) == before


@pytest.mark.parametrize(
    "address",
    [
        "api/kernels",
        "api/kernelspecs",
        "api/sessions",
        "api/contents",
        "api/contents/notebooks/play.ipynb",
        "api/terminals",
        "api/status",
        "voila/tree",
        "voila/api/contents",
        "voila/api/contents/notebooks/play.ipynb",
        "voila/files/notebooks/play.ipynb",
        "voila/files/notebooks/secret.txt",
        "voila/files/notebooks/secret.svg",
        "files/notebooks/secret.txt",
        "notebooks/secret.txt",
        "static/secret.txt",
        "voila/static/..%2f..%2f..%2fapp.py",
        "voila/static/../../app.py",
        "voila/templates/bjlearn/static/..%2findex.html.j2",
        "voila/templates/bjlearn/static/../../../../../runtime.py",
        "voila/labextensions/..%2f..%2f..%2f..%2fpyvenv.cfg",
        "voila/query/00000000-0000-0000-0000-000000000000",
        "metrics",
    ],
)
def test_nothing_else_can_be_read(pages: Server, address: str) -> None:
    status, text, _headers = ask(pages.url + address)
    assert status in (400, 403, 404)
    assert "not for visitors" not in text
    assert "visitor()" not in text


def test_a_kernel_is_not_started_restarted_or_ended_from_outside(pages: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{pages.url}play")
    expect(tab.page.get_by_role("button", name="Press")).to_be_visible()
    kernel = tab.page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    foreign = {"Origin": "http://elsewhere.example"}
    assert ask(f"{pages.url}api/kernels", method="POST", data=b"{}")[0] == 404
    assert ask(f"{pages.url}api/kernels/{kernel}", method="DELETE")[0] in (403, 405)
    assert ask(f"{pages.url}api/kernels/{kernel}/restart", method="POST", data=b"")[0] == 404
    assert ask(f"{pages.url}voila/api/shutdown/{kernel}", method="POST", data=b"", headers=foreign)[0] in (403, 404)
    address = f"{pages.url.replace('http', 'ws')}api/kernels/{kernel}/channels"
    cookie = Guest.of(tab.page, pages.url).headers()["Cookie"]
    with pytest.raises(websocket.WebSocketBadStatusException) as refused:
        websocket.create_connection(address, timeout=PATIENCE, origin="http://elsewhere.example", cookie=cookie)
    assert refused.value.status_code == 403
    tab.page.get_by_role("button", name="Press").click()
    expect(tab.page.get_by_text("pressed 1", exact=True)).to_be_visible()


def test_a_foreign_name_does_not_lead_here(pages: Server) -> None:
    assert ask(pages.url, headers={"Host": "elsewhere.example"})[0] == 403
    assert ask(pages.url, headers={"Host": "localhost"})[0] == 200


def test_nobody_can_take_the_place_of_a_warm_kernel(pages: Server, guest: Guest) -> None:
    assert guest.ask(f"api/kernels/{guest.kernel()}").status == 200
    with pytest.raises(websocket.WebSocketBadStatusException) as refused:
        websocket.create_connection(f"{pages.url.replace('http', 'ws')}voila/query/{uuid.uuid4()}", timeout=PATIENCE)
    assert refused.value.status_code == 404


def test_the_browser_itself_refuses_other_machines(pages: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{pages.url}play")
    expect(tab.page.get_by_role("button", name="Press")).to_be_visible()
    refused = tab.page.evaluate(
        """() => new Promise((done) => {
            document.addEventListener("securitypolicyviolation", (event) => done(event.blockedURI));
            document.head.append(Object.assign(document.createElement("script"), { src: "http://elsewhere.example/x.js" }));
        })"""
    )
    assert refused == "http://elsewhere.example/x.js"


@pytest.fixture(scope="module")
def beyond(serve: Serve) -> Server:
    """A server that other machines can reach."""
    server = serve("--host", "0.0.0.0", "--students", "1", pages=PAGES)
    server.warm()
    return server


def token_of(server: Server) -> str:
    return server.line(r"Hand out this address: http://[^/]+/\?token=([\w-]{16,})$").group(1)


def test_beyond_this_machine_nothing_opens_without_the_token(beyond: Server) -> None:
    for address in ("", "play", "voila/render/notebooks/play.ipynb", "?token=wrong"):
        status, _text, headers = ask(beyond.url + address)
        assert (status, headers["Location"].split("?")[0]) == (302, "/login")
    kernel = uuid.uuid4()
    assert ask(f"{beyond.url}api/kernels/{kernel}")[0] == 403
    assert ask(f"{beyond.url}voila/api/shutdown/{kernel}", method="POST", data=b"")[0] == 403
    with pytest.raises(websocket.WebSocketBadStatusException) as refused:
        websocket.create_connection(f"{beyond.url.replace('http', 'ws')}api/kernels/{kernel}/channels", timeout=PATIENCE)
    assert refused.value.status_code == 403


def test_a_cookie_of_a_server_without_token_does_not_open_one_with(pages: Server, beyond: Server) -> None:
    known = Guest(pages.url)
    assert known.ask("").status == 200
    old = known.cookies[known.cookie("username-")]
    name = "username-" + re.sub(r"[^A-Za-z0-9]", "-", beyond.url.removeprefix("http://").rstrip("/"))
    assert Guest(beyond.url, {**known.cookies, name: old}).ask("").status == 302


def test_the_address_to_hand_out_opens_everything_and_loses_its_token(beyond: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{beyond.url}?{urlencode({'token': token_of(beyond), 'lang': 'it'})}")
    assert tab.page.url == f"{beyond.url}?lang=it"
    tab.page.goto(f"{beyond.url}dashboard?doc=it-casino")
    expect(tab.page.get_by_text("[('doc', 'it-casino')]")).to_be_visible()
    tab.page.get_by_role("button", name="Press").click()
    expect(tab.page.get_by_text("pressed 1", exact=True)).to_be_visible()
    tab.watch.assert_clean()


def test_the_code_can_be_typed(beyond: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{beyond.url}play?lang=ro")
    field = tab.page.get_by_label("Your instructor's code")
    field.fill("wrong")
    field.press("Enter")
    expect(tab.page.get_by_role("alert")).to_contain_text("This is not the code.")
    field.fill(token_of(beyond))
    field.press("Enter")
    expect(tab.page.get_by_text("[('lang', 'ro')]")).to_be_visible()
    assert tab.watch.outside == []


def test_an_empty_token_beyond_this_machine_is_refused(serve: Serve) -> None:
    server = serve("--host", "0.0.0.0", "--token", "", pages=PAGES)
    assert server.process.wait(PATIENCE) == 2
    assert server.line("give a token that is not empty")
