"""One round by the complete rules, compiled.

The same round as :mod:`bjlearn.game`'s: cards leave the shoe in the same order, and the same is paid. Tests hold the two together
shoe by shoe. There it is written to be read and asked; here it is written to be fast: tables in place of questions, whole numbers
in place of Fractions, and no branch that chance decides where a table can do.
"""

# mypy: disable-error-code="assignment,return-value"
# compiled, a NumPy whole number and an int are the same

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bjlearn.simulation.compiled import inlined
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
    HIT,
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
FIRST_CARD, SECOND_CARD, NODE, OUT, INSURED, LAST, NET, STANDING = (MOST_SEATS * number for number in range(8))
WAITING = MOST_SEATS * 8
END = WAITING + 4
TIMES = END + MOST_HANDS
SCRATCH = TIMES + MOST_HANDS
"""Numbers of the scratch array: by seat the two cards, the node they are, whether it surrendered before the look, whether it is
insured, number of the last hand + 1, units won, units of pushes that stay; then split hands that wait; then how each hand ended,
and the stakes on it."""


@inlined
def choose(book: Book, context: int, node: int, up: int, lacks: int, counter: np.uint64) -> tuple[int, np.uint64]:
    """What the player does, and the next counter."""
    place = np.uint64(((lacks * CONTEXTS + context) * len(book.total) + node) * 10 + up)
    action = np.int64(book.action[place])
    if action == MIXED:
        number, counter = chance(counter)
        row = np.int64(book.mixed[place]) * 5
        action = STAND
        while action < SURRENDER and number >= book.chances[row + action]:
            action += 1
    return action, counter


@inlined
def lacking(chips: int, cost: int, cards: int) -> int:
    """What a decision lacks: chips to double or split, or cards."""
    if cards == 0:
        return NO_CARDS
    if chips < cost:
        return NO_CHIPS
    return ONE_CARD if cards == 1 else 0


@inlined
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
        scratch: at least SCRATCH numbers; NET and STANDING hold the results by seat, FIRST_CARD and NODE the deal.

    Returns:
        Position, mixed, start and counter after the round, and the upcard.
    """
    cards, seats, unit = game.cards, game.seats, game.unit
    for seat in range(seats):
        card, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
        scratch[FIRST_CARD + seat] = card
    up, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
    for seat in range(seats):
        card, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
        scratch[SECOND_CARD + seat] = card
        node = book.single[seat] + scratch[FIRST_CARD + seat]
        scratch[NODE + seat] = book.child[np.uint64(node * 10 + card)]
        scratch[OUT + seat] = 0
        scratch[INSURED + seat] = 0
    card, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
    dealer = np.int64(book.dealt[np.uint64(up * 10 + card)])
    natural = dealer == NATURAL_CODE

    looks = False
    if up == 0 or up == 9:
        looks = game.look_ace != 0 if up == 0 else game.look_ten != 0
        if up == 0 and game.insurance != 0:
            for seat in range(seats):
                wish = book.insures[seat]
                if wish > 0 and chips >= game.half * stakes[seat]:
                    number = 0
                    if wish < CERTAIN:
                        number, counter = chance(counter)
                    if number < wish:
                        scratch[INSURED + seat] = 1
                        chips -= game.half * stakes[seat]
        if looks and game.early != 0:
            for seat in range(seats):
                if scratch[NODE + seat] != book.natural[seat]:
                    lacks = lacking(chips, unit * stakes[seat], cards - position + start)
                    action, counter = choose(book, EARLY, scratch[NODE + seat], up, lacks, counter)
                    if action == SURRENDER:
                        scratch[OUT + seat] = 1
                        chips += game.half * stakes[seat]

    hands = 0
    alive = False
    over = looks and natural
    for seat in range(seats):
        node = scratch[NODE + seat]
        if over or node == book.natural[seat] or scratch[OUT + seat] != 0:
            end = np.int64(book.total[np.uint64(node)])
            if node == book.natural[seat]:
                end = NATURAL_CODE
            elif scratch[OUT + seat] != 0:
                end = SURRENDERED
            scratch[END + hands] = end
            scratch[TIMES + hands] = 1
            hands += 1
            scratch[LAST + seat] = hands
            continue
        cost = unit * stakes[seat]
        count, waiting = 1, 0
        context, later = FIRST, LATER
        while True:
            times = 1
            given_up = False
            while True:
                left = cards - position + start
                lacks = 0
                if chips < cost or left < 2:
                    lacks = lacking(chips, cost, left)
                action, counter = choose(book, context, node, up, lacks, counter)
                if action == HIT:
                    card, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
                    node = np.int64(book.child[np.uint64(node * 10 + card)])
                    context = later
                    if node == 0:
                        break
                elif action == STAND:
                    break
                elif action == DOUBLE:
                    chips -= cost
                    times = 2
                    card, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
                    node = np.int64(book.child[np.uint64(node * 10 + card)])
                    break
                elif action == SPLIT:
                    chips -= cost
                    count += 1
                    first = scratch[FIRST_CARD + seat]
                    alone = book.single[seat] + first
                    card, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
                    node = np.int64(book.child[np.uint64(alone * 10 + card)])
                    card, position, mixed, start, counter = draw(shoe, position, mixed, start, cards, counter)
                    scratch[WAITING + waiting] = book.child[np.uint64(alone * 10 + card)]
                    waiting += 1
                    later = LATER_SPLIT
                    context = AFTER_SPLIT if count < game.most_hands else LAST_SPLIT
                    if first == 0 and game.ace_one != 0:
                        if context == LAST_SPLIT:
                            break
                        context = SPLIT_ACE
                else:
                    chips += game.half * stakes[seat]
                    given_up = True
                    break
            end = np.int64(book.total[np.uint64(node)])
            if given_up:
                end = SURRENDERED
            elif count > 1 and game.split_natural != 0 and node == book.natural[seat]:
                end = NATURAL_CODE
            alive |= 0 < end < NATURAL_CODE
            scratch[END + hands] = end
            scratch[TIMES + hands] = times
            hands += 1
            # the next hand of this place: aces that get one card are asked only while another split is possible
            more = False
            while waiting > 0:
                waiting -= 1
                node = scratch[WAITING + waiting]
                context = AFTER_SPLIT if count < game.most_hands else LAST_SPLIT
                if scratch[FIRST_CARD + seat] != 0 or game.ace_one == 0:
                    more = True
                    break
                if context == AFTER_SPLIT:
                    context = SPLIT_ACE
                    more = True
                    break
                end = np.int64(book.total[np.uint64(node)])
                if game.split_natural != 0 and node == book.natural[seat]:
                    end = NATURAL_CODE
                alive |= end < NATURAL_CODE
                scratch[END + hands] = end
                scratch[TIMES + hands] = 1
                hands += 1
            if not more:
                break
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
            dealer = DEALER_BUST

    hand = 0
    for seat in range(seats):
        net, standing = 0, 0
        place = hand
        while hand < scratch[LAST + seat]:
            end, times = scratch[END + hand], scratch[TIMES + hand]
            if natural and game.takes_first != 0 and end != SURRENDERED:
                times = 1 if hand == place else 0
            net += book.pay[np.uint64(end * ENDS + dealer)] * times
            if game.stays != 0 and end == dealer and dealer != DEALER_BUST:
                standing += unit * (scratch[TIMES + hand])
            hand += 1
        if scratch[INSURED + seat] != 0:
            net += game.insured if natural else -game.half
        scratch[NET + seat] = net * stakes[seat]
        scratch[STANDING + seat] = standing * stakes[seat]
    return position, mixed, start, counter, up
