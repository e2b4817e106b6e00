"""Random rules, random shoes and random legal play, as hypothesis strategies and plain functions."""

from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from bjlearn.cards import RANKS, SUITS, Card, card
from bjlearn.game import Answer, Decision, Insure, Round
from bjlearn.rules import Action, DoubleOn, Rules, allowed_values, field_names

PAYS = [Fraction(above, below) for above, below in ((3, 2), (6, 5), (1, 1), (2, 1), (1, 2), (7, 3), (997, 1000), (1, 512))]
CUTS = [None, (Fraction(3, 4), Fraction(17, 20)), (Fraction(1, 10), Fraction(1, 10)), (Fraction(9, 10), Fraction(99, 100))]


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Any Rules: every field drawn, and where two contradict each other the second one mended."""
    values = {}
    for name in field_names():
        listed = allowed_values(name)
        values[name] = draw(st.sampled_from(listed or (CUTS if name == "cut_card" else PAYS)))
    if values["max_hands"] < 3:
        values["resplit_aces"] = False
    if values["max_hands"] == 1:
        values["natural_after_split"] = False
    if values["double_on"] is DoubleOn.NONE:
        values["double_after_split"], values["double_cards"] = False, "two"
    return Rules(**values)


# aces, tens and one pair rank come often, so that naturals, insurance, pairs and resplits do
_OFTEN = ["A", "A", "8", "8", "10", "J", "Q", "K", *RANKS]


def some_cards(least: int = 60, most: int = 60) -> st.SearchStrategy[list[Card]]:
    """Cards for an ordered shoe."""
    one = st.builds(lambda rank, suit: card(rank + suit), st.sampled_from(_OFTEN), st.sampled_from(SUITS))
    return st.lists(one, min_size=least, max_size=most)


def stock(random: Random, size: int) -> list[Card]:
    """Cards for a shoe of any make-up."""
    return [card(random.choice(_OFTEN) + random.choice(SUITS)) for _ in range(size)]


ALL: tuple[Decision, ...] = (*Action, *Answer, Insure(), Insure(Fraction(1, 2)), Insure(1), Insure(5), Insure(10**6))
"""One of each kind of decision, and insurances of several sizes."""


def choices(round_: Round) -> list[Decision]:
    """The legal decisions, insurance in several sizes."""
    return [decision for decision in ALL if round_.may(decision)]


def choose(round_: Round, random: Random) -> Decision:
    """One legal decision, each kind with the same chance."""
    legal = choices(round_)
    # doubling, splitting and insuring are rare among the legal ones, standing is not
    rare = [decision for decision in legal if decision not in (Action.STAND, Action.HIT, Answer.NO_INSURANCE, Action.SURRENDER)]
    return random.choice(rare if rare and random.random() < 0.5 else legal)


def play_on(round_: Round, random: Random) -> Round:
    """Random legal play to the end."""
    while round_.question is not None:
        round_.do(choose(round_, random))
    return round_
