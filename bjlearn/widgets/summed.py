"""A sitting as the Play screen shows it: what can be chosen, chips and stakes, rounds that are over, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from bjlearn.documents import Document
from bjlearn.game import Money, plain
from bjlearn.text import LANGUAGES, Message
from bjlearn.widgets.choosers import LANGUAGE_NAMES, character, document_choices, felt_line, joined, reading_choices
from bjlearn.widgets.coached import tally_rows
from bjlearn.widgets.coaching import Tally
from bjlearn.widgets.said import RESULTS
from bjlearn.widgets.sitting import Played, Sitting, Sums


def setup_parts(
    sitting: Sitting, documents: Sequence[Document], parts: Sequence[str], place: Mapping[str, str] | None, language: str
) -> dict[str, Any]:
    """What can be chosen at the table, and by what it is played.

    Args:
        sitting: at it.
        documents: to choose from.
        parts: of the screen that are shown.
        place: of the screen as an address says it; None where a frame writes the address.
        language: of the words.
    """
    return {
        "doc": sitting.document.id,
        "title": sitting.document.title.text(language),
        "character": joined(character(sitting.rules), language),
        "documents": document_choices(tuple(documents), language),
        "readings": reading_choices(sitting.document, sitting.readings, language),
        "rules_line": [part.text(language) for part in felt_line(sitting.rules)],
        "languages": [[code, LANGUAGE_NAMES[code]] for code in LANGUAGES],
        "shows": list(parts),
        "place": place,
    }


def sitting_parts(sitting: Sitting, language: str) -> dict[str, Any]:
    """Chips, stakes and company; before a round is shown on the table, and beside it.

    Args:
        sitting: at the table.
        language: of the words.
    """
    hands = sitting.rules.hands_per_player
    return {
        "round": sitting.number,
        "phase": "ended" if sitting.ended else "stakes",
        "table": None,
        "bankroll": plain(sitting.bankroll),
        "net_total": plain(sitting.sums.net),
        "stakes": {
            "hands": hands,
            "least": sitting.minimum,
            "most": sitting.maximum,
            "last": [*sitting.last_stakes, 0, 0][:hands],
            "standing": [plain(chips) for chips in sitting.standing],
        },
        "company": sitting.company.parts(sitting.round, sitting.table, language),
    }


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
