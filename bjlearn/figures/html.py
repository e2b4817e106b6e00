"""Figures for notebooks: hands, tables and bars as plain HTML, each with its caption and its words for who cannot see it.

They need no script and nothing from elsewhere, take the colours of the page around them, and print.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape

from bjlearn.cards import Card, cards

_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "": ""}
_FAINT = "color-mix(in srgb, currentColor 22%, transparent)"
_FIGURE = "margin: 10px 0 16px; max-width: 44em; font: 15px/1.45 system-ui, sans-serif; overflow-x: auto"
_BAR = "display: block; height: 100%; border-radius: 4px; background: #1d8a68"
_TABLE = "border-collapse: collapse; margin: 0; font-size: 15px; line-height: 1.4"
_WORDY = "; min-width: 15em"
MOST_SHORT = 60
"""A cell of more characters holds sentences: on a phone it keeps lines of some words, and the table moves sideways."""
_CAPTION = "margin: 6px 0 0; font-size: 14px; opacity: 0.85; text-align: left"
_CARD = (
    "display: inline-flex; flex-direction: column; align-items: center; justify-content: center; width: 44px; height: 62px; "
    "margin-right: 6px; border: 1px solid #b9b2a3; border-radius: 7px; background: #fffdf7; font: 700 19px/1.15 Georgia, serif"
)


class Figure:
    """Something to look at in a notebook.

    Args:
        html: what is drawn, without its caption.
        caption: what it shows, in a sentence.
        words: the same for who cannot see it; printed where there is no HTML.
        readable: a reader of screens can read the drawing itself, as it can a table.
    """

    def __init__(self, html: str, caption: str, words: str, *, readable: bool = False) -> None:
        self._html = html
        self._readable = readable
        self.caption = caption
        self.words = words

    def _repr_html_(self) -> str:
        drawing = self._html if self._readable else f'<div role="img" aria-label="{escape(self.words)}">{self._html}</div>'
        caption = f'<figcaption style="{_CAPTION}">{escape(self.caption)}</figcaption>'
        return f'<figure class="bj-figure" style="{_FIGURE}">{drawing}{caption}</figure>'

    def __repr__(self) -> str:
        return f"{self.caption} {self.words}"


def hands(laid: Mapping[str, str], caption: str) -> Figure:
    """Hands of cards, one line each.

    Args:
        laid: a hand to the words beside it, such as ``{"As 6d": "soft 17"}``.
        caption: what they show.

    Raises:
        CardError: one of them is no card.
    """
    read = [(cards(hand), words) for hand, words in laid.items()]
    rows = "".join(
        f'<div style="display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; margin-bottom: 8px">'
        f"<div>{''.join(_card(held) for held in hand)}</div><div>{escape(words)}</div></div>"
        for hand, words in read
    )
    words = "; ".join(f"{' '.join(held.rank + _SIGNS[held.suit] for held in hand)}: {words}" for hand, words in read)
    return Figure(rows, caption, words + ".")


def _card(held: Card) -> str:
    colour = "#b0162c" if held.suit in ("h", "d") else "#18212d"
    return f'<span style="{_CARD}; color: {colour}"><span>{held.rank}</span><span>{_SIGNS[held.suit]}</span></span>'


def table(rows: Sequence[Sequence[object]], header: Sequence[str], caption: str) -> Figure:
    """A table; its first column names the rows.

    Args:
        rows: the cells.
        header: the columns' names.
        caption: what it shows.
    """
    line = f"padding: 5px 14px 5px 0; border-bottom: 1px solid {_FAINT}; text-align: left; vertical-align: top; background: none"
    head = "".join(f'<th scope="col" style="{line}">{escape(name)}</th>' for name in header)
    body = "".join(
        f'<tr style="background: none"><th scope="row" style="{line}; font-weight: 600">{escape(str(first))}</th>'
        + "".join(f'<td style="{line}{_WORDY if len(str(cell)) > MOST_SHORT else ""}">{escape(str(cell))}</td>' for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    drawn = f'<table style="{_TABLE}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    words = "; ".join(f"{first}: {', '.join(str(cell) for cell in rest)}" for first, *rest in rows)
    return Figure(drawn, caption, words + ".", readable=True)


def bars(
    shares: Mapping[str, Fraction], caption: str, *, of: int | None = None, full: Fraction = Fraction(1), places: int = 1
) -> Figure:
    """Shares as bars, one beside the other's name.

    Args:
        shares: a name to its share, from 0 to 1.
        caption: what they show.
        of: write a share as so many of this number, such as 7 of 13; left out, in percent.
        full: the share that fills the whole width; less than 1 where all shares are small.
        places: decimals of a percentage.
    """

    def text(share: Fraction) -> str:
        return percent(share, places) if of is None else f"{share * of} of {of}"

    rows = "".join(
        f'<div style="display: grid; grid-template-columns: 7.5em 1fr 5.5em; gap: 10px; align-items: center; margin-bottom: 4px">'
        f'<span style="text-align: right">{escape(name)}</span>'
        f'<span style="height: 16px; border-radius: 4px; background: {_FAINT}">'
        f'<span style="{_BAR}; width: {float(share / full * 100):.1f}%"></span></span>'
        f"<span>{text(share)}</span></div>"
        for name, share in shares.items()
    )
    return Figure(rows, caption, "; ".join(f"{name}: {text(share)}" for name, share in shares.items()) + ".")


def percent(share: Fraction, places: int = 1) -> str:
    """A share in percent, rounded for reading: ``38.5 %``."""
    return f"{float(share * 100):.{places}f} %"
