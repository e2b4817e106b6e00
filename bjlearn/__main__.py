"""``python -m bjlearn``: the command line."""

from __future__ import annotations

import sys

from bjlearn.app.cli import main

sys.exit(main())
