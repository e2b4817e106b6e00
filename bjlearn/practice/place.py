"""Where this user's programs keep their data."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder in which this user's programs keep their data.

    Args:
        environment: variables of the process.
        platform: as ``sys.platform`` names it.

    Raises:
        RuntimeError: the user has no home folder.
    """
    if platform == "win32":
        there = environment.get("LOCALAPPDATA")
        return (Path(there) if there else Path.home() / "AppData" / "Local") / "bjlearn"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "bjlearn"
    there = environment.get("XDG_DATA_HOME")
    # a relative one is to be ignored, says the XDG Base Directory Specification
    return (Path(there) if there and Path(there).is_absolute() else Path.home() / ".local" / "share") / "bjlearn"
