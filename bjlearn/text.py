"""Sentences that a person reads: kept as a template with its values, put into a language only when shown.

The pure rooms never know which language a reader wants. They make a :class:`Message`, English by itself, and whoever shows
it asks for ``message.text("it")``. Catalogs are gettext's, in ``bjlearn/locale``; the source language is English.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

LANGUAGES: tuple[str, ...] = ("en", "it", "ro")
"""Languages of the product, the source language first."""

LOCALE_DIR = Path(__file__).parent / "locale"


def N_(template: str) -> str:  # noqa: N802 - gettext's own name for "to be translated later"
    """Mark a string for the catalogs without translating it now."""
    return template


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """The gettext catalog of a language; an unknown language falls back to English.

    Args:
        language: a code such as ``"it"``.
    """
    return gettext.translation("bjlearn", localedir=LOCALE_DIR, languages=[language], fallback=True)


def language_code(text: str) -> str:
    """The language of a code as browsers and people write it: ``it`` for ``IT``, ``it-CH``, ``it_IT``."""
    return text.strip().replace("_", "-").split("-")[0].lower()


def chosen_language(asked: str, accepted: str = "") -> str:
    """The language of a page.

    Args:
        asked: what the address says.
        accepted: the browser's ``Accept-Language``, for an address that says nothing.
    """
    if language_code(asked) in LANGUAGES:
        return language_code(asked)
    offered = [(code, quality) for code, quality in map(_weighted, accepted.split(",")[:10]) if code in LANGUAGES and quality > 0]
    return max(offered, key=lambda entry: entry[1], default=(LANGUAGES[0], 1.0))[0]  # the first of the most wanted


def _weighted(part: str) -> tuple[str, float]:
    """A part of ``Accept-Language``, such as ``it-CH;q=0.8``: the language and its quality; 0 if that is malformed."""
    code, *parameters = part.split(";")
    quality = next((text.strip()[2:] for text in parameters if text.strip().lower().startswith("q=")), "1")
    return language_code(code), float(quality) if re.fullmatch(r"[01](\.[0-9]{0,3})?", quality) else 0.0


COMMA_LANGUAGES: tuple[str, ...] = ("it", "ro")
"""Languages that write a comma where English writes a point."""

MINUS = "\N{MINUS SIGN}"


def decimal_text(value: float, places: int, language: str, *, signed: bool = False) -> str:
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
    return sign + (text.replace(".", ",") if language in COMMA_LANGUAGES else text)


def number_text(number: int | Fraction | Decimal, language: str = "en") -> str:
    """An exact number as people write it: ``7``, ``7.5``, or ``7/3`` where no finite decimal exists.

    Args:
        number: any exact number.
        language: whose decimal mark is used; what is no longer read by people alone keeps the point of English.
    """
    fraction = Fraction(number)
    rest = fraction.denominator
    if rest == 1:
        return str(fraction.numerator)
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{fraction.numerator}/{fraction.denominator}"
    # a finite decimal: at most as many places as the denominator has bits
    places = fraction.denominator.bit_length()
    digits = str(abs(fraction.numerator) * 10**places // fraction.denominator).rjust(places + 1, "0")
    sign = "-" if fraction < 0 else ""
    text = f"{sign}{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if language in COMMA_LANGUAGES else text


def whole_text(number: int, language: str = "en") -> str:
    """A whole number with its thousands apart, as the language writes them."""
    mark = "." if language in COMMA_LANGUAGES else ","
    return f"{number:,}".replace(",", mark)


class Message:
    """A sentence with named values, in English until asked for in another language.

    Args:
        template: the English sentence with ``{name}`` places (``str.format`` style).
        values: what goes into the places; a value may itself be a Message, a sequence of values (joined by commas), or an
            exact number.
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values

    def text(self, language: str = "en") -> str:
        """The sentence in a language.

        Args:
            language: a code of :data:`LANGUAGES`; any other gives English.
        """
        template = catalog(language).gettext(self.template) if self.template else ""
        if not self.values:
            return template
        return template.format(**{name: _shown(value, language) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Message({self.text()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(self.template)


def _shown(value: object, language: str) -> str:
    if isinstance(value, Message):
        return value.text(language)
    if isinstance(value, Fraction | Decimal):
        return number_text(value, language)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_shown(item, language) for item in value)
    return str(value)


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
        return decimal_text(100 * self.share, self.places, language, signed=self.signed) + "\N{NO-BREAK SPACE}%"


class Whole(Message):
    """A whole number, such as ``200,000``; as a value of a sentence its thousands stand apart as in the sentence's language.

    Args:
        number: the number.
    """

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        super().__init__("", number=number)
        self.number = number

    def text(self, language: str = "en") -> str:
        """The number as a person reads it."""
        return whole_text(self.number, language)


class Plural(Message):
    """A sentence about a number of things: ``Plural("{n} deck", "{n} decks", n=6)``.

    The first value is the count. It picks the form that the reader's language has for that number: Romanian has three.

    Args:
        singular: The English sentence for one.
        plural: The English sentence for any other number.
        values: The count, an int or a Whole, and whatever else goes into the placeholders.
    """

    __slots__ = ("count", "plural")

    def __init__(self, singular: str, plural: str, **values: object) -> None:
        super().__init__(singular, **values)
        count = next(iter(values.values()))
        self.plural = plural
        self.count = count.number if isinstance(count, Whole) else int(count)  # type: ignore[call-overload]

    def text(self, language: str = "en") -> str:
        """The sentence in a language, in the form for the count."""
        template = catalog(language).ngettext(self.template, self.plural, self.count)
        return template.format(**{name: _shown(value, language) for name, value in self.values.items()})


class BjlearnError(ValueError):
    """Something a person asked for that cannot be done, said in one sentence.

    Args:
        message: what was wrong and what would be right.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def text(self, language: str = "en") -> str:
        """The sentence in a language."""
        return self.message.text(language)

    def __str__(self) -> str:
        return self.message.text()
