"""One's own progress from the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from bjlearn.app.cli import main
from bjlearn.practice.identity import present_visitor
from bjlearn.practice.store import MOST_BYTES, Store
from tests.store.made import judged


@pytest.fixture(autouse=True)
def url(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A database of this test's own."""
    url = f"sqlite:///{tmp_path / 'own.sqlite'}"
    monkeypatch.setenv("BJLEARN_DATABASE_URL", url)
    return url


def _decisions(url: str) -> list[str]:
    with Store.at(url) as store:
        return [made.id for made in store.book(present_visitor().learner).decisions()]


def test_out_gone_and_in_again(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store.at(url) as store:
        store.book(present_visitor().learner).keep(judged("d1"))
    file = tmp_path / "mine.json"
    assert main(["progress", "--export", str(file)]) == 0
    assert main(["progress", "--delete", "--yes"]) == 0
    assert _decisions(url) == []
    assert main(["progress", "--import", str(file)]) == 0
    assert _decisions(url) == ["d1"]
    assert capsys.readouterr().out.splitlines()[-1] == "1 decisions were new and are taken in."
    assert main(["progress", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"database": url, "decisions": 1}
    assert main(["progress", "--export", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["version"] == 1
    assert main(["progress", "--lang", "ro"]) == 0
    assert "own.sqlite" in capsys.readouterr().out


def test_deleting_asks_first(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.at(url) as store:
        store.book(present_visitor().learner).keep(judged("d1"))
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert main(["progress", "--delete"]) == 130
    assert _decisions(url) == ["d1"]


def test_what_cannot_be_done_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (MOST_BYTES + 1))
    calls = {
        ("--import", str(tmp_path / "none.json")): "cannot be read",
        ("--import", str(large)): "too large",
        ("--import", str(tmp_path)): "cannot be read",
        ("--export", str(tmp_path)): "cannot be written",
        ("--export", "x", "--delete"): "One thing at a time",
    }
    for call, words in calls.items():
        assert main(["progress", *call]) == 2
        error = capsys.readouterr().err
        assert words in error
        assert error.count("\n") == 1
    monkeypatch.setenv("BJLEARN_DATABASE_URL", f"postgresql://ana:hunter2@/x?host={tmp_path}")
    assert main(["progress"]) == 2
    error = capsys.readouterr().err
    assert "PostgreSQL" in error
    assert "hunter2" not in error
