"""Kinds of answers: how what a student writes is read, when two answers are the same, how one is shown."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from bjlearn.cards import Total
from bjlearn.rules import Action
from bjlearn.text import N_, BjlearnError, Message

MOST_TEXT = 80
"""Characters of an answer that are read or shown at all."""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class AnswerError(BjlearnError):
    """An answer that cannot be read: it is of another kind than what is asked. It does not count as a try."""


class Kind(Protocol[T]):
    """How an answer is read, compared and shown.

    Attributes:
        name: by which a screen knows what fields to show.
    """

    @property
    def name(self) -> str:
        """The kind's name."""
        ...

    def read(self, answer: object) -> T:
        """The answer that was given.

        Raises:
            AnswerError: it is none of this kind; the sentence says what one looks like.
        """
        ...

    def same(self, given: T, right: T) -> bool:
        """Whether an answer is the right one."""
        ...

    def shown(self, value: T) -> str | Message:
        """An answer, to stand in a sentence."""
        ...


_NUMBER = re.compile(r"([+-]?\d{1,12}(?:[.,]\d{1,12})?)(?:\s*[/:]\s*(\d{1,12}))?\s*(%?)")


def exact_number(answer: object) -> Fraction | None:
    """The number that somebody wrote: ``12``, ``0.25``, ``"0,25"``, ``"3/13"``, ``"25 %"``, a number of another library.

    Returns:
        The exact number; None where it is none.
    """
    if isinstance(answer, bool):
        return None
    if isinstance(answer, str):
        found = _NUMBER.fullmatch(answer.strip()[: MOST_TEXT + 1].replace("−", "-"))  # a minus as it is printed
        if found is None:
            return None
        above, below, percent = found.groups()
        divisor = int(below or 1) * (100 if percent else 1)
        return Fraction(above.replace(",", ".")) / divisor if divisor else None
    if isinstance(answer, Fraction):
        return answer
    if isinstance(answer, float):
        return Fraction(answer) if math.isfinite(answer) else None
    try:
        return Fraction(operator.index(answer))  # type: ignore[arg-type]  # whole numbers of any library
    except TypeError:
        return None


@dataclass(frozen=True, slots=True)
class Number:
    """A number.

    Attributes:
        tolerance: how far from the exact number an answer may be.
        name: ``"number"``.
    """

    tolerance: Fraction = Fraction(0)
    name: str = field(default="number", init=False)

    def read(self, answer: object) -> Fraction:
        """The number that was given.

        Raises:
            AnswerError: it is no number.
        """
        number = exact_number(answer)
        if number is None:
            raise AnswerError(Message("The answer is a number such as 12 or 3/4, not {answer}.", answer=quoted(answer)))
        return number

    def same(self, given: Fraction, right: Fraction) -> bool:
        """Whether an answer is near enough."""
        return abs(given - right) <= self.tolerance

    def shown(self, value: Fraction) -> str:
        """The number; a fraction where it is not whole."""
        return str(value)


_SOFT_WORDS: Mapping[str, bool] = {"soft": True, "hard": False, "s": True, "h": False}
_TOTAL = re.compile(r"(?:(soft|hard|s|h)\s*[, ]?\s*)?(\d{1,3})(?:\s*[, ]?\s*(soft|hard|s|h))?")
_TOTAL_ASKED = N_('The answer is a total with soft or hard, such as "soft 15" or "hard 15", not {answer}.')


@dataclass(frozen=True, slots=True)
class HandTotal:
    """A total with soft or hard: ``"soft 15"``, ``(15, "soft")``, ``(15, True)``.

    Attributes:
        name: ``"total"``.
    """

    name: str = field(default="total", init=False)

    def read(self, answer: object) -> Total:
        """The total that was given.

        Raises:
            AnswerError: it is none, or soft or hard is missing.
        """
        found: Total | None = None
        if isinstance(answer, str):
            found = _total_from_text(answer)
        elif isinstance(answer, tuple | list) and len(answer) == 2:
            number, soft = exact_number(answer[0]), _softness(answer[1])
            if number is not None and number.denominator == 1 and soft is not None:
                found = Total(int(number), soft)
        if found is None:
            raise AnswerError(Message(_TOTAL_ASKED, answer=quoted(answer)))
        return found

    def same(self, given: Total, right: Total) -> bool:
        """Whether both the total and soft or hard agree."""
        return given == right

    def shown(self, value: Total) -> Message:
        """``soft 15``."""
        return Message("soft {total}", total=value.total) if value.soft else Message("hard {total}", total=value.total)


def _total_from_text(text: str) -> Total | None:
    found = _TOTAL.fullmatch(text.strip().lower()[: MOST_TEXT + 1])
    if found is None or (found[1] is None) == (found[3] is None):
        return None
    return Total(int(found[2]), _SOFT_WORDS[found[1] or found[3]])


def _softness(value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    return _SOFT_WORDS.get(value.strip().lower()) if isinstance(value, str) else None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers.

    Attributes:
        options: what may be chosen, each with its words.
        other_names: further names that are taken for an option.
        name: ``"choice"``.
    """

    options: Mapping[str, Message]
    other_names: Mapping[str, str] = field(default_factory=dict)
    name: str = field(default="choice", init=False)

    def read(self, answer: object) -> str:
        """The option that was chosen.

        Raises:
            AnswerError: it is none of them.
        """
        text = answer.strip().lower() if isinstance(answer, str) else ""
        chosen = self.other_names.get(text, text)
        if chosen not in self.options:
            raise AnswerError(
                Message("The answer is one of {options}, not {answer}.", options=list(self.options), answer=quoted(answer))
            )
        return chosen

    def same(self, given: str, right: str) -> bool:
        """Whether the right option was chosen."""
        return given == right

    def shown(self, value: str) -> Message:
        """The option's words."""
        return self.options[value]


_ACTION_WORDS = {
    "hit": N_("Hit"),
    "stand": N_("Stand"),
    "double": N_("Double"),
    "split": N_("Split"),
    "surrender": N_("Surrender"),
}
_ACTION_KEYS = {"h": "hit", "s": "stand", "d": "double", "p": "split", "r": "surrender"}


def actions(*offered: Action) -> Choice:
    """A choice among actions, which may be given by their keys (H S D P R) too.

    Args:
        offered: the actions; all of them where none is named.
    """
    names = [action.value for action in offered or tuple(Action)]
    keys = {key: name for key, name in _ACTION_KEYS.items() if name in names}
    return Choice({name: Message(_ACTION_WORDS[name]) for name in names}, keys)


@dataclass(frozen=True, slots=True)
class Function(Generic[T_co]):
    """A short function that the student writes.

    Attributes:
        signature: how it is to be called, such as ``total(cards)``.
        name: ``"function"``.
    """

    signature: str
    name: str = field(default="function", init=False)

    def read(self, answer: object) -> Callable[..., T_co]:
        """The function that was given.

        Raises:
            AnswerError: it cannot be called.
        """
        if not callable(answer):
            raise AnswerError(
                Message(
                    "The answer is a function {signature}, given by its name alone, not {answer}.",
                    signature=self.signature,
                    answer=quoted(answer),
                )
            )
        return answer

    def same(self, given: Callable[..., T_co], right: Callable[..., T_co]) -> bool:
        """Whether they are the same function; what a function does is judged by trying it."""
        return given is right

    def shown(self, value: Callable[..., T_co]) -> str:
        """The function's name."""
        return str(getattr(value, "__name__", self.signature))[:MOST_TEXT]


def quoted(answer: Any) -> str:  # noqa: ANN401 - anything may come
    """An answer as it was written, short and on one line, to stand in a sentence."""
    try:
        text = f'"{answer}"' if isinstance(answer, str) else repr(answer)
    except Exception:  # noqa: BLE001 - a student's own class may have a faulty repr
        text = type(answer).__name__
    text = "".join(letter if letter.isprintable() else " " for letter in text[: MOST_TEXT + 1])
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"
