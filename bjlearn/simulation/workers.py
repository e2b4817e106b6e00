"""Tasks on workers: threads by default, any ``concurrent.futures.Executor`` else, or none."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

Found = TypeVar("Found")
Call = Callable[..., Found]

_AHEAD = 2
"""Tasks that wait for each worker: enough that none is idle, few enough to stop soon."""


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    call: Call[Found], tasks: Sequence[tuple[Any, ...]], executor: Executor | None, workers: int | None
) -> Generator[Found, None, None]:
    """The results of calls in the order of the tasks, each as soon as it and all before it are there.

    When the caller closes this, or is interrupted in it, what has not begun is given up.

    Args:
        call: what is called; with processes and clusters it and its arguments must be picklable.
        tasks: the arguments of each call.
        executor: who works; None for threads of this process.
        workers: how many; None for all processors, or all that the executor has.
    """
    if executor is None:
        count = min(workers or processors(), len(tasks))
        if count <= 1:
            yield from (call(*task) for task in tasks)
            return
        with ThreadPoolExecutor(count) as threads:
            yield from _gather(call, tasks, threads, count)
        return
    yield from _gather(call, tasks, executor, workers or _size(executor))


def _size(executor: Executor) -> int:
    """How many workers an executor has, as far as it says."""
    known = getattr(executor, "_max_workers", None)
    if isinstance(known, int):
        return known
    client = getattr(executor, "_client", None)  # a Dask client's
    if client is not None:
        return sum(client.ncores().values()) or 1
    return processors()


def _gather(
    call: Call[Found], tasks: Sequence[tuple[Any, ...]], executor: Executor, workers: int
) -> Generator[Found, None, None]:
    waiting: dict[int, Future[Found]] = {}
    sent = given = 0
    try:
        while given < len(tasks):
            while sent < len(tasks) and sent < given + workers * _AHEAD:
                waiting[sent] = executor.submit(call, *tasks[sent])
                sent += 1
            wait([waiting[given]], return_when=FIRST_COMPLETED)
            yield waiting.pop(given).result()
            given += 1
    finally:
        for future in waiting.values():
            future.cancel()
