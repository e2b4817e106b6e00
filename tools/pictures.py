"""The pictures of the README, taken of the real thing: ``python tools/pictures.py`` serves the dashboard, plays, and looks.

Needs Chromium on the machine. The cards are those that chance gives; a hand is dealt anew until it shows what a picture is for.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def deal_until(page: Page, wanted: str) -> None:
    """Deal until the hand in play is one that is wanted: a pattern for the line above the buttons."""
    for _ in range(300):
        bar = page.locator(".bjt-bar").inner_text()
        if re.search(wanted, bar):
            return
        page.keyboard.press("n" if "nsurance" in bar else "Enter" if "Deal" in bar or "Place" in bar else "s")
        page.wait_for_function("before => document.querySelector('.bjt-bar').innerText !== before", arg=bar)


def main() -> int:
    """Serve, play, and take the pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "bjlearn", "dashboard", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=OPTIONS)
                page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
                page.goto(f"{address}dashboard?doc=it-casino&lang=en&theme=light")
                page.locator("[data-do=deal]").wait_for()
                page.keyboard.press("Enter")
                deal_until(page, r"1[2-6] against (7|8|9|10)\b")
                page.locator("[data-do='decide:double']").hover()
                page.wait_for_function("document.getAnimations().every(one => one.playState === 'finished')")
                page.screenshot(path=IMAGES / "play.png")
                browser.close()
        finally:
            server.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
