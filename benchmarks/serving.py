"""How fast and how heavy the served dashboard is: ``python benchmarks/serving.py [--visitors 20]``. Needs Chromium.

Prints the table that docs/serving.md shows: the time until a page can be used, against a page with one button of ipywidgets in
the same run; the round trip of a click at the table; memory of a visitor; many visitors at once, with and without warm kernels.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import nbformat
import psutil
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from bjlearn.app.serve import memory_of
from tests.conftest import BROWSER_OPTIONS, Server  # the tests' own server

PATIENCE = 120_000
SERVING = Callable[..., Server]
BUTTON = """import ipywidgets as widgets

button, label, pressed = widgets.Button(description="Press"), widgets.Label(), []
button.on_click(lambda _: (pressed.append(1), setattr(label, "value", str(len(pressed)))))
widgets.VBox([button, label])"""
CLICK_BUTTON = """() => new Promise((done) => {
  const button = document.querySelector(".widget-button"), label = document.querySelector(".widget-label");
  const start = performance.now();
  new MutationObserver((_, seen) => { seen.disconnect(); done(performance.now() - start); })
    .observe(label.parentElement, { subtree: true, childList: true, characterData: true });
  button.click();
})"""
CLICK_TABLE = """() => new Promise((done) => {
  const names = ["deal", "decide:no insurance", "decide:no surrender", "decide:stand"];
  const button = names.map((name) => document.querySelector(`.bj button[data-do="${name}"]`)).find((found) => found);
  const start = performance.now();
  new MutationObserver((_, seen) => { seen.disconnect(); done(performance.now() - start); })
    .observe(document.querySelector(".bjt-felt"), { subtree: true, childList: true, characterData: true });
  button.click();
})"""
USABLE = {"dashboard": '.bj button[data-do="deal"]', "one button": ".widget-button"}
CLICKS = {"dashboard": CLICK_TABLE, "one button": CLICK_BUTTON}


def button_pages() -> Path:
    """A folder whose pages show one button of ipywidgets and know nothing of bjlearn."""
    folder = Path(tempfile.mkdtemp())
    for name in ("notebooks/dashboard", "lessons/none"):
        page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(BUTTON)])
        (folder / name).parent.mkdir(exist_ok=True)
        nbformat.write(page, folder / f"{name}.ipynb")
    return folder


@contextmanager
def servers() -> Iterator[SERVING]:
    """Start servers on free ports; all are ended afterwards."""
    started: list[Server] = []

    def serve(*options: str, pages: Path | None = None) -> Server:
        started.append(Server(Path(tempfile.mkdtemp()), "--port", "0", *options, pages=pages))
        return started[-1]

    try:
        yield serve
    finally:
        for server in started:
            server.stop()


def settled(server: Server, kernels: int) -> None:
    """Wait until a server has its kernels and they are at rest."""
    while len(server.kernels()) != kernels or any(process.cpu_percent(0.2) > 5 for process in server.kernels()):
        time.sleep(0.2)


def opened(browser: Browser, url: str, what: str) -> tuple[Page, float]:
    """A page of a new visitor, and the seconds until an element could be seen."""
    page = browser.new_context().new_page()
    start = time.perf_counter()
    page.goto(url, wait_until="commit", timeout=PATIENCE)
    page.locator(what).first.wait_for(timeout=PATIENCE)
    return page, time.perf_counter() - start


def closed(page: Page) -> None:
    """Leave as a visitor does."""
    page.close(run_before_unload=True)
    page.context.close()


def usable(browser: Browser, cases: dict[str, Server], repeats: int) -> dict[str, float]:
    """Median seconds until each case can be used, in turn, each time with one kernel ready and the machine at rest."""
    times: dict[str, list[float]] = {case: [] for case in cases}
    for _ in range(repeats):
        for case, server in cases.items():
            settled(server, 1)
            page, took = opened(browser, f"{server.url}dashboard", USABLE[case])
            times[case].append(took)
            closed(page)
    return {case: statistics.median(found) for case, found in times.items()}


def clicks(browser: Browser, server: Server, case: str, count: int) -> tuple[list[float], int]:
    """Milliseconds from each click until its answer is on the page, and the bytes of the visitor's kernel afterwards."""
    settled(server, 1)
    before = {process.pid for process in server.kernels()}
    page, _ = opened(browser, f"{server.url}dashboard", USABLE[case])
    page.evaluate(CLICKS[case])
    times = [float(page.evaluate(CLICKS[case])) for _ in range(count)]
    kernel = next(process for process in server.kernels() if process.pid in before)
    memory = memory_of(kernel)
    closed(page)
    return times, memory


def deliver(url: str) -> float:
    """Seconds until a page has come completely."""
    start = time.perf_counter()
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=300) as answer:
        text = answer.read().decode()
    assert "widget-view" in text, "the page came without its screen"
    return time.perf_counter() - start


def crowd(serve: SERVING, visitors: int, warm: int) -> str:
    """What many visitors who come at once wait for, in words."""
    server = serve("--students", str(warm))
    url = f"{server.url}dashboard"
    if warm:
        server.warm()
    with ThreadPoolExecutor(visitors) as pool:
        times = list(pool.map(deliver, [url] * visitors))
    return f"median {statistics.median(times):.1f} s, last {max(times):.1f} s"


def measure(args: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    """Rows of the table: what, the dashboard, the page with one button."""
    with servers() as serve, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(BROWSER_OPTIONS))
        cases = {"dashboard": serve("--students", "1"), "one button": serve("--students", "1", pages=button_pages())}
        memory = {case: int(server.warm().group(2)) for case, server in cases.items()}
        seconds = usable(browser, cases, args.repeats)
        ratio = seconds["dashboard"] / seconds["one button"]
        yield f"usable, kernel warm (median of {args.repeats})", f"{seconds['dashboard']:.2f} s", f"{seconds['one button']:.2f} s"
        yield "the same as a ratio", f"{ratio:.2f}", "1"
        found = {case: clicks(browser, server, case, args.clicks) for case, server in cases.items()}
        trips = [f"median {statistics.median(times):.0f} ms, 95 % within {_high(times):.0f} ms" for times, _ in found.values()]
        yield f"click until its answer is on the page ({args.clicks} clicks)", trips[0], trips[1]
        yield "memory of a warm kernel", f"{memory['dashboard']} MB", f"{memory['one button']} MB"
        used = [f"{bytes_ / 1e6:.0f} MB" for _, bytes_ in found.values()]
        yield f"memory of a visitor's kernel after {args.clicks} clicks", used[0], used[1]
        browser.close()
    for warm in (args.visitors, 0):
        with servers() as serve:
            name = f"{args.visitors} visitors at once, {'all' if warm else 'no'} kernels warm: page complete"
            yield name, crowd(serve, args.visitors, warm), ""


def _high(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--clicks", type=int, default=100)
    print(f"{psutil.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start, Python {sys.version.split()[0]}\n")
    print("| | dashboard, Play | one button |\n|---|---|---|")
    for row in measure(parser.parse_args()):
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
