"""The AI players: what each does, that they always do something legal, and that they know no more than they may."""

import inspect
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjlearn.cards import RANKS, Card, OrderedShoe, card
from bjlearn.exact import analyze, evaluate
from bjlearn.game import Decision, Insure, Round, Table
from bjlearn.players import Level, Player, PlayersError, as_strategy, easy, hard, normal, player
from bjlearn.rules import Rules
from bjlearn.strategy import BASIC, DEALER
from tests.game.play import DOCUMENTS, play, rules_of
from tests.game.random_play import rules, some_cards

Made = Callable[[Rules], Player]


def hard_for(game: Rules) -> Player:
    found = analyze(game)
    return hard(found.composition, found.insurance)


EVERYBODY: dict[str, Made] = {"easy": lambda _: easy(), "normal": lambda _: normal(), "hard": hard_for}
WHO = st.sampled_from([easy(), normal(), hard(analyze(rules_of("it-training")).composition, lambda _: 1.0)])


def decide(one: Player, round_: Round) -> Decision:
    view = round_.view()
    assert view["question"] is not None
    return one.decide(view, view["question"]["legal"])


def play_out(round_: Round, *who: Player) -> list[str]:
    """Let players play their places to the end; every decision must be legal."""
    made = []
    while round_.question is not None:
        chosen = decide(who[round_.question.seat % len(who)], round_)
        made.append(str(chosen))
        assert round_.do(chosen)
    return made


def test_a_player_is_given_the_view_and_the_legal_decisions_and_nothing_else() -> None:
    assert list(inspect.signature(Player.decide).parameters) == ["self", "view", "legal"]


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_player_plays_every_document_to_the_end(document: str, who: str) -> None:
    """Conformance: hundreds of rounds, all of it legal; :meth:`Round.do` refuses what is not."""
    game = rules_of(document)
    one = EVERYBODY[who](game)
    table = Table(game, [10**6] * 4, seed=5)
    for _ in range(150):
        held = [max(10, int(table.standing.get((seat, 0), 0))) for seat in range(4)]
        play_out(table.deal(held, range(4)), one)


@given(rules(), st.lists(WHO, min_size=1, max_size=3), st.integers(0, 2**32), st.integers(1, 40))
def test_players_play_any_rules_to_the_end(game: Rules, who: list[Player], seed: int, chips: int) -> None:
    """Rules that nobody wrote a table for, and chips that do not pay for everything."""
    table = Table(game, [chips] * 3, seed=seed)
    stakes = [1 + (chips - 1) // 2] * 3
    round_ = table.deal(stakes, range(3))
    play_out(round_, *who)
    assert round_.over


@settings(max_examples=8)
@given(rules())
def test_hard_plays_any_rules_to_the_end_by_their_own_strategy(game: Rules) -> None:
    one = hard_for(game)
    table = Table(game, [1000] * 2, seed=3)
    play_out(table.deal([10, 10], range(2)), one)


@settings(max_examples=50)
@given(rules(), some_cards(150, 150), st.sampled_from(RANKS), st.lists(WHO, min_size=1, max_size=4))
def test_a_hidden_card_changes_no_decision(game: Rules, cards: list[Card], rank: str, who: list[Player]) -> None:
    """The same round twice, but for the hole card: the same decisions, until it is turned up."""
    place = 2 * len(who) + 1
    other = [*cards[:place], card(rank + "h"), *cards[place + 1 :]]
    one, two = (Round(game, OrderedShoe(order), [10] * len(who), [60] * len(who), range(len(who))) for order in (cards, other))
    while not (one.hole_shown or two.hole_shown):
        assert one.question is not None
        chosen = [decide(who[one.question.seat], round_) for round_ in (one, two)]
        assert chosen[0] == chosen[1]
        one.do(chosen[0])
        two.do(chosen[1])


@settings(max_examples=50)
@given(some_cards(150, 150), st.randoms(use_true_random=False), WHO)
def test_the_cards_to_come_and_other_hands_change_no_decision(cards: list[Card], random: Random, who: Player) -> None:
    """A player goes by its own hand and the upcard: neither what lies at other places nor the rest of the shoe matters."""
    mine, up = cards[:2], cards[2]
    rest = cards[3:]
    found = set()
    for _ in range(3):
        random.shuffle(rest)
        order = [mine[0], rest[0], up, mine[1], rest[1], *rest[2:]]
        round_ = Round(rules_of("it-training"), OrderedShoe(order), [10, 10], [100, 100], range(2))
        if round_.question is not None and round_.question.seat == 0:
            found.add(decide(who, round_))
    assert len(found) <= 1


# easy


@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("10 9 6 8 | 2 10", ["hit", "stand"]),
        ("A 6 5 8 | 2 2 7", ["hit", "stand"]),  # soft 16 draws to soft 18
        ("A 6 6 8 | 10", ["stand"]),  # soft 17 is 17
        ("8 6 8 8 | 5 10", ["hit", "stand"]),  # no split
        ("5 6 6 8 | 10 10", ["hit", "stand"]),  # no double
    ],
)
def test_IT_22_easy_draws_below_17_and_does_nothing_else(cards: str, made: list[str]) -> None:
    assert play_out(play("it-training", cards, spare=True), easy()) == made


@pytest.mark.parametrize("document", DOCUMENTS)
def test_IT_22_easy_draws_below_17_at_every_table(document: str) -> None:
    """Over many hands: a hit is below 17, a stand is not, and nothing else is done."""
    table = Table(rules_of(document, cut_card="0.9-0.9"), [10**6], seed=11)
    for _ in range(300):
        round_ = table.deal([max(10, int(table.standing.get((0, 0), 0)))])
        while round_.question is not None:
            chosen, total, kind = decide(easy(), round_), round_.hand.total, round_.question.kind
            if kind == "action":
                assert chosen == ("hit" if total < 17 else "stand")
            else:
                assert str(chosen) in ("no insurance", "no surrender")
            round_.do(chosen)


# normal


@pytest.mark.parametrize(
    ("document", "cards", "made"),
    [
        ("it-training", "8 10 8 7 | 3 3 10 10 5", ["split", "double", "double"]),
        ("it-training", "A 6 7 8 | 3 5 5", ["double"]),
        ("it-casino", "10 10 6 7 | 5", ["surrender"]),
        ("it-casino", "A 6 7 8 | 3 5 5", ["stand"]),  # soft 18 may not be doubled there: the table stands
        ("it-banco", "5 6 6 8 | 10 10 4", ["hit", "stand"]),  # no double there
        ("it-casino", "9 A 8 7 | 3", ["no insurance", "stand"]),
    ],
)
def test_IT_23_normal_plays_the_common_table(document: str, cards: str, made: list[str]) -> None:
    assert play_out(play(document, cards, spare=True), normal()) == made


def test_normal_gives_up_early_what_the_table_gives_up() -> None:
    early = rules_of("it-casino", surrender="early")
    assert play_out(play(early, "10 10 6 7", spare=True), normal()) == ["surrender"]
    assert play_out(play(early, "10 10 8 7", spare=True), normal()) == ["no surrender", "stand"]


def test_normal_does_not_know_the_rules() -> None:
    """The table is fixed: the same for every document."""
    assert normal().strategy is as_strategy("normal") is BASIC
    assert easy().strategy is as_strategy("easy") is DEALER


# hard


@pytest.mark.parametrize("document", DOCUMENTS)
def test_IT_24_hard_makes_the_exact_best_choice(document: str) -> None:
    """Over many first decisions: none of the legal ones is worth more by the exact analysis."""
    game = rules_of(document)
    one, found = hard_for(game), analyze(game)
    table = Table(game, [10**6], seed=8)
    for _ in range(120):
        round_ = table.deal([max(10, int(table.standing.get((0, 0), 0)))])
        if round_.question is not None and round_.question.kind == "action":
            figures = found.figures([one.value for one in round_.hand.cards], round_.upcard.value).actions
            worth = {action: figures[action] for action in figures if action.value in round_.legal()}
            chosen = decide(one, round_)
            assert worth[chosen] == pytest.approx(max(worth.values()), abs=1e-12)
        play_out(round_, one)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_hard_returns_more_than_normal_and_normal_more_than_easy(document: str) -> None:
    """By the exact return of what each plays."""
    game = rules_of(document)
    returns = [evaluate(game, as_strategy(level, analyze(game).composition)) for level in Level]
    assert None not in returns
    assert returns[0] < returns[1] <= returns[2]  # type: ignore[operator]


def test_hard_insures_where_that_is_worth_it_and_nobody_else_does() -> None:
    game = rules_of("it-casino", insurance_pays="3/1")
    assert analyze(game).insurance([9, 7]) > 0
    round_ = play(game, "9 A 7 8", spare=True)
    assert decide(hard_for(game), round_) == Insure()
    assert str(decide(normal(), round_)) == str(decide(easy(), round_)) == "no insurance"
    poor = play(game, "9 A 7 8", bankroll=10, spare=True)
    assert "insure" not in poor.legal()
    assert str(decide(hard_for(game), poor)) == "no insurance"


@pytest.mark.parametrize("document", ["it-casino", "ro-online", "it-banco"])
@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_hard_never_insures_at_the_documents_price(document: str, decks: int) -> None:
    game = rules_of(document, decks=decks)
    assert all(analyze(game).insurance([one, two]) < 0 for one in range(1, 11) for two in range(1, 11))


# what cannot be


def test_a_player_that_does_not_exist_is_refused_in_a_sentence() -> None:
    with pytest.raises(PlayersError, match='There is no AI player "expert"; they are easy, normal, hard'):
        player("expert")
    with pytest.raises(PlayersError, match="give it that strategy"):
        player("hard")


def test_a_player_says_so_where_nothing_is_asked() -> None:
    round_ = play("it-training", "10 9 9 8", "stand")
    with pytest.raises(PlayersError, match="Nothing is asked"):
        easy().decide(round_.view(), round_.legal())
