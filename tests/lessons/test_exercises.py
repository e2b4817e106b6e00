"""Every exercise of the course: its solution passes, typical wrong answers fail, nothing gives the answer away."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from bjlearn.cards import Total
from bjlearn.practice import Sheet, Task, exercise_ids, find_exercise
from bjlearn.text import Message, number_text

from .solutions import SOLUTIONS, WRONG, Way

VARIANTS = 60
WRITTEN = re.compile(r"-?\d+(?:[./]\d+)?")


def variants(name: str) -> list[tuple[Sheet, Task[Any]]]:
    """The first variant of many learners, each with a sheet of their own."""
    sheets = [Sheet(f"learner {number}") for number in range(VARIANTS)]
    return [(sheet, sheet.progress(name).task) for sheet in sheets]


def same(name: str, one: object, other: object) -> bool:
    """Whether two answers are the same, as near as the exercise looks."""
    kind = find_exercise(name).kind
    return one is other if callable(one) else bool(kind.same(kind.read(one), kind.read(other)))


def test_every_exercise_has_a_solution_and_wrong_answers() -> None:
    assert set(SOLUTIONS) == set(WRONG) == set(exercise_ids())


@pytest.mark.parametrize("name", exercise_ids())
def test_the_solution_passes_in_every_variant(name: str) -> None:
    for sheet, task in variants(name):
        reply = sheet.check(name, SOLUTIONS[name](task))
        assert reply.right is True, (task.question, task.laid, reply)
        assert sheet.solved == (name,)


@pytest.mark.parametrize(("name", "way"), [(name, way) for name in exercise_ids() for way in WRONG[name]])
def test_a_wrong_way_fails_wherever_it_leads_elsewhere(name: str, way: Way) -> None:
    failed = 0
    for sheet, task in variants(name):
        wrong, right = way(task), SOLUTIONS[name](task)
        if same(name, wrong, right):
            continue
        reply = sheet.check(name, wrong)
        assert reply.right is False, (task.question, task.laid, wrong, reply)
        failed += 1
    assert failed >= 3, "a wrong way that is nearly always right teaches nothing"


@pytest.mark.parametrize("name", [name for name in exercise_ids() if find_exercise(name).kind.name in ("number", "total")])
def test_no_hint_or_remark_gives_the_answer(name: str) -> None:
    """What is said of wrong answers names no number but those of the question, of the rule itself, and of the answer given."""
    rule = {"0", "1", "2", "3", "10", "11", "13", "17", "21"}
    for sheet, task in variants(name):
        right = SOLUTIONS[name](task)
        exact = find_exercise(name).kind.read(right)
        answers = {str(exact.total)} if isinstance(exact, Total) else {str(exact), number_text(exact)}
        said = ""
        for way in WRONG[name]:
            if not same(name, wrong := way(task), right):
                said += str(sheet.check(name, wrong))
        allowed = rule | set(WRITTEN.findall(task.question.text()))
        assert not (answers - allowed) & set(WRITTEN.findall(said)), (task.question, task.laid, said)


@pytest.mark.parametrize("name", exercise_ids())
def test_learners_get_different_variants_and_keep_their_own(name: str) -> None:
    asked = [(str(task.question), task.laid, *map(str, task.hints)) for _, task in variants(name)]
    assert [(str(task.question), task.laid, *map(str, task.hints)) for _, task in variants(name)] == asked
    if find_exercise(name).kind.name != "function":  # of a function the cases differ, not the question
        assert len(set(asked)) > VARIANTS / 2
        assert sum(one == other for one, other in pairwise(asked)) <= 3


@pytest.mark.parametrize("name", exercise_ids())
def test_all_that_is_said_is_made_of_messages(name: str) -> None:
    exercise = find_exercise(name)
    for _, task in variants(name)[:5]:
        said = [exercise.title, task.question, task.solution, *task.hints, *(laid.label for laid in task.laid)]
        assert all(isinstance(item, Message) and item.text() for item in said)
        assert len(task.hints) >= 2
