"""Strategy, Rules and Simulate inside JupyterLab: used by keys and mouse, they draw charts and leave the notebook alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from bjlearn.documents import load
from bjlearn.exact import analyze
from tests.browser.test_play_lab import cells
from tests.conftest import OpenTab, Serve

pytestmark = pytest.mark.browser
SCREENS = Path(__file__).parent / "screens"


def test_the_screens_in_a_notebook(serve: Serve, open_tab: OpenTab) -> None:
    server = serve(command="lab", pages=SCREENS)
    tab = open_tab(server.line(r"JupyterLab is at (\S+)").group(1))
    page = tab.page
    expect(page.locator("#jp-main-statusbar").get_by_text("| Idle")).to_be_visible()
    page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".bjr-fall tr.bjr-end")).to_have_count(2)
    before = cells(page)

    # the script of the chart is the kernel's to send: this server has no address for it
    page.locator("[data-do='drawing:yes']").press("Enter")
    bars = page.locator(".bjg-plot[data-drawn] .waterfalllayer .point")
    expect(bars).to_have_count(page.locator(".bjr-fall tbody tr").count())
    with page.expect_download() as download:
        page.locator("[data-do='chart-csv:way']").click()
    assert download.value.suggested_filename == "steps.csv"

    # a reading, by keys that mean something to the notebook too
    radio = page.locator('[data-clause="IB-15"]').get_by_label("never looks before the players are done")
    radio.focus()
    page.keyboard.press("Space")
    edge = analyze(load("it-banco").rules({"IB-15": "never"})).edge("total")
    assert edge is not None
    expect(page.locator('b[data-edge="it-banco"]')).to_have_text(f"{100 * edge:.3f}\u202f%")
    for key in "ddxabmyz":
        page.keyboard.press(key)
    expect(page.get_by_text("Play('it-banco', {'IB-15': 'never'})")).to_be_visible()  # no tabs here: it says how to play it

    page.locator(".jp-Notebook .jp-CodeCell .cm-content").nth(1).click()
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".bjs-chart")).to_have_count(3)
    hard = page.get_by_role("table", name="Hard totals")
    hard.locator("[data-cell][tabindex='0']").focus()
    for key in ("ArrowDown", "ArrowRight", "d", "d", "x"):
        page.keyboard.press(key)
    expect(page.locator(".bjs-detail").get_by_role("heading")).to_have_text("Hard 6 against 3")
    assert page.evaluate("document.activeElement.dataset.cell") == "hard|6|3"
    assert cells(page)[:2] == before
    expect(page.locator(".bjr")).to_be_visible()

    # in the new cell that is there now
    page.locator(".jp-Notebook .jp-CodeCell .cm-content").last.click()
    page.keyboard.insert_text("from bjlearn.widgets import Simulate; Simulate('it-banco', seed=3)")
    page.keyboard.press("Shift+Enter")
    rounds = page.locator(".bjn input[data-field=rounds]")
    rounds.fill("2000")
    rounds.press("Enter")
    expect(page.locator(".bjn .bjg-plot[data-drawn]")).to_have_count(2)
    expect(page.locator(".bjn-progress [role=status]")).to_have_text("Done.")
    assert tab.watch.outside == []
    assert server.stop() == 0
