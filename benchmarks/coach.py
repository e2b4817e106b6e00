"""How soon the coach's verdict is on the page after a click: ``python benchmarks/coach.py [--rounds 40]``. Needs Chromium.

Plays on the served Play screen with the coach after each choice and, as the yardstick in the same run, with the coach off; prints
medians in milliseconds and their ratio: from the click on Stand to the verdict (coach) or the result (off) on the page.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.conftest import BROWSER_OPTIONS, Server  # the tests' own server

PATIENCE = 120_000
CLICK = """([name, sign]) => new Promise((done) => {
  const button = document.querySelector(`.bj [data-do="${name}"]`), start = performance.now();
  const look = () => { if (document.querySelector(sign)) { watch.disconnect(); done(performance.now() - start); } };
  const watch = new MutationObserver(look);
  watch.observe(document.querySelector(".bj"), { subtree: true, childList: true, attributes: true, characterData: true });
  button.click();
})"""
ASKED = {"n": "decide:no insurance"}


def rounds(page: Page, count: int, sign: str) -> list[float]:
    """Stand on so many hands; milliseconds from each click to what it waits for."""
    times: list[float] = []
    while len(times) < count:
        page.locator(".bj [data-do=deal]").wait_for()
        before = page.locator(".bjt-bar").inner_text()
        page.locator(".bj [data-do=deal]").click()
        page.wait_for_function("before => document.querySelector('.bjt-bar').innerText !== before", arg=before)
        for name in ASKED.values():
            if page.locator(f".bj [data-do='{name}']").count():
                page.locator(f".bj [data-do='{name}']").click()
                page.locator(".bj [data-do='decide:stand'], .bj [data-do=deal]").first.wait_for()
        page.locator(".bj [data-do='decide:stand'], .bj [data-do=deal]").first.wait_for()
        if page.locator(".bj [data-do='decide:stand']").count():
            times.append(page.evaluate(CLICK, ["decide:stand", sign]))
    return times


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    count = parser.parse_args().rounds
    server = Server(Path(tempfile.mkdtemp()), "--port", "0")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(BROWSER_OPTIONS))
            page = browser.new_page(reduced_motion="reduce")
            page.set_default_timeout(PATIENCE)
            page.goto(f"{server.url}play?doc=it-casino&lang=en")
            page.locator(".bj [data-do=deal]").wait_for()
            off = rounds(page, count, ".bj [data-do=deal]")
            page.locator(".bj [data-kind=coach]").first.select_option("after")
            rounds(page, 3, ".bj [data-grade]")  # the analysis is worked out once
            after = rounds(page, count, ".bj [data-grade]")
            browser.close()
    finally:
        server.stop()
    print(f"{'':24}{'median ms':>10}{'95 % within':>13}")
    for name, times in (("coach off: the result", off), ("coach: the verdict", after)):
        print(f"{name:24}{statistics.median(times):>10.0f}{statistics.quantiles(times, n=20)[-1]:>13.0f}")
    print(f"ratio {statistics.median(after) / statistics.median(off):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
