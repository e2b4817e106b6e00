"""The store: progress in a database, SQLite by default and PostgreSQL by an address, with the same code.

Importing it brings SQLAlchemy, which takes most of a second: do so inside functions, after the page is there.
"""

from __future__ import annotations

from bjlearn.practice.store.exchange import MOST_BYTES, ExchangeError
from bjlearn.practice.store.faults import StoreError
from bjlearn.practice.store.store import Store, open_store

__all__ = ["MOST_BYTES", "ExchangeError", "Store", "StoreError", "open_store"]
