"""The Class screen in a real browser: empty, one student, two hundred; keys, assignments, removal, files, names, a phone."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_dashboard import NEAT
from tests.browser.test_strategy_rules import CUT_OFF, findings
from tests.conftest import OpenTab, Serve, Server, Tab
from tests.practice.classes import ODD_NAMES

pytestmark = pytest.mark.browser
CLASSES = Path(__file__).parent / "classes"


@pytest.fixture(scope="module")
def classes(serve: Serve) -> Server:
    """Serves classes that a test gives: ``?seed=20`` is one of twenty students."""
    server = serve("--students", "1", pages=CLASSES)
    server.warm()
    return server


def ready(tab: Tab) -> Page:
    expect(tab.page.locator(".bjk-form")).to_be_visible()
    return tab.page


def names(page: Page) -> list[str]:
    return page.locator(".bjk-students tbody th bdi.bjk-name").all_inner_texts()


def settled(page: Page) -> None:
    """Wait until Python has answered everything."""
    expect(page.locator(".bjk")).not_to_have_attribute("aria-busy", "true")


@pytest.mark.parametrize(
    ("page_name", "size", "language", "theme", "width"),
    [
        ("dashboard", 0, "en", "light", 390),
        ("dashboard", 1, "it", "dark", 390),
        ("given", 20, "ro", "light", 390),
        ("dashboard", 200, "it", "dark", 1280),
    ],
)
def test_nothing_is_cut_off(
    classes: Server, open_tab: OpenTab, page_name: str, size: int, language: str, theme: str, width: int
) -> None:
    tab = open_tab(f"{classes.url}{page_name}?seed={size}&lang={language}&theme={theme}", width=width)
    page = ready(tab)
    expect(page.locator("[data-student]")).to_have_count(size)
    if size:
        page.locator('[data-do^="ask:"]').first.click()
        expect(page.get_by_role("alertdialog")).to_be_in_viewport(ratio=0.9)
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(NEAT) == []
    assert findings(page) == []
    tab.watch.assert_clean()


def test_students_are_sorted_by_keys_and_found(classes: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{classes.url}given?seed=20")
    page = ready(tab)
    heading = page.get_by_role("columnheader", name="Decisions")
    assert page.locator("th[aria-sort]").all_inner_texts() == ["Student\n▲"]
    heading.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(heading).to_have_attribute("aria-sort", "descending")
    column = page.locator(".bjk-students tbody tr td:nth-child(2)")
    counts = [int(text) for text in column.all_inner_texts()]
    assert counts == sorted(counts, reverse=True)
    page.keyboard.press("Space")
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert [int(text) for text in column.all_inner_texts()] == sorted(counts)
    expect(heading.get_by_role("button")).to_be_focused()
    page.get_by_role("columnheader", name="Last practised").get_by_role("button").press("Enter")
    times = page.locator(".bjk-students time").evaluate_all("all => all.map((one) => one.dateTime)")
    assert times == sorted(times, reverse=True)
    assert page.locator(".bjk-students tbody tr").last.locator("td").nth(4).inner_text() == "never"
    page.get_by_role("columnheader", name="Student").get_by_role("button").press("Enter")
    shown = names(page)
    assert shown[-1] == "no name"
    page.get_by_label("Find a student").fill("bianchi 12")
    expect(page.locator("[data-student]")).to_have_count(1)
    expect(page.get_by_text("1 of 20 students")).to_be_visible()
    page.get_by_label("Find a student").fill("zzz")
    expect(page.get_by_text("No student is called so.")).to_be_visible()
    tab.watch.assert_clean()


def test_names_are_text_and_nothing_else(classes: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{classes.url}given?seed=20")
    page = ready(tab)
    shown = [text.strip() for text in names(page)]
    for name in ODD_NAMES[1:]:
        assert name in shown
    assert page.locator(".bjk img, .bjk tbody b").count() == page.locator(".bjk-dearest tbody b").count()
    assert page.title() != "owned"
    row = page.locator("[data-student]").filter(has_text="<img")
    row.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("alertdialog")).to_contain_text(ODD_NAMES[1])
    assert page.title() != "owned"
    tab.watch.assert_clean()


def test_a_student_is_removed_after_a_second_question(classes: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{classes.url}given?seed=20")
    page = ready(tab)
    button = page.get_by_role("button", name="Remove Ana Rossi 0")
    button.press("Enter")
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("Remove Ana Rossi 0 for good?")
    expect(question.get_by_role("button", name="Keep")).to_be_focused()
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(button).to_be_focused()
    button.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-student]")).to_have_count(19)
    expect(page.locator(".bjk-totals dd").first).to_have_text("19")
    assert "Ana Rossi 0" not in names(page)
    expect(page.locator("#students-title")).to_be_focused()
    page.get_by_role("button", name="Refresh").click()
    settled(page)
    expect(page.locator("[data-student]")).to_have_count(19)
    tab.watch.assert_clean()


def test_an_assignment_is_set_and_withdrawn(classes: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{classes.url}dashboard?seed=20&doc=it-banco")
    page = ready(tab)
    form = page.get_by_role("form", name="Set an assignment")
    expect(form.get_by_label("Class code")).to_have_value("7B")
    form.get_by_label("Decisions").fill("0")
    form.get_by_label("What about").select_option("hard")
    form.get_by_role("button", name="Set it").click()
    assert form.get_by_label("Decisions").evaluate("field => !field.checkValidity()")
    form.get_by_label("Decisions").fill("25")
    form.get_by_role("button", name="Set it").dblclick()
    task = page.locator("[data-task]")
    expect(task).to_contain_text("25 decisions, hard totals,")
    expect(task).to_contain_text("Students done: 0 of 20")
    expect(page.get_by_role("alert")).to_contain_text("The assignment is set.")
    expect(page.locator("[data-student]").first).to_contain_text("0 / 25")
    task.get_by_role("button", name="Withdraw").press("Enter")
    expect(task.get_by_role("button", name="Keep")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No assignment is set.")).to_be_visible()
    expect(page.locator("#tasks-title")).to_be_focused()
    tab.watch.assert_clean()


def test_the_chart_and_the_dearest_mistakes_lead_on(classes: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{classes.url}dashboard?seed=20")
    page = ready(tab)
    expect(page.get_by_role("table", name="Hard totals")).to_be_visible()
    page.locator('[data-cell="hard|16|10"]').focus()
    page.keyboard.press("ArrowUp")
    detail = page.locator(".bjs-detail")
    expect(detail.get_by_role("heading", level=3)).to_have_text("Hard 15 against 10")
    worst = page.locator('td[data-step="4"] [data-cell]').first
    worst.click()
    expect(detail).to_contain_text("Most frequent wrong answers")
    expect(worst).to_have_accessible_name(
        re.compile(r"against .*: \d+ decisions, \d+ mistakes \(\d+\s%\); \d+\.\d+ given away per 100")
    )
    share = worst.inner_text()
    page.get_by_role("button", name="Cost per 100", exact=True).last.click()
    expect(worst).not_to_have_text(share)
    first = page.locator(".bjk-dearest tbody tr").first
    place = first.locator("b").first.inner_text()
    first.get_by_role("button", name="Show in the chart").click()
    expect(page.get_by_role("tab", name="Strategy", selected=True)).to_be_visible()
    expect(page.locator(".bjf-panel-strategy .bjs-detail h3")).to_have_text(place)
    assert "screen=strategy" in page.url
    page.get_by_role("tab", name="Class").click()
    expect(page.locator(".bjk-dearest tbody tr")).to_have_count(10)
    tab.watch.assert_clean()


def test_exercises_and_open_solutions(classes: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{classes.url}given?seed=20")
    page = ready(tab)
    lesson = page.locator('[data-field="lesson"]')
    if lesson.count():
        lesson.select_option("01")
    switch = page.get_by_role("switch", name="Solution open: Soft or hard?")
    expect(switch).not_to_be_checked()
    switch.press("Space")
    settled(page)
    expect(switch).to_be_checked()
    expect(page.locator(".bjk-matrix tbody tr")).to_have_count(20)
    assert page.get_by_role("img", name="solved", exact=True).count() > 10
    tab.watch.assert_clean()


def test_the_class_is_saved_for_spreadsheets(classes: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{classes.url}given?seed=20&lang=it")
    page = ready(tab)
    rows = {}
    for kind in ("students", "cells", "decisions"):
        with page.expect_download() as download:
            page.locator(f'[data-do="file:{kind}"]').click()
        assert download.value.suggested_filename == f"class-{kind}.csv"
        content = Path(download.value.path()).read_bytes()
        assert content.startswith(b"\xef\xbb\xbf")
        rows[kind] = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert len(rows["students"]) == 20
    assert {ODD_NAMES[1], ODD_NAMES[3], f"'{ODD_NAMES[2]}"} <= {row["name"] for row in rows["students"]}
    assert sum(int(row["decisions"]) for row in rows["students"]) == len(rows["decisions"])
    tab.watch.assert_clean()


def test_reading_anew_keeps_where_one_is(classes: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{classes.url}given?seed=200", height=800)
    page = ready(tab)
    box = page.get_by_role("group", name="Students", exact=True)
    box.evaluate("box => box.scrollTop = 2000")
    last = page.locator("[data-student]").nth(60).get_by_role("button")
    last.focus()
    before = box.evaluate("box => box.scrollTop")
    page.locator('[data-do="refresh"]').evaluate("button => button.click()")
    settled(page)
    assert box.evaluate("box => box.scrollTop") == before
    expect(last).to_be_focused()
    top = page.locator(".bjk-students thead th").first
    expect(top).to_be_in_viewport()
    page.get_by_label("Class", exact=True).select_option("=8A")
    expect(page.locator("[data-student]")).to_have_count(100)
    tab.watch.assert_clean()


def test_from_the_token_to_what_a_student_sees_and_back(dashboard: Server, open_tab: OpenTab) -> None:
    token = dashboard.line(r"The instructor's token is (\S+)  \(").group(1)
    instructor = open_tab(f"{dashboard.url}class")
    page = instructor.page
    page.locator("#key").fill(token)
    page.keyboard.press("Enter")
    form = ready(instructor).get_by_role("form", name="Set an assignment")
    form.get_by_label("Class code").fill("9z")
    form.get_by_label("Decisions").fill("3")
    form.get_by_label("What about").select_option("hard")
    form.get_by_role("button", name="Set it").click()
    expect(page.locator("[data-task]")).to_contain_text("3 decisions, hard totals,")

    student = open_tab(f"{dashboard.url}dashboard", width=390)
    seen = student.page
    expect(seen.locator(".bjt-felt")).to_be_visible()
    expect(seen.get_by_role("tab", name="Class")).to_have_count(0)
    seen.locator(".bjf-me").click()
    seen.get_by_label("Your name").fill("Ana <b>Bold</b>")
    seen.get_by_label("Class code").fill("9Z")
    seen.get_by_role("button", name="Save", exact=True).click()
    expect(seen.locator(".bjf-said")).to_have_text("Saved.")
    seen.locator(".bjf-dialog .bjf-x").click()
    note = seen.get_by_role("region", name="Assignments")
    expect(note).to_contain_text("Assignment: 3 decisions, hard totals,")
    expect(note).to_contain_text("0 of 3 done")
    assert seen.evaluate(NEAT) == []
    note.get_by_role("button", name="To the drill").click()
    expect(seen.get_by_role("tab", name="Drill", selected=True)).to_be_visible()
    expect(seen).to_have_url(re.compile(r"screen=drill.*filter=hard|filter=hard.*screen=drill"))
    expect(note).to_be_hidden()
    seen.locator('[data-do="decide:stand"]').click()
    expect(seen.locator(".bjd-tasks")).to_contain_text("1 of 3 done")
    seen.get_by_role("tab", name="Play").click()
    expect(note).to_contain_text("1 of 3 done")
    student.watch.assert_clean()

    page.get_by_role("button", name="Refresh").click()
    row = page.locator("[data-student]").filter(has_text="Ana <b>Bold</b>")
    expect(row).to_contain_text("1 / 3")
    row.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Remove for good").click()
    expect(row).to_have_count(0)
    page.locator("[data-task]").get_by_role("button", name="Withdraw").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Withdraw").click()
    expect(page.locator("[data-task]")).to_have_count(0)
    instructor.watch.assert_clean()
