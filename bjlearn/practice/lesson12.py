"""The exercises of lesson 12: against the machine, and what cards that are gone change."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from bjlearn.cards import RANKS, Card, fresh_cards, total_of
from bjlearn.practice.answers import Number, actions
from bjlearn.practice.exercises import Exercise, Task, by_value
from bjlearn.practice.rounds import DEALER, NEAR, document_name, laid, ranks_of, rounded, rules_of, suited, told
from bjlearn.rules import Action
from bjlearn.strategy import BASIC, Strategy
from bjlearn.strategy import DEALER as LIKE_THE_DEALER
from bjlearn.text import N_, Message

_ACTIONS = actions(Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT)


# what a player does

_PLAYERS: Mapping[str, tuple[str, Strategy]] = {
    "easy": (N_("Easy, that draws below 17 and stops from there on"), LIKE_THE_DEALER),
    "normal": (N_("Normal, that follows the common table of books"), BASIC),
}


def _who(random: Random) -> Task[str]:
    words, strategy = _PLAYERS[random.choice(("easy", "normal", "normal"))]
    sort = random.random()
    while True:
        if sort < 0.25:
            ranks = [random.choice(RANKS)] * 2
        elif sort < 0.5:
            ranks = ["A", random.choice("23456789")]
        else:
            ranks = ranks_of(random, 2)
        hand, up = suited(random, ranks), suited(random, [random.choice(RANKS)])
        if total_of(hand).total != 21:
            break
    values = [held.value for held in hand]
    legal = {Action.HIT, Action.STAND, Action.DOUBLE}
    if values[0] == values[1]:
        legal.add(Action.SPLIT)
    right = strategy.choose(values, up[0].value, legal).value
    if strategy is LIKE_THE_DEALER:
        remark = Message("This player looks at its own total, and at nothing else.")
    else:
        remark = Message("This player looks its hand up in a table: pair, soft or hard, and the dealer's card.")
    return Task(
        Message(
            "By the rules of {document} you sit beside {player}. What does it do with this hand?",
            document=document_name("ro-online"),
            player=Message(words),
        ),
        by_value(_ACTIONS, right, lambda _: remark),
        (
            Message("Do not ask what is best, but what this player was told to do. What does it look at?"),
            Message("Easy plays as the dealer does. Normal's table is the chart of lesson 9, by total and pair."),
        ),
        Message("It does this: {answer}.", answer=_ACTIONS.options[right]),
        (laid(Message("Its hand"), hand), laid(DEALER, up)),
    )


# what comes next

_SORTS: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "ten": (N_("counts ten"), (10,)),
    "ace": (N_("is an ace"), (1,)),
    "small": (N_("is a two, three, four, five or six"), (2, 3, 4, 5, 6)),
    "five": (N_("is a five"), (5,)),
}


def _next(random: Random) -> Task[Fraction]:
    words, values = _SORTS[random.choice(list(_SORTS))]
    pack = fresh_cards(1)
    random.shuffle(pack)
    seen: list[Card] = pack[: random.choice((6, 8, 10, 12, 14, 16))]
    kind = sum(held.value in values for held in pack)
    gone = sum(held.value in values for held in seen)
    left = len(pack) - len(seen)
    right = Fraction(kind - gone, left)

    def remark(given: Fraction) -> Message | None:
        if abs(given - Fraction(kind, len(pack))) <= NEAR / 2:
            return Message("So it was in the full pack. What has changed since?")
        if abs(given - Fraction(kind - gone, len(pack))) <= NEAR / 2:
            return Message("How many cards are there now of which the next one is drawn?")
        if abs(given - Fraction(kind, left)) <= NEAR / 2:
            return Message("Some of the cards that you count are gone.")
        return None

    return Task(
        Message(
            "A single pack of {size} cards was shuffled, and these {count} cards have been seen since. What is the chance that "
            "the next card {sort}?",
            size=len(pack),
            count=len(seen),
            sort=Message(words),
        ),
        by_value(Number(Fraction(1, 1000)), right, remark),
        (
            Message("Count what is left: how many cards in all, and how many of the kind that is asked?"),
            Message(
                "Take away from the full pack what you see, above and below the line of the fraction. Three decimals will do."
            ),
        ),
        Message(
            "Of the {kind} cards of this kind {gone} are gone, of all cards {count}: {right}.",
            kind=kind,
            gone=gone,
            count=len(seen),
            right=told(right),
        ),
        (laid(Message("Seen"), seen),),
    )


# the effect of what is gone

_VALUES: Mapping[int, str] = {
    1: N_("ace"),
    2: N_("two"),
    3: N_("three"),
    4: N_("four"),
    5: N_("five"),
    6: N_("six"),
    7: N_("seven"),
    8: N_("eight"),
    9: N_("nine"),
    10: N_("card that counts ten"),
}


@cache
def _effects(name: str) -> dict[int, Fraction]:
    """By how much one card less of each value changes the house edge of a document, in percent; best play by totals."""
    from bjlearn.exact import analyze, shoe_counts  # late, as everything that wants NumPy

    rules = rules_of(name)
    full = shoe_counts(None, rules)
    before = analyze(rules).edge("total") or 0.0
    found = {}
    for value in range(1, 11):
        shoe = [count - (place == value - 1) for place, count in enumerate(full)]
        found[value] = rounded(100 * ((analyze(rules, shoe).edge("total") or 0.0) - before))
    return found


def _removal(random: Random) -> Task[Fraction]:
    name = random.choice(("it-casino", "ro-online"))
    effects = _effects(name)
    first, second = random.sample((2, 3, 4, 5, 6), 1) + random.sample((1, 9, 10), 1)
    if random.random() < 0.5:
        first, second = second, first
    one, two = random.sample(range(2, 13), 2)
    right = one * effects[first] + two * effects[second]

    def remark(given: Fraction) -> Message | None:
        if given == -right:
            return Message("The size is right. Does this help you, or the house?")
        if given == effects[first] + effects[second]:
            return Message("That would be one card of each.")
        if given == one * abs(effects[first]) + two * abs(effects[second]):
            return Message("One of the two helps you, the other one the house: they work against each other.")
        return None

    return Task(
        Message(
            "By the rules of {document}: one {first} less in the shoe changes the house edge by {effect} %, one {second} less by "
            "{other} %. Gone are {one} of the first and {two} of the second kind, and nothing else. By how much has the edge "
            "changed, in percent, if such effects simply add up?",
            document=document_name(name),
            first=Message(_VALUES[first]),
            effect=effects[first],
            second=Message(_VALUES[second]),
            other=effects[second],
            one=one,
            two=two,
        ),
        by_value(Number(Fraction(1, 2000)), right, remark),
        (
            Message("Each card that is gone has its effect. How many are there of each kind?"),
            Message("Multiply each effect with the number of cards, signs and all, and add. A lower edge is a minus."),
        ),
        Message(
            "{one} × {effect} and {two} × {other} together are {right} %.",
            one=one,
            effect=effects[first],
            two=two,
            other=effects[second],
            right=right,
        ),
    )


# good rounds among many


def _average(random: Random) -> Task[Fraction]:
    every = random.choice((4, 5, 8, 10, 20))
    good = Fraction(random.choice((20, 30, 40, 50, 60, 80, 100)), 100)
    bad = Fraction(random.choice((40, 50, 60, 70, 80, 100)), 100)
    rounds, stake = random.choice((200, 400, 600, 800, 1000, 2000)), random.choice((5, 10, 20))
    fine = Fraction(rounds, every)
    right = (fine * good - (rounds - fine) * bad) / 100 * stake

    def remark(given: Fraction) -> Message | None:
        if given == -right and right:
            return Message("The size is right. Look at it from your side: what goes away from you has a minus.")
        if given == (good - bad) / 100 * rounds * stake:
            return Message("The good rounds are not as many as the others.")
        if given == fine * good / 100 * stake:
            return Message("Those are the good rounds alone. What do the others cost?")
        return None

    return Task(
        Message(
            "Somebody follows the cards that are gone. In one round of {every} the rest of the shoe is so good that the "
            "player has an edge of {good} %; in all others the house has one of {bad} %. The stake is always {stake} chips, for "
            "{rounds} rounds. How many chips does the player win on average? Write a loss with a minus.",
            every=every,
            good=good,
            bad=bad,
            stake=stake,
            rounds=rounds,
        ),
        by_value(Number(Fraction(1, 100)), right, remark),
        (
            Message("How many rounds are good, and how many are not?"),
            Message(
                "Work out what the good rounds bring and what the others cost, each with its own edge, and take the difference."
            ),
        ),
        Message(
            "{fine} rounds bring {gain} chips, {others} rounds cost {cost}: {right}.",
            fine=fine,
            gain=fine * good / 100 * stake,
            others=rounds - fine,
            cost=(rounds - fine) * bad / 100 * stake,
            right=right,
        ),
    )


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("12.who", Message("Your neighbour's turn"), _ACTIONS, _who),
    Exercise("12.next-card", Message("The next card"), Number(Fraction(1, 1000)), _next),
    Exercise("12.removal", Message("What is gone"), Number(Fraction(1, 2000)), _removal),
    Exercise("12.average", Message("A few good rounds"), Number(Fraction(1, 100)), _average),
)
"""In the order of the lesson."""
