"""``bjlearn lab``: the first lesson opens in JupyterLab, nothing is asked of another machine, Ctrl-C ends it all."""

from __future__ import annotations

import ipaddress

import psutil
import pytest
from playwright.sync_api import expect

from tests.conftest import OpenTab, Serve

pytestmark = pytest.mark.browser


def outside(process: psutil.Process) -> list[str]:
    """Addresses beyond this machine to which a process is connected."""
    found = [connection.raddr.ip for connection in process.net_connections("inet") if connection.raddr]
    return [address for address in found if not ipaddress.ip_address(address).is_loopback]


def test_the_first_lesson_opens_and_nothing_phones_home(serve: Serve, open_tab: OpenTab) -> None:
    server = serve(command="lab")
    address = server.line(r"JupyterLab is at (\S+)").group(1)
    tab = open_tab(address)
    expect(tab.page.locator(".jp-NotebookPanel").first).to_be_visible()
    expect(tab.page.locator("#jp-main-statusbar").get_by_text("| Idle")).to_be_visible()
    expect(tab.page.locator(".jp-Notebook h1, .jp-Notebook h2").first).to_be_visible()
    assert "/lab/tree/01-" in tab.page.url
    kernels = server.kernels()
    assert kernels
    for process in (psutil.Process(server.process.pid), *kernels):
        assert outside(process) == []
    assert tab.watch.outside == []
    assert not any("listings" in url or "/lab/api/news" in url or "/lab/api/update" in url for url in tab.watch.requests)
    assert tab.page.locator(".jp-Dialog, .Toastify__toast").count() == 0
    assert server.stop() == 0
    assert psutil.wait_procs(kernels, timeout=15)[1] == []
    assert not [line for line in server.lines if "ServerApp" in line or "LabApp" in line]


def test_ctrl_c_ends_it_while_the_page_still_loads(serve: Serve, open_tab: OpenTab) -> None:
    server = serve(command="lab")
    open_tab(server.line(r"JupyterLab is at (\S+)").group(1))
    assert server.stop() == 0
