"""The exercises of lesson 06: split."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

from bjlearn.cards import RANKS, Card, CardError, card, cards, total_of
from bjlearn.game import Round
from bjlearn.practice.answers import Choice, Number
from bjlearn.practice.exercises import Exercise, Laid, Task, by_value
from bjlearn.practice.rounds import (
    DEALER,
    DOCUMENTS,
    LEFT,
    LOSS,
    NEAR,
    SIGN,
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
from bjlearn.rules import Action
from bjlearn.text import N_, Message

CLEAR = 0.02
"""A decision is asked about only where the better action is worth at least so much more, per chip staked."""

_AFTER_SPLIT = N_("One of your two hands, after a split")


def _split_round(name: str, hand: tuple[Card, ...], dealer: tuple[Card, ...], then: tuple[Card, ...], stake: int) -> Round:
    """A pair is split, and each of the two hands stands on its second card."""
    round_ = played(rules_of(name), hand, dealer, then, ["split"], stake=stake)
    while not round_.over:
        round_.do(Action.STAND)
    return round_


def _two_hands(round_: Round) -> tuple[Laid, ...]:
    hands = round_.seats[0].hands
    return (*(laid(Message("Hand {n}", n=number), hand) for number, hand in enumerate(hands, 1)), laid(DEALER, round_.dealer))


# who may split

_MAY = Choice({"yes": Message("Yes, I may split"), "no": Message("No, I may not")})


def _may(random: Random) -> Task[str]:
    name, sort = random.choice(DOCUMENTS), random.random()
    again = sort < 0.4
    if again:
        rank = random.choice("23456789")
        ranks = [rank, rank]
    elif sort < 0.6:
        ranks = random.choice(["K 10", "Q J", "10 J", "K Q"]).split()
    elif sort < 0.8:
        ranks = [random.choice(RANKS)] * 2
    else:
        ranks = random.choice(["9 8", "A 10", "7 6", "K 9", "5 6"]).split()
    hand, up = suited(random, ranks), suited(random, [random.choice("23456789")])
    decisions = ["split"] if again else []
    round_ = played(rules_of(name), hand, (up[0], card("10")), (hand[0], *cards("5 2 3 4 6")), decisions)
    why = round_.why_not(Action.SPLIT)
    right = "yes" if why is None else "no"
    if right == "yes":
        remark = Message("What counts is the value of the two cards, and how often this document lets you split.")
    elif again:
        remark = Message("How many hands may one place have in this document?")
    else:
        remark = Message("Are the two cards of the same value?")
    return Task(
        Message("By the rules of {document}, in its usual reading: may you split this hand?", document=document_name(name)),
        by_value(_MAY, right, lambda _: remark),
        (
            Message("Compare the values of the two cards, not their pictures. Has this place been split before?"),
            Message(
                "All four documents split two cards of the same value. Only one of them lets a hand be split that comes from a "
                "split."
            ),
        ),
        Message("You may split this hand here.") if why is None else Message("You may not. {why}", why=why.message),
        (laid(_AFTER_SPLIT if again else YOURS, round_.hand), laid(DEALER, up)),
    )


# what two hands win


def _result(random: Random) -> Task[Fraction]:
    name, stake = (
        random.choice(("it-banco", "it-banco", "it-casino", "ro-online", "it-training")),
        random.choice((4, 10, 12, 20, 30, 40)),
    )
    while True:
        rank = random.choice(["A", "A", "10", "K", "9", "8", "7"])
        hand, dealer = suited(random, [rank, rank]), suited(random, [random.choice("23456789"), *ranks_of(random, 1)])
        seconds = ranks_of(random, 2)
        if random.random() < 0.5:
            seconds[0] = "A" if rank in ("10", "K") else random.choice(["10", "J", "Q", "K"])
        try:
            round_ = _split_round(name, hand, dealer, suited(random, [*seconds, *ranks_of(random, 6)]), stake)
        except CardError:
            continue
        break
    hands = round_.seats[0].hands
    nets = [Fraction(hand.net or 0) for hand in hands]
    right = sum(nets, Fraction(0))
    two_card_21 = any(hand.two_card_21 for hand in hands)
    paid = any(hand.natural for hand in hands)

    def remark(given: Fraction) -> Message | None:
        if given == -right and right:
            return Message(LOSS)
        if two_card_21 and not paid and given > right:
            return Message("Does this document count ace and ten after a split as a natural?")
        if paid and given < right:
            return Message("Look what this document makes of ace and ten after a split: it is as if you sat on two seats.")
        if given in nets and len(set(nets)) > 1:
            return Message("That is one of the two hands. Each has a stake of its own.")
        return None

    return Task(
        Message(
            "By the rules of {document} you staked {stake} chips, split, and stood on both hands. How many chips do the two "
            "hands win you together? Write a loss with a minus.",
            document=document_name(name),
            stake=stake,
        ),
        by_value(Number(), right, remark),
        (
            Message("Settle hand by hand against the same dealer. Each hand has the first stake on it."),
            Message(
                "If a hand is ace and ten: one of the four documents pays it as a natural after a split, the others as a plain "
                "21."
            ),
        ),
        Message("Hand by hand: {nets}. Together {net} chips.", nets=nets, net=right),
        _two_hands(round_),
    )


# by hand


def _by_hand(random: Random) -> Task[Fraction]:
    while True:
        rank = random.choice(["9", "8", "7", "6", "A"])
        hand, dealer = suited(random, [rank, rank]), suited(random, ranks_of(random, 2))
        left = suited(random, ranks_of(random, random.choice((4, 5))))
        if not 17 <= total_of(dealer).total <= 20:
            continue
        results = [_split_round("it-training", hand, dealer, pair, 1).net for pair in permutations(left, 2)]
        right = Fraction(sum(Fraction(net) for net in results), len(results))
        if abs(right) not in (0, 2):
            break

    def remark(given: Fraction) -> Message | None:
        if abs(given - right / 2) <= NEAR:
            return Message("That is one of the two hands.")
        if abs(given + right) <= NEAR:
            return Message(SIGN)
        return None

    return Task(
        Message(
            "The dealer's cards are open and the dealer is done. You staked 1 chip and split. Each of your two hands gets one "
            "of the {count} cards that are left, and you stand on both. What is the expected value of the two hands together, "
            "in chips?",
            count=len(left),
        ),
        by_value(Number(NEAR), right, remark),
        (
            Message("Look at one of the two hands alone: what does each card that is left make of it?"),
            Message(
                "The second hand is worth as much as the first, for any of the cards may come to it as well. So work out one "
                "hand only."
            ),
        ),
        Message("One hand is worth {one}, the two together {right}.", one=told(right / 2), right=told(right)),
        (laid(YOURS, hand), laid(DEALER, dealer), laid(LEFT, left)),
    )


# split or not

_SPLIT_OR_NOT = Choice({"split": Message("Split"), "keep": Message("Keep one hand")})


def _action(random: Random) -> Task[str]:
    while True:
        name, rank = random.choice(("it-casino", "ro-online", "it-training")), random.choice(RANKS)
        hand, up = suited(random, [rank, rank]), suited(random, [random.choice(RANKS)])
        worth = figures(name, hand, up[0])
        split = worth.pop("split")
        best = max(worth.values())
        if abs(split - best) >= CLEAR:
            break
    right = "split" if split > best else "keep"
    value = hand[0].value
    if value == 10:
        remark = Message("What is the hand worth as it stands?")
    elif value == 5:
        remark = Message("What is the total of the two together, and what can you do with it?")
    elif right == "split":
        remark = Message("What would you begin the two new hands with, and how good is the hand you have now?")
    else:
        remark = Message("Two hands against this dealer: would each of them be better off than this one?")
    return Task(
        Message("By the rules of {document}: do you split this pair?", document=document_name(name)),
        by_value(_SPLIT_OR_NOT, right, lambda _: remark),
        (
            Message("Compare three things: the hand you have, a hand that begins with one of its cards, and the dealer's card."),
            Message("The table of this lesson has a line for each pair. A plus there says split."),
        ),
        Message(
            "To split is worth {split} per chip first staked, the best of the other actions {best}. {answer}.",
            split=rounded(split),
            best=rounded(best),
            answer=_SPLIT_OR_NOT.options[right],
        ),
        (laid(YOURS, hand), laid(DEALER, up)),
    )


# what splitting brings


def _gain(random: Random) -> Task[Fraction]:
    stake = random.choice((10, 20, 25, 40, 50, 100))
    while True:
        rank = random.choice(["A", "9", "8", "7", "6", "3", "2"])
        hand, up = suited(random, [rank, rank]), suited(random, [random.choice("23456789")])
        worth = figures("it-training", hand, up[0])
        one, other = rounded(worth.pop("split") / 2, 2), rounded(max(worth.values()), 2)
        if 2 * one - other >= Fraction(5, 100) and one and other:
            break
    right = (2 * one - other) * stake

    def remark(given: Fraction) -> Message | None:
        if given == (one - other) * stake:
            return Message("After a split there are two such hands, each with a full stake.")
        if given == 2 * one * stake:
            return Message("That is what the two hands are worth. How much more is it than the one hand?")
        if given == 2 * one - other:
            return Message("That is for one chip staked.")
        return None

    return Task(
        Message(
            "If you split this pair, each of the two hands is worth {one} for each chip on it. If you do not, your hand is "
            "worth {other} for each chip. You have staked {stake} chips. How many chips does splitting gain you on average, "
            "compared with not splitting?",
            one=one,
            other=other,
            stake=stake,
        ),
        by_value(Number(Fraction(1, 1000)), right, remark),
        (
            Message("What are both hands together worth for each chip first staked?"),
            Message("From that, take what the one hand would be worth; mind the signs. Then think of all the chips."),
        ),
        Message(
            "Two hands of {one} are worth {two} for each chip first staked; that is {difference} more than {other}, for "
            "{stake} chips {right}.",
            one=one,
            two=2 * one,
            difference=2 * one - other,
            other=other,
            stake=stake,
            right=right,
        ),
        (laid(YOURS, hand), laid(DEALER, up)),
    )


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("06.may", Message("May you split?"), _MAY, _may),
    Exercise("06.by-hand", Message("To split, by hand"), Number(NEAR), _by_hand),
    Exercise("06.gain", Message("What splitting brings"), Number(Fraction(1, 1000)), _gain),
    Exercise("06.action", Message("Split or not?"), _SPLIT_OR_NOT, _action),
    Exercise("06.result", Message("What two hands win"), Number(), _result),
)
"""In the order of the lesson."""
