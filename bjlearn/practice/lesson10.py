"""The exercises of lesson 10: what a rule is worth."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from bjlearn.practice.answers import Choice, Number
from bjlearn.practice.exercises import Exercise, Task, by_value
from bjlearn.practice.rounds import DOCUMENTS, document_name, rounded, rules_of
from bjlearn.rules import about
from bjlearn.text import N_, Message


@cache
def _edge(name: str, changes: tuple[tuple[str, object], ...] = ()) -> float:
    """House edge in percent of a document, some rules changed; best play by totals."""
    from bjlearn.exact import analyze  # late, as everything that wants NumPy

    return 100 * (analyze(rules_of(name).replace(**dict(changes))).edge("total") or 0.0)


# what an edge is in chips


def _chips(random: Random) -> Task[Fraction]:
    name = random.choice(DOCUMENTS)
    edge = rounded(_edge(name), 2)
    rounds, stake = random.choice((100, 200, 500, 1000, 2000)), random.choice((5, 10, 20, 25, 50))
    right = edge / 100 * rounds * stake

    def remark(given: Fraction) -> Message | None:
        if given == right * 100:
            return Message("An edge is told in percent: so many chips for each hundred staked.")
        if given == edge / 100 * stake:
            return Message("That is for one round.")
        return None

    return Task(
        Message(
            "By the rules of {document} the house edge is {edge} %. You play {rounds} rounds with {stake} chips on each, as "
            "well as one can. How many chips does the house win from you on average?",
            document=document_name(name),
            edge=edge,
            rounds=rounds,
            stake=stake,
        ),
        by_value(Number(Fraction(1, 100)), right, remark),
        (
            Message("How many chips do you stake in all the rounds together?"),
            Message("The edge is the house's part of all the chips that are staked, in percent."),
        ),
        Message("You stake {all} chips, and {edge} % of them are {right}.", all=rounds * stake, edge=edge, right=right),
    )


# whom a rule helps

_WHOM = Choice({"player": Message("You"), "house": Message("The house"), "same": Message("Nobody")})

_CHANGES: Mapping[str, tuple[str, tuple[tuple[str, object], ...]]] = {
    "soft": (N_("the dealer hits soft 17"), (("hits_soft_17", True),)),
    "natural": (N_("a natural pays only 6:5"), (("natural_pays", "6/5"),)),
    "even": (N_("a natural pays only 1:1"), (("natural_pays", 1),)),
    "better": (N_("a natural pays 2:1"), (("natural_pays", 2),)),
    "two-packs": (N_("the shoe has two packs"), (("decks", 2),)),
    "eight-packs": (N_("the shoe has eight packs"), (("decks", 8),)),
    "no-split": (N_("pairs may not be split"), (("max_hands", 1), ("natural_after_split", False))),
    "no-double": (N_("nobody may double"), (("double_on", "none"), ("double_after_split", False))),
    "early": (N_("early surrender is offered"), (("surrender", "early"),)),
    "insurance": (N_("insurance, which you never take, pays 3:1"), (("insurance", "up-to-half"), ("insurance_pays", 3))),
    "cut": (N_("each player may stake three hands at once"), (("hands_per_player", 3),)),
    "any-double": (N_("a hand of any number of cards may be doubled"), (("double_on", "any"), ("double_cards", "any"))),
}

LEAST = 0.0005
"""A change of the edge, in percent, that is told as one."""


def _whom(random: Random) -> Task[str]:
    while True:
        name, change = random.choice(DOCUMENTS), random.choice(list(_CHANGES))
        words, fields = _CHANGES[change]
        changes = tuple((field, value) for field, value in fields)
        before = rules_of(name)
        after = before.replace(**dict(changes))
        if after != before:
            break
    gain = _edge(name) - _edge(name, changes)
    right = "same" if abs(gain) < LEAST else "player" if gain > 0 else "house"
    if right == "same":
        remark = Message("Does this change what a stake is worth, if you play as well as one can?")
    elif right == "player":
        remark = Message("Does it take something from you, or give you one more thing that you may do?")
    else:
        remark = Message("Who gains by it, round after round?")
    return Task(
        Message(
            "Suppose one thing in {document} were changed: {change}. All the rest stays, and you play as well as one can. Whom "
            "does it help?",
            document=document_name(name),
            change=Message(words),
        ),
        by_value(_WHOM, right, lambda _: remark),
        (
            Message("Think of one round in which it matters. Who is better off in it?"),
            Message(
                "More to choose from never hurts you. A better price for you helps you. Fewer packs help a little, for "
                "naturals come more often."
            ),
        ),
        Message(
            "The house edge goes from {before} % to {after} %. It helps: {answer}.",
            before=rounded(_edge(name)),
            after=rounded(_edge(name, changes)),
            answer=_WHOM.options[right],
        ),
    )


# the missing step


@cache
def _way(start: str, end: str) -> tuple[tuple[str, Fraction], ...]:
    """The steps from one document to another: the rules that change, and by how much each changes the edge, in percent."""
    from bjlearn.exact import steps

    found = []
    for step in steps(rules_of(start), rules_of(end)):
        change = rounded(-100 * (step.change["total"] or 0.0))
        if change:
            found.append((" + ".join(field for field, _, _ in step.changes), change))
    return tuple(found)


def _missing(random: Random) -> Task[Fraction]:
    while True:
        start, end = random.sample(DOCUMENTS, 2)
        way = _way(start, end)
        if len(way) >= 2:
            break
    number = random.randrange(len(way))
    name, right = way[number]
    first = rounded(_edge(start))
    last = first + sum((change for _, change in way), Fraction(0))
    known = [change for place, (_, change) in enumerate(way) if place != number]
    random.shuffle(known)  # their order does not matter, and a neighbour's is another

    def remark(given: Fraction) -> Message | None:
        if given == -right:
            return Message("The size is right. Does this step raise the edge or lower it?")
        if given == last - first:
            return Message("That is the whole way. Take the steps that you know from it.")
        return None

    return Task(
        Message(
            "One rule after another, {start} becomes {end}. The house edge goes from {first} % to {last} %. All steps but one "
            "change it by {known}. By how much does the missing step ({rule}) change it, in percent?",
            start=document_name(start),
            end=document_name(end),
            first=first,
            last=last,
            known=known,
            rule=[about(field) for field in name.split(" + ")],
        ),
        by_value(Number(Fraction(1, 2000)), right, remark),
        (
            Message("All steps together are the difference between the two edges."),
            Message("Add up the steps that you know. What is missing to the whole difference? A lower edge is a minus."),
        ),
        Message(
            "The whole way is {whole}, the known steps are {sum}: {right} is missing.",
            whole=last - first,
            sum=sum(known),
            right=right,
        ),
    )


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("10.chips", Message("An edge in chips"), Number(Fraction(1, 100)), _chips),
    Exercise("10.whom", Message("Whom does it help?"), _WHOM, _whom),
    Exercise("10.missing", Message("The missing step"), Number(Fraction(1, 2000)), _missing),
)
"""In the order of the lesson."""
