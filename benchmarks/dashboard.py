"""How fast and how heavy the served dashboard is: ``python benchmarks/dashboard.py [--visitors 20]``. Needs Chromium.

Prints what docs/serving.md quotes: the time until a page can be used, against a page with one ipywidgets button in the same
run; the round trip of a click; memory of a visitor; many visitors at once, with and without warm kernels.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import psutil
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.conftest import BROWSER_OPTIONS, Server  # the tests' own server

BUTTON = """import ipywidgets as widgets

button, label, pressed = widgets.Button(description="Press"), widgets.Label(), []
button.on_click(lambda _: (pressed.append(1), setattr(label, "value", str(len(pressed)))))
widgets.VBox([button, label])"""
CLICK = """() => new Promise((done) => {
  const button = document.querySelector(".widget-button"), label = document.querySelector(".widget-label");
  const start = performance.now();
  new MutationObserver((_, seen) => { seen.disconnect(); done(performance.now() - start); })
    .observe(label.parentElement, { subtree: true, childList: true, characterData: true });
  button.click();
})"""


def button_pages() -> Path:
    """A folder whose pages show one button of ipywidgets and know nothing of bjlearn."""
    folder = Path(tempfile.mkdtemp())
    for name in ("notebooks/dashboard", "notebooks/play", "lessons/none"):
        page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(BUTTON)])
        (folder / name).parent.mkdir(exist_ok=True)
        nbformat.write(page, folder / f"{name}.ipynb")
    return folder


def usable(browser: Browser, url: str, what: str) -> float:
    """Seconds from asking for a page until an element can be seen, for a visitor of its own."""
    context = browser.new_context()
    page = context.new_page()
    start = time.perf_counter()
    page.goto(url, wait_until="commit", timeout=120_000)
    page.locator(what).first.wait_for(timeout=120_000)
    took = time.perf_counter() - start
    page.close(run_before_unload=True)
    context.close()
    return took


def settled(server: Server, kernels: int) -> None:
    """Wait until a server has its kernels and they are at rest."""
    while len(server.kernels()) != kernels or any(process.cpu_percent(0.2) > 5 for process in server.kernels()):
        time.sleep(0.2)


def clicks(browser: Browser, url: str, count: int) -> list[float]:
    """Milliseconds from a click until its answer is on the page."""
    page = browser.new_page()
    page.goto(url, timeout=120_000)
    page.locator(".widget-button").wait_for(timeout=120_000)
    page.evaluate(CLICK)
    times = [page.evaluate(CLICK) for _ in range(count)]
    page.close(run_before_unload=True)
    return times


def deliver(url: str) -> float:
    """Seconds until a page has come completely."""
    start = time.perf_counter()
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=300) as answer:
        text = answer.read().decode()
    assert "widget-view" in text, "the page came without its screen"
    return time.perf_counter() - start


def crowd(url: str, visitors: int) -> tuple[float, float]:
    """Median and longest time of many visitors who come at once."""
    with ThreadPoolExecutor(visitors) as pool:
        times = list(pool.map(deliver, [url] * visitors))
    return statistics.median(times), max(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=7)
    args = parser.parse_args()
    print(f"{psutil.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}")
    started: list[Server] = []

    def serve(*options: str, pages: Path | None = None) -> Server:
        started.append(Server(Path(tempfile.mkdtemp()), "--port", "0", *options, pages=pages))
        return started[-1]

    def stop() -> None:
        for server in started:
            server.stop()
        started.clear()

    try:
        with sync_playwright() as playwright:
            import shutil

            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(BROWSER_OPTIONS))
            compare(browser, serve, args.repeats)
            browser.close()
        stop()
        for students in (args.visitors, 0):
            server = serve("--students", str(students))
            url = server.url
            said = server.warm().group(0) if students else "no kernel is warm"
            median, longest = crowd(f"{url}dashboard", args.visitors)
            print(
                f"{args.visitors} visitors at once, {said}: page complete after {median:.1f} s (median), {longest:.1f} s (last)"
            )
            stop()
    finally:
        stop()


def compare(browser: Browser, serve: Callable[..., Server], repeats: int) -> None:
    """The dashboard against a page with one button, in turn."""
    product, button = serve("--students", "1"), serve("--students", "1", pages=button_pages())
    memory = [int(server.warm().group(3)) for server in (product, button)]
    cases = {"dashboard": (product, ".bj button"), "one button": (button, ".widget-button")}
    for name, page in (("warm", "dashboard"), ("cold", "play")):
        times: dict[str, list[float]] = {case: [] for case in cases}
        for _ in range(repeats):
            for case, (server, what) in cases.items():
                settled(server, 1)
                times[case].append(usable(browser, server.url + page, what))
        medians = {case: statistics.median(found) for case, found in times.items()}
        words = ", ".join(f"{case} {value:.2f} s" for case, value in medians.items())
        print(f"{name}: usable after {words} (medians of {repeats}); ratio {medians['dashboard'] / medians['one button']:.2f}")
    found = clicks(browser, f"{button.url}play", 100)
    print(f"click: median {statistics.median(found):.0f} ms, 95th percentile {sorted(found)[94]:.0f} ms")
    print(f"memory of a warm kernel: dashboard {memory[0]} MB, one button {memory[1]} MB")


if __name__ == "__main__":
    main()
