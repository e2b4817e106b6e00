"""What is installed and where Jupyter looks for it, and what is wrong where two installs clash.

Widgets need a Python part and a browser part of the same major version. The browser part is found on Jupyter's data paths,
the first one wins, and a copy left over in a person's own folder can stand before the one that fits.
"""

from __future__ import annotations

import importlib.metadata
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bjlearn.text import Message

PACKAGES = ("bjlearn", "anywidget", "ipywidgets", "jupyterlab", "jupyterlab_widgets", "voila", "jupyter_server", "ipykernel")
PARTS = {"anywidget": "anywidget", "@jupyter-widgets/jupyterlab-manager": "jupyterlab_widgets"}
"""Browser part to the Python package that brings it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One copy of a browser part.

    Attributes:
        name: its name.
        version: its version.
        folder: where it lies.
    """

    name: str
    version: str
    folder: Path


def versions() -> dict[str, str | None]:
    """Name of each package that matters to its installed version, None where it is missing."""
    found: dict[str, str | None] = {}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = None
    return found


def parts(paths: Iterable[Path]) -> dict[str, list[Part]]:
    """Every copy of the browser parts, the one that wins first.

    Args:
        paths: Jupyter's data paths, in their order.
    """
    found: dict[str, list[Part]] = {name: [] for name in PARTS}
    for path in dict.fromkeys(paths):
        for name, copies in found.items():
            folder = path / "labextensions" / name
            try:
                content = json.loads((folder / "package.json").read_text(encoding="utf-8"))
            except (OSError, ValueError):
                continue
            copies.append(Part(name, str(content.get("version", "?")), folder))
    return found


def faults(installed: dict[str, str | None], found: dict[str, list[Part]], *, prefix: Path = Path(sys.prefix)) -> list[Message]:
    """What is wrong, each in one sentence that says what to do.

    Args:
        installed: as of :func:`versions`.
        found: as of :func:`parts`.
        prefix: where the running Python has its packages.
    """
    wrong = [
        Message('{name} is not installed for {python}: run "pip install {name}" there.', name=name, python=sys.executable)
        for name, version in installed.items()
        if version is None
    ]
    for name, package in PARTS.items():
        copies = found.get(name, [])
        version = installed.get(package)
        if version is None:
            continue
        if not copies:
            wrong.append(
                Message("The browser part of {package} is on none of Jupyter's paths: install {package} anew.", package=package)
            )
            continue
        first = copies[0]
        if not _alike(version, copies, prefix):
            wrong.append(
                Message(
                    "The browser part {name} {version} at {folder} does not belong to the installed {package} {installed}: "
                    "remove that folder, or run bjlearn from the environment it belongs to.",
                    name=name,
                    version=first.version,
                    folder=str(first.folder),
                    package=package,
                    installed=version,
                )
            )
    return wrong


def _alike(installed: str, copies: list[Part], prefix: Path) -> bool:
    """Whether the copy that wins is the one that came with the installed package, or of its version."""
    own = next((part.version for part in copies if part.folder.is_relative_to(prefix)), installed)
    return _minor(copies[0].version) == _minor(own)


def _minor(version: str) -> list[str]:
    return version.replace("-", ".").split(".")[:2]


def report() -> tuple[str, list[Message]]:
    """The self-check as text, and what is wrong."""
    from jupyter_core.paths import jupyter_config_path, jupyter_path

    paths = [Path(path) for path in jupyter_path()]
    installed, found = versions(), parts(paths)
    lines = [f"Python {sys.version.split()[0]}  {sys.executable}", ""]
    lines += [f"{name:<20} {version or '-'}" for name, version in installed.items()]
    for title, folders in (("data", paths), ("config", [Path(path) for path in jupyter_config_path()])):
        lines += ["", f"Jupyter {title} paths, the first wins:"]
        lines += [f"  {folder}{'' if folder.is_dir() else '  (not there)'}" for folder in folders]
    lines += ["", "Browser parts of the widgets:"]
    lines += [f"  {part.name} {part.version}  {part.folder}" for copies in found.values() for part in copies]
    wrong = faults(installed, found)
    lines += ["", *(f"WRONG: {message}" for message in wrong)] if wrong else ["", "All of it fits together."]
    return "\n".join(lines), wrong
