"""The exercises of lesson 03: the dealer has no choice."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

from bjlearn.cards import RANKS, Card, CardError, card, total_of
from bjlearn.practice.answers import Choice, Function, HandTotal, Number
from bjlearn.practice.exercises import Case, Exercise, Task, by_cases, by_value, card_sign
from bjlearn.practice.rounds import DEALER, LEFT, NEAR, dealer_finals, laid, played, ranks_of, rules_of, suited, told
from bjlearn.rules import Rules
from bjlearn.text import N_, Message

_TOTAL = HandTotal()
_RULES = {
    False: N_("This dealer draws up to 16 and stands on every 17."),
    True: N_("This dealer draws up to 16, and on a soft 17 too."),
}


def _rules(*, hits: bool) -> Rules:
    return rules_of("it-training").replace(hits_soft_17=hits)


# to draw or not

_DRAWS = Choice({"draw": Message("The dealer draws"), "stand": Message("The dealer stands")})


def _draws_on(rules: Rules, held: tuple[Card, ...]) -> bool:
    """Whether a dealer who has come to these cards draws another."""
    round_ = played(rules, "10 9", held[:2], (*held[2:], *map(card, "23452345")), ["stand"])
    return len(round_.dealer.cards) > len(held)


def _draws(random: Random) -> Task[str]:
    hits = random.random() < 0.5
    rules = _rules(hits=hits)
    if random.random() < 0.5:
        ranks = random.choice(["A 6", "6 A", "A 2 4", "3 A 3", "2 4 A", "A 5 A", "A 7", "2 A 5", "A A 5"]).split()
    else:
        ranks = ranks_of(random, 2)
        while total_of(map(card, ranks)).total < 17 and random.random() < 0.7:
            ranks.append(random.choice(RANKS))
    held = suited(random, ranks)
    total = total_of(held)
    right = "draw" if _draws_on(rules, held) else "stand"
    soft_17 = total.soft and total.total == 17

    if soft_17 and hits:
        remark = Message("This dealer does not treat every 17 alike. What sort of 17 is it?")
    elif soft_17:
        remark = Message("Whether the 17 is soft does not matter to this dealer.")
    else:
        remark = Message("What you would do with this hand does not matter: the dealer follows the rule.")
    return Task(
        Message("{rule} What happens with this hand?", rule=Message(_RULES[hits])),
        by_value(_DRAWS, right, lambda _: remark),
        (
            Message("Find the total first, and whether it is soft."),
            Message(
                "Below 17 the dealer always draws, above 17 never. At 17 itself look whether an ace counts 11, and read the rule."
            ),
        ),
        Message("The hand is {total}. {answer}.", total=_TOTAL.shown(total), answer=_DRAWS.options[right]),
        (laid(DEALER, held),),
    )


# with which total it ends


def _final(random: Random) -> Task[Fraction]:
    rules = rules_of("it-training")
    while True:
        first = suited(random, ranks_of(random, 2))
        shoe = suited(random, ranks_of(random, 5))
        if not 4 <= total_of(first).total <= 15:
            continue
        try:
            dealer = played(rules, "10 9", first, shoe, ["stand"]).dealer
        except CardError:
            continue
        if 1 <= len(dealer.cards) - 2 <= 4:
            break
    right = dealer.total
    drawn = dealer.cards[2:]
    one_more = total_of((*dealer.cards, shoe[len(drawn)])).total if len(drawn) < len(shoe) else 0
    one_less = total_of(dealer.cards[:-1]).total

    def remark(given: Fraction) -> Message | None:
        if given == one_more and given != right:
            return Message("That is one card too many: a dealer who has reached 17 stops.")
        if given == one_less:
            return Message("With that total the dealer must draw on.")
        if given == sum(held.value for held in dealer.cards):
            return Message("You counted every ace as 1. In this hand one may count 11, which ends the drawing earlier.")
        return None

    return Task(
        Message(
            "{rule} The shoe holds more cards than are needed, in this order. What is the dealer's total at the end?",
            rule=Message(_RULES[False]),
        ),
        by_value(Number(), Fraction(right), remark),
        (
            Message("Go on card by card, and say the total aloud after each. Stop as soon as the rule says so."),
            Message("Watch the ace: as long as 11 fits it counts 11, and the total may reach 17 sooner than you think."),
        ),
        Message("The dealer draws {cards} and ends with {total}.", cards=[card_sign(held) for held in drawn], total=dealer.total),
        (laid(DEALER, first), laid(N_("From the shoe, in order"), shoe)),
    )


# what lies face down


def _hole(random: Random) -> Task[Fraction]:
    hits = random.random() < 0.5
    rules = _rules(hits=hits)
    up = suited(random, ranks_of(random, 1))[0]
    standing = [rank for rank in RANKS if not _draws_on(rules, (up, card(rank)))]
    values = len({card(rank).value for rank in standing})

    def remark(given: Fraction) -> Message | None:
        if given == values and values != len(standing):
            return Message("Ten, jack, queen and king are four ranks, though they count the same.")
        if given == len(RANKS) - len(standing):
            return Message("That is how many make the dealer draw.")
        return None

    return Task(
        Message(
            "{rule} One card is open, the other may be any of the thirteen ranks. With how many of them does the dealer stand "
            "at once, without drawing?",
            rule=Message(_RULES[hits]),
        ),
        by_value(Number(), Fraction(len(standing)), remark),
        (
            Message("Go through the ranks from ace to king: what would the two cards be together?"),
            Message(
                "Count those that make 17 or more. An ace counts 11 here wherever that fits; look at the rule for a soft 17."
            ),
        ),
        Message("They are {ranks}: {count} of thirteen.", ranks=standing, count=len(standing))
        if standing
        else Message("With none: the two cards can never make 17, so this dealer draws always. The count is {count}.", count=0),
        (laid(N_("Dealer's open card"), [up]),),
    )


# a bust in a small shoe


def _bust(random: Random) -> Task[Fraction]:
    rules = rules_of("it-training")
    while True:
        first = suited(random, [random.choice(["10", "J", "Q", "K", "9", "8"]), random.choice("23456")])
        left = suited(random, [random.choice(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "K"]) for _ in range(4)])
        total = total_of(first).total
        if not 12 <= total <= 16:
            continue
        try:
            finals = dealer_finals(rules, first, left)
        except CardError:
            continue
        right = sum((chance for end, chance in finals.items() if end > 21), Fraction(0))
        at_once = Fraction(sum(total + held.value > 21 for held in left), len(left))
        if 0 < right < 1 and right != at_once:
            break

    def remark(given: Fraction) -> Message | None:
        if abs(given - at_once) <= NEAR:
            return Message("That is the chance to bust with the next card. Some cards make the dealer draw once more.")
        if abs(given - (1 - right)) <= NEAR:
            return Message("That is the chance not to bust.")
        return None

    return Task(
        Message(
            "{rule} Only these {count} cards are left in the shoe, and each is as likely to come next as any other. What is the "
            "chance that the dealer busts?",
            rule=Message(_RULES[False]),
            count=len(left),
        ),
        by_value(Number(NEAR), right, remark),
        (
            Message("Take the cards one by one as the next card. Which bust the dealer, which end the drawing, which go on?"),
            Message(
                "For each card that goes on, look at the cards that are then left. The chance along a way is a product; ways "
                "are added."
            ),
        ),
        Message(
            "By the next card ({cards}) the dealer busts with a chance of {chances}. The mean of these is {chance}.",
            cards=[card_sign(held) for held in left],
            chances=[told(_bust_after(rules, first, left, place)) for place in range(len(left))],
            chance=told(right),
        ),
        (laid(DEALER, first), laid(LEFT, left)),
    )


def _bust_after(rules: Rules, first: tuple[Card, ...], left: tuple[Card, ...], place: int) -> Fraction:
    """The chance to bust once one of the cards left has come."""
    orders = list(permutations((*left[:place], *left[place + 1 :])))
    busts = sum(played(rules, "10 9", first, (left[place], *order), ["stand"]).dealer.bust for order in orders)
    return Fraction(busts, len(orders))


# which upcard is weaker

_WEAKER = Choice({"first": Message("The first"), "second": Message("The second")})


@cache
def bust_chances() -> dict[int, float]:
    """The dealer's chance to bust by the value of the upcard, by it-training on a fresh shoe."""
    from bjlearn.exact import analyze  # late: numbers for this exercise alone

    analysis = analyze(rules_of("it-training"))
    return {up: analysis.dealer(up)["bust"] for up in range(1, 11)}


def _weaker(random: Random) -> Task[str]:
    chances = bust_chances()
    one, other = suited(random, random.sample(RANKS[:10], 2))
    first, second = chances[one.value], chances[other.value]
    right = "first" if first > second else "second"
    if 1 in (one.value, other.value):
        remark = Message("An ace is the dealer's best card: it can count 1 when the hand gets too high.")
    elif max(one.value, other.value) <= 6:
        remark = Message("From both the dealer must draw. From which is the total then more often in the dangerous range?")
    elif min(one.value, other.value) >= 7:
        remark = Message("Both often make a hand at once. Which leaves fewer cards that force another draw?")
    else:
        remark = Message("Think of the most frequent hole card, a ten. What does it make with each of the two?")
    return Task(
        Message("Two dealers, each with one card open. Which of them busts more often?"),
        by_value(_WEAKER, right, lambda _: remark),
        (
            Message("With 7 or more and a ten below it, the dealer is done. With less, the dealer must draw to a stiff hand."),
            Message("Look at the bars above: how does the chance to bust go from 2 to 6, and what happens from 7 on?"),
        ),
        Message(
            "The first busts in {first} % of the rounds, the second in {second} %.",
            first=f"{first:.1%}"[:-1],
            second=f"{second:.1%}"[:-1],
        ),
        (laid(N_("First dealer"), [one]), laid(N_("Second dealer"), [other])),
    )


# the rule as a function


def _cases(random: Random) -> list[Case[Fraction]]:
    rules = rules_of("it-training")
    fixed = ["10 7", "10 6 5", "A 6", "A 8 10", "9 3 2 3 K", "A 2 3 A 10", "2 2 A A A Q", "5 5 A 9", "K 2 A 4 8", "K Q", "6 5 J"]
    orders = [order.split() for order in fixed]
    found = []
    while len(orders) < 30:
        orders.append(ranks_of(random, random.randint(4, 8)))
    for order in orders:
        held = tuple(card(rank) for rank in order)
        try:
            dealer = played(rules, "10 9", held[:2], held[2:], ["stand"]).dealer
        except CardError:
            continue  # the cards do not take this dealer to 17
        if len(dealer.cards) == 2:
            about = Message("this dealer need not draw at all")
        elif any(one.rank == "A" for one in dealer.cards):
            about = Message("think of what the ace counts, and of when the dealer must stop")
        else:
            about = Message("think of when the dealer must stop")
        found.append(Case(tuple(order), Fraction(dealer.total), about))
    return sorted(found, key=lambda case: len(case.argument))


def _function(random: Random) -> Task[Any]:
    return Task(
        Message(
            "Write a function dealer(cards) that takes a list of ranks such as ['10', '2', '9', '5'], the dealer's two cards "
            "and those that follow in the shoe, and gives the dealer's final total, here 21. The dealer stands on every 17."
        ),
        by_cases(Number(), _cases(random)),
        (
            Message("Begin with the first two cards. As long as the best total is below 17, take the next card."),
            Message("You have a function for the best total since lesson 1: use it in a while loop."),
        ),
        Message(
            "One way: hold the first two cards; while the best total of what is held is below 17, hold the next card too; give "
            "the total."
        ),
    )


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("03.draws", Message("Must the dealer draw?"), _DRAWS, _draws),
    Exercise("03.final", Message("Play the dealer"), Number(), _final),
    Exercise("03.hole", Message("The card face down"), Number(), _hole),
    Exercise("03.bust", Message("A bust by hand"), Number(NEAR), _bust),
    Exercise("03.weaker", Message("Which upcard is weaker?"), _WEAKER, _weaker),
    Exercise("03.dealer-function", Message("Write the dealer"), Function("dealer(cards)"), _function),
)
"""In the order of the lesson."""
