"""A learner's book: what is kept, and that nobody else gets at it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from threading import Thread

import pytest

from bjlearn.practice.records import Learner
from bjlearn.practice.sheet import Sheet
from bjlearn.practice.store import Store
from tests.store.made import HOSTILE, NOON, answer, due, judged, right

ANA = Learner("ana", "Ana", "spring")
BEN = Learner("ben", "Ben", "spring")


def test_a_decision_comes_back_as_it_was(store: Store) -> None:
    book = store.book(ANA)
    made = judged(cards=(1, 10, 6), hinted=True, seconds=2.5, filter="hard", cost=1 / 3, readings="IB-13:plain")
    assert book.keep(made)
    assert book.decisions() == [made]
    assert book.decisions("it-banco", "IB-13:plain") == [made]
    assert book.decisions("it-banco") == []
    assert book.decisions("it-casino") == []
    assert store.book(ANA).decisions() == [made]
    assert book.note is None


def test_times_are_the_same_moment_in_utc(store: Store) -> None:
    book = store.book(ANA)
    there = datetime(2026, 3, 1, 23, 30, 0, 123456, tzinfo=timezone(timedelta(hours=-5)))
    book.keep(judged(at=there))
    (kept,) = book.decisions()
    assert kept.at == there
    assert kept.at.tzinfo is UTC


def test_the_same_decision_kept_again_changes_nothing(store: Store) -> None:
    book = store.book(ANA)
    assert book.keep(judged(), due(1), table={"step": 1})
    assert not book.keep(judged(cost=9.0), due(9), table={"step": 2})
    assert [kept.cost for kept in book.decisions()] == [0.125]
    assert book.scheduled("it-banco")["hard16-10"] == due(1)
    assert book.table() == {"step": 1}


def test_another_learner_may_have_a_decision_with_the_same_id(store: Store) -> None:
    ana, ben = store.book(ANA), store.book(BEN)
    assert ana.keep(judged(cost=0.5))
    assert ben.keep(judged(cost=0.25))
    assert ana.decisions()[0].cost == 0.5
    assert ben.decisions()[0].cost == 0.25


def test_decisions_stay_in_their_order(store: Store) -> None:
    book = store.book(ANA)
    names = [f"d{number}" for number in range(20)]
    for number, name in enumerate(names):
        book.keep(judged(name, at=NOON - timedelta(hours=number)))
    assert [kept.id for kept in book.decisions()] == names


def test_a_cell_is_scheduled_once_for_a_document_and_its_readings(store: Store) -> None:
    book = store.book(ANA)
    book.keep(judged("1"), due(1))
    book.keep(judged("2"), due(2, readings="IB-13:plain"))
    book.keep(judged("3"), due(3))
    book.keep(judged("4"))
    assert book.scheduled("it-banco") == {"hard16-10": due(3)}
    assert book.scheduled("it-banco", "IB-13:plain") == {"hard16-10": due(2, readings="IB-13:plain")}
    assert book.scheduled("it-casino") == {}
    assert store.book(BEN).scheduled("it-banco") == {}


def test_a_table_is_kept_in_place_of_the_one_before(store: Store) -> None:
    book = store.book(ANA)
    assert book.table() is None
    book.keep_table({"bankroll": "7/2", "cards": ["Ah", "10s"]})
    assert book.table() == {"bankroll": "7/2", "cards": ["Ah", "10s"]}
    book.keep(judged("1"))
    assert book.table() is not None
    book.keep(judged("2"), table={"step": 3})
    assert store.book(ANA).table() == {"step": 3}
    book.keep(judged("3"), table=None)
    assert book.table() is None
    book.keep_table(None)
    assert book.table() is None


def test_answers_to_exercises_are_kept_for_tomorrow(store: Store) -> None:
    sheet = Sheet("ana", store.book(ANA))
    sheet.check("01.soft-total", "soft 3")
    kept = store.book(ANA).attempts("ana")
    assert [(done.exercise, done.right) for done in kept] == [("01.soft-total", False)]
    store.book(ANA).add(answer())
    assert "01.soft-total" in Sheet("ana", store.book(ANA)).solved


def test_a_book_opens_no_way_to_anothers(store: Store) -> None:
    ana, ben = store.book(ANA), store.book(BEN)
    ana.keep(judged(), due(), table={"step": 1})
    ana.add(answer("ana"))
    assert (ben.decisions(), ben.scheduled("it-banco"), ben.table(), ben.attempts("ana")) == ([], {}, None, ())
    # an attempt in another's name is still the writer's own
    ben.add(answer("ana", answer="forged"))
    assert [done.answer for done in ana.attempts("ana")] == ["soft 17"]
    assert [done.answer for done in ben.attempts("ben")] == ["forged"]
    ben.forget()
    assert len(ana.decisions()) == 1


def test_forgetting_leaves_nothing(store: Store) -> None:
    book, other = store.book(ANA), store.book(BEN)
    for one in (book, other):
        one.keep(judged(), due(), table={"step": 1})
        one.add(answer(one.learner.id))
    book.forget()
    assert (book.decisions(), book.scheduled("it-banco"), book.table(), book.attempts("ana")) == ([], {}, None, [])
    assert [student.learner.id for student in store.register().students()] == ["ben"]
    assert len(other.decisions()) == len(other.attempts("ben")) == 1
    # whoever plays on is there again
    assert book.keep(judged("2"))
    assert [kept.id for kept in book.decisions()] == ["2"]


def test_who_says_nothing_of_themselves_is_there_from_the_first_decision(store: Store) -> None:
    book = store.book(Learner("x1"))
    assert store.register().students() == []
    book.keep(judged())
    assert [student.learner for student in store.register().students()] == [Learner("x1")]


def test_name_and_class_follow_the_learner(store: Store) -> None:
    store.book(ANA).keep(judged())
    store.book(Learner("ana", "Ana Maria", "autumn"))
    (student,) = store.register().students()
    assert student.learner == Learner("ana", "Ana Maria", "autumn")
    assert student.count == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_is_only_text(store: Store, text: str) -> None:
    learner = Learner(text, text, text)
    book = store.book(learner)
    texts = dict.fromkeys(("document", "readings", "cell", "chosen", "best", "filter"), text)
    made = judged(text, **texts)
    scheduled = due(document=text, readings=text, cell=text, state=text)
    assert book.keep(made, scheduled, table={text: text})
    book.add(answer(text, exercise=text, answer=text))
    register = store.register()
    set_ = register.assign(text, text, text, text, 5)
    register.open_solutions(text, text, open_=True)
    assert book.decisions(text, text) == [made]
    assert book.scheduled(text, text) == {text: scheduled}
    assert book.table() == {text: text}
    assert book.attempts(text)[0].answer == text
    assert [one.id for one in book.assignments()] == [set_.id]
    assert book.opened() == {text}
    assert register.groups() == [text]
    assert [student.learner for student in register.students(text)] == [learner]
    assert [one.cell for one in register.cells(text, text, text)] == [text]
    assert [one.chosen for one in register.wrong_answers(text, text, text)] == [text]
    assert list(register.decisions(text)) == [(learner, made)]
    assert json.loads(json.dumps(book.export()))["name"] == text
    register.remove(text)
    assert store.register().students() == []


def test_text_that_no_database_holds_does_no_harm(store: Store) -> None:
    learner = Learner("n1", "A\x00na \ud800!", "k\x00")
    book = store.book(learner)
    assert book.keep(judged("\x00"))
    assert not book.keep(judged("\x00"))
    (student,) = store.register().students("k\x00")
    assert "\x00" not in student.learner.name
    assert student.learner.name.endswith("!")


def test_threads_share_a_book(store: Store) -> None:
    book = store.book(ANA)

    def work(worker: int) -> None:
        for number in range(5):
            book.keep(right(f"{worker}-{number}"))

    threads = [Thread(target=work, args=(worker,)) for worker in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {kept.id for kept in book.decisions()} == {f"{worker}-{number}" for worker in range(30) for number in range(5)}


def test_threads_share_a_store_in_memory() -> None:
    with Store.memory() as store:
        test_threads_share_a_book(store)
        assert not store.lasts
    with Store.memory() as another:
        assert another.register().students() == []
