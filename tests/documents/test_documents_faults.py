"""Faulty files: each gets one sentence that names file, place and what was expected, and costs next to nothing."""

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bjlearn.documents import MOST_BYTES, DocumentError, load

GOOD = """id = "mine"
title = "Mine"
language = "en"
source = "my head"

[rules.push]
value = "stays"
why = { en = "custom", it = "uso", ro = "obicei" }

[[clauses]]
id = "A-1"
where = "top"
topic = "table"
sure = "stated"
text = { en = "two decks", it = "due mazzi", ro = "două pachete" }
sets.decks = 2

[[clauses]]
id = "A-2"
where = "below"
topic = "dealer"
sure = "stated"
text = { en = "draws to 17", it = "pesca fino a 17", ro = "trage până la 17" }
about = ["look"]
open = { sure = "silent", en = "soft 17", it = "17 morbido", ro = "17 moale" }

[[clauses.readings]]
id = "stands"
default = true
label = { en = "stands", it = "sta", ro = "se oprește" }
sets.hits_soft_17 = false

[[clauses.readings]]
id = "hits"
label = { en = "hits", it = "pesca", ro = "trage" }
sets.hits_soft_17 = true
"""

TOPICS = "table, deal, naturals, double, split, insurance, surrender, dealer, settlement, players"
RULES = (
    "decks, hits_soft_17, look, dealer_natural_takes, natural_pays, win_pays, double_on, double_cards, double_after_split, "
    "max_hands, resplit_aces, split_aces_one_card, natural_after_split, surrender, insurance, insurance_pays, push, "
    "hands_per_player, stop_at_21, cut_card"
)
READINGS = GOOD[GOOD.index("\n[[clauses.readings]]") :]
CLAUSES = GOOD[GOOD.index("\n[[clauses]]") :]

# what is wrong: what to replace in the good file, by what, and the sentence after the file's name
FAULTS: dict[str, tuple[str, str, str]] = {
    "document without id": (
        'id = "mine"\n',
        "",
        ': "id" is missing; it is a name of 1 to 40 letters, digits and hyphens.',
    ),
    "document without title": ('title = "Mine"\n', "", ': "title" is missing; it is text, or a table of texts en, it and ro.'),
    "document without clauses": (
        CLAUSES,
        "",
        ': "clauses" is missing; it is a list of clauses, each under [[clauses]].',
    ),
    "clauses a table": (
        CLAUSES,
        "[clauses]\n",
        ", field clauses: this is a table; it must be a list of clauses, each under [[clauses]].",
    ),
    "unknown document field": (
        'title = "Mine"',
        'title = "Mine"\nversion = 3',
        ': there is no field "version" here; the fields are id, title, language, source, rules, clauses.',
    ),
    "title of a wrong type": (
        'title = "Mine"',
        "title = 3",
        ", field title: this is a number; it must be text, or a table of texts en, it and ro.",
    ),
    "title without a language": (
        'title = "Mine"',
        'title = { en = "Mine", it = "Mio" }',
        ', field title: the text "ro" is missing; it is needed in en, it, ro.',
    ),
    "bad document id": (
        'id = "mine"',
        'id = "my own document"',
        ', field id: "my own document" is wrong; it must be a name of 1 to 40 letters, digits and hyphens.',
    ),
    "id of a wrong type": (
        'id = "mine"',
        "id = true",
        ", field id: this is true or false; it must be a name of 1 to 40 letters, digits and hyphens.",
    ),
    "bad language": (
        'language = "en"',
        'language = "English"',
        ', field language: "English" is wrong; it must be the code of the document\'s language, such as it.',
    ),
    "source a date": (
        'source = "my head"',
        "source = 2024-05-06",
        ", field source: this is a date or time; it must be text that says where the document comes from.",
    ),
    "rules a list": (
        '[rules.push]\nvalue = "stays"\nwhy = { en = "custom", it = "uso", ro = "obicei" }\n',
        "[[rules]]\n",
        ", field rules: this is a list; it must be a table of rules on which the document has no clause.",
    ),
    "unknown plain rule": (
        "[rules.push]",
        "[rules.pushes]",
        f', field rules: There is no rule "pushes"; the rules are {RULES}.',
    ),
    "plain rule without a reason": (
        'why = { en = "custom", it = "uso", ro = "obicei" }\n',
        "",
        ', field rules, field push: "why" is missing; it is a table of texts en, it and ro.',
    ),
    "plain rule of a bare value": (
        '[rules.push]\nvalue = "stays"\nwhy = { en = "custom", it = "uso", ro = "obicei" }\n',
        '[rules]\npush = "stays"\n',
        ", field rules, field push: this is text; it must be a table of value and why.",
    ),
    "plain rule of a wrong value": (
        'value = "stays"',
        'value = "lost"',
        ", field rules, field push: push cannot be lost; it is one of returned, stays.",
    ),
    "plain rule that a clause sets too": (
        "[rules.push]\nvalue = ",
        "[rules.decks]\nvalue = 2 #",
        ", field rules, field decks: clause A-1 sets this rule; take it out of the table of rules.",
    ),
    "clause without place": (
        'where = "top"\n',
        "",
        ', clause A-1: "where" is missing; it is text that says where in the document the clause stands.',
    ),
    "clause without id": (
        'id = "A-2"\n',
        "",
        ', clause #2: "id" is missing; it is a name of 1 to 40 letters, digits and hyphens.',
    ),
    "unknown clause field": (
        'where = "top"',
        'where = "top"\nplace = "bottom"',
        ', clause A-1: there is no field "place" here; the fields are id, where, topic, sure, text, open, about, sets, readings.',
    ),
    "two clauses of one id": (
        'id = "A-2"',
        'id = "A-1"',
        ", clause A-1: two clauses have this id; give each clause an id of its own.",
    ),
    "bad clause id": (
        'id = "A-2"',
        'id = "A=2"',
        ', clause A=2, field id: "A=2" is wrong; it must be a name of 1 to 40 letters, digits and hyphens.',
    ),
    "empty text": (
        'en = "two decks"',
        'en = "  "',
        ", clause A-1, field text, field en: the text is empty; it must be text.",
    ),
    "a text missing": (
        ', ro = "două pachete"',
        "",
        ', clause A-1, field text: the text "ro" is missing; it is needed in en, it, ro.',
    ),
    "a text of a wrong type": (
        'it = "due mazzi"',
        "it = 2",
        ", clause A-1, field text, field it: this is a number; it must be text.",
    ),
    "text in one language": (
        'text = { en = "two decks", it = "due mazzi", ro = "două pachete" }',
        'text = "two decks"',
        ", clause A-1, field text: this is text; it must be a table of texts en, it and ro.",
    ),
    "unknown language": (
        'it = "due mazzi"',
        'it = "due mazzi", fr = "deux"',
        ', clause A-1, field text: there is no language "fr" here; the languages are en, it, ro.',
    ),
    "text too long": (
        "two decks",
        "x" * 2001,
        ", clause A-1, field text, field en: the text has 2001 characters; at most 2000 are read.",
    ),
    "text that cannot be shown": (
        "two decks",
        "two\\u0000 \\u202edecks",
        ', clause A-1, field text, field en: "two? ?decks" holds a character that cannot be shown; take it out.',
    ),
    "unknown sure": (
        'sure = "stated"',
        'sure = "certain"',
        ', clause A-1, field sure: "certain" is wrong; it must be one of stated, implied, silent, contradictory.',
    ),
    "unknown topic": (
        'topic = "dealer"',
        'topic = "bank"',
        f', clause A-2, field topic: "bank" is wrong; it must be one of {TOPICS}.',
    ),
    "topic of a wrong type": (
        'topic = "dealer"',
        "topic = []",
        f", clause A-2, field topic: this is a list; it must be one of {TOPICS}.",
    ),
    "open without sure": (
        'open = { sure = "silent", ',
        "open = { ",
        ', clause A-2, field open: "sure" is missing; it is one of stated, implied, silent, contradictory.',
    ),
    "open of a wrong type": (
        'open = { sure = "silent", en = "soft 17", it = "17 morbido", ro = "17 moale" }',
        'open = "soft 17"',
        ", clause A-2, field open: this is text; it must be a table of texts en, it and ro, and sure.",
    ),
    "about of a wrong type": (
        'about = ["look"]',
        'about = "look"',
        ", clause A-2, field about: this is text; it must be a list of names of rules.",
    ),
    "about numbers": (
        'about = ["look"]',
        "about = [1]",
        ", clause A-2, field about: this is a number; it must be the name of a rule.",
    ),
    "readings a table": (
        READINGS,
        "\n[clauses.readings]\n",
        ", clause A-2, field readings: this is a table; it must be a list of readings, each under [[clauses.readings]].",
    ),
    "readings of text": (
        READINGS,
        'readings = ["stands"]\n',
        ", clause A-2, field readings: this is text; it must be a list of readings, each under [[clauses.readings]].",
    ),
    "readings empty": (
        READINGS,
        "readings = []\n",
        ", clause A-2, field readings: the list is empty; leave it out, or put at least one reading into it.",
    ),
    "sets beside readings": (
        'about = ["look"]',
        "sets.decks = 2",
        ", clause A-2, field sets: the clause has readings; put what it sets into each of them.",
    ),
    "reading without id": (
        'id = "hits"\n',
        "",
        ', clause A-2, reading #2: "id" is missing; it is a name of 1 to 40 letters, digits and hyphens.',
    ),
    "reading without label": (
        'label = { en = "hits", it = "pesca", ro = "trage" }\n',
        "",
        ', clause A-2, reading hits: "label" is missing; it is a table of texts en, it and ro.',
    ),
    "unknown reading field": (
        'id = "hits"',
        'id = "hits"\nvalue = 1',
        ', clause A-2, reading hits: there is no field "value" here; the fields are id, label, default, sets.',
    ),
    "two readings of one id": (
        'id = "hits"',
        'id = "stands"',
        ", clause A-2, reading stands: two readings have this id; give each reading an id of its own.",
    ),
    "no default": (
        "default = true\n",
        "",
        ", clause A-2: no reading is the default; write default = true in one of stands, hits.",
    ),
    "two defaults": (
        'id = "hits"',
        'id = "hits"\ndefault = true',
        ", clause A-2: readings stands, hits are all the default; write default = true in only one.",
    ),
    "default of a wrong type": (
        "default = true",
        'default = "yes"',
        (
            ", clause A-2, reading stands, field default: this is text; "
            "it must be true for one reading of the clause, else left out."
        ),
    ),
    "unknown rule": (
        "sets.decks = 2",
        "sets.jokers = 2",
        f', clause A-1, field sets: There is no rule "jokers"; the rules are {RULES}.',
    ),
    "rule of a wrong value": (
        "sets.decks = 2",
        "sets.decks = 9",
        ", clause A-1, field sets, field decks: decks cannot be 9; it is a whole number from 1 to 8.",
    ),
    "rule in a reading of a wrong value": (
        "sets.hits_soft_17 = true",
        'sets.hits_soft_17 = "maybe"',
        ", clause A-2, reading hits, field sets, field hits_soft_17: hits_soft_17 cannot be maybe; it is true or false.",
    ),
    "rule a table": (
        "sets.decks = 2",
        "sets.decks.number = 2",
        ", clause A-1, field sets, field decks: this is a table; it must be the value of a rule.",
    ),
    "sets of a wrong type": (
        "sets.decks = 2",
        "sets = 2",
        ", clause A-1, field sets: this is a number; it must be a table of rules and their values, such as sets.decks = 6.",
    ),
    "defaults that disagree": (
        "sets.hits_soft_17 = false",
        "sets.decks = 4",
        ", clause A-2, field decks: its default reading says 4 but that of clause A-1 says 2; the two must agree.",
    ),
    "rules that contradict": (
        "sets.decks = 2",
        "sets.resplit_aces = true",
        (
            ": Document mine read with its default readings: resplit_aces = true and max_hands = 2 contradict each other: "
            "set max_hands to 3 or 4, or resplit_aces to false."
        ),
    ),
    "huge exponent": (
        "sets.decks = 2",
        "sets.decks = 1e999999999",
        ", clause A-1, field sets, field decks: decks cannot be 1E+999999999; it is a whole number from 1 to 8.",
    ),
    "exponent past every number": (
        "sets.decks = 2",
        "sets.decks = 1e99999999999999999999",
        ", clause A-1, field sets, field decks: decks cannot be NaN; it is a whole number from 1 to 8.",
    ),
    "not a number": (
        "sets.decks = 2",
        "sets.natural_pays = nan",
        ", clause A-1, field sets, field natural_pays: natural_pays cannot be NaN; it is a ratio above 0 such as 3/2.",
    ),
    "number of many digits": (
        "sets.decks = 2",
        "sets.decks = " + "9" * 100_000,
        ": a number is too long; no number of a document needs more than a few digits.",
    ),
    "hexadecimal number of many digits": (
        "sets.decks = 2",
        "sets.decks = 0x" + "f" * 100_000,
        ", clause A-1, field sets, field decks: the number is too large; it must be the value of a rule.",
    ),
    "many digits in a list": (
        "sets.decks = 2",
        "sets.cut_card = [0.5, 0x" + "f" * 100_000 + "]",
        ", clause A-1, field sets, field cut_card: the number is too large; it must be the value of a rule.",
    ),
    "list in a list": (
        "sets.decks = 2",
        "sets.cut_card = [[0.5], 0.6]",
        ", clause A-1, field sets, field cut_card: a list within a list is no value of a rule.",
    ),
    "deep lists": (
        "sets.decks = 2",
        "sets.cut_card = " + "[" * 100_000,
        ": tables or lists are nested too deeply; a document needs four levels.",
    ),
    "deep tables": (
        "sets.decks = 2",
        "sets = " + "{a=" * 100_000,
        ": tables or lists are nested too deeply; a document needs four levels.",
    ),
    "a key of many parts": (
        "sets.decks = 2",
        "sets" + ".a" * 100_000 + " = 1",
        ": line 16 has more than 50 dots; break it up.",
    ),
}


def sentence(path: Path) -> str:
    """What loading a file says, which must take no time worth telling."""
    begun = time.process_time()
    with pytest.raises(DocumentError) as caught:
        load(path)
    assert time.process_time() - begun < 1
    text = str(caught.value)
    assert text.endswith(".")
    assert len(text) < 1000
    assert "\n" not in text
    assert caught.value.text("it")
    return text


def test_the_file_that_the_faults_are_put_into_is_good(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert load(path).rules().decks == 2


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_gets_a_sentence(fault: str, tmp_path: Path) -> None:
    before, after, expected = FAULTS[fault]
    assert before in GOOD
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace(before, after, 1), encoding="utf-8")
    assert sentence(path) == f"{path}{expected}"


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ('language = "en"', "language is English", 3),
        ('language = "en"', 'language = "en"\nlanguage = "it"', 4),
        ('language = "en"', 'language = "en', 3),
        ("[[clauses]]", "[[clauses]", 10),
        ("sets.decks = 2", "sets.decks = two", 16),
        ("sets.decks = 2", "sets.decks = 2\x07", 16),
        ("[rules.push]", "[rules.push]\n[rules.push]", 7),
        ("sets.hits_soft_17 = true", "sets.hits_soft_17 = [true,", 37),
    ],
)
def test_what_is_not_toml_gets_a_sentence_with_its_line(before: str, after: str, line: int, tmp_path: Path) -> None:
    assert before in GOOD
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace(before, after, 1), encoding="utf-8")
    found = re.fullmatch(
        r'(.+): line (\d+), column \d+ is not TOML \((.+)\); a line of TOML is like name = "value"\.', sentence(path)
    )
    assert found is not None
    assert found.group(1, 2) == (str(path), str(line))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", ": the file is empty; it must hold a document as TOML, with an id, a title and clauses."),
        (b" \n\n", ": the file is empty; it must hold a document as TOML, with an id, a title and clauses."),
        (b"# nothing\n", ': "id" is missing; it is a name of 1 to 40 letters, digits and hyphens.'),
        ('id = "a"\ntitle = "caffè"'.encode("latin-1"), ": line 2 is not UTF-8; save the file as text in UTF-8."),
        (GOOD.encode("utf-16"), ": line 1 is not UTF-8; save the file as text in UTF-8."),
        (b"\x89PNG\r\n\x1a\n\x00\xff", ": line 1 is not UTF-8; save the file as text in UTF-8."),
        (
            GOOD[: GOOD.index("[[clauses]]")].replace("[rules.push]", "clauses = []\n[rules.push]").encode(),
            ", field clauses: there is no clause; a document has at least one, under [[clauses]].",
        ),
        (
            GOOD[: GOOD.index("[[clauses]]")].replace("[rules.push]", "clauses = [1]\n[rules.push]").encode(),
            ", field clauses: this is a number; it must be a list of clauses, each under [[clauses]].",
        ),
        (b"x" * (MOST_BYTES + 1), ": the file has 1000001 bytes; a document has at most 1000000."),
    ],
)
def test_a_file_that_is_no_document_gets_a_sentence(data: bytes, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(data)
    assert sentence(path) == f"{path}{expected}"


def ten_megabytes(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(10_000_000)


def folder(path: Path) -> None:
    path.mkdir()


def link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


def pipe(path: Path) -> None:
    os.mkfifo(path)


def nothing(path: Path) -> None:
    assert not path.exists()


NONE = (
    'There is no document "{path}"; give one of it-casino, it-banco, ro-online, it-training, '
    "or the path of a TOML file of your own that exists."
)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (nothing, NONE),
        (link_to_nothing, NONE),
        (folder, "{path}: this is a folder; name the TOML file itself."),
        (pipe, "{path}: this is not an ordinary file; name a TOML file."),
        (link_to_itself, "{path}: the file cannot be read (too many levels of symbolic links); name a TOML file that can be."),
        (ten_megabytes, "{path}: the file has 10000000 bytes; a document has at most 1000000."),
    ],
)
def test_a_path_that_cannot_be_read_gets_a_sentence(make: Callable[[Path], None], expected: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    make(path)
    assert sentence(path) == expected.format(path=path)


def test_a_file_without_leave_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, encoding="utf-8")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)  # the tests may run as one who may read everything
    assert sentence(path) == f"{path}: the file may not be read; give yourself the right to read it."


def test_a_file_that_grows_while_it_is_opened_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, encoding="utf-8")
    small = path.stat()
    ten_megabytes(path)
    monkeypatch.setattr(Path, "stat", lambda *_: small)
    assert sentence(path) == f"{path}: the file has 1000001 bytes; a document has at most 1000000."


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("it-bank", NONE.format(path="it-bank")),
        ("", ": this is a folder; name the TOML file itself."),
        ("/dev/zero", "/dev/zero: this is not an ordinary file; name a TOML file."),
        ("a\0b", "a?b: this cannot be the path of a file; name a TOML file."),
        ("a\nb", NONE.format(path="a?b")),
    ],
)
def test_a_name_that_is_no_document_gets_a_sentence(name: str, expected: str) -> None:
    with pytest.raises(DocumentError) as caught:
        load(name)
    assert str(caught.value) == expected


def test_a_path_too_long_is_cut_short() -> None:
    with pytest.raises(DocumentError) as caught:
        load("x" * 10_000)
    assert str(caught.value) == f"...{'x' * 197}: the file cannot be read (file name too long); name a TOML file that can be."


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"a{number}" + ".a" * 48 + " = 1\n" for number in range(9000)),
        "[" + "a." * 48 + "a]\n" + "\n".join(f"b{number} = 1" for number in range(80_000)),
        "[[clauses]]\n" * 80_000,
        "x = [" + "1," * 400_000 + "]",
        'x = "' + "\\\\" * 400_000 + '"',
        "x = '''" + "'" * 2 + " '" * 300_000,
    ],
    ids=["dotted keys", "a deep table", "empty clauses", "a long list", "a long text", "quotes"],
)
def test_the_largest_files_that_are_read_take_a_moment(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text[: MOST_BYTES - 10], encoding="utf-8")
    begun = time.process_time()
    with pytest.raises(DocumentError) as caught:
        load(path)
    assert time.process_time() - begun < 10
    assert str(caught.value).startswith(str(path))
