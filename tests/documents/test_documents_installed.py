"""The data files come along however the product is installed."""

import subprocess
import sys
import zipfile
from importlib.resources import files
from pathlib import Path

import bjlearn
from bjlearn.documents import builtin_ids

PACKAGE = Path(bjlearn.__file__).parent


def test_there_is_one_data_file_for_each_document() -> None:
    data = files("bjlearn.documents") / "data"
    assert {item.name for item in data.iterdir() if item.name.endswith(".toml")} == {f"{name}.toml" for name in builtin_ids()}


def test_documents_load_from_a_packed_package_and_from_any_folder(tmp_path: Path) -> None:
    packed = tmp_path / "bjlearn.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("__init__.py", "text.py", "cards.py", "rule_values.py", "rules.py"):
            archive.write(PACKAGE / name, f"bjlearn/{name}")
        for path in (PACKAGE / "documents").rglob("*"):
            if path.suffix in (".py", ".toml"):
                archive.write(path, f"bjlearn/{path.relative_to(PACKAGE).as_posix()}")
    code = (
        f"import sys; sys.path.insert(0, {str(packed)!r}); import bjlearn.documents as room; "
        "print(room.__file__, *(len(room.load(name).clauses) for name in room.builtin_ids()))"
    )
    run = subprocess.run(  # isolated: the package in this folder must not be found instead
        [sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    where, *counts = run.stdout.split()
    assert where.startswith(str(packed))
    assert counts == ["19", "17", "18", "24"]


def test_loading_brings_in_nothing_heavy() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); import bjlearn.documents as room; room.load('it-casino'); "
        "print(*sorted({name.partition('.')[0] for name in sys.modules} & {'numpy', 'ipywidgets', 'IPython', 'sqlalchemy'}))"
    )
    run = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
