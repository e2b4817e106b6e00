"""Numba's decorators, with types, and its cache.

The kernels get all memory from outside and allocate none. Numba is told so (``_nrt``): it would else count references to arrays
all the time, which took three quarters of a round.

What is compiled is kept: in ``NUMBA_CACHE_DIR`` where that is set, else beside the sources, else (an installation that cannot be
written) in the user's cache folder. Where none of these can be written it is compiled anew in each session.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])

_njit: Any = numba.njit  # its types do not know all its options


def kernel(function: F) -> F:
    """Compile a function that Python calls: once for all sessions, and without holding Python's lock while it runs."""
    try:
        made = _njit(cache=True, nogil=True, _nrt=False)(function)
    except RuntimeError:  # no folder can be written
        return cast("F", _njit(nogil=True, _nrt=False)(function))
    # Numba looks at the date of the one file that holds the function; the parts that are compiled into it lie in others
    made._cache._cache_file._source_stamp = _sources()  # noqa: SLF001 - it offers no other way
    return cast("F", made)


@cache
def _sources() -> str:
    """What the sources of all parts are, in short: another source is another kernel."""
    text = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    return hashlib.blake2b(text, digest_size=16).hexdigest()


def inlined(function: F) -> F:
    """Compile a small function into those that call it."""
    return cast("F", _njit(forceinline=True, _nrt=False)(function))


def spliced(function: F) -> F:
    """Copy a large function into the one that calls it, so that it is not compiled by itself as well."""
    return cast("F", _njit(inline="always", _nrt=False)(function))


def part(function: F) -> F:
    """Compile a function that kernels call now and then."""
    return cast("F", _njit(_nrt=False)(function))
