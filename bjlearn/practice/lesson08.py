"""The exercises of lesson 08: looking and not looking; surrender."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from bjlearn.cards import cards, total_of
from bjlearn.game import Round, decision
from bjlearn.practice.answers import Choice, Number
from bjlearn.practice.exercises import Exercise, Task, by_value
from bjlearn.practice.rounds import (
    DEALER,
    DOCUMENTS,
    LOSS,
    NEAR,
    YOURS,
    document_name,
    figures,
    laid,
    played,
    ranks_of,
    rounded,
    rules_of,
    suited,
    told,
)
from bjlearn.rules import Takes
from bjlearn.text import N_, Message

CLEAR = 0.02
"""A decision is asked about only where the better action is worth at least so much more, per chip staked."""

# whether the dealer looks

_LOOK = Choice({"look": Message("The dealer looks first"), "play": Message("You play first")})


def _look(random: Random) -> Task[str]:
    name = random.choice(DOCUMENTS)
    up = suited(random, [random.choice(["A", "A", "10", "J", "Q", "K", "10", "K", random.choice("23456789")])])
    hand = suited(random, ["9", random.choice("2345678")])
    round_ = played(rules_of(name), hand, (up[0], *cards("9")), "2 3 4 5 6")
    if round_.question is not None and round_.question.kind == "insurance":
        round_.do(decision("no insurance"))
    right = "play" if round_.looked is None else "look"
    if 2 <= up[0].value <= 9:
        remark = Message("Could the dealer have a natural with this card at all?")
    elif right == "play":
        remark = Message("Not every document lets the dealer look under this card.")
    else:
        remark = Message("This document does not let you play against a natural that could be known.")
    return Task(
        Message(
            "By the rules of {document}, in its usual reading, and with insurance declined where it is offered: does the "
            "dealer look for a natural under this card before you play?",
            document=document_name(name),
        ),
        by_value(_LOOK, right, lambda _: remark),
        (
            Message(
                "A natural needs an ace and a ten. Under which cards could one lie? And what does this document say of them?"
            ),
            Message("One document never looks, one under an ace alone, two under ace and ten. Which is this?"),
        ),
        Message("{answer}.", answer=_LOOK.options[right]),
        (laid(YOURS, hand), laid(N_("Dealer's open card"), up)),
    )


# what a natural found late takes


def _late(random: Random) -> Task[Fraction]:
    name = random.choice(("it-training", "it-training", "it-casino", "ro-online"))
    first_only = name == "it-training" and random.random() < 0.4
    readings = {"IT-20": "first"} if first_only else None
    stake = random.choice((5, 8, 10, 15, 20, 25, 30, 40))
    dealer = suited(random, random.choice([["A", "K"], ["K", "A"], ["10", "A"], ["A", "Q"], ["J", "A"]]))
    pair = random.random() < 0.4
    hand = suited(random, ["8", "8"] if pair else random.choice(["6 5", "7 4", "8 3", "6 4", "7 3"]).split())
    round_ = played(rules_of(name, readings), hand, dealer, "9 10 5 6", (), stake=stake)
    while not round_.over:
        asked = round_.question
        kind = "" if asked is None else asked.kind
        plan = ("split" if pair else "double") if len(round_.seats[0].hands) == 1 else "stand"
        round_.do(decision("no insurance" if kind == "insurance" else plan))
    right = Fraction(round_.net)

    def remark(given: Fraction) -> Message | None:
        if given == -right:
            return Message(LOSS)
        if given == 2 * right:
            return Message("Did the second stake get onto the table at all? And if it did, is it taken?")
        if 2 * given == right:
            return Message("How many chips lay on the table when the natural showed?")
        return None

    meant = Message("You mean to split.") if pair else Message("You mean to double.")
    reading = Message("Read it so that a natural found late takes the first stake only.") if first_only else Message("")
    return Task(
        Message(
            "By the rules of {document}. {reading} You staked {stake} chips. {meant} The dealer's second card lies face down; "
            "you see it here only to think it through. Insurance, where it is offered, is declined. How many chips does the "
            "round win you? Write a loss with a minus.",
            document=document_name(name),
            reading=reading,
            stake=stake,
            meant=meant,
        ),
        by_value(Number(), right, remark),
        (
            Message(
                "Does the dealer look here before you act? Then the round may be over before you can put anything more down."
            ),
            Message(
                "If the dealer does not look, count the chips on the table at the end, and read what a natural found late takes."
            ),
        ),
        _late_solution(round_, right),
        (laid(YOURS, hand), laid(N_("Dealer, the second card face down"), dealer)),
    )


def _late_solution(round_: Round, net: Fraction) -> Message:
    if round_.looked:
        return Message("The dealer looks, and the round is over before you can put down more: {net} chips.", net=net)
    if round_.rules.dealer_natural_takes is Takes.FIRST:
        return Message("Nobody looks. The natural takes the first stake, and the second comes back: {net} chips.", net=net)
    return Message(
        "Nobody looks, so the second stake is on the table when the natural shows, and it takes both: {net} chips.", net=net
    )


# before and after the look


def _before(random: Random) -> Task[Fraction]:
    unseen = random.choice((40, 45, 49, 50, 60, 80, 100))
    ace_up = random.random() < 0.5
    making = random.randint(unseen // 5, unseen // 3) if ace_up else random.randint(1, unseen // 8)
    after = Fraction(random.choice([*range(-60, -4, 2), *range(6, 50, 2)]), 100)
    chance = Fraction(making, unseen)
    right = (1 - chance) * after - chance

    def remark(given: Fraction) -> Message | None:
        if abs(given - (1 - chance) * after) <= NEAR:
            return Message("And what happens to the chip when there is a natural?")
        if abs(given - (after - chance)) <= NEAR:
            return Message("The value after the look counts only when there is no natural. How often is that?")
        return None

    return Task(
        Message(
            "With this hand your best play is worth {after} per chip once it is known that the dealer has no natural. Of the "
            "{unseen} cards that you cannot see, {making} would make a natural with the dealer's card, and a natural takes "
            "your stake. What is the hand worth before anybody has looked?",
            after=after,
            unseen=unseen,
            making=making,
        ),
        by_value(Number(NEAR), right, remark),
        (
            Message("There are two cases: a natural, or none. How likely is each, and what is the chip worth in it?"),
            Message("With a natural you have -1. Multiply each case with its chance and add the two."),
        ),
        Message(
            "{making} of {unseen} times it is -1, else {after}: on average {right} per chip.",
            making=making,
            unseen=unseen,
            after=after,
            right=told(right),
        ),
        (laid(YOURS, suited(random, ["10", random.choice("56789")])), laid(DEALER, suited(random, ["A" if ace_up else "K"]))),
    )


# what giving up saves


def _half(random: Random) -> Task[Fraction]:
    stake = random.choice((10, 20, 25, 40, 50, 100))
    while True:
        hand, up = suited(random, ranks_of(random, 2)), suited(random, [random.choice(["9", "10", "J", "Q", "K", "A", "8"])])
        if not 12 <= total_of(hand).total <= 17 or hand[0].value == hand[1].value:
            continue
        worth = figures("it-casino", hand, up[0])
        best = rounded(max(value for action, value in worth.items() if action != "surrender"), 2)
        if best != Fraction(-1, 2):
            break
    right = (Fraction(-1, 2) - best) * stake

    def remark(given: Fraction) -> Message | None:
        if given == -right:
            return Message("The size is right. Is half the stake less than you would lose by playing, or more?")
        if given in (Fraction(stake, 2), Fraction(-stake, 2)):
            return Message("That is what surrender loses. Compare it with what playing on would lose on average.")
        if given == right / stake:
            return Message("That is for one chip staked.")
        return None

    return Task(
        Message(
            "By the rules of {document} your hand is worth {best} per chip with the best play. You have staked {stake} chips. "
            "How many chips does it save you on average to surrender? If it costs you something, write a minus.",
            document=document_name("it-casino"),
            best=best,
            stake=stake,
        ),
        by_value(Number(Fraction(1, 1000)), right, remark),
        (
            Message("What is surrender worth for one chip? How far is that above or below the value of playing on?"),
            Message(
                "Half a chip is lost for sure: -0.5. Take the value of playing on from it; mind the signs. Then think of all "
                "the chips."
            ),
        ),
        Message(
            "To give up is worth -0.5, to play on {best}. The difference is {difference} for each chip, for {stake} chips "
            "{right}.",
            best=best,
            difference=right / stake,
            stake=stake,
            right=right,
        ),
        (laid(YOURS, hand), laid(DEALER, up)),
    )


# to surrender or to play

_SURRENDER = Choice({"surrender": Message("Surrender"), "play": Message("Play on")})
_WHEN: Mapping[str, str] = {
    "late": N_("surrender comes after the dealer has looked"),
    "early": N_("surrender comes before the dealer looks"),
}


def _surrender(random: Random) -> Task[str]:
    while True:
        when = random.choice(("late", "early"))
        hand = suited(random, ["10", "6"] if random.random() < 0.3 else ranks_of(random, 2))
        up = suited(random, [random.choice(["10", "J", "Q", "K", "A", "A", "9"])])
        if "A" in (hand[0].rank, hand[1].rank) or hand[0].value == hand[1].value or not 5 <= total_of(hand).total <= 17:
            continue
        worth = figures("it-casino", hand, up[0], {"IC-18": when})
        given_up = worth.pop("surrender")
        best = max(worth.values())
        if abs(given_up - best) >= CLEAR:
            break
    right = "surrender" if given_up > best else "play"
    if right == "surrender":
        remark = Message(
            "How often would this hand win? Giving up loses half; playing on loses more if you win less than one time in four."
        )
    elif when == "late":
        remark = Message("The dealer has looked and has no natural. Is the hand really so bad now?")
    else:
        remark = Message("A bad hand, or only a middling one? It must lose more than half a chip on average.")
    return Task(
        Message(
            "By the rules of {document}, read so that {when}: do you surrender this hand or play on?",
            document=document_name("it-casino"),
            when=Message(_WHEN[when]),
        ),
        by_value(_SURRENDER, right, lambda _: remark),
        (
            Message("Surrender is worth -0.5. Is the best play of this hand worth less than that?"),
            Message(
                "Before the look a natural may still be there, and every hand against ace or ten is worth less. After it, "
                "hardly any is so bad."
            ),
        ),
        Message(
            "To play on is worth {best} per chip, to surrender {half}. {answer}.",
            best=rounded(best),
            half=rounded(given_up),
            answer=_SURRENDER.options[right],
        ),
        (laid(YOURS, hand), laid(DEALER, up)),
    )


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("08.look", Message("Does the dealer look?"), _LOOK, _look),
    Exercise("08.late", Message("A natural found late"), Number(), _late),
    Exercise("08.before", Message("Before the look"), Number(NEAR), _before),
    Exercise("08.half", Message("What giving up saves"), Number(Fraction(1, 1000)), _half),
    Exercise("08.surrender", Message("Surrender or play on?"), _SURRENDER, _surrender),
)
"""In the order of the lesson."""
