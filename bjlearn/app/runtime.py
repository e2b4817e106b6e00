"""The folder and the environment of one server: everything it and its kernels write goes there and is removed at the end.

A person's own Jupyter settings, kernels, extensions and IPython start-up files neither help nor harm a served dashboard.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bjlearn.text import BjlearnError, Message

SHARE = Path(__file__).parent / "share"
"""What Jupyter finds of ours on its data and config paths: the Voila template, JupyterLab's settings."""

_KERNEL_CONFIG = """c = get_config()  # noqa: F821
# Many kernels would write into one file of history; nobody types into them.
c.HistoryManager.enabled = False
# Kernels are reached on this machine alone, by signed messages; their warning about it is not for an instructor's terminal.
c.IPKernelApp.log_level = 40
"""


class ServeError(BjlearnError):
    """Something that keeps a server from starting, said in one sentence."""


def project_folder(name: str, *, at: Path | None = None) -> Path:
    """A folder of notebooks that stands beside the package: ``notebooks`` or ``lessons``.

    Args:
        name: the folder's name.
        at: the folder in which to look; by default the one that holds the package.

    Raises:
        ServeError: it is not there, because the package was installed without the project.
    """
    folder = (at or Path(__file__).parents[2]) / name
    if not folder.is_dir():
        raise ServeError(
            Message(
                'The folder "{name}" is missing at {place}: get the whole project and install it with "pip install -e .".',
                name=name,
                place=str(folder.parent),
            )
        )
    return folder


def _left_out(_folder: str, names: list[str]) -> set[str]:
    return {name for name in names if name.startswith(".") or name == "__pycache__"}


@dataclass(frozen=True, slots=True)
class Runtime:
    """The private folder of one server.

    Attributes:
        folder: its root, readable by its owner alone.
    """

    folder: Path

    @property
    def pages(self) -> Path:
        """The folder that is served: copies of the notebooks, so that nothing beside them can be reached."""
        return self.folder / "pages"

    def add_pages(self, source: Path) -> None:
        """Copy a folder of notebooks to be served.

        Args:
            source: the folder; its copy has the same name.
        """
        shutil.copytree(source, self.pages / source.name, ignore=_left_out)

    def environment(self, host: str) -> dict[str, str]:
        """The environment variables of the server and its kernels.

        Args:
            host: the address on which the server listens.
        """
        old = os.environ
        proxied = [part for part in old.get("no_proxy", old.get("NO_PROXY", "")).split(",") if part]
        local = ",".join(dict.fromkeys([*proxied, "127.0.0.1", "localhost", host]))
        return {
            "JUPYTER_CONFIG_DIR": str(self.folder / "config"),
            "JUPYTER_DATA_DIR": str(self.folder / "data"),
            "JUPYTER_RUNTIME_DIR": str(self.folder / "runtime"),
            "JUPYTER_PATH": str(SHARE),
            "JUPYTER_PREFER_ENV_PATH": "1",
            "IPYTHONDIR": str(self.folder / "ipython"),
            # kernels ask the server who their visitor is; never through a proxy
            "no_proxy": local,
            "NO_PROXY": local,
        }


@contextmanager
def runtime_folder() -> Iterator[Runtime]:
    """A private folder for one server, removed when the server ends."""
    runtime = Runtime(Path(tempfile.mkdtemp(prefix="bjlearn-")))
    try:
        for name in ("pages", "config", "data", "runtime", "ipython/profile_default"):
            (runtime.folder / name).mkdir(parents=True, mode=0o700)
        (runtime.folder / "ipython" / "profile_default" / "ipython_kernel_config.py").write_text(_KERNEL_CONFIG, encoding="utf-8")
        yield runtime
    finally:
        shutil.rmtree(runtime.folder, ignore_errors=True)


@contextmanager
def environment(values: dict[str, str]) -> Iterator[None]:
    """Environment variables set for a while.

    Args:
        values: name to value; an empty value unsets the name.
    """
    before = {name: os.environ.get(name) for name in values}
    for name, value in values.items():
        if value:
            os.environ[name] = value
        else:
            os.environ.pop(name, None)
    try:
        yield
    finally:
        for name, old in before.items():
            if old is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = old


def say(message: Message | str) -> None:
    """A line for the person at the terminal."""
    sys.stdout.write(f"{message}\n")
    sys.stdout.flush()
