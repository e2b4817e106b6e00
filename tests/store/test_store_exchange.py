"""Progress as a file: out, in again, and everything that is no such file."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjlearn.practice.records import Learner
from bjlearn.practice.store import MOST_BYTES, ExchangeError, Store
from bjlearn.practice.store.exchange import MOST_DECISIONS, Progress, read, write
from tests.store.made import HOSTILE, NOON, answer, due, judged, right

ANA = Learner("ana", "Ana", "spring")


def _file() -> dict[str, Any]:
    given = Progress((judged("1"), right("2", seconds=1.5, hinted=True)), (due(),), (("a1", answer()),))
    return json.loads(json.dumps(write(given, "Ana", NOON)))


def test_a_file_taken_in_is_the_same_progress(store: Store) -> None:
    ana, again = store.book(ANA), store.book(Learner("other"))
    ana.keep(judged("1", cost=1 / 3), due(), table={"hole": "Ah"})
    ana.keep(right("2", cards=(1, 7), cell="soft18-A", up=1, seconds=2.25, filter="soft"))
    ana.add(answer())
    text = json.dumps(ana.export())
    assert "hole" not in text
    assert "spring" not in text
    assert again.take(text) == 2
    one, other = again.decisions(), ana.decisions()
    assert [made.id for made in one] == ["1", "2"]
    assert one[1] == other[1]
    assert one[0].cost == pytest.approx(1 / 3, abs=1e-8)
    assert again.scheduled("it-banco") == ana.scheduled("it-banco")
    assert [done.answer for done in again.attempts("other")] == ["soft 17"]
    assert again.take(text.encode()) == 0
    assert len(again.attempts("other")) == 1
    assert again.table() is None


def test_what_is_there_stays(store: Store) -> None:
    book = store.book(ANA)
    book.keep(judged("1", cost=0.75), due(9), table={"step": 1})
    assert book.take(_file()) == 1
    assert [made.cost for made in book.decisions()] == [0.75, 0.0]
    assert book.scheduled("it-banco")["hard16-10"] == due(9)
    assert book.table() == {"step": 1}


def _with(*path: object, value: object) -> dict[str, Any]:
    data = _file()
    place: Any = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return data


ROW = ("decisions", "rows", 0)
BROKEN: dict[str, tuple[object, str]] = {
    "nothing": (None, "does not say"),
    "number": (7, "does not say"),
    "list": ([], "does not say"),
    "text": ("hello", "not JSON"),
    "bytes": (b"\xff\xfe\x00", "not JSON"),
    "deep": ("[" * 100_000, "not JSON"),
    "other": ({"format": "bjlearn-round-1"}, "does not say"),
    "future": (_with("version", value=2), "newer bjlearn"),
    "far future": (_with("version", value=10**400), "newer bjlearn"),
    "no version": (_with("version", value="1"), '"version"'),
    "version is true": (_with("version", value=True), '"version"'),
    "no decisions": (_with("decisions", value=None), '"decisions"'),
    "rows as text": (_with("decisions", "rows", value="abc"), '"decisions"'),
    "other columns": (_with("decisions", "columns", value=["id"]), '"decisions"'),
    "row is no list": (_with(*ROW, value={"id": "1"}), 'row 1 of its "decisions"'),
    "short row": (_with(*ROW, value=["1"]), 'row 1 of its "decisions"'),
    "id empty": (_with(*ROW, 0, value=""), 'row 1 of its "decisions"'),
    "id long": (_with(*ROW, 0, value="x" * 81), 'row 1 of its "decisions"'),
    "id number": (_with(*ROW, 0, value=1), 'row 1 of its "decisions"'),
    "time without zone": (_with(*ROW, 1, value="2026-03-01T12:00:00"), 'row 1 of its "decisions"'),
    "time before time": (_with(*ROW, 1, value="0001-01-01T00:00:00+23:59"), 'row 1 of its "decisions"'),
    "time in words": (_with(*ROW, 1, value="noon"), 'row 1 of its "decisions"'),
    "future decision": (_with(*ROW, 1, value="2999-01-01T00:00:00+00:00"), "in the future"),
    "source": (_with(*ROW, 2, value="cheat"), 'row 1 of its "decisions"'),
    "cards": (_with(*ROW, 6, value=[11]), 'row 1 of its "decisions"'),
    "many cards": (_with(*ROW, 6, value=[1] * 50), 'row 1 of its "decisions"'),
    "upcard": (_with(*ROW, 7, value=True), 'row 1 of its "decisions"'),
    "grade": (_with(*ROW, 10, value="superb"), 'row 1 of its "decisions"'),
    "cost": (_with(*ROW, 11, value=1e300), 'row 1 of its "decisions"'),
    "cost not a number": (_with(*ROW, 11, value=float("nan")), 'row 1 of its "decisions"'),
    "cost huge": (_with(*ROW, 11, value=10**400), 'row 1 of its "decisions"'),
    "hinted": (_with(*ROW, 13, value="yes"), 'row 1 of its "decisions"'),
    "due": (_with("scheduled", "rows", 0, 3, value=5), 'row 1 of its "scheduled"'),
    "answer": (_with("attempts", "rows", 0, 3, value="x" * 1001), 'row 1 of its "attempts"'),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_progress_is_refused_and_changes_nothing(name: str) -> None:
    data, words = BROKEN[name]
    with Store.memory() as store:
        book = store.book(ANA)
        with pytest.raises(ExchangeError) as refused:
            book.take(data)
        assert words in str(refused.value)
        assert "\n" not in str(refused.value)
        assert (book.decisions(), book.scheduled("it-banco"), book.attempts("ana")) == ([], {}, [])


def test_a_faulty_row_late_in_a_file_leaves_nothing_of_those_before(store: Store) -> None:
    book = store.book(ANA)
    with pytest.raises(ExchangeError):
        book.take(_with("attempts", "rows", 0, 1, value=None))
    assert (book.decisions(), book.scheduled("it-banco")) == ([], {})


@pytest.mark.parametrize("kind", [str, bytes])
def test_ten_megabytes_are_not_even_read(monkeypatch: pytest.MonkeyPatch, kind: type) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr("bjlearn.practice.store.exchange.json.loads", never)
    data = b"[" + b" " * MOST_BYTES
    with pytest.raises(ExchangeError, match="too large: progress has at most 10 MB"):
        read(data if kind is bytes else data.decode(), "ana", NOON)


def test_a_letter_counts_as_its_bytes() -> None:
    with pytest.raises(ExchangeError, match="too large"):
        read("é" * (MOST_BYTES // 2 + 1), "ana", NOON)


def test_too_many_rows_are_refused() -> None:
    data = _file()
    data["decisions"]["rows"] *= MOST_DECISIONS // 2 + 1
    with pytest.raises(ExchangeError, match="too large"):
        read(data, "ana", NOON)


def test_the_largest_export_is_small_enough_to_come_in_again() -> None:
    store = Store.memory()
    ana, again = store.book(ANA), store.book(Learner("other"))
    row = _file()["decisions"]["rows"][0]
    # long ids and readings, and figures with all their digits
    rows = [
        [f"{number:032x}", (NOON + timedelta(microseconds=number)).isoformat(), *row[2:4], "IB-13:plain,IB-14:whole", *row[5:11],
         0.123456789, 12.3456789, False, 12.345678, "hard,soft,weak"]
        for number in range(MOST_DECISIONS)
    ]  # fmt: skip
    data = _file()
    data["decisions"]["rows"] = rows
    assert ana.take(data) == MOST_DECISIONS
    ana.keep(right("newest", at=datetime.now(UTC)))
    text = json.dumps(ana.export(), indent=1)
    assert len(text) < MOST_BYTES
    assert again.take(text) == MOST_DECISIONS
    assert again.decisions()[-1].id == "newest"


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_in_a_file_is_only_text(store: Store, text: str) -> None:
    data = deepcopy(_file())
    row = data["decisions"]["rows"][0]
    for place, most in ((0, 80), (3, 80), (4, 200), (5, 24), (8, 24), (9, 24), (15, 200)):
        row[place] = text[:most]
    data["attempts"]["rows"][0][3] = text
    data["name"] = text
    book = store.book(ANA)
    assert book.take(data) == 2
    assert book.decisions()[0].document == text
    assert book.attempts("ana")[0].answer == text
    assert [student.learner for student in store.register().students()] == [ANA]


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
_paths = st.sampled_from(
    [
        *[(part,) for part in ("format", "version", "decisions", "scheduled", "attempts", "name")],
        *[(part, key) for part in ("decisions", "scheduled", "attempts") for key in ("columns", "rows")],
        *[("decisions", "rows", 0, place) for place in range(16)],
        *[("scheduled", "rows", 0, place) for place in range(5)],
        *[("attempts", "rows", 0, place) for place in range(7)],
    ]
)


@settings(max_examples=150, deadline=None)
@given(path=_paths, value=_json)
def test_whatever_stands_in_a_file_is_taken_or_refused_in_one_sentence(path: tuple[object, ...], value: object) -> None:
    said = "The file was taken."
    try:
        read(_with(*path, value=value), "ana", NOON)
    except ExchangeError as error:
        said = str(error)
    assert said.startswith("The file ")
    assert "\n" not in said
