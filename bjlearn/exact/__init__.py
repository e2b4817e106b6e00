"""Exact analysis of any Rules on any shoe, in pure NumPy."""

from __future__ import annotations

from bjlearn.exact.analysis import Analysis, ExactError, HandFigures, analyze, evaluate, quick_figures, shoe_counts

__all__ = ["Analysis", "ExactError", "HandFigures", "analyze", "evaluate", "quick_figures", "shoe_counts"]
