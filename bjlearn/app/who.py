"""Who comes to the served dashboard: a browser's signed cookie, the instructor's, and whose kernel is whose.

A browser keeps two cookies that only this server can make and that no script can read: who its visitor is, for a year; and,
where the instructor's token was entered, that it was. Whatever else a browser says of its visitor is not believed.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import re
import secrets
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tornado.web import RequestHandler, create_signed_value, decode_signed_value

from bjlearn.practice.identity import MOST_GROUP, MOST_NAME, Visitor, statement
from bjlearn.practice.place import data_folder
from bjlearn.practice.records import Learner

SECRET_FILE = "cookies"
"""Name of the file that keeps the cookies' secret."""

DAYS = 400
"""Days for which a browser is known after its last visit; browsers keep no cookie longer."""

INSTRUCTOR_DAYS = 1
"""Days for which the instructor's token need not be entered again."""

WRONG_TRIES = 10
"""Wrong tokens from one address within :data:`TRY_SECONDS` after which no further one is looked at."""

TRY_SECONDS = 60.0

_ID = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Secret:
    """What cookies are signed with.

    Attributes:
        value: 64 hexadecimal digits.
        lasting: it is kept for the next start.
    """

    value: str
    lasting: bool

    def derive(self, purpose: str) -> str:
        """Another secret that follows from this one, and does not tell it."""
        return hmac.new(self.value.encode(), purpose.encode(), hashlib.sha256).hexdigest()


def load_secret(folder: Path | None = None) -> Secret:
    """The secret that a folder keeps, made where there is none; one for this run alone where the folder cannot keep it.

    Args:
        folder: by default the user's data folder, where progress is kept too.
    """
    made = secrets.token_hex(32)
    with contextlib.suppress(OSError, UnicodeDecodeError, RuntimeError):
        folder = data_folder() if folder is None else folder
        file = folder / SECRET_FILE
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            kept = file.read_text(encoding="ascii").strip()
            if re.fullmatch(r"[0-9a-f]{64}", kept):
                file.chmod(0o600)  # whatever a copy or a backup made of it
                return Secret(kept, lasting=True)
        else:
            with os.fdopen(descriptor, "w", encoding="ascii") as stream:
                stream.write(made)
            return Secret(made, lasting=True)
    return Secret(made, lasting=False)


@dataclass(slots=True)
class Tries:
    """Wrong tokens of the last minute, by the address from which they came.

    Attributes:
        clock: seconds that only go forward.
    """

    clock: Callable[[], float] = time.monotonic
    _wrong: dict[str, list[float]] = field(default_factory=dict)

    def full(self, address: str) -> bool:
        """Whether an address has to wait."""
        since = self.clock() - TRY_SECONDS
        self._wrong = {one: kept for one, times in self._wrong.items() if (kept := [at for at in times if at > since])}
        return len(self._wrong.get(address, ())) >= WRONG_TRIES

    def wrong(self, address: str) -> None:
        """Note a wrong token."""
        self._wrong.setdefault(address, []).append(self.clock())


class Guests:
    """All that the server knows of its visitors.

    Args:
        secret: of the cookies. It is not Voila's, which is new at each start and guards the door.
        token: the instructor's.
    """

    def __init__(self, secret: Secret, *, token: str) -> None:
        self._secret, self._token = secret, token
        self._visitor_key = secret.derive("visitor")
        self._instructor_key = secret.derive(f"instructor {token}")  # another token, and no old cookie is good
        # servers on one machine share a browser's cookies: those that share a secret one, others stay apart
        self._visitor_name = f"bjlearn-visitor-{secret.derive('name')[:8]}"
        self._instructor_name = f"bjlearn-instructor-{secret.derive(f'name {token}')[:8]}"
        self.kernel_key = secrets.token_bytes(32)
        self.tries = Tries()
        self._owners: dict[str, str] = {}

    # ---- who it is

    def learner(self, handler: RequestHandler) -> Learner | None:
        """The visitor of a request by its cookie; None where it has none that is ours."""
        text = handler.get_cookie(self._visitor_name)
        value = decode_signed_value(self._visitor_key, self._visitor_name, text, max_age_days=DAYS, min_version=2)
        if value is None:
            return None
        said = json.loads(value)
        who = Learner(said["id"], said["name"], said["group"])
        return who if _ID.fullmatch(who.id) and len(who.name) <= MOST_NAME and len(who.group) <= MOST_GROUP else None

    def welcome(self, handler: RequestHandler) -> Visitor:
        """The visitor of a request; a stranger becomes somebody with an id, so that their progress is kept.

        Args:
            handler: of the request; its answer sets the cookie anew.
        """
        learner = self.learner(handler) or Learner(uuid.uuid4().hex)
        self.remember(handler, learner)
        return Visitor(learner, instructor=self.is_instructor(handler, learner))

    def remember(self, handler: RequestHandler, learner: Learner) -> None:
        """Have a browser keep who its visitor is."""
        value = json.dumps({"id": learner.id, "name": learner.name, "group": learner.group})
        signed = create_signed_value(self._visitor_key, self._visitor_name, value, version=2)
        self._set(handler, self._visitor_name, signed, DAYS if self._secret.lasting else None)

    def statement(self, visitor: Visitor) -> str:
        """What a kernel believes of its visitor."""
        return statement(self.kernel_key, visitor)

    # ---- the instructor

    def admits(self, handler: RequestHandler, token: str) -> bool | None:
        """Whether a token is the instructor's; how long that takes to say does not depend on how much of it is right.

        Returns:
            None where there were too many wrong ones.
        """
        address = str(handler.request.remote_ip)
        if self.tries.full(address):
            return None
        right = hmac.compare_digest(token.strip().encode("utf-8", "replace"), self._token.encode("utf-8", "replace"))
        if not right:
            self.tries.wrong(address)
        return right

    def admit(self, handler: RequestHandler, learner: Learner) -> None:
        """Have a browser keep that its visitor entered the instructor's token."""
        signed = create_signed_value(self._instructor_key, self._instructor_name, learner.id, version=2)
        self._set(handler, self._instructor_name, signed, INSTRUCTOR_DAYS)

    def dismiss(self, handler: RequestHandler) -> None:
        """Have a browser forget it."""
        handler.clear_cookie(self._instructor_name, path=_path(handler))

    def is_instructor(self, handler: RequestHandler, learner: Learner) -> bool:
        """Whether a request is that of the visitor who entered the instructor's token in this browser."""
        text = handler.get_cookie(self._instructor_name)
        value = decode_signed_value(
            self._instructor_key, self._instructor_name, text, max_age_days=INSTRUCTOR_DAYS, min_version=2
        )
        return value is not None and hmac.compare_digest(value, learner.id.encode())

    def _set(self, handler: RequestHandler, name: str, signed: bytes, days: int | None) -> None:
        handler.set_cookie(name, signed, path=_path(handler), expires_days=days, httponly=True, samesite="Lax")

    # ---- whose kernel it is

    def bind(self, kernel: str, learner: Learner, manager: Any) -> None:  # noqa: ANN401 - made by Voila, of no importable class
        """Give a kernel to the visitor whose page it serves, for good.

        Args:
            kernel: its id.
            learner: the visitor.
            manager: knows which kernels there still are.
        """
        self._owners = {one: owner for one, owner in self._owners.items() if one in manager}
        self._owners[kernel] = learner.id

    def owns(self, handler: RequestHandler, kernel: str) -> bool:
        """Whether a kernel is that of a page of the request's visitor. A warm one that waits is nobody's."""
        learner, owner = self.learner(handler), self._owners.get(kernel)
        return learner is not None and owner is not None and hmac.compare_digest(owner, learner.id)


def _path(handler: RequestHandler) -> str:
    return str(handler.settings.get("base_url", "/"))
