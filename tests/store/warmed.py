"""Imported by the process from which workers start: what their first verdict would wait for is worked out once."""

from __future__ import annotations

from bjlearn.documents import load
from bjlearn.exact import analyze

analysis = analyze(load("ro-online").rules())
analysis.ev()
_ = analysis.total
