"""The public view of a round, made ready for a person: reasons in their language, with the clause they rest on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjlearn.documents import Document
from bjlearn.game import Round, plain
from bjlearn.rules import Push, Rules
from bjlearn.text import MINUS, Message, number_text
from bjlearn.widgets.company import own_net


def ratio_text(ratio: Any) -> str:  # noqa: ANN401 - a Fraction
    """A payment as players write it: ``3:2``."""
    return f"{ratio.numerator}:{ratio.denominator}"


def shown_round(round_: Round, document: Document | None, language: str) -> dict[str, Any]:
    """The public view of a round with its reasons in a language.

    Args:
        round_: on the table.
        document: whose clauses the reasons cite; None cites none.
        language: of the reasons.

    Returns:
        :meth:`bjlearn.game.Round.view`, where each illegal answer has its text in the language and, where the document has
        one, ``clause``; and where a hand whose push stays on the table says so (``stays``).
    """
    table = round_.view()
    asked = table["question"]
    if asked is not None:
        asked["illegal"] = {
            name: {
                "code": why.code,
                "field": why.field,
                "text": why.message.text(language),
                "clause": clause_id(document, why.field),
            }
            for name, why in round_.illegal().items()
        }
    stays = round_.rules.push is Push.STAYS
    for seat in table["seats"]:
        for hand in seat["hands"]:
            hand["stays"] = stays and hand["result"] == "push"
    return table


def clause_id(document: Document | None, field: str | None) -> str | None:
    """The id of the clause on which a rule rests, where a document has one."""
    clause = document.clause_for(field) if document is not None and field is not None else None
    return None if clause is None else clause.id


def round_parts(round_: Round, number: int, rules: Rules) -> dict[str, Any]:
    """What a view says of a round beside the table itself: its number, net result, and what insurance pays."""
    return {
        "round": number,
        "phase": "over" if round_.over else "play",
        "net": plain(own_net(round_)),
        "insurance_pays": ratio_text(rules.insurance_pays),
    }


class Chips(Message):
    """Chips with their sign, as a person reads them in the sentence's language: ``+7.5``, ``−10``, ``0``.

    Args:
        chips: an int, a Fraction, or JSON's form of one.
    """

    __slots__ = ("chips",)

    def __init__(self, chips: Any) -> None:  # noqa: ANN401 - as said
        super().__init__("", chips=chips)
        self.chips = chips

    def text(self, language: str = "en") -> str:
        """The chips in a language."""
        chips = self.chips
        exact = Fraction(str(chips) if isinstance(chips, float) else chips)
        sign = MINUS if exact < 0 else "+" if exact else ""
        return sign + number_text(abs(exact), language)
