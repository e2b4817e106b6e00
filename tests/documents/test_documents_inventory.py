"""What the four documents must hold: every clause, how sure it is, and its readings, the default first."""

from itertools import combinations

import pytest

from bjlearn.documents import Sure, Topic, builtin_ids, load
from bjlearn.rules import field_names
from bjlearn.text import LANGUAGES

STATED, IMPLIED, SILENT, CONTRADICTORY = Sure.STATED, Sure.IMPLIED, Sure.SILENT, Sure.CONTRADICTORY
ONE = ("as-written",)

# clause: how sure, how sure the part left open (None: nothing is), readings with the default first
INVENTORY = {
    "it-casino": {
        "IC-01": (STATED, None, ONE),
        "IC-02": (STATED, None, ONE),
        "IC-03": (STATED, CONTRADICTORY, ("dealt-75-85", "dealt-15-25")),
        "IC-04": (STATED, None, ONE),
        "IC-05": (STATED, CONTRADICTORY, ("one-to-one", "two-to-one")),
        "IC-06": (STATED, None, ONE),
        "IC-07": (STATED, None, ONE),
        "IC-08": (STATED, None, ONE),
        "IC-09": (STATED, None, ONE),
        "IC-10": (STATED, None, ONE),
        "IC-11": (STATED, None, ONE),
        "IC-12": (STATED, SILENT, ("hard", "soft-too")),
        "IC-13": (STATED, None, ONE),
        "IC-14": (STATED, None, ONE),
        "IC-15": (STATED, None, ONE),
        "IC-16": (STATED, None, ONE),
        "IC-17": (STATED, SILENT, ("up-to-half", "half")),
        "IC-18": (STATED, SILENT, ("late", "early")),
        "IC-19": (STATED, IMPLIED, ("stands", "hits")),
    },
    "it-banco": {
        "IB-01": (STATED, None, ONE),
        "IB-02": (STATED, None, ONE),
        "IB-03": (STATED, None, ONE),
        "IB-04": (STATED, None, ONE),
        "IB-05": (STATED, None, ONE),
        "IB-06": (STATED, None, ONE),
        "IB-07": (STATED, IMPLIED, ("stands", "hits")),
        "IB-08": (STATED, None, ONE),
        "IB-09": (STATED, None, ONE),
        "IB-10": (STATED, None, ONE),
        "IB-11": (STATED, SILENT, ("once", "to-four")),
        "IB-12": (STATED, None, ONE),
        "IB-13": (IMPLIED, None, ("natural", "plain")),
        "IB-14": (STATED, None, ("one-to-one", "two-to-one")),
        "IB-15": (IMPLIED, None, ("ace", "ace-and-ten", "never")),
        "IB-16": (SILENT, None, ("none", "any-two")),
        "IB-17": (IMPLIED, None, ("all", "first")),
    },
    "ro-online": {
        "RO-01": (STATED, None, ONE),
        "RO-02": (STATED, None, ONE),
        "RO-03": (STATED, None, ONE),
        "RO-04": (STATED, None, ONE),
        "RO-05": (STATED, None, ONE),
        "RO-06": (STATED, None, ONE),
        "RO-07": (STATED, SILENT, ("two-cards", "any-number")),
        "RO-08": (STATED, None, ONE),
        "RO-09": (IMPLIED, None, ("allowed", "not-allowed")),
        "RO-10": (STATED, None, ONE),
        "RO-11": (STATED, None, ONE),
        "RO-12": (STATED, IMPLIED, ("stands", "hits")),
        "RO-13": (STATED, None, ONE),
        "RO-14": (STATED, None, ONE),
        "RO-15": (STATED, IMPLIED, ONE),
        "RO-16": (STATED, None, ONE),
        "RO-17": (SILENT, None, ("6", "1", "2", "4", "8")),
        "RO-18": (SILENT, None, ("not-offered",)),
    },
    "it-training": {
        "IT-01": (STATED, None, ONE),
        "IT-02": (STATED, None, ONE),
        "IT-03": (STATED, None, ONE),
        "IT-04": (STATED, None, ONE),
        "IT-05": (STATED, None, ONE),
        "IT-06": (STATED, None, ONE),
        "IT-07": (STATED, IMPLIED, ("never", "ace-and-ten")),
        "IT-08": (STATED, None, ONE),
        "IT-09": (STATED, None, ONE),
        "IT-10": (STATED, None, ONE),
        "IT-11": (STATED, SILENT, ("allowed", "not-allowed")),
        "IT-12": (STATED, SILENT, ("at-once",)),
        "IT-13": (STATED, None, ONE),
        "IT-14": (STATED, None, ONE),
        "IT-15": (STATED, None, ONE),
        "IT-16": (STATED, None, ONE),
        "IT-17": (STATED, None, ONE),
        "IT-18": (STATED, None, ONE),
        "IT-19": (STATED, None, ONE),
        "IT-20": (IMPLIED, None, ("all", "first")),
        "IT-21": (STATED, None, ONE),
        "IT-22": (STATED, None, ONE),
        "IT-23": (STATED, None, ONE),
        "IT-24": (STATED, None, ONE),
    },
}

SOURCES = {
    "it-casino": ("it", "000_3f4bacb742691804.txt"),
    "it-banco": ("it", "001_346a40325d816576.txt"),
    "ro-online": ("ro", "002_8dd97d0b808ad4ad.txt"),
    "it-training": ("it", "004_dd1fdc629d071570.txt"),
}


def test_the_four_documents_are_those_named() -> None:
    assert builtin_ids() == tuple(INVENTORY) == ("it-casino", "it-banco", "ro-online", "it-training")


@pytest.mark.parametrize("name", builtin_ids())
def test_every_clause_and_reading_is_there_in_order(name: str) -> None:
    document = load(name)
    held = {
        clause.id: (
            clause.sure,
            clause.open.sure if clause.open else None,
            (clause.default.id, *(reading.id for reading in clause.readings if not reading.default)),
        )
        for clause in document.clauses
    }
    assert list(held.items()) == list(INVENTORY[name].items())
    assert (document.id, document.language, document.source) == (name, *SOURCES[name])


@pytest.mark.parametrize("name", builtin_ids())
def test_every_clause_names_its_place(name: str) -> None:
    assert all(clause.where.strip() for clause in load(name).clauses)


@pytest.mark.parametrize("name", builtin_ids())
def test_all_words_are_there_in_three_languages_that_differ(name: str) -> None:
    document = load(name)
    words = [document.title, *(item.why for item in document.defaults)]
    for clause in document.clauses:
        words += [clause.text, *(reading.label for reading in clause.readings)]
        words += [clause.open.what] if clause.open else []
    for item in words:
        assert tuple(item) == LANGUAGES
        assert all(item[one] != item[other] for one, other in combinations(LANGUAGES, 2)), item


@pytest.mark.parametrize("name", builtin_ids())
def test_romanian_has_its_own_letters(name: str) -> None:
    text = " ".join(clause.text["ro"] for clause in load(name).clauses)
    assert not set("şţŞŢ") & set(text), "s and t with a comma below, not a cedilla"
    assert all(letter in text for letter in "ăâîșț")


@pytest.mark.parametrize("name", builtin_ids())
def test_the_readings_of_a_clause_differ_in_words_and_in_rules(name: str) -> None:
    for clause in load(name).choices():
        for language in LANGUAGES:
            assert len({reading.label[language] for reading in clause.readings}) == len(clause.readings)
        assert len({reading.sets for reading in clause.readings}) == len(clause.readings)


@pytest.mark.parametrize("name", builtin_ids())
def test_nothing_rests_on_a_default_by_accident(name: str) -> None:
    document = load(name)
    assert document.unsaid() == ()
    fields = {item.field for item in document.defaults}.union(*(clause.fields() for clause in document.clauses))
    assert fields == set(field_names())


def test_every_topic_is_used_and_named() -> None:
    used = {clause.topic for name in builtin_ids() for clause in load(name).clauses}
    assert used == set(Topic)
    assert len({topic.words.text() for topic in Topic}) == len(Topic)
    assert len({sure.words.text() for sure in Sure}) == len(Sure)
