"""What other processes do with a store in these tests. Started by ``multiprocessing``, so it stands in a module of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from random import Random
from typing import Any

from bjlearn.practice.records import Learner
from bjlearn.practice.store import Store, open_store
from bjlearn.widgets import Play
from tests.store.made import due, judged
from tests.widgets.conftest import Browser

CONTEXT = get_context("forkserver")  # a worker starts from a process that has imported all this, and has no threads
CONTEXT.set_forkserver_preload(["tests.store.workers", "alembic.command", "bjlearn.coach", "tests.store.warmed"])

ANA = Learner("ana", "Ana", "spring")


def opens(url: str, worker: int, together: Barrier, tell: Connection) -> None:
    """Open a store when all others do, and keep a decision."""
    together.wait()
    with open_store(url) as store:
        kept = store.book(Learner(f"learner {worker}")).keep(judged())
        tell.send((store.note is None, kept))


def writes(url: str, worker: int, threads: int, count: int, together: Barrier, tell: Connection) -> None:
    """Keep decisions from several threads at once; one of them has an id that everybody uses."""
    with Store.at(url) as store:
        book = store.book(ANA)

        def work(thread: int) -> int:
            mine = [book.keep(judged(f"{worker}-{thread}-{number}"), due(number)) for number in range(count)]
            assert all(mine)
            return int(book.keep(judged("shared")))

        together.wait()
        with ThreadPoolExecutor(threads) as pool:
            tell.send(sum(pool.map(work, range(threads))))


def keeps_on(url: str, tell: Connection) -> None:
    """Keep one decision after another with its table, going on from what lies there, and tell of each that is kept."""
    with Store.at(url) as store:
        book = store.book(ANA)
        state: dict[str, Any] = dict(book.table() or {"round": 0})
        while True:
            number = state["round"] + 1
            state = {"round": number, "last": f"d{number}", "cards": ["Ah", "10s"] * 20}
            book.keep(judged(f"d{number}"), due(number % 300, state=f"d{number}"), table=state)
            tell.send(number)


def opened_play(store: Store) -> tuple[Play, Browser]:
    """The table of a new visit, whose page is there."""
    screen = Play("ro-online", bankroll=100_000, book=lambda: store.book(ANA))
    browser = Browser(screen)
    browser.sends({"type": "ping", "n": 0})
    return screen, browser


def plays_on(url: str, seed: int, tell: Connection) -> None:
    """Play on and on, going on with the round that lies there, and tell of all that is shown."""
    chance = Random(seed)
    with Store.at(url) as store:
        screen, browser = opened_play(store)
        while True:
            table = browser.view["table"]
            if table is None or table["over"]:
                said = browser.deals(*chance.choice([(5,), (10, 20), (5, 10, 15)]))
            else:
                said = browser.decides(chance.choice(table["question"]["legal"]))
            assert said == "", said
            shown = {"round": browser.view["round"], "step": browser.table["step"], "table": browser.table}
            tell.send({**shown, "decisions": screen.coaching.tally.decisions})
