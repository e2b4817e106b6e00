"""The Play screen in a real browser, as people get it: scripted rounds by keys and mouse, layout, secrets, a dead kernel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import OpenTab, Serve, Server

pytestmark = pytest.mark.browser
TABLES = Path(__file__).parent / "tables"

ROUNDS: dict[str, tuple[str, int]] = {
    "it-casino": ("Enter n h s", 1010),
    "it-banco": ("Enter p h s s", 1020),
    "ro-online": ("Enter d", 1020),
    "it-training": ("Enter Enter s", 1005),
}
"""What is pressed in one or two rounds of each document's scripted shoe, and the chips that result."""

BUTTONS = {
    "Enter": "deal",
    "n": "decide:no insurance",
    "h": "decide:hit",
    "s": "decide:stand",
    "p": "decide:split",
    "d": "decide:double",
}

LAYOUT = """() => {
  const faults = [], box = (e) => e.getBoundingClientRect();
  const shown = (e) => box(e).width && !e.closest('.bjt-sr, .bjt-tip') && getComputedStyle(e).visibility !== 'hidden';
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  for (const e of document.querySelectorAll('.bj *')) {
    if (shown(e) && (box(e).right > innerWidth + 1 || box(e).left < -1)) faults.push('cut off: ' + e.outerHTML.slice(0, 80));
  }
  for (const label of document.querySelectorAll('.bjt-button > span:first-child')) {
    const inner = box(label), outer = box(label.parentElement);
    const within = inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom;
    if (!within) faults.push('label: ' + label.textContent);
  }
  const apart = (all) => all.forEach((a, i) => all.slice(i + 1).forEach((b) => {
    const [p, q] = [box(a), box(b)];
    if (p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1)
      faults.push('overlap: ' + a.className + ' and ' + b.className);
  }));
  apart([...document.querySelectorAll('.bjt-hand, .bjt-dealer .bjt-card, .bjt-rules, .bjt-shoe')]);
  apart([...document.querySelectorAll('.bjt-bar button, .bjt-bar input')]);
  return faults;
}"""

CONTRAST = """() => {
  const parse = (c) => (c.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const grounds = (e) => {
    for (; e; e = e.parentElement) {
      const style = getComputedStyle(e), stops = style.backgroundImage.match(/rgb\\([^)]*\\)/g);
      if (stops && e.matches('.bjt-felt')) return stops.map(parse);
      const [r, g, b, a = 1] = parse(style.backgroundColor);
      if (a === 1) return [[r, g, b]];
    }
    return [[255, 255, 255]];
  };
  const faults = [];
  for (const e of document.querySelectorAll('.bj *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || !e.getBoundingClientRect().width || e.closest('.bjt-sr, option') || e.closest('svg')) continue;
    const ink = light(parse(getComputedStyle(e).color));
    for (const ground of grounds(e).map(light)) {
      const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
      if (ratio < 4.5) faults.push(ratio.toFixed(2) + ' ' + e.className + ': ' + e.textContent.slice(0, 40));
    }
  }
  return [...new Set(faults)];
}"""


@pytest.fixture(scope="module")
def tables(serve: Serve) -> Server:
    """Play with a scripted shoe for each document."""
    server = serve("--students", "1", pages=TABLES)
    server.warm()
    return server


def chips(page: Page) -> int:
    return int(re.sub(r"\D", "", page.locator("[data-part=bankroll]").inner_text()))


def answered(page: Page, act: Any) -> None:
    """Do something that Python answers with a new view, and wait for it."""
    mark = "document.querySelector('.bjt-felt').outerHTML + document.querySelector('.bjt-bar').outerHTML"
    before = page.evaluate(mark)
    act()
    page.wait_for_function(f"before => ({mark}) !== before && !document.querySelector('.bjt-lost')", arg=before)


def sit_down(open_tab: OpenTab, tables: Server, query: str, **more: Any) -> Any:
    tab = open_tab(f"{tables.url}dashboard?{query}", **more)
    tab.page.emulate_media(reduced_motion="reduce")
    expect(tab.page.locator(".bjt-felt")).to_be_visible()
    expect(tab.page.locator(".bjt-felt")).to_be_focused()
    return tab


def wait_for_step(page: Page, step: str) -> None:
    button = page.locator(f"[data-do='{BUTTONS[step]}']")
    expect(button).to_be_visible()
    expect(button).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize(
    ("doc", "how", "look"),
    [
        ("it-casino", "keys", {"width": 1280, "theme": "light", "lang": "en"}),
        ("it-banco", "keys", {"width": 390, "theme": "dark", "lang": "it"}),
        ("ro-online", "keys", {"width": 390, "theme": "light", "lang": "ro"}),
        ("it-training", "keys", {"width": 1280, "theme": "dark", "lang": "it"}),
        ("it-casino", "mouse", {"width": 390, "theme": "dark", "lang": "ro"}),
        ("it-banco", "mouse", {"width": 1280, "theme": "light", "lang": "ro"}),
        ("ro-online", "mouse", {"width": 1280, "theme": "dark", "lang": "en"}),
        ("it-training", "mouse", {"width": 390, "theme": "light", "lang": "en"}),
    ],
)
def test_a_scripted_round_of_each_document(tables: Server, open_tab: OpenTab, doc: str, how: str, look: dict[str, Any]) -> None:
    presses, result = ROUNDS[doc]
    query = f"doc={doc}&lang={look['lang']}&theme={look['theme']}"
    tab = sit_down(open_tab, tables, query, width=look["width"])
    page: Page = tab.page
    assert page.locator(".bj").get_attribute("lang") == look["lang"]
    assert page.locator(".bj").get_attribute("data-theme") == look["theme"]
    for press in presses.split():
        wait_for_step(page, press)
        assert page.evaluate(LAYOUT) == []
        assert page.evaluate(CONTRAST) == []
        if how == "keys":
            answered(page, lambda key=press: page.keyboard.press(key))
        else:
            answered(page, page.locator(f"[data-do='{BUTTONS[press]}']").click)
    expect(page.locator(".bjt-result").first).to_be_visible()
    assert page.evaluate(LAYOUT) == []
    assert page.evaluate(CONTRAST) == []
    assert chips(page) == result
    tab.watch.assert_clean()


def test_three_hands_are_staked_by_mouse(tables: Server, open_tab: OpenTab) -> None:
    page = sit_down(open_tab, tables, "doc=ro-online", width=390).page
    for spot in (1, 2):
        page.locator(f"[data-do='spot:{spot}']").click()
        page.locator("[data-do='chip:25']").click()
    answered(page, page.locator("[data-do=deal]").click)
    expect(page.locator(".bjt-hand")).to_have_count(3)
    assert chips(page) == 1000 - 10 - 25 - 25
    assert page.evaluate(LAYOUT) == []


def test_a_double_click_draws_one_card_and_selects_nothing(tables: Server, open_tab: OpenTab) -> None:
    page = sit_down(open_tab, tables, "doc=it-banco").page
    answered(page, lambda: page.keyboard.press("Enter"))
    answered(page, lambda: page.keyboard.press("p"))
    wait_for_step(page, "h")
    answered(page, page.locator("[data-do='decide:hit']").dblclick)
    expect(page.locator("[data-hand='0-0'] .bjt-card")).to_have_count(3)
    page.wait_for_function("document.querySelector(\"[data-hand='0-0'] .bjt-pill\").textContent === '18'")
    assert page.evaluate("getSelection().toString()") == ""
    assert page.evaluate("document.querySelector('.bj').contains(document.activeElement)")


def test_a_button_that_cannot_be_pressed_says_why(tables: Server, open_tab: OpenTab) -> None:
    page = sit_down(open_tab, tables, "doc=it-banco").page
    answered(page, lambda: page.keyboard.press("Enter"))
    button = page.locator("[data-do='decide:surrender']")
    expect(button).to_have_attribute("aria-disabled", "true")
    tip = page.locator(f"[id='{button.get_attribute('aria-describedby')}']")
    expect(tip).to_be_hidden()
    page.keyboard.press("r")
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("IB-16")
    expect(page.locator(".bj > [role=status]")).to_contain_text("IB-16")
    expect(page.locator(".bjt-hand .bjt-card")).to_have_count(2)


def test_nothing_hidden_crosses_the_wire_early(tables: Server, open_tab: OpenTab) -> None:
    """The script's hole cards, and they alone, are clubs; so a club on the wire before its time is a leak."""
    tab = sit_down(open_tab, tables, "doc=it-training")
    page: Page = tab.page
    for _ in range(2):  # the two rounds before the long run
        wait_for_step(page, "Enter")
        answered(page, lambda: page.keyboard.press("Enter"))
    wait_for_step(page, "s")
    answered(page, lambda: page.keyboard.press("s"))
    wait_for_step(page, "Enter")
    for _ in range(20):
        start = len(tab.watch.received)
        answered(page, lambda: page.keyboard.press("Enter"))
        wait_for_step(page, "s")
        early = text_of(tab.watch.received[start:])
        assert '"10h"' in early
        assert re.search(r'"(A|10|[2-9JQK])c"', early) is None
        answered(page, lambda: page.keyboard.press("s"))
        wait_for_step(page, "Enter")
        assert '"8c"' in text_of(tab.watch.received[start:])
    everything = text_of(tab.watch.received)
    assert "314159265" not in everything
    assert "OrderedShoe" not in everything


def text_of(frames: list[str | bytes]) -> str:
    return "\n".join(frame if isinstance(frame, str) else frame.decode("utf-8", "replace") for frame in frames)


def test_a_choice_of_document_language_and_reading_stands_in_the_address(tables: Server, open_tab: OpenTab) -> None:
    page = sit_down(open_tab, tables, "doc=it-casino&lang=en").page
    page.locator("input[value='it-banco']").check()
    expect(page.locator(".bjt-doc.bjt-on input")).to_have_value("it-banco")
    clause = page.locator("details", has=page.locator("input[data-clause='IB-13']")).last
    clause.locator("summary").click()
    page.locator("input[data-clause='IB-13'][value='plain']").check()
    expect(clause.locator(".bjt-changed")).to_be_visible()
    page.locator("select[data-kind=language]").select_option("ro")
    expect(page.locator(".bj")).to_have_attribute("lang", "ro")
    page.wait_for_url(re.compile(r"doc=it-banco&lang=ro&read=IB-13:plain"))


def test_a_reload_says_what_became_of_the_round(tables: Server, open_tab: OpenTab) -> None:
    page = sit_down(open_tab, tables, "doc=it-casino&lang=en").page
    answered(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(".bjt-hand")).to_have_count(1)
    page.reload()
    expect(page.locator(".bjt-note")).to_contain_text("void")
    assert chips(page) == 1000


def test_a_killed_kernel_is_shown_and_nothing_is_half_done(tables: Server, open_tab: OpenTab) -> None:
    page = sit_down(open_tab, tables, "doc=it-casino&lang=en").page
    answered(page, lambda: page.keyboard.press("Enter"))
    wait_for_step(page, "n")
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    for process in tables.kernels():
        if any(kernel in part for part in process.cmdline()):
            process.kill()
    page.keyboard.press("n")
    expect(page.locator(".bjt-lost")).to_be_visible()
    expect(page.locator(".bjt-lost")).to_contain_text("Not connected")
    cards = page.locator(".bjt-felt .bjt-card").count()
    page.keyboard.press("h")
    expect(page.locator(".bjt-felt .bjt-card")).to_have_count(cards)
    expect(page.locator("[data-do='decide:no insurance']")).to_have_attribute("aria-disabled", "true")
