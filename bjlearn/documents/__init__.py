"""The documents: what each clause says, where, how sure, which readings its words allow, and the Rules that follow."""

from bjlearn.documents.files import MOST_BYTES, builtin_ids, load
from bjlearn.documents.model import (
    Clause,
    Default,
    Document,
    DocumentError,
    FrozenMap,
    Open,
    Reading,
    Sure,
    Topic,
    Words,
)
from bjlearn.documents.readings import parse_reading, parse_readings, write_readings

__all__ = [
    "MOST_BYTES",
    "Clause",
    "Default",
    "Document",
    "DocumentError",
    "FrozenMap",
    "Open",
    "Reading",
    "Sure",
    "Topic",
    "Words",
    "builtin_ids",
    "load",
    "parse_reading",
    "parse_readings",
    "write_readings",
]
