"""What the README shows can be done as it stands there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf8")
CALLS = re.findall(r"^ +((?:echo '[^']+' \| )?bjlearn (?!dashboard|lab).+)$", README, re.MULTILINE)


def test_there_are_calls() -> None:
    assert len(CALLS) >= 5


@pytest.mark.parametrize("call", CALLS)
def test_a_call_of_the_readme_works(call: str) -> None:
    given, _, command = call.rpartition(" | ")
    words = shlex.split(given)[1] if given else ""
    arguments = [sys.executable, "-m", *shlex.split(command)]
    done = subprocess.run(arguments, input=words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_every_link_to_a_file_leads_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in pages:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.name}: {target}"
