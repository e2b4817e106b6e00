"""A person's own file: the documented example, and the ways to write one."""

import re
from pathlib import Path

import pytest

from bjlearn.documents import DocumentError, Sure, load
from bjlearn.rules import Rules, RulesError, allowed_values, differences, plain_value

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "example-document.toml"

SHORT = """
id = "mine"
title = "Mine"
language = "en"
source = "my head"
[[clauses]]
id = "A"
where = "top"
topic = "double"
sure = "stated"
text = { en = "no double", it = "niente raddoppio", ro = "fără dublare" }
[[clauses.readings]]
id = "none"
default = true
label = { en = "none", it = "niente", ro = "fără" }
sets = { double_on = "none", double_after_split = false }
[[clauses.readings]]
id = "any"
label = { en = "any", it = "tutti", ro = "orice" }
sets = { double_on = "any" }
[[clauses]]
id = "B"
where = "below"
topic = "split"
sure = "silent"
text = { en = "after a split", it = "dopo una divisione", ro = "după split" }
[[clauses.readings]]
id = "quiet"
default = true
label = { en = "quiet", it = "zitto", ro = "tăcut" }
[[clauses.readings]]
id = "yes"
label = { en = "yes", it = "sì", ro = "da" }
sets = { double_after_split = true }
[[clauses.readings]]
id = "four"
label = { en = "four", it = "quattro", ro = "patru" }
sets = { max_hands = 1, resplit_aces = true }
"""


def own(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", [EXAMPLE, str(EXAMPLE)])
def test_the_documented_example_is_complete(path: Path | str) -> None:
    document = load(path)
    assert (document.id, document.title["ro"], document.language) == ("club-evening", "Club evening", "en")
    assert [clause.id for clause in document.clauses] == ["CE-1", "CE-2", "CE-3", "CE-4", "CE-5"]
    changed = {field: plain_value(value) for field, _, value in differences(Rules(), document.rules())}
    assert changed == {"decks": 2, "hits_soft_17": True, "natural_pays": 1.2, "max_hands": 3}
    assert not document.rules({"CE-3": "stands"}).hits_soft_17
    opened = document.clause("CE-3").open
    assert opened is not None
    assert opened.sure is Sure.SILENT
    assert document.clause("CE-1").default.id == "as-written"
    assert document.clause_for("cut_card") is None
    assert "double_on" in document.unsaid()
    assert "cut_card" not in document.unsaid()


def test_the_page_names_every_rule_with_its_values_and_its_usual_one() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", (DOCS / "documents.md").read_text(encoding="utf-8"), re.MULTILINE)
    said = {name: (values, usual.strip("`").strip('"')) for name, values, usual in rows}
    for name, value in Rules().as_mapping().items():
        values, usual = said[name]
        shown = "none" if value is None else "3/2" if name == "natural_pays" else str(value).lower()
        assert usual == shown, name
        for allowed in allowed_values(name):
            if isinstance(allowed, str):
                assert f"`{allowed}`" in values, name


def test_readings_of_two_clauses_that_disagree_are_told_apart(tmp_path: Path) -> None:
    document = load(own(tmp_path, SHORT))
    assert document.rules({"A": "any", "B": "yes"}).double_after_split
    with pytest.raises(DocumentError) as caught:
        document.rules({"B": "yes"})
    assert str(caught.value) == (
        "Clauses A and B of mine set double_after_split to different values, false and true: choose readings of them that agree."
    )


def test_readings_that_contradict_as_rules_are_named(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load(own(tmp_path, SHORT)).rules({"B": "four"})
    assert str(caught.value) == (
        "Document mine read with B=four: resplit_aces = true and max_hands = 1 contradict each other: "
        "set max_hands to 3 or 4, or resplit_aces to false."
    )


def test_a_byte_order_mark_windows_lines_and_blanks_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = SHORT.replace('"my head"', '"""\n  my\n  head  """').replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert load(path).source == "my head"


def test_a_file_of_another_ending_and_a_link_are_read(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(SHORT, encoding="utf-8")
    (tmp_path / "link.toml").symlink_to(path)
    assert load(path) == load(tmp_path / "link.toml")


def test_a_built_in_id_goes_before_a_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "it-banco").write_text(SHORT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load("it-banco").id == "it-banco"
    assert load("./it-banco").id == "mine"
