"""Figures inside sentences, written as the reader's language writes numbers."""

from __future__ import annotations

from bjlearn.text import Message

_COMMA = ("it", "ro")
MINUS = "\N{MINUS SIGN}"


def number(value: float, places: int, language: str, *, signed: bool = False) -> str:
    """A number to some places, with the language's decimal mark.

    Args:
        value: the number.
        places: decimals shown.
        language: a language code.
        signed: a plus before what is above zero.
    """
    text = f"{abs(value):.{places}f}"
    nothing = not text.strip("0.")
    sign = "" if nothing else MINUS if value < 0 else "+" if signed else ""
    return sign + (text.replace(".", ",") if language in _COMMA else text)


class Percent(Message):
    """A share in percent, such as ``41.8 %``; as a value of a sentence it is written in the sentence's language.

    Args:
        share: 1 is 100 %.
        places: decimals shown.
        signed: a plus before what is above zero.
    """

    __slots__ = ("places", "share", "signed")

    def __init__(self, share: float, places: int = 1, *, signed: bool = False) -> None:
        super().__init__("", share=share, places=places, signed=signed)
        self.share, self.places, self.signed = share, places, signed

    def text(self, language: str = "en") -> str:
        """The share as a person reads it."""
        return number(100 * self.share, self.places, language, signed=self.signed) + "\N{NO-BREAK SPACE}%"
