"""Records: what was broken or edited is refused in one sentence that says where; what plays is what was written."""

import copy
import json
from collections.abc import Iterator
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjlearn.cards import Shoe
from bjlearn.game import RecordError, Round, Table
from bjlearn.game.record import dumps, loads
from bjlearn.rules import Rules
from tests.game.play import DOCUMENTS, play, rules_of
from tests.game.random_play import choose, play_on, rules, stock

VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, -1, 10, 0.5, 1.5, 1e300, float("nan"), float("inf"), 10**40, 10**5000, Decimal("2.50")),
    *("", "A", "10", "Kh", "hit", "stand", "win", "lose", "acted", "insure 5", "7/3", "1/0", "\n", "\x00", "\ud800", "x" * 500),
    *([], {}, [1], {"event": "acted"}, [[[]]]),
]


@st.composite
def records(draw: st.DrawFn) -> dict[str, Any]:
    """Records of random rounds under random rules, whole and stopped in the middle."""
    game = draw(rules())
    random = Random(draw(st.integers(0, 2**32)))
    seats = random.randint(1, 3)
    shoe: Shoe = Shoe(stock(random, random.randint(12, 60)), random)
    for _ in range(random.randint(0, 8)):
        shoe.draw()
    shoe.begin_round()
    round_ = Round(game, shoe, [random.choice([5, 10]) for _ in range(seats)], [random.choice([15, 100])] * seats, range(seats))
    stop = random.choice([1, 2, 99])
    while round_.question is not None and round_.step < stop:
        round_.do(choose(round_, random))
    return round_.record()


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in plain data."""
    if path:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))


def change(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """One edit: a value replaced, a key or item removed, doubled, moved, or added."""
    data = copy.deepcopy(data)
    path = random.choice(list(places(data)))
    holder: Any = data
    for key in path[:-1]:
        holder = holder[key]
    key = path[-1]
    kind = random.choice(["replace", "replace", "near", "remove", "double", "swap", "add"])
    if kind == "replace":
        holder[key] = random.choice(VALUES)
    elif kind == "near":
        holder[key] = near(holder[key], random)
    elif kind == "remove":
        del holder[key]
    elif isinstance(holder, list):
        if kind == "double":
            holder.insert(key, copy.deepcopy(holder[key]))
        elif kind == "swap":
            other = random.randrange(len(holder))
            holder[key], holder[other] = holder[other], holder[key]
        else:
            holder.insert(key, random.choice(VALUES))
    else:
        holder[random.choice(["event", "seat", "net", "x", ""])] = random.choice(VALUES)
    return data


def near(value: Any, random: Random) -> Any:
    """A value of the same type, such as a person would put there."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice([-1, 1, 10])
    if isinstance(value, str) and value:
        return random.choice([value[:-1], value + value[-1], value.upper(), value[0] + "h", "10h", "hit", "win"])
    return value


def refused_or_same(data: Any, original: str) -> str | None:
    """The sentence of the refusal, or None where the round that plays is the original one."""
    try:
        again = Round.from_record(data)
    except RecordError as error:
        sentence = str(error)
    else:
        assert dumps(again.record()) == original
        return None
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert len(sentence) < 600
    return sentence


@settings(max_examples=10 * settings().max_examples)
@given(records(), st.integers(0, 2**64))
def test_an_edited_record_is_refused_or_is_the_same_round(data: dict[str, Any], seed: int) -> None:
    random = Random(seed)
    original = dumps(data)
    for _ in range(5):
        refused_or_same(change(data, random), original)


@settings(max_examples=3 * settings().max_examples)
@given(records(), st.integers(0, 2**64))
def test_edited_text_is_refused_or_is_the_same_round(data: dict[str, Any], seed: int) -> None:
    random = Random(seed)
    original = dumps(data)
    for _ in range(5):
        place = random.randrange(len(original))
        letter = random.choice('0123456789{}[]",:aAkKhsd -.e\x00\n')
        text = random.choice([original[:place], original[:place] + letter + original[place + random.choice([0, 1]) :]])
        try:
            edited = loads(text)
        except RecordError as error:
            sentence = str(error)
            assert "\n" not in sentence
        else:
            refused_or_same(edited, original)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(_JSON)
def test_any_json_at_all(data: Any) -> None:
    with pytest.raises(RecordError):
        Round.from_record(data)
    record = play("it-casino", "10 9 6 8").record()
    for name in record:
        refused_or_same({**record, name: data}, dumps(record))


def test_deep_nesting() -> None:
    record = play("it-casino", "10 9 9 8", "stand").record()
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for name in record:
        assert refused_or_same({**record, name: deep}, "") is not None
    for event in record["events"]:
        for name in event:
            edited = {**record, "events": [{**event, name: deep} if other is event else other for other in record["events"]]}
            assert refused_or_same(edited, "") is not None
    for depth in (10, 900, 950, 990, 5000, 10**6):
        with pytest.raises(RecordError):
            Round.from_record(loads('{"format": ' + "[" * depth + "]" * depth + "}"))
    del deep


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("format",), "bjlearn-round-0", '"format"'),
        (("stakes", 0), 11, "event 14"),
        (("stakes",), [], '"purses"'),
        (("purses", 0), 1, '"purses"'),
        (("bankrolls", 0), 5, "10 chips and 5 are left"),
        (("bankrolls", 0), -5, '"bankrolls"'),
        (("bankrolls", 0), 101, '"check"'),
        (("left",), 99, '"check"'),
        (("left",), "7", '"left"'),
        (("given",), 1, '"given"'),
        (("rules", "decks"), 4, '"check"'),
        (("rules", "decks"), 9, "decks cannot be 9"),
        (("rules", "natural_pays"), 1.2, '"check"'),
        (("events", 3, "card"), "9", "event 13"),
        (("events", 0, "card"), "10h", '"check"'),
        (("events", 0, "card"), "X", '"X" is not a card'),
        (("events", 3, "face_down"), False, "event 3"),
        (("events", 5, "kind"), "insurance", "event 5"),
        (("events", 6, "decision"), "stand", "event 7"),
        (("events", 6, "decision"), "fly", "event 6"),
        (("events", 7, "card"), "10", "event 8"),
        (("events", -1, "net"), 15, "event 14"),
        (("events", -1, "result"), "push", "event 14"),
        (("events", -1, "event"), "won", "event 14"),
    ],
    ids=str,
)
def test_the_sentence_says_where(path: tuple[Any, ...], value: Any, where: str) -> None:
    """Of a round in the casino: 0-3 dealt, 4 looked, 5 asked, 6 acted, 7 drew, ..., 13 revealed, 14 settled."""
    round_ = play("it-casino", "10 10 2 7 | 3 4", "hit hit stand")
    data = round_.record()
    holder: Any = data
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    sentence = refused_or_same(data, "")
    assert sentence is not None
    assert where in sentence, sentence


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_event_matters(document: str) -> None:
    """No event can be removed, doubled or moved."""
    round_ = play(document, "8s 9h 8d 8c | 3h 10d | 8h", "split hit stand stand")
    record = round_.record()
    events = record["events"]
    for number in range(len(events)):
        for edited in (
            events[:number] + events[number + 1 :],
            events[:number] + events[number : number + 1] * 2 + events[number + 1 :],
            events[:number],
            events[:number] + events[number + 1 : number + 2] + events[number : number + 1] + events[number + 2 :],
        ):
            if edited != events:
                assert refused_or_same({**record, "events": edited}, "") is not None


@pytest.mark.parametrize("name", ["decks", "look", "double_on", "cut_card", "hands_per_player", "push"])
def test_a_rule_left_out_is_missed(name: str) -> None:
    record = play("it-banco", "10 9 9 8", "stand").record()
    del record["rules"][name]
    assert refused_or_same(record, "") == f'The record lacks the rule "{name}".'


@given(rules(), st.integers(0, 2**32))
def test_equal_rounds_have_equal_text(game: Rules, seed: int) -> None:
    """A record does not depend on how it was read: as text, as numbers of JSON, with exact decimals, with keys in any order."""
    round_ = play_on(Table(game, [100], seed=seed).deal([7]), Random(seed))
    text = dumps(round_.record())
    for data in (round_.record(), loads(text), json.loads(text), dict(reversed(json.loads(text).items()))):
        again = Round.from_record(data)
        assert dumps(again.record()) == text
        assert again.view() == round_.view()
        assert again.events == round_.events
        assert (again.net, again.bankrolls, again.step, again.rules) == (round_.net, round_.bankrolls, round_.step, round_.rules)


def test_a_record_keeps_the_hidden_cards_and_no_seed() -> None:
    table = Table(rules_of("ro-online"), [100], seed=987654321)
    record = table.deal([10]).record()
    assert "987654321" not in dumps(record)
    assert [event["face_down"] for event in record["events"][:4]] == [False, False, False, True]
