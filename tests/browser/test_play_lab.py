"""The table inside JupyterLab: its keys play, and the notebook's own keys do not hear them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import OpenTab, Serve

pytestmark = pytest.mark.browser
GIVEN = Path(__file__).parent / "given"


def cells(page: Page) -> list[str]:
    """What stands in the notebook's cells."""
    found = page.locator(".jp-Notebook .jp-CodeCell .cm-content").all_inner_texts()
    return [text.strip() for text in found]


def held(page: Page, *codes: str) -> None:
    """Wait until the hand in the first place holds these cards."""
    expect(page.locator("[data-hand='0-0'] [data-card]")).to_have_count(len(codes))
    shown = page.locator("[data-hand='0-0'] [data-card]").evaluate_all("(all) => all.map((one) => one.dataset.card)")
    assert shown == list(codes)


def test_rounds_by_keys_leave_the_notebook_alone(serve: Serve, open_tab: OpenTab) -> None:
    """H, S, D twice, P, R, Enter, A, B, M, Z, X mean something to a notebook: D twice deletes the cell."""
    server = serve(command="lab", pages=GIVEN)
    tab = open_tab(server.line(r"JupyterLab is at (\S+)").group(1))
    page = tab.page
    expect(page.locator("#jp-main-statusbar").get_by_text("| Idle")).to_be_visible()
    page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    felt = page.locator(".bjt-felt")
    expect(felt).to_be_visible()
    before = cells(page)
    assert len(before) == 2
    felt.click(position={"x": 40, "y": 40})
    expect(felt).to_be_focused()

    page.keyboard.press("Enter")
    held(page, "10h", "6d")
    for key in "abmxzy":
        page.keyboard.press(key)
    page.keyboard.press("n")
    expect(page.locator("[data-do='decide:hit']")).to_be_visible()
    for key in "ddpp":  # neither is allowed with 16: each says why, twice
        page.keyboard.press(key)
    expect(page.locator(".bj > [role=status]")).to_contain_text("IC-14")
    page.keyboard.press("h")
    held(page, "10h", "6d", "4s")
    page.keyboard.press("s")
    expect(page.locator(".bjt-result")).to_have_text("Win+10")
    expect(page.locator("[data-part=bankroll]")).to_have_text("1,010")

    page.keyboard.press("Enter")
    held(page, "5h", "6c")
    page.keyboard.press("d")
    held(page, "5h", "6c", "9d")
    expect(page.locator(".bjt-result")).to_have_text("Win+20")
    expect(page.locator("[data-part=bankroll]")).to_have_text("1,030")
    assert page.evaluate("document.querySelector('.bj').contains(document.activeElement)")

    # a stake is typed as in any field
    page.locator("[data-field='0']").fill("25")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    expect(page.locator("[data-field='0']")).to_have_value("5")
    assert cells(page) == before
    expect(page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(2)
    expect(page.locator(".bj")).to_be_visible()
    assert tab.watch.outside == []
    assert server.stop() == 0
