"""Exercises: a question of which every learner gets a variant of their own, judged by the product's own engine."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Generic, TypeVar

from bjlearn.cards import Card
from bjlearn.practice.answers import AnswerError, Kind, quoted
from bjlearn.text import BjlearnError, Message

T = TypeVar("T")

LESSONS: tuple[str, ...] = tuple(f"lesson{number:02}" for number in range(1, 13))
"""Modules of this room that hold the exercises of a lesson, in the course's order."""


class ExerciseError(BjlearnError):
    """There is no such exercise, or its solution is not to be shown yet."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is found about one answer.

    Attributes:
        right: whether it is right.
        remark: what this very answer shows, where there is something to say; never the right answer.
    """

    right: bool
    remark: Message | None = None


SUIT_SIGNS: Mapping[str, str] = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "": ""}


def card_sign(held: Card) -> str:
    """A card as people write it: ``A♠``."""
    return held.rank + SUIT_SIGNS[held.suit]


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards that a question shows.

    Attributes:
        label: whose they are.
        cards: in their order.
    """

    label: Message
    cards: tuple[Card, ...]

    @property
    def words(self) -> Message:
        """The cards as a line of text: ``Your hand: A♠ 6♦``."""
        return Message("{label}: {cards}", label=self.label, cards=" ".join(card_sign(held) for held in self.cards))


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """One variant of an exercise.

    Attributes:
        question: what is asked.
        judge: whether an answer, read by the exercise's kind, is right.
        hints: one for each wrong answer, each leading further; the last stays. None gives the answer away.
        solution: the right answer and how one finds it.
        laid: the cards it is about.
    """

    question: Message
    judge: Callable[[T], Judgement]
    hints: tuple[Message, ...]
    solution: Message
    laid: tuple[Laid, ...] = ()


@dataclass(frozen=True, slots=True)
class Exercise(Generic[T]):
    """An exercise.

    Attributes:
        id: lesson and name, such as ``01.soft-total``.
        title: a few words.
        kind: of the answer.
        make: a variant, from a source of randomness; the same randomness gives the same variant.
    """

    id: str
    title: Message
    kind: Kind[T]
    make: Callable[[Random], Task[T]]


Remark = Callable[[T], Message | None]


def by_value(kind: Kind[T], right: T, remark: Remark[T] | None = None) -> Callable[[T], Judgement]:
    """Judge an answer by the right one.

    Args:
        kind: of the answer.
        right: as the engine computed it.
        remark: what to say of a wrong answer that shows a known misunderstanding.
    """

    def judge(given: T) -> Judgement:
        if kind.same(given, right):
            return Judgement(True)
        return Judgement(False, remark(given) if remark is not None else None)

    return judge


@dataclass(frozen=True, slots=True)
class Case(Generic[T]):
    """One call of a function that a student writes.

    Attributes:
        argument: the list it is called with.
        right: what it should give, as the engine computed it.
        about: what is special about this call, for the hint.
    """

    argument: tuple[Any, ...]
    right: T
    about: Message


def by_cases(kind: Kind[T], cases: Sequence[Case[T]]) -> Callable[[Callable[..., object]], Judgement]:
    """Judge a function by calling it; the first case that fails is told, without what would be right.

    Args:
        kind: of what the function gives.
        cases: one or more, the simplest first.
    """

    def judge(function: Callable[..., object]) -> Judgement:
        if _unwritten(function, cases[0]):
            raise AnswerError(Message("Your function gives nothing yet: write it, and end it with return."))
        for case in cases:
            remark = _failure(kind, case, function)
            if remark is not None:
                return Judgement(False, remark)
        return Judgement(True)

    return judge


def _unwritten(function: Callable[..., object], case: Case[T]) -> bool:
    """Whether a function ends without giving anything, as one does of which only the first line stands there."""
    try:
        return function(list(case.argument)) in (None, ...)
    except (Exception, SystemExit, KeyboardInterrupt):  # noqa: BLE001 - told when the case is judged
        return False


def _failure(kind: Kind[T], case: Case[T], function: Callable[..., object]) -> Message | None:
    argument = list(case.argument)  # a list of its own: the function may change it
    shown = list(case.argument)
    try:
        given = function(argument)
    except KeyboardInterrupt:
        return Message("Your function was stopped while it worked on {cards}. Does its loop come to an end?", cards=quoted(shown))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a student's function does is told, not raised
        return Message(
            "For {cards} your function stops with {error}: {text}.",
            cards=quoted(shown),
            error=type(error).__name__,
            text=quoted(str(error)),
        )
    try:
        right = kind.same(kind.read(given), case.right)
    except AnswerError as error:
        return Message(
            "For {cards} your function gives {given}. {wanted}", cards=quoted(shown), given=quoted(given), wanted=error.message
        )
    if right:
        return None
    return Message(
        "For {cards} your function gives {given}, which is not right: {about}.",
        cards=quoted(shown),
        given=quoted(given),
        about=case.about,
    )


@cache
def _all() -> Mapping[str, Exercise[Any]]:
    found: dict[str, Exercise[Any]] = {}
    for module in LESSONS:
        for exercise in importlib.import_module(f"bjlearn.practice.{module}").EXERCISES:
            assert exercise.id not in found, f"two exercises are called {exercise.id}"
            found[exercise.id] = exercise
    return found


def exercise_ids(lesson: str = "") -> tuple[str, ...]:
    """Ids of the exercises, in their order.

    Args:
        lesson: its number, such as ``"01"``; left out, those of the whole course.
    """
    return tuple(name for name in _all() if name.startswith(f"{lesson}." if lesson else ""))


def find_exercise(name: str) -> Exercise[Any]:
    """An exercise by its id.

    Raises:
        ExerciseError: there is none; the sentence names those of the lesson.
    """
    found = _all().get(str(name))
    if found is None:
        near = exercise_ids(str(name).partition(".")[0]) or exercise_ids()
        raise ExerciseError(Message("There is no exercise {name}; there are {ids}.", name=quoted(name), ids=list(near)))
    return found
