"""Every card and every choice of a real Round, one after another. Shares nothing with the analysis.

A state is what a person at the table sees. The hole card is any card not seen (none that makes a natural, once the dealer has
looked); the next card is any other. Hands that come from a split are played by the plan fixed before the split, which a plain
reckoning of the single hand gives; pairs of the split value are split again as long as the Round allows it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bjlearn.cards import CardError, Shoe, cards
from bjlearn.game import Answer, Round
from bjlearn.rules import Action, Rules
from bjlearn.strategy import Strategy
from tests.exact.exact_plain import Counts, RanOutError, Single, take

STAKE = 2
NAMES = {value: str(value) for value in range(2, 11)} | {1: "A"}
CARDS = {value: cards(name)[0] for value, name in NAMES.items()}


class NextCardError(CardError):
    """The script is used up: the walk must say what comes next."""

    def __init__(self) -> None:
        Exception.__init__(self)


class Script(Shoe):
    """Gives the cards it is told, then asks for more."""

    def __init__(self, values: tuple[int, ...]) -> None:
        super().__init__([], Random(0))
        self.values = values
        self.place = 0

    @property
    def given(self) -> bool:
        return True

    def draw(self):  # noqa: ANN201
        if self.place == len(self.values):
            raise NextCardError
        self.place += 1
        return CARDS[self.values[self.place - 1]]

    def shuffle(self) -> None:
        pass

    def begin_round(self) -> None:
        pass


Decision = Action | Answer


class Walk:
    """All of one deal: two cards against one upcard."""

    def __init__(
        self,
        rules: Rules,
        shoe: Counts,
        hand: tuple[int, int],
        up: int,
        strategy: Strategy | None = None,
        measure: Callable[[float], float] = float,
    ) -> None:
        """Args: a strategy to play throughout (else the best choice is taken), and what of a net result is averaged."""
        self.rules, self.shoe, self.hand, self.up = rules, shoe, hand, up
        self.strategy, self.measure = strategy, measure
        left = shoe
        for value in (*hand, up):
            left = take(left, value)
        self.left = left
        self.under = rules.look.under(up)
        self.memo: dict[object, float] = {}
        self.plans: dict[tuple[int, ...], str] = {}

    def holes(self, left: Counts, *, looked: bool) -> dict[int, int]:
        natural = {1: 10, 10: 1}.get(self.up)
        return {value: n for value, n in enumerate(left, start=1) if n and not (looked and value == natural)}

    def run(self, hole: int, drawn: tuple[int, ...], decisions: tuple[Decision, ...]) -> tuple[Round, bool]:
        """The Round after these cards and decisions, and whether it waits for a card."""
        game = Round(self.rules, Script((self.hand[0], self.up, self.hand[1], hole, *drawn)), [STAKE], [1000])
        todo = list(decisions)
        try:
            while game.question is not None:
                if game.question.kind == "insurance":
                    game.do(Answer.NO_INSURANCE)
                elif todo:
                    game.do(todo.pop(0))
                else:
                    return game, False
        except NextCardError:
            return game, True
        return game, False

    def values(self) -> dict[str, float]:
        """The value of each decision at the start, given no natural where the dealer has looked by then."""
        if self.start_is("surrender"):
            before = {"surrender": -0.5}
            chance = self.chance_of_natural()
            for name, value in self.at(self.left, (), (Answer.NO_SURRENDER,), looked=True).items():
                before[name] = -chance + (1 - chance) * value
            return before
        return self.at(self.left, (), (), looked=self.under)

    def whole(self) -> float:
        """The value of the deal before the look, played by the strategy; naturals of either side included."""
        return self.after(self.left, (), (), looked=False, start=True)

    def start_is(self, kind: str) -> bool:
        hole = next(iter(self.holes(self.left, looked=True)), None)
        if hole is None:
            return False
        question = self.run(hole, (), ())[0].question
        return question is not None and question.kind == kind

    def chance_of_natural(self) -> float:
        natural = {1: 10, 10: 1}.get(self.up)
        return self.left[natural - 1] / sum(self.left) if natural else 0.0

    def at(self, left: Counts, drawn: tuple[int, ...], decisions: tuple[Decision, ...], *, looked: bool) -> dict[str, float]:
        """The value of each decision that the Round offers here."""
        hole = next(iter(self.holes(left, looked=looked)))
        game, _ = self.run(hole, drawn, decisions)
        return {name: self.after(left, drawn, (*decisions, Action(name)), looked=looked) for name in game.legal()}

    def after(
        self, left: Counts, drawn: tuple[int, ...], decisions: tuple[Decision, ...], *, looked: bool, start: bool = False
    ) -> float:
        """The value of what comes after some decisions."""
        holes = self.holes(left, looked=looked)
        if sum(left) < 1 or not holes:
            raise RanOutError
        if start and self.under and not self.start_is("surrender"):
            # the look splits the deal in two: the hole cards that end it, and all others
            chance = self.chance_of_natural()
            natural = {1: 10, 10: 1}[self.up]
            found = chance * self.end(take(left, natural), natural, drawn, decisions) if chance else 0.0
            return found + (1 - chance) * (self.after(left, drawn, decisions, looked=True) if chance < 1 else 0.0)
        game, waits = self.run(next(iter(holes)), drawn, decisions)
        if game.hole_shown:
            every = sum(holes.values())
            return sum(n / every * self.end(take(left, h), h, drawn, decisions) for h, n in holes.items())
        if waits:
            return self.chance(
                left, holes, lambda value: self.after(take(left, value), (*drawn, value), decisions, looked=looked)
            )
        seat = game.seats[0]
        assert game.question is not None
        if game.question.kind == "surrender":
            assert self.strategy is not None
            if self.strategy.preferences(self.hand, self.up)[0] is Action.SURRENDER:
                return self.measure(-0.5)
            chance = self.chance_of_natural()
            rest = self.after(left, drawn, (*decisions, Answer.NO_SURRENDER), looked=True) if chance < 1 else 0.0
            return chance * self.measure(-1.0) + (1 - chance) * rest
        key = (
            tuple((tuple(sorted(c.value for c in h.cards)), h.stake, h.done, h.from_split) for h in seat.hands),
            game.question.hand,
        )
        if key not in self.memo:
            if self.strategy is not None:
                legal = [Action(name) for name in game.legal()]
                choice = self.strategy.choose([card.value for card in game.hand.cards], self.up, legal)
                self.memo[key] = self.after(left, drawn, (*decisions, choice), looked=looked)
            elif len(seat.hands) == 1:
                self.memo[key] = max(self.at(left, drawn, decisions, looked=looked).values())
            else:
                action = self.planned(game)
                self.memo[key] = self.after(left, drawn, (*decisions, action), looked=looked)
        return self.memo[key]

    def chance(self, left: Counts, holes: dict[int, int], worth: Callable[[int], float]) -> float:
        """Over the next card, the hole card being one of some."""
        others = sum(left) - 1
        if not others:
            raise RanOutError
        every = sum(holes.values())
        total = 0.0
        for value in range(1, 11):
            ways = sum(n * (left[value - 1] - (hole == value)) for hole, n in holes.items())
            if ways:
                total += ways / (every * others) * worth(value)
        return total

    def end(self, left: Counts, hole: int, drawn: tuple[int, ...], decisions: tuple[Decision, ...]) -> float:
        """The dealer's own cards: net result per opening stake."""
        game, waits = self.run(hole, drawn, decisions)
        if not waits:
            return self.measure(float(game.net) / STAKE)
        key = (
            tuple(sorted((tuple(sorted(c.value for c in h.cards)), h.stake) for h in game.seats[0].hands)),
            tuple(sorted(c.value for c in game.dealer.cards)),
            tuple(c.value for c in game.seats[0].hands[0].cards) if len(game.seats[0].hands) > 1 else None,
        )
        if key not in self.memo:
            if not sum(left):
                raise RanOutError
            self.memo[key] = sum(
                n / sum(left) * self.end(take(left, value), hole, (*drawn, value), decisions)
                for value, n in enumerate(left, start=1)
                if n
            )
        return self.memo[key]

    def planned(self, game: Round) -> Action:
        """What the plan fixed before the split does with the split hand that is asked about."""
        assert game.question is not None
        hand = tuple(sorted(card.value for card in game.hand.cards))
        legal = game.legal()
        if "split" in legal:
            return Action.SPLIT
        if legal == ("stand",):
            return Action.STAND
        if hand not in self.plans:
            left = take(self.shoe, self.up)
            for value in hand:
                left = take(left, value)
            values = Single(self.rules, self.up).actions(hand, left)
            self.plans[hand] = ",".join(
                sorted(values, key=lambda name: (-round(values[name], 13), "stand hit double".index(name)))
            )
        return Action(next(name for name in self.plans[hand].split(",") if name in legal))
