"""An item of the drill as a real hand: cards that fall in its cell, and a round of the game that is played out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from bjlearn.cards import Card, OrderedShoe, fresh_cards, fresh_counts
from bjlearn.exact import analyze
from bjlearn.game import Answer, Round
from bjlearn.practice.items import DrillError, Item
from bjlearn.rules import Action, DoubleCards, Rules, Surrender
from bjlearn.strategy import Cell, Shape, Strategy, cell_of
from bjlearn.text import Message

STAKE = 10
"""Chips on a hand of the drill: an even number, so that half of it is whole."""

BANKROLL = 1000
"""Chips beside it: enough for every split and double."""

MOST_CARDS = 6
"""Cards of the longest hand that is dealt."""

_NATURAL = {1: 10, 10: 1}


def deal(rules: Rules, item: Item, random: Random, *, opening: bool = False) -> Round:
    """A round in which the item is what is asked.

    The hand is one of those that come into the cell when one plays by the chart, two cards or more, as often as they do; the
    further cards were drawn by hits before. What else was asked on the way (insurance, an early surrender that is not near) has
    been declined. The rest of the shoe is left to chance, but for one thing: where the dealer has looked by now, there is no
    natural.

    Args:
        rules: of the game.
        item: what is to be asked.
        random: the source of randomness; the same one gives the same round.
        opening: two cards only, where such hands fall in the cell.

    Raises:
        DrillError: no hand comes into that cell.
    """
    hand, up = _cards(rules, item, random, opening=opening)
    early = item.cell is None or (item.surrenders and len(hand) == 2 and rules.surrender is Surrender.EARLY)
    stock = fresh_cards(rules.decks)
    random.shuffle(stock)
    held = [_take(stock, value) for value in hand]
    upcard = _take(stock, up)
    hole = _hole(stock, up if rules.look.under(up) and not early else 0)
    order = [held[0], upcard, held[1], hole, *held[2:], *stock]
    round_ = Round(rules, OrderedShoe(order, given=False), (STAKE,), (BANKROLL,))
    _lead(round_, item, len(hand))
    return round_


def _cards(rules: Rules, item: Item, random: Random, *, opening: bool) -> tuple[tuple[int, ...], int]:
    """Values of the hand, and of the upcard."""
    if item.cell is None:
        left = list(fresh_counts(rules.decks))
        left[0] -= 1
        values = [value for value, count in enumerate(left, start=1) for _ in range(count)]
        one, two = random.sample(values, 2)
        return (one, two), 1
    hands = compositions(rules, item.cell)
    if opening and any(len(hand) == 2 for hand, _ in hands):
        hands = tuple((hand, weight) for hand, weight in hands if len(hand) == 2)
    if not hands:
        raise DrillError(Message("No hand comes into the cell {cell} by these rules.", cell=item.code))
    [(hand, _)] = random.choices(hands, [weight for _, weight in hands])
    return hand, item.cell.upcard


@lru_cache(maxsize=2000)
def compositions(rules: Rules, cell: Cell) -> tuple[tuple[tuple[int, ...], float], ...]:
    """The hands that come into a cell when one plays by the chart: card values in their order, and the chance of them.

    Args:
        rules: of the game.
        cell: of the chart.
    """
    left = list(fresh_counts(rules.decks))
    left[cell.upcard - 1] -= 1
    chart = analyze(rules).total
    return tuple(_hands(rules, chart, cell, left, (), 1.0))


def _hands(
    rules: Rules, chart: Strategy, cell: Cell, left: list[int], hand: tuple[int, ...], chance: float
) -> Iterator[tuple[tuple[int, ...], float]]:
    if len(hand) >= 2:
        if cell_of(hand, cell.upcard) == cell:
            yield hand, chance
        if len(hand) == MOST_CARDS or not _draws(rules, chart, hand, cell.upcard):
            return
    whole = sum(left)
    for value in range(1, 11):
        if left[value - 1] and sum(hand) + value <= 21 and (len(hand) < 2 or sum(hand) + value <= _most(cell)):
            left[value - 1] -= 1
            yield from _hands(rules, chart, cell, left, (*hand, value), chance * (left[value - 1] + 1) / whole)
            left[value - 1] += 1


def _most(cell: Cell) -> int:
    """The points, every ace as 1, that a hand on its way to a cell may have."""
    return cell.number if cell.shape is Shape.HARD else cell.number - 10


def _draws(rules: Rules, chart: Strategy, hand: tuple[int, ...], up: int) -> bool:
    """Whether the chart draws a card to a hand, and goes on."""
    if sorted(hand) == [1, 10] or sum(hand) >= 21:
        return False
    later = {Action.SPLIT, Action.SURRENDER} if rules.double_cards is DoubleCards.ANY else {*Action} - {Action.HIT, Action.STAND}
    order = chart.preferences(hand, up)
    return next((action for action in order if len(hand) == 2 or action not in later), Action.STAND) is Action.HIT


def _take(stock: list[Card], value: int) -> Card:
    """The first card of a value, out of the stock."""
    return stock.pop(next(index for index, card in enumerate(stock) if card.value == value))


def _hole(stock: list[Card], looked_under: int) -> Card:
    """The hole card: the next card; after a look, the next that makes no natural with the upcard."""
    never = _NATURAL.get(looked_under, 0)
    return stock.pop(next(index for index, card in enumerate(stock) if card.value != never))


def _lead(round_: Round, item: Item, size: int) -> None:
    """Play up to the question that is meant."""
    while (asked := round_.question) is not None:
        if asked.kind == "insurance":
            if item.cell is None:
                return
            round_.do(Answer.NO_INSURANCE)
        elif asked.kind == "surrender":
            if item.surrenders and size == 2:
                return
            round_.do(Answer.NO_SURRENDER)
        elif len(round_.hand.cards) < size:
            round_.do(Action.HIT)
        else:
            return
