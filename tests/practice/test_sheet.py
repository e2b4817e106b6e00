"""A learner's sheet: tries, hints, solutions, variants, what is kept."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import bjlearn
from bjlearn.practice import (
    AnswerError,
    ExerciseError,
    MemoryResults,
    Sheet,
    exercise_ids,
    find_exercise,
    present_sheet,
    use_sheet,
)
from bjlearn.text import BjlearnError, Message
from tests.lessons.solutions import SOLUTIONS

NAME = "01.hard-total"


@pytest.fixture
def sheet() -> Sheet:
    return Sheet("Ana")


@pytest.fixture
def notebook(sheet: Sheet) -> Iterator[Sheet]:
    """The sheet as that of the notebook."""
    before = present_sheet()
    use_sheet(sheet)
    yield sheet
    use_sheet(before)


def right(sheet: Sheet, name: str = NAME) -> object:
    return SOLUTIONS[name](sheet.progress(name).task)


def test_the_solution_opens_after_two_different_answers(sheet: Sheet) -> None:
    for _ in range(5):
        assert sheet.check(NAME, 99).right is False  # the same answer again is no further try
        with pytest.raises(ExerciseError, match="after 2 different answers"):
            sheet.solution(NAME)
    sheet.check(NAME, 98)
    assert str(right(sheet)) in str(sheet.solution(NAME))


def test_an_answer_that_cannot_be_read_is_no_try(sheet: Sheet) -> None:
    for answer in ("many", [], "x", True):
        with pytest.raises(AnswerError):
            sheet.check(NAME, answer)
    assert sheet.progress(NAME).tries == 0
    assert sheet.results.attempts("Ana") == ()


def test_hints_lead_on(sheet: Sheet) -> None:
    hints = sheet.progress(NAME).task.hints
    assert sheet.check(NAME, 99).parts[-1] == hints[0]
    assert sheet.check(NAME, 98).parts[-1] == hints[1]
    assert sheet.check(NAME, 97).parts[-1] == hints[1]


def test_an_instructor_can_open_solutions_at_once() -> None:
    sheet = Sheet("Ana", solution_after=0)
    assert str(right(sheet)) in str(sheet.solution(NAME))


def test_right_after_the_solution_was_seen_is_kept_as_that(sheet: Sheet) -> None:
    sheet.check(NAME, 99)
    sheet.check(NAME, 98)
    sheet.solution(NAME)
    assert sheet.check(NAME, right(sheet)).right is True
    assert sheet.solved == ()
    sheet.another(NAME)
    assert sheet.check(NAME, right(sheet)).right is True
    assert sheet.solved == (NAME,)


def test_every_answer_is_kept(sheet: Sheet) -> None:
    sheet.check(NAME, 99)
    sheet.check(NAME, "98")
    sheet.check(NAME, right(sheet))
    kept = sheet.results.attempts("Ana")
    assert [(attempt.answer, attempt.right, attempt.tries, attempt.variant) for attempt in kept] == [
        ("99", False, 1, 0),
        ("98", False, 2, 0),
        (str(right(sheet)), True, 3, 0),
    ]
    assert sheet.results.attempts("Ben") == ()


def test_results_may_be_shared_and_learners_are_told_apart() -> None:
    results = MemoryResults()
    ana, ben = Sheet("Ana", results), Sheet("Ben", results)
    ana.check(NAME, right(ana))
    assert ana.solved == (NAME,)
    assert ben.solved == ()


@pytest.mark.parametrize("name", [name for name in exercise_ids() if find_exercise(name).kind.name != "function"])
def test_another_one_is_another_question(sheet: Sheet, name: str) -> None:
    seen = [sheet.progress(name).task, *(sheet.another(name) for _ in range(20))]
    for one, other in itertools.pairwise(seen):
        assert (one.question, one.laid) != (other.question, other.laid)
    assert sheet.progress(name).tries == 0


def test_listeners_hear_of_the_exercise_that_changed(sheet: Sheet) -> None:
    heard: list[str] = []
    sheet.on_change(heard.append)
    sheet.check(NAME, 99)
    sheet.another(NAME)
    assert heard == [NAME, NAME]


# in a notebook


def test_check_says_everything_in_words_and_raises_nothing(notebook: Sheet) -> None:
    assert str(bjlearn.check(NAME)).startswith("No answer yet. What is the total of this hand? Your hand: ")
    assert bjlearn.check(NAME, 99).right is False
    assert bjlearn.check(NAME, "many").right is None
    assert "There is no exercise" in str(bjlearn.check("01.nothing", 1))
    assert NAME in str(bjlearn.check("01.nothing", 1))
    assert "after 2 different answers" in str(bjlearn.solution("01.draw"))
    assert bjlearn.check(NAME, right(notebook)).right is True


def test_what_a_student_wrote_is_text_in_the_page(notebook: Sheet) -> None:
    html = bjlearn.check(NAME, "<script>alert(1)</script>")._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def stops(_cards: list[str]) -> object:
    raise ZeroDivisionError("division by <b>zero</b>")


def leaves(_cards: list[str]) -> object:
    sys.exit(3)


def interrupted(_cards: list[str]) -> object:
    raise KeyboardInterrupt


def spoils_its_list(cards: list[str]) -> object:
    answer = SOLUTIONS["01.total-function"](None)(cards)  # type: ignore[arg-type, operator]
    cards.clear()
    return answer


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (stops, "stops with ZeroDivisionError"),
        (leaves, "stops with SystemExit"),
        (interrupted, "was stopped while it worked on"),
        (len, "gives 2. The answer is a total with soft or hard"),
        (lambda cards: (len(cards), False), "which is not right"),
        (lambda: 1, "stops with TypeError"),
    ],
)
def test_whatever_a_function_does_is_told(notebook: Sheet, function: Callable[..., Any], said: str) -> None:
    reply = bjlearn.check("01.total-function", function)
    assert reply.right is False
    assert said in str(reply)


def test_a_function_that_is_not_written_yet_is_no_try(notebook: Sheet) -> None:
    assert bjlearn.check("01.total-function", lambda cards: None).right is None
    assert notebook.progress("01.total-function").tries == 0


def test_a_function_may_change_its_own_list(notebook: Sheet) -> None:
    assert bjlearn.check("01.total-function", spoils_its_list).right is True


def test_importing_bjlearn_imports_no_exercise() -> None:
    program = (
        "import sys, bjlearn; print([name for name in sys.modules if name.startswith('bjlearn.practice') or 'widget' in name])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_learner_finds_their_exercises_as_they_left_them() -> None:
    results = MemoryResults()
    before = Sheet("ana", results)
    name = next(name for name in exercise_ids() if find_exercise(name).kind.name == "number")
    before.another(name)
    before.check(name, 10**6)
    before.check(name, 10**6 + 1)
    after = Sheet("ana", results)
    assert after.progress(name).task.question == before.progress(name).task.question
    assert (after.progress(name).variant, after.progress(name).tries) == (before.progress(name).variant, 2)
    assert after.may_see_solution(name)
    assert not after.progress(name).solved
    assert Sheet("bob", results).progress(name).tries == 0


class Opening(MemoryResults):
    """Results of a class whose instructor opens solutions; ``open_`` None is a database that does not answer."""

    def __init__(self) -> None:
        super().__init__()
        self.open_: set[str] | None = set()

    def opened(self) -> set[str]:
        if self.open_ is None:
            raise BjlearnError(Message("The database is away."))
        return self.open_


def test_a_solution_that_the_instructor_opens_is_seen_without_a_try() -> None:
    results = Opening()
    sheet = Sheet("ana", results)
    with pytest.raises(ExerciseError, match="Try first"):
        sheet.solution(NAME)
    results.open_ = {NAME}
    assert sheet.may_see_solution(NAME)
    assert not sheet.may_see_solution("01.draw")
    assert sheet.solution(NAME) == sheet.progress(NAME).task.solution
    sheet.check(NAME, right(sheet))
    assert results.attempts("ana")[-1].solution_seen
    assert sheet.solved == ()
    results.open_ = set()
    sheet.another(NAME)
    assert not sheet.may_see_solution(NAME), "closed again"
    results.open_ = None
    assert not sheet.may_see_solution(NAME), "a database that is away opens nothing"


def test_an_answer_with_markup_is_text() -> None:
    name = next(name for name in exercise_ids() if find_exercise(name).kind.name == "number")
    markup = "<img src=x onerror=alert(1)>"
    for reply in (bjlearn.check(name, markup), bjlearn.check(markup, markup)):
        assert "<img" not in reply._repr_html_()
