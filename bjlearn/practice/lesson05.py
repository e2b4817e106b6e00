"""The exercises of lesson 05: double."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from bjlearn.cards import RANKS, CardError, card, cards, total_of
from bjlearn.practice.answers import Choice, HandTotal, Number, actions
from bjlearn.practice.exercises import Exercise, Task, by_value
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
    laid_round,
    played,
    ranks_of,
    rounded,
    rules_of,
    suited,
    told,
)
from bjlearn.rules import Action, DoubleCards, DoubleOn
from bjlearn.text import Message

CLEAR = 0.02
"""A decision is asked about only where the better action is worth at least so much more, per chip staked."""

_TOTAL = HandTotal()


def _pair_of(random: Random, totals: tuple[int, ...]) -> list[str]:
    """Two different number cards with one of these totals."""
    total = random.choice(totals)
    low = random.choice([value for value in range(2, total - 1) if 2 <= total - value <= 9 and value != total - value])
    return [str(low), str(total - low)]


# who may double

_MAY = Choice({"yes": Message("Yes, I may double"), "no": Message("No, I may not")})


def _may(random: Random) -> Task[str]:
    name = random.choice(DOCUMENTS)
    sort = random.random()
    if sort < 0.3:
        ranks = _pair_of(random, (9, 10, 11))
    elif sort < 0.5:
        ranks = ["A", random.choice("2345678")]
    elif sort < 0.8:
        ranks = random.choice(["2 3 5", "4 2 3", "3 2 6", "5 2 4", "2 2 5"]).split()
    else:
        ranks = [random.choice(["10", "K", "8", "7"]), random.choice("3456")]
    hand, up = suited(random, ranks), card(random.choice("23456789") + random.choice("shdc"))
    rules = rules_of(name)
    round_ = played(rules, hand[:2], (up, card("10")), (*hand[2:], *cards("2 3 4 5 6")), ["hit"] * (len(hand) - 2))
    why = round_.why_not(Action.DOUBLE)
    right = "yes" if why is None else "no"

    def remark(given: str) -> Message | None:
        if given == "no":
            return Message("Nothing in this document speaks against it.")
        if rules.double_on is DoubleOn.NONE:
            return Message("Look whether this document speaks of doubling at all.")
        if len(hand) > 2 and rules.double_cards is DoubleCards.TWO:
            return Message("Count the cards of the hand. When does this document let you double?")
        return Message("Look which totals this document names.")

    return Task(
        Message("By the rules of {document}, in its usual reading: may you double this hand?", document=document_name(name)),
        by_value(_MAY, right, remark),
        (
            Message("Three questions: does the document know doubling? With how many cards? On which totals?"),
            Message("The table of this lesson has a line for each document. Which of its hands is of the same kind as this one?"),
        ),
        Message("You may double this hand here.") if why is None else Message("You may not. {why}", why=why.message),
        (laid(YOURS, hand), laid(DEALER, [up])),
    )


# what a doubled hand wins


def _result(random: Random) -> Task[Fraction]:
    rules, stake = rules_of("it-training"), random.choice((5, 8, 10, 12, 15, 20, 25, 40))
    while True:
        hand, dealer = suited(random, _pair_of(random, (9, 10, 11))), suited(random, ranks_of(random, 2))
        try:
            round_ = played(rules, hand, dealer, suited(random, ranks_of(random, 6)), ["double"], stake=stake)
        except CardError:
            continue
        if len(round_.dealer.cards) > 2 or total_of(dealer).total < 21:
            break
    net = Fraction(round_.net)

    def remark(given: Fraction) -> Message | None:
        if given == -net and net:
            return Message(LOSS)
        if abs(given) == stake and net:
            return Message("How many chips lie on the hand once it is doubled?")
        return None

    return Task(
        Message(
            "You staked {stake} chips on your first two cards and doubled; the third card is what you drew. How many chips "
            "does the round win you? Write a loss with a minus.",
            stake=stake,
        ),
        by_value(Number(), net, remark),
        (
            Message("Who wins? And how many chips did you put on this hand altogether?"),
            Message("A doubled hand wins or loses twice the first stake; a push is a push."),
        ),
        Message("On the hand lie {all} chips, and the round wins {net}.", all=2 * stake, net=net),
        laid_round(round_),
    )


# one card and no more


def _one_card(random: Random) -> Task[Fraction]:
    hand, goal = suited(random, _pair_of(random, (7, 8, 9, 10, 11))), random.choice((17, 18, 19, 20))
    reaching = [rank for rank in RANKS if total_of((*hand, card(rank))).total >= goal]
    low = sum(held.value for held in hand)
    values = len({card(rank).value for rank in reaching})

    def remark(given: Fraction) -> Message | None:
        if given == values and values != len(reaching):
            return Message("Ten, jack, queen and king are four ranks, though they count the same.")
        if given == len(RANKS) - len(reaching):
            return Message("That is with how many it stays below.")
        if given == len([rank for rank in RANKS if low + card(rank).value >= goal]):
            return Message("Think of the ace once more: what may it count in this hand?")
        return None

    return Task(
        Message(
            "You double this hand and draw exactly one card. With how many of the thirteen ranks is the total then {goal} or "
            "more?",
            goal=goal,
        ),
        by_value(Number(), Fraction(len(reaching)), remark),
        (
            Message("How much must the card count at least? Go through the ranks from ace to king."),
            Message("An ace counts 11 if that fits and 1 if not. Ten-valued cards are four ranks."),
        ),
        Message("They are {ranks}: {count} of thirteen.", ranks=reaching, count=len(reaching))
        if reaching
        else Message("No rank is enough: the count is {count}.", count=0),
        (laid(YOURS, hand),),
    )


# by hand


def _by_hand(random: Random) -> Task[Fraction]:
    rules = rules_of("it-training")
    while True:
        hand, dealer = suited(random, _pair_of(random, (8, 9, 10, 11))), suited(random, ranks_of(random, 2))
        left = suited(random, ranks_of(random, random.choice((5, 6))))
        if not 17 <= total_of(dealer).total <= 20:
            continue
        nets = [Fraction(played(rules, hand, dealer, [one], ["double"], stake=1).net) for one in left]
        right = sum(nets, Fraction(0)) / len(nets)
        if abs(right) not in (0, 2):
            break

    def remark(given: Fraction) -> Message | None:
        if abs(given - right / 2) <= NEAR:
            return Message("That would be right for one chip on the hand. How many are on it?")
        if abs(given + right) <= NEAR:
            return Message(SIGN)
        return None

    return Task(
        Message(
            "The dealer's cards are open and the dealer is done. You staked 1 chip and double; the card you draw is one of the "
            "{count} that are left. What is the expected value, in chips?",
            count=len(left),
        ),
        by_value(Number(NEAR), right, remark),
        (
            Message(
                "Write under each card how the round then ends. What does a win bring on a doubled hand, what does a loss take?"
            ),
            Message("Each win is +2, each loss -2, each push 0. Add up and divide by how many cards there are."),
        ),
        Message("The results are {nets}, their mean is {right}.", nets=nets, right=told(right)),
        (laid(YOURS, hand), laid(DEALER, dealer), laid(LEFT, left)),
    )


# hit or double

_HIT_OR_DOUBLE = actions(Action.HIT, Action.DOUBLE)


def _action(random: Random) -> Task[str]:
    while True:
        name = random.choice(("it-casino", "ro-online", "it-training"))
        soft = name != "it-casino" and random.random() < 0.3
        hand = suited(random, ["A", random.choice("23456")] if soft else _pair_of(random, (8, 9, 10, 11)))
        up = suited(random, [random.choice(RANKS)])
        worth = figures(name, hand, up[0])
        if "double" in worth and abs(worth["hit"] - worth["double"]) >= CLEAR:
            break
    right = "hit" if worth["hit"] > worth["double"] else "double"
    if right == "double":
        remark = Message("You are ahead here, and one good card is often enough. What would a second chip on this hand bring?")
    elif worth["hit"] < 0:
        remark = Message("Twice the chips on a hand that loses on average?")
    else:
        remark = Message("You are ahead, but after doubling you may not draw again. How strong is the dealer?")
    return Task(
        Message("By the rules of {document}: hit or double?", document=document_name(name)),
        by_value(_HIT_OR_DOUBLE, right, lambda _: remark),
        (
            Message("How weak is the dealer, and how good will one card make your hand?"),
            Message(
                "Ten and eleven beat most dealers; nine and the soft hands only the weak ones. And may the dealer still have a "
                "natural?"
            ),
        ),
        Message(
            "With {total}, to hit is worth {hit} per chip and to double {double}. {answer}.",
            total=_TOTAL.shown(total_of(hand)),
            hit=rounded(worth["hit"]),
            double=rounded(worth["double"]),
            answer=_HIT_OR_DOUBLE.options[right],
        ),
        (laid(YOURS, hand), laid(DEALER, up)),
    )


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("05.one-card", Message("Exactly one card"), Number(), _one_card),
    Exercise("05.by-hand", Message("To double, by hand"), Number(NEAR), _by_hand),
    Exercise("05.result", Message("What a doubled hand wins"), Number(), _result),
    Exercise("05.action", Message("Hit or double?"), _HIT_OR_DOUBLE, _action),
    Exercise("05.may", Message("May you double?"), _MAY, _may),
)
"""In the order of the lesson."""
