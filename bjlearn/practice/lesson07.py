"""The exercises of lesson 07: insurance."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from bjlearn.cards import CardError, fresh_cards
from bjlearn.practice.answers import Choice, Number
from bjlearn.practice.exercises import Exercise, Task, by_value
from bjlearn.practice.rounds import (
    DEALER,
    LOSS,
    NEAR,
    document_name,
    laid,
    laid_round,
    played,
    ranks_of,
    rules_of,
    suited,
    told,
)
from bjlearn.rules import Action
from bjlearn.text import N_, Message

PRICES: Mapping[str, str] = {"it-casino": "2:1", "it-banco": "1:1", "ro-online": "2:1"}
"""The documents that offer insurance, and how their questions write its price."""


@cache
def insurance_nets(name: str) -> tuple[Fraction, Fraction]:
    """What one chip on insurance wins by a document when the hole card counts ten, and when not, as the game settles it."""
    nets = []
    for hole in ("K", "7"):
        round_ = played(rules_of(name), "9 8", f"A {hole}", "10 10 10", ["insure 1"], stake=2)
        if not round_.over:
            round_.do(Action.STAND)
        nets.append(Fraction(round_.seats[0].insurance_net or 0))
    return nets[0], nets[1]


def _worth(name: str, unseen: int, tens: int) -> Fraction:
    """The expected value of one chip on insurance."""
    ten, other = insurance_nets(name)
    return (ten * tens + other * (unseen - tens)) / unseen


def _document(random: Random) -> str:
    return random.choice(("it-casino", "it-banco", "ro-online"))


# its expected value


def _ev(random: Random) -> Task[Fraction]:
    name = _document(random)
    unseen = random.choice((20, 30, 40, 45, 49, 50, 60, 100, 200))
    tens = random.randint(unseen // 5, unseen // 2)
    right = _worth(name, unseen, tens)
    other_price = _worth("it-casino" if name == "it-banco" else "it-banco", unseen, tens)

    def remark(given: Fraction) -> Message | None:
        if abs(given - other_price) <= NEAR:
            return Message("That would be right at another price. What does this document pay?")
        if abs(given + right) <= NEAR:
            return Message("The size is right. Do you win more than you lose on average, or less?")
        if abs(given - Fraction(tens, unseen)) <= NEAR:
            return Message("That is how often insurance wins. What does it bring then, and what else may happen?")
        return None

    return Task(
        Message(
            "By the rules of {document}. The dealer shows an ace. Of the {unseen} cards that you cannot see, {tens} count ten. "
            "What is the expected value of one chip on insurance?",
            document=document_name(name),
            unseen=unseen,
            tens=tens,
        ),
        by_value(Number(NEAR), right, remark),
        (
            Message("Insurance wins when the hole card counts ten, and is lost otherwise. How often does each happen?"),
            Message("Multiply each chance with what one chip then wins or loses, and add. Look up the price in this document."),
        ),
        Message(
            "{tens} of {unseen} cards win at {price}, the other {others} lose 1 each: {right} chips on average.",
            tens=tens,
            unseen=unseen,
            price=PRICES[name],
            others=unseen - tens,
            right=told(right),
        ),
    )


# a round with insurance


def _round(random: Random) -> Task[Fraction]:
    name, half = _document(random), random.choice((2, 5, 6, 8, 10, 15, 20))
    natural = random.random() < 0.6
    while True:
        hand = suited(random, ["A", "K"] if random.random() < 0.2 else ranks_of(random, 2))
        dealer = suited(random, ["A", random.choice(["10", "J", "Q", "K"]) if natural else random.choice("23456789")])
        round_ = played(rules_of(name), hand, dealer, suited(random, ranks_of(random, 8)), [f"insure {half}"], stake=2 * half)
        try:
            if not round_.over:
                round_.do(Action.STAND)
        except CardError:
            continue
        break
    hand_net, side = Fraction(round_.seats[0].hands[0].net or 0), Fraction(round_.seats[0].insurance_net or 0)
    right = hand_net + side

    def remark(given: Fraction) -> Message | None:
        if given == -right and right:
            return Message(LOSS)
        if given == hand_net:
            return Message("That is the hand alone. Insurance is a bet of its own, won or lost beside it.")
        if given == side:
            return Message("That is the insurance alone. What about the hand?")
        return None

    return Task(
        Message(
            "By the rules of {document} you staked {stake} chips, put {half} on insurance, and stood. How many chips does the "
            "whole round win you? Write a loss with a minus.",
            document=document_name(name),
            stake=2 * half,
            half=half,
        ),
        by_value(Number(), right, remark),
        (
            Message("Two bets, settled apart: the hand by lesson 2, the insurance by the dealer's hole card."),
            Message("Has the dealer a natural? Then insurance wins what this document pays for it. If not, its chips are lost."),
        ),
        Message("The hand: {hand}. The insurance: {side}. Together {net} chips.", hand=hand_net, side=side, net=right),
        laid_round(round_),
    )


# how many tens it takes


def _break_even(random: Random) -> Task[Fraction]:
    name = _document(random)
    unseen = random.randint(20, 120)
    right = next(tens for tens in range(unseen + 1) if _worth(name, unseen, tens) >= 0)

    def remark(given: Fraction) -> Message | None:
        if given == right - 1:
            return Message("Very near. With so many it still loses a little.")
        if given in (math.ceil(unseen / 2), math.ceil(unseen / 3)):
            return Message("That would be right at another price. What does this document pay?")
        return None

    return Task(
        Message(
            "By the rules of {document}. The dealer shows an ace, and you cannot see {unseen} cards. At least how many of them "
            "must count ten, so that insurance does not lose on average?",
            document=document_name(name),
            unseen=unseen,
        ),
        by_value(Number(), Fraction(right), remark),
        (
            Message("For the bet to be fair, what it wins and what it loses must be equal over all the cards."),
            Message("At 2:1 one ten pays for two other cards, at 1:1 for one. How many cards are that together?"),
        ),
        Message(
            "With {tens} of {unseen} the expected value is {value}.",
            tens=right,
            unseen=unseen,
            value=told(_worth(name, unseen, right)),
        ),
    )


# a natural of one's own


def _even_money(random: Random) -> Task[Fraction]:
    unseen, stake = random.choice((40, 48, 49, 50, 60, 80, 100)), random.choice((10, 20, 40, 60, 100))
    tens = random.randint(unseen // 5, (unseen - 1) // 3)
    rules = rules_of("it-casino")
    insured = {hole: Fraction(played(rules, "A K", f"A {hole}", "", ["insure"], stake=stake).net) for hole in ("Q", "7")}
    alone = {hole: Fraction(played(rules, "A K", f"A {hole}", "", ["no insurance"], stake=stake).net) for hole in ("Q", "7")}
    share = Fraction(tens, unseen)
    with_it = share * insured["Q"] + (1 - share) * insured["7"]
    without = share * alone["Q"] + (1 - share) * alone["7"]
    right = without - with_it

    def remark(given: Fraction) -> Message | None:
        if abs(given - without) <= Fraction(1, 20):
            return Message(
                "That is what the natural is worth without insurance. How much more is that than what insurance makes sure?"
            )
        if abs(given - (alone["7"] - with_it)) <= Fraction(1, 20):
            return Message("You forgot that the dealer may have a natural too, and then yours wins nothing.")
        return None

    return Task(
        Message(
            "By the rules of {document} you have a natural and staked {stake} chips; the dealer shows an ace. With insurance "
            "of half the stake you win {stake} chips for sure, whatever lies face down. Of the {unseen} cards that you cannot "
            "see, {tens} count ten. How many chips does this certainty cost you on average?",
            document=document_name("it-casino"),
            stake=stake,
            unseen=unseen,
            tens=tens,
        ),
        by_value(Number(Fraction(1, 20)), right, remark),
        (
            Message("Without insurance: what does your natural win if the dealer has none, and what if the dealer has one too?"),
            Message("Multiply what it wins with the chance that the dealer has none. Then compare with the sure chips."),
        ),
        Message(
            "Without insurance you win {net} chips in {good} of {unseen} cases, else nothing: {without} chips on average, that "
            "is {right} more than {stake}.",
            net=alone["7"],
            good=unseen - tens,
            unseen=unseen,
            without=told(without),
            right=told(right),
            stake=stake,
        ),
    )


# to take or to decline

_TAKE = Choice({"take": Message("Take insurance"), "decline": Message("Decline it")})


def _take(random: Random) -> Task[str]:
    while True:
        name = random.choice(("it-casino", "it-casino", "it-banco"))
        pack = [held for held in fresh_cards(1) if held.rank != "A"]
        few = [held for held in pack if held.value != 10 or random.random() < 0.35]
        seen = random.sample(few if random.random() < 0.6 else pack, random.randint(8, 14))
        unseen = 52 - 1 - len(seen)
        tens = 16 - sum(held.value == 10 for held in seen)
        worth = _worth(name, unseen, tens)
        if abs(worth) >= Fraction(2, 100):
            break
    right = "take" if worth > 0 else "decline"

    def remark(given: str) -> Message | None:
        if given == "take":
            return Message("How large a part of the unseen cards must count ten at the price of this document?")
        return Message("Count once more how many tens are already gone, and how many other cards.")

    return Task(
        Message(
            "One single pack, by the price of {document}. The dealer shows an ace; beside it you have seen the cards below, "
            "your own among them. Is insurance a good bet now?",
            document=document_name(name),
        ),
        by_value(_TAKE, right, remark),
        (
            Message("A pack has 52 cards, 16 of them count ten. How many of each have you not seen?"),
            Message(
                "At 2:1 more than a third of the unseen cards must count ten, at 1:1 more than half. Mind the ace on the table."
            ),
        ),
        Message(
            "{tens} of the {unseen} unseen cards count ten: the expected value is {worth} per chip.",
            tens=tens,
            unseen=unseen,
            worth=told(worth),
        ),
        (laid(N_("Cards you have seen"), seen), laid(DEALER, suited(random, ["A"]))),
    )


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("07.ev", Message("What insurance is worth"), Number(NEAR), _ev),
    Exercise("07.break-even", Message("How many tens it takes"), Number(), _break_even),
    Exercise("07.round", Message("A round with insurance"), Number(), _round),
    Exercise("07.even-money", Message("The price of certainty"), Number(Fraction(1, 20)), _even_money),
    Exercise("07.take", Message("Take it or decline it?"), _TAKE, _take),
)
"""In the order of the lesson."""
