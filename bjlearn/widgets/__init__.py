"""What is on screen in Jupyter and Voila. Thin: the pure rooms decide, a widget shows."""

from __future__ import annotations

from bjlearn.widgets.address import Address, read_address
from bjlearn.widgets.chart import ChartView
from bjlearn.widgets.class_view import ClassView
from bjlearn.widgets.dashboard import Dashboard
from bjlearn.widgets.drill import Drill
from bjlearn.widgets.exercise import Exercise
from bjlearn.widgets.given import GivenTable
from bjlearn.widgets.play import Play
from bjlearn.widgets.rules_explorer import RulesExplorer
from bjlearn.widgets.screen import Screen
from bjlearn.widgets.simulate import Simulate
from bjlearn.widgets.strategy_chart import StrategyChart
from bjlearn.widgets.table import TableWidget

__all__ = [
    "Address",
    "ChartView",
    "ClassView",
    "Dashboard",
    "Drill",
    "Exercise",
    "GivenTable",
    "Play",
    "RulesExplorer",
    "Screen",
    "Simulate",
    "StrategyChart",
    "TableWidget",
    "read_address",
]
