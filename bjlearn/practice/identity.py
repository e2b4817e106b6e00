"""Who practises here: the visitor of a served page, as its server vouches for them, or the user of the machine.

A browser says nothing about itself that is believed. The server reads its own signed cookie and hands the page's kernel a
*statement*, sealed with a key that server and kernels share and no browser ever sees.
"""

from __future__ import annotations

import base64
import binascii
import getpass
import hashlib
import hmac
import json
import os
import time
import unicodedata
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from bjlearn.practice.records import Learner
from bjlearn.text import BjlearnError, Message

KEY = "BJLEARN_KERNEL_KEY"
"""Environment variable of a served kernel: the key of statements, hexadecimal."""

STATEMENT = "HTTP_X_BJLEARN_VISITOR"
"""Environment variable of a served kernel: the statement about its page's visitor."""

LASTS = 900
"""Seconds for which a statement is believed; a page may take minutes to open on a busy machine."""

MOST_NAME = 60
"""Characters that a name may have."""

MOST_GROUP = 30
"""Characters that the code of a class may have."""

MOST_STATEMENT = 4000
"""Characters that are read of a statement."""

_LOCAL = uuid.UUID("5b0cb2f9-6a3e-4c59-93c2-7bb0f0a1a3d4")
# What shows nothing by itself and turns text around or hides in it; emoji need the joiner, Persian the non-joiner.
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"


class WhoError(BjlearnError):
    """A name or a right that cannot be had."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who is at a screen.

    Attributes:
        learner: whose progress it is.
        instructor: may see the class.
        served: comes through a server that knows them by a cookie; otherwise they are the user of the machine.
    """

    learner: Learner
    instructor: bool = False
    served: bool = True


def clean_name(text: str) -> str:
    """A name as it is kept: any characters that show, single spaces.

    Args:
        text: as it was typed.

    Raises:
        WhoError: it is too long.
    """
    name = _shown(text)
    if len(name) > MOST_NAME:
        raise WhoError(Message("A name has at most {most} characters.", most=MOST_NAME))
    return name


def clean_group(text: str) -> str:
    """The code of a class as it is kept: like a name, in capitals, so that ``7b`` and ``7B`` are one class.

    Args:
        text: as it was typed.

    Raises:
        WhoError: it is too long.
    """
    group = _shown(text).upper()
    if len(group) > MOST_GROUP:
        raise WhoError(Message("A class code has at most {most} characters.", most=MOST_GROUP))
    return group


def _shown(text: str) -> str:
    spaced = " ".join(unicodedata.normalize("NFC", text[:1000]).split())
    return "".join(one for one in spaced if one in _JOINERS or unicodedata.category(one) not in _UNSEEN).strip()


def seal(key: bytes, content: Mapping[str, Any]) -> str:
    """Data with a seal that only who has the key can make; it can be read by anybody.

    Args:
        key: 32 bytes.
        content: JSON data.
    """
    body = base64.urlsafe_b64encode(json.dumps(content, ensure_ascii=True).encode()).decode()
    return f"{body}.{_mark(key, body)}"


def unseal(key: bytes, text: object) -> dict[str, Any] | None:
    """What was sealed.

    Args:
        key: 32 bytes.
        text: whatever came.

    Returns:
        The data; None where the seal is not that of the key.
    """
    if not isinstance(text, str) or len(text) > MOST_STATEMENT or not text.isascii():
        return None
    body, _, mark = text.partition(".")
    if not hmac.compare_digest(mark, _mark(key, body)):
        return None
    try:
        content = json.loads(base64.urlsafe_b64decode(body))
    except (binascii.Error, ValueError):
        return None
    return content if isinstance(content, dict) else None


def _mark(key: bytes, body: str) -> str:
    return hmac.new(key, b"bjlearn visitor " + body.encode(), hashlib.sha256).hexdigest()


def statement(key: bytes, visitor: Visitor, *, now: float | None = None) -> str:
    """What a server says of a visitor to a kernel.

    Args:
        key: that of the kernels.
        visitor: of whom.
        now: when, in seconds since 1970; this moment where left out.
    """
    who = visitor.learner
    said = {"id": who.id, "name": who.name, "group": who.group, "instructor": visitor.instructor}
    return seal(key, {**said, "at": time.time() if now is None else now})


def read_statement(key: bytes, text: object, *, now: float | None = None) -> Visitor | None:
    """The visitor of a statement.

    Args:
        key: that of the kernels.
        text: whatever came.
        now: in seconds since 1970; this moment where left out.

    Returns:
        None where the server did not say it, or not lately.
    """
    said = unseal(key, text)
    if said is None or not abs((time.time() if now is None else now) - float(said["at"])) <= LASTS:
        return None
    return Visitor(Learner(said["id"], said["name"], said["group"]), said["instructor"] is True)


def kernel_key() -> bytes | None:
    """The key of this kernel; None where no server of ours has started it."""
    try:
        return bytes.fromhex(os.environ.get(KEY, "")) or None
    except ValueError:
        return None


def present_visitor() -> Visitor:
    """Who is at this process: to be asked after :func:`bjlearn.widgets.request.request_query` where a kernel is a warmed one.

    A kernel that our server started believes its server alone; without its word the visitor is a stranger, whose progress
    ends with the page. Behind any other Voila everybody is a stranger. Elsewhere it is the user of the machine, who may see
    everything: the database is theirs.
    """
    key = kernel_key()
    if key is not None:
        return read_statement(key, os.environ.get(STATEMENT)) or _stranger()
    if os.environ.get("SERVER_SOFTWARE", "").startswith("voila") or "VOILA_PREHEAT" in os.environ:
        return _stranger()
    return _user()


@cache
def _stranger() -> Visitor:
    return Visitor(Learner(uuid.uuid4().hex))


def _user() -> Visitor:
    """The user of the machine. On a JupyterHub all may have one name on their machines, and the Hub's name tells them apart."""
    hub = os.environ.get("JUPYTERHUB_USER", "")
    try:
        name = hub or getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user is known, as in some containers
        name = ""
    kind = "hub" if hub else "user"
    return Visitor(Learner(uuid.uuid5(_LOCAL, f"{kind} {name}").hex, _shown(name)[:MOST_NAME]), instructor=not hub, served=False)


def allowed(visitor: Visitor) -> None:
    """Make sure that a visitor may see the class.

    Args:
        visitor: who wants to.

    Raises:
        WhoError: they are not the instructor.
    """
    if not visitor.instructor:
        raise WhoError(
            Message("The class is for its instructor: open /class at this server's address and enter the instructor's token.")
        )
