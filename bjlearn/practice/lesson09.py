"""The exercises of lesson 09: the chart."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from bjlearn.cards import RANKS, total_of
from bjlearn.practice.answers import Function, Number, actions
from bjlearn.practice.exercises import Case, Exercise, Task, by_cases, by_value
from bjlearn.practice.rounds import DEALER, YOURS, document_name, laid, ranks_of, rounded, rules_of, suited
from bjlearn.rules import Action
from bjlearn.strategy import DEALER as LIKE_THE_DEALER
from bjlearn.strategy import NEVER_BUST
from bjlearn.text import N_, Message

_ACTIONS = actions(Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT)
_CHARTS = ("ro-online", "it-training")


# reading it


def _read(random: Random) -> Task[str]:
    from bjlearn.exact import analyze  # late, as everything that wants NumPy

    name = random.choice(_CHARTS)
    sort = random.random()
    while True:
        if sort < 0.3:
            ranks = [random.choice(RANKS)] * 2
        elif sort < 0.6:
            ranks = ["A", random.choice("23456789")]
        else:
            ranks = ranks_of(random, 2)
        hand, up = suited(random, ranks), suited(random, [random.choice(RANKS)])
        if total_of(hand).total != 21:
            break
    values = [held.value for held in hand]
    analysis = analyze(rules_of(name))
    legal = set(analysis.figures(values, up[0].value).actions)
    right = analysis.total.choose(values, up[0].value, legal).value
    if values[0] == values[1]:
        remark = Message("This is a pair. In which part of the chart are the pairs?")
    elif 1 in values:
        remark = Message("An ace counts 11 here: look among the soft totals.")
    else:
        remark = Message("Find the row of your total, then go to the column of the dealer's card.")
    return Task(
        Message("What does the chart of {document} say to this hand?", document=document_name(name)),
        by_value(_ACTIONS, right, lambda _: remark),
        (
            Message("Is it a pair, a soft hand or a hard hand? Take that part of the chart, and there the row of the hand."),
            Message(
                "The column is the dealer's card: jack, queen and king stand in the column of the ten. Is it the chart of this "
                "document?"
            ),
        ),
        Message("The chart says: {answer}.", answer=_ACTIONS.options[right]),
        (laid(YOURS, hand), laid(DEALER, up)),
    )


# how often times how much


def _often(random: Random) -> Task[Fraction]:
    every, rounds = random.choice((20, 25, 40, 50, 80, 100, 200)), random.choice((200, 400, 800, 1000, 2000))
    cost, stake = Fraction(random.choice((2, 4, 5, 8, 10, 12, 15, 25)), 100), random.choice((5, 10, 20))
    right = Fraction(rounds, every) * cost * stake

    def remark(given: Fraction) -> Message | None:
        if given == cost * stake:
            return Message("That is what the mistake costs once.")
        if given == rounds * cost * stake:
            return Message("You do not meet this hand in every round.")
        if given * stake == right:
            return Message("That is for one chip staked.")
        return None

    return Task(
        Message(
            "A hand comes once in {every} rounds. You always play it wrongly, and that costs {cost} of a chip for each chip "
            "staked. You play {rounds} rounds with {stake} chips on each. How many chips does this habit cost you on average?",
            every=every,
            cost=cost,
            rounds=rounds,
            stake=stake,
        ),
        by_value(Number(Fraction(1, 1000)), right, remark),
        (
            Message("How many times will you meet the hand? And what does each time cost?"),
            Message(
                "Divide the rounds by how seldom the hand comes, then multiply with the cost of one chip and with the chips "
                "staked."
            ),
        ),
        Message(
            "You meet it {times} times, each costs {each} chips: {right}.",
            times=Fraction(rounds, every),
            each=cost * stake,
            right=right,
        ),
    )


# what a rule of thumb costs

_THUMB = {
    LIKE_THE_DEALER.name: N_("you play like the dealer"),
    NEVER_BUST.name: N_("you never draw when you could bust"),
}


@cache
def _edges(name: str) -> dict[str, Fraction]:
    """House edges in percent, to two places: of the chart, and of the rules of thumb."""
    from bjlearn.exact import analyze, evaluate

    rules = rules_of(name)
    found = {"chart": analyze(rules).ev("total")}
    found |= {strategy.name: evaluate(rules, strategy) for strategy in (LIKE_THE_DEALER, NEVER_BUST)}
    return {way: rounded(-100 * (value or 0.0), 2) for way, value in found.items()}


def _rule(random: Random) -> Task[Fraction]:
    name, thumb = random.choice(_CHARTS), random.choice(list(_THUMB))
    rounds, stake = random.choice((100, 200, 300, 400, 500, 1000)), random.choice((5, 10, 20))
    edges = _edges(name)
    right = (edges[thumb] - edges["chart"]) / 100 * rounds * stake

    def remark(given: Fraction) -> Message | None:
        if given == edges[thumb] / 100 * rounds * stake:
            return Message("That is all that you lose. With the chart you would lose something too: how much more is it?")
        if given == right * 100:
            return Message("An edge is told in percent: so many chips for each hundred staked.")
        return None

    return Task(
        Message(
            "By the rules of {document} the house edge is {best} % if you play by the chart, and {edge} % if {rule}. You stake "
            "{stake} chips in each of {rounds} rounds. How many chips more do you lose on average than with the chart?",
            document=document_name(name),
            best=edges["chart"],
            edge=edges[thumb],
            rule=Message(_THUMB[thumb]),
            stake=stake,
            rounds=rounds,
        ),
        by_value(Number(Fraction(1, 100)), right, remark),
        (
            Message("How many chips do you stake in all the rounds together?"),
            Message("Of all those chips take the difference of the two edges. Percent means: of each hundred."),
        ),
        Message(
            "You stake {all} chips, and {difference} % of them are {right}.",
            all=rounds * stake,
            difference=edges[thumb] - edges["chart"],
            right=right,
        ),
    )


# the heart of it as a function


def _function(random: Random) -> Task[Any]:
    from bjlearn.exact import analyze

    total = analyze(rules_of("it-training")).total
    cases = []
    for points in range(12, 22):
        for up in range(1, 11):
            hand = (10, points - 10) if points <= 20 else (10, 9, 2)
            if points == 20:
                hand = (10, 8, 2)
            right = total.choose(hand, up, {Action.HIT, Action.STAND}).value
            if points == 12:
                about = Message("twelve is a little braver than the others")
            elif points >= 17:
                about = Message("think of how many cards would bust this hand")
            else:
                about = Message("is this dealer weak or strong?")
            cases.append(Case((points, up), right, about))
    random.shuffle(cases)
    return Task(
        Message(
            "Write a function basic(hand) that takes a hard total from 12 to 21 and the dealer's card as two numbers in a "
            "list, the ace as 1, such as [16, 10], and gives 'hit' or 'stand' as the chart does, here 'hit'."
        ),
        by_cases(actions(Action.HIT, Action.STAND), cases),
        (
            Message(
                "Three sorts of totals: from 17 on, from 13 to 16, and 12. What does each do against a weak and a strong dealer?"
            ),
            Message("The chart has a border between 6 and 7, and the ace is strong. Twelve hits against two and three as well."),
        ),
        Message(
            "One way: 17 and more stand; 13 to 16 stand if the dealer's card is from 2 to 6; 12 stands if it is from 4 to 6; "
            "all else hits."
        ),
    )


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("09.read", Message("Read the chart"), _ACTIONS, _read),
    Exercise("09.rule", Message("What a rule of thumb costs"), Number(Fraction(1, 100)), _rule),
    Exercise("09.often", Message("How often, times how much"), Number(Fraction(1, 1000)), _often),
    Exercise("09.chart-function", Message("Write the heart of the chart"), Function("basic(hand)"), _function),
)
"""In the order of the lesson."""
