"""The header's dialog and the door to the class, in a real browser: keys, themes, widths, languages, files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.test_dashboard import deal, ready
from tests.browser.test_who import MARKUP, progress, token_of
from tests.conftest import OpenTab, Server

pytestmark = pytest.mark.browser

NEAT = """() => {
  const dialog = document.querySelector('.bjf-dialog'), at = dialog.getBoundingClientRect(), faults = [];
  if (at.left < 0 || at.right > innerWidth || at.top < 0 || at.bottom > innerHeight) faults.push('the dialog is cut off');
  if (dialog.scrollWidth > dialog.clientWidth) faults.push('the dialog scrolls sideways');
  for (const part of dialog.querySelectorAll('button, input[type=text], p, label')) {
    const box = part.getBoundingClientRect();
    if (!box.width) continue;
    if (box.left < at.left || box.right > at.right) faults.push('sticks out: ' + part.outerHTML.slice(0, 80));
    if (part.scrollWidth > part.clientWidth + 1) faults.push('its text is cut: ' + part.outerHTML.slice(0, 80));
    if (part.matches('button') && Math.min(box.width, box.height) < 40) faults.push('small: ' + part.outerHTML.slice(0, 80));
  }
  return faults;
}"""


def findings(page: Page, part: str) -> list[str]:
    response = Axe().run(page, context={"include": [[part]]}).response
    return [f"{one['id']}: {node['html'][:200]}" for one in response["violations"] for node in one["nodes"]]


def said(page: Page, text: str) -> None:
    expect(page.locator(".bjf-said")).to_have_text(text)


def test_a_name_by_keys_in_the_middle_of_a_round(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?doc=it-casino&lang=en")
    page = ready(tab)
    deal(page)
    table = page.locator(".bjt-seats").inner_text()
    opener = page.get_by_role("button", name="Who you are")
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.insert_text(MARKUP)
    page.keyboard.press("Tab")
    expect(page.get_by_label("Class code")).to_be_focused()
    page.keyboard.insert_text("7b <i>")
    page.keyboard.press("Enter")
    said(page, "Saved.")
    expect(page.get_by_label("Class code")).to_have_value("7B <I>")
    page.keyboard.press("Escape")
    expect(page.locator(".bjf-dialog")).to_be_hidden()
    expect(page.locator(".bjf-me")).to_be_focused()
    expect(page.locator(".bjf-me")).to_have_text(MARKUP)
    assert page.locator(".bjf img, .bjf-dialog i").count() == 0
    assert page.locator(".bjt-seats").inner_text() == table, "the round goes on"
    page.reload()
    expect(page.get_by_role("button", name=f"Who you are: {MARKUP}")).to_be_visible()
    expect(page).to_have_title("Play · bjlearn")
    assert ready(open_tab(f"{dashboard.url}dashboard?lang=en")).locator(".bjf-me").inner_text() == "", "nobody else has it"
    tab.watch.assert_clean()


@pytest.mark.parametrize(
    ("language", "theme", "width", "words"),
    [
        ("en", "dark", 390, "Delete all your answers and progress for good?"),
        ("it", "light", 390, "Eliminare per sempre"),
        ("ro", "dark", 1280, "Ștergi definitiv"),
    ],
)
def test_the_dialog_is_neat(dashboard: Server, open_tab: OpenTab, language: str, theme: str, width: int, words: str) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?lang={language}&theme={theme}", width=width, height=780)
    page = ready(tab)
    page.locator(".bjf-me").click()
    expect(page.locator(".bjf-dialog")).to_be_visible()
    assert page.evaluate(NEAT) == []
    assert findings(page, ".bjf-dialog") == []
    page.locator(".bjf-dialog .bjf-danger").locator("visible=true").click()
    expect(page.get_by_text(words)).to_be_visible()
    expect(page.locator(".bjf-ask button").first).to_be_focused()
    assert page.evaluate(NEAT) == []
    assert findings(page, ".bjf-dialog") == []
    tab.watch.assert_clean()


def test_progress_goes_into_a_file_to_another_browser_and_away(dashboard: Server, open_tab: OpenTab, tmp_path: Path) -> None:
    given, large, kept = tmp_path / "given.json", tmp_path / "large.json", tmp_path / "kept.json"
    given.write_bytes(progress("given", 7))
    large.write_bytes(b" " * 10_000_000)
    tab = open_tab(f"{dashboard.url}dashboard?lang=en")
    page = ready(tab)
    page.locator(".bjf-me").click()
    files = page.locator(".bjf-dialog input[type=file]")
    files.set_input_files(given)
    said(page, "7 decisions were new and are taken in.")
    sent = len(tab.watch.sent)
    files.set_input_files(large)
    said(page, "This file is larger than 8 MB; it was not sent.")
    assert all(len(frame) < 100_000 for frame in tab.watch.sent[sent:])
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    download.value.save_as(kept)
    assert download.value.suggested_filename.startswith("bjlearn-20")
    assert len(json.loads(kept.read_text(encoding="utf-8"))["decisions"]["rows"]) == 7
    other = ready(open_tab(f"{dashboard.url}dashboard?lang=en"))
    other.locator(".bjf-me").click()
    other.locator(".bjf-dialog input[type=file]").set_input_files(kept)
    said(other, "7 decisions were new and are taken in.")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Save", exact=True).click()
    said(page, "Saved.")
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Delete my data")).to_be_focused()
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_role("button", name="Delete for good").click()
    said(page, "All your data is deleted.")
    expect(page.locator(".bjf-me")).to_have_text("")
    files.set_input_files(given)
    said(page, "7 decisions were new and are taken in.")
    tab.watch.assert_clean()


@pytest.mark.parametrize(
    ("language", "theme", "width", "label", "wrong"),
    [
        ("en", "light", 1280, "Instructor's token", "This is not the instructor's token."),
        ("it", "dark", 390, "Codice del docente", "Questo non è il codice del docente."),
        ("ro", "light", 390, "Codul profesorului", "Acesta nu este codul profesorului."),
    ],
)
def test_the_door_to_the_class(
    dashboard: Server, open_tab: OpenTab, language: str, theme: str, width: int, label: str, wrong: str
) -> None:
    tab = open_tab(f"{dashboard.url}class?lang={language}&theme={theme}", width=width)
    page = tab.page
    expect(page.get_by_label(label)).to_be_focused()
    page.keyboard.type("wrong token")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text(wrong)
    assert findings(page, "main") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.type(token_of(dashboard))
    page.keyboard.press("Enter")
    expect(page.locator(".bjf-bar")).to_be_visible()
    assert page.url.startswith(f"{dashboard.url}dashboard?")
    assert not [url for url in tab.watch.requests if token_of(dashboard) in url]
    assert tab.watch.outside == []


@pytest.mark.parametrize(("language", "theme", "width"), [("en", "light", 1280), ("ro", "dark", 390)])
def test_a_name_on_the_landing_page(dashboard: Server, open_tab: OpenTab, language: str, theme: str, width: int) -> None:
    tab = open_tab(f"{dashboard.url}?lang={language}&theme={theme}", width=width)
    page = tab.page
    page.locator(".me summary").click()
    assert findings(page, ".top") == []
    page.locator("[name=name]").fill(MARKUP)
    page.locator("[name=group]").fill("7b")
    page.keyboard.press("Enter")
    expect(page.locator(".me summary")).to_have_text(f"{MARKUP} · 7B")
    expect(page).to_have_url(f"{dashboard.url}?lang={language}&theme={theme}")
    assert page.locator(".top img").count() == 1, "the name is text"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.watch.assert_clean()
