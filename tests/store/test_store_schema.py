"""Versions of the schema: up from the first one with data in it, the same on every way, and none from the future."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from bjlearn.practice.records import Learner
from bjlearn.practice.store import Store, StoreError, open_store, schema
from bjlearn.practice.store.engine import address, connect, reading, writing
from bjlearn.practice.store.models import Base
from tests.store.made import NOON, judged

ANA = Learner("ana", "Ana", "spring")

FIRST_DATA: dict[str, list[dict[str, Any]]] = {
    "learner": [
        {"id": "ana", "name": "Ana", "class_code": "spring", "made": "NOON"},
        {"id": "ben", "name": "Ben", "class_code": "", "made": "NOON"},
    ],
    "decision": [
        {
            "learner": "ana", "id": "d1", "at": "NOON", "source": "drill", "document": "it-banco", "readings": "",
            "cell": "hard16-10", "cards": "10,6", "up": 10, "chosen": "stand", "best": "hit", "grade": "mistake",
            "cost": 0.125, "chips": 1.25, "hinted": False, "seconds": None,
        }
    ],
    "scheduled": [
        {"learner": "ana", "document": "it-banco", "readings": "", "cell": "hard16-10", "due": "NOON", "state": "{}"},
    ],
    "lying": [{"learner": "ana", "state": '{"step":1}', "at": "NOON"}],
    "attempt": [
        {"learner": who, "exercise": "01.bust", "variant": 0, "answer": said, "was_right": ok, "tries": 1, "solution_seen": False}
        for who, said, ok in (("ana", "no", False), ("ana", "yes", True), ("ben", "no", False))
    ],
    "assignment": [
        {
            "id": "a1", "class_code": "spring", "document": "it-banco", "readings": "", "drill_filter": "hard",
            "decisions": 20, "at": "NOON",
        }
    ],
}  # fmt: skip
"""Rows as the first version had them."""


def _of_version(url: str, version: str) -> None:
    engine = connect(address(url))
    schema.prepare(engine, version)
    engine.dispose()


def test_up_from_the_first_schema_with_data_in_it(url: str) -> None:
    _of_version(url, "1")
    engine = connect(address(url))
    with writing(engine) as connection:
        noon: Any = NOON if engine.dialect.name == "postgresql" else NOON.replace(tzinfo=None).isoformat(" ", "microseconds")
        for table, rows in FIRST_DATA.items():
            for row in rows:
                statement = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join(f':{name}' for name in row)})"
                connection.execute(text(statement), {name: noon if value == "NOON" else value for name, value in row.items()})
    engine.dispose()
    with Store.at(url) as store:
        book = store.book(ANA)
        assert book.decisions() == [judged("d1")]
        assert book.scheduled("it-banco")["hard16-10"].due == NOON
        assert book.table() == {"step": 1}
        assert [(done.answer, done.right) for done in book.attempts("ana")] == [("no", False), ("yes", True)]
        assert [(one.id, one.filter, one.done) for one in book.assignments()] == [("a1", "hard", 0)]
        assert [student.count for student in store.register().students()] == [1, 0]
        # what the new version brought works on the old rows: they can be exported, and come in once
        again = store.book(Learner("again"))
        assert again.take(book.export()) == 1
        assert again.take(book.export()) == 0
        assert len(again.attempts("again")) == 2
        assert book.keep(judged("d2"))
        assert [made.id for made in book.decisions()] == ["d1", "d2"]
    with Store.at(url) as store:  # and nothing is done a second time
        assert len(store.book(ANA).decisions()) == 2


@pytest.mark.parametrize("start", [None, *schema.VERSIONS])
def test_every_way_leads_to_the_tables_of_the_models(url: str, start: str | None) -> None:
    if start is not None:
        _of_version(url, start)
    Store.at(url).close()
    engine = connect(address(url))
    with reading(engine) as connection:
        assert schema.version(connection) == schema.NEWEST
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
        found = inspect(connection)
        for table in Base.metadata.sorted_tables:
            unique = {constraint["name"] for constraint in found.get_unique_constraints(table.name)}
            assert {str(one.name) for one in table.constraints if str(one.name).startswith("uq_")} <= unique
            keys = {key["name"]: key["options"] for key in found.get_foreign_keys(table.name)}
            for key in table.foreign_key_constraints:
                assert keys[str(key.name)].get("ondelete") == "CASCADE"
    engine.dispose()


def test_the_versions_are_those_of_the_files() -> None:
    settings = Config()
    settings.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    scripts = ScriptDirectory.from_config(settings)
    assert [script.revision for script in scripts.walk_revisions()][::-1] == list(schema.VERSIONS)
    assert scripts.get_heads() == [schema.NEWEST]


def test_a_database_from_the_future_is_refused_in_one_sentence_and_left_alone(url: str) -> None:
    with Store.at(url) as store:
        store.book(ANA).keep(judged())
    engine = connect(address(url))
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '99'"))
    with pytest.raises(
        StoreError, match=r"^The database of progress was made by a newer bjlearn \(version 99 .*: update bjlearn\.$"
    ):
        Store.at(url)
    with open_store(url) as store:
        assert not store.lasts
        assert store.note is not None
        assert "newer bjlearn" in store.note.text()
        store.book(ANA).keep(judged("d2"))
    with reading(engine) as connection:
        assert connection.execute(text("SELECT count(*) FROM decision")).scalar() == 1
        assert schema.version(connection) == "99"
    engine.dispose()


def test_a_migration_that_fails_leaves_the_database_as_it_was(url: str) -> None:
    _of_version(url, "1")
    engine = connect(address(url))
    with writing(engine) as connection:
        connection.execute(text("CREATE TABLE opened (mine INTEGER)"))  # in the way of the second version
    with pytest.raises(StoreError):
        Store.at(url)
    with reading(engine) as connection:
        assert schema.version(connection) == "1"
        assert "imported" not in {column["name"] for column in inspect(connection).get_columns("decision")}
    with writing(engine) as connection:
        connection.execute(text("DROP TABLE opened"))
    engine.dispose()
    Store.at(url).close()
