"""The exercises of lesson 01: the aim, the cards, hard and soft totals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from bjlearn.cards import RANKS, Card, OrderedShoe, Total, card, fresh_cards, is_natural, total_of
from bjlearn.documents import load
from bjlearn.game import Round
from bjlearn.practice.answers import Choice, Function, HandTotal, Number
from bjlearn.practice.exercises import Case, Exercise, Laid, Task, by_cases, by_value
from bjlearn.rules import Action
from bjlearn.text import N_, Message

DOCUMENT = "it-training"
"""The document by which rounds of this lesson are played."""

_TOTAL = HandTotal()
_YOURS = N_("Your hand")


def _hand(random: Random, ranks: Sequence[str]) -> tuple[Card, ...]:
    """These ranks in chance suits, no card twice."""
    suits = {rank: random.sample("shdc", ranks.count(rank)) for rank in sorted(set(ranks))}
    return tuple(card(rank + suits[rank].pop()) for rank in ranks)


def _values(hand: Sequence[Card]) -> list[str]:
    """The value of each card, an ace as 1."""
    return [str(held.value) for held in hand]


def _points(hand: Sequence[Card]) -> int:
    """The sum of the values, every ace as 1."""
    return sum(held.value for held in hand)


# a hard total


def _hard_total(random: Random) -> Task[Fraction]:
    ranks = [random.choice("JQK"), *(random.choice(RANKS[1:]) for _ in range(random.choice((1, 2, 2))))]
    random.shuffle(ranks)
    hand = _hand(random, ranks)
    right = total_of(hand).total
    by_order = sum(RANKS.index(held.rank) + 1 for held in hand)

    def remark(given: Fraction) -> Message | None:
        if given == by_order and by_order != right:
            return Message("It looks as if jack, queen and king went on from 11 to 13: in this game they do not.")
        if given == 0:
            return Message("A hand past 21 loses, but it still has a total.")
        return None

    return Task(
        Message("What is the total of this hand?"),
        by_value(Number(), Fraction(right), remark),
        (
            Message("Number cards count their number. What do jack, queen and king count? And do suits matter?"),
            Message("Write one value under each card, then add them up: a jack, a queen and a king count as much as a ten."),
        ),
        Message("{values}: together {total}.", values=_values(hand), total=right),
        (Laid(Message(_YOURS), hand),),
    )


# soft or hard


def _soft_total(random: Random) -> Task[Total]:
    soft = random.random() < 0.6
    while True:
        ranks = ["A", *(random.choice(RANKS) for _ in range(random.choice((1, 2, 2, 3))))]
        found = total_of([card(rank) for rank in ranks])
        if found.soft is soft and 13 <= found.total <= 20:
            break
    random.shuffle(ranks)
    hand = _hand(random, ranks)
    return Task(
        Message("What is the best total of this hand, and is it soft or hard?"),
        by_value(_TOTAL, found, lambda given: _total_remark(given, hand)),
        (
            Message("Count every ace as 1 and add up. Then ask: do 10 more still fit without passing 21?"),
            Message(
                "If the sum with every ace as 1 is 11 or less, one ace counts 11 and the hand is soft; if it is more, every ace "
                "counts 1 and the hand is hard."
            ),
        ),
        _total_solution(hand),
        (Laid(Message(_YOURS), hand),),
    )


def _total_remark(given: Total, hand: Sequence[Card]) -> Message | None:
    """What a wrong total of a hand with an ace shows."""
    right, points = total_of(hand), _points(hand)
    if given.total == right.total:
        return Message("The number is right. Soft means: an ace counts 11 in it.")
    if right.soft and given.total == points:
        return Message("You counted every ace as 1. The better total counts: could one of them be 11?")
    if not right.soft and given.total == points + 10:
        return Message("With an ace as 11 this hand would pass 21. An ace never does that by itself.")
    if given.total > points + 10:
        return Message("Two aces as 11 would pass 21 at once: at most one ace counts 11.")
    return None


def _total_solution(hand: Sequence[Card]) -> Message:
    right, points = total_of(hand), _points(hand)
    if right.soft:
        return Message(
            "With every ace as 1 the hand is {points}; 10 more fit, so one ace counts 11: {total}.",
            points=points,
            total=_TOTAL.shown(right),
        )
    return Message(
        "With every ace as 1 the hand is {points}; 10 more would pass 21, so it stays: {total}.",
        points=points,
        total=_TOTAL.shown(right),
    )


# one more card to a soft hand


def _draw(random: Random) -> Task[Total]:
    stays_soft = random.random() < 0.4
    while True:
        low, drawn = random.choice(RANKS[1:8]), random.choice(RANKS)
        after = total_of([card("A"), card(low), card(drawn)])
        if after.soft is stays_soft and after.total < 21:
            break
    hand = _hand(random, ["A", low, drawn])
    before = total_of(hand[:2])

    def remark(given: Total) -> Message | None:
        if given.total > 21:
            return Message("That would be a bust. But an ace that counted 11 may count 1 again.")
        if given == before:
            return Message("That was the total before the card.")
        return _total_remark(given, hand)

    return Task(
        Message("You hold {before} and draw one card. What is the hand now?", before=_TOTAL.shown(before)),
        by_value(_TOTAL, after, remark),
        (
            Message("Add the card with the ace as 11. If that passes 21, take 10 away: the ace goes back to 1."),
            Message("Add up all three with the ace as 1. Only if the sum is 11 or less may the ace count 11."),
        ),
        _total_solution(hand),
        (Laid(Message(_YOURS), hand[:2]), Laid(Message("The card you draw"), hand[2:])),
    )


# who wins

RESULTS: dict[str, str] = {"win": "win", "push": "push", "lose": "lose", "bust": "lose"}
"""The result of a hand in the game to the answer that is asked for."""

_WINNER = Choice(
    {"win": Message("You win"), "push": Message("Push: nobody wins"), "lose": Message("You lose")},
    {"tie": "push", "draw": "push", "loss": "lose"},
)


def _played(random: Random) -> Round:
    """A round without naturals, played to its end by drawing up to some total."""
    rules = load(DOCUMENT).rules()
    while True:
        order = fresh_cards(rules.decks)
        random.shuffle(order)
        round_ = Round(rules, OrderedShoe(order[:40]), stakes=[10], bankrolls=[100])
        if is_natural(round_.dealer.cards) or is_natural(round_.seats[0].hands[0].cards):
            continue
        goal = random.randint(14, 18)
        while round_.question is not None:
            round_.do(Action.HIT if round_.hand.total < goal else Action.STAND)
        return round_


def _who_wins(random: Random) -> Task[str]:
    wanted = random.choice(("win", "push", "lose", "bust", "dealer bust"))
    while True:
        round_ = _played(random)
        hand, dealer = round_.seats[0].hands[0], round_.dealer
        if wanted == ("dealer bust" if dealer.bust and not hand.bust else hand.result):
            break
    right = RESULTS[str(hand.result)]

    def remark(_given: str) -> Message | None:
        if hand.bust:
            return Message("First look whether your own hand has passed 21.")
        if dealer.bust:
            return Message("Look at the dealer's total: has it passed 21?")
        return None

    return Task(
        Message("All cards are drawn. How does the round end for you?"),
        by_value(_WINNER, right, remark),
        (
            Message("Add up both hands. Who has passed 21? If nobody has, who is nearer to it?"),
            Message(
                "Your bust loses at once, whatever the dealer has. Else a dealer who busts pays you; else the higher total wins."
            ),
        ),
        Message(
            "You have {yours}, the dealer has {theirs}. {answer}.",
            yours=hand.total,
            theirs=dealer.total,
            answer=_WINNER.shown(right),
        ),
        (Laid(Message(_YOURS), tuple(hand.cards)), Laid(Message("Dealer"), tuple(dealer.cards))),
    )


# how many cards bust it


def _bust_cards(random: Random) -> Task[Fraction]:
    soft = random.random() < 0.25
    while True:
        ranks = [random.choice(RANKS) for _ in range(random.choice((2, 2, 3)))]
        total = total_of([card(rank) for rank in ranks])
        if total.soft is soft and (13 <= total.total <= 19):
            break
    hand = _hand(random, ranks)
    busting = [rank for rank in RANKS if total_of((*hand, card(rank))).total > 21]
    room = 21 - total.total
    values = len({card(rank).value for rank in busting})

    def remark(given: Fraction) -> Message | None:
        if soft:
            return Message("An ace counts 11 in this hand. What can it do when the next card is high?")
        if given == values:
            return Message("Ten, jack, queen and king are four ranks, though they count the same.")
        if given == len(RANKS) - len(busting):
            return Message("That is how many do not bust it.")
        return None

    return Task(
        Message("You draw one more card to this hand. Of the thirteen ranks, how many would make it a bust?"),
        by_value(Number(), Fraction(len(busting)), remark),
        (
            Message("How much may the next card count at most, so that the hand does not pass 21? An ace may always count 1."),
            Message("Go through the thirteen ranks from ace to king and put a mark at each that passes 21."),
        ),
        Message("The hand is {total}, and no card can bust it: the ace may count 1 again.", total=_TOTAL.shown(total))
        if soft
        else Message(
            "The hand is {total}: {room} more still fit. The ranks that bust it are {ranks}: {count} of thirteen.",
            total=_TOTAL.shown(total),
            room=room,
            ranks=busting,
            count=len(busting),
        ),
        (Laid(Message(_YOURS), hand),),
    )


# the rule as a function


def _cases(random: Random) -> list[Case[Total]]:
    """Hands of every sort, those of chance too, the shortest first."""
    fixed = ["5 9", "10 10", "K Q", "A 6", "A K", "A A", "A 6 K", "10 6 10", "A A 9", "A A 10", "A A A A 7"]
    hands = [hand.split() for hand in fixed]
    hands += [[random.choice(RANKS) for _ in range(random.randint(2, 6))] for _ in range(40)]
    for hand in hands:
        random.shuffle(hand)
    return [_case(hand) for hand in sorted(hands, key=len)]


def _case(ranks: list[str]) -> Case[Total]:
    hand = [card(rank) for rank in ranks]
    right, aces = total_of(hand), ranks.count("A")
    if not aces and len(set(ranks) & {"J", "Q", "K"}):
        about = Message("think of what jack, queen and king count")
    elif not aces:
        about = Message("there is no ace in this hand")
    elif right.soft and aces == 1:
        about = Message("think of what the ace may count here")
    elif right.soft:
        about = Message("there are several aces, and only one of them may count 11")
    else:
        about = Message("think of what the ace must count here")
    return Case(tuple(ranks), right, about)


def _total_function(random: Random) -> Task[Any]:
    return Task(
        Message(
            "Write a function total(cards) that takes a list of ranks such as ['A', '6'] and gives the total and whether it is "
            "soft, such as (15, True)."
        ),
        by_cases(_TOTAL, _cases(random)),
        (
            Message("Take three steps: add up with every ace as 1; see whether there is an ace; see whether 10 more fit."),
            Message("One loop for the sum is enough: after it, one question decides about the ace."),
        ),
        Message(
            "One way: add up with every ace as 1, and a jack, a queen and a king as 10; if there is an ace and the sum is 11 or "
            "less, give the sum plus 10 and True; else give the sum and False."
        ),
    )


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("01.hard-total", Message("Add up a hand"), Number(), _hard_total),
    Exercise("01.soft-total", Message("Soft or hard?"), _TOTAL, _soft_total),
    Exercise("01.draw", Message("One more card"), _TOTAL, _draw),
    Exercise("01.who-wins", Message("Who wins?"), _WINNER, _who_wins),
    Exercise("01.bust-cards", Message("How many cards bust it?"), Number(), _bust_cards),
    Exercise("01.total-function", Message("Write the rule"), Function("total(cards)"), _total_function),
)
"""In the order of the lesson."""
