"""A PostgreSQL server for one run of tests: a cluster of its own in a folder of its own, reached by a socket there."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

MISSING = (
    "The tests of the store need PostgreSQL, and no initdb was found: install it (apt-get install postgresql), "
    "or say where it is with PG_BIN=/usr/lib/postgresql/15/bin."
)


DEBIAN = Path("/usr/lib/postgresql")


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    folder: Path

    def address(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://tests@/{name}?host={self.folder}"

    def database(self) -> str:
        """The address of an empty place of its own: a schema, for a whole database would be 7 MB on the disk for each test."""
        import psycopg

        name = f"t{uuid4().hex}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.address('postgres')}&options=-csearch_path%3D{name}"


def programs() -> Path:
    """The folder of PostgreSQL's programs.

    Raises:
        RuntimeError: there is none.
    """
    given, found = os.environ.get("PG_BIN"), shutil.which("initdb")
    places = [Path(given)] if given else [Path(found).resolve().parent] if found else []
    places += sorted(DEBIAN.glob("*/bin"), key=lambda place: float(place.parent.name), reverse=True)
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    raise RuntimeError(MISSING)


@contextmanager
def serve() -> Iterator[Server]:
    """Start a server, and end it."""
    where = programs()
    folder = Path(tempfile.mkdtemp(prefix="bj-pg-", dir="/tmp"))  # a socket's path must be short
    user = _user()
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    who: dict[str, Any] = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    data = folder / "data"

    def run(program: str, *args: str) -> None:
        done = subprocess.run(
            [where / program, "-D", data, *args],
            cwd=folder,
            env=_environment(),
            capture_output=True,
            text=True,
            check=False,
            **who,
        )
        if done.returncode:
            log = (folder / "log").read_text() if (folder / "log").exists() else ""
            raise RuntimeError(f"{program} ended with {done.returncode}: {done.stdout}{done.stderr}{log}")

    try:
        run("initdb", "--username=tests", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        # what is killed here is who writes, never the server: it need not wait for the disk
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off -c shared_buffers=32MB"
        run("pg_ctl", "start", "--wait", "--silent", "--log", str(folder / "log"), "--options", options)
        try:
            yield Server(folder)
        finally:
            run("pg_ctl", "stop", "--mode=immediate", "--wait", "--silent")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> pwd.struct_passwd | None:
    """Whom the server runs as; PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("PostgreSQL does not run as root, and there is no user postgres or nobody.")


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PG") and name != "HOME"}
