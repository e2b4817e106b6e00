"""Run notebooks from top to bottom and store them as the project keeps them: outputs, but no widget state, views or times.

``python tools/notebooks.py lessons/*.ipynb notebooks/*.ipynb``
"""

from __future__ import annotations

import argparse
from pathlib import Path

import nbformat
from nbclient import NotebookClient

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def stored(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """A notebook without what changes from run to run or belongs to one run alone."""
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(WIDGET_VIEW, None)  # of a widget that is gone: Jupyter would say so in red
    return notebook


def run(path: Path) -> None:
    """Run a notebook in its own folder and store it."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    nbformat.write(stored(notebook), path)


def main() -> None:
    """Run the notebooks that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notebooks", nargs="+", type=Path)
    for path in parser.parse_args().notebooks:
        run(path)


if __name__ == "__main__":
    main()
