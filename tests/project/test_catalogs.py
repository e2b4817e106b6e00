"""Every sentence has an Italian and a Romanian translation with the same places in it, compiled as it stands."""

from __future__ import annotations

import importlib.util
import string
from pathlib import Path

import pytest

from bjlearn.text import LANGUAGES, LOCALE_DIR, Message, catalog

_SPEC = importlib.util.spec_from_file_location("catalogs", Path(__file__).parents[2] / "tools" / "catalogs.py")
assert _SPEC is not None
assert _SPEC.loader is not None
catalogs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(catalogs)

SENTENCES = [catalogs.forms(message.id) for message in catalogs.extracted() if message.id]


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_there_are_sentences() -> None:
    assert ("The round is over.",) in SENTENCES
    assert set(catalogs.LANGUAGES) == set(LANGUAGES) - {"en"}


@pytest.mark.parametrize("language", catalogs.LANGUAGES)
def test_every_sentence_is_translated(language: str) -> None:
    assert catalogs.missing(language) == []


@pytest.mark.parametrize("language", catalogs.LANGUAGES)
def test_nothing_is_left_over_or_unsure(language: str) -> None:
    known = catalogs.read(language)
    assert {catalogs.forms(message.id) for message in known if message.id} == set(SENTENCES)
    assert [message.id for message in known if message.fuzzy and message.id] == []


@pytest.mark.parametrize("language", catalogs.LANGUAGES)
def test_a_translation_has_the_places_of_its_sentence(language: str) -> None:
    known = catalogs.read(language)
    for message in known:
        singular, *plural = catalogs.forms(message.id)
        for form in catalogs.forms(message.string) if singular else ():
            # the form for one may leave the number out, as English does
            assert places(form) in ([places(one) for one in (singular, *plural)]), form


@pytest.mark.parametrize("language", catalogs.LANGUAGES)
def test_a_plural_has_every_form_of_its_language(language: str) -> None:
    known = catalogs.read(language)
    for message in known:
        if message.id and isinstance(message.id, tuple):
            assert len(message.string) == known.num_plurals, message.id


@pytest.mark.parametrize("language", catalogs.LANGUAGES)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    for message in catalogs.read(language):
        if isinstance(message.id, tuple):
            assert {catalog(language).ngettext(*message.id, count) for count in (*range(200), 10**6)} == set(message.string)
        elif message.id:
            assert catalog(language).gettext(message.id) == message.string
    assert (LOCALE_DIR / language / "LC_MESSAGES" / "bjlearn.mo").read_bytes() == catalogs.compiled(catalogs.read(language))


def test_a_message_speaks_every_language() -> None:
    said = {Message("The round is over.").text(language) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert Message("The round is over.").text("xx") == "The round is over."
