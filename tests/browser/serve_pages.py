"""Serves a folder of pages for the tests as ``bjlearn`` serves the project's: ``serve_pages.py FOLDER dashboard [options]``."""

from __future__ import annotations

import sys
from pathlib import Path

from bjlearn.app import serve
from bjlearn.app.cli import main

folder = Path(sys.argv[1])
serve.project_folder = lambda name, *, at=None: folder / name
sys.exit(main(sys.argv[2:]))
