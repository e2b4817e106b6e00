"""The dashboard as it is served: pages, kernels that come and go, words in place of tracebacks."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import expect

from tests.conftest import PATIENCE, OpenTab, Serve, Server

pytestmark = pytest.mark.browser
PAGES = Path(__file__).parent / "pages"


@pytest.fixture(scope="module")
def pages(serve: Serve) -> Server:
    """One-button pages, two kernels warm."""
    server = serve("--students", "2", pages=PAGES)
    server.warm()
    return server


@pytest.fixture(scope="module")
def cold(serve: Serve) -> Server:
    """The same without a warm kernel."""
    server = serve("--students", "0", pages=PAGES)
    assert server.url
    return server


def gone(processes: list[psutil.Process], seconds: float) -> bool:
    return psutil.wait_procs(processes, timeout=seconds)[1] == []


def page_kernel(server: Server, kernel: str) -> list[psutil.Process]:
    return [process for process in server.kernels() if any(kernel in part for part in process.cmdline())]


def kernel_of(tab_page: object) -> str:
    return tab_page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")  # type: ignore[attr-defined]


def test_the_landing_page_starts_no_kernel_and_asks_nothing_outside(cold: Server, open_tab: OpenTab) -> None:
    tab = open_tab(cold.url)
    expect(tab.page.get_by_role("link", name="Open the dashboard")).to_be_visible()
    tab.page.wait_for_load_state("networkidle")
    assert len(set(tab.watch.requests)) <= 3
    assert cold.kernels() == []
    tab.watch.assert_clean()


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
@pytest.mark.parametrize(
    ("language", "name"), [("en", "Open the dashboard"), ("it", "Apri la dashboard"), ("ro", "Deschide panoul")]
)
def test_the_landing_page_in_every_language_theme_and_width(
    cold: Server, open_tab: OpenTab, language: str, name: str, width: int, theme: str
) -> None:
    tab = open_tab(f"{cold.url}?lang={language}&theme={theme}", width=width)
    expect(tab.page.get_by_role("link", name=name)).to_have_attribute("href", f"/dashboard?lang={language}&theme={theme}")
    assert tab.page.locator("html").get_attribute("lang") == language
    assert tab.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == theme
    assert tab.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert tab.page.locator("article").count() == 4
    tab.page.get_by_role("link", name="The second lesson").click()
    expect(tab.page.get_by_text(f"[('lang', '{language}'), ('theme', '{theme}')]")).to_be_visible()
    assert tab.page.title() == "The second lesson · bjlearn"
    tab.watch.assert_clean()


def test_the_landing_page_takes_language_and_theme_from_the_browser(cold: Server, open_tab: OpenTab) -> None:
    tab = open_tab(cold.url, locale="ro-RO", theme="dark")
    expect(tab.page.get_by_role("link", name="Deschide panoul")).to_be_visible()
    assert tab.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_warmed_kernel_learns_the_address_and_wears_the_theme(pages: Server, open_tab: OpenTab, theme: str) -> None:
    pages.warm()
    warmed = {process.pid for process in pages.kernels()}
    tab = open_tab(f"{pages.url}dashboard?doc=it-banco&theme={theme}")
    expect(tab.page.get_by_text(f"[('doc', 'it-banco'), ('theme', '{theme}')]")).to_be_visible()
    assert {process.pid for process in page_kernel(pages, kernel_of(tab.page))} <= warmed
    assert tab.page.locator("body").get_attribute("data-jp-theme-light") == str(theme == "light").lower()
    dark = tab.page.evaluate("getComputedStyle(document.body).getPropertyValue('--jp-layout-color1')").strip()
    assert dark == {"light": "white", "dark": "#212121"}[theme] or dark.startswith("#")
    tab.page.get_by_role("button", name="Press").click()
    expect(tab.page.get_by_text("pressed 1", exact=True)).to_be_visible()
    tab.watch.assert_clean()


def test_the_old_address_of_a_page_works_too(cold: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{cold.url}voila/render/notebooks/play.ipynb?doc=x")
    expect(tab.page.get_by_text("[('doc', 'x')]")).to_be_visible()


def test_a_closed_tab_ends_its_kernel_within_seconds(pages: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{pages.url}dashboard")
    expect(tab.page.get_by_role("button", name="Press")).to_be_visible()
    kernels = page_kernel(pages, kernel_of(tab.page))
    assert len(kernels) == 1
    tab.page.close(run_before_unload=True)
    assert gone(kernels, 10)


def test_a_reload_leaves_one_kernel(cold: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{cold.url}play")
    expect(tab.page.get_by_role("button", name="Press")).to_be_visible()
    first = page_kernel(cold, kernel_of(tab.page))
    tab.page.reload()
    expect(tab.page.get_by_role("button", name="Press")).to_be_visible()
    assert gone(first, 10)
    assert len(page_kernel(cold, kernel_of(tab.page))) == 1


def test_a_page_whose_kernel_died_says_so(cold: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{cold.url}play?lang=it")
    expect(tab.page.get_by_role("button", name="Press")).to_be_visible()
    for process in page_kernel(cold, kernel_of(tab.page)):
        process.kill()
    expect(tab.page.get_by_text("Il tavolo di questa pagina è chiuso")).to_be_visible()
    with tab.page.expect_navigation():
        tab.page.get_by_role("button", name="Apri un nuovo tavolo").click()
    expect(tab.page.get_by_role("button", name="Press")).to_be_visible()


@pytest.mark.parametrize(("language", "words"), [("en", "This part of the page did not work."), ("ro", "nu a funcționat.")])
def test_a_failing_cell_shows_words_and_the_rest_goes_on(cold: Server, open_tab: OpenTab, language: str, words: str) -> None:
    tab = open_tab(f"{cold.url}faulty?lang={language}")
    expect(tab.page.get_by_role("button", name="After")).to_be_visible()
    expect(tab.page.get_by_role("alert").filter(has_text=words)).to_be_visible()
    content = tab.page.content()
    assert "secret words" not in content
    assert "LookupError" not in content
    assert "raceback" not in content


def test_a_port_that_is_taken_is_said_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for command in ("dashboard", "lab"):
            ended = subprocess.run(
                [sys.executable, "-m", "bjlearn", command, "--no-browser", "--port", str(port)],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
            assert (ended.returncode, ended.stdout) == (2, "")
            assert ended.stderr == f"Port {port} is taken by another program: choose another with --port.\n"


def test_ctrl_c_leaves_no_process_and_no_file(serve: Serve, open_tab: OpenTab) -> None:
    server = serve("--students", "1", pages=PAGES)
    server.warm()
    tab = open_tab(f"{server.url}play")
    expect(tab.page.get_by_role("button", name="Press")).to_be_visible()
    kernels = server.kernels()
    assert len(kernels) >= 2
    assert tab.page.request.get(f"{server.url}api/kernels/{'1' * 8}-1111-1111-1111-{'1' * 12}").status == 404
    assert server.stop(signal.SIGINT) == 0
    assert gone(kernels, 0.5)
    assert list(server.folder.glob("bjlearn-*")) == []
    assert server.line("Ended; no kernel is left")
    assert not [line for line in server.lines if "Traceback" in line or "error" in line]


def test_a_killed_server_leaves_no_kernel(serve: Serve) -> None:
    server = serve("--students", "1", pages=PAGES)
    server.warm()
    kernels = server.kernels()
    assert kernels
    server.stop(signal.SIGKILL)
    assert gone(kernels, 15)


def test_the_cost_of_warm_kernels_is_measured_from_their_processes(pages: Server) -> None:
    said = pages.warm()
    count, total, each = (int(part) for part in said.groups())
    assert count == 2
    assert 30 <= each <= 200
    assert abs(total - count * each) <= count


@pytest.mark.soak
def test_a_browser_that_vanishes_costs_a_kernel_for_a_minute(cold: Server, open_tab: OpenTab) -> None:
    tab = open_tab(f"{cold.url}play")
    expect(tab.page.get_by_role("button", name="Press")).to_be_visible()
    kernels = page_kernel(cold, kernel_of(tab.page))
    tab.page.evaluate("() => { navigator.sendBeacon = () => true; window.fetch = () => Promise.reject(); }")
    tab.page.close()
    assert gone(kernels, 100)


def test_a_warm_kernel_that_died_is_given_to_nobody(serve: Serve, open_tab: OpenTab) -> None:
    server = serve("--students", "2", pages=PAGES)
    server.warm()
    for process in server.kernels():
        process.kill()
    tab = open_tab(f"{server.url}dashboard")
    expect(tab.page.get_by_role("button", name="Press")).to_be_visible()
    assert page_kernel(server, kernel_of(tab.page))
