"""The screens of the dashboard: which there are, and how each is built when it is first opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bjlearn.practice.identity import allowed
from bjlearn.text import N_, Message
from bjlearn.widgets.address import Address
from bjlearn.widgets.visit import Framed, Visit


@dataclass(frozen=True, slots=True)
class Tab:
    """A screen that can be opened.

    Attributes:
        name: in the address; small letters.
        title: on the tab.
        load: imports the screen and builds it where the visit is. Nothing of it is imported before.
        instructor: for the instructor alone; nobody else sees the tab.
    """

    name: str
    title: Message
    load: Callable[[Visit], Any]
    instructor: bool = False


def _play(visit: Visit) -> Framed:
    from bjlearn.widgets.play import Play

    # the frame has the document, language and theme, and writes the address
    play = Play.from_address(
        visit.place, bankroll=visit.start, coach=visit.coach, parts=("end",), book=lambda: visit.book, own=visit.own
    )
    play.coaching.noted.append(lambda: setattr(visit, "coach", play.coaching.mode.value))
    visit.purse = lambda: play.sitting.bankroll
    visit.renewed.append(play.renewed)
    return play


def _drill(visit: Visit) -> Framed:
    from bjlearn.widgets.drill import Drill

    drill = Drill.from_address(visit.place, parts=(), visit=visit)
    visit.renewed.append(drill.renew)
    return drill


def _strategy(visit: Visit) -> Framed:
    from bjlearn.widgets.strategy_chart import StrategyChart

    return StrategyChart.from_address(visit.place, practise=True, parts=(), visit=visit)


def _rules(visit: Visit) -> Framed:
    from bjlearn.widgets.rules_explorer import RulesExplorer

    return RulesExplorer.from_address(visit.place, parts=(), visit=visit)


def _simulate(visit: Visit) -> Framed:
    from bjlearn.widgets.simulate import Simulate

    return Simulate.from_address(visit.place, parts=(), visit=visit)


def _class(visit: Visit) -> Framed:
    from bjlearn.widgets.class_view import ClassView

    allowed(visit.who)
    return ClassView.from_address(visit.place, parts=(), visit=visit)


SCREENS: tuple[Tab, ...] = (
    Tab("play", Message(N_("Play")), _play),
    Tab("drill", Message(N_("Drill")), _drill),
    Tab("strategy", Message(N_("Strategy")), _strategy),
    Tab("rules", Message(N_("Rules")), _rules),
    Tab("simulate", Message(N_("Simulate")), _simulate),
    Tab("class", Message(N_("Class")), _class, instructor=True),
)
"""The screens there are, in the order of their tabs. A new one is one more line here."""


def named(tabs: Sequence[Tab], name: str) -> Tab:
    """The tab of a name; the first one for a name that is not there, for an old address still opens.

    Args:
        tabs: to choose from.
        name: as the address says it.
    """
    return next((tab for tab in tabs if tab.name == name), tabs[0])


def on_tab(address: Address, tab: Tab, tabs: Sequence[Tab]) -> Address:
    """An address with the name of its screen; the first screen's is left out."""
    return replace(address, screen="" if tab is tabs[0] else tab.name)
