"""Opening a store: where it lies, and what happens where it cannot lie there."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bjlearn.practice.place import data_folder
from bjlearn.practice.records import Learner
from bjlearn.practice.store import Store, StoreError, open_store
from bjlearn.practice.store.engine import VARIABLE, address
from tests.store.made import judged
from tests.store.server import programs

ANA = Learner("ana", "Ana", "spring")


def _goes_on_in_memory(url: str, *words: str) -> None:
    with pytest.raises(StoreError) as refused:
        Store.at(url)
    with open_store(url) as store:
        assert not store.lasts
        book = store.book(ANA)
        assert book.keep(judged())
        assert len(store.register().students()) == 1
        note = book.note
    assert note is not None
    for word in (*words, "for this visit only"):
        assert word in note.text()
    for word in words:
        assert word in str(refused.value)


def test_the_default_is_one_file_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    with open_store() as store:
        assert store.note is None
        assert store.lasts
        store.book(ANA).keep(judged())
    assert data_folder(os.environ, "linux") == tmp_path / "bjlearn"
    assert [file.name for file in (tmp_path / "bjlearn").iterdir()] == ["progress.sqlite"]
    assert (tmp_path / "bjlearn").stat().st_mode & 0o077 == 0
    with open_store() as store:
        assert len(store.book(ANA).decisions()) == 1


def test_each_system_has_its_data_folder() -> None:
    home = Path.home()
    assert data_folder({"XDG_DATA_HOME": "relative"}, "linux") == home / ".local" / "share" / "bjlearn"
    assert data_folder({}, "darwin") == home / "Library" / "Application Support" / "bjlearn"
    assert data_folder({"LOCALAPPDATA": "/local"}, "win32") == Path("/local/bjlearn")


def test_the_variable_says_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, f"sqlite:///{tmp_path / 'new' / 'own.sqlite'}")
    with open_store() as store:
        assert store.lasts
    assert (tmp_path / "new" / "own.sqlite").exists()


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg2"])
def test_postgresql_is_reached_by_psycopg(scheme: str) -> None:
    assert address(f"{scheme}://ana:secret@db.test/progress").drivername == "postgresql+psycopg"


@pytest.mark.parametrize("url", ["mysql://ana:hunter2@host/x", "hunter2", "postgresql", "://hunter2", "sqlite3:///x"])
def test_an_address_of_another_kind_is_refused_and_not_shown(url: str) -> None:
    _goes_on_in_memory(url, VARIABLE, "postgresql://")
    note = open_store(url).note
    assert note is not None
    assert "hunter2" not in note.text()


def test_a_server_out_of_reach_is_said_without_the_password(tmp_path: Path) -> None:
    url = f"postgresql://ana:hunter2@/progress?host={tmp_path}"
    _goes_on_in_memory(url, "PostgreSQL")
    note = open_store(url).note
    assert note is not None
    assert "hunter2" not in note.text()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    _goes_on_in_memory(f"sqlite:///{tmp_path / 'file' / 'progress.sqlite'}", "progress.sqlite")


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite"
    file.write_bytes(b"notes of mine " * 1000)
    _goes_on_in_memory(f"sqlite:///{file}", "progress.sqlite")
    assert file.read_bytes() == b"notes of mine " * 1000


def test_a_database_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE learner (pet TEXT)")
    other.close()
    _goes_on_in_memory(f"sqlite:///{file}", "progress.sqlite")
    with sqlite3.connect(file) as other:
        assert [name for (name,) in other.execute("SELECT name FROM sqlite_master")] == ["learner"]
    other.close()


def test_without_postgresql_the_tests_fail_with_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.store.server.DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PG_BIN", raising=False)
    with pytest.raises(RuntimeError, match="apt-get install postgresql"):
        programs()


_OPEN = "from bjlearn.practice.store import open_store; store = open_store(); print(store.lasts, store.note)"
_POWERS = "-dac_override,-dac_read_search"
"""By which root may read and write everywhere, whatever a file allows."""


@pytest.mark.parametrize("what", ["home", "folder", "file"])
def test_a_home_that_can_only_be_read(what: str) -> None:
    """As somebody who may not write there; root may write everywhere, so the process gives that power up first."""
    with TemporaryDirectory() as top:
        home = Path(top) / "home"
        folder = home / ".local" / "share" / "bjlearn"
        file = folder / "progress.sqlite"
        home.mkdir()
        if what != "home":
            Store.at(f"sqlite:///{file}").close()
            file.chmod(0o444 if what == "file" else 0o666)
            folder.chmod(0o777 if what == "file" else 0o555)
        Path(top).chmod(0o755)
        home.chmod(0o555)
        environment = {name: value for name, value in os.environ.items() if name not in (VARIABLE, "XDG_DATA_HOME")}
        powerless = ["setpriv", f"--bounding-set={_POWERS}", f"--inh-caps={_POWERS}"] if os.geteuid() == 0 else []
        call = [*powerless, sys.executable, "-c", _OPEN]
        done = subprocess.run(call, env={**environment, "HOME": str(home)}, capture_output=True, text=True, check=False)
        for place in (home, folder):
            if place.exists():
                place.chmod(0o700)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("False The file ~/.local/share/bjlearn/progress.sqlite cannot be used"), done.stdout
    assert "for this visit only" in done.stdout
