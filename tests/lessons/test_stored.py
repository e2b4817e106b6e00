"""How notebooks are stored: small, run from top to bottom, without widget state or times; no result typed into their text."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bjlearn.practice import exercise_ids

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted(path for folder in ("lessons", "notebooks") for path in (ROOT / folder).glob("*.ipynb"))
LESSONS = [path for path in NOTEBOOKS if path.parent.name == "lessons"]
RESULT = re.compile(
    r"""(?<![\w.:])(?:
        [+\-−]?\d+[.,]\d+(?![\w.:])   # a decimal number
        | \d+\s?(?:%|percent\b)       # a share
        | \d+\s?(?:/|of|in)\s?\d+\b   # so many of so many
    )""",
    re.VERBOSE,
)
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def text(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def typed_results(markdown: str) -> list[str]:
    """Figures in a text that look like results."""
    return [found.group() for found in RESULT.finditer(re.sub(r"`[^`]*`", "", markdown))]


def test_there_are_notebooks() -> None:
    assert LESSONS


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("The house edge is 0.5 %.", ["0.5"]),
        ("You lose 28 % of such hands.", ["28 %"]),
        ("You lose 28% of them, +0,25 in all.", ["28%", "+0,25"]),
        ("7 of 13 ranks", ["7 of 13"]),
        ("worth −0.54 chips", ["−0.54"]),
        ("chance 4/13", ["4/13"]),
        ("A natural pays 3:2; hard 16; 25 minutes; clause IC-07; lesson 4; 1 **or** 11; `total(7.5)`.", []),
    ],
)
def test_what_looks_like_a_result(written: str, found: list[str]) -> None:
    assert typed_results(written) == found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
class TestNotebook:
    def test_it_is_small(self, path: Path) -> None:
        assert path.stat().st_size < 150_000

    def test_it_holds_no_widget_state_and_no_times(self, path: Path) -> None:
        notebook = read(path)
        assert "widgets" not in notebook["metadata"]
        for cell in notebook["cells"]:
            assert "execution" not in cell["metadata"]
            for output in cell.get("outputs", ()):
                assert WIDGET_VIEW not in output.get("data", {}), "python tools/notebooks.py stores it right"

    def test_it_was_run_from_top_to_bottom_without_a_fault(self, path: Path) -> None:
        code = [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]
        assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
        for cell in code:
            for output in cell["outputs"]:
                assert output["output_type"] != "error"
                assert output.get("name") != "stderr"

    def test_no_result_is_typed_into_its_text(self, path: Path) -> None:
        for cell in read(path)["cells"]:
            if cell["cell_type"] == "markdown":
                assert typed_results(text(cell)) == [], cell["id"]

    def test_its_figures_have_a_caption_and_words(self, path: Path) -> None:
        for cell in read(path)["cells"]:
            for output in cell.get("outputs", ()):
                data = output.get("data", {})
                assert not any(kind.startswith("image/") for kind in data), "an image has no words of its own"
                html = "".join(data.get("text/html", ()))
                if html and "role='status'" not in html:
                    assert "<figcaption" in html
                    assert "<table" in html or 'role="img" aria-label="' in html


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
class TestLesson:
    def test_its_exercises_are_all_there_in_order(self, path: Path) -> None:
        source = "\n".join(text(cell) for cell in read(path)["cells"] if cell["cell_type"] == "code")
        shown = tuple(re.findall(r'Exercise\("([^"]+)"\)', source))
        assert sorted(shown) == sorted(exercise_ids(path.stem[:2]))
        assert 3 <= len(shown) <= 6

    def test_it_has_its_parts(self, path: Path) -> None:
        markdown = "\n".join(text(cell) for cell in read(path)["cells"] if cell["cell_type"] == "markdown")
        assert markdown.count("\n# ") + markdown.startswith("# ") == 1
        for part in (
            "**Goal:**",
            "## A question to start from",
            "## What the documents say",
            "## Summary",
            "## What to try next",
        ):
            assert part in markdown

    def test_clauses_are_read_from_the_documents(self, path: Path) -> None:
        source = "\n".join(text(cell) for cell in read(path)["cells"] if cell["cell_type"] == "code")
        printed = json.dumps(read(path)["cells"])
        assert ".clause(" in source
        assert len(set(re.findall(r"\b(?:IC|IB|RO|IT)-\d\d\b", printed))) >= 4

    def test_it_has_something_to_do_every_few_paragraphs(self, path: Path) -> None:
        """Never more than about two hundred words without something to play with, to look at or to answer."""
        words = 0
        for cell in read(path)["cells"]:
            words = words + len(text(cell).split()) if cell["cell_type"] == "markdown" else 0
            assert words <= 200, cell["id"]
