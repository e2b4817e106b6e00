"""The Play screen in a real browser: a round of each document with its layout and contrast; addresses, reloads."""

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


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("12.5", "whole number"),
        ("-5", "whole number"),
        ("4", "5 to 500"),
        ("501", "5 to 500"),
        ("0", "Place a stake"),
        ("", "Place"),
    ],
)
def test_a_typed_stake_is_refused_as_it_stands_and_never_mended(tables: Server, open_tab: OpenTab, typed: str, why: str) -> None:
    page = sit_down(open_tab, tables, "doc=it-casino&lang=en").page
    field = page.locator("[data-field='0']")
    field.fill(typed)
    deal = page.locator("[data-do=deal]")
    expect(deal).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".bjt-tip")).to_contain_text(why)
    if typed not in ("", "0"):
        expect(field).to_have_attribute("aria-invalid", "true")
    field.press("Enter")
    expect(page.locator("[aria-live=polite]")).to_contain_text(why)
    assert chips(page) == 1000
    expect(page.locator(".bjt-hand")).to_have_count(0)
    field.fill("25")
    expect(deal).not_to_have_attribute("aria-disabled", "true")
    field.press("Enter")
    expect(page.locator(".bjt-hand")).to_have_count(1)
    assert chips(page) == 975
