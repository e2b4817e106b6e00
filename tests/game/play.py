"""Scripted rounds in one line: which document, which cards, which decisions.

    play("it-casino", "10 9 6 7 | 5", "hit stand")

Cards come in the order in which they leave the shoe: one to each seat, the upcard, a second to each seat, the hole card, and then
whatever is drawn; bars are for the eye. Every round that is played so is also held to what holds for all rounds: it replays
byte for byte, and its view is JSON.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from bjlearn.cards import OrderedShoe, cards
from bjlearn.documents import load
from bjlearn.game import Answer, Money, Round, decision
from bjlearn.game.events import Asked
from bjlearn.game.record import dumps, loads
from bjlearn.rules import Action, Rules

DOCUMENTS = ("it-casino", "it-banco", "ro-online", "it-training")

_DECISIONS = re.compile(r"no insurance|no surrender|insure [0-9./]+|insure|[a-z]+")


def rules_of(game: str | Rules, read: dict[str, str] | None = None, **change: object) -> Rules:
    """The Rules of a document by its readings, or Rules themselves, with some fields changed."""
    rules = load(game).rules(read) if isinstance(game, str) else game
    return rules.replace(**change) if change else rules


def play(
    game: str | Rules,
    cards_: str,
    decisions: str = "",
    *,
    stakes: Sequence[int] = (10,),
    bankroll: Money | list[Money] = 100,
    purses: Sequence[int] | None = None,
    standing: Sequence[int] | None = None,
    read: dict[str, str] | None = None,
    spare: bool = False,
    decline: bool = False,
    **change: object,
) -> Round:
    """Play a round; all decisions must be legal.

    When it is over no card may be left, unless some are meant as ``spare``. With ``decline``, whatever is offered before play
    (insurance, early surrender) and not answered by the decisions is declined.
    """
    bankrolls = list(bankroll) if isinstance(bankroll, list) else [bankroll]
    shoe = OrderedShoe(cards(cards_.replace("|", " ")))
    round_ = Round(rules_of(game, read, **change), shoe, stakes, bankrolls, purses, standing)
    for text in _DECISIONS.findall(decisions):
        chosen = decision(text)
        if decline and isinstance(chosen, Action):
            decline_offers(round_)
        assert round_.do(chosen)
    if decline:
        decline_offers(round_)
    assert not (round_.over and shoe.unused and not spare), f"{shoe.unused} cards too many"
    check_data(round_)
    return round_


def decline_offers(round_: Round) -> None:
    """Answer no to whatever is asked before play."""
    while round_.question is not None and round_.question.kind != "action":
        round_.do(Answer.NO_INSURANCE if round_.question.kind == "insurance" else Answer.NO_SURRENDER)


def check_data(round_: Round) -> None:
    """What holds for every round at every time: it replays byte for byte, and its view is plain JSON."""
    text = dumps(round_.record())
    again = Round.from_record(loads(text))
    assert dumps(again.record()) == text
    view = round_.view()
    assert json.loads(json.dumps(view, allow_nan=False)) == view
    assert dumps(again.view()) == dumps(view)


def hands(round_: Round) -> list[str]:
    """The cards of every hand, in playing order: ``["8 3 10", "8 9"]``."""
    return [" ".join(map(str, hand.cards)) for hand in round_.all_hands()]


def totals(round_: Round) -> list[int]:
    return [hand.total for hand in round_.all_hands()]


def results(round_: Round) -> list[str | None]:
    return [hand.result for hand in round_.all_hands()]


def nets(round_: Round) -> list[Any]:
    return [hand.net for hand in round_.all_hands()]


def dealer(round_: Round) -> str:
    return " ".join(map(str, round_.dealer.cards))


def asked(round_: Round) -> list[str]:
    """All that was asked: ``["insurance 0 0", "action 0 0"]``."""
    return [f"{event.kind} {event.seat} {event.hand}" for event in round_.events if isinstance(event, Asked)]


def why(round_: Round, text: str) -> str | None:
    """The code of the reason why a decision is not legal; None where it is."""
    found = round_.why_not(decision(text))
    return found.code if found else None


def field(round_: Round, text: str) -> str | None:
    """The field of Rules on which that reason rests."""
    found = round_.why_not(decision(text))
    assert found is not None, f"{text} is legal"
    return found.field
