"""All that crosses the websocket in 20 rounds and more, searched for what a player may not know.

The test plays the same table from the same seed, which stands in a file that the browser never sees; so it knows the hole
card and all cards to come. It knows what may cross, too: everything else is a fault, however it is written. That it would
notice is shown with screens that give something away.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from bjlearn.cards import Card
from bjlearn.widgets.said import card_words
from bjlearn.widgets.screen import joined
from tests.browser.screen import Frame, Mirror, OpenPlay, PlayPage

pytestmark = pytest.mark.browser

SYNCED = {"view", "setup", "history", "strings", "language", "theme"}
VIEW = {
    *("session", "round", "phase", "table", "bankroll", "net_total", "stakes", "hint", "note", "coach", "company", "kept"),
    *("net", "insurance_pays", "said", "summary"),
}
STAKES = {"hands", "least", "most", "last", "standing"}
SETUP = {"doc", "title", "character", "documents", "readings", "rules_line", "languages", "shows", "place"}
SENT = {"type", "n", "round", "step", "decision", "amount", "stakes"}
"""What crosses, by name: whoever lets more cross adds it here, and thinks of what it tells."""

CODE = re.compile(r"(?<![\w#])(A|[2-9]|10|J|Q|K)[shdc](?!\w)")
WORDS = re.compile(r"(ace|jack|queen|king|\d+) of (spades|hearts|diamonds|clubs)")
SECRET = re.compile(
    r"OrderedShoe|Random\b|getstate|bjlearn\.(game|cards)|<.* object at|\b(hole|seed|shoe|random|record|events)\b"
)


@dataclass
class Known:
    """What the test knows of the rounds that were played.

    Attributes:
        mirror: the same table.
        views: public view after each step of each round.
        hidden: the hole card of each round.
        started: number of frames that had crossed when a step was asked for.
    """

    mirror: Mirror
    views: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    hidden: dict[int, Card] = field(default_factory=dict)
    started: dict[tuple[int, int], int] = field(default_factory=dict)

    def note(self, frames: int) -> None:
        round_, number = self.mirror.round, self.mirror.table.rounds
        self.views[number, round_.step] = round_.view()
        self.hidden[number] = round_.dealer.cards[1]
        self.started[number, round_.step] = frames

    def open_cards(self, number: int, step: int) -> set[str]:
        """Cards that a person at the table has seen so far."""
        seen: set[str] = set()
        for (one, at), view in self.views.items():
            if one < number or (one, at) == (number, step):
                seen.update(card for card in view["dealer"]["cards"] if card)
                seen.update(card for seat in view["seats"] for hand in seat["hands"] for card in hand["cards"])
        return seen


def play_known(screen: PlayPage, rounds: int, random: Random) -> Known:
    """Play at random, keeping what the test knows."""
    known = Known(screen.mirror)
    most = screen.mirror.rules.hands_per_player
    for _ in range(rounds):
        stakes = [random.choice((5, 10, 15)) for _ in range(random.randint(1, most))]
        before = len(screen.frames)
        screen.place([*stakes, 0, 0][:most], "keys")
        screen.mirror.deal(stakes)
        known.note(before)
        while not screen.mirror.round.over:
            screen.page.wait_for_function(
                "(cards) => document.querySelectorAll('[data-hand] [data-card]').length === cards", arg=held(screen)
            )
            wait_until_asked(screen)
            name = random.choice(screen.mirror.round.legal())
            before = len(screen.frames)
            screen.decide(name, "keys")
            screen.mirror.do(name)
            known.note(before)
        screen.page.locator("[data-do=deal]").wait_for()
    return known


def held(screen: PlayPage) -> int:
    return sum(len(hand.cards) for seat in screen.mirror.round.seats for hand in seat.hands)


def wait_until_asked(screen: PlayPage) -> None:
    asked = screen.mirror.round.view()["question"]
    names = {
        "insurance": "[data-do='decide:no insurance']",
        "surrender": "[data-do='decide:no surrender']",
        "action": "[data-do='decide:hit']",
    }
    hand = f"[data-hand='{asked['seat']}-{asked['hand']}'][aria-current=true]"
    screen.page.locator(f".bj:has({hand}) {names[asked['kind']]}").wait_for()


def faults(frames: list[Frame], known: Known) -> list[str]:
    """Everything that crossed and should not have."""
    found: list[str] = []
    seed = known.mirror.given["seed"]
    secrets = {str(seed), f"{seed:x}", *(str(word) for word in Random(seed).getstate()[1][:8])}
    met: set[tuple[int, int]] = set()
    now = (0, 0)
    for index, frame in enumerate(frames):
        found += [f"{secret} crossed" for secret in secrets if secret in frame.text]
        for what, state in states(frame):
            if what == "sent":
                found += strange(state, SENT, "a message")
                found += [f"a card was sent: {text}" for text in texts(state) if CODE.search(text)]
                continue
            found += strange({name: None for name in state if not name.startswith("_")}, SYNCED | WIDGET, "a synced value")
            view = state.get("view")
            if view:
                now, wrong = check_view(view, known, index)
                met.add(now)
                found += wrong
            found += check_rest(state, known.open_cards(*now))
    missing = set(known.views) - met
    found += [f"round {number}, step {step} never crossed: the watch saw too little" for number, step in missing]
    return found


WIDGET = {"layout", "tabbable", "tooltip"}
"""What every ipywidget syncs."""


def states(frame: Frame) -> Iterator[tuple[str, dict[str, Any]]]:
    """The states of tables in a frame, and what a table's page sent."""
    if frame.kind not in ("comm_open", "comm_msg"):
        return
    data = frame.content["data"]
    if frame.sent:
        if data.get("method") == "custom" and "type" in (data["content"] or {}):
            yield "sent", data["content"]
        return
    for state in [data.get("state"), *[one.get("state") for one in (data.get("states") or {}).values() if isinstance(one, dict)]]:
        if isinstance(state, dict) and SYNCED & set(state) and "description" not in state:
            yield "state", state


def check_view(view: dict[str, Any], known: Known, index: int) -> tuple[tuple[int, int], list[str]]:
    """A view on the wire against the public view of that step."""
    found = [*strange(view, VIEW, "the view"), *strange(view["stakes"], STAKES, "the view's stakes")]
    if any(len(view["stakes"][name]) > 3 for name in ("last", "standing")):
        found.append("more stakes crossed than a person can place")
    table = view["table"]
    if table is None:
        return (view["round"], 0), found
    now = (view["round"], table["step"])
    if now not in known.views:
        return now, [*found, f"a state crossed that was not played: {now}"]
    if index < known.started[now]:
        found.append(f"{now} crossed before it was asked for")
    plain = json.loads(json.dumps(known.views[now]))
    if public(table) != public(plain):
        found.append(f"{now}: not the public view")
    shown = table["dealer"]["cards"]
    if plain["dealer"]["cards"][1] is None and (shown[1] is not None or len(shown) != 2):
        found.append(f"{now}: the hole card crossed")
    return now, found


def public(table: dict[str, Any]) -> dict[str, Any]:
    """A table without what the screen adds for people: reasons in their language, the mark of a push that stays."""
    copy = json.loads(json.dumps(table))
    for why in (copy["question"] or {}).get("illegal", {}).values():
        assert set(why) <= {"code", "field", "text", "clause"}
        why.pop("clause", None)
        why.pop("text")
    for seat in copy["seats"]:
        for hand in seat["hands"]:
            hand.pop("stays", None)
    return dict(copy)


def check_rest(state: dict[str, Any], seen: set[str]) -> list[str]:
    """Whatever else is in a state names no card that has not been seen, in code or in words."""
    rest = {name: value for name, value in state.items() if name not in ("strings", "_esm", "_css")}
    words = {str(card_words(code)) for code in seen}
    found: list[str] = []
    for text in texts(rest):
        found += [f"{match.group()} crossed unseen" for match in CODE.finditer(text) if match.group() not in seen]
        found += [f"{match.group()} was told unseen" for match in WORDS.finditer(text) if match.group() not in words]
    for name in ("setup", "history"):
        found += [f"{name} has {match.group()}" for text in names_in(rest.get(name)) if (match := SECRET.search(text))]
    for numbers in lists_of_numbers(rest):
        found.append(f"a list of {len(numbers)} numbers crossed")
    found += strange(state.get("setup") or {}, SETUP, "the setup")
    for name, paths in (
        ("_esm", ("dom.js", "table.js", "coach.js", "company.js")),
        ("_css", ("table.css", "coach.css", "company.css")),
    ):
        if name in state and state[name] != joined(*paths):
            found.append(f"{name} is not {paths}")
    return found


def strange(given: dict[str, Any], allowed: set[str], where: str) -> list[str]:
    return [f'{where} has "{name}"' for name in given if name not in allowed]


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from texts(name)
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)


def names_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from names_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from names_in(one)


def lists_of_numbers(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, dict):
        for one in value.values():
            yield from lists_of_numbers(one)
    elif isinstance(value, list):
        if len(value) > 3 and all(isinstance(one, int | float) for one in value):
            yield value
        for one in value:
            yield from lists_of_numbers(one)


DOCUMENTS = {"it-casino": 8, "it-banco": 6, "ro-online": 5, "it-training": 6}
"""Documents, and rounds of each: 25 together."""


def seeded(doc: str, salt: int) -> Mirror:
    return Mirror(doc, seed=918_273_645_000 + 7919 * salt, bankroll=5000)


@pytest.fixture(scope="module")
def screen(open_play: OpenPlay) -> PlayPage:
    return open_play(seeded("it-casino", 0))


def watch_anew(screen: PlayPage) -> None:
    """Forget what has crossed, once all has that belongs to the table before: its history follows its last view."""
    screen.sends()
    screen.frames.clear()


@pytest.mark.parametrize("doc", DOCUMENTS)
def test_nothing_a_player_may_not_know_crosses_the_wire(screen: PlayPage, doc: str) -> None:
    salt = list(DOCUMENTS).index(doc)
    watch_anew(screen)
    screen.another(seeded(doc, salt))
    known = play_known(screen, DOCUMENTS[doc], Random(salt))
    assert faults(screen.frames, known) == []
    # and there was something to see: cards face down that were shown later, and frames in both directions
    assert len(known.hidden) == DOCUMENTS[doc]
    assert sum(view["dealer"]["cards"][1] is None for view in known.views.values()) >= DOCUMENTS[doc] / 2
    assert {frame.sent for frame in screen.frames} == {True, False}
    screen.watch.assert_clean()


LEAKS = {
    "hole": "the hole card crossed",
    "hole in words": "was told unseen",
    "hole's value": "not the public view",
    "next card": "not the public view",
    "order": 'the view\'s stakes has "order"',
    "seed": "crossed",
    "random": "a list of 625 numbers crossed",
    "record": 'the view has "record"',
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_noticed(screen: PlayPage, leak: str) -> None:
    """The test of the test: screens that give something away, each in another way."""
    watch_anew(screen)
    screen.another(seeded("it-training", 40), leak=leak)
    known = play_known(screen, 2, Random(3))
    assert any(LEAKS[leak] in fault for fault in faults(screen.frames, known))


def test_the_page_itself_holds_no_secret(screen: PlayPage, chromium: Browser) -> None:
    """What the browser was given at the start, before any message, and all that scripts of the page can reach by name."""
    watch_anew(screen)
    mirror = screen.another(seeded("it-casino", 50))
    screen.deal((10,), "keys")
    hidden = str(mirror.round.dealer.cards[1])
    marks = screen.page.evaluate(
        "[...document.querySelectorAll('.bj *')].flatMap((one) => [...one.attributes].map((a) => a.value))"
    )
    seen = {card for seat in mirror.round.view()["seats"] for hand in seat["hands"] for card in hand["cards"]}
    assert hidden not in marks or hidden in seen | {mirror.round.view()["dealer"]["cards"][0]}
    stored = screen.page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }])")
    assert str(mirror.given["seed"]) not in stored + screen.page.content()
    assert {match.group() for match in CODE.finditer(stored)} <= seen | {mirror.round.view()["dealer"]["cards"][0]}
