"""The cookies of the served dashboard: made by its secret alone, old ones and edited ones are nobody's."""

from __future__ import annotations

import base64
import json
import time
from pathlib import Path
from typing import Any

import pytest
from tornado.web import create_signed_value

from bjlearn.app import serve
from bjlearn.app.runtime import ServeError
from bjlearn.app.who import DAYS, INSTRUCTOR_DAYS, TRY_SECONDS, WRONG_TRIES, Guests, Secret, Tries, load_secret
from bjlearn.practice.identity import read_statement
from bjlearn.practice.records import Learner

MARIA = Learner("0123456789abcdef0123456789abcdef", "Maria <b>", "7B")
SECRET = Secret("5" * 64, lasting=True)
TOKEN = "correct horse"


class Request:
    """What the cookies need of a handler; it is its own browser."""

    settings: dict[str, Any] = {"base_url": "/"}

    def __init__(self, **cookies: str) -> None:
        self.jar = dict(cookies)
        self.how: dict[str, dict[str, Any]] = {}
        self.request = self
        self.remote_ip = "192.0.2.1"

    def get_cookie(self, name: str) -> str | None:
        return self.jar.get(name)

    def set_cookie(self, name: str, value: bytes, **how: Any) -> None:
        self.jar[name] = value.decode()
        self.how[name] = how

    def clear_cookie(self, name: str, **_how: Any) -> None:
        self.jar.pop(name, None)


def guests(token: str = TOKEN, secret: Secret = SECRET) -> Any:
    return Guests(secret, token=token)


def only(request: Request, start: str) -> str:
    (name,) = [name for name in request.jar if name.startswith(start)]
    return name


def test_a_stranger_becomes_somebody_and_stays_so() -> None:
    request = Request()
    first = guests().welcome(request)
    assert (first.learner.name, first.learner.group, first.instructor) == ("", "", False)
    assert guests(token="another run's").welcome(request).learner == first.learner
    how = request.how[only(request, "bjlearn-visitor")]
    assert how == {"path": "/", "expires_days": DAYS, "httponly": True, "samesite": "Lax"}
    assert guests().welcome(Request()).learner.id != first.learner.id


def test_a_name_is_kept_as_it_is() -> None:
    request, server = Request(), guests()
    server.remember(request, MARIA)
    assert server.welcome(request).learner == MARIA
    assert read_statement(server.kernel_key, server.statement(server.welcome(request))) == server.welcome(request)


def test_a_cookie_of_another_secret_edited_or_expired_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    request, server = Request(), guests()
    server.remember(request, MARIA)
    name = only(request, "bjlearn-visitor")
    good = request.jar[name]
    said = json.dumps({"id": MARIA.id, "name": "", "group": ""})
    edited = good.replace(good.split("|")[4].split(":")[1], base64.b64encode(said.encode()).decode())
    forged = create_signed_value("x" * 64, name, said).decode()
    moved = create_signed_value(SECRET.derive("visitor"), "bjlearn-instructor-00000000", said).decode()
    shorter = create_signed_value(SECRET.derive("visitor"), name, json.dumps({"id": "../x", "name": "", "group": ""})).decode()
    first_version = create_signed_value(SECRET.derive("visitor"), name, said, version=1).decode()
    for bad in (edited, forged, moved, shorter, first_version, good[:-1], good + "0", "", "2|1:0", said):
        assert server.learner(Request(**{name: bad})) is None, bad
    then = time.time() + (DAYS - 0.1) * 86400
    monkeypatch.setattr(time, "time", lambda: then)
    assert server.learner(request) == MARIA
    monkeypatch.setattr(time, "time", lambda: then + 0.2 * 86400)
    assert server.learner(request) is None


def test_the_instructors_cookie_is_one_visitors_of_one_token_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    request, server = Request(), guests()
    learner = server.welcome(request).learner
    assert not server.welcome(request).instructor
    server.admit(request, learner)
    assert server.welcome(request).instructor
    cookie = only(request, "bjlearn-instructor")
    assert TOKEN not in "".join(request.jar.values())
    assert not guests(token="another token").welcome(request).instructor
    thief = Request()
    server.welcome(thief)
    thief.jar[cookie] = request.jar[cookie]
    assert not server.welcome(thief).instructor
    for key in ("x" * 64, SECRET.derive("visitor"), SECRET.value):
        forged = Request(**{**request.jar, cookie: create_signed_value(key, cookie, learner.id).decode()})
        assert not server.welcome(forged).instructor
    then = time.time() + (INSTRUCTOR_DAYS + 0.1) * 86400
    monkeypatch.setattr(time, "time", lambda: then)
    assert not server.welcome(request).instructor
    monkeypatch.undo()
    server.dismiss(request)
    assert not server.welcome(request).instructor


def test_ten_wrong_tokens_a_minute_and_then_none_is_looked_at() -> None:
    now = [0.0]
    server, request, other = guests(), Request(), Request()
    other.remote_ip = "192.0.2.2"
    server.tries = Tries(clock=lambda: now[0])
    for again in range(WRONG_TRIES):
        assert server.admits(request, f"{TOKEN}{again}") is False
    assert server.admits(request, TOKEN) is None
    assert server.admits(other, TOKEN) is True
    now[0] = TRY_SECONDS + 0.1
    assert server.admits(request, f" {TOKEN}\n") is True


@pytest.mark.parametrize("token", ["", "correct", "correct horse ", "CORRECT HORSE", "é" * 200, "\ud800"])
def test_what_is_not_the_token_is_wrong(token: str) -> None:
    assert guests().admits(Request(), token) is (token.strip() == TOKEN)


def test_a_kernel_is_its_visitors_and_a_waiting_one_nobodys() -> None:
    server, maria, other = guests(), Request(), Request()
    manager = {"k1", "k2", "waiting"}
    server.bind("k1", server.welcome(maria).learner, manager)
    server.bind("k2", server.welcome(other).learner, manager)
    assert server.owns(maria, "k1")
    assert server.owns(other, "k2")
    for request, kernel in ((maria, "k2"), (other, "k1"), (maria, "waiting"), (maria, "no such"), (Request(), "k1")):
        assert not server.owns(request, kernel)
    server.bind("k3", server.welcome(other).learner, {"k3"})
    assert not server.owns(maria, "k1"), "one that is gone is forgotten"


def test_the_secret_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "share" / "bjlearn"
    made = load_secret(folder)
    assert made.lasting
    assert load_secret(folder) == made
    assert folder.stat().st_mode & 0o077 == 0
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)
    assert load_secret(folder) == made
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 64])
def test_a_secret_that_cannot_be_kept_is_for_one_run(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "cookies").write_bytes(content)
    made = load_secret(tmp_path)
    assert not made.lasting
    assert len(made.value) == 64
    assert load_secret(tmp_path) != made
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert not load_secret(blocked / "folder").lasting
    request = Request()
    guests(secret=made).welcome(request)
    assert request.how[only(request, "bjlearn-visitor")]["expires_days"] is None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"instructor_token": ""}, "at least 8 characters"),
        ({"instructor_token": " 1234567 "}, "at least 8 characters"),
        ({"instructor_token": "the same one", "token": "the same one"}, "the instructor's must be another"),
    ],
)
def test_a_token_that_guards_nothing_is_refused(options: dict[str, str], words: str) -> None:
    with pytest.raises(ServeError, match=words):
        serve.dashboard(port=0, **options)  # type: ignore[arg-type]
