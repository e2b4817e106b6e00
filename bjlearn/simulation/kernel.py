"""One round by the complete rules, compiled.

The same round as :mod:`bjlearn.game`'s: cards leave the shoe in the same order, and the same is paid. Tests hold the two together
shoe by shoe. There it is written to be read and asked; here it is written to be fast: tables in place of questions, whole numbers
in place of Fractions, and no branch that chance decides where a table can do.
"""

# mypy: disable-error-code="assignment,return-value,arg-type"
# compiled, a NumPy whole number and an int are the same

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bjlearn.simulation.compiled import inlined, part, spliced
from bjlearn.simulation.shuffle import Cards, chance, draw
from bjlearn.simulation.tables import (
    AFTER_SPLIT,
    CERTAIN,
    CONTEXTS,
    DEALER_BUST,
    DOUBLE,
    DRAWING,
    EARLY,
    ENDS,
    FIRST,
    LAST_SPLIT,
    LATER,
    LATER_SPLIT,
    MIXED,
    MOST_SEATS,
    NATURAL_CODE,
    NO_CARDS,
    NO_CHIPS,
    ONE_CARD,
    SPLIT,
    SPLIT_ACE,
    STAND,
    SURRENDER,
    SURRENDERED,
    Book,
    Game,
)

ENDLESS = 2**60
"""Chips of somebody who can always pay."""
MOST_HANDS = 4 * MOST_SEATS

# where in the scratch array what lies
NODE, OUT, INSURED, LAST, NET, STANDING = (MOST_SEATS * number for number in range(6))
WAITING = MOST_SEATS * 6
DEAL = WAITING + 4
END = DEAL + 2 * MOST_SEATS + 2
TIMES = END + MOST_HANDS
SCRATCH = TIMES + MOST_HANDS
"""Numbers of the scratch array. By seat: the node it was dealt, whether it gave up before the look, whether it is insured, the
number of its last hand + 1, units won, units of pushes that stay. Then split hands that wait, the cards of the deal in their
order, how each hand ended, and the stakes on it."""

DONE = -1
"""A context in which nothing is asked."""


@part
def choose_by_chance(book: Book, place: np.uint64, counter: np.uint64) -> tuple[int, np.uint64]:
    """What a player does who does not always do the same, and the next counter."""
    number, counter = chance(counter)
    row = np.int64(book.mixed[place]) * 5
    action = np.int64(STAND)
    while action < SURRENDER and number >= book.chances[row + action]:
        action += 1
    return action, counter


@inlined
def choose(book: Book, context: int, node: int, up: int, lacks: int, counter: np.uint64) -> tuple[int, np.uint64]:
    """What the player does, and the next counter."""
    place = np.uint64(((lacks * CONTEXTS + context) * len(book.total) + node) * 10 + up)
    action = np.int64(book.action[place])
    if action == MIXED:
        return choose_by_chance(book, place, counter)
    return action, counter


@inlined
def lacking(chips: int, cost: int, cards: int) -> int:
    """What a decision lacks: chips to double or split, or cards."""
    if cards == 0:
        return np.int64(NO_CARDS)
    if chips < cost:
        return np.int64(NO_CHIPS)
    return np.int64(ONE_CARD) if cards == 1 else np.int64(0)


@inlined
def split_context(game: Game, count: int, first: int) -> int:
    """How a hand from a split is asked: DONE where it is a split ace that can only stand."""
    if first == 0 and game.ace_one != 0:
        return np.int64(SPLIT_ACE) if count < game.most_hands else np.int64(DONE)
    return np.int64(AFTER_SPLIT) if count < game.most_hands else np.int64(LAST_SPLIT)


@part
def before_look(
    game: Game,
    book: Book,
    up: int,
    left: int,
    counter: np.uint64,
    chips: int,
    stakes: NDArray[np.int64],
    scratch: NDArray[np.int64],
) -> tuple[int, np.uint64]:
    """Ask each place for insurance under an ace, and whether it gives up early; the chips left then, and the next counter."""
    if up == 0 and game.insurance != 0:
        for seat in range(game.seats):
            wish = book.insures[seat]
            price = game.half * stakes[seat]
            if wish > 0 and chips >= price:
                number = np.int64(0)
                if wish < CERTAIN:
                    number, counter = chance(counter)
                if number < wish:
                    scratch[INSURED + seat] = 1
                    chips -= price
    if game.early != 0 and (game.look_ace if up == 0 else game.look_ten) != 0:
        for seat in range(game.seats):
            node = scratch[NODE + seat]
            if node != book.natural[seat]:
                lacks = lacking(chips, game.unit * stakes[seat], left)
                action, counter = choose(book, np.int64(EARLY), node, up, lacks, counter)
                if action == SURRENDER:
                    scratch[OUT + seat] = 1
                    chips += game.half * stakes[seat]
    return chips, counter


@spliced
def play_round(
    game: Game,
    book: Book,
    shoe: Cards,
    position: int,
    mixed: int,
    start: int,
    counter: np.uint64,
    chips: int,
    stakes: NDArray[np.int64],
    scratch: NDArray[np.int64],
) -> tuple[int, int, int, np.uint64, int]:
    """Deal one round, play it, and settle it.

    Args:
        game: the rules.
        book: the tables.
        shoe: the cards.
        position: number of cards dealt since the shuffle.
        mixed: number of cards in random order.
        start: number of discards.
        counter: of the random bits.
        chips: units left for doubles, splits and insurance once the opening stakes lie on the table.
        stakes: by seat, how many times the unit stake is staked.
        scratch: at least SCRATCH numbers; NET and STANDING hold the results by seat, DEAL the cards dealt.

    Returns:
        Position, mixed, start and counter after the round, and the upcard.
    """
    cards, seats, unit = game.cards, game.seats, game.unit
    for number in range(2 * seats + 2):
        card, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
        scratch[DEAL + number] = card
    up = scratch[DEAL + seats]
    for seat in range(seats):
        node = book.single[seat] + scratch[DEAL + seat]
        scratch[NODE + seat] = book.child[np.uint64(node * 10 + scratch[DEAL + seats + 1 + seat])]
        scratch[OUT + seat] = 0
        scratch[INSURED + seat] = 0
    dealer = np.int64(book.dealt[np.uint64(up * 10 + scratch[DEAL + 2 * seats + 1])])
    natural = dealer == NATURAL_CODE

    over = natural and (game.look_ace if up == 0 else game.look_ten) != 0
    if game.asks != 0 and (up == 0 or up == 9):
        chips, counter = before_look(game, book, up, cards - position + start, counter, chips, stakes, scratch)

    hands = np.int64(0)
    alive = False
    for seat in range(seats):
        node = scratch[NODE + seat]
        cost = unit * stakes[seat]
        count, waiting = np.int64(1), np.int64(0)
        context, later = np.int64(FIRST), np.int64(LATER)
        ask = True
        if over or node == book.natural[seat] or scratch[OUT + seat] != 0:
            ask = False
        while True:
            times, ended = np.int64(1), np.int64(0)
            while ask:
                left = cards - position + start
                lacks = np.int64(0)
                if chips < cost or left < 2:
                    lacks = lacking(chips, cost, left)
                action, counter = choose(book, context, node, up, lacks, counter)
                if action == STAND:
                    break
                if action <= DOUBLE:
                    card, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
                    node = np.int64(book.child[np.uint64(node * 10 + card)])
                    if action == DOUBLE:
                        chips -= cost
                        times = np.int64(2)
                        break
                    context = later
                    if node == 0:
                        break
                elif action == SPLIT:
                    # both hands get their second card at once; the other one waits
                    chips -= cost
                    count += 1
                    alone = (book.single[seat] + scratch[DEAL + seat]) * 10
                    for _ in range(2):
                        card, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
                        scratch[WAITING + waiting] = node
                        node = np.int64(book.child[np.uint64(alone + card)])
                    scratch[WAITING + waiting], node = node, scratch[WAITING + waiting]
                    waiting += 1
                    later = np.int64(LATER_SPLIT)
                    context = split_context(game, count, scratch[DEAL + seat])
                    ask = context != DONE
                else:
                    chips += game.half * stakes[seat]
                    ended = np.int64(SURRENDERED)
                    break
            if ended == 0:
                ended = np.int64(book.total[np.uint64(node)])
                if count == 1:
                    if node == book.natural[seat]:
                        ended = np.int64(NATURAL_CODE)
                    elif scratch[OUT + seat] != 0:
                        ended = np.int64(SURRENDERED)
                elif game.split_natural != 0 and node == book.natural[seat]:
                    ended = np.int64(NATURAL_CODE)
            alive |= 0 < ended < NATURAL_CODE
            scratch[END + hands] = ended
            scratch[TIMES + hands] = times
            hands += 1
            if waiting == 0:
                break
            waiting -= 1
            node = scratch[WAITING + waiting]
            context = split_context(game, count, scratch[DEAL + seat])
            ask = context != DONE
        scratch[LAST + seat] = hands

    if not natural:
        if alive:
            while dealer >= DRAWING:
                if cards - position + start == 0:
                    dealer = np.int64(book.dealer_total[np.uint64(dealer - DRAWING)])
                    break
                card, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
                dealer = np.int64(book.draws[np.uint64((dealer - DRAWING) * 10 + card)])
        else:
            dealer = np.int64(DEALER_BUST)

    hand = np.int64(0)
    for seat in range(seats):
        net, standing = np.int64(0), np.int64(0)
        place = hand
        while hand < scratch[LAST + seat]:
            ended, times = scratch[END + hand], scratch[TIMES + hand]
            if game.stays != 0 and ended == dealer and dealer != DEALER_BUST:
                standing += unit * times
            if natural and game.takes_first != 0 and ended != SURRENDERED:
                times = np.int64(1) if hand == place else np.int64(0)
            net += book.pay[np.uint64(ended * ENDS + dealer)] * times
            hand += 1
        if scratch[INSURED + seat] != 0:
            net += game.insured if natural else -game.half
        scratch[NET + seat] = net * stakes[seat]
        scratch[STANDING + seat] = standing * stakes[seat]
    return position, mixed, start, counter, up
