"""The documents and their readings as plain data for the screen, in a language; and a game's character in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bjlearn.documents import Clause, Document
from bjlearn.rules import DoubleOn, Insurance, Look, Push, Rules, Surrender
from bjlearn.text import N_, Message, Plural
from bjlearn.widgets.shown import ratio_text

LANGUAGE_NAMES: Mapping[str, str] = {"en": "English", "it": "Italiano", "ro": "Română"}

_LOOKS = {
    Look.NEVER: N_("Dealer never looks before play"),
    Look.ACE: N_("Dealer looks under an ace"),
    Look.TEN: N_("Dealer looks under a ten"),
    Look.ACE_AND_TEN: N_("Dealer looks under ace and ten"),
}
_DOUBLES = {
    DoubleOn.NONE: N_("no double"),
    DoubleOn.ANY: N_("double on any total"),
    DoubleOn.HARD_9_11: N_("double on hard 9 to 11"),
    DoubleOn.NINE_TO_ELEVEN: N_("double on 9 to 11"),
}


def character(rules: Rules) -> tuple[Message, ...]:
    """What tells a game apart, in a few words each: decks, doubles, hands, surrender, insurance."""
    parts = [Plural("{n} deck", "{n} decks", n=rules.decks), Message(_DOUBLES[rules.double_on])]
    if rules.max_hands == 1:
        parts.append(Message("no split"))
    else:
        parts.append(Message("split to {n} hands", n=rules.max_hands))
    if rules.surrender is not Surrender.NONE:
        parts.append(Message("early surrender") if rules.surrender is Surrender.EARLY else Message("late surrender"))
    if rules.hands_per_player > 1:
        parts.append(Message("up to {n} hands at once", n=rules.hands_per_player))
    if rules.push is Push.STAYS:
        parts.append(Message("pushes stay on the table"))
    return tuple(parts)


def felt_line(rules: Rules) -> tuple[Message, ...]:
    """What is printed on the table: payments, the dealer's rule, the look."""
    soft = Message("Dealer hits soft 17") if rules.hits_soft_17 else Message("Dealer stands on every 17")
    if rules.insurance is Insurance.NONE:
        insurance = Message("No insurance")
    else:
        insurance = Message("Insurance pays {ratio}", ratio=ratio_text(rules.insurance_pays))
    return (Message("A natural pays {ratio}", ratio=ratio_text(rules.natural_pays)), soft, insurance, Message(_LOOKS[rules.look]))


def joined(parts: tuple[Message, ...], language: str) -> str:
    """Short parts on one line."""
    return " · ".join(part.text(language) for part in parts)


def document_choices(documents: tuple[Document, ...], language: str) -> list[dict[str, str]]:
    """The documents to choose from: id, title, character by their default readings."""
    return [
        {"id": item.id, "title": item.title.text(language), "character": joined(character(item.rules()), language)}
        for item in documents
    ]


def reading_choices(document: Document, readings: Mapping[str, str], language: str) -> list[dict[str, Any]]:
    """The clauses of a document that can be read in more than one way, each with its readings and the one chosen.

    Args:
        document: whose clauses.
        readings: clause id to reading id, where not the default.
        language: of the words.
    """
    chosen = document.chosen(readings)
    return [_clause(clause, chosen[clause.id].id, language) for clause in document.choices()]


def _clause(clause: Clause, chosen: str, language: str) -> dict[str, Any]:
    sure = clause.sure if clause.open is None else clause.open.sure
    text = clause.text.text(language)
    return {
        "id": clause.id,
        "where": clause.where,
        "text": text,
        "open": "" if clause.open is None else clause.open.what.text(language),
        "sure": sure.value,
        "sure_text": sure.words.text(language),
        "chosen": chosen,
        "readings": [
            {"id": reading.id, "label": reading.label.text(language), "default": reading.default} for reading in clause.readings
        ],
    }
