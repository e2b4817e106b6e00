"""The Strategy and Rules screens in a real browser: keys and mouse, both themes, a phone, three languages, paper, files."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from bjlearn.documents import load
from bjlearn.exact import analyze
from bjlearn.rules import Action, Rules
from bjlearn.widgets.chart_data import lines
from tests.browser.test_dashboard import NEAT
from tests.conftest import OpenTab, Server, Tab

pytestmark = pytest.mark.browser

CUT_OFF = """() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  for (const e of document.querySelectorAll('.bjp :is(button, h2, h3, h4, p, label, td, th, li, dd)')) {
    if (!e.getClientRects().length || e.closest('.bjt-sr') || e.closest('.bjp-scroll')) continue;
    const at = e.getBoundingClientRect();
    if (at.left < -1 || at.right > innerWidth + 1) faults.push('outside: ' + e.outerHTML.slice(0, 90));
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && getComputedStyle(e).display !== 'inline'
      && !e.closest('.bjr-heads') && !e.querySelector('.bjt-sr')) faults.push('cut off: ' + e.outerHTML.slice(0, 90));
  }
  return faults;
}"""


def findings(page: Page) -> list[str]:
    """What axe-core finds on the screen: contrast, names, tables, fields."""
    response = Axe().run(page, context={"include": [[".bjp"]]}).response
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:160]}"
        for one in response["violations"]
        for node in one["nodes"]
    ]


def strategy(tab: Tab) -> Page:
    expect(tab.page.locator(".bjs-chart")).to_have_count(3)
    return tab.page


def rules(tab: Tab) -> Page:
    expect(tab.page.locator(".bjr-fall tr.bjr-end")).to_have_count(2)
    return tab.page


@pytest.mark.parametrize(("language", "theme", "width"), [("en", "light", 1280), ("it", "dark", 390), ("ro", "light", 390)])
@pytest.mark.parametrize(("screen", "ready"), [("strategy", strategy), ("rules", rules)])
def test_nothing_is_cut_off(
    dashboard: Server, open_tab: OpenTab, screen: str, ready: Callable[[Tab], Page], language: str, theme: str, width: int
) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen={screen}&doc=it-banco&lang={language}&theme={theme}", width=width)
    page = ready(tab)
    if screen == "strategy":
        page.locator('[data-cell="hard|16|10"]').click()
        expect(page.locator(".bjs-bars li")).to_have_count(2)
    assert page.evaluate(CUT_OFF) == []
    assert findings(page) == []
    assert page.evaluate(NEAT) == []
    tab.watch.assert_clean()


def test_the_chart_is_walked_with_keys_and_told_by_the_mouse(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=strategy&doc=it-casino")
    page = strategy(tab)
    hard = page.get_by_role("table", name="Hard totals")
    expect(hard.locator("[data-cell][tabindex='0']")).to_have_count(1)
    hard.locator("[data-cell][tabindex='0']").focus()
    for key in ("ArrowDown",) * 11 + ("End", "ArrowLeft"):
        page.keyboard.press(key)
    figures = analyze(load("it-casino").rules()).figures((6, 10), 10).actions
    detail = page.locator(".bjs-detail")
    expect(detail.get_by_role("heading")).to_have_text("Hard 16 against 10")
    expect(detail).to_contain_text("Surrender, else hit")
    expect(detail).to_contain_text(f"\N{MINUS SIGN}{abs(figures['surrender']):.4f}")  # type: ignore[index]
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused.startswith("Hard 16 against 10: Surrender, else hit. ")
    page.locator('[data-cell="pairs|8,8|6"]').hover()
    expect(detail.get_by_role("heading")).to_have_text("Pair 8,8 against 6")
    page.locator('[data-cell="pairs|8,8|6"]').click()
    page.locator('[data-cell="soft|18|9"]').hover()
    expect(detail.get_by_role("heading")).to_have_text("Pair 8,8 against 6")
    page.keyboard.press("Escape")
    page.locator('[data-cell="soft|18|10"]').hover()
    expect(detail.get_by_role("heading")).to_have_text("Soft 18 against 10")
    tab.watch.assert_clean()


def test_on_a_phone_figures_stay_in_sight(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=strategy&doc=ro-online", width=390, height=800)
    page = strategy(tab)
    for cell in ("hard|8|2", "soft|18|10", "pairs|8,8|A"):
        page.locator(f'[data-cell="{cell}"]').click()
        expect(page.locator(".bjs-bars li").first).to_be_in_viewport(ratio=1)
    page.get_by_role("tab", name="Rules").click()
    rules(tab)
    page.locator('[data-clause="RO-12"]').get_by_label("hits soft 17").check()
    edge = analyze(load("ro-online").rules({"RO-12": "hits"})).edge("total")
    assert edge is not None
    shown = page.locator(".bjr-heads").get_by_text(f"{100 * edge:.3f}\u202f%")
    expect(shown).to_be_in_viewport(ratio=1)
    tab.watch.assert_clean()


def test_a_comparison_shows_the_cells_that_differ_alone(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=strategy&doc=it-banco")
    page = strategy(tab)
    page.get_by_label("Compare with").select_option("read:IB-15:never")
    expect(page.locator(".bjs-there")).to_have_count(1)
    expect(page.locator("[data-cell]")).to_have_count(1)
    expect(page.locator("[data-cell]")).to_have_attribute("data-cell", "pairs|8,8|A")
    expect(page.locator("[data-cell]")).to_have_accessible_name(
        re.compile(r"^Pair 8,8 against A: Split, else hit\. There: Hit\.")
    )
    page.get_by_role("button", name="By the very cards").click()
    expect(page.locator(".bjs-sheet")).to_have_attribute("data-kind", "composition")
    page.get_by_label("Compare with").select_option("")
    expect(page.locator("tr[data-line]")).to_have_count(54)
    tab.watch.assert_clean()


@pytest.mark.parametrize(("kind", "count"), [("total", 34), ("composition", 54)])
def test_the_chart_prints_on_one_page(dashboard: Server, open_tab: OpenTab, tmp_path: Path, kind: str, count: int) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=strategy&doc=it-casino&lang=it&theme=dark")
    page = strategy(tab)
    page.locator(f'[data-do="kind:{kind}"]').click()
    expect(page.locator("tr[data-line]")).to_have_count(count)
    page.pdf(path=tmp_path / "chart.pdf", prefer_css_page_size=True, print_background=True)
    (paper,) = PdfReader(tmp_path / "chart.pdf").pages
    assert [round(float(side)) for side in (paper.mediabox.width, paper.mediabox.height)] == [595, 842]
    text = paper.extract_text()
    for words in ("Totali hard", "Totali soft", "Coppie", "10,10", "A,A", "Regole della casa"):
        assert words in text
    found = lines(analyze(load("it-casino").rules()), kind)
    stands = [line.name for line in found if all(square.order[0] is Action.STAND for square in line.squares)]
    assert len(re.findall(r"S(?:\s+S){9}", text)) == len(stands)
    assert len(found) == count


def test_the_chart_is_saved_as_csv_and_json(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}strategy?doc=ro-online")
    page = strategy(tab)
    texts = {}
    for form in ("CSV", "JSON"):
        with page.expect_download() as download:
            page.get_by_role("button", name=form, exact=True).click()
        assert download.value.suggested_filename == f"ro-online-total.{form.lower()}"
        texts[form] = Path(download.value.path()).read_text(encoding="utf-8")
    report = json.loads(texts["JSON"])
    assert Rules.from_mapping(report["rules"]) == load("ro-online").rules()
    assert len(list(csv.DictReader(io.StringIO(texts["CSV"])))) == 340
    tab.watch.assert_clean()


def test_a_reading_changes_edge_chart_and_the_game_that_opens(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=rules&doc=it-banco")
    page = rules(tab)
    edge = page.locator('b[data-edge="it-banco"]')
    before = edge.inner_text()
    assert before == f"{100 * analyze(load('it-banco').rules()).edge('total'):.3f}\u202f%"  # type: ignore[operator]
    page.locator('[data-clause="IB-15"]').get_by_label("never looks before the players are done").check()
    expect(edge).not_to_have_text(before)
    expect(page.get_by_text("Cells of the chart that change: 1")).to_be_visible()
    page.locator('[data-document="it-banco"]').get_by_role("button", name="Open this game").click()
    expect(page.get_by_role("tab", name="Play", selected=True)).to_be_visible()
    expect(page.locator(".bjt-felt")).to_contain_text("Dealer never looks before play")
    assert "read=IB-15:never" in page.url
    page.get_by_role("tab", name="Rules").click()
    page.locator('[data-document="it-banco"]').get_by_role("button", name="Show the chart").click()
    expect(page.locator(".bjs-reading")).to_have_text("IB-15: never looks before the players are done")
    tab.watch.assert_clean()


def test_the_range_of_a_document_and_its_ends(dashboard: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{dashboard.url}rules?doc=it-training&theme=dark")
    page = rules(tab)
    box = page.locator('[data-range="it-training"]')
    box.get_by_role("button", name="Work out the range").press("Enter")
    expect(box.get_by_role("button", name="Take these readings")).to_have_count(2)
    worst = box.locator('[data-end="highest"]').inner_text()
    box.locator('[data-do="take:highest:it-training"]').press("Enter")
    expect(page.locator('b[data-edge="it-training"]')).to_have_text(worst)
    link = page.locator('[data-document="it-training"]').get_by_role("link", name="Open this game")
    assert "doc=it-training&read=IT-" in str(link.get_attribute("href"))
    link.click()
    expect(page.locator(".bjt-felt")).to_be_visible()
    tab.watch.assert_clean()


def test_a_file_of_ones_own(dashboard: Server, open_tab: OpenTab, tmp_path: Path) -> None:
    own = tmp_path / "house.toml"
    text = 'id = "my-house"\ntitle = "My house"\nlanguage = "en"\nsource = "home"\n[[clauses]]\nid = "MH-01"\nwhere = "door"\n'
    text += 'topic = "table"\nsure = "stated"\ntext.en = "Two decks."\ntext.it = "Due."\ntext.ro = "Două."\n'
    own.write_text(text + "sets.decks = 99\n", encoding="utf-8")
    tab = open_tab(f"{dashboard.url}dashboard?screen=rules&doc=it-banco", width=390)
    page = rules(tab)
    page.locator(".bjr input[type=file]").set_input_files(own)
    expect(page.locator(".bjt-note")).to_contain_text("house.toml, clause MH-01")
    own.write_text(text + "sets.decks = 2\n", encoding="utf-8")
    page.locator(".bjr input[type=file]").set_input_files(own)
    edge = analyze(Rules(decks=2)).edge("total")
    assert edge is not None
    expect(page.locator('b[data-edge="my-house"]')).to_have_text(f"{100 * edge:.3f}\u202f%")
    expect(page.locator(".bjt-note")).to_have_count(0)

    # its game and its chart, in this visit; a reload says that there is no such document any more
    card = page.locator('.bjr-card[data-document="my-house"]')
    expect(card).to_contain_text("no address leads to it")
    card.get_by_role("button", name="Open this game").click()
    expect(page.get_by_role("heading", name="My house", level=2, exact=True)).to_be_visible()
    expect(page.locator(".bjt-felt")).to_be_visible()
    page.get_by_role("tab", name="Strategy").click()
    expect(page.get_by_role("heading", name="Strategy · My house")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("tab", name="Play", selected=True)).to_be_visible()
    page.reload()
    expect(page.locator(".bjf-note")).to_contain_text("doc=my-house")
    expect(page.get_by_role("heading", name="Casino house rules (Italian)", level=2)).to_be_visible()
    tab.watch.assert_clean()


@pytest.mark.parametrize(("language", "theme", "width"), [("en", "dark", 1280), ("ro", "light", 390)])
def test_the_way_as_a_waterfall(
    dashboard: Server, open_tab: OpenTab, tmp_path: Path, language: str, theme: str, width: int
) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=rules&doc=it-casino&lang={language}&theme={theme}", width=width)
    page = rules(tab)
    page.locator("[data-do='drawing:yes']").press("Enter")
    plot = page.locator(f".bjg-plot[data-drawn='{theme}']")
    bars = plot.locator(".waterfalllayer .point")
    rows = page.locator(".bjr-fall tbody tr")
    expect(bars).to_have_count(rows.count())
    changes = rows.locator("td:nth-last-child(2)").all_inner_texts()[1:-1]
    told = [text.replace("\u00a0", "\u202f") for text in plot.locator(".scatterlayer .text text").all_text_contents()]
    assert [text.lstrip("\u202f▲▼ ").lstrip() for text in told[1:-1]] == changes
    assert plot.get_attribute("aria-label")
    assert page.evaluate(CUT_OFF) == []
    assert findings(page) == []
    inside = """() => { const box = document.querySelector('.bjg-plot').getBoundingClientRect();
      return [...document.querySelectorAll('.bjg-plot text')].map((e) => [e.textContent, e.getBoundingClientRect()])
        .filter(([, at]) => at.width && (at.left < box.left - 1 || at.right > box.right + 1)).map(([text]) => text); }"""
    assert page.evaluate(inside) == []

    with page.expect_download() as download:
        page.locator("[data-do='chart-csv:way']").click()
    table = list(csv.reader(io.StringIO(Path(download.value.path()).read_text(encoding="utf-8"))))
    assert len(table) == rows.count() + 1
    steps_ = [float(row[1]) for row in table[2:-1]]
    assert sum(steps_) == pytest.approx(float(table[-1][2]) - float(table[1][2]))

    # the other theme, another document, and the table alone again
    other = "light" if theme == "dark" else "dark"
    page.locator(".bjf").get_by_role("button", name="Dark theme" if language == "en" else "Temă întunecată").click()
    expect(page.locator(f".bjg-plot[data-drawn='{other}']")).to_have_count(1)
    page.locator(".bjr-way [data-field='end']").select_option("it-casino")
    page.locator(".bjr-way [data-field='start']").select_option("it-banco")
    expect(plot.or_(page.locator(".bjg-plot"))).to_have_attribute("aria-label", re.compile("1[.,]740"))
    page.locator("[data-do='drawing:no']").click()
    expect(page.locator(".bjg-plot")).to_have_count(0)
    tab.watch.assert_clean()
