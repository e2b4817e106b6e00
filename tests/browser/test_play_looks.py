"""The Play screen in both themes, three languages, two widths: nothing cut off, nothing overlapping, enough contrast."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.screen import Mirror, OpenPlay, PlayPage
from tests.conftest import OpenTab, Server

pytestmark = pytest.mark.browser

LAYOUT = """() => {
  const faults = [], box = (one) => one.getBoundingClientRect();
  const say = (one) => `${one.className}: ${one.textContent.trim().slice(0, 40)}`;
  const visible = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const shown = (one) => visible(one) && box(one).width > 0 && !one.closest(".bjt-sr");
  const all = (names) => [...document.querySelectorAll(names)].filter(shown);
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`the page scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}`);
  const texts = ".bj button, .bj label, .bj legend, .bj summary, .bj h2, .bj h3, .bj p, .bj dt, .bj dd, .bj th, .bj td";
  const small = ".bjt-pill, .bjt-result, .bjt-insurance, .bjt-tag, .bjt-stake, .bj button > span:not(.bjt-tip)";
  for (const one of all(`${texts}, ${small}`)) {
    // inline boxes have no width of their own to overflow
    if (one.clientWidth && one.scrollWidth > one.clientWidth + 1) {
      const tip = one.querySelector(".bjt-tip"); // a bubble that hangs over its button's edge on purpose
      if (!tip) faults.push(`cut off: ${say(one)}: ${one.scrollWidth} > ${one.clientWidth}`);
    }
  }
  for (const one of all(".bj *")) {
    const { left, right } = box(one), within = left >= -1 && right <= root.clientWidth + 1;
    if (!within && !one.closest(".bjt-scroll")) faults.push(`outside the window: ${say(one)}`);
  }
  for (const label of all(".bj .bjt-action > span:first-child, .bj .bjt-action > kbd")) {
    const [inner, outer] = [box(label), box(label.parentElement)];
    if (inner.left < outer.left || inner.right > outer.right || inner.top < outer.top || inner.bottom > outer.bottom)
      faults.push(`outside its button: ${say(label)}`);
  }
  const apart = (group) => group.forEach((one, index) => group.slice(index + 1).forEach((other) => {
    const [p, q] = [box(one), box(other)];
    if (p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1)
      faults.push(`overlap: ${say(one)} and ${say(other)}`);
  }));
  apart(all(".bj button, .bj input, .bj select, .bj summary"));
  apart(all(".bjt-hand, .bjt-dealer .bjt-name, .bjt-dealer .bjt-cards, .bjt-rules, .bjt-shoe, .bjt-looked"));
  apart(all(".bjt-title, .bjt-money, .bjt-tools, .bjt-felt, .bjt-bar, .bjt-panelbox"));
  apart(all(".bjt-under, .bjt-stake, .bjt-result, .bjt-insurance"));
  const felt = document.querySelector(".bjt-felt"), inside = felt && box(felt);
  for (const one of all(".bjt-felt *")) {
    if (one.closest("svg, .bjt-card")) continue;
    const { left, right, top, bottom } = box(one);
    if (left < inside.left - 1 || right > inside.right + 1 || top < inside.top - 1 || bottom > inside.bottom + 1)
      faults.push(`off the table: ${say(one)}`);
  }
  return [...new Set(faults)];
}"""

LANGUAGES = ("en", "it", "ro")
THEMES = ("light", "dark")
WIDTHS = (390, 1280)


@pytest.fixture(scope="module")
def screen(open_play: OpenPlay) -> PlayPage:
    return open_play(Mirror("it-casino", cards_=CASINO))


CASINO = "10h,As,6d,7c,4s"
THREE = "8h,9s,Kd,As, 8d,9c,Qh,7c, 3s,2d, Kc,5h, 9h,9d, 6h,6c"
FOUR = "8h,Ks,8d,7c, 8c,8s, 10c,10d, 3h,9h"

Looked = Callable[[str], None]


def through(screen: PlayPage, look: Looked, language: str, theme: str) -> None:
    """Every state of the screen, by keys alone: stakes, insurance, in play with help and a reason, result, ended; many hands."""
    page = screen.page
    asked, result = page.locator(".bjt-actions [data-do^='decide:']").first, page.locator(".bjt-result")

    def step(key: str, then: str) -> None:
        page.keyboard.press(key)
        page.locator(then).first.wait_for()

    screen.another(Mirror("it-casino", cards_=CASINO), language=language, theme=theme)
    expect(page.locator(".bj")).to_have_attribute("lang", language)
    expect(page.locator(".bj")).to_have_attribute("data-theme", theme)
    look("stakes")
    step("Enter", "[data-do=insure]")
    look("insurance")
    step("i", "[data-do='decide:hit']")
    look("in play")
    page.keyboard.press("p")
    page.locator(".bjt-peek .bjt-tip").wait_for()
    look("a reason")
    step("?", ".bjc-verdict[data-grade='hint']")
    step("?", ".bjt-help")
    look("help")
    page.keyboard.press("?")
    step("h", "[data-hand='0-0'] [data-card='4s']")
    step("s", ".bjt-result")
    look("result")
    page.locator("[data-do=end]").press("Enter")
    page.locator(".bjt-summary").wait_for()
    look("ended")

    screen.another(Mirror("ro-online", cards_=THREE), language=language, theme=theme)
    for index, stake in enumerate((10, 200, 75)):
        page.locator(f"[data-field='{index}']").fill(str(stake))
    look("three stakes")
    page.keyboard.press("Enter")
    asked.wait_for()
    for seat in (0, 1, 2):
        page.locator(f"[data-hand='{seat}-0'][aria-current=true]").wait_for()
        page.keyboard.press("i")
    page.locator("[data-do='decide:hit']").wait_for()
    step("p", "[data-hand='0-1']")
    look("a hand split among three")
    for hand, after in (("0-0", "0-1"), ("0-1", "1-0")):
        page.locator(f"[data-hand='{hand}'][aria-current=true]").wait_for()
        step("s", f"[data-hand='{after}'][aria-current=true]")
    step("p", "[data-hand='1-1']")
    for hand, after in (("1-0", "1-1"), ("1-1", "2-0")):
        page.locator(f"[data-hand='{hand}'][aria-current=true]").wait_for()
        step("s", f"[data-hand='{after}'][aria-current=true]")
    step("p", "[data-hand='2-1']")
    look("six hands")
    step("s", "[data-hand='2-1'][aria-current=true]")
    page.keyboard.press("s")
    expect(result).to_have_count(6)
    look("six results")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_and_nothing_overlaps(screen: PlayPage, language: str, theme: str, width: int) -> None:
    screen.page.set_viewport_size({"width": width, "height": 900})
    found: dict[str, list[str]] = {}

    def look(state: str) -> None:
        if faults := screen.page.evaluate(LAYOUT):
            found[state] = faults

    through(screen, look, language, theme)
    assert found == {}
    screen.watch.assert_clean()


JUDGED = ("stakes", "insurance", "in play", "help", "result", "ended", "six results")


def findings(page: Page) -> list[str]:
    """What axe-core finds serious or critical, and every want of contrast; the test's own button is not looked at."""
    response = Axe().run(page, context={"exclude": [[".jupyter-button"]]}).response
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:100]} {node.get('failureSummary', '')[:300]}"
        for one in response["violations"]
        if one["impact"] in ("serious", "critical") or one["id"] == "color-contrast"
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_serious(screen: PlayPage, theme: str, width: int) -> None:
    page = screen.page
    page.set_viewport_size({"width": width, "height": 900})
    found: dict[str, list[str]] = {}

    def look(state: str) -> None:
        if state not in JUDGED:
            return
        # axe cannot judge ink on a gradient: so its lighter end, the worse one for light ink, lies under the whole table
        page.locator(".bjt-felt").evaluate("(felt) => { felt.style.background = 'var(--felt-1)'; }")
        if faults := findings(page):
            found[state] = faults
        page.locator(".bjt-felt").evaluate("(felt) => { felt.style.background = ''; }")

    through(screen, look, "en", theme)
    assert found == {}


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_serious_on_the_landing_page(given: Server, open_tab: OpenTab, theme: str) -> None:
    tab = open_tab(f"{given.url}?theme={theme}")
    expect(tab.page.locator("article")).to_have_count(4)
    assert findings(tab.page) == []
