"""The gettext catalogs: read the sentences out of the sources, bring them into each language's catalog, compile.

``python tools/catalogs.py`` updates ``bjlearn/locale``; sentences that are new stand there empty, and the tests fail until
someone translates them. ``--missing`` lists them.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "bjlearn" / "locale"
LANGUAGES = ("it", "ro")
_DATE = datetime(2026, 12, 1, tzinfo=UTC)
KEYWORDS = ("N_", "Message")
PLURAL = "Plural"
"""The call whose first two arguments are the singular and the plural of one sentence."""

Sentence = str | tuple[str, str]
"""A sentence, or its singular and plural."""


def extracted() -> Catalog:
    """All sentences of the sources, each with the files that use it."""
    catalog = Catalog(project="bjlearn", fuzzy=False)
    for file in sorted((ROOT / "bjlearn").rglob("*.py")):
        for sentence in sentences(file.read_text(encoding="utf-8")):
            catalog.add(sentence, locations=[(file.relative_to(ROOT).as_posix(), None)])  # type: ignore[list-item]
    return catalog


def sentences(source: str) -> Iterator[Sentence]:
    """The sentences of one source: the first argument of each call, either of two where an ``if`` chooses, nested calls too."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and node.args]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name in KEYWORDS:
            yield from filter(None, _texts(call.args[0]))
        elif name == PLURAL:
            yield from zip(_texts(call.args[0]), _texts(call.args[1]), strict=True)


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))


def po_file(language: str) -> Path:
    """Where a language's catalog stands."""
    return LOCALE / language / "LC_MESSAGES" / "bjlearn.po"


def read(language: str) -> Catalog:
    """A language's catalog; an empty one where there is none yet."""
    file = po_file(language)
    if not file.exists():
        return Catalog(locale=language, project="bjlearn", fuzzy=False)
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def compiled(catalog: Catalog) -> bytes:
    """What gettext loads at run time."""
    stream = io.BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def update() -> None:
    """Bring every catalog up to date with the sources, and compile it."""
    template = extracted()
    for language in LANGUAGES:
        catalog = read(language)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        catalog.header_comment = f"# bjlearn in {catalog.locale.english_name if catalog.locale else language}."
        catalog.version, catalog.msgid_bugs_address = "1", ""
        catalog.creation_date = catalog.revision_date = _DATE  # so that nothing changes where no sentence does
        catalog.last_translator = catalog.language_team = "The bjlearn authors"
        file = po_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as stream:
            write_po(stream, catalog, width=110, sort_output=True, omit_header=False)
        # read again: what is compiled is what stands in the file
        file.with_suffix(".mo").write_bytes(compiled(read(language)))


def forms(text: object) -> tuple[str, ...]:
    """The forms of a message: one, or as many as the language has plurals."""
    return tuple(map(str, text)) if isinstance(text, list | tuple) else (str(text),)


def missing(language: str) -> list[str]:
    """Sentences without a translation, or without one of its forms."""
    known = read(language)
    sentences = [message.id for message in extracted() if message.id]
    return [
        forms(sentence)[0]
        for sentence in sentences
        if not ((entry := known.get(forms(sentence)[0])) and all(forms(entry.string)))
    ]


def main() -> int:
    """Update the catalogs, or list what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missing", action="store_true", help="list what is not translated; exit 1 where anything is")
    if not parser.parse_args().missing:
        update()
        return 0
    gaps = [(language, sentence) for language in LANGUAGES for sentence in missing(language)]
    for language, sentence in gaps:
        sys.stdout.write(f"{language}: {sentence}\n")
    return int(bool(gaps))


if __name__ == "__main__":
    sys.exit(main())
