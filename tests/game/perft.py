"""Counting tables, as chess programs have them: how many distinct rounds a document allows on a small shoe.

A complete round is told from another by the values of the cards in the order in which they came (suits, and which of equal
cards it was, make no difference) and by the decisions. Insurance is either declined or taken for half the stake. One hand is
staked, and chips suffice for everything. ``decisions`` counts complete rounds by the number of decisions made in them, ``cards``
by the number of cards that came. A change of any rule of legality, order or drawing changes these numbers.

    python -m tests.game.perft            # count again and compare
    python -m tests.game.perft --write    # write the tables anew
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bjlearn.cards import CardError, OrderedShoe, card
from bjlearn.documents import builtin_ids, load
from bjlearn.game import Round, decision
from bjlearn.rules import Rules

DIRECTORY = Path(__file__).parent / "perft"

SHOES = {
    "it-casino": {"A": 2, "4": 2, "5": 3, "10": 2},
    "it-banco": {"A": 3, "7": 2, "8": 2, "10": 2},
    "ro-online": {"A": 2, "5": 2, "8": 2, "10": 3},
    "it-training": {"A": 2, "8": 4, "9": 1, "10": 2},
}
"""For each document a shoe, as counts of ranks: aces, a ten, and what its own rules turn on (9 to 11, pairs, resplits)."""


def complete_rounds(rules: Rules, shoe: Mapping[str, int]) -> Iterator[Round]:
    """Every complete round, once: depth first, each prefix played anew with an order of cards that ends where one is needed."""
    size = sum(shoe.values())
    ranks = [card(rank) for rank in shoe]
    left = [((), (), tuple(shoe.values()))]  # type: list[tuple[tuple[Card, ...], tuple[Decision, ...], tuple[int, ...]]]
    while left:
        cards, decisions, counts = left.pop()
        try:
            round_ = Round(rules, OrderedShoe(cards, left=size, given=False), [2], [1000])
            for chosen in decisions:
                round_.do(chosen)
        except CardError:
            for place, count in enumerate(counts):
                if count:
                    rest = (*counts[:place], count - 1, *counts[place + 1 :])
                    left.append(((*cards, ranks[place]), decisions, rest))
            continue
        if round_.over:
            yield round_
        left.extend((cards, (*decisions, decision(name)), counts) for name in round_.legal())


def table(document: str) -> dict[str, Any]:
    """The counting table of a document."""
    by_decisions: Counter[int] = Counter()
    by_cards: Counter[int] = Counter()
    for round_ in complete_rounds(load(document).rules(), SHOES[document]):
        by_decisions[round_.step] += 1
        by_cards[len(round_.dealer.cards) + sum(len(hand.cards) for hand in round_.all_hands())] += 1
    return {
        "document": document,
        "shoe": SHOES[document],
        "rounds": by_decisions.total(),
        "decisions": {str(depth): by_decisions[depth] for depth in sorted(by_decisions)},
        "cards": {str(count): by_cards[count] for count in sorted(by_cards)},
    }


def stored(document: str) -> dict[str, Any]:
    """The table as the data file has it."""
    data: dict[str, Any] = json.loads((DIRECTORY / f"{document}.json").read_text(encoding="utf-8"))
    return data


def main() -> int:
    different = 0
    for document in builtin_ids():
        found = table(document)
        if "--write" in sys.argv[1:]:
            DIRECTORY.mkdir(exist_ok=True)
            (DIRECTORY / f"{document}.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        same = found == stored(document)
        different += not same
        sys.stdout.write(f"{document:12} {found['rounds']:8,} rounds  {'as stored' if same else 'DIFFERENT'}\n")
    return different


if __name__ == "__main__":
    sys.exit(main())
