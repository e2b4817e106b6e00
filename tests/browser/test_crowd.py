"""Many students at once on one server: no error, and every decision is in the database, once and under its own student."""

from __future__ import annotations

import random
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from bjlearn.practice.store import Store
from tests.browser.crowd import Student, crowd
from tests.conftest import Serve, Server

pytestmark = pytest.mark.browser


def kept(server: Server) -> dict[str, dict[str, int]]:
    """Name of a student to source to decisions in the server's database; no decision stands there twice."""
    home = Path(psutil.Process(server.process.pid).environ()["HOME"])
    found: dict[str, dict[str, int]] = {}
    with closing(Store.at(f"sqlite:///{home / '.local/share/bjlearn/progress.sqlite'}")) as store:
        ids = []
        for learner, judged in store.register().decisions("7B"):
            found.setdefault(learner.name, {"play": 0, "drill": 0})[judged.source] += 1
            ids.append(judged.id)
    assert len(ids) == len(set(ids))
    return found


def assert_all_is_kept(students: list[Student], server: Server) -> None:
    assert [fault for student in students for fault in student.faults] == []
    assert kept(server) == {student.name: student.made for student in students}
    assert not [line for line in server.lines if "Traceback" in line], "\n".join(server.lines)


def test_four_students_at_once(serve: Serve) -> None:
    server = serve("--students", "4")
    server.warm()
    students = crowd(server.url, 4, lambda student: sum(student.made.values()) < 24, lambda: None)
    assert [student.made for student in students] == [{"play": 12, "drill": 12}] * 4
    assert_all_is_kept(students, server)


@pytest.mark.soak
def test_thirty_students_for_three_minutes(serve: Serve) -> None:
    server = serve("--students", "30")
    server.warm()
    end, chance = time.monotonic() + 180, random.Random(0)
    students = crowd(server.url, 30, lambda _student: time.monotonic() < end, lambda: time.sleep(chance.uniform(1, 4)))
    assert all(min(student.made.values()) > 0 for student in students)
    assert_all_is_kept(students, server)
