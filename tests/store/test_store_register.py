"""What the instructor sees of a class."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from bjlearn.practice.records import CellSum, Learner, WrongSum
from bjlearn.practice.store import Store
from bjlearn.text import BjlearnError
from tests.store.made import NOON, answer, judged, right

ANA = Learner("ana", "Ana", "spring")
BEN = Learner("ben", "ben", "spring")
CLEO = Learner("cleo", "Cleo", "autumn")


def test_an_empty_database_has_nobody(store: Store) -> None:
    register = store.register()
    assert (register.groups(), register.students(), register.assigned(), register.attempts()) == ([], [], [], [])
    assert (register.cells("it-banco"), register.dearest(), register.wrong_answers("it-banco")) == ([], [], [])
    assert list(register.decisions()) == []


def test_students_by_name_with_what_they_did(store: Store) -> None:
    ben, ana, cleo = store.book(BEN), store.book(ANA), store.book(CLEO)
    ana.keep(judged("1", cost=0.5))
    ana.keep(right("2", at=NOON + timedelta(days=1)))
    ana.keep(right("3", at=NOON + timedelta(days=1, hours=1)))
    ana.add(answer("ana"))
    ana.add(answer("ana", exercise="01.bust", right=False))
    cleo.keep(judged("1"))
    register = store.register()
    assert register.groups() == ["autumn", "spring"]
    first, second = register.students("spring")
    assert (first.learner, second.learner) == (ANA, BEN)
    assert (first.count, first.wrong, first.days, first.solved) == (3, 1, 2, ("01.soft-total",))
    assert first.cost == pytest.approx(0.5 / 3)
    assert first.last == NOON + timedelta(days=1, hours=1)
    assert (second.count, second.wrong, second.cost, second.days, second.last) == (0, 0, 0.0, 0, None)
    assert [student.learner for student in register.students()] == [ANA, BEN, CLEO]
    assert [done.exercise for done in register.attempts("spring")] == ["01.soft-total", "01.bust"]
    assert register.attempts("autumn") == []
    assert ben.decisions() == []


def test_who_only_looked_at_a_page_is_no_student(store: Store) -> None:
    looked, decided, solved = (store.book(Learner(name)) for name in ("looked", "decided", "solved"))
    store.book(Learner("named", "Dan"))
    store.book(Learner("classed", "", "autumn"))
    decided.keep(judged("1"))
    solved.add(answer("solved"))
    found = {student.learner.id for student in store.register().students()}
    assert found == {"named", "classed", "decided", "solved"}
    assert looked.decisions() == []


def test_days_are_counted_in_utc(store: Store) -> None:
    book = store.book(ANA)
    late = datetime(2026, 3, 1, 22, tzinfo=timezone(timedelta(hours=-5)))  # the next day in UTC
    book.keep(right("1", at=late))
    book.keep(right("2", at=datetime(2026, 3, 2, 20, tzinfo=UTC)))
    assert store.register().students()[0].days == 1


def test_cells_and_mistakes_of_a_class(store: Store) -> None:
    ana, ben, cleo = store.book(ANA), store.book(BEN), store.book(CLEO)
    ana.keep(judged("1", cost=0.25))
    ben.keep(judged("1", cost=0.25))
    ben.keep(judged("2", cost=0.5, chosen="double"))
    ben.keep(right("3"))
    ben.keep(right("4", cell="hard12-4"))
    cleo.keep(judged("1", cell="pairs8-10", cost=2.0))
    cleo.keep(judged("2", document="it-casino", readings="IC-1:x", cost=0.75))
    register = store.register()
    assert register.cells("it-banco", "", "spring") == [CellSum("hard12-4", 1, 0, 0.0), CellSum("hard16-10", 4, 3, 1.0)]
    assert [cell.cell for cell in register.cells("it-banco")] == ["hard12-4", "hard16-10", "pairs8-10"]
    assert register.cells("it-casino") == []
    assert register.wrong_answers("it-banco", group="spring") == [
        WrongSum("hard16-10", "stand", "hit", 2, 0.5),
        WrongSum("hard16-10", "double", "hit", 1, 0.5),
    ]
    assert register.dearest() == [
        ("it-banco", "", CellSum("pairs8-10", 1, 1, 2.0)),
        ("it-banco", "", CellSum("hard16-10", 4, 3, 1.0)),
        ("it-casino", "IC-1:x", CellSum("hard16-10", 1, 1, 0.75)),
    ]
    assert [sum_.cell for _, _, sum_ in register.dearest("spring")] == ["hard16-10"]
    assert len(register.dearest(most=2)) == 2
    assert [(learner, made.id) for learner, made in register.decisions("autumn")] == [(CLEO, "1"), (CLEO, "2")]
    assert len(list(register.decisions())) == 7


def test_an_assignment_counts_what_the_drill_made_for_it_afterwards(store: Store) -> None:
    ana, ben, cleo = store.book(ANA), store.book(BEN), store.book(CLEO)
    register = store.register()
    ana.keep(judged("early", at=datetime.now(UTC) - timedelta(hours=1)))
    every = register.assign("spring", "it-banco", "", "", 20)
    hard = register.assign("spring", "it-banco", "", "hard", 10)
    later = datetime.now(UTC) + timedelta(minutes=1)
    ana.keep(right("1", at=later))
    ana.keep(right("2", at=later, filter="hard"))
    ana.keep(right("3", at=later, source="play"))
    ana.keep(right("4", at=later, document="it-casino"))
    ana.keep(right("5", at=later, readings="IB-13:plain"))
    assert [(one.id, one.done, one.count) for one in ana.assignments()] == [(every.id, 2, 20), (hard.id, 1, 10)]
    assert [one.done for one in ben.assignments()] == [0, 0]
    assert list(cleo.assignments()) == []
    assert {student.learner.id: dict(student.assignments) for student in register.students()} == {
        "ana": {every.id: 2, hard.id: 1},
        "ben": {every.id: 0, hard.id: 0},
        "cleo": {},
    }
    assert [one.id for one in register.assigned("spring")] == [every.id, hard.id]
    assert register.assigned("autumn") == []
    register.withdraw(every.id)
    assert [one.id for one in ana.assignments()] == [hard.id]


@pytest.mark.parametrize("count", [0, -1, 10_001, True, 2.5, "3"])
def test_an_assignment_asks_for_a_number_of_decisions(store: Store, count: object) -> None:
    with pytest.raises(BjlearnError, match="1 to 10000 decisions"):
        store.register().assign("spring", "it-banco", "", "", count)  # type: ignore[arg-type]


def test_an_assignment_names_class_and_document(store: Store) -> None:
    for group, document in (("", "it-banco"), ("spring", ""), ("s" * 201, "it-banco")):
        with pytest.raises(BjlearnError):
            store.register().assign(group, document, "", "", 5)
    assert store.register().assigned() == []


def test_a_class_of_an_assignment_is_there_before_its_students(store: Store) -> None:
    store.register().assign("winter", "it-banco", "", "", 5)
    assert store.register().groups() == ["winter"]


def test_solutions_are_opened_for_one_class(store: Store) -> None:
    register = store.register()
    register.open_solutions("spring", "01.bust", open_=True)
    register.open_solutions("spring", "01.bust", open_=True)
    assert store.book(ANA).opened() == {"01.bust"}
    assert store.book(CLEO).opened() == set()
    assert register.opened("spring") == ["01.bust"]
    register.open_solutions("spring", "01.bust", open_=False)
    assert store.book(ANA).opened() == set()


def test_a_student_who_is_removed_leaves_nothing(store: Store) -> None:
    ana, ben = store.book(ANA), store.book(BEN)
    ana.keep(judged(), table={"step": 1})
    ben.keep(judged())
    store.register().remove("ana")
    assert [student.learner for student in store.register().students()] == [BEN]
    assert (ana.decisions(), ana.table()) == ([], None)


def test_what_came_from_a_file_counts_for_its_learner_alone(store: Store) -> None:
    ana, ben = store.book(ANA), store.book(BEN)
    register = store.register()
    set_ = register.assign("spring", "it-banco", "", "", 5)
    ana.keep(judged(at=datetime.now(UTC)))
    ana.add(answer("ana"))
    ben.take(ana.export())
    assert len(ben.decisions()) == 1
    assert [done.exercise for done in ben.attempts("ben")] == ["01.soft-total"]
    by_id = {student.learner.id: student for student in register.students("spring")}
    assert (by_id["ben"].count, by_id["ben"].solved, by_id["ben"].assignments) == (0, (), {set_.id: 0})
    assert (by_id["ana"].count, by_id["ana"].solved, by_id["ana"].assignments) == (1, ("01.soft-total",), {set_.id: 1})
    assert [cell.count for cell in register.cells("it-banco")] == [1]
    assert len(register.attempts("spring")) == 1
