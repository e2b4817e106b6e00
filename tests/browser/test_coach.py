"""The coach in a real browser: off, after, before, hints, the count, the same cards elsewhere; by keys and by mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from bjlearn.coach import NAMES, verdict
from bjlearn.documents import builtin_ids, load
from bjlearn.text import Message
from tests.browser.screen import Mirror, OpenPlay, PlayPage
from tests.browser.test_play_screen import CONTRAST, LAYOUT
from tests.coach.asked import asked

pytestmark = pytest.mark.browser

SIXTEEN = "10h,10s,6d,Qc,Kd,2c,3c,"
LOOKS = [(1280, "light", "it"), (1280, "dark", "ro"), (390, "light", "ro"), (390, "dark", "it")]

COVERS = """() => {
  const box = (e) => e.getBoundingClientRect(), faults = [];
  for (const a of document.querySelectorAll('.bjc-beside')) {
    for (const b of document.querySelectorAll('.bjt-hand, .bjt-card, .bjt-rules, .bjt-shoe, .bjt-bar')) {
      const [p, q] = [box(a), box(b)];
      if (p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1) faults.push(b.className);
    }
  }
  for (const e of document.querySelectorAll('.bjc-box *, .bjc-beside *')) {
    const inline = getComputedStyle(e).display === 'inline';
    if (e.scrollWidth > e.clientWidth + 1 && !inline) faults.push('cut off: ' + e.outerHTML.slice(0, 90));
  }
  for (const e of document.querySelectorAll('.bjc-box select')) {
    const room = document.createElement('canvas').getContext('2d');
    room.font = getComputedStyle(e).font;
    if (room.measureText(e.selectedOptions[0].textContent).width > e.clientWidth - 28) faults.push('cut off: ' + e.value);
  }
  return faults;
}"""

VERDICTS = """async (clicks) => {
  const seen = [];
  for (const [name, sign] of clicks) {
    const button = document.querySelector(`.bj:not([data-old]) [data-do='${name}']`);
    await new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector(sign)) return;
        watch.disconnect();
        done();
      });
      const all = { childList: true, subtree: true, attributes: true, characterData: true };
      watch.observe(document.querySelector('.bj:not([data-old])'), all);
      button.click();
    });
    seen.push(sign);
  }
  return seen;
}"""


def looks_right(page: Page) -> None:
    for check in (LAYOUT, CONTRAST, COVERS):
        assert page.evaluate(check) == []


def word(name: str, language: str) -> str:
    return Message(NAMES[name]).text(language)


def tune(screen: PlayPage, what: str, value: str, how: str) -> None:
    """Set the coach by mouse or by the tabulator and the letters of the choice."""
    field = screen.page.locator(f"[data-what={what}]")
    if how == "keys":
        screen.tab_to(f"[data-what={what}]")
        for _ in range(3):
            if field.input_value() != value:
                screen.page.keyboard.press("ArrowDown")
    else:
        field.select_option(value)
    expect(field).to_have_value(value)
    screen.page.locator(".bj:not([data-old]) .bjt-felt").focus()


@pytest.mark.parametrize(("width", "theme", "language"), LOOKS)
def test_a_mistake_is_shown_at_the_hand(open_play: OpenPlay, width: int, theme: str, language: str) -> None:
    mirror = Mirror("it-casino", cards_=SIXTEEN)
    screen = open_play(mirror, width=width, theme=theme, language=language)
    page = screen.page
    how = "keys" if theme == "dark" else "mouse"
    screen.place([10], how)
    mirror.deal([10])
    expect(page.locator("[data-hand='0-0']")).to_be_visible()
    assert page.locator(".bjc-verdict").count() == 0
    exact = verdict(asked(mirror.round), "hit")
    screen.decide("hit", how)
    told = page.locator(".bjc-verdict")
    expect(told).to_have_attribute("data-grade", "mistake")
    expect(page.locator("[data-hand='0-0'] .bjc-tag")).to_have_text(
        f"\N{MINUS SIGN}{100 * exact.cost:.1f}".replace(".", ",") + "\N{NO-BREAK SPACE}%"
    )
    assert (page.locator(".bjt-felt .bjc-beside").count() == 1) == (width == 1280)
    for name, value in exact.values.items():
        shown = f"{abs(100 * value):.2f}".replace(".", ",")
        expect(told.locator(f"[data-bar={name}] .bjc-value")).to_contain_text(shown)
    expect(told.locator(".bjc-best .bjc-word")).to_contain_text(word("surrender", language))
    expect(told.locator(".bjc-chosen")).to_have_attribute("data-bar", "hit")
    expect(told.locator("[data-bar=double]")).to_contain_text("IC-12")
    reasons = {reason.kind.value: reason.message.text(language) for reason in exact.reasons}
    for kind, text in reasons.items():
        expect(page.locator(f"[data-reason={kind}]")).to_contain_text(text)
    looks_right(page)
    page.locator(".bjc-tally summary").click()
    expect(page.locator(".bjc-tally dd").nth(1)).to_have_text("1")
    looks_right(page)
    screen.watch.assert_clean()


@pytest.mark.parametrize("how", ["keys", "mouse"])
def test_off_after_and_before(open_play: OpenPlay, how: str) -> None:
    screen = open_play(Mirror("it-casino", cards_=SIXTEEN * 3))
    page = screen.page
    tune(screen, "mode", "off", "mouse")
    page.keyboard.press("Enter")
    page.locator("[data-do='decide:hit']").wait_for()
    screen.decide("surrender", how)
    expect(page.locator(".bjt-headline")).to_be_visible()
    assert page.locator(".bjc-verdict").count() == 0
    tune(screen, "mode", "before", how)
    page.keyboard.press("Enter")
    told = page.locator(".bjc-verdict")
    expect(told).to_have_attribute("data-grade", "hint")
    expect(page.locator(".bjc-tally dd").nth(2)).to_have_text("0")
    looks_right(page)


@pytest.mark.parametrize("how", ["keys", "mouse"])
def test_a_hint_counts_as_a_hint(open_play: OpenPlay, how: str) -> None:
    screen = open_play(Mirror("it-casino", cards_=SIXTEEN))
    page = screen.page
    screen.deal([10], how)
    if how == "keys":
        page.keyboard.press("?")
    else:
        page.locator("[data-do=hint]").click()
    told = page.locator(".bjc-verdict")
    expect(told).to_have_attribute("data-grade", "hint")
    expect(told.locator(".bjc-head")).to_contain_text("Surrender")
    expect(page.locator(".bjc-tally dd").nth(2)).to_have_text("1")
    expect(page.locator(".bjt-help")).to_have_count(0)  # the list of keys would push the answer away
    page.keyboard.press("?")
    expect(page.locator(".bjt-help")).to_be_visible()  # nothing more to say: the keys
    page.keyboard.press("Escape")
    looks_right(page)
    tune(screen, "by", "count", how)
    expect(page.locator(".bjc-verdict")).to_have_count(0)
    page.keyboard.press("?")
    expect(told.locator(".bjc-head")).to_contain_text("count")


@pytest.mark.parametrize(("width", "theme", "language"), [(1280, "dark", "it"), (390, "light", "ro"), (390, "dark", "it")])
def test_the_same_cards_elsewhere(open_play: OpenPlay, width: int, theme: str, language: str) -> None:
    mirror = Mirror("it-casino", cards_="6h,10s,5d,9c,Kd,Qd")
    screen = open_play(mirror, width=width, theme=theme, language=language)
    page = screen.page
    page.keyboard.press("Enter")
    page.locator("[data-do='wide:yes']").click()
    expect(page.locator(".bjc-there")).to_have_count(len(builtin_ids()))
    there = {name: page.locator(f".bjc-there[data-doc={name}]") for name in builtin_ids()}
    expect(there["it-casino"].locator(".bjc-best")).to_have_attribute("data-bar", "double")
    expect(there["it-training"].locator(".bjc-best")).to_have_attribute("data-bar", "hit")
    expect(there["it-banco"].locator("[data-bar=double]")).to_contain_text("IB-16")
    look = load("it-training").clause("IT-07").text[language]
    expect(there["it-training"].locator(".bjc-differences")).to_contain_text(look)
    looks_right(page)
    page.locator(".bj .bjt-felt").focus()
    page.keyboard.press("d")
    expect(there["it-training"].locator(".bjc-outcome")).to_contain_text("+20")
    expect(there["it-banco"].locator(".bjc-outcome")).to_contain_text("+10")
    expect(there["it-banco"].locator(".bjc-outcome")).to_contain_text("IB-16")
    looks_right(page)
    screen.watch.assert_clean()


def test_every_miss_gets_its_verdict_round_after_round(open_play: OpenPlay) -> None:
    screen = open_play(Mirror("it-casino", cards_="10h,10s,6d,Qc," * 12))
    clicks = [["deal", "[data-do='decide:stand']"], ["decide:stand", "[data-grade=mistake]"]] * 12
    seen: list[str] = screen.page.evaluate(VERDICTS, clicks)
    assert [sign for sign in seen if "grade" in sign] == ["[data-grade=mistake]"] * 12
