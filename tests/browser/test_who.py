"""Who is who on a served dashboard, without a browser: nobody is another, and nobody the instructor without the token."""

from __future__ import annotations

import base64
import contextlib
import gzip
import json
import shutil
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil
import pytest
import websocket
from playwright.sync_api import Browser, expect

from bjlearn.practice.identity import Visitor, statement
from bjlearn.practice.records import Judged, Learner
from bjlearn.practice.store import exchange
from tests.browser.guest import Guest, Screen
from tests.conftest import BROWSER_OPTIONS, PATIENCE, Serve, Server

pytestmark = pytest.mark.browser
KNOWN = Path(__file__).parent / "known"
MARKUP = "<img src=x onerror=\"document.title='x'\">"
SQL = "'; DELETE FROM learner; --"


@pytest.fixture(scope="module")
def known(serve: Serve) -> Server:
    """Pages that say whom they know; two kernels warm."""
    server = serve("--students", "2", pages=KNOWN)
    server.warm()
    return server


def token_of(server: Server) -> str:
    return server.line(r"The instructor's token is (\S+)  \(enter it at http").group(1)


def told(screen: Screen) -> dict[str, Any]:
    """What a page of :data:`KNOWN` says."""

    def labels() -> list[str]:
        return [state["value"] for state in screen.states.values() if str(state.get("value", "")).startswith('{"id"')]

    screen.until(lambda: bool(labels()))
    screen.close()
    found: dict[str, Any] = json.loads(labels()[0])
    return found


def known_as(guest: Guest, page: str = "dashboard") -> dict[str, Any]:
    return told(guest.open(page))


@pytest.mark.parametrize("page", ["dashboard", "lessons/01-who"])
def test_a_kernel_knows_its_visitor_by_the_cookie_alone(known: Server, page: str) -> None:
    ana, bob = Guest(known.url), Guest(known.url)
    assert ana.call(MARKUP, "7b").status == 200
    assert bob.call(SQL).status == 200
    first = known_as(ana, page)
    assert (first["name"], first["group"], first["instructor"]) == (MARKUP, "7B", False)
    assert known_as(ana, page)["id"] == first["id"]
    forged = statement(bytes(32), Visitor(Learner(first["id"], "Ana"), instructor=True))
    query = f"?id={first['id']}&name=Ana&instructor=true&HTTP_X_BJLEARN_VISITOR={forged}"
    bob_screen = bob.open(page + query)
    second = told(bob_screen)
    assert (second["name"], second["instructor"]) == (SQL, False)
    assert second["id"] != first["id"]


@pytest.mark.parametrize("page", ["dashboard", "lessons/01-who"])
def test_no_header_says_who_one_is(known: Server, page: str) -> None:
    forged = statement(bytes(32), Visitor(Learner("a" * 32, "Ana"), instructor=True))
    headers = ("X-Bjlearn-Visitor", "x-bjlearn-visitor", "X_Bjlearn_Visitor", "HTTP_X_BJLEARN_VISITOR")
    found = known_as(Guest(known.url, extra=dict.fromkeys(headers, forged)), page)
    assert (found["name"], found["instructor"]) == ("", False)
    assert found["id"] != "a" * 32


def test_a_stranger_is_known_from_the_first_page_on(known: Server) -> None:
    guest = Guest(known.url)
    answer = guest.ask("")
    (cookie,) = [text for text in answer.headers.get_all("Set-Cookie") or () if text.startswith("bjlearn-visitor")]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert known_as(guest)["id"] == known_as(guest)["id"] == known_as(guest, "lessons/01-who")["id"]


def carried(guest: Guest) -> dict[str, str]:
    """What a visitor's cookie says: anybody can read it, nobody can write it."""
    value = guest.cookies[guest.cookie("bjlearn-visitor")].strip('"').split("|")[4].partition(":")[2]
    found: dict[str, str] = json.loads(base64.b64decode(value))
    return found


def test_a_forged_cookie_is_nobody(known: Server) -> None:
    ana = Guest(known.url)
    ana.call("Ana")
    name, first = ana.cookie("bjlearn-visitor"), carried(ana)
    assert first["name"] == "Ana"
    good = ana.cookies[name]
    assert ana.ask("").status == 200
    assert carried(ana) == first
    for bad in (good[:-2] + '0"', good.replace("|1:0|", "|1:1|"), f'"{first["id"]}"', first["id"]):
        other = Guest(known.url, {name: bad})
        assert other.ask("").status == 200
        assert carried(other)["name"] == ""
        assert carried(other)["id"] != first["id"]


def test_a_name_needs_the_pages_own_form(known: Server) -> None:
    guest = Guest(known.url)
    guest.ask("")
    form = {"name": "Ana", "group": ""}
    assert guest.ask("who", form=form).status == 403
    assert guest.ask("who", form=form, headers={"X-XSRFToken": "x"}).status == 403
    foreign = {"X-XSRFToken": guest.cookies["_xsrf"], "Origin": "http://elsewhere.example"}
    assert guest.ask("who", form=form, headers=foreign).status == 403
    assert guest.ask("who").status == 405
    assert known_as(guest)["name"] == ""
    assert guest.call("x" * 61).status == 400
    assert json.loads(guest.call("x", "y" * 31).text) == {"error": "A class code has at most 30 characters."}
    with contextlib.suppress(ConnectionError):  # the server hangs up on a form that is far too large
        assert guest.ask("who", data=b"x" * 200_000, headers={"X-XSRFToken": guest.cookies["_xsrf"]}).status == 400
    assert known_as(guest)["name"] == ""


def test_anothers_kernel_is_out_of_reach(known: Server) -> None:
    ana, bob = Guest(known.url), Guest(known.url)
    screen = ana.open()
    bob.call("Bob")
    for stranger in (bob, Guest(known.url)):
        assert stranger.ask(f"api/kernels/{screen.kernel}").status == 404
        with pytest.raises(websocket.WebSocketBadStatusException) as refused:
            stranger.connect(screen.kernel)
        assert refused.value.status_code == 404
        assert stranger.end(screen.kernel) == 204
    assert ana.ask(f"api/kernels/{screen.kernel}").status == 200
    assert told(screen)["instructor"] is False
    assert ana.ask(f"api/kernels/{screen.kernel}").status == 404


def kernel_ids(server: Server) -> set[str]:
    """The ids of a server's kernels, as their command lines tell them."""
    parts = [part for process in server.kernels() for part in process.cmdline() if "kernel-" in part]
    return {part.split("kernel-")[1].removesuffix(".json") for part in parts}


def test_a_kernel_that_waits_is_nobodys(known: Server) -> None:
    known.warm()
    guest = Guest(known.url)
    guest.ask("")
    deadline = time.monotonic() + PATIENCE
    while not (waiting := kernel_ids(known)) and time.monotonic() < deadline:  # the next one may be on its way
        guest.ask("")
    assert waiting
    for kernel in waiting:
        assert guest.ask(f"api/kernels/{kernel}").status == 404
        assert guest.end(kernel) == 204
        with pytest.raises(websocket.WebSocketBadStatusException):
            guest.connect(kernel)
    assert waiting <= kernel_ids(known)


def test_the_class_is_shut_without_the_token(known: Server) -> None:
    guest, token = Guest(known.url), token_of(known)
    page = guest.ask("class?lang=it")
    assert "Codice del docente" in page.text
    assert token not in page.text
    assert guest.ask("voila/render/notebooks/class.ipynb").headers["Location"] == "/class"
    found = known_as(guest, "dashboard?screen=class")
    assert found["instructor"] is False
    assert found["register"].startswith("The class is for its instructor: open /class")
    assert guest.ask("class", form={"key": token}).status == 403, "not without the form of the page"
    assert guest.ask(f"class?key={token}").status == 200
    assert known_as(guest)["instructor"] is False
    wrong = guest.post("class", key="wrong token")
    assert wrong.status == 403
    assert "This is not the instructor&#39;s token." in wrong.text
    assert known_as(guest)["instructor"] is False


def test_the_token_opens_the_class_for_one_browser_until_it_leaves(known: Server) -> None:
    guest, other, token = Guest(known.url), Guest(known.url), token_of(known)
    answer = guest.post("class?lang=ro&theme=dark", key=token)
    assert (answer.status, answer.headers["Location"]) == (303, "/dashboard?screen=class&lang=ro&theme=dark")
    assert token not in str(answer.headers)
    (cookie,) = [text for text in answer.headers.get_all("Set-Cookie") or () if text.startswith("bjlearn-instructor")]
    assert "HttpOnly" in cookie
    for page in ("dashboard", "voila/render/notebooks/class.ipynb"):
        found = known_as(guest, page)
        assert found["instructor"] is True
        assert found["register"].endswith(" students")
    name = guest.cookie("bjlearn-instructor")
    other.ask("")
    other.cookies[name] = guest.cookies[name]
    assert known_as(other)["instructor"] is False, "a cookie is its visitor's alone"
    assert "Leave the class" in guest.ask("class").text
    assert guest.post("class", leave="1").status == 303
    assert known_as(guest)["instructor"] is False


def test_the_token_stands_in_no_kernel_and_no_log(serve: Serve) -> None:
    token = "a token of my own"
    server = serve("--students", "1", "--instructor-token", token, pages=KNOWN)
    server.warm()
    guest = Guest(server.url)
    assert guest.post("class", key=token).status == 303
    screen = guest.open()
    for process in server.kernels():
        assert token not in " ".join((*process.cmdline(), *process.environ().values()))
    assert told(screen)["instructor"] is True
    other = Guest(server.url)
    for _ in range(12):
        last = other.post("class", key="wrong token")
    assert last.status == 429
    assert "try again in a minute" in last.text
    assert other.post("class", key=token).status == 429
    server.stop(signal.SIGINT)
    server.line("Ended; no kernel is left")
    assert [line for line in server.lines if token in line] == [
        line for line in server.lines if line.startswith("The instructor's")
    ]


def test_a_visitor_is_known_after_a_restart_and_an_instructor_is_not(tmp_path: Path) -> None:
    servers = [Server(tmp_path, "--port", "0", "--students", "0", pages=KNOWN)]
    try:
        guest = Guest(servers[0].url)
        guest.call("Ana", "7B")
        guest.post("class", key=token_of(servers[0]))
        first = known_as(guest, "lessons/01-who")
        assert first["instructor"] is True
        servers[0].stop()
        servers.append(Server(tmp_path, "--port", "0", "--students", "0", pages=KNOWN))
        guest.url = servers[1].url
        again = known_as(guest, "lessons/01-who")
        assert again == {**first, "instructor": False, "register": again["register"]}
        assert again["register"].startswith("The class is for its instructor")
    finally:
        for server in servers:
            server.stop()


# ---- the dashboard itself


def me(guest: Guest) -> tuple[Screen, str]:
    """The dashboard of a visitor and its header."""
    screen = guest.open("dashboard")
    return screen, screen.comm("frame.Frame")


def progress(name: str, count: int, **more: Any) -> bytes:
    """A file of progress whose decisions are called by a name."""
    at = datetime(2026, 1, 31, 10, tzinfo=UTC)
    first = Judged("", at, "play", "it-casino", "", "hard16-10", (10, 6), 10, "stand", "hit", "mistake", 0.01, 0.1)
    decisions = tuple(replace(first, id=f"{name}-{number}") for number in range(count))
    return json.dumps({**exchange.write(exchange.Progress(decisions, (), ()), name, at), **more}).encode()


def exported(screen: Screen, frame: str) -> list[str]:
    """Ids of the decisions that a page gives out."""
    said, buffers = screen.asks(frame, {"type": "export"})
    assert said["type"] == "file", said
    return [row[0] for row in json.loads(gzip.decompress(buffers[0]))["decisions"]["rows"]]


def test_a_name_given_in_the_middle_reaches_the_kernel_and_no_other_does(dashboard: Server) -> None:
    ana, bob = Guest(dashboard.url), Guest(dashboard.url)
    screen, frame = me(ana)
    assert screen.states[frame]["who"]["name"] == ""
    bobs = json.loads(bob.call("Bob").text)["statement"]
    said = json.loads(ana.call(MARKUP, SQL[:30]).text)["statement"]
    body, mark = said.split(".")
    for forged in (bobs, f"{body}.{mark[:-1]}", f"{bobs.split('.')[0]}.{mark}", "", None, 7, {"name": "x"}, "x" * 9000):
        answer, _ = screen.asks(frame, {"type": "who", "statement": forged})
        assert answer["ok"] is False
        assert answer["text"] == "This name does not come from the server. Reload the page and try again."
    assert screen.states[frame]["who"]["name"] == ""
    answer, _ = screen.asks(frame, {"type": "who", "statement": said})
    assert (answer["ok"], answer["text"]) == (True, "Saved.")
    assert screen.states[frame]["who"]["name"] == MARKUP
    screen.close()
    assert screen.errors == []


def test_progress_is_taken_in_given_out_and_deleted(dashboard: Server) -> None:
    screen, frame = me(Guest(dashboard.url))
    answer, _ = screen.asks(frame, {"type": "import"}, [progress(SQL, 3)])
    assert (answer["ok"], answer["text"]) == (True, "3 decisions were new and are taken in.")
    answer, _ = screen.asks(frame, {"type": "import"}, [progress(SQL, 3)])
    assert answer["text"] == "0 decisions were new and are taken in."
    assert exported(screen, frame) == [f"{SQL}-{number}" for number in range(3)]
    answer, _ = screen.asks(frame, {"type": "forget"})
    assert (answer["ok"], answer["text"]) == (True, "All your data is deleted.")
    assert exported(screen, frame) == []
    screen.close()
    assert screen.errors == []


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not json",
        b"\xff\xfe\x00",
        b"[]",
        b"[" * 100_000,
        b'{"format": "bjlearn-progress"}',
        progress("new", 1, version=999),
        progress("old", 1, version=0),
        progress("odd", 1, decisions={"columns": ["id; DROP TABLE decision; --"], "rows": [["'; DROP TABLE decision; --"]]}),
        progress("odd" * 50, 1),
        b" " * (8 * 1024 * 1024 + 1),
        b'{"x": "' + b"x" * 10_000_000 + b'"}',
    ],
    ids=["empty", "words", "bytes", "list", "deep", "bare", "future", "past", "sql", "long", "8 MB", "10 MB"],
)
def test_a_file_that_is_not_progress_is_refused_in_a_sentence(
    dashboard: Server, strangers: tuple[Screen, str], data: bytes
) -> None:
    screen, frame = strangers
    answer, _ = screen.asks(frame, {"type": "import"}, [data])
    assert answer["ok"] is False
    assert answer["text"].endswith(".")
    assert len(answer["text"]) < 200
    assert "Traceback" not in answer["text"]
    if b"999" in data:
        assert "newer" in answer["text"]
    assert exported(screen, frame) == []
    assert screen.errors == []


@pytest.fixture(scope="module")
def strangers(dashboard: Server) -> Any:
    """One page for the refusals."""
    screen, frame = me(Guest(dashboard.url))
    yield screen, frame
    screen.close()


@pytest.mark.parametrize("buffers", [[], [b"{}", b"{}"]])
def test_a_file_comes_alone(strangers: tuple[Screen, str], buffers: list[bytes]) -> None:
    screen, frame = strangers
    answer, _ = screen.asks(frame, {"type": "import"}, buffers)
    assert answer["ok"] is False


def test_two_students_at_once_never_see_each_others_progress(dashboard: Server) -> None:
    screens = {name: me(Guest(dashboard.url)) for name in ("ana", "bob")}

    def work(name: str) -> set[str]:
        screen, frame = screens[name]
        found: set[str] = set()
        for again in range(8):
            screen.asks(frame, {"type": "import"}, [progress(f"{name}{again}", 5)])
            now = exported(screen, frame)
            assert len(now) == 5 * (again + 1)
            found.update(now)
        return found

    with ThreadPoolExecutor(2) as pool:
        seen = dict(zip(screens, pool.map(work, screens), strict=True))
    for name, found in seen.items():
        assert all(one.startswith(name) for one in found)
    ana, bob = screens["ana"], screens["bob"]
    ana[0].asks(ana[1], {"type": "forget"})
    assert len(exported(*bob)) == 40, "what one deletes, another keeps"
    for screen, _frame in screens.values():
        screen.close()


def test_only_the_instructors_kernel_has_the_class(dashboard: Server) -> None:
    student, instructor = Guest(dashboard.url), Guest(dashboard.url)
    student.call(MARKUP, SQL[:30])
    assert instructor.post("class", key=token_of(dashboard)).status == 303
    for guest, there in ((student, False), (instructor, True)):
        screen = guest.open("dashboard?screen=class")
        frame = screen.comm("frame.Frame")
        assert ("class" in [name for name, _title in screen.states[frame]["setup"]["tabs"]]) is there
        screen.asks(frame, {"type": "import"}, [progress(SQL, 2)])
        answer, _ = screen.asks(frame, {"type": "screen", "screen": "class"})
        screen.asks(frame, {"type": "address", "query": "screen=class&instructor=true"})
        assert (answer["text"] == "") is there
        assert any(str(state.get("_anywidget_id", "")).endswith("ClassView") for state in screen.states.values()) is there
        assert (screen.states[frame]["view"]["screen"] == "class") is there
        screen.close()
        assert screen.errors == []
    assert student.ask("voila/render/notebooks/class.ipynb").headers["Location"] == "/class"


def exercise(screen: Screen) -> str:
    """The first exercise of a lesson that asks for a number."""
    for comm, state in screen.states.items():
        if str(state.get("_anywidget_id", "")).endswith("Exercise") and state["view"]["kind"] == "number":
            return comm
    raise AssertionError("the lesson asks for no number")


def answers(screen: Screen, comm: str, given: str) -> None:
    """Answer an exercise, and wait until the page would show what came of it."""
    before = screen.states[comm]["view"]
    screen.says(comm, {"type": "check", "variant": before["variant"], "answer": given})
    screen.until(lambda: screen.states[comm]["view"] is not before)


def test_answers_to_exercises_are_kept_and_found_again(dashboard: Server) -> None:
    guest, other = Guest(dashboard.url), Guest(dashboard.url)
    first = guest.open("lessons/01-the-aim")
    asked = exercise(first)
    assert not first.states[asked]["view"]["may_see"]
    for given in ("1000001", "1000002", MARKUP[:40], SQL):
        answers(first, asked, given)
    first.close()
    for visitor, tried in ((guest, True), (other, False)):
        screen = visitor.open("lessons/01-the-aim")
        assert screen.states[exercise(screen)]["view"]["may_see"] is tried, "two wrong answers open the solution"
        screen.close()
        assert screen.errors == []
    assert first.errors == []


def test_a_browser_without_cookies_is_told_so(dashboard: Server, tmp_path: Path, chromium: Browser) -> None:
    profile = tmp_path / "profile" / "Default"
    profile.mkdir(parents=True)
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Preferences").write_text(json.dumps(blocked), encoding="utf-8")
    kind = chromium.browser_type
    context = kind.launch_persistent_context(profile.parent, executable_path=shutil.which("chromium"), args=list(BROWSER_OPTIONS))
    try:
        page = context.new_page()
        page.goto(f"{dashboard.url}dashboard?lang=it")
        sign = page.locator("#bj-gone")
        expect(sign).to_be_visible()
        (told,) = sign.locator("p:visible").all_inner_texts()
        assert told.startswith("Questo browser non conserva i cookie")
    finally:
        context.close()


def test_the_database_and_the_secret_are_the_users_alone(dashboard: Server) -> None:
    screen, frame = me(Guest(dashboard.url))
    screen.asks(frame, {"type": "import"}, [progress("x", 1)])
    screen.close()
    folder = Path(psutil.Process(dashboard.process.pid).environ()["HOME"]) / ".local" / "share" / "bjlearn"
    assert {"cookies", "progress.sqlite"} <= {file.name for file in folder.iterdir()}
    assert folder.stat().st_mode & 0o077 == 0
