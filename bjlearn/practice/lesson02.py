"""The exercises of lesson 02: a round from stake to settlement."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from bjlearn.cards import Total, cards, fresh_cards, total_of
from bjlearn.game import Answer, Round
from bjlearn.practice.answers import Choice, HandTotal, Number
from bjlearn.practice.exercises import Exercise, Task, by_value, card_sign
from bjlearn.practice.rounds import (
    DEALER,
    DOCUMENTS,
    LOSS,
    YOURS,
    by_chance,
    document_name,
    laid,
    laid_round,
    played,
    ranks_of,
    rules_of,
    suited,
)
from bjlearn.text import N_, Message

_TOTAL = HandTotal()


# whose cards are whose


def _deal(random: Random) -> Task[Total]:
    players = random.choice((2, 3))
    place = random.randint(1, players)
    order = tuple(random.sample(fresh_cards(1), 2 * players + 2))
    mine = (order[place - 1], order[players + place])
    in_a_row = total_of(order[2 * place - 2 : 2 * place])
    no_dealer = total_of((order[place - 1], order[players + place - 1]))
    right = total_of(mine)

    def remark(given: Total) -> Message | None:
        if given == in_a_row:
            return Message("You took two cards in a row. The second card comes only when everybody has the first.")
        if given == no_dealer:
            return Message("It looks as if you forgot the dealer, who takes a card in each turn too.")
        return None

    return Task(
        Message(
            "{players} players sit at the table; you are number {place}. The cards leave the shoe in this order, from left to "
            "right. What is your total after the deal, and is it soft or hard?",
            players=players,
            place=place,
        ),
        by_value(_TOTAL, right, remark),
        (
            Message("Each player gets one card in turn, then the dealer gets one. Then the same once more."),
            Message("Write under each card who gets it: player 1, player 2, …, dealer; then from player 1 on again."),
        ),
        Message("Your two cards are {cards}: {total}.", cards=[card_sign(held) for held in mine], total=_TOTAL.shown(right)),
        (laid(N_("From the shoe, in order"), order),),
    )


# what a natural is worth

_NATURAL_ENDINGS = {
    "natural": N_("A natural beats everything but another natural, and is paid 3 chips for every 2 staked: {net} chips."),
    "win": N_("The higher total wins as much as was staked: {net} chips."),
    "push": N_("Equal hands: nobody wins, {net} chips."),
    "lose": N_("The dealer's natural beats every other hand, a 21 of three cards too: {net} chips."),
}


def _natural(random: Random) -> Task[Fraction]:
    stake = random.choice([10, 14, 15, 16, 22, 24, 25, 30, 36, 40, 45])
    ten, other = random.choice(["10", "J", "Q", "K"]), random.choice(["10", "J", "Q", "K"])
    hand, dealer, then = random.choice(
        [
            (["A", ten], [other, "9"], []),
            ([ten, "A"], [other, "10"], []),
            (["A", ten], [other, "6"], ["5"]),  # the dealer makes 21 with three cards
            (["A", ten], [other, "A"], []),
            (["7", "6"], [other, "A"], ["8"]),
        ]
    )
    # no look before play, so that a hand of three cards can meet a dealer natural
    rules = rules_of("it-training")
    order = (suited(random, hand), suited(random, dealer), suited(random, then))
    decisions = ["hit", "stand"] if hand == ["7", "6"] else []
    round_ = played(rules, *order, decisions, stake=stake)
    net = Fraction(round_.net)

    def remark(given: Fraction) -> Message | None:
        if net < 0 and given == -net:
            return Message(LOSS)
        if net > 0 and given == net + stake:
            return Message("That is what comes back to you, your own stake among it. How much more is it than you staked?")
        if net > 0 and given == stake:
            return Message("That would be the price of an ordinary win. A natural is paid better.")
        return None

    ending = round_.seats[0].hands[0].result or "lose"
    return Task(
        Message(
            "By the rules of {document} you staked {stake} chips, and all cards are drawn. How many chips does the round win "
            "you? Write a loss with a minus.",
            document=document_name("it-training"),
            stake=stake,
        ),
        by_value(Number(), net, remark),
        (
            Message("Who has a natural: an ace and a ten-valued card, and no third card?"),
            Message(
                "One natural alone beats everything else. Yours is paid 3:2: half the stake more than the stake. The dealer's "
                "takes the stake."
            ),
        ),
        Message(_NATURAL_ENDINGS[ending], net=net),
        laid_round(round_),
    )


# chips after the round


def _bankroll(random: Random) -> Task[Fraction]:
    before, stake = random.randrange(60, 400, 10), random.choice([4, 6, 8, 10, 12, 20, 25, 40])
    rules = rules_of("it-training")
    first = suited(random, ["A", *ranks_of(random, 1), random.choice("JQK")]) if random.random() < 0.2 else ()
    round_ = by_chance(random, rules, [stake], bankroll=before, first=first)
    net, after = Fraction(round_.net), Fraction(round_.bankrolls[0])

    def remark(given: Fraction) -> Message | None:
        if given == before - stake and net >= 0:
            return Message("That is what you had while the stake lay on the table. Something comes back.")
        if given == after + stake and net > 0:
            return Message("You counted your own stake twice: it was among your chips before.")
        if given == after - stake and net < 0:
            return Message("The stake is lost once, not twice.")
        return None

    return Task(
        Message(
            "Before the round you have {before} chips. You stake {stake} of them on one hand, by the rules of {document}. This "
            "is how the round ends. How many chips do you have now?",
            before=before,
            stake=stake,
            document=document_name("it-training"),
        ),
        by_value(Number(), after, remark),
        (
            Message("First say who wins, by lesson 1. Is one of the hands a natural?"),
            Message(
                "A win adds the stake, a natural one and a half times the stake, a push nothing; a loss takes the stake away."
            ),
        ),
        Message("The round is worth {net} chips to you: {before} before, {after} after.", net=net, before=before, after=after),
        laid_round(round_),
    )


# a push

_TIES = [("10 8", "9 9"), ("K 9", "10 9"), ("Q J", "K 10"), ("9 8", "10 7"), ("A 9", "J Q"), ("A 7", "10 8"), ("A 6", "K 7")]


def _push(random: Random) -> Task[Fraction]:
    name = random.choice(("it-banco", "it-banco", "it-casino", "ro-online", "it-training"))
    before, stake = random.randrange(50, 400, 10), random.choice([5, 10, 15, 20, 25, 30])
    mine, theirs = random.choice(_TIES)
    hand, dealer = suited(random, mine.split()), suited(random, theirs.split())
    round_ = played(rules_of(name), hand, dealer, (), ["stand"], stake=stake, bankroll=before)
    after = Fraction(round_.bankrolls[0])
    stays = after != before

    def remark(given: Fraction) -> Message | None:
        if stays and given == before:
            return Message("In most games it would be so. This document does something else with the stake of a push.")
        if not stays and given == before - stake:
            return Message("In one of the four documents it would be so, but not in this one.")
        return None

    return Task(
        Message(
            "By the rules of {document} you have {before} chips, stake {stake} of them, and stand. How many chips are in your "
            "own hands after the settlement, those on the table not counted?",
            document=document_name(name),
            before=before,
            stake=stake,
        ),
        by_value(Number(), after, remark),
        (
            Message("Compare the totals: how does the round end? Then look up what this document does with such a stake."),
            Message("A push gives the stake back, or leaves it on the table for the next round. Which document does the second?"),
        ),
        Message(
            "A push. In {document} the stake stays on the table for the next round: {after} chips are in your hands.",
            document=document_name(name),
            after=after,
        )
        if stays
        else Message("A push. The stake comes back: {after} chips are in your hands.", after=after),
        laid_round(round_),
    )


# several hands


def _three_hands(random: Random) -> Task[Fraction]:
    stakes = random.sample([5, 10, 15, 20, 25, 30, 40], 3)
    rules = rules_of("ro-online")
    while True:
        round_ = by_chance(random, rules, stakes)
        results = {hand.result for seat in round_.seats for hand in seat.hands}
        if len(results) > 1:
            break
    hands = [seat.hands[0] for seat in round_.seats]
    nets = [Fraction(hand.net or 0) for hand in hands]
    right = sum(nets, Fraction(0))

    def remark(given: Fraction) -> Message | None:
        if given == -right and right:
            return Message(LOSS)
        if given == nets[0]:
            return Message("That is the first hand alone. Each hand is settled, and all of them are yours.")
        return None

    return Task(
        Message(
            "By the rules of {document} you play three hands at once, with stakes of {one}, {two} and {three} chips. How many "
            "chips does the whole round win you? Write a loss with a minus.",
            document=document_name("ro-online"),
            one=stakes[0],
            two=stakes[1],
            three=stakes[2],
        ),
        by_value(Number(), right, remark),
        (
            Message("Settle each hand by itself against the same dealer, then add up."),
            Message("Write a plus or a minus and the stake beside each hand, nothing beside a push, and mind a natural."),
        ),
        Message("Hand by hand: {nets}. Together {net} chips.", nets=nets, net=right),
        (
            *(laid(Message("Hand {n}", n=number), hand) for number, hand in enumerate(hands, 1)),
            laid(DEALER, round_.dealer),
        ),
    )


# over before it began

_OVER = Choice({"over": Message("It is over"), "play": Message("I play my hand")})


def _over(random: Random) -> Task[str]:
    name = random.choice(DOCUMENTS)
    ten = random.choice(["10", "J", "Q", "K"])
    dealer = random.choice([["A", ten], [ten, "A"], ["A", ten], [ten, "A"], ["A", str(random.randint(2, 9))], [ten, "9"]])
    mine = [str(random.randint(2, 10)), str(random.randint(2, 10))] if random.random() < 0.8 else ["A", ten]
    hand, theirs = suited(random, mine), suited(random, dealer)
    round_ = played(rules_of(name), hand, theirs, cards("2 3 4 5 6 7"))
    if round_.question is not None and round_.question.kind == "insurance":
        round_.do(Answer.NO_INSURANCE)
    right = "over" if round_.over else "play"
    natural = total_of(theirs).total == 21

    def remark(given: str) -> Message | None:
        if given == "over" and natural:
            return Message("The dealer has a natural, but nobody knows it yet if the dealer does not look.")
        if given == "over":
            return Message("Nobody has a natural. What could end the round?")
        return None

    return Task(
        Message(
            "By the rules of {document}. The dealer's second card lies face down; you see it here only to think it through. "
            "Insurance, where it is offered, is declined. Is the round over now, or do you play your hand?",
            document=document_name(name),
        ),
        by_value(_OVER, right, remark),
        (
            Message("Look for naturals, yours and the dealer's. Then ask who may know of them."),
            Message(
                "Your own natural leaves nothing to decide. The dealer's ends the round only where this document lets the "
                "dealer look under this upcard: the table of this part of the lesson says where."
            ),
        ),
        _over_solution(round_, natural=natural),
        (laid(YOURS, hand), laid(N_("Dealer, the second card face down"), theirs)),
    )


def _over_solution(round_: Round, *, natural: bool) -> Message:
    if not round_.over:
        if natural:
            return Message(
                "By this document the dealer does not look here: you play your hand, and the natural shows at the end."
            )
        return Message("Nobody has a natural: you play your hand.")
    if round_.seats[0].hands[0].natural:
        return Message("Your natural leaves nothing to decide: the round is over.")
    return Message("The dealer looks, has a natural, and the round is over.")


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("02.deal", Message("Whose cards are whose?"), _TOTAL, _deal),
    Exercise("02.natural", Message("What a natural is worth"), Number(), _natural),
    Exercise("02.over", Message("Over before it began?"), _OVER, _over),
    Exercise("02.bankroll", Message("Count your chips"), Number(), _bankroll),
    Exercise("02.push", Message("Where does the stake of a push go?"), Number(), _push),
    Exercise("02.three-hands", Message("Three hands at once"), Number(), _three_hands),
)
"""In the order of the lesson."""
