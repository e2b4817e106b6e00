"""Rounds for lessons and exercises: given cards and decisions played out by the game itself, and rounds of chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random

from bjlearn.cards import RANKS, Card, OrderedShoe, card, cards, fresh_cards
from bjlearn.documents import load
from bjlearn.game import Money, Round, decision
from bjlearn.game.hand import Hand
from bjlearn.practice.exercises import Laid
from bjlearn.rules import Action, Rules
from bjlearn.text import N_, Message

YOURS = N_("Your hand")
DEALER = N_("Dealer")
LEFT = N_("Left in the shoe, in any order")
SIGN = N_("The size is right. Do you win more often, or lose more often?")
LOSS = N_("Look at it from your side: what goes away from you has a minus.")

NEAR = Fraction(1, 200)
"""How far from an exact chance or expected value an answer may be, so that it may be rounded to two decimals."""

_NAMES: Mapping[str, str] = {
    "it-casino": N_("it-casino (casino house rules)"),
    "it-banco": N_("it-banco (against the bank)"),
    "ro-online": N_("ro-online (online game)"),
    "it-training": N_("it-training (training game)"),
}
DOCUMENTS: tuple[str, ...] = tuple(_NAMES)
"""The four documents, in the order in which lessons name them."""

CHIPS_BEHIND = 1000
"""A bankroll that covers whatever a round may ask for."""


def document_name(name: str) -> Message:
    """What a question calls a document: its id, and a few words."""
    return Message(_NAMES[name])


def rules_of(name: str, readings: Mapping[str, str] | None = None) -> Rules:
    """The rules of a document, by its default readings where nothing else is said."""
    return load(name).rules(readings)


def suited(random: Random, ranks: Iterable[str]) -> tuple[Card, ...]:
    """These ranks in suits of chance; the same card may come twice, as from a shoe of several packs."""
    return tuple(card(rank + random.choice("shdc")) for rank in ranks)


def ranks_of(random: Random, count: int) -> list[str]:
    """So many ranks, each as likely as any other."""
    return [random.choice(RANKS) for _ in range(count)]


def in_order(hand: Sequence[Card], dealer: Sequence[Card], then: Sequence[Card] = ()) -> tuple[Card, ...]:
    """One player's first two cards and the dealer's in the order in which they leave the shoe, then the others."""
    return (hand[0], dealer[0], hand[1], dealer[1], *then)


def played(
    rules: Rules,
    hand: str | Sequence[Card],
    dealer: str | Sequence[Card],
    then: str | Sequence[Card] = (),
    decisions: Iterable[str] = (),
    *,
    stake: int = 10,
    bankroll: Money = CHIPS_BEHIND,
) -> Round:
    """A round with given cards, as far as the decisions go.

    Args:
        rules: by which it is played.
        hand: the player's two cards.
        dealer: the dealer's two cards, the hole card second.
        then: the cards that follow.
        decisions: in words, such as ``"hit"`` or ``"no insurance"``.
        stake: chips on the hand.
        bankroll: chips before the stake is placed.

    Raises:
        BjlearnError: a card or decision that is none, one that is not legal, or cards that do not suffice.
    """
    mine, theirs, rest = (cards(part) if isinstance(part, str) else tuple(part) for part in (hand, dealer, then))
    round_ = Round(rules, OrderedShoe(in_order(mine, theirs, rest)), [stake], [bankroll])
    for text in decisions:
        round_.do(decision(text))
    return round_


def by_chance(
    random: Random, rules: Rules, stakes: Sequence[int], *, bankroll: Money = CHIPS_BEHIND, first: Sequence[Card] = ()
) -> Round:
    """A round played to its end: every hand draws up to a total of its own, 12 to 18; insurance is declined.

    Args:
        random: where cards and totals come from.
        rules: by which it is played.
        stakes: of each hand.
        bankroll: chips before the stakes are placed.
        first: cards that leave the shoe first; none by default.
    """
    rest = fresh_cards(rules.decks)
    random.shuffle(rest)
    round_ = Round(rules, OrderedShoe((*first, *rest)), stakes, [bankroll])
    goals = [random.randint(12, 18) for _ in stakes]
    while round_.question is not None:
        if round_.question.kind != "action":
            round_.do(decision("no insurance" if round_.question.kind == "insurance" else "no surrender"))
        else:
            round_.do(Action.HIT if round_.hand.total < goals[round_.question.seat] else Action.STAND)
    return round_


def laid(words: Message | str, held: Hand | Iterable[Card]) -> Laid:
    """Cards that a question shows, under their name."""
    label = words if isinstance(words, Message) else Message(words)
    return Laid(label, tuple(held.cards if isinstance(held, Hand) else held))


def laid_round(round_: Round) -> tuple[Laid, ...]:
    """A round of one hand, all cards shown."""
    return laid(YOURS, round_.seats[0].hands[0]), laid(DEALER, round_.dealer)


def dealer_finals(rules: Rules, dealer: Sequence[Card], left: Sequence[Card]) -> dict[int, Fraction]:
    """How a dealer ends who draws from a few cards in an order of chance: every order is played.

    Args:
        rules: by which the dealer draws.
        dealer: the dealer's two cards.
        left: the cards in the shoe, six at most; enough of them in any order.

    Returns:
        A final total to its chance; totals past 21 are busts.

    Raises:
        CardError: the cards do not suffice in some order.
    """
    counts: dict[int, int] = {}
    orders = list(permutations(left))
    for order in orders:
        total = played(rules, "10 9", dealer, order, ["stand"]).dealer.total
        counts[total] = counts.get(total, 0) + 1
    return {total: Fraction(count, len(orders)) for total, count in sorted(counts.items())}


def figures(name: str, hand: Sequence[Card], up: Card, readings: Mapping[str, str] | None = None) -> dict[str, float]:
    """What each legal action is worth per chip staked, by the rules of a document on a fresh shoe.

    Args:
        name: id of the document.
        hand: the player's cards.
        up: the dealer's upcard.
        readings: clause id to reading id, where not the default.
    """
    from bjlearn.exact import analyze  # late: the numbers take a moment, and only some exercises want them

    found = analyze(rules_of(name, readings)).figures([held.value for held in hand], up.value)
    return {action.value: value for action, value in found.actions.items() if value is not None}


def rounded(value: float, places: int = 3) -> Fraction:
    """A figure as it is told: rounded, and exact from then on."""
    return Fraction(round(value * 10**places), 10**places)


def told(value: Fraction) -> Fraction | Message:
    """A number as a solution tells it: with about what it is where it is no short decimal."""
    if 1000 % value.denominator == 0:
        return value
    return Message("{exact} (about {rounded})", exact=value, rounded=rounded(float(value)))
