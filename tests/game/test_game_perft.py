"""The counting tables are counted again, and the counting itself is held to tables worked out by hand."""

from collections import Counter

import pytest

from bjlearn.documents import builtin_ids
from bjlearn.game.events import Acted
from bjlearn.rules import Rules
from tests.game.perft import DIRECTORY, SHOES, complete_rounds, stored, table
from tests.game.play import rules_of
from tests.game.referee import check_over


@pytest.mark.parametrize("document", builtin_ids())
def test_counting_table(document: str) -> None:
    assert table(document) == stored(document)


def test_every_table_belongs_to_a_document() -> None:
    assert {path.stem for path in DIRECTORY.glob("*.json")} == set(builtin_ids()) == set(SHOES)


@pytest.mark.parametrize(
    ("game", "shoe", "rounds"),
    [
        # 20 against 20 and no card left: stand, and in the casino surrender
        (rules_of("it-training"), {"10": 4}, {("stand",): 1}),
        (rules_of("it-casino"), {"10": 4}, {("stand",): 1, ("surrender",): 1}),
        # one card is left after the deal: hit (a bust) and double too, split would need two
        (rules_of("it-training"), {"10": 5}, {("stand",): 1, ("hit",): 1, ("double",): 1}),
        # the ace comes first or second to the hand, a natural, or to the dealer up or down, where a look finds it
        (Rules(insurance="none"), {"10": 3, "A": 1}, {(): 4}),
        (
            Rules(look="never", insurance="half"),
            {"10": 3, "A": 1},
            {(): 2, ("stand",): 1, ("no insurance", "stand"): 1, ("insure", "stand"): 1},
        ),
        # a pair and two cards to come in either order; a hand of 16 and 15 with nothing left to draw stands twice
        (
            Rules(double_on="none", double_after_split=False),
            {"8": 2, "7": 1, "9": 3},
            None,
        ),
    ],
    ids=range(6),
)
def test_tables_by_hand(game: Rules, shoe: dict[str, int], rounds: dict[tuple[str, ...], int] | None) -> None:
    found: Counter[tuple[str, ...]] = Counter()
    texts = set()
    for round_ in complete_rounds(game, shoe):
        check_over(round_)
        found[tuple(event.decision for event in round_.events if isinstance(event, Acted))] += 1
        texts.add(str(round_.events))
    assert found.total() == len(texts), "no round is counted twice"
    if rounds is not None:
        assert +found == +Counter(rounds)
    else:
        assert any(len(decisions) == 3 and decisions[0] == "split" for decisions in found)
