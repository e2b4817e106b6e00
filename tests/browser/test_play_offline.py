"""The product as it is served, with every other machine out of reach: from the landing page to the end of a round."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.screen import cut_off
from tests.conftest import PATIENCE, Server, Watch

pytestmark = pytest.mark.browser


@pytest.fixture
def cut(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser on a machine without a network: nothing but 127.0.0.1 answers."""
    context = chromium.new_context(viewport={"width": 390, "height": 900}, reduced_motion="reduce", locale="en-GB")
    context.route("**/*", cut_off)
    yield context
    for page in context.pages:
        page.close(run_before_unload=False)
    context.close()


def press_until_over(page: Page) -> None:
    """Stand on everything, decline everything, until the round is over."""
    over = page.locator("[data-do=deal]")
    while not over.is_visible():
        mark = page.evaluate("document.querySelector('.bj').textContent")
        declines = page.locator("[data-do='decide:no insurance'], [data-do='decide:no surrender']").count()
        page.keyboard.press("n" if declines else "s")
        page.wait_for_function("(mark) => document.querySelector('.bj').textContent !== mark", arg=mark)


def test_no_request_leaves_this_machine_and_none_is_missed(dashboard: Server, cut: BrowserContext) -> None:
    page, watch = cut.new_page(), Watch()
    page.set_default_timeout(PATIENCE * 1000)
    watch.over(page)
    page.goto(dashboard.url)
    expect(page.locator("article")).to_have_count(4)
    page.get_by_role("link", name="Open the dashboard").click()
    felt = page.locator(".bjt-felt")
    expect(felt).to_be_visible()
    felt.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-hand='0-0']")).to_be_visible()
    press_until_over(page)
    expect(page.locator(".bjt-result")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    watch.assert_clean()
    # even a page that tried would not get out
    assert page.evaluate("fetch('http://elsewhere.example/').then(() => 'out', () => 'refused')") == "refused"
    drawn = page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    assert drawn
    assert (
        page.evaluate("document.fonts.ready.then(() => [...document.fonts].filter((one) => one.status === 'error').length)") == 0
    )
