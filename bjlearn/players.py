"""The AI players: Easy, Normal and Hard, as the training document names them, for every document's table.

A player is asked with the public view and the names of the legal decisions, and with nothing else: it holds no round, no shoe
and no rules. None of the three leaves anything to chance, so the same view always gets the same answer.

- Easy draws below 17 and stops from there on. It never doubles, splits, surrenders or insures.
- Normal plays the common table :data:`bjlearn.strategy.BASIC`, whatever the document's rules, and never insures.
- Hard plays the exact strategy of the rules in play; whoever has the exact analysis gives it to :func:`hard`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bjlearn.cards import card
from bjlearn.game import Answer, Decision, Insure
from bjlearn.rules import Action
from bjlearn.strategy import BASIC, DEALER, Strategy
from bjlearn.text import N_, BjlearnError, Message


class PlayersError(BjlearnError):
    """A player that does not exist, or something it was asked that it cannot answer."""


class Level(StrEnum):
    """How an AI player plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"

    @property
    def words(self) -> Message:
        """What the player is called."""
        return Message(_NAMES[self.value])

    @property
    def about(self) -> Message:
        """How it plays, in a sentence."""
        return Message(_ABOUT[self.value])


_NAMES = {"easy": N_("Easy"), "normal": N_("Normal"), "hard": N_("Hard")}
_ABOUT = {
    "easy": N_("Draws below 17 and stops from there on; nothing else."),
    "normal": N_("Plays the common basic-strategy table, whatever the rules; never insures."),
    "hard": N_("Plays the exact strategy of the rules in play."),
}

Worth = Callable[[Sequence[int]], float]
"""What insurance is worth per unit staked on it, for the card values that a hand holds (ace as 1)."""


@dataclass(frozen=True)
class Player:
    """An AI player.

    Attributes:
        level: how it plays.
        strategy: what it does with a hand.
        insurance: what insurance is worth to it; None and it never insures.
    """

    level: Level
    strategy: Strategy
    insurance: Worth | None = None

    def decide(self, view: Mapping[str, Any], legal: Collection[str]) -> Decision:
        """What the player answers.

        Args:
            view: the public view of the round, with a question in it (see :meth:`bjlearn.game.Round.view`).
            legal: the names of the decisions that may be made.

        Returns:
            A legal decision. It follows from the hand asked about, the upcard and the legal decisions alone.

        Raises:
            PlayersError: nothing is asked, or nothing that the player could answer is legal.
        """
        asked = view["question"]
        if asked is None:
            raise PlayersError(Message("Nothing is asked of the player: the round is over."))
        hand = view["seats"][asked["seat"]]["hands"][asked["hand"]]
        values = [card(code).value for code in hand["cards"]]
        if asked["kind"] == "insurance":
            return self._insurance(values, legal)
        up = card(view["dealer"]["cards"][0]).value
        if asked["kind"] == "surrender":
            gives_up = self.strategy.preferences(values, up)[0] is Action.SURRENDER
            return _one_of(Action.SURRENDER if gives_up else Answer.NO_SURRENDER, legal)
        return self.strategy.choose(values, up, {Action(name) for name in legal})

    def _insurance(self, values: Sequence[int], legal: Collection[str]) -> Decision:
        if self.insurance is not None and "insure" in legal and self.insurance(values) > 0:
            return Insure()
        return _one_of(Answer.NO_INSURANCE, legal)


def _one_of(decision: Action | Answer, legal: Collection[str]) -> Decision:
    if decision.value not in legal:
        raise PlayersError(Message("The player would answer {decision}, which is not legal here.", decision=decision.value))
    return decision


def easy() -> Player:
    """Easy: draws below 17, the ace as 11 where that does not bust, and stops from there on."""
    return Player(Level.EASY, DEALER)


def normal() -> Player:
    """Normal: the common table :data:`bjlearn.strategy.BASIC`."""
    return Player(Level.NORMAL, BASIC)


def hard(strategy: Strategy, insurance: Worth | None = None) -> Player:
    """Hard: the exact strategy of the rules in play.

    Args:
        strategy: made by the exact analysis of those rules: ``analyze(rules).composition``.
        insurance: what insurance is worth there: ``analyze(rules).insurance``. Without it insurance is never taken, which is
            best for every full shoe where insurance pays 2:1 or less.
    """
    return Player(Level.HARD, strategy, insurance)


def player(level: Level | str, strategy: Strategy | None = None, insurance: Worth | None = None) -> Player:
    """The player of a level.

    Args:
        level: ``easy``, ``normal`` or ``hard``.
        strategy: for Hard, as in :func:`hard`; the others have their own.
        insurance: for Hard, as in :func:`hard`.

    Raises:
        PlayersError: there is no such level, or Hard without a strategy.
    """
    chosen = as_level(level)
    return Player(chosen, as_strategy(chosen, strategy), insurance if chosen is Level.HARD else None)


def as_level(name: Level | str) -> Level:
    """The level of a name.

    Raises:
        PlayersError: there is none.
    """
    try:
        return Level(name)
    except ValueError:
        raise PlayersError(
            Message('There is no AI player "{name}"; they are {names}.', name=str(name)[:20], names=[one.value for one in Level])
        ) from None


def as_strategy(level: Level | str, strategy: Strategy | None = None) -> Strategy:
    """How a player of a level plays its hands, as a strategy that the exact analysis and the simulation can take.

    Args:
        level: ``easy``, ``normal`` or ``hard``.
        strategy: for Hard, the exact one of the rules in play.

    Raises:
        PlayersError: there is no such level, or Hard without a strategy.
    """
    chosen = as_level(level)
    if chosen is Level.EASY:
        return DEALER
    if chosen is Level.NORMAL:
        return BASIC
    if strategy is None:
        raise PlayersError(Message("Hard plays the exact strategy of the rules in play: give it that strategy."))
    return strategy
