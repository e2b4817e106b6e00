"""Lessons as a student meets them in JupyterLab, where some exercises are answered in Python. Every widget answers.

Every second lesson is tried here and the others in Voila; all of them in both where there is time.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from bjlearn.practice import exercise_ids
from tests.browser.lessons import CODE, LESSONS, ROOT, exercise, title, wrong_then_right
from tests.conftest import PATIENCE, OpenTab

pytestmark = pytest.mark.browser
IN_LAB = [pytest.param(lesson, marks=[] if number % 2 == 0 else pytest.mark.soak) for number, lesson in enumerate(LESSONS)]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """JupyterLab over a copy of the lessons, as the product starts it: its address with its token."""
    home = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "lessons", home / "lessons")
    program = (
        "from pathlib import Path; from bjlearn.app import serve; "
        "serve.lab(port=0, open_browser=False, folder=Path('lessons').resolve())"
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "XDG_", "IPYTHON", "VOILA"))}
    env |= {"HOME": str(home), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen([sys.executable, "-c", program], env=env, cwd=home, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said = process.stdout.readline()
    address = re.search(r"http://\S+", said)
    assert address, said
    yield address.group()
    process.terminate()
    process.wait(PATIENCE)


@pytest.mark.parametrize("lesson", IN_LAB)
def test_a_lesson_in_jupyterlab(lab: str, open_tab: OpenTab, lesson: str) -> None:
    address, token = lab.split("?")
    place = f"{address.partition('/lab')[0].rstrip('/')}/lab/tree/{lesson}.ipynb?reset&{token}"
    tab = open_tab(place, width=1400)
    page = tab.page
    expect(page.locator(".jp-Notebook h1").first).to_contain_text(title(lesson))
    kernel = page.locator(".jp-Notebook-ExecutionIndicator")
    expect(kernel).to_have_attribute("data-status", "idle")  # it is there: what is asked of one that still starts may be lost
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.locator("li[data-command='runmenu:run-all']").click()
    expect(kernel).to_have_attribute("data-status", "busy")
    expect(kernel).to_have_attribute("data-status", "idle")  # until then JupyterLab itself scrolls from cell to cell
    for name in exercise_ids(lesson[:2]):
        shown = exercise(page, name)
        bring(page, shown)
        if name not in CODE:
            wrong_then_right(shown, name)
            continue
        cell = page.locator(".jp-CodeCell", has_text=f'check("{name}"')
        bring(page, cell)
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(CODE[name])
        page.keyboard.press("Control+Enter")
        expect(cell.locator(".bj-reply")).to_contain_text("Right.")
        expect(shown).to_have_attribute("data-solved", "true")
    tab.watch.assert_clean()


def bring(page: Page, wanted: Locator) -> None:
    """Scroll the notebook on until something is there: JupyterLab draws only what is near."""
    notebook = page.locator(".jp-WindowedPanel-outer")
    there = 0
    for _ in range(200):
        there = there + 1 if wanted.count() else 0
        if there > 1:  # what is drawn while it scrolls may be gone in the next frame
            break
        if not there:
            notebook.evaluate("panel => panel.scrollBy(0, 250)")
        page.evaluate("() => new Promise(requestAnimationFrame)")
    wanted.scroll_into_view_if_needed()
    expect(wanted).to_be_visible()
