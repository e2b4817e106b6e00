"""The dashboard in a real browser: one header, tabs that are built when first opened, an address that is always true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from bjlearn.widgets.tabs import SCREENS
from tests.conftest import OpenTab, Serve, Server, Tab

pytestmark = pytest.mark.browser
FRAME = Path(__file__).parent / "frame"
STUDENTS = [tab for tab in SCREENS if not tab.instructor]
"""The tabs that a visitor has who is not the instructor."""

NEAT = """() => {
  const faults = [], box = (e) => e.getBoundingClientRect();
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  for (const e of document.querySelectorAll('.bjf-bar button:not(.bjf-tab):not(.bjf-menu *), .bjf-bar select, .bjf-brand')) {
    const at = box(e);
    if (at.left < 0 || at.right > innerWidth) faults.push('cut off: ' + e.outerHTML.slice(0, 80));
  }
  const names = '.bjf-brand, .bjf-tabs, .bjf-chooser > button, .bjf-language, .bjf-round, .bjt-title';
  const parts = [...document.querySelectorAll(names)];
  parts.forEach((a, i) => parts.slice(i + 1).forEach((b) => {
    const [p, q] = [box(a), box(b)];
    if (p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1)
      faults.push('overlap: ' + a.className + ' and ' + b.className);
  }));
  return faults;
}"""


@pytest.fixture(scope="module")
def framed(serve: Serve) -> Server:
    """The dashboard with a second screen and one that fails."""
    server = serve("--students", "1", pages=FRAME)
    server.warm()
    return server


def at(page: Page, query: str) -> None:
    """Wait until the address of the page has exactly these names and values."""
    expect(page).to_have_url(re.compile(rf"/dashboard{re.escape(query)}$"))


def ready(tab: Tab) -> Page:
    expect(tab.page.locator(".bjt-felt")).to_be_visible()
    return tab.page


def findings(page: Page) -> list[str]:
    """What axe-core finds in the header and around the panels."""
    response = Axe().run(page, context={"include": [[".bjf"]]}).response
    return [f"{one['id']}: {node['html'][:200]}" for one in response["violations"] for node in one["nodes"]]


def tab_of(page: Page, name: str, *, selected: bool | None = None) -> None:
    expect(page.get_by_role("tab", name=name, selected=selected)).to_have_count(1)


def deal(page: Page) -> None:
    """Deal until a round is on the table and not over at once by naturals."""
    for _ in range(20):
        page.locator(".bjt-felt").focus()
        before = page.locator(".bjt-bar").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function("before => document.querySelector('.bjt-bar').innerText !== before", arg=before)
        if page.locator("[data-do='decide:hit'], [data-do='decide:no insurance'], [data-do='decide:no surrender']").count():
            return
    raise AssertionError("twenty rounds in a row ended with the deal")


def test_the_page_has_one_header(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?lang=it&theme=dark")
    page = ready(tab)
    expect(page.locator(".bjf-bar")).to_be_visible()
    expect(page.locator(".bj-top")).to_be_hidden()
    expect(page.get_by_text("bjlearn", exact=True).locator("visible=true")).to_have_count(1)
    expect(page).to_have_title("Gioca · bjlearn")
    page.get_by_role("link", name="bjlearn: Alla pagina iniziale").click()
    expect(page).to_have_url(f"{dashboard.url}?lang=it&theme=dark")
    tab.watch.assert_clean()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("it", "dark"), ("ro", "light"), ("ro", "dark")])
def test_the_header_is_neat(framed: Server, open_tab: OpenTab, language: str, theme: str, width: int) -> None:
    tab = open_tab(f"{framed.url}dashboard?doc=ro-online&lang={language}&theme={theme}", width=width)
    page = ready(tab)
    assert page.evaluate(NEAT) == []
    assert findings(page) == []
    page.locator(".bjf-chooser > button").click()
    for item in page.get_by_role("menuitemradio").all():
        expect(item).to_be_in_viewport(ratio=1)
    assert findings(page) == []
    tab.watch.assert_clean()


def test_tabs_by_mouse_and_keys(framed: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{framed.url}dashboard")
    page = ready(tab)
    expect(page.get_by_text("it-casino en")).to_have_count(0)
    expect(page.get_by_role("tabpanel")).to_have_accessible_name("Play")
    page.get_by_role("tab", name="Second").click()
    expect(page.get_by_text("it-casino en")).to_be_visible()
    expect(page.locator(".bjt-felt")).to_be_hidden()
    expect(page.get_by_role("tabpanel")).to_have_accessible_name("Second")
    at(page, "?doc=it-casino&lang=en&screen=second")
    for _ in STUDENTS:
        page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Play")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".bjt-felt")).to_be_visible()
    expect(page.get_by_text("it-casino en")).to_be_hidden()
    at(page, "?doc=it-casino&lang=en")
    page.keyboard.press("End")
    expect(page.get_by_role("tab", name="Faulty")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Play")).to_be_focused()
    tab.watch.assert_clean()


def test_switching_waits_for_no_answer(framed: Server, open_tab: OpenTab) -> None:
    page = ready(open_tab(f"{framed.url}dashboard"))
    page.get_by_role("tab", name="Second").click()
    expect(page.get_by_text("it-casino en")).to_be_visible()
    seen = page.evaluate(
        """() => {
          const times = [], felt = () => document.querySelector('.bjt-felt').getClientRects().length > 0;
          for (const [name, shown] of [['play', true], ['second', false], ['play', true]]) {
            const start = performance.now();
            document.querySelector(`[data-screen=${name}]`).click();
            times.push([felt() === shown, performance.now() - start]);
          }
          return times;
        }"""
    )
    assert [right for right, _ in seen] == [True, True, True]
    assert sorted(time for _, time in seen)[1] < 50


def test_the_address_opens_there_and_goes_along(framed: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{framed.url}dashboard?doc=it-banco&read=IB-13:plain&screen=second&lang=it&theme=dark&cell=hard16-10")
    page = tab.page
    expect(page.get_by_text("it-banco it dark cell=hard16-10 1000 chips")).to_be_visible()
    expect(page.locator(".bjt-felt")).to_have_count(0)
    page.get_by_label("Lingua").select_option("ro")
    expect(page.get_by_text("it-banco ro dark")).to_be_visible()
    at(page, "?doc=it-banco&read=IB-13:plain&screen=second&lang=ro&theme=dark&cell=hard16-10")
    page.get_by_role("button", name="Temă întunecată").click()
    at(page, "?doc=it-banco&read=IB-13:plain&screen=second&lang=ro&theme=light&cell=hard16-10")
    page.reload()
    expect(page.get_by_text("it-banco ro light cell=hard16-10")).to_be_visible()
    page.get_by_role("tab", name="Joacă").click()
    expect(page.locator(".bjt-changed")).to_have_count(1)
    tab.watch.assert_clean()


def test_back_and_forward(framed: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{framed.url}dashboard?doc=it-casino&lang=en")
    page = ready(tab)
    page.evaluate("window.here = true")
    page.get_by_role("button", name="Document:").click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    at(page, "?doc=it-banco&lang=en")
    page.get_by_role("tab", name="Second").click()
    at(page, "?doc=it-banco&lang=en&screen=second")
    expect(page.get_by_text("it-banco en")).to_be_visible()
    page.go_back()
    expect(page.locator(".bjt-felt")).to_be_visible()
    at(page, "?doc=it-banco&lang=en")
    page.go_back()
    at(page, "?doc=it-casino&lang=en")
    expect(page.get_by_role("heading", name="Casino house rules")).to_be_visible()
    page.go_forward()
    page.go_forward()
    expect(page.get_by_text("it-banco en")).to_be_visible()
    assert page.evaluate("window.here"), "all of it on one page"
    tab.watch.assert_clean()


def test_open_this_game_moves_without_a_new_page(framed: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{framed.url}dashboard?screen=second&lang=en")
    page = tab.page
    page.get_by_role("button", name="Open this game").click()
    expect(page.locator(".bjt-felt")).to_be_visible()
    at(page, "?lang=en&doc=it-banco&read=IB-13:plain")
    tab_of(page, "Play", selected=True)
    expect(page.locator(".bjt-changed")).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("button", name="Open this game")).to_be_visible()
    tab.watch.assert_clean()


def test_a_round_stays_on_the_table_while_another_tab_is_open(framed: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{framed.url}dashboard?doc=it-casino&lang=en")
    page = ready(tab)
    deal(page)
    cards = page.locator(".bjt-seats").inner_text()
    page.get_by_role("tab", name="Second").click()
    expect(page.get_by_text("it-casino en")).to_be_visible()
    page.get_by_role("button", name="Another document").click()
    at(page, "?doc=ro-online&lang=en&screen=second")
    page.get_by_role("tab", name="Play").click()
    expect(page.locator(".bjf-note")).to_contain_text("finish it first")
    assert page.locator(".bjt-seats").inner_text() == cards
    at(page, "?doc=it-casino&lang=en")
    page.locator(".bjf-note").get_by_role("button", name="Close").click()
    expect(page.locator(".bjf-note")).to_be_hidden()
    tab.watch.assert_clean()


def test_the_browser_gives_the_language_where_the_address_has_none(dashboard: Server, open_tab: OpenTab) -> None:
    page = ready(open_tab(f"{dashboard.url}dashboard", locale="ro-RO"))
    expect(page.get_by_role("tab")).to_have_text([tab.title.text("ro") for tab in STUDENTS])
    at(page, "?doc=it-casino&lang=ro")


def test_a_screen_that_fails_says_so_in_words(framed: Server, open_tab: OpenTab) -> None:
    page = ready(open_tab(f"{framed.url}dashboard?doc=it-banco&lang=it"))
    page.get_by_role("tab", name="Faulty").click()
    expect(page.locator(".bjf-note")).to_contain_text("la schermata non si è aperta")
    tab_of(page, "Gioca", selected=True)
    content = page.content()
    assert "secret words" not in content
    assert "raceback" not in content
    at(page, "?doc=it-banco&lang=it")
    page.get_by_role("tab", name="Second").click()
    expect(page.get_by_text("it-banco it")).to_be_visible()


def test_the_landing_page_shows_each_house_edge_first(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}?lang=it")
    edges = tab.page.locator(".edge b")
    expect(edges).to_have_count(4)
    expect(tab.page.locator("[data-edge=it-casino]")).to_have_text(re.compile(r"vantaggio del banco\s+\d,\d\d\s%"))
    first = tab.page.locator("article").first
    assert first.locator(".edge").bounding_box()["y"] < first.locator("dl").bounding_box()["y"]  # type: ignore[index]
    tab.watch.assert_clean()
