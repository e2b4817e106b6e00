"""The table remembers: decisions before their verdicts, chips and round from one visit to the next, whatever ends it."""

from __future__ import annotations

import json
import random
import time
from fractions import Fraction
from typing import Any

import pytest

from bjlearn.cards import OrderedShoe, cards
from bjlearn.documents import builtin_ids, load
from bjlearn.game import read_money
from bjlearn.practice.records import Book, Learner
from bjlearn.practice.store import Store, StoreError
from bjlearn.text import Message
from bjlearn.widgets import Play
from tests.store.workers import CONTEXT, opened_play, plays_on
from tests.widgets.conftest import Browser

ANA = Learner("ana", "Ana", "spring")
PING = {"type": "ping", "n": 0}
STILL = "Your round is still on the table."


@pytest.fixture
def memory() -> Store:
    return Store.memory()


def _played(store: Store, doc: str = "it-casino", **more: Any) -> tuple[Play, Browser]:
    """The table of a new visit; its page is there."""
    screen = Play(doc, book=lambda: store.book(ANA), **more)
    browser = Browser(screen)
    browser.sends(PING)
    return screen, browser


def _dealt_until_asked(browser: Browser, *stakes: int) -> None:
    """Deal until a round asks something."""
    for _ in range(100):
        assert browser.deals(*(stakes or (10,))) == ""
        if not browser.table["over"]:
            return
    raise AssertionError("a hundred naturals")


def _public(browser: Browser) -> dict[str, Any]:
    """What the page shows of the round."""
    return {name: browser.view[name] for name in ("session", "round", "phase", "table", "bankroll", "net_total")}


def test_a_decision_is_kept_before_its_verdict_is_shown(memory: Store) -> None:
    book = memory.book(ANA)
    screen = Play("it-casino", shoe=OrderedShoe(cards("10h,9s,6d,Qc,3d,Kd")), book=lambda: book)
    browser = Browser(screen)
    browser.deals(10)
    shown: list[int] = []
    screen.observe(lambda _: shown.append(len(book.decisions())), names=["view"])
    browser.decides("stand")
    assert shown[0] == 1, "when the view changes the decision is there already"
    (made,) = book.decisions()
    assert (made.source, made.document, made.readings, made.cell) == ("play", "it-casino", "", "hard16-9")
    assert (made.cards, made.up, made.chosen, made.grade, made.hinted) == ((10, 6), 9, "stand", "mistake", False)
    verdict = screen.coaching.last
    assert verdict is not None
    assert (made.best, made.cost, made.chips) == (verdict.best, verdict.cost, verdict.chips)
    assert book.scheduled("it-casino")["hard16-9"].due > made.at


def test_insurance_readings_and_help_are_noted(memory: Store) -> None:
    book = memory.book(ANA)
    screen = Play("it-casino", shoe=OrderedShoe(cards("10h,As,6d,9c,3d,Kd,10s,2s")), book=lambda: book)
    browser = Browser(screen)
    browser.deals(10)
    browser.decides("no insurance")
    browser.sends({"type": "hint", "n": 3, "round": 1, "step": 1})
    browser.decides("hit")
    first, second = book.decisions()
    assert (first.cell, first.chosen) == ("insurance", "no insurance")
    assert (second.cell, second.hinted, second.right) == ("hard16-A", True, False)
    # where the coach says the best choice before each, a choice says nothing of what is known
    screen = Play(
        "it-banco", {"IB-13": "plain"}, shoe=OrderedShoe(cards("10h,9s,6d,Qc,3d,Kd")), coach="before", book=lambda: book
    )
    browser = Browser(screen)
    browser.deals(10)
    browser.decides(browser.table["question"]["legal"][0])
    third = book.decisions()[2]
    assert (third.document, third.readings, third.hinted) == ("it-banco", "IB-13:plain", True)
    assert book.scheduled("it-banco", "IB-13:plain") == {}


@pytest.mark.parametrize("doc", builtin_ids())
def test_a_round_that_was_left_is_there_again(memory: Store, doc: str) -> None:
    screen, browser = _played(memory, doc)
    assert browser.view["kept"] is True
    _dealt_until_asked(browser, 20)
    left, hidden = _public(browser), screen.sitting.table.record()
    assert screen.sitting.round is not None
    again, second = _played(memory, doc)
    assert _public(second) == left
    assert second.view["note"]["text"] == STILL
    assert again.sitting.table.record() == hidden
    assert again.sitting.record() == screen.sitting.record()
    while not second.table["over"]:
        assert second.decides(second.table["question"]["legal"][0]) == ""
        assert second.view["note"] is None
    # the next visit has the chips, and no round that waits
    _, third = _played(memory, doc)
    assert {**_public(third), "session": ""} == {**_public(second), "session": ""}
    assert third.view["note"] is None
    assert third.deals(20) == ""


def test_a_round_that_was_played_on_another_page_is_not_decided_twice(memory: Store) -> None:
    _screen, first = _played(memory)
    _dealt_until_asked(first)
    _second, second = _played(memory)
    assert _public(second) == _public(first)
    assert first.decides("stand") == ""
    kept, shown = memory.book(ANA), _public(second)
    made, table = len(kept.decisions()), kept.table()
    other = "You have played at this table on another page: reload this one to go on from there."
    assert second.decides("hit") == other
    assert second.deals(10) == other
    assert (len(kept.decisions()), kept.table(), _public(second)) == (made, table, shown)
    _dealt_until_asked(first)  # the page that has the table goes on
    # and a reload takes it over
    _again, third = _played(memory)
    assert _public(third) == _public(first)
    assert third.decides("stand") == ""
    assert first.decides("stand") == other
    # cards of one's own lie on no kept table, so nobody else plays with them
    _own, alone = _played(memory, seed=7)
    _dealt_until_asked(third)
    _dealt_until_asked(alone)


def test_until_the_page_is_there_nothing_is_opened_and_nothing_overwritten(memory: Store) -> None:
    _, browser = _played(memory)
    _dealt_until_asked(browser, 50)
    opened: list[Book] = []

    def opens() -> Book:
        opened.append(memory.book(ANA))
        return opened[-1]

    screen = Play("it-casino", book=opens)
    assert screen.view["round"] == 0
    screen.choose("it-banco")
    screen.choose("it-casino")
    assert opened == []
    second = Browser(screen)
    # a press that comes first of all waits for the book, and meets the round of before
    assert second.sends({"type": "deal", "n": 1, "round": 0, "stakes": [10]}) == ""
    assert _public(second) == _public(browser)
    assert len(opened) == 1


def test_the_round_of_another_document_goes_before_the_address(memory: Store) -> None:
    screen, browser = _played(memory, "it-banco", readings={"IB-13": "plain"})
    _dealt_until_asked(browser)
    again = Play("ro-online", book=lambda: memory.book(ANA))
    places: list[Any] = []
    again.on_place(places.append)
    second = Browser(again)
    second.sends(PING)
    assert _public(second) == _public(browser)
    assert again.place == screen.place == places[-1]


def test_chips_go_along_to_the_document_of_the_address(memory: Store) -> None:
    screen, browser = _played(memory, "it-banco")
    _dealt_until_asked(browser, 100)
    while not browser.table["over"]:
        browser.decides(browser.table["question"]["legal"][-1])
    chips = screen.sitting.bankroll + sum(screen.sitting.standing)
    again, second = _played(memory, "it-training")
    assert again.place.document == "it-training"
    assert again.sitting.bankroll == chips
    assert second.view["net_total"] == browser.view["net_total"]
    assert second.deals(10) == ""


def test_ai_players_sit_there_again(memory: Store) -> None:
    screen, browser = _played(memory, others=("easy", "you", "hard"), pace="off")
    for _ in range(5):
        _dealt_until_asked(browser)
        again, second = _played(memory)
        assert _public(second) == _public(browser)
        assert again.sitting.company.order == ("easy", "you", "hard")
        assert again.sitting.table.bankrolls == screen.sitting.table.bankrolls
        while not browser.table["over"]:
            browser.decides("stand" if "stand" in browser.table["question"]["legal"] else "no insurance")
        assert again.sitting.company.pace == "off"


def test_the_shoe_goes_on_where_it_was(memory: Store) -> None:
    """A document with a cut card: cards that are gone stay gone, and the shuffle comes when it would have come."""
    doc = next(item for item in builtin_ids() if load(item).rules().cut_card is not None)
    screen, browser = _played(memory, doc, bankroll=10_000)
    for _ in range(30):
        _dealt_until_asked(browser)
        again, second = _played(memory, doc)
        one, other = screen.sitting, again.sitting
        assert (one.table.cards_left, one.table.shuffle_due, one.seen) == (
            other.table.cards_left,
            other.table.shuffle_due,
            other.seen,
        )
        while not second.table["over"]:
            second.decides(second.table["question"]["legal"][0])
        screen, browser = again, second


def test_a_session_that_was_ended_begins_anew(memory: Store) -> None:
    _, browser = _played(memory)
    _dealt_until_asked(browser, 100)
    while not browser.table["over"]:
        browser.decides(browser.table["question"]["legal"][0])
    browser.sends({"type": "end", "n": 9})
    assert memory.book(ANA).table() is None
    _, again = _played(memory)
    assert again.view["bankroll"] == 1000


def test_deleting_all_clears_the_table_too(memory: Store) -> None:
    screen, browser = _played(memory)
    for _ in range(3):
        _dealt_until_asked(browser, 100)
        while not browser.table["over"]:
            browser.decides(browser.table["question"]["legal"][0])
    _dealt_until_asked(browser, 100)
    number = browser.view["round"]
    screen.renewed()  # a file was taken in: the table goes on
    assert browser.view["phase"] == "play"
    book = memory.book(ANA)
    book.forget()
    screen.renewed()
    assert (browser.view["bankroll"], browser.view["net_total"], browser.view["table"], screen.history) == (1000, 0, None, [])
    assert screen.coaching.tally.decisions == 0
    assert (book.table(), book.decisions()) == (None, [])
    assert browser.view["round"] == number, "a press on the old table meets nothing"
    assert browser.deals(10) == ""


def test_given_and_seeded_cards_are_not_kept(memory: Store) -> None:
    _, browser = _played(memory)
    _dealt_until_asked(browser)
    kept = memory.book(ANA).table()
    for more in ({"seed": 5}, {"shoe": OrderedShoe(cards("10h,9s,6d,Qc,3d,Kd"))}):
        _, other = _played(memory, **more)
        assert (other.view["round"], other.view["kept"]) == (0, False)
        other.deals(10)
    assert memory.book(ANA).table() == kept


def _changed(state: dict[str, Any], *path: Any, value: Any) -> dict[str, Any]:
    data = json.loads(json.dumps(state))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "bjlearn-sitting-2"),
        (("document",), "house-rules"),
        (("readings",), {"XX-1": "y"}),
        (("readings",), 5),
        (("table",), None),
        (("table", "format"), "bjlearn-table-2"),
        (("table", "round", "check"), "0" * 16),
        (("table", "round", "events"), []),
        (("table", "bankrolls"), [10_000_000]),
        (("table", "shoe", "drawn"), []),
        (("table", "shoe", "drawn"), ["Ah"] * 60),
        (("table", "shoe", "discards"), -1),
        (("table", "shoe", "cut"), "x"),
        (("table", "rounds"), None),
        (("seen",), ["?"]),
        (("sums",), {}),
        (("number",), "x"),
        (("stakes",), None),
        (("company",), ["easy"]),
        (("company",), ["nobody we know"]),
        (("pace",), 3),
    ],
)
def test_what_cannot_be_laid_again_is_said_in_one_sentence_and_gives_the_chips_from_before(
    memory: Store, path: tuple[Any, ...], value: Any
) -> None:
    screen, browser = _played(memory)
    _dealt_until_asked(browser, 200)
    before = read_money(screen.sitting.record()["chips"])
    book = memory.book(ANA)
    state = book.table()
    assert state is not None
    book.keep_table(_changed(dict(state), *path, value=value))
    again, second = _played(memory)
    assert (
        second.view["note"]["text"] == "The round that was on your table cannot be laid again; you have the chips from before it."
    )
    assert again.sitting.bankroll == before
    assert second.view["table"] is None
    assert second.deals(10) == ""


@pytest.mark.parametrize("state", [{}, {"chips": "many"}, {"chips": -5}, {"chips": None}])
def test_what_cannot_be_read_at_all_begins_anew(memory: Store, state: dict[str, Any]) -> None:
    memory.book(ANA).keep_table(state)
    _, browser = _played(memory)
    assert "begin anew" in browser.view["note"]["text"]
    assert browser.view["bankroll"] == 1000
    assert browser.deals(10) == ""


def test_what_is_kept_in_memory_only_is_said() -> None:
    store = Store.memory(Message("The disk is full."))
    _, browser = _played(store)
    assert browser.view["note"]["text"] == "The disk is full."


def test_a_table_without_a_database_is_played_at_all_the_same() -> None:
    def fails() -> Book:
        raise StoreError(Message("The database is away."))

    def breaks() -> Book:
        raise RuntimeError("hunter2")

    for opens, said in ((fails, "The database is away."), (breaks, "what you do now is not kept")):
        screen = Play("it-casino", book=opens)
        browser = Browser(screen)
        browser.sends(PING)
        assert said in browser.view["note"]["text"]
        assert "hunter2" not in browser.view["note"]["text"]
        _dealt_until_asked(browser)
        assert browser.decides(browser.table["question"]["legal"][0]) == ""


class _Fails:
    """A book whose database is away for a while."""

    def __init__(self, book: Any) -> None:
        self.book, self.away = book, False

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.book, name)
        if not callable(found):
            return found

        def call(*args: Any, **more: Any) -> Any:
            if self.away:
                raise StoreError(Message("The database is away."))
            return found(*args, **more)

        return call


def test_decisions_that_could_not_be_kept_are_kept_with_the_next(memory: Store) -> None:
    book: Any = _Fails(memory.book(ANA))
    screen = Play("it-casino", shoe=OrderedShoe(cards("2h,9s,2d,Qc, 2c,3d,3h,3s,4d,5d,6d,7d,8d,9d")), book=lambda: book)
    browser = Browser(screen)
    browser.deals(10)
    book.away = True
    assert browser.decides("hit") == "The database is away."
    assert browser.table["step"] == 1, "the round goes on"
    assert browser.decides("hit") == "The database is away."
    book.away = False
    assert browser.decides("hit") == ""
    kept = memory.book(ANA).decisions()
    assert [made.cards for made in kept] == [(2, 2), (2, 2, 2), (2, 2, 2, 3)]


def test_nothing_hidden_leaves_after_a_return(memory: Store) -> None:
    seen = 0
    for _ in range(20):
        _, browser = _played(memory)
        if browser.view["table"] is None or browser.table["over"]:
            _dealt_until_asked(browser, 5)
        screen, browser = _played(memory)
        round_ = screen.sitting.round
        assert round_ is not None
        assert browser.table["dealer"]["cards"][1] is None
        hole = str(round_.dealer.cards[1])
        public = {hole for seat in browser.table["seats"] for hand in seat["hands"] for hole in hand["cards"]}
        if hole not in public | {browser.table["dealer"]["cards"][0]}:
            state = {name: value for name, value in screen.get_state().items() if not name.startswith("_")}
            state["history"] = []  # it may have had the same card, face up
            state["strings"] = {}
            assert f'"{hole}"' not in json.dumps(state, default=str)
            seen += 1
        browser.decides(browser.table["question"]["legal"][0])
    assert seen > 5
    assert '"table"' not in json.dumps(memory.book(ANA).export())


def kill_tables_in_a_loop(url: str, times: int, seed: int) -> int:
    """Kill a process in which somebody plays, so many times at random moments; the number of decisions kept in all."""
    chance = random.Random(seed)
    with Store.at(url) as store:
        book = store.book(ANA)
        made = 0
        for _ in range(times):
            mine, theirs = CONTEXT.Pipe(duplex=False)
            worker = CONTEXT.Process(target=plays_on, args=(url, chance.randrange(2**31), theirs))
            worker.start()
            theirs.close()
            assert mine.poll(120), "nobody plays"
            told = mine.recv()
            end = time.monotonic() + chance.uniform(0, 0.08)
            while (left := end - time.monotonic()) > 0 and mine.poll(left):
                told = mine.recv()
            worker.kill()
            worker.join(120)
            try:
                while mine.poll():
                    told = mine.recv()
            except EOFError:
                pass
            kept = book.decisions()
            assert len({one.id for one in kept}) == len(kept)
            assert len(kept) - told["decisions"] in (0, 1), "what was shown is kept; one more may be kept and not shown any more"
            made = len(kept)
            screen, browser = opened_play(store)
            sitting = screen.sitting
            round_ = sitting.round
            assert round_ is not None
            # the table is the one that was shown, or one step on
            assert (sitting.number, round_.step) >= (told["round"], told["step"])
            if (sitting.number, round_.step) == (told["round"], told["step"]):
                assert json.loads(json.dumps(browser.view["table"])) == told["table"]
            # the round on it has as many decisions as it has steps: none is half there
            assert screen.coaching.tally.decisions == len(kept)
            at_stake = 0 if round_.over else sitting.record()["chips"]
            total: Fraction | int = sitting.bankroll + sum(sitting.standing) if round_.over else read_money(at_stake) or 0
            assert total == 100_000 + sitting.sums.net, "no chip is lost and none is won twice"
        return made


def test_a_table_whose_process_is_killed_is_there_again(url: str) -> None:
    assert kill_tables_in_a_loop(url, 8, seed=3) > 0


@pytest.mark.soak
def test_two_hundred_tables_whose_process_is_killed(url: str) -> None:
    kept = kill_tables_in_a_loop(url, 200, seed=200)
    print(f"\n200 tables killed, {kept} decisions, none lost, none double, no chip lost ({url.partition(':')[0]})")
    assert kept >= 100, "a machine that is too busy to decide before it is killed has shown nothing"
