"""From readings to Rules: the default game of each document, and what each reading changes."""

import pickle
from fractions import Fraction
from math import prod
from typing import Any

import pytest

from bjlearn.documents import DocumentError, builtin_ids, load, parse_reading, parse_readings, write_readings
from bjlearn.rules import Rules, RulesError, differences, plain_value

GAMES: dict[str, dict[str, Any]] = {
    "it-casino": {
        "decks": 6,
        "hits_soft_17": False,
        "look": "ace-and-ten",
        "dealer_natural_takes": "all",
        "natural_pays": 1.5,
        "win_pays": 1,
        "double_on": "hard-9-11",
        "double_cards": "two",
        "double_after_split": True,
        "max_hands": 2,
        "resplit_aces": False,
        "split_aces_one_card": True,
        "natural_after_split": False,
        "surrender": "late",
        "insurance": "up-to-half",
        "insurance_pays": 2,
        "push": "returned",
        "hands_per_player": 1,
        "stop_at_21": True,
        "cut_card": [0.75, 0.85],
    },
    "it-banco": {
        "decks": 4,
        "hits_soft_17": False,
        "look": "ace",
        "dealer_natural_takes": "all",
        "natural_pays": 1.5,
        "win_pays": 1,
        "double_on": "none",
        "double_cards": "two",
        "double_after_split": False,
        "max_hands": 2,
        "resplit_aces": False,
        "split_aces_one_card": True,
        "natural_after_split": True,
        "surrender": "none",
        "insurance": "up-to-half",
        "insurance_pays": 1,
        "push": "stays",
        "hands_per_player": 1,
        "stop_at_21": False,
        "cut_card": None,
    },
    "ro-online": {
        "decks": 6,
        "hits_soft_17": False,
        "look": "ace-and-ten",
        "dealer_natural_takes": "all",
        "natural_pays": 1.5,
        "win_pays": 1,
        "double_on": "any",
        "double_cards": "two",
        "double_after_split": True,
        "max_hands": 2,
        "resplit_aces": False,
        "split_aces_one_card": True,
        "natural_after_split": False,
        "surrender": "none",
        "insurance": "half",
        "insurance_pays": 2,
        "push": "returned",
        "hands_per_player": 3,
        "stop_at_21": False,
        "cut_card": None,
    },
    "it-training": {
        "decks": 6,
        "hits_soft_17": False,
        "look": "never",
        "dealer_natural_takes": "all",
        "natural_pays": 1.5,
        "win_pays": 1,
        "double_on": "any",
        "double_cards": "two",
        "double_after_split": True,
        "max_hands": 4,
        "resplit_aces": False,
        "split_aces_one_card": True,
        "natural_after_split": False,
        "surrender": "none",
        "insurance": "none",
        "insurance_pays": 2,
        "push": "returned",
        "hands_per_player": 1,
        "stop_at_21": False,
        "cut_card": None,
    },
}

# each reading that is no default, and all that it changes
CHANGES: dict[str, dict[str, dict[str, Any]]] = {
    "it-casino": {
        "IC-03=dealt-15-25": {"cut_card": [0.15, 0.25]},
        "IC-05=two-to-one": {"win_pays": 2},
        "IC-12=soft-too": {"double_on": "9-11"},
        "IC-17=half": {"insurance": "half"},
        "IC-18=early": {"surrender": "early"},
        "IC-19=hits": {"hits_soft_17": True},
    },
    "it-banco": {
        "IB-07=hits": {"hits_soft_17": True},
        "IB-11=to-four": {"max_hands": 4},
        "IB-13=plain": {"natural_after_split": False},
        "IB-14=two-to-one": {"insurance_pays": 2},
        "IB-15=ace-and-ten": {"look": "ace-and-ten"},
        "IB-15=never": {"look": "never"},
        "IB-16=any-two": {"double_on": "any", "double_after_split": True},
        "IB-17=first": {"dealer_natural_takes": "first"},
    },
    "ro-online": {
        "RO-07=any-number": {"double_cards": "any"},
        "RO-09=not-allowed": {"double_after_split": False},
        "RO-12=hits": {"hits_soft_17": True},
        "RO-17=1": {"decks": 1},
        "RO-17=2": {"decks": 2},
        "RO-17=4": {"decks": 4},
        "RO-17=8": {"decks": 8},
    },
    "it-training": {
        "IT-07=ace-and-ten": {"look": "ace-and-ten"},
        "IT-11=not-allowed": {"double_after_split": False},
        "IT-20=first": {"dealer_natural_takes": "first"},
    },
}

# the clause to be cited for each rule; None: the document has none on it
CITED: dict[str, dict[str, str | None]] = {
    "it-casino": {
        "decks": "IC-02",
        "hits_soft_17": "IC-19",
        "look": "IC-10",
        "dealer_natural_takes": None,
        "natural_pays": "IC-05",
        "win_pays": "IC-05",
        "double_on": "IC-12",
        "double_cards": "IC-12",
        "double_after_split": "IC-13",
        "max_hands": "IC-14",
        "resplit_aces": "IC-14",
        "split_aces_one_card": "IC-15",
        "natural_after_split": "IC-16",
        "surrender": "IC-18",
        "insurance": "IC-17",
        "insurance_pays": "IC-17",
        "push": "IC-01",
        "hands_per_player": "IC-06",
        "stop_at_21": "IC-11",
        "cut_card": "IC-03",
    },
    "it-banco": {
        "decks": "IB-01",
        "hits_soft_17": "IB-07",
        "look": "IB-15",
        "dealer_natural_takes": "IB-17",
        "natural_pays": "IB-10",
        "win_pays": "IB-08",
        "double_on": "IB-16",
        "double_cards": "IB-16",
        "double_after_split": "IB-16",
        "max_hands": "IB-11",
        "resplit_aces": "IB-12",
        "split_aces_one_card": "IB-12",
        "natural_after_split": "IB-13",
        "surrender": "IB-16",
        "insurance": "IB-14",
        "insurance_pays": "IB-14",
        "push": "IB-09",
        "hands_per_player": "IB-05",
        "stop_at_21": "IB-06",
        "cut_card": None,
    },
    "ro-online": {
        "decks": "RO-17",
        "hits_soft_17": "RO-12",
        "look": "RO-04",
        "dealer_natural_takes": None,
        "natural_pays": "RO-16",
        "win_pays": "RO-15",
        "double_on": "RO-07",
        "double_cards": "RO-07",
        "double_after_split": "RO-09",
        "max_hands": "RO-08",
        "resplit_aces": "RO-08",
        "split_aces_one_card": "RO-11",
        "natural_after_split": "RO-10",
        "surrender": "RO-18",
        "insurance": "RO-05",
        "insurance_pays": "RO-16",
        "push": "RO-15",
        "hands_per_player": "RO-02",
        "stop_at_21": "RO-06",
        "cut_card": None,
    },
    "it-training": {
        "decks": "IT-02",
        "hits_soft_17": "IT-07",
        "look": "IT-07",
        "dealer_natural_takes": "IT-20",
        "natural_pays": "IT-15",
        "win_pays": "IT-15",
        "double_on": "IT-11",
        "double_cards": "IT-11",
        "double_after_split": "IT-11",
        "max_hands": "IT-12",
        "resplit_aces": "IT-13",
        "split_aces_one_card": "IT-13",
        "natural_after_split": "IT-14",
        "surrender": "IT-19",
        "insurance": "IT-19",
        "insurance_pays": None,
        "push": "IT-15",
        "hands_per_player": "IT-03",
        "stop_at_21": "IT-09",
        "cut_card": None,
    },
}


@pytest.mark.parametrize("name", builtin_ids())
def test_the_default_readings_give_the_documents_game(name: str) -> None:
    assert load(name).rules().as_mapping() == GAMES[name]
    assert load(name).rules({}) == load(name).rules(None)


@pytest.mark.parametrize(("name", "asked"), [(name, asked) for name, changes in CHANGES.items() for asked in changes])
def test_a_reading_changes_what_it_names_and_nothing_else(name: str, asked: str) -> None:
    document = load(name)
    changed = document.rules(parse_readings(asked))
    found = {field: plain_value(value) for field, _, value in differences(document.rules(), changed)}
    assert found == CHANGES[name][asked]


@pytest.mark.parametrize("name", builtin_ids())
def test_every_reading_that_is_no_default_is_tried_above(name: str) -> None:
    others = {f"{clause.id}={reading.id}" for clause in load(name).clauses for reading in clause.readings if not reading.default}
    assert others == set(CHANGES[name])


@pytest.mark.parametrize("name", builtin_ids())
def test_every_combination_gives_rules_of_its_own(name: str) -> None:
    document = load(name)
    combinations = list(document.combinations())
    assert len(combinations) == prod(len(clause.readings) for clause in document.choices())
    assert combinations[0] == {clause.id: clause.default.id for clause in document.choices()}
    rules = [document.rules(readings) for readings in combinations]
    assert rules[0] == document.rules()
    assert len(set(rules)) == len(rules)


@pytest.mark.parametrize("name", builtin_ids())
def test_the_clause_on_which_each_rule_rests(name: str) -> None:
    document = load(name)
    cited = {field: document.clause_for(field) for field in GAMES[name]}
    assert {field: clause.id if clause else None for field, clause in cited.items()} == CITED[name]


def test_a_rule_that_does_not_exist_rests_on_no_clause() -> None:
    with pytest.raises(RulesError, match='no rule "jokers"'):
        load("it-banco").clause_for("jokers")


def test_a_clause_with_one_reading_may_be_asked_for_it() -> None:
    assert load("it-casino").rules({"IC-02": "as-written"}) == load("it-casino").rules()


def test_an_unknown_clause_is_told_which_there_are() -> None:
    with pytest.raises(DocumentError) as caught:
        load("it-banco").rules({"IB-99": "plain"})
    assert str(caught.value).startswith('Document it-banco has no clause "IB-99"; its clauses are IB-01, IB-02, ')


def test_an_unknown_reading_is_told_which_there_are() -> None:
    with pytest.raises(DocumentError) as caught:
        load("it-banco").rules({"IB-15": "always"})
    assert str(caught.value) == 'Clause IB-15 has no reading "always"; it can be read as ace, ace-and-ten, never.'


def test_plain_data_of_a_clause_is_the_command_lines() -> None:
    clause = load("it-casino").clause("IC-03").as_mapping()
    assert clause["id"] == "IC-03"
    assert clause["where"] == "Il mazzo di carte"
    assert clause["sure"] == "stated"
    assert clause["open"]["sure"] == "contradictory"
    assert [(item["id"], item["default"], item["sets"]) for item in clause["readings"]] == [
        ("dealt-75-85", True, {"cut_card": [0.75, 0.85]}),
        ("dealt-15-25", False, {"cut_card": [0.15, 0.25]}),
    ]
    assert set(clause["text"]) == set(clause["readings"][0]["label"]) == {"en", "it", "ro"}


def test_a_cut_card_written_in_decimals_is_exact() -> None:
    assert load("it-casino").rules().cut_card == (Fraction(3, 4), Fraction(17, 20))


def test_documents_are_values() -> None:
    document = load("ro-online")
    again = pickle.loads(pickle.dumps(document))
    assert again == document
    assert hash(again) == hash(document)
    assert load("ro-online") is document
    assert document.title.text("it") == document.title["it"]
    assert document.title.text("fr") == str(document.title) == document.title["en"]
    with pytest.raises(AttributeError):
        document.id = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        document.title["en"] = "other"  # type: ignore[index]


@pytest.mark.parametrize("text", ["IB-13=plain", "IB-13:plain", " IB-13 = plain "])
def test_a_reading_as_people_write_it(text: str) -> None:
    assert parse_reading(text) == ("IB-13", "plain")


@pytest.mark.parametrize("text", ["IB-13", "=plain", "IB-13=", "IB-13=plain=plain", "", "IB 13=plain", "IB-13=a,b"])
def test_what_chooses_no_reading_is_refused(text: str) -> None:
    with pytest.raises(DocumentError, match="chooses no reading; write CLAUSE=READING, such as IB-13=plain"):
        parse_reading(text)


def test_several_readings_go_to_an_address_and_back() -> None:
    readings = {"IB-13": "plain", "IB-15": "never"}
    assert write_readings(readings) == "IB-13:plain,IB-15:never"
    assert parse_readings(write_readings(readings)) == readings
    assert parse_readings(["IB-13=plain", "IB-15=never"]) == readings
    assert parse_readings("") == parse_readings([]) == {}
    assert parse_readings("IB-13:plain,") == parse_readings(["IB-13=plain", "IB-13=plain"]) == {"IB-13": "plain"}
    with pytest.raises(DocumentError, match="Clause IB-13 is given two readings, plain and natural: choose one"):
        parse_readings("IB-13:plain,IB-13:natural")


def test_all_rules_of_the_games_are_named() -> None:
    assert all(set(game) == set(Rules().as_mapping()) for game in GAMES.values())
