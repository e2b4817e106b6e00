"""Lessons as a student meets them: in Voila without code, and in JupyterLab. Every widget answers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from bjlearn.cards import card
from bjlearn.practice import Judgement, Laid, Task, exercise_ids
from bjlearn.text import Message
from tests.conftest import PATIENCE, OpenTab, Serve, Server
from tests.lessons.solutions import SOLUTIONS

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
LESSON = "01-the-aim"
BY_WIDGET = [name for name in exercise_ids("01") if name != "01.total-function"]
SOLUTION = """\
def total(cards):
    low = sum(1 if card == "A" else 10 if card in "JQK" else int(card) for card in cards)
    soft = "A" in cards and low <= 11
    return low + 10 * soft, soft
import bjlearn
bjlearn.check("01.total-function", total)"""


@pytest.fixture(scope="module")
def lessons(serve: Serve) -> Server:
    """The project's pages, no kernel warm: a lesson starts its own."""
    server = serve("--students", "0")
    assert server.url
    return server


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


def exercise(page: Page, name: str) -> Locator:
    return page.locator(f"[data-exercise='{name}']")


def answer(shown: Locator, number: str, radio: str) -> None:
    """Fill whatever fields the exercise has, and check by the Enter key or by the button."""
    field, choice = shown.locator("input[type=text]"), shown.locator(f"input[type=radio][value='{radio}']")
    if choice.count():
        choice.check()
    if field.count():
        field.fill(number)
        field.press("Enter")
    else:
        shown.get_by_role("button", name="Check").click()


def solved_by_eye(shown: Locator, name: str) -> tuple[str, str]:
    """The right answer, from the cards that are shown: a number, and a radio button where there is one."""
    expect(shown.locator(".bjx-laid").first).to_be_visible()
    laid = [
        Laid(Message(""), tuple(card(rank) for rank in group.locator(".bjx-rank").all_text_contents()))
        for group in shown.locator(".bjx-laid").all()
    ]
    task: Task[object] = Task(Message(""), lambda _: Judgement(False), (), Message(""), tuple(laid))
    right = SOLUTIONS[name](task)
    if isinstance(right, tuple):
        return str(right[0]), "soft" if right[1] else "hard"
    return str(right), str(right)


def wrong_then_right(shown: Locator, name: str) -> None:
    said = shown.locator(".bjx-reply")
    number, radio = solved_by_eye(shown, name)
    answer(shown, "99", {"soft": "hard", "hard": "soft", "win": "lose"}.get(radio, "win"))
    expect(said).to_have_attribute("data-tone", "wrong")
    assert len(said.locator("p").all()) >= 2, "a hint"
    answer(shown, number, radio)
    expect(said).to_have_attribute("data-tone", "right")
    expect(shown).to_have_attribute("data-solved", "true")


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_a_lesson_in_voila(lessons: Server, open_tab: OpenTab, width: int, theme: str) -> None:
    tab = open_tab(f"{lessons.url}lessons/{LESSON}?theme={theme}", width=width, theme=theme)
    page = tab.page
    expect(page.locator("h1")).to_contain_text("The aim, the cards")
    for name in exercise_ids("01"):
        expect(exercise(page, name)).to_be_visible()
        expect(exercise(page, name)).to_have_attribute("data-theme", theme)
    expect(page.locator(".jp-CodeMirrorEditor, .jp-InputArea-editor")).to_have_count(0)
    for name in BY_WIDGET:
        wrong_then_right(exercise(page, name), name)
    expect(page.get_by_text("Your function gives nothing yet")).not_to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    tab.watch.assert_clean()


def test_another_one_is_asked_and_the_focus_is_in_its_field(lessons: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{lessons.url}lessons/{LESSON}")
    shown = exercise(tab.page, "01.soft-total")
    wrong_then_right(shown, "01.soft-total")
    cards = shown.locator(".bjx-cards").inner_html()
    shown.get_by_role("button", name="Another one").press("Enter")
    expect(shown.locator(".bjx-reply")).to_have_count(0)
    assert shown.locator(".bjx-cards").inner_html() != cards
    expect(shown.locator("input[type=text]")).to_be_focused()
    expect(shown.locator("input[type=text]")).to_have_value("")
    tab.watch.assert_clean()


def test_every_table_of_a_lesson_plays(lessons: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{lessons.url}lessons/{LESSON}")
    page = tab.page
    expect(exercise(page, "01.total-function")).to_be_visible()
    tables = page.locator(".bj:not(.bjx)")
    expect(tables).to_have_count(4)
    for number in range(3):
        given = tables.nth(number)
        given.get_by_role("button", name=re.compile("^Stand")).click()
        again = given.get_by_role("button", name=re.compile("Deal these cards again"))
        again.click()
        expect(given.get_by_role("button", name=re.compile("^Hit"))).to_be_visible()
    play = tables.nth(3)
    play.get_by_role("button", name=re.compile("^Deal")).click()
    expect(play.get_by_role("button", name=re.compile("^(Stand|Deal)")).first).to_be_visible()
    tab.watch.assert_clean()


def test_a_lesson_in_jupyterlab(lab: str, open_tab: OpenTab) -> None:
    address, token = lab.split("?")
    tab = open_tab(f"{address.partition('/lab')[0].rstrip('/')}/lab/tree/{LESSON}.ipynb?{token}", width=1400)
    page = tab.page
    expect(page.locator(".jp-Notebook h1").first).to_contain_text("The aim, the cards")
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.locator("li[data-command='runmenu:run-all']").click()
    for name in BY_WIDGET:
        shown = exercise(page, name)
        bring(page, shown)
        wrong_then_right(shown, name)
    function = page.locator(".jp-CodeCell", has_text='check("01.total-function"')
    bring(page, function)
    function.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(SOLUTION)
    page.keyboard.press("Control+Enter")
    expect(function.locator(".bj-reply")).to_contain_text("Right.")
    expect(exercise(page, "01.total-function")).to_have_attribute("data-solved", "true")
    tab.watch.assert_clean()


def bring(page: Page, wanted: Locator) -> None:
    """Scroll the notebook on until something is there: JupyterLab draws only what is near."""
    notebook = page.locator(".jp-WindowedPanel-outer")
    for _ in range(200):
        if wanted.count():
            break
        notebook.evaluate("panel => panel.scrollBy(0, 250)")
        page.evaluate("() => new Promise(requestAnimationFrame)")
    wanted.scroll_into_view_if_needed()
    expect(wanted).to_be_visible()
