"""A round that was left is there again: after a reload, after a killed kernel, for its own visitor; and all is in the file."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from bjlearn.practice.store import Store
from bjlearn.text import Message
from tests.browser.screen import kernel_of
from tests.browser.test_dashboard import deal, ready
from tests.conftest import OpenTab, Serve, Server

pytestmark = pytest.mark.browser
STILL = Message("Your round is still on the table.")


@pytest.fixture(scope="module")
def lasting(serve: Serve) -> Server:
    """The product as it is served, with a home of its own."""
    server = serve("--students", "1")
    assert server.url
    return server


def _table(page: Page) -> tuple[str, str]:
    """Hands, stakes and chips as they are shown; the cards by their names."""
    cards = page.locator(".bjt-felt [data-card]").evaluate_all("all => all.map((one) => one.dataset.card).join(' ')")
    return cards, page.locator("[data-part=bankroll]").inner_text()


def _decisions(server: Server) -> int:
    with Store.at(f"sqlite:///{server.folder.parent / '.local/share/bjlearn/progress.sqlite'}") as store:
        return sum(student.count for student in store.register().students())


def test_a_round_outlives_a_reload_and_a_killed_kernel(lasting: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{lasting.url}dashboard?doc=it-banco&lang=en")
    page = ready(tab)
    deal(page)
    left = _table(page)
    page.reload()
    expect(page.locator(".bjt-note")).to_have_text(STILL.text())
    assert _table(page) == left
    for process in kernel_of(page, lasting):
        process.kill()
    expect(page.locator(".bjt-lost")).to_be_visible()
    # whatever the address says now: the round was dealt by another document
    page.goto(f"{lasting.url}dashboard?doc=ro-online&lang=it")
    expect(page.locator(".bjt-note")).to_have_text(STILL.text("it"))
    expect(page).to_have_url(re.compile("doc=it-banco"))
    assert _table(page)[0] == left[0]
    before = _decisions(lasting)
    asked = page.locator("[data-do='decide:stand'], [data-do='decide:no insurance'], [data-do='decide:no surrender']").first
    asked.click()
    expect(page.locator(".bjt-note")).to_have_count(0)
    expect(page.locator(".bjc-verdict").first).to_be_visible()
    for process in kernel_of(page, lasting):
        process.kill()
    assert _decisions(lasting) == before + 1, "its verdict was shown, so it is kept"
    assert tab.watch.outside == []


def test_another_visitor_finds_an_empty_table(lasting: Server, open_tab: OpenTab) -> None:
    deal(ready(open_tab(f"{lasting.url}dashboard?doc=it-casino&lang=en")))
    page = ready(open_tab(f"{lasting.url}dashboard?doc=it-casino&lang=en"))
    deal(page)
    expect(page.locator(".bjt-note")).to_have_count(0)
