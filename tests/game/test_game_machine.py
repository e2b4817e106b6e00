"""A table under random rules, shoes, seats, stakes and decisions, with everything checked at every step."""

from collections import Counter
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bjlearn.cards import Shoe
from bjlearn.game import GameError, Round, Table
from bjlearn.game.record import dumps, loads
from bjlearn.rules import Rules
from tests.game.random_play import choices, choose, rules, stock
from tests.game.referee import check_over, check_step

AT_THE_END = 50
"""Rounds that every example plays on at its table when its own steps are done."""

EVERYTHING = (
    *("win", "lose", "push", "bust", "natural", "surrender", "returned", "doubled", "natural after split"),
    *("1 hands", "2 hands", "3 hands", "4 hands", "insurance win", "insurance lose", "stands on the table"),
    *("refills", "no decision", "refused deals"),
)
"""What must come up in them; a short run may miss some."""

SEEN: Counter[str] = Counter()
"""What came up in all examples together."""


class TableMachine(RuleBasedStateMachine):
    @initialize(game=rules(), players=st.integers(1, 3), seed=st.integers(0, 2**32), chips=st.sampled_from([5, 40, 300, 10_000]))
    def sit_down(self, game: Rules, players: int, seed: int, chips: int) -> None:
        self.random = Random(seed)
        shoe = None
        if seed % 3 == 0:  # a small shoe of any make-up, so that it runs out
            shoe = Shoe(stock(self.random, self.random.randint(16, 60)), Random(seed))
        self.table = Table(game, [chips] * players, seed=seed, shoe=shoe)
        self.chips = sum(self.table.bankrolls)
        self.players = players
        SEEN["tables"] += 1

    @property
    def round(self) -> Round | None:
        return self.table.round

    def total(self) -> object:
        return sum(self.table.bankrolls) + sum(self.table.standing.values())

    @precondition(lambda self: self.round is None or self.round.over)
    @rule(seed=st.integers(0, 2**32))
    def deal(self, seed: int) -> None:
        self.deal_by(Random(seed))

    def deal_by(self, random: Random) -> bool:
        """Deal to a random choice of hands; False where a refusal was due."""
        count = random.randint(1, min(7, self.players * self.table.rules.hands_per_player))
        owners = [random.randrange(self.players) for _ in range(count)]
        stakes = [random.choice([1, 2, 5, 7, 10]) for _ in owners]
        self.chips = self.total()
        try:
            round_ = self.table.deal(stakes, owners)
        except GameError:
            assert self.total() == self.chips
            SEEN["refused deals"] += 1
            self.table.leave()  # standing chips or a lean purse: take the chips and bring new ones
            self.table = Table(self.table.rules, [200] * self.players, seed=random.getrandbits(32))
            self.chips = self.total()
            return False
        assert [seat.stake for seat in round_.seats] == stakes, "C-067: a hand opens at the stake placed"
        self.check()
        return True

    @precondition(lambda self: self.round is not None and not self.round.over)
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        assert self.round is not None
        chosen = data.draw(st.sampled_from(choices(self.round)))
        assert self.round.do(chosen, step=self.round.step)
        self.check()
        text = dumps(self.round.record())
        assert dumps(Round.from_record(loads(text)).record()) == text, "a round replays in the middle too"

    @precondition(lambda self: self.round is not None and not self.round.over)
    @rule()
    def table_waits(self) -> None:
        assert self.round is not None
        before = self.round
        for call in (lambda: self.table.deal([1]), self.table.leave):
            with pytest.raises(GameError, match="not over"):
                call()
        assert self.table.round is before

    @rule(seed=st.integers(0, 2**32))
    def rounds(self, seed: int) -> None:
        self.play_rounds(Random(seed), 2)

    @precondition(lambda self: self.round is None or self.round.over)
    @rule()
    def leave(self) -> None:
        chips = self.total()
        assert sum(self.table.leave()) == chips
        assert self.table.standing == {}
        assert self.total() == chips

    @invariant()
    def chips_are_conserved(self) -> None:
        if self.round is not None and self.round.over:
            assert self.total() == self.chips + self.round.net
        assert all(chips >= 0 for chips in self.table.bankrolls)

    def play_rounds(self, random: Random, count: int) -> None:
        done = 0
        while done < count:
            if self.round is None or self.round.over:
                self.deal_by(random)
                continue
            self.round.do(choose(self.round, random), step=self.round.step)
            self.check()
            if self.round.over:
                self.chips_are_conserved()
                done += 1

    def check(self) -> None:
        round_ = self.round
        assert round_ is not None
        check_step(round_)
        if round_.over:
            check_over(round_)
            self.note(round_)

    def note(self, round_: Round) -> None:
        SEEN["rounds"] += 1
        SEEN["refills"] += any(type(event).__name__ == "Reshuffled" for event in round_.events)
        SEEN["no decision"] += round_.step == 0
        for seat in round_.seats:
            SEEN[f"{len(seat.hands)} hands"] += 1
            SEEN["stands on the table"] += bool(seat.standing)
            SEEN[f"insurance {seat.insurance_result}"] += 1
            for hand in seat.hands:
                SEEN[str(hand.result)] += 1
                SEEN["doubled"] += hand.doubled
                SEEN["natural after split"] += hand.natural and hand.from_split

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.play_rounds(self.random, AT_THE_END)


TableMachine.TestCase.settings = settings(max_examples=2 * settings().max_examples, stateful_step_count=20)
TestTable = TableMachine.TestCase


def test_the_machine_has_seen_it_all() -> None:
    """The state machine above played enough rounds, and everything that can happen did: 10,000 rounds with the CI profile."""
    assert SEEN["rounds"] >= 100 * settings().max_examples
    missing = [what for what in EVERYTHING if not SEEN[what]]
    assert len(missing) <= (0 if settings().max_examples >= 100 else 5), missing
