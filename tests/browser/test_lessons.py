"""Lessons as a student meets them: in Voila without code, and in JupyterLab. Every widget answers."""

from __future__ import annotations

import json
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
from bjlearn.practice import HandTotal, Judgement, Laid, Task, exercise_ids, find_exercise
from bjlearn.text import Message
from tests.conftest import PATIENCE, OpenTab, Serve, Server
from tests.lessons.solutions import SOLUTIONS

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
LESSONS = sorted(path.stem for path in (ROOT / "lessons").glob("*.ipynb"))
VIEWS = [(1280, "light"), (390, "dark")]
IN_VOILA = [
    pytest.param(lesson, *view, marks=[] if (number + turn) % 2 == 0 else pytest.mark.soak)
    for number, lesson in enumerate(LESSONS)
    for turn, view in enumerate(VIEWS)
]
"""Every lesson in one of the two views, and in the other one where there is time."""
CODE = {
    "01.total-function": """\
def total(cards):
    low = sum(1 if card == "A" else 10 if card in "JQK" else int(card) for card in cards)
    soft = "A" in cards and low <= 11
    return low + 10 * soft, soft
import bjlearn
bjlearn.check("01.total-function", total)""",
    "03.dealer-function": """\
def dealer(cards):
    points = aces = 0
    for card in cards:
        points += 1 if card == "A" else 10 if card in "JQK" else int(card)
        aces += card == "A"
        total = points + 10 if aces and points <= 11 else points
        if total >= 17:
            return total
import bjlearn
bjlearn.check("03.dealer-function", dealer)""",
    "04.ev-function": """\
def ev(results):
    return sum(results) / len(results)
import bjlearn
bjlearn.check("04.ev-function", ev)""",
    "09.chart-function": """\
def basic(hand):
    total, up = hand
    low = 4 if total == 12 else 2
    return "stand" if total >= 17 or low <= up <= 6 else "hit"
import bjlearn
bjlearn.check("09.chart-function", basic)""",
}
"""What a student writes for the exercises that are answered in Python."""


def title(lesson: str) -> str:
    """The heading of a lesson."""
    cells = json.loads((ROOT / "lessons" / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    found = re.search(r"^# (.+)$", "".join(cells[0]["source"]), re.MULTILINE)
    assert found
    return found[1]


def by_widget(lesson: str) -> list[str]:
    """The exercises of a lesson that are answered without code."""
    return [name for name in exercise_ids(lesson[:2]) if name not in CODE]


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
    """The right answer, from the question and the cards that are shown: a number, and a radio button where there is one."""
    expect(shown.locator(".bjx-question")).not_to_be_empty()
    laid = [
        Laid(
            Message("{label}", label=group.locator("figcaption").inner_text()),
            tuple(card(rank) for rank in group.locator(".bjx-rank").all_text_contents()),
        )
        for group in shown.locator(".bjx-laid").all()
    ]
    question = Message("{question}", question=shown.locator(".bjx-question").text_content())
    task: Task[object] = Task(question, lambda _: Judgement(False), (), Message(""), tuple(laid))
    right = SOLUTIONS[name](task)
    if isinstance(find_exercise(name).kind, HandTotal):
        assert isinstance(right, tuple)
        return str(right[0]), "soft" if right[1] else "hard"
    return str(right), str(right)


def wrong_then_right(shown: Locator, name: str) -> None:
    said = shown.locator(".bjx-reply")
    number, radio = solved_by_eye(shown, name)
    others = [value for field in shown.locator("input[type=radio]").all() if (value := field.get_attribute("value")) != radio]
    answer(shown, "98" if number == "99" else "99", others[0] if others else "")
    expect(said).to_have_attribute("data-tone", "wrong")
    assert len(said.locator("p").all()) >= 2, "a hint"
    answer(shown, number, radio)
    expect(said).to_have_attribute("data-tone", "right")
    expect(shown).to_have_attribute("data-solved", "true")


def play_on(table: Locator) -> None:
    """Play a table's round to its end by what declines and stands; where there is a next round, deal it."""
    bar = table.locator(".bjt-bar")
    declining = bar.locator("[data-do='decide:stand'], [data-do='decide:no insurance'], [data-do='decide:no surrender']")
    deal = bar.locator("[data-do='deal']")
    for _ in range(8):
        expect(declining.or_(deal).first).to_be_visible()
        if deal.count():
            break
        before = bar.inner_text()
        declining.first.click()
        expect(bar).not_to_have_text(before, use_inner_text=True)
    deal.click()
    expect(declining.or_(deal).first).to_be_visible()


@pytest.mark.parametrize(("lesson", "width", "theme"), IN_VOILA)
def test_a_lesson_in_voila(lessons: Server, open_tab: OpenTab, lesson: str, width: int, theme: str) -> None:
    tab = open_tab(f"{lessons.url}lessons/{lesson}?theme={theme}", width=width, theme=theme)
    page = tab.page
    expect(page.locator("h1")).to_contain_text(title(lesson))
    for name in exercise_ids(lesson[:2]):
        expect(exercise(page, name)).to_be_visible()
        expect(exercise(page, name)).to_have_attribute("data-theme", theme)
    expect(page.locator(".jp-CodeMirrorEditor, .jp-InputArea-editor")).to_have_count(0)
    for name in by_widget(lesson):
        wrong_then_right(exercise(page, name), name)
    expect(page.locator(".bj-code-only:visible")).to_have_count(0)
    tables = page.locator(".bj:has(.bjt-bar)").all()
    assert len(tables) >= 3
    for table in tables:
        play_on(table)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    tab.watch.assert_clean()


def test_the_class_sees_answers_and_opens_a_solution(lessons: Server, open_tab: OpenTab) -> None:
    """A student answers in a lesson; the instructor sees it on the Class screen and opens a solution; the student may see it."""
    lesson, solved, other, shut = LESSONS[0], "01.soft-total", "01.draw", "01.who-wins"
    student = open_tab(lessons.url or "")
    page = student.page
    page.locator(".me summary").click()
    page.locator("[name=name]").fill("Ana <b>")
    page.locator("[name=group]").fill("7b")
    page.keyboard.press("Enter")
    expect(page.locator(".me summary")).to_have_text("Ana <b> · 7B")
    page.goto(f"{lessons.url}lessons/{lesson}")
    wrong_then_right(exercise(page, solved), solved)
    see = exercise(page, other).get_by_role("button", name="Show the solution")
    expect(exercise(page, other).locator(".bjx-question")).to_be_visible()
    expect(see).to_have_count(0)

    teacher = open_tab(f"{lessons.url}class?lang=en")
    teacher.page.get_by_label("Instructor's token").fill(
        lessons.line(r"The instructor's token is (\S+)  \(enter it at http").group(1)
    )
    teacher.page.keyboard.press("Enter")
    row = teacher.page.locator(".bjk-matrix tbody tr", has_text="Ana <b>")
    shown = teacher.page.locator('[data-field="lesson"]')
    expect(row.or_(shown).first).to_be_visible()
    if shown.count():
        shown.select_option("01")
    expect(row.get_by_role("img", name="solved", exact=True)).to_have_count(1)
    switch = teacher.page.get_by_role("switch", name=f"Solution open: {find_exercise(other).title.text()}")
    switch.press("Space")
    expect(switch).to_be_checked()

    page.reload()
    expect(exercise(page, solved)).to_have_attribute("data-solved", "true")
    see.click()
    expect(exercise(page, other).locator(".bjx-solution")).to_be_visible()
    expect(exercise(page, shut).locator(".bjx-question")).to_be_visible()
    expect(exercise(page, shut).get_by_role("button", name="Show the solution")).to_have_count(0)

    switch.press("Space")
    expect(switch).not_to_be_checked()
    page.reload()
    expect(exercise(page, other).locator(".bjx-question")).to_be_visible()
    expect(see).to_have_count(0)
    student.watch.assert_clean()
    teacher.watch.assert_clean()


def test_another_one_is_asked_and_the_focus_is_in_its_field(lessons: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{lessons.url}lessons/{LESSONS[0]}")
    shown = exercise(tab.page, "01.soft-total")
    wrong_then_right(shown, "01.soft-total")
    cards = shown.locator(".bjx-cards").inner_html()
    shown.get_by_role("button", name="Another one").press("Enter")
    expect(shown.locator(".bjx-reply")).to_have_count(0)
    assert shown.locator(".bjx-cards").inner_html() != cards
    expect(shown.locator("input[type=text]")).to_be_focused()
    expect(shown.locator("input[type=text]")).to_have_value("")
    tab.watch.assert_clean()


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_in_jupyterlab(lab: str, open_tab: OpenTab, lesson: str) -> None:
    address, token = lab.split("?")
    place = f"{address.partition('/lab')[0].rstrip('/')}/lab/tree/{lesson}.ipynb?reset&{token}"
    tab = open_tab(place, width=1400)
    page = tab.page
    expect(page.locator(".jp-Notebook h1").first).to_contain_text(title(lesson))
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.locator("li[data-command='runmenu:run-all']").click()
    kernel = page.locator(".jp-Notebook-ExecutionIndicator")
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
