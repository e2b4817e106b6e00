"""The Simulate screen in a real browser: keys and mouse, stop, downloads, both themes, a phone, three languages."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bjlearn.documents import load
from bjlearn.simulation import simulate
from bjlearn.strategy import BASIC
from tests.browser.test_dashboard import NEAT
from tests.browser.test_strategy_rules import CUT_OFF, findings
from tests.conftest import OpenTab, Server

pytestmark = pytest.mark.browser


def opens(page: Page, part: str) -> None:
    page.locator(f"[data-do='part:{part}']").click()
    expect(page.locator(f"[data-do='part:{part}']")).to_have_attribute("aria-pressed", "true")


def fills(page: Page, name: str, value: str) -> None:
    page.locator(f".bjn-field input[data-field={name}]").fill(value)


def drawn(page: Page, count: int) -> None:
    """Wait until it is over and plotly has drawn so many charts."""
    page.locator("[data-do=run]").wait_for()
    expect(page.locator("[data-drawn]")).to_have_count(count)


def test_a_run_by_keys_is_shown_drawn_and_downloaded(dashboard: Server, open_tab: OpenTab, tmp_path: Path) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=simulate&doc=it-casino&seed=11")
    page = tab.page
    page.locator(".bjn-field select[data-field=who]").select_option("normal")
    page.locator(".bjn-field input[data-field=rounds]").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("20 000")
    page.keyboard.press("Enter")
    drawn(page, 2)
    expect(page.locator(".bjn-progress [role=status]")).to_have_text("Done.")
    result = simulate(load("it-casino").rules(), BASIC, rounds=20_000, seed=11)
    with page.expect_download() as waiting:
        page.locator("[data-do='chart-csv:running-mean']").click()
    waiting.value.save_as(tmp_path / "mean.csv")
    rows = list(csv.reader((tmp_path / "mean.csv").read_text().splitlines()))
    assert rows[0][:2] == ["Rounds", "Mean"]
    assert (int(rows[-1][0]), float(rows[-1][1])) == (20_000, result.mean)
    with page.expect_download() as waiting:
        page.locator("[data-do='chart-csv:round']").click()
    waiting.value.save_as(tmp_path / "round.csv")
    told = {float(row[0]): int(row[1]) for row in list(csv.reader((tmp_path / "round.csv").read_text().splitlines()))[1:]}
    assert {net: count for net, count in told.items() if count} == {float(net): count for net, count in result.counts.items()}
    # each chart is told in words, and has its figures beside it
    for chart in page.locator("figure[data-chart]").all():
        assert chart.locator("[role=img]").get_attribute("aria-label")
        chart.locator("summary").click()
        expect(chart.locator("tbody tr").first).to_be_visible()
    assert "seed=11" in page.url
    tab.watch.assert_clean()


def test_a_double_click_runs_once_and_stops_once(dashboard: Server, open_tab: OpenTab) -> None:
    """The buttons stand in the same place: the second click comes to the other one, and is none of its own."""
    tab = open_tab(f"{dashboard.url}dashboard?screen=simulate&doc=it-casino&seed=11")
    page = tab.page
    fills(page, "rounds", "200000000")

    def second_click(on: str) -> None:
        box = page.locator(f"[data-do={on}]").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)

    page.locator("[data-do=run]").click()
    second_click("stop")
    expect(page.locator("figure[data-chart=running-mean] [data-drawn]")).to_have_count(1)
    expect(page.locator("[data-do=stop]")).to_be_visible()
    page.locator("[data-do=stop]").click()
    second_click("run")
    expect(page.locator(".bjn-progress [role=status]")).to_have_text("Stopped; the figures are of what was done.")
    fills(page, "rounds", "20000")
    page.locator("[data-do=run]").dblclick()
    expect(page.locator(".bjn-progress [role=status]")).to_have_text("Done.")
    expect(page.locator(".bjt-note")).to_have_count(0)
    tab.watch.assert_clean()


def test_a_faulty_entry_is_told_beside_it_and_keeps_the_run_back(dashboard: Server, open_tab: OpenTab) -> None:
    page = open_tab(f"{dashboard.url}dashboard?screen=simulate&doc=it-banco").page
    fills(page, "rounds", "-3")
    expect(page.locator("[data-name=rounds] .bjn-fault")).to_contain_text("not -3.")
    expect(page.locator("[data-do=run]")).to_have_attribute("aria-disabled", "true")
    page.locator(".bjn-field input[data-field=rounds]").press("Enter")
    fills(page, "rounds", "5000")
    expect(page.locator(".bjn-fault")).to_have_count(0)
    page.locator(".bjn-field select[data-field=shoe]").select_option("cut")
    expect(page.locator("[data-name=shoe] .bjn-fault")).to_contain_text("These rules have no cut card")
    page.locator(".bjn-field select[data-field=shoe]").select_option("fresh")
    before = page.locator(".bjn-field input[data-field=seed]").input_value()
    page.locator("[data-do=seed]").click()
    expect(page.locator(".bjn-field input[data-field=seed]")).not_to_have_value(before)
    expect(page).to_have_url(re.compile("seed="))
    assert page.locator(".bjn-progress").count() == 0


def test_a_long_run_is_stopped_and_what_is_done_is_kept(dashboard: Server, open_tab: OpenTab) -> None:
    """By mouse: while it runs, the other parts and the other tabs answer."""
    tab = open_tab(f"{dashboard.url}dashboard?screen=simulate&doc=it-training")
    page = tab.page
    fills(page, "rounds", "200000000")
    page.locator("[data-do=run]").click()
    expect(page.locator("figure[data-chart=running-mean] [data-drawn]")).to_have_count(1)
    opens(page, "bank")
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator(".bjr-card").first).to_be_visible()
    page.get_by_role("tab", name="Simulate").click()
    opens(page, "long")
    page.locator("[data-do=stop]").click()
    expect(page.locator(".bjn-progress [role=status]")).to_have_text("Stopped; the figures are of what was done.")
    expect(page.locator("[data-do=run]")).to_be_visible()
    expect(page.locator(".bjn-figures dd").first).not_to_have_text("0")
    tab.watch.assert_clean()


@pytest.mark.parametrize(("language", "theme", "width"), [("en", "light", 1280), ("it", "dark", 390), ("ro", "light", 390)])
def test_nothing_is_cut_off(dashboard: Server, open_tab: OpenTab, language: str, theme: str, width: int) -> None:
    tab = open_tab(f"{dashboard.url}dashboard?screen=simulate&doc=it-casino&lang={language}&theme={theme}&seed=7", width=width)
    page = tab.page
    found: dict[str, list[str]] = {}
    page.locator("[data-do=run]").wait_for()
    box = page.locator("[role=tab][aria-selected=true]").bounding_box()
    assert box is not None
    assert 0 <= box["x"] < box["x"] + box["width"] <= width, "the open tab is in sight"
    page.locator(".bjn-field select[data-field=who]").select_option("never")
    for part, charts in (("long", 2), ("players", 1), ("cut", 1), ("bank", 1)):
        opens(page, part)
        name = "length" if part == "bank" else "rounds"
        fills(page, name, "0")
        page.locator(".bjn-fault").wait_for()
        faults = page.evaluate(CUT_OFF) + findings(page)
        fills(page, name, "3000" if part != "bank" else "60")
        expect(page.locator(".bjn-fault")).to_have_count(0)
        page.locator("[data-do=run]").click()
        page.locator(".bjn-progress").wait_for()
        drawn(page, charts)
        faults += page.evaluate(CUT_OFF) + findings(page)
        if faults:
            found[part] = faults
    assert page.evaluate(NEAT) == []
    assert found == {}
    tab.watch.assert_clean()
