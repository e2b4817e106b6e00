"""Classes to look at: ``?seed=200`` in the address is a class of so many students."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[4]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bjlearn.practice.store import Store  # noqa: E402
from bjlearn.text import Message  # noqa: E402
from bjlearn.widgets import Address, ClassView, Dashboard, read_address  # noqa: E402
from bjlearn.widgets.tabs import SCREENS, Tab  # noqa: E402
from bjlearn.widgets.visit import Visit  # noqa: E402
from tests.practice.classes import fill  # noqa: E402


def store_of(size: int) -> Store:
    """A class of so many students; more than 50 are two classes."""
    store = Store.memory()
    groups = ("7B", "8A") if size > 50 else ("7B",)
    documents = ("it-casino", "it-casino", "it-banco")
    fill(store, size, documents=documents, groups=groups, most=120 if size < 50 else 12, end=datetime.now(UTC))
    return store


def given_class(**more: Any) -> ClassView:
    """The screen alone, over the class that the address names."""
    where = read_address()
    return ClassView.from_address(where, register=store_of(int(where.own.get("seed", "0"))).register(), **more)


def given_dashboard() -> Dashboard:
    """The dashboard of an instructor, over the class that the address names."""
    where = read_address()
    register = store_of(int(where.own.get("seed", "0"))).register()

    def load(visit: Visit) -> ClassView:
        return ClassView.from_address(visit.place, register=register, parts=(), visit=visit)

    others = tuple(tab for tab in SCREENS if tab.name != "class")
    place = Address(where.document, where.readings, where.language, where.theme, where.screen or "class")
    return Dashboard(place, screens=(*others, Tab("class", Message("Class"), load)))
