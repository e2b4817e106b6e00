"""Numba's decorators with types, and where its cache goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function that Python calls: once for all sessions, and without holding Python's lock while it runs."""
    return cast("F", numba.njit(cache=True, nogil=True)(function))


def inlined(function: F) -> F:
    """Compile a small function into those that call it."""
    return cast("F", numba.njit(forceinline=True)(function))


def part(function: F) -> F:
    """Compile a function that kernels call now and then."""
    return cast("F", numba.njit(function))
