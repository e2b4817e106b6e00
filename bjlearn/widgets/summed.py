"""Rounds that are over, as the Play screen shows them: a row each, and what they come to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjlearn.game import Money, plain
from bjlearn.text import Message
from bjlearn.widgets.coached import tally_rows
from bjlearn.widgets.coaching import Tally
from bjlearn.widgets.said import RESULTS
from bjlearn.widgets.sitting import Played, Sums


def history_row(played: Played, language: str) -> dict[str, Any]:
    """A round of the history.

    Args:
        played: the round.
        language: of the words.
    """
    view = played.view
    hands = [hand for seat in view["seats"] if not seat["purse"] for hand in seat["hands"]]
    return {
        "key": f"{played.number}",
        "round": played.number,
        "title": played.document.title.text(language),
        "hands": [{"cards": hand["cards"], "result": Message(RESULTS[hand["result"]]).text(language)} for hand in hands],
        "dealer": view["dealer"]["cards"],
        "net": plain(played.net),
        "tone": (played.net > 0) - (played.net < 0),
    }


def summary_parts(sums: Sums, tally: Tally, language: str) -> dict[str, Any]:
    """What a sitting that was ended comes to.

    Args:
        sums: of its rounds.
        tally: of its choices.
        language: of the words.
    """
    words: list[tuple[Message, Any]] = [
        (Message("Rounds"), sums.rounds),
        (Message("Hands"), sums.hands),
        (Message("Hands won"), sums.won),
        (Message("Hands lost"), sums.lost),
        (Message("Even hands"), sums.pushed),
        (Message("Naturals"), sums.naturals),
        (Message("Chips staked"), plain(sums.staked)),
        (Message("Net per 100 staked"), _per_hundred(sums.net, sums.staked)),
        (Message("Best round"), plain(sums.best)),
        (Message("Worst round"), plain(sums.worst)),
    ]
    return {
        "net": plain(sums.net),
        "net_tone": (sums.net > 0) - (sums.net < 0),
        "rows": [
            *([label.text(language), value] for label, value in words),
            *([label.text(language), text] for label, text in tally_rows(tally, language)),
        ],
    }


def _per_hundred(net: Money, staked: Money) -> float | str:
    """Net chips per hundred staked, to one decimal, for reading only; a dash before the first stake."""
    return "-" if not staked else round(float(Fraction(net) / staked * 100), 1)
