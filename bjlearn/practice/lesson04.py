"""The exercises of lesson 04: hit or stand."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

from bjlearn.cards import RANKS, Card, CardError, total_of
from bjlearn.practice.answers import Function, HandTotal, Number, actions
from bjlearn.practice.exercises import Case, Exercise, Task, by_cases, by_value, card_sign
from bjlearn.practice.rounds import (
    DEALER,
    LEFT,
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
from bjlearn.rules import Action, Rules
from bjlearn.text import Message

CLEAR = 0.02
"""A decision is asked about only where the better action is worth at least so much more, per chip staked."""

_TOTAL = HandTotal()


def _sign_remark(right: Fraction) -> Message | None:
    return Message(SIGN) if right else None


# a mean


def _mean(random: Random) -> Task[Fraction]:
    cases = random.choice((8, 10, 12, 16, 20))
    wins = random.randint(1, cases - 3)
    losses = random.randint(1, cases - wins - 1)
    while losses == wins:
        wins, losses = random.randint(1, cases - 3), random.randint(1, 2)
    right = Fraction(wins - losses, cases)

    def remark(given: Fraction) -> Message | None:
        if abs(given + right) <= NEAR:
            return _sign_remark(right)
        if abs(given - Fraction(wins, cases)) <= NEAR:
            return Message("That is how often you win. What do the other cases do to your chip?")
        if abs(given - Fraction(wins - losses, wins + losses)) <= NEAR:
            return Message("A push is a case too, though nothing is won or lost in it.")
        if given == wins - losses:
            return Message("That is the sum over all cases. What is it for one of them, on average?")
        return None

    return Task(
        Message(
            "You stake 1 chip. Of {cases} equally likely cards that can come, {wins} make you win it, {losses} make you lose "
            "it, and with the others it is a push. What is the expected value?",
            cases=cases,
            wins=wins,
            losses=losses,
        ),
        by_value(Number(NEAR), right, remark),
        (
            Message("A win counts +1, a loss -1, a push 0. Add all cases up, then divide by how many cases there are."),
            Message("Take the losses from the wins. Then ask how large that is compared with the number of all cases."),
        ),
        Message("({wins} - {losses}) / {cases} = {right}.", wins=wins, losses=losses, cases=cases, right=told(right)),
    )


# one card against a finished hand


def _mean_net(
    rules: Rules, hand: tuple[Card, ...], dealer: tuple[Card, ...], orders: list[tuple[Card, ...]], decision: str
) -> Fraction:
    """The mean net result per chip when every order of the shoe is played: the decision, then stand."""
    nets = []
    for order in orders:
        round_ = played(rules, hand, dealer, order, [decision], stake=2)
        if not round_.over:
            round_.do(Action.STAND)
        nets.append(Fraction(round_.net) / 2)
    return sum(nets, Fraction(0)) / len(nets)


def _one_card(random: Random) -> Task[Fraction]:
    rules = rules_of("it-training")
    while True:
        hand, dealer = suited(random, ranks_of(random, 2)), suited(random, ranks_of(random, 2))
        mine, theirs = total_of(hand), total_of(dealer)
        left = suited(random, ranks_of(random, random.choice((5, 6))))
        if mine.soft or not 12 <= mine.total <= 16 or not 17 <= theirs.total <= 20:
            continue
        right = _mean_net(rules, hand, dealer, [(one,) for one in left], "hit")
        busts = sum(mine.total + one.value > 21 for one in left)
        if 0 < busts < len(left) and right not in (-1, 0):
            break

    def remark(given: Fraction) -> Message | None:
        if abs(given + right) <= NEAR:
            return _sign_remark(right)
        if abs(given - (1 - 2 * Fraction(busts, len(left)))) <= NEAR:
            return Message("Not to bust is not enough to win: compare the new total with the dealer's.")
        return None

    return Task(
        Message(
            "The dealer's cards are open and the dealer is done. You stake 1 chip, draw exactly one of the {count} cards that "
            "are left, and stand. What is the expected value?",
            count=len(left),
        ),
        by_value(Number(NEAR), right, remark),
        (
            Message(
                "Write under each card that is left what it makes of your hand, and +1, 0 or -1 for how the round then ends."
            ),
            Message("Add the numbers you wrote and divide by how many cards there are. A bust is -1, equal totals are 0."),
        ),
        Message(
            "Card by card ({cards}) the results are {nets}. Their mean is {right}.",
            cards=[card_sign(held) for held in left],
            nets=[_mean_net(rules, hand, dealer, [(one,)], "hit") for one in left],
            right=told(right),
        ),
        (laid(YOURS, hand), laid(DEALER, dealer), laid(LEFT, left)),
    )


# standing against a dealer who must draw


def _stand(random: Random) -> Task[Fraction]:
    rules = rules_of("it-training")
    while True:
        hand, dealer = suited(random, ranks_of(random, 2)), suited(random, ranks_of(random, 2))
        mine, theirs = total_of(hand), total_of(dealer)
        left = suited(random, ranks_of(random, 4))
        if not 13 <= mine.total <= 20 or theirs.soft or not 12 <= theirs.total <= 16 or mine.soft:
            continue
        try:
            right = _mean_net(rules, hand, dealer, list(permutations(left)), "stand")
        except CardError:
            continue
        if right not in (-1, 0, 1):
            break
    only_bust = Fraction(sum(theirs.total + one.value > 21 for one in left), len(left))

    def remark(given: Fraction) -> Message | None:
        if abs(given + right) <= NEAR:
            return _sign_remark(right)
        if abs(given - only_bust) <= NEAR:
            return Message("You do not only win by the dealer's bust, and what is not won may be lost.")
        return None

    return Task(
        Message(
            "You stake 1 chip and stand. The dealer, here with both cards open, draws up to 16 from the {count} cards that are "
            "left. What is the expected value?",
            count=len(left),
        ),
        by_value(Number(NEAR), right, remark),
        (
            Message("Draw a tree as in lesson 3: each card that can come, and where the dealer goes on, each card after it."),
            Message("At each end of the tree write +1, 0 or -1 from your side. Then take the mean, first of the inner branches."),
        ),
        Message(
            "By the next card ({cards}) you have {values} on average. The mean of these is {right}.",
            cards=[card_sign(held) for held in left],
            values=[
                told(_mean_net(rules, hand, dealer, [order for order in permutations(left) if order[0] is one], "stand"))
                for one in left
            ],
            right=told(right),
        ),
        (laid(YOURS, hand), laid(DEALER, dealer), laid(LEFT, left)),
    )


# hit or stand

_HIT_OR_STAND = actions(Action.HIT, Action.STAND)


def _action(random: Random) -> Task[str]:
    while True:
        hand = suited(
            random, ["A", random.choice("23456789")] if random.random() < 0.3 else ranks_of(random, random.choice((2, 3)))
        )
        total, up = total_of(hand), suited(random, [random.choice(RANKS)])
        if not 12 <= total.total <= 19:
            continue
        worth = figures("it-training", hand, up[0])
        if abs(worth["hit"] - worth["stand"]) >= CLEAR:
            break
    right = "hit" if worth["hit"] > worth["stand"] else "stand"
    weak = 2 <= up[0].value <= 6
    if total.soft:
        remark = Message("A soft hand cannot bust with the next card. Is its total good enough as it is?")
    elif right == "stand" and weak:
        remark = Message("The dealer is weak here and may bust without your help.")
    elif right == "stand":
        remark = Message("Count the ranks that would bust this hand.")
    else:
        remark = Message("A dealer this strong seldom busts. What does standing on this total win then?")
    return Task(
        Message("By the rules of {document}: hit or stand?", document=document_name("it-training")),
        by_value(_HIT_OR_STAND, right, lambda _: remark),
        (
            Message("First: is the dealer weak (2 to 6) or strong? Then: how easily does the next card bust you?"),
            Message("Look up your total in the table of this lesson, in the column of the dealer's card."),
        ),
        Message(
            "With {total}, to stand is worth {stand} per chip and to hit {hit}. {answer}.",
            total=_TOTAL.shown(total),
            stand=rounded(worth["stand"]),
            hit=rounded(worth["hit"]),
            answer=_HIT_OR_STAND.options[right],
        ),
        (laid(YOURS, hand), laid(DEALER, up)),
    )


# what a mistake costs


def _cost(random: Random) -> Task[Fraction]:
    stake = random.choice((10, 20, 25, 40, 50, 100))
    while True:
        hand, up = suited(random, ranks_of(random, random.choice((2, 3)))), suited(random, [random.choice(RANKS)])
        if not 12 <= total_of(hand).total <= 18:
            continue
        worth = figures("it-training", hand, up[0])
        hit, stand = rounded(worth["hit"], 2), rounded(worth["stand"], 2)
        if abs(hit - stand) >= Fraction(3, 100):
            break
    right = abs(hit - stand) * stake

    def remark(given: Fraction) -> Message | None:
        if given == -right:
            return Message("A cost is told without a minus: how many chips fewer you have, on average.")
        if given == abs(hit - stand):
            return Message("That is the cost for one chip staked.")
        if abs(given) == abs(min(hit, stand)) * stake:
            return Message("That is what the worse choice is worth by itself. With the better one you would not have had zero.")
        return None

    return Task(
        Message(
            "With this hand, to hit is worth {hit} and to stand {stand} for each chip staked. You have staked {stake} chips "
            "and choose the worse of the two. How many chips does that cost you on average?",
            hit=hit,
            stand=stand,
            stake=stake,
        ),
        by_value(Number(Fraction(1, 1000)), right, remark),
        (
            Message("Which of the two numbers is the better one? Of two losses the smaller one is better."),
            Message("A cost is a difference: how far apart are the two values? Then think of all the chips on the hand."),
        ),
        Message(
            "The difference is {difference} for each chip, for {stake} chips {right}.",
            difference=abs(hit - stand),
            stake=stake,
            right=right,
        ),
        (laid(YOURS, hand), laid(DEALER, up)),
    )


# the mean as a function


def _function(random: Random) -> Task[Any]:
    cases = [
        Case((1, 1, -1, 1), Fraction(1, 2), Message("add all results and divide by how many there are")),
        Case((-1,), Fraction(-1), Message("a single result is its own mean")),
        Case((1, 0, 0, 0), Fraction(1, 4), Message("a push is a result too")),
        Case((2, -2, 0, -2), Fraction(-1, 2), Message("a doubled stake wins or loses two chips")),
        Case((0, 0), Fraction(0), Message("nothing but pushes is worth nothing")),
    ]
    for _ in range(12):
        results = tuple(random.choice((-2, -1, -1, 0, 1, 1, 2)) for _ in range(random.randint(3, 12)))
        cases.append(
            Case(results, Fraction(sum(results), len(results)), Message("add all results and divide by how many there are"))
        )
    return Task(
        Message(
            "Write a function ev(results) that takes a list of equally likely results in chips, such as [1, -1, 1, 0], and "
            "gives the expected value, here 0.25."
        ),
        by_cases(Number(Fraction(1, 10**6)), cases),
        (
            Message("An expected value of equally likely results is their mean."),
            Message("Python has sum() for the one half of it and len() for the other."),
        ),
        Message("One way: give sum(results) / len(results)."),
    )


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("04.mean", Message("An expected value"), Number(NEAR), _mean),
    Exercise("04.stand", Message("To stand, by hand"), Number(NEAR), _stand),
    Exercise("04.one-card", Message("To hit, by hand"), Number(NEAR), _one_card),
    Exercise("04.action", Message("Hit or stand?"), _HIT_OR_STAND, _action),
    Exercise("04.cost", Message("What a mistake costs"), Number(Fraction(1, 1000)), _cost),
    Exercise("04.ev-function", Message("Write the expected value"), Function("ev(results)"), _function),
)
"""In the order of the lesson."""
