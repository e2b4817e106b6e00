"""The kernel and the game: the same cards, the same net result, round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjlearn.documents import load
from bjlearn.exact import analyze
from bjlearn.rules import Rules, RulesError
from bjlearn.simulation import sessions, simulate
from bjlearn.strategy import BASIC, DEALER, NEVER_BUST, Strategy
from tests.game.random_play import rules as any_rules
from tests.simulation.kernel_table import KernelTable, play_out
from tests.simulation.orders import compare, random_order, random_strategy

DOCUMENTS = ("it-casino", "it-banco", "ro-online", "it-training")


def one_reading_apart(name: str) -> Iterator[Rules]:
    """A document's rules, and all that differ from them by one reading."""
    document = load(name)
    yield document.rules()
    for clause in document.clauses:
        for reading in clause.readings:
            if reading.id != clause.default.id:
                try:
                    yield document.rules({clause.id: reading.id})
                except RulesError:
                    continue


def play_documents(name: str, rounds: int, seed: int) -> int:
    """Rounds of a document with every strategy, and of each of its readings with some; 1 to 3 hands."""
    random = Random(seed)
    played = 0
    for number, rules in enumerate(one_reading_apart(name)):
        exact = analyze(rules)
        players: list[Strategy] = [BASIC, exact.total, random_strategy(random), random_strategy(random, cards=True)]
        if number == 0:
            players += [DEALER, NEVER_BUST, exact.composition]
        for player in players:
            seats = random.randint(1, 3)
            orders = [random_order(random, 110) for _ in range(rounds)]
            played += compare(rules, [player] * seats, orders, insure=random.random() < 0.3)
    return played


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_in_all_readings(name: str) -> None:
    assert play_documents(name, 25, 1) >= 300


@settings(max_examples=60)
@given(rules=any_rules(), seed=st.integers(0, 2**32))
def test_random_rules(rules: Rules, seed: int) -> None:
    random = Random(seed)
    players = [random_strategy(random) for _ in range(random.randint(1, 3))]
    compare(rules, players, [random_order(random, 150) for _ in range(20)], insure=random.random() < 0.5)


@pytest.mark.soak
@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_25_000_rounds_each(name: str) -> None:
    played = seed = 0
    while played < 25_000:
        seed += 1
        played += play_documents(name, 100, seed)


@pytest.mark.soak
@settings(max_examples=1000)
@given(rules=any_rules(), seed=st.integers(0, 2**32))
def test_random_rules_50_000_rounds(rules: Rules, seed: int) -> None:
    random = Random(seed)
    players = [random_strategy(random) for _ in range(random.randint(1, 3))]
    compare(rules, players, [random_order(random, 150) for _ in range(50)], insure=random.random() < 0.5)


@pytest.mark.parametrize("cut_card", [False, True])
@pytest.mark.parametrize(("decks", "seats"), [(6, 1), (1, 3), (1, 7)])
def test_a_table_with_the_same_shoe_wins_the_same(decks: int, seats: int, cut_card: bool) -> None:
    """Dealt by chance: shuffles, the cut card and discards that come again are the game's too."""
    rules = Rules(
        decks=decks, max_hands=4, resplit_aces=True, surrender="early", cut_card="0.8-0.97", hits_soft_17=True, look="ace"
    )
    player = random_strategy(Random(5))
    found = simulate(rules, player, rounds=400, seed=7, seats=seats, cut_card=cut_card, insure=True)
    table = KernelTable(rules, [10**12] * seats, seats=seats, seed=7, purpose="rounds", cut_card=cut_card)
    counts: Counter[Fraction] = Counter()
    refills = 0
    for _ in range(400):
        round_ = play_out(table.deal([120] * seats, range(seats)), player, insure=True)
        counts[Fraction(round_.net) / 120] += 1
        refills = round_.shoe.refills
    assert dict(found.counts) == dict(sorted(counts.items()))
    if cut_card and seats == 7:
        assert refills, "the shoe never ran out: the test looks at too little"


@settings(max_examples=25)
@given(rules=any_rules(), seed=st.integers(0, 2**32))
def test_a_session_at_a_table_goes_the_same_way(rules: Rules, seed: int) -> None:
    """Chips that do not suffice, pushes that stay, ruin and target: the Table's own purse says what is left."""
    random = Random(seed)
    player = random_strategy(random)
    hands = random.randint(1, rules.hands_per_player)
    cut_card, insure = rules.cut_card is not None and random.random() < 0.5, random.random() < 0.5
    stake = random.randint(1, 7)
    bankroll = stake * hands + random.randint(0, 6 * stake)
    target = bankroll + random.randint(1, 12 * stake) if random.random() < 0.5 else None
    options = {"bankroll": bankroll, "stake": stake, "rounds": 30, "target": target, "hands": hands, "cut_card": cut_card}
    found = sessions(rules, player, count=3, seed=seed, insure=insure, workers=1, **options)
    for number in range(3):
        at_table(
            found,
            number,
            KernelTable(rules, [bankroll], seats=hands, seed=seed, purpose="sessions", number=number, cut_card=cut_card),
            player,
            insure=insure,
        )


def at_table(found, number: int, table: KernelTable, player: Strategy, *, insure: bool) -> None:  # noqa: ANN001
    """Play a session of the result again at a table."""
    way = {0: Fraction(found.bankroll)}
    played, end = 0, 0
    while played < found.most_rounds:
        there = [table.standing.get((0, hand), 0) for hand in range(found.hands)]
        stakes = [max(found.stake, chips) for chips in there]
        if table.bankrolls[0] < sum(stakes) - sum(there):
            end = 1
            break
        play_out(table.deal(stakes), player, insure=insure)
        played += 1
        way[played] = Fraction(table.bankrolls[0]) + sum(table.standing.values())
        if found.target is not None and way[played] >= found.target:
            end = 2
            break
    assert (int(found.lengths[number]), int(found.ends[number])) == (played, end)
    assert found.final[number] == pytest.approx(float(way[played]), abs=1e-6)
    assert found.peaks[number] == pytest.approx(float(max(way.values())), abs=1e-6)
    for place, rounds in enumerate(found.at):
        assert found.wealth[number, place] == pytest.approx(float(way[min(rounds, played)]), abs=1e-6)
