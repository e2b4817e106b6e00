"""Progress as a file: the JSON that a learner takes along, and the checks of one that comes in."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from bjlearn.practice.records import Judged, Scheduled
from bjlearn.practice.results import Attempt
from bjlearn.text import BjlearnError, Message

FORMAT = "bjlearn-progress"
VERSION = 1

MOST_BYTES = 10_000_000
"""Length of a file from which on it is not read."""

MOST_DECISIONS = 25_000
"""The latest decisions that an export has; with these its file is never too long to be taken in again."""

MOST_SCHEDULED = 5_000
MOST_ATTEMPTS = 5_000

_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)


class ExchangeError(BjlearnError):
    """Data that is no progress of ours."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a file holds.

    Attributes:
        decisions: in their order.
        scheduled: cells that are due again.
        attempts: answers to exercises with their ids, in their order.
    """

    decisions: tuple[Judged, ...]
    scheduled: tuple[Scheduled, ...]
    attempts: tuple[tuple[str, Attempt], ...]


Check = Callable[[object], Any]


def _words(most: int, least: int = 0) -> Check:
    def check(value: object) -> str:
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise ValueError
        return value

    return check


def _whole(least: int, most: int) -> Check:
    def check(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError
        return value

    return check


def _real(least: float, most: float) -> Check:
    def check(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            raise ValueError  # what is not finite is not between two numbers
        return float(value)

    return check


def _one_of(*names: str) -> Check:
    def check(value: object) -> str:
        if not isinstance(value, str) or value not in names:
            raise ValueError
        return value

    return check


def _yes(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError  # noqa: TRY004 - one kind of fault for all of these
    return value


def _moment(value: object) -> datetime:
    if not isinstance(value, str) or len(value) > 40:
        raise ValueError
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None or moment < _EARLIEST:
        raise ValueError
    return moment.astimezone(UTC)


def _maybe(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def _cards(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > 22:
        raise ValueError
    card = _whole(1, 10)
    return tuple(card(item) for item in value)


_DECISION: Mapping[str, Check] = {
    "id": _words(80, 1),
    "at": _moment,
    "source": _one_of("play", "drill"),
    "document": _words(80, 1),
    "readings": _words(2000),
    "cell": _words(24, 1),
    "cards": _cards,
    "up": _whole(1, 10),
    "chosen": _words(24, 1),
    "best": _words(24, 1),
    "grade": _one_of("best", "near", "chart", "mistake"),
    "cost": _real(-20, 20),
    "chips": _real(-1e12, 1e12),
    "hinted": _yes,
    "seconds": _maybe(_real(0, 1e7)),
    "filter": _words(200),
}
_SCHEDULED: Mapping[str, Check] = {
    "document": _words(80, 1),
    "readings": _words(2000),
    "cell": _words(24, 1),
    "due": _moment,
    "state": _words(1000),
}
_ATTEMPT: Mapping[str, Check] = {
    "id": _words(80, 1),
    "exercise": _words(80, 1),
    "variant": _whole(0, 10**6),
    "answer": _words(1000),
    "right": _yes,
    "tries": _whole(0, 10**6),
    "solution_seen": _yes,
}
_PARTS: Mapping[str, tuple[Mapping[str, Check], int]] = {
    "decisions": (_DECISION, MOST_DECISIONS),
    "scheduled": (_SCHEDULED, MOST_SCHEDULED),
    "attempts": (_ATTEMPT, MOST_ATTEMPTS),
}


def write(progress: Progress, name: str, now: datetime) -> dict[str, Any]:
    """Progress as JSON data: each part says its columns once, and has a row an item.

    Args:
        progress: of a learner.
        name: what they are called, for whoever finds the file.
        now: the time.
    """
    parts = {
        "decisions": [_row(item, _DECISION) for item in progress.decisions],
        "scheduled": [_row(item, _SCHEDULED) for item in progress.scheduled],
        "attempts": [[name_, *_row(item, _ATTEMPT)[1:]] for name_, item in progress.attempts],
    }
    written = {part: {"columns": list(_PARTS[part][0]), "rows": rows} for part, rows in parts.items()}
    return {"format": FORMAT, "version": VERSION, "at": now.isoformat(timespec="seconds"), "name": name, **written}


def _row(item: object, columns: Mapping[str, Check]) -> list[Any]:
    return [_plain(getattr(item, name, None)) for name in columns]


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, float):
        return float(f"{value:.9g}") if math.isfinite(value) else 0.0
    return value


def read(data: object, learner: str, now: datetime) -> Progress:
    """Progress from a file.

    Args:
        data: what :func:`write` gave, or its JSON text.
        learner: id of whose it becomes.
        now: the time; decisions of later days are refused.

    Raises:
        ExchangeError: it is not such data, is too large, or comes from a newer version.
    """
    if isinstance(data, str | bytes | bytearray):
        # what is far too long as it stands is not even encoded to be measured
        if len(data) > MOST_BYTES or (isinstance(data, str) and len(data.encode("utf-8", "replace")) > MOST_BYTES):
            raise ExchangeError(_too_large())
        try:
            data = json.loads(data)
        except (ValueError, RecursionError):
            raise ExchangeError(Message("The file is no progress of bjlearn: it is not JSON.")) from None
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise ExchangeError(Message('The file is no progress of bjlearn: it does not say "{format}".', format=FORMAT))
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise _broken("version", None)
    if version > VERSION:
        raise ExchangeError(
            Message(
                "The file was made by a newer bjlearn (version {version} of its form, this one knows {newest}): update bjlearn.",
                version=version if version < 10**6 else "?",
                newest=VERSION,
            )
        )
    decisions = [Judged(**values) for values in _part(data, "decisions")]
    if any(judged.at > now + timedelta(days=1) for judged in decisions):
        raise ExchangeError(Message("The file is no progress of bjlearn: it has decisions that were made in the future."))
    attempts = [(values.pop("id"), Attempt(learner=learner, **values)) for values in _part(data, "attempts")]
    return Progress(tuple(decisions), tuple(Scheduled(**values) for values in _part(data, "scheduled")), tuple(attempts))


def _part(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    checks, most = _PARTS[name]
    part = data.get(name)
    if not isinstance(part, Mapping) or part.get("columns") != list(checks):
        raise _broken(name, None)
    rows = part.get("rows")
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise _broken(name, None)
    if len(rows) > most:
        raise ExchangeError(_too_large())
    return [_checked(name, number, row, checks) for number, row in enumerate(rows, 1)]


def _checked(part: str, number: int, row: object, checks: Mapping[str, Check]) -> dict[str, Any]:
    if not isinstance(row, list) or len(row) != len(checks):
        raise _broken(part, number)
    try:
        return {name: check(value) for (name, check), value in zip(checks.items(), row, strict=True)}
    except (ValueError, OverflowError):
        raise _broken(part, number) from None


def _broken(part: str, row: int | None) -> ExchangeError:
    if row is None:
        return ExchangeError(Message('The file is no progress of bjlearn: its "{part}" is not as it should be.', part=part))
    return ExchangeError(
        Message('The file is no progress of bjlearn: row {row} of its "{part}" is not as it should be.', part=part, row=row)
    )


def _too_large() -> Message:
    return Message(
        "The file is too large: progress has at most {megabytes} MB and {count} decisions.",
        megabytes=MOST_BYTES // 1_000_000,
        count=MOST_DECISIONS,
    )
