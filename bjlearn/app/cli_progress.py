"""The command for one's own progress, of the user of this machine: ``progress``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bjlearn.app.options import output_options, print_json
from bjlearn.text import BjlearnError, Message

if TYPE_CHECKING:
    from bjlearn.practice.records import Book


class ProgressError(BjlearnError):
    """A file that cannot be read or written, or two things asked for at once."""


@click.command()
@click.option(
    "--export", "export", type=click.Path(path_type=Path), metavar="FILE", help="Write it as JSON; - is standard output."
)
@click.option(
    "--import", "import_", type=click.Path(path_type=Path), metavar="FILE", help="Take such a file in; - is standard input."
)
@click.option("--delete", is_flag=True, help="Delete all of it for good.")
@click.option("--yes", is_flag=True, help="Delete without asking.")
@output_options
def progress(*, export: Path | None, import_: Path | None, delete: bool, yes: bool, as_json: bool, language: str) -> None:
    """Say what is kept of you on this machine; export, import or delete it."""
    from bjlearn.practice.identity import present_visitor
    from bjlearn.practice.store import Store

    if sum((export is not None, import_ is not None, delete)) > 1:
        raise ProgressError(Message("One thing at a time: --export, --import or --delete."))
    with Store.at() as store:
        book = store.book(present_visitor().learner)
        if export is not None:
            _write(export, json.dumps(book.export(), ensure_ascii=False))
            return
        if delete:
            if not yes:
                click.confirm(Message("Delete all your answers and progress for good?").text(language), abort=True)
            book.forget()
            said = Message("All your data is deleted.")
        elif import_ is not None:
            said = Message("{count} decisions were new and are taken in.", count=book.take(_read(import_)))
        else:
            said = _kept(book, store.url.render_as_string(hide_password=True))
        if as_json:
            print_json({"database": store.url.render_as_string(hide_password=True), "decisions": len(book.decisions())})
        else:
            click.echo(said.text(language))


def _kept(book: Book, where: str) -> Message:
    return Message("{count} decisions of yours are kept in {database}.", count=len(book.decisions()), database=where)


def _read(file: Path) -> bytes:
    """A file, as far as one can be taken in."""
    from bjlearn.practice.store import MOST_BYTES

    try:
        if str(file) == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with file.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise ProgressError(Message("{file} cannot be read: {why}.", file=str(file), why=error.strerror or str(error))) from None


def _write(file: Path, text: str) -> None:
    if str(file) == "-":
        click.echo(text)
        return
    try:
        file.write_text(text, encoding="utf8")
    except OSError as error:
        raise ProgressError(
            Message("{file} cannot be written: {why}.", file=str(file), why=error.strerror or str(error))
        ) from None
