"""Lessons as a student meets them in Voila, without code. Every widget answers.

Every second lesson is tried here and the others in JupyterLab; all of them in both, and in both views, where there is time.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from bjlearn.practice import exercise_ids, find_exercise
from tests.browser.lessons import LESSONS, by_widget, exercise, play_on, title, wrong_then_right
from tests.conftest import OpenTab, Serve, Server

pytestmark = pytest.mark.browser
VIEWS = [(1280, "light"), (390, "dark")]
IN_VOILA = [
    pytest.param(lesson, *view, marks=[] if number % 2 == 1 and (number // 2 + turn) % 2 == 0 else pytest.mark.soak)
    for number, lesson in enumerate(LESSONS)
    for turn, view in enumerate(VIEWS)
]


@pytest.fixture(scope="module")
def lessons(serve: Serve) -> Server:
    """The project's pages, no kernel warm: a lesson starts its own."""
    server = serve("--students", "0")
    assert server.url
    return server


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
