"""Numba's decorators, with types.

The kernels get all memory from outside and allocate none. Numba is told so (``_nrt``): it would else count references to arrays
all the time, which took three quarters of a round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])

_njit: Any = numba.njit  # its types do not know all its options


def kernel(function: F) -> F:
    """Compile a function that Python calls: once for all sessions, and without holding Python's lock while it runs."""
    return cast("F", _njit(cache=True, nogil=True, _nrt=False)(function))


def inlined(function: F) -> F:
    """Compile a small function into those that call it."""
    return cast("F", _njit(forceinline=True, _nrt=False)(function))


def spliced(function: F) -> F:
    """Copy a large function into the one that calls it, so that it is not compiled by itself as well."""
    return cast("F", _njit(inline="always", _nrt=False)(function))


def part(function: F) -> F:
    """Compile a function that kernels call now and then."""
    return cast("F", _njit(_nrt=False)(function))
