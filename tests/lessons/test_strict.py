"""The comparison of notebooks is strict: a stored figure that differs by one digit fails, however it is shown."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from nbformat import v4, write

from bjlearn.figures import table

ROOT = Path(__file__).parents[2]
OPTIONS = ("--nbval", "--nbval-current-env", "--nbval-sanitize-with", str(ROOT / "tests" / "nbval.cfg"))
TABLE = "from bjlearn.figures import table; table([['a', 12]], ['', 'b'], 'c')"


def printed(number: int) -> object:
    return v4.new_code_cell("print(12)", execution_count=1, outputs=[v4.new_output("stream", name="stdout", text=f"{number}\n")])


def drawn(number: int) -> object:
    figure = table([["a", number]], ["", "b"], "c")
    data = {"text/html": figure._repr_html_(), "text/plain": repr(table([["a", 12]], ["", "b"], "c"))}
    return v4.new_code_cell(TABLE, execution_count=1, outputs=[v4.new_output("execute_result", data=data, execution_count=1)])


def test_one_digit_more_fails(tmp_path: Path) -> None:
    path = tmp_path / "figures.ipynb"
    write(v4.new_notebook(cells=[printed(12), drawn(12), printed(13), drawn(13)]), path)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        str(ROOT / "pyproject.toml"),
        *OPTIONS,
        str(path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "2 failed, 2 passed" in done.stdout, done.stdout
    assert [f"Cell {number} " in done.stdout for number in range(4)] == [False, False, True, True]
