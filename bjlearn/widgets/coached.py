"""What the coach says as plain data for the screen, in a language: all of it public, figures rounded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bjlearn.documents import Document
from bjlearn.game import Decision, Insure, Round, decision
from bjlearn.game.events import Acted, Dealt, Drew
from bjlearn.rules import about
from bjlearn.text import N_, BjlearnError, Message
from bjlearn.widgets.coaching import COUNTS, Coaching, Mode
from bjlearn.widgets.company import own_net
from bjlearn.widgets.shown import Chips, clause_id
from bjlearn.widgets.sitting import Sitting

if TYPE_CHECKING:
    from bjlearn.coach import Outcome, Refused, Situation, Verdict

GRADES = {
    "best": N_("The best choice"),
    "near": N_("A near tie: as good as the best"),
    "chart": N_("As the chart of totals has it"),
    "mistake": N_("A mistake"),
}
_COUNT_WORDS = {"fresh": N_("by a fresh shoe"), "count": N_("by the count of the cards")}


def coach_parts(coaching: Coaching, sitting: Sitting, documents: tuple[Document, ...], language: str) -> dict[str, Any]:
    """All that the coach has to show now.

    Args:
        coaching: the coach.
        sitting: whose round is on the table.
        documents: to set beside the one played by.
        language: of the words.
    """
    speaks = coaching.mode is not Mode.OFF
    said = [coaching.last] if speaks and coaching.last is not None else []
    if coaching.advice is not None:
        said = [coaching.advice]
    return {
        "mode": coaching.mode.value,
        "modes": [[mode.value, mode.words.text(language)] for mode in Mode],
        "by": coaching.by,
        "bys": [[by, Message(_COUNT_WORDS[by]).text(language)] for by in COUNTS],
        "verdicts": [verdict_parts(one, sitting.document, language) for one in said],
        "tally": _tally(coaching, language),
        "wide": coaching.wide,
        "elsewhere": _elsewhere(coaching, sitting, documents, language) if coaching.wide else None,
    }


def verdict_parts(verdict: Verdict, document: Document, language: str) -> dict[str, Any]:
    """A verdict for the screen: heading, a bar for every decision, reasons."""
    from bjlearn.text import Percent, decimal_text

    grade = verdict.grade
    cost = None
    if verdict.chosen is not None and verdict.cost > 0:
        cost = Message(
            "It gives away {share} of the stake, {chips} chips.",
            share=Percent(verdict.cost, 2),
            chips=decimal_text(verdict.chips, 2, language),
        )
    head = verdict.hint if grade is None else Message(GRADES[grade.value])
    return {
        "place": f"{verdict.situation.seat}-{verdict.situation.part}",
        "grade": None if grade is None else grade.value,
        "head": head.text(language),
        "best": verdict.hint.text(language),
        "cost": None if cost is None else cost.text(language),
        "short": None if cost is None else Percent(-verdict.cost, 1, signed=True).text(language),
        "look": _look(verdict.situation.up, language, after=verdict.after_look),
        "bars": _bars(verdict, document, language),
        "reasons": [
            {"kind": reason.kind.value, "text": reason.message.text(language), "clause": clause_id(document, reason.field)}
            for reason in verdict.reasons
        ],
    }


def _look(up: int, language: str, *, after: bool) -> str:
    """What the values know of the hole card; nothing where it can make no natural."""
    if up not in (1, 10):
        return ""
    words = N_("after the look: the dealer has no natural") if after else N_("the dealer may still have a natural")
    return Message(words).text(language)


def _bars(verdict: Verdict, document: Document, language: str) -> list[dict[str, Any]]:
    return _values(verdict.values, verdict.refused, document, language, best=verdict.best, chosen=verdict.chosen)


def _values(
    values: Mapping[str, float],
    refused: tuple[Refused, ...],
    document: Document,
    language: str,
    *,
    best: str | None,
    chosen: str | None = None,
) -> list[dict[str, Any]]:
    from bjlearn.coach import NAMES, name_of
    from bjlearn.text import Percent

    against = {one.name: one for one in refused}
    bars = []
    for name in NAMES:
        if name in values:
            value = values[name]
            text = Percent(value, 2, signed=True).text(language)
            bar = {"value": round(value, 6), "text": text, "best": name == best, "chosen": name == chosen}
        elif name in against:
            bar = {"why": against[name].why.text(language), "clause": clause_id(document, against[name].field)}
        else:
            continue
        bars.append({"name": name, "word": name_of(name).text(language), **bar})
    return bars


def _tally(coaching: Coaching, language: str) -> list[dict[str, str]]:
    tally = coaching.tally
    return [{"label": label.text(language), "text": text} for label, text in tally_rows(tally, language)]


def tally_rows(tally: Any, language: str) -> list[tuple[Message, str]]:  # noqa: ANN401 - a Tally
    """What mistakes have cost, and what return the choices could expect: label and text. Nothing before the first deal."""
    if not tally.staked:
        return []
    from bjlearn.text import decimal_text

    def share(chips: float) -> str:
        return f" ({decimal_text(100 * chips / float(tally.staked), 2, language, signed=True)}\N{NO-BREAK SPACE}%)"

    def chips(amount: float) -> str:
        return decimal_text(amount, 2, language, signed=True) + share(amount)

    return [
        (Message("Choices"), str(tally.decisions)),
        (Message("Mistakes"), str(tally.mistakes)),
        (Message("Hints"), str(tally.hints)),
        (Message("Cost of mistakes, chips"), chips(-tally.cost)),
        (Message("Expected by best play, chips"), chips(tally.expected)),
        (Message("Expected as played, chips"), chips(tally.as_played)),
    ]


# the same cards elsewhere


def _elsewhere(
    coaching: Coaching, sitting: Sitting, documents: tuple[Document, ...], language: str
) -> list[dict[str, Any]] | None:
    """One row a document; None where there is no round to speak of."""
    round_ = sitting.round
    situation = coaching.situation(sitting)
    if situation is None and coaching.last is not None:
        situation = coaching.last.situation
    if round_ is None or (situation is None and not round_.over):
        return None
    rows = []
    for document in documents:
        here = document.id == sitting.document.id
        rules = sitting.rules if here else document.rules()
        row: dict[str, Any] = {"id": document.id, "title": document.title.text(language), "here": here}
        row |= _there(situation, document, sitting, rules, language) if situation is not None else {}
        row["outcome"] = _outcome(round_, document, rules, language, here=here) if round_.over else None
        rows.append(row)
    return rows


def _there(situation: Situation, document: Document, sitting: Sitting, rules: Any, language: str) -> dict[str, Any]:  # noqa: ANN401
    from bjlearn.coach import elsewhere, name_of

    try:
        found = elsewhere(situation, rules)
    except BjlearnError as error:
        return {"none": error.text(language), "clause": None, "bars": [], "differences": []}
    none = found.none
    return {
        "none": None if none is None else none.why.text(language),
        "clause": None if none is None else clause_id(document, none.field),
        "best": None if found.best is None else name_of(found.best).text(language),
        "look": _look(situation.up, language, after=found.after_look) if found.values and situation.kind != "insurance" else "",
        "bars": _values(found.values, found.refused, document, language, best=found.best),
        "differences": [_difference(field, sitting.document, document, language) for field in found.fields],
    }


def _difference(field: str, here: Document, there: Document, language: str) -> dict[str, Any]:
    clause = there.clause_for(field)
    text = Message("the document says nothing of it").text(language) if clause is None else clause.text.text(language)
    return {
        "about": about(field).text(language),
        "here": clause_id(here, field),
        "there": None if clause is None else clause.id,
        "text": text,
    }


def _outcome(round_: Round, document: Document, rules: Any, language: str, *, here: bool) -> dict[str, Any]:  # noqa: ANN401
    """What the round that is over would have paid; every card of it lies face up by now."""
    if here:
        return {"net": Chips(own_net(round_)).text(language), "notes": []}
    from bjlearn.coach import replay

    dealt = [event.card for event in round_.events if isinstance(event, Dealt | Drew)]
    found: Outcome = replay(
        rules, dealt, [seat.stake for seat in round_.seats], made(round_), [seat.purse for seat in round_.seats]
    )
    return {
        "net": None if found.net is None else Chips(found.net).text(language),
        "notes": [{"text": note.why.text(language), "clause": clause_id(document, note.field)} for note in found.notes],
    }


def made(round_: Round) -> list[tuple[int, int, Decision]]:
    """The decisions of a round: place, part, decision."""
    return [
        (event.seat, event.hand, Insure(event.amount) if event.decision == "insure" else decision(event.decision))
        for event in round_.events
        if isinstance(event, Acted)
    ]
