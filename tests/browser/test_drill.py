"""The Drill screen in a real browser: by keys alone, both themes, a phone, three languages; nothing twice and nothing lost.

A seed makes the hands known: a drill of the test's own goes along, and what the page shows is held against it.
"""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from bjlearn.documents import load
from bjlearn.game import decision
from bjlearn.practice.drill import Drilling
from bjlearn.practice.items import read_filter
from tests.browser.test_dashboard import NEAT
from tests.conftest import OpenTab, Server
from tests.practice.books import MemoryBook
from tests.practice.learners import START, judge, right, wrong

pytestmark = pytest.mark.browser

CUT_OFF = """() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  for (const e of document.querySelectorAll('.bjd :is(button, h2, h3, p, label, summary, td, th, li, dt, dd)')) {
    if (!e.getClientRects().length || e.closest('.bjt-sr, .bjt-tip, .bjt-cards')) continue;
    const at = e.getBoundingClientRect();
    if (at.left < -1 || at.right > innerWidth + 1) faults.push('outside: ' + e.outerHTML.slice(0, 90));
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && getComputedStyle(e).display !== 'inline'
      && !e.querySelector('.bjt-sr, .bjt-tip')) faults.push('cut off: ' + e.outerHTML.slice(0, 90));
  }
  return faults;
}"""

KEYS = {"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "r", "insure": "i"}
KEYS |= {"no insurance": "n", "no surrender": "n"}


def findings(page: Page) -> list[str]:
    """What axe-core finds on the screen: contrast, names, tables, fields."""
    response = Axe().run(page, context={"include": [[".bjd"]]}).response
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:160]}"
        for one in response["violations"]
        for node in one["nodes"]
    ]


class Alongside:
    """The drill that the page shows, gone through by the test too."""

    def __init__(self, page: Page, doc: str, seed: str, text: str = "", cells: str = "") -> None:
        self.page = page
        self.drill = Drilling(load(doc), {}, MemoryBook(), judge, chosen=read_filter(text, cells), seed=seed)
        self.drill.begin(START)
        self.shows()
        expect(page.locator(".bjd .bjt-felt")).to_be_focused()  # by itself, so that a key answers at once

    def shows(self) -> None:
        """The page shows the hand that the test has."""
        assert self.drill.round is not None
        view = self.drill.round.view()
        hands = [hand["cards"] for seat in view["seats"] for hand in seat["hands"]]
        for number, cards in enumerate(hands):
            shown = self.page.locator(".bjd [data-hand]").nth(number).locator("[data-card]")
            expect(shown).to_have_count(len(cards))
            for place, card in enumerate(cards):
                expect(shown.nth(place)).to_have_attribute("data-card", card)
        dealer = self.page.locator(".bjd .bjt-dealer [data-card]")
        for place, card in enumerate(view["dealer"]["cards"]):
            expect(dealer.nth(place)).to_have_attribute("data-card", card or "")

    def answers(self, name: str) -> None:
        """Answer by one key, here and there."""
        self.page.keyboard.press(KEYS[name])
        self.drill.answer(self.drill.number, self.drill.step, decision(name), START)
        expect(self.page.locator('.bjd [data-sum="right"] dd')).to_have_text(f"{self.drill.sums.right}/{self.drill.sums.answers}")
        self.shows()

    def goes_on(self) -> None:
        """The next hand, or the rest of this one."""
        self.drill.go_on(self.drill.number, self.drill.step, START)
        self.shows()


def test_a_drill_by_keys_alone(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=drill&doc=it-banco&seed=keys&filter=hard,soft")
    page, live = tab.page, tab.page.locator(".bjd [aria-live]")
    side = Alongside(page, "it-banco", "keys", "hard,soft")
    page.emulate_media(reduced_motion="reduce")
    # right, to the end of the hand; the next one comes by itself
    assert side.drill.round is not None
    while not side.drill.round.over:
        side.answers(right(side.drill.round))
        expect(page.locator(".bjd-flash")).to_have_attribute("data-tone", "good")
        expect(live).to_contain_text("Right")
    side.goes_on()
    expect(page.locator('.bjd [data-sum="streak"] dd')).to_have_text(str(side.drill.sums.answers))
    # a mistake waits, with its verdict, until Enter
    side.answers(wrong(side.drill.round))
    expect(page.locator(".bjt-bar[data-paused]")).to_be_visible()
    expect(page.locator(".bjd-flash")).to_have_text(re.compile("A mistake"))
    expect(page.locator('.bjd [data-grade="mistake"]')).to_be_visible()
    expect(page.locator(".bjd .bjc-bars li.bjc-best")).to_have_count(1)
    expect(page.locator(".bjd .bjc-reasons li").first).to_be_visible()
    expect(live).to_contain_text("A mistake")
    expect(page.locator('.bjd [data-sum="streak"] dd')).to_have_text("0")
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    side.goes_on()
    expect(page.locator(".bjt-bar[data-paused]")).to_have_count(0)
    assert page.evaluate("document.activeElement.classList.contains('bjt-felt')"), "the focus stays at the table"
    expect(page.locator('.bjd [data-sum="right"] dd')).to_have_text(f"{side.drill.sums.right}/{side.drill.sums.answers}")
    # help is asked for, and counts as help
    page.keyboard.press("?")
    expect(page.locator('.bjd [data-grade="hint"]')).to_be_visible()
    page.keyboard.press(KEYS[right(side.drill.round)])
    expect(page.locator(".bjd-flash")).to_have_text(re.compile("Right, with help"))
    # what was met is painted, with numbers
    for code, record in side.drill.known.records.items():
        mark = page.locator(f'.bjd-chart [data-code="{code}"]')
        expect(mark).to_contain_text(f"{record.count - record.wrong} of {record.count} right")
    page.locator('[data-do="paint:cost"]').click()
    expect(page.locator('.bjd-chart [data-step="4"]').first).to_be_visible()
    tab.watch.assert_clean()


@pytest.mark.parametrize(("language", "theme", "width"), [("en", "light", 1280), ("it", "dark", 390), ("ro", "light", 390)])
def test_nothing_is_cut_off(dashboard: Server, open_tab: OpenTab, language: str, theme: str, width: int) -> None:
    address = f"{dashboard.url}dashboard?screen=drill&doc=it-casino&seed=neat&lang={language}&theme={theme}"
    tab = open_tab(address, width=width)
    page = tab.page
    page.emulate_media(reduced_motion="reduce")
    side = Alongside(page, "it-casino", "neat")
    for button in page.locator(".bjd .bjt-action").all():
        expect(button).to_be_in_viewport(ratio=1)  # hand and buttons are seen together
    assert page.evaluate(CUT_OFF) == []
    if width > 700:  # the whole hand and what can be done are seen without scrolling
        expect(page.locator(".bjd .bjt-actions")).to_be_in_viewport(ratio=1)
    assert side.drill.round is not None
    side.answers(wrong(side.drill.round))
    expect(page.locator('.bjd [data-grade="mistake"]')).to_be_visible()
    page.locator(".bjd-chooser summary").click()
    page.locator('.bjd [data-do="help"]').click()
    page.locator('.bjd [data-kind="limit"]').select_option("5")
    expect(page.locator(".bjd-clock")).to_have_count(1)
    expect(page.locator(".bjd-chip")).to_have_count(8)
    assert page.evaluate(CUT_OFF) == []
    assert findings(page) == []
    assert page.evaluate(NEAT) == []
    tab.watch.assert_clean()


def test_a_ten_on_a_phone_is_read_beside_the_next_card(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=drill&doc=it-casino&seed=n6", width=390)  # 10 and 2 against 10
    page = tab.page
    expect(page.locator('.bjd [data-hand] [data-card^="10"]').first).to_be_visible()
    rank, after = page.evaluate(
        """() => {
          const [first, second] = document.querySelectorAll('.bjd [data-hand] [data-card]');
          return [first.querySelector('.bjt-index-small').getBoundingClientRect().right, second.getBoundingClientRect().left];
        }"""
    )
    assert rank <= after


def test_a_double_click_answers_once_and_a_reload_loses_nothing(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=drill&doc=ro-online&seed=twice&cells=hard12-10")
    page = tab.page
    side = Alongside(page, "ro-online", "twice", cells="hard12-10")
    page.locator('.bjd [data-do="decide:stand"]').dblclick()
    expect(page.locator('.bjd [data-sum="right"] dd')).to_have_text("0/1")
    expect(page.locator('.bjd-chart [data-code="hard12-10"]')).to_contain_text("0 of 1 right")
    page.locator('.bjd [data-do="go"]').dblclick()
    side.drill.answer(1, side.drill.step, decision("stand"), START)
    side.goes_on()
    expect(page.locator('.bjd [data-sum="right"] dd')).to_have_text("0/1")
    page.reload()
    expect(page.locator('.bjd-chart [data-code="hard12-10"]')).to_contain_text("0 of 1 right")
    expect(page.locator('.bjd [data-do="narrow:weak"]')).to_contain_text("1")
    expect(page.locator('.bjd [data-sum="right"] dd')).to_have_text("0/0")
    tab.watch.assert_clean()


def test_practise_this_leads_to_the_cell_and_filters_lead_on(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=strategy&doc=it-banco")
    page = tab.page
    page.locator('[data-cell="soft|18|A"]').click()
    page.get_by_role("button", name="Practise this").click()
    expect(page.locator(".bjd .bjt-prompt b")).to_have_text("Your hand: soft 18 against an ace")
    expect(page).to_have_url(re.compile(r"screen=drill&cells=soft18-A|cells=soft18-A.*screen=drill|screen=drill.*cells=soft18-A"))
    expect(page.locator(".bjd-chooser summary")).to_contain_text("Soft 18 against an ace")
    page.locator(".bjd-chooser summary").click()
    page.get_by_role("button", name="Pairs", exact=True).click()
    expect(page.locator(".bjd-chooser summary")).to_contain_text("Pairs")
    expect(page).to_have_url(re.compile("filter=pairs"))
    expect(page.locator('.bjd [data-do="decide:split"]:not([aria-disabled])')).to_have_count(1)
    page.get_by_label("Where it differs from").select_option("it-casino")
    expect(page).to_have_url(re.compile("filter=pairs,differ:it-casino"))
    page.get_by_role("button", name="My weak cells").click()
    expect(page.locator(".bjd .bjt-prompt")).to_contain_text("None of these cells is weak")
    page.locator(".bjd .bjt-felt").focus()
    page.keyboard.press("Enter")  # another hand would find as little: all is asked again
    expect(page).not_to_have_url(re.compile("filter="))
    expect(page.locator('.bjd [data-do="decide:hit"], .bjd [data-do="decide:no insurance"]')).to_have_count(1)
    tab.watch.assert_clean()
