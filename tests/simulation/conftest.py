"""The hypothesis profiles hold here too."""

from tests import profiles  # noqa: F401
