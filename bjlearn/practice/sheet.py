"""One learner's exercises: which variant they have, how often they tried, what they are told."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from random import Random
from typing import Any

from bjlearn.practice.exercises import Exercise, ExerciseError, Task, find_exercise
from bjlearn.practice.identity import present_visitor
from bjlearn.practice.late import LateResults
from bjlearn.practice.results import Attempt, MemoryResults, Results
from bjlearn.text import BjlearnError, Message

SOLUTION_AFTER = 2
"""Different wrong answers after which the solution may be seen."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a learner is told about an answer. In a notebook it shows itself.

    Attributes:
        right: whether the answer was right; None where there was none that could be judged.
        parts: sentences, the verdict first.
    """

    right: bool | None
    parts: tuple[Message, ...]

    @property
    def tone(self) -> str:
        """``right``, ``wrong`` or ``note``."""
        return "note" if self.right is None else "right" if self.right else "wrong"

    def text(self, language: str = "en") -> str:
        """All sentences in a language."""
        return " ".join(part.text(language) for part in self.parts)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        sign, colour = {"right": ("✓", "#1a7f4b"), "wrong": ("✗", "#b3262b"), "note": ("…", "#8a6d1a")}[self.tone]
        style = f"border-left: 4px solid {colour}; padding: 6px 14px; margin: 6px 0; max-width: 44em; line-height: 1.5"
        # where no code is shown, nothing is asked to be written either: the pages' style sheet hides it
        kind = "bj-code-only" if self.right is None else "bj-reply"
        first, *rest = (escape(part.text()) for part in self.parts)
        more = "".join(f"<p style='margin: 4px 0 0'>{sentence}</p>" for sentence in rest)
        first = f"<span aria-hidden='true'>{sign}</span> {first}"
        return f"<div class='{kind}' role='status' style='{style}'><strong>{first}</strong>{more}</div>"


@dataclass(slots=True)
class Progress:
    """How far a learner is with one exercise.

    Attributes:
        variant: number of the present variant, from 0.
        wrong: the different wrong answers to it.
        solved: it was answered rightly.
        solution_seen: its solution was shown.
        task: the variant itself.
    """

    task: Task[Any]
    variant: int = 0
    wrong: list[str] = field(default_factory=list)
    solved: bool = False
    solution_seen: bool = False

    @property
    def tries(self) -> int:
        """Different wrong answers so far."""
        return len(self.wrong)


class Sheet:
    """The exercises of one learner.

    Which variant a learner gets follows from who they are, so that it is still theirs tomorrow, and another's is another.

    Args:
        learner: who; left out, somebody whose variants are left to chance.
        results: where answers are kept; in memory by default.
        solution_after: different wrong answers after which a solution may be seen; an instructor may set 0.
    """

    def __init__(
        self, learner: str | None = None, results: Results | None = None, *, solution_after: int = SOLUTION_AFTER
    ) -> None:
        self.learner = secrets.token_hex(8) if learner is None else learner
        self.results: Results = MemoryResults() if results is None else results
        self.solution_after = solution_after
        self._progress: dict[str, Progress] = {}
        self._listeners: list[Callable[[str], None]] = []

    def on_change(self, listener: Callable[[str], None]) -> None:
        """Call a listener with the id of an exercise whenever something about it changed."""
        self._listeners.append(listener)

    def progress(self, name: str) -> Progress:
        """How far the learner is with an exercise.

        Raises:
            ExerciseError: there is no such exercise.
        """
        if name not in self._progress:
            self._progress[name] = self._resumed(find_exercise(name))
        return self._progress[name]

    @property
    def solved(self) -> tuple[str, ...]:
        """Ids of the exercises of which a variant was answered rightly without its solution being seen."""
        kept = self.results.attempts(self.learner)
        return tuple(dict.fromkeys(done.exercise for done in kept if done.right and not done.solution_seen))

    def check(self, name: str, answer: object = ...) -> Reply:
        """Judge an answer, and say what helps.

        Args:
            name: id of the exercise.
            answer: what the learner thinks; ``...`` and None are no answer yet.

        Raises:
            ExerciseError: there is no such exercise.
            AnswerError: the answer is of another kind than what is asked. It does not count as a try.
            BjlearnError: it could not be kept.
        """
        exercise, state = find_exercise(name), self.progress(name)
        if answer is None or answer is ...:
            return Reply(None, (Message("No answer yet."), state.task.question, *(laid.words for laid in state.task.laid)))
        given = exercise.kind.read(answer)
        judgement = state.task.judge(given)
        written = exercise.kind.shown(given)
        short = written.text() if isinstance(written, Message) else written
        mark = _mark(given, short)
        if not judgement.right and mark not in state.wrong:
            state.wrong.append(mark)
        tries = state.tries + judgement.right
        self.results.add(Attempt(self.learner, name, state.variant, short, judgement.right, tries, state.solution_seen))
        state.solved = state.solved or judgement.right
        self._tell(name)
        if judgement.right:
            return Reply(True, (Message("Right."), state.task.solution))
        hint = state.task.hints[min(state.tries, len(state.task.hints)) - 1]
        parts = (Message("Not yet."), judgement.remark, hint) if judgement.remark is not None else (Message("Not yet."), hint)
        return Reply(False, parts)

    def may_see_solution(self, name: str) -> bool:
        """Whether the solution of the present variant may be seen: solved, tried often enough, or opened by the instructor."""
        state = self.progress(name)
        return state.solved or state.tries >= self.solution_after or self._opened(name)

    def _opened(self, name: str) -> bool:
        try:
            return name in self.results.opened()
        except BjlearnError:  # a database that is away opens nothing, and stops nobody
            return False

    def solution(self, name: str) -> Message:
        """The right answer of the present variant, and how one finds it.

        Raises:
            ExerciseError: there is no such exercise, or it was not tried often enough.
        """
        state = self.progress(name)
        if not self.may_see_solution(name):
            raise ExerciseError(
                Message("Try first: the solution opens after {tries} different answers.", tries=self.solution_after)
            )
        state.solution_seen = state.solution_seen or not state.solved
        self._tell(name)
        return state.task.solution

    def another(self, name: str) -> Task[Any]:
        """The next variant of an exercise; tries begin anew.

        Raises:
            ExerciseError: there is no such exercise.
        """
        old, exercise = self.progress(name), find_exercise(name)
        number = old.variant + 1
        task = self._variant(exercise, number)
        while (task.question, task.laid) == (old.task.question, old.task.laid) and number < old.variant + 20:
            number += 1
            task = self._variant(exercise, number)
        self._progress[name] = Progress(task, number)
        self._tell(name)
        return task

    def _resumed(self, exercise: Exercise[Any]) -> Progress:
        """How far the learner came with an exercise before, as their answers tell."""
        try:
            kept = [attempt for attempt in self.results.attempts(self.learner) if attempt.exercise == exercise.id]
        except BjlearnError:  # to begin anew is better than not at all
            kept = []
        number = kept[-1].variant if kept else 0
        here = [attempt for attempt in kept if attempt.variant == number]
        wrong = list(dict.fromkeys(attempt.answer for attempt in here if not attempt.right))
        tries = max((attempt.tries - attempt.right for attempt in here), default=0)
        # functions that differ in more than their name were several tries, of which the answers do not tell
        wrong += [f"\0{again}" for again in range(len(wrong), tries)]
        return Progress(
            self._variant(exercise, number),
            number,
            wrong,
            solved=any(attempt.right for attempt in here),
            solution_seen=any(attempt.solution_seen for attempt in here),
        )

    def _variant(self, exercise: Exercise[Any], number: int) -> Task[Any]:
        return exercise.make(Random(f"{self.learner} {exercise.id} {number}"))

    def _tell(self, name: str) -> None:
        for listener in self._listeners:
            listener(name)


def _mark(given: object, written: str) -> str:
    """What tells an answer from another: its text; of a function, what it does, for it keeps its name."""
    code = getattr(given, "__code__", None)
    return written if code is None else f"{written} {code.co_code!r} {code.co_consts!r} {code.co_names!r}"


class _Present:
    """The sheet that notebooks of this process use."""

    @cached_property
    def sheet(self) -> Sheet:
        learner = present_visitor().learner
        return Sheet(learner.id, LateResults(learner))


_present = _Present()


def present_sheet() -> Sheet:
    """The sheet that the notebook uses: of whoever is at this process, until :func:`use_sheet` says whose."""
    return _present.sheet


def use_sheet(sheet: Sheet) -> None:
    """From now on this is the notebook's sheet."""
    _present.sheet = sheet


def check(name: str, answer: object = ...) -> Reply:
    """Check an answer to an exercise, in a notebook: ``bjlearn.check("01.soft-total", "soft 17")``.

    Args:
        name: id of the exercise.
        answer: what you think; left out, the question is shown.

    Returns:
        Right or wrong in words, and a hint. A name or an answer that cannot be used is told in the same way.
    """
    try:
        return present_sheet().check(name, answer)
    except BjlearnError as error:
        return Reply(None, (error.message,))


def solution(name: str) -> Reply:
    """Show the solution of an exercise, once it was tried: ``bjlearn.solution("01.soft-total")``.

    Args:
        name: id of the exercise.
    """
    try:
        return Reply(None, (present_sheet().solution(name),))
    except BjlearnError as error:
        return Reply(None, (error.message,))
