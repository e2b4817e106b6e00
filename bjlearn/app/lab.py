"""JupyterLab over the lessons, with nothing that asks another machine."""

from __future__ import annotations

import logging
import os
import signal
import warnings
from pathlib import Path

from bjlearn.app.runtime import SHARE, environment, say
from bjlearn.text import Message


def options(folder: Path, *, port: int, open_browser: bool) -> list[str]:
    """JupyterLab's options.

    Args:
        folder: the lessons.
        port: the port, known to be free.
        open_browser: open the first lesson in the browser.
    """
    lessons = sorted(path.name for path in folder.glob("*.ipynb"))
    start = f"/lab/tree/{lessons[0]}" if lessons else "/lab"
    return [
        f"--ServerApp.root_dir={folder}",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.open_browser={open_browser}",
        "--ServerApp.log_level=50",
        "--LabApp.log_level=50",
        "--ServerApp.allow_root=True",  # on this machine alone, as in a container
        f"--LabApp.default_url={start}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.handlers.announcements.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
    ]


def run(folder: Path, *, port: int, open_browser: bool) -> None:
    """Serve JupyterLab until interrupted.

    Args:
        folder: the lessons.
        port: the port, known to be free.
        open_browser: open the first lesson in the browser.
    """
    from jupyterlab.labapp import LabApp

    config_path = os.pathsep.join(filter(None, [str(SHARE / "config"), os.environ.get("JUPYTER_CONFIG_PATH", "")]))
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    with environment({"JUPYTER_CONFIG_PATH": config_path, "JUPYTER_PREFER_ENV_PATH": "1"}):
        with warnings.catch_warnings(record=True):  # JupyterLab's own affairs
            app = LabApp.initialize_server(argv=options(folder, port=port, open_browser=open_browser))
        # its own answer to Ctrl-C asks a question, and none where there is no terminal
        signal.signal(signal.SIGINT, lambda *_: app.stop(from_signal=True))
        address = f"{app.connection_url}?token={app.identity_provider.token}"
        logging.disable(logging.CRITICAL)  # it greets in critical messages
        say(Message("JupyterLab is at {address}  (Ctrl-C ends it)", address=address))
        try:
            app.start()
        finally:
            logging.disable(logging.NOTSET)
