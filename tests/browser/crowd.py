"""Simulated students: each plays at the table and drills, over the websocket of a page of their own."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from tests.browser.guest import Guest, Screen

ROUND = 6
"""Decisions at the table, and then as many in the drill."""


@dataclass
class Student:
    """What became of one student.

    Attributes:
        id: that the server gave them.
        made: source to decisions that were answered.
        seconds: source to the time that each answer took.
        opened: seconds until the page was there.
        faults: what a page showed or the kernel wrote that should not be.
    """

    name: str
    made: dict[str, int] = field(default_factory=lambda: {"play": 0, "drill": 0})
    seconds: dict[str, list[float]] = field(default_factory=lambda: {"play": [], "drill": []})
    opened: float = 0.0
    faults: list[str] = field(default_factory=list)


def practise(url: str, name: str, goes_on: Callable[[Student], bool], pause: Callable[[], None]) -> Student:
    """Play and drill in turn.

    Args:
        url: of the server, its token in it where it wants one.
        name: of the student; their choices follow from it.
        goes_on: whether another decision is made.
        pause: before each decision.
    """
    student, guest, chance = Student(name), Guest(url), random.Random(name)
    guest.call(name, "7B")
    start = time.perf_counter()
    screen = guest.open("dashboard?doc=" + chance.choice(("it-casino", "it-banco", "ro-online", "it-training")))
    frame, play = screen.comm("frame.Frame"), screen.comm("play.Play")
    screen.until(lambda: "view" in screen.states[play])
    student.opened = time.perf_counter() - start
    screen.asks(frame, {"type": "screen", "screen": "drill"})
    drill = screen.comm("drill.Drill")
    screen.asks(drill, {"type": "ready"})
    try:
        while goes_on(student):
            for source, comm in (("play", play), ("drill", drill)):
                for _ in range(ROUND):
                    if goes_on(student):
                        pause()
                        _decide(student, screen, comm, source, chance)
    finally:
        student.faults += screen.errors
        screen.close()
    return student


def _decide(student: Student, screen: Screen, comm: str, source: str, chance: random.Random) -> None:
    """Whatever is asked, with all that has to happen before it is asked."""

    def view() -> dict[str, Any]:
        return dict(screen.states[comm]["view"])

    def sent(content: dict[str, Any]) -> None:
        answer, _ = screen.asks(comm, content)
        if answer["text"]:
            student.faults.append(answer["text"])

    for _ in range(100):
        now = view()
        table = now["table"]
        if table is not None and table["question"] is not None and not now.get("paused"):
            break
        if source == "drill":
            sent({"type": "again", "round": now["round"], "step": table["step"]})
        else:
            sent({"type": "deal", "round": now["round"], "stakes": [10] if now["stakes"]["hands"] else [0]})
        if view() == now:
            student.faults.append(f"{source}: nothing came of going on: {str(now)[:600]}")
            return
    else:
        student.faults.append(f"{source}: nothing is asked")
        return
    made = chance.choice(table["question"]["legal"])
    start = time.perf_counter()
    sent({"type": "decide", "round": now["round"], "step": table["step"], "decision": made})
    student.seconds[source].append(time.perf_counter() - start)
    student.made[source] += 1


def crowd(url: str, count: int, goes_on: Callable[[Student], bool], pause: Callable[[], None]) -> list[Student]:
    """Many students at once.

    Args:
        url: of the server.
        count: of students.
        goes_on: whether a student makes another decision.
        pause: before each.
    """
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(lambda number: practise(url, f"student {number}", goes_on, pause), range(count)))
