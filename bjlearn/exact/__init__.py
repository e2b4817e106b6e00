"""Exact analysis of any Rules on any shoe, in pure NumPy."""

from __future__ import annotations

from bjlearn.exact.analysis import Analysis, analyze, evaluate, evaluate_by_upcard
from bjlearn.exact.distribution import Distribution
from bjlearn.exact.single import ExactError, HandFigures, quick_figures, shoe_counts
from bjlearn.exact.steps import Step, steps

__all__ = [
    "Analysis",
    "Distribution",
    "ExactError",
    "HandFigures",
    "Step",
    "analyze",
    "evaluate",
    "evaluate_by_upcard",
    "quick_figures",
    "shoe_counts",
    "steps",
]
