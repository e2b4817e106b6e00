"""What a page could send if its owner wrote the messages by hand; a kernel that dies; a page that is loaded again."""

from __future__ import annotations

from typing import Any

import pytest
import websocket
from playwright.sync_api import expect

from tests.browser.guest import Guest
from tests.browser.screen import Mirror, OpenPlay, PlayPage, packed

pytestmark = pytest.mark.browser

CARDS = "10h,9s,2d,9c, 3s,4h,2c, 5d,6d,7d,8d, 9h,10d,Jd,Qd"


def decide(**more: Any) -> dict[str, Any]:
    return {"method": "custom", "content": {"type": "decide", "n": 5, "round": 1, "step": 1, "decision": "hit"} | more}


FORGED: dict[str, list[Any]] = {
    "an earlier step": [decide(step=0)],
    "a later step": [decide(step=2), decide(step=10**9), decide(step=10**30)],
    "another round": [decide(round=0), decide(round=2), decide(round=-1)],
    "odd steps": [decide(step=odd) for odd in ("1", True, None, 0.5, [1], {"a": 1}, -1)],
    "odd rounds": [decide(round=odd) for odd in ("1", None, 1.5, [1], {}, False)],
    "odd decisions": [
        decide(decision=odd) for odd in ("peek", "", "hits", "hit" * 1000, 5, None, ["hit"], {"a": "hit"}, "insure 5")
    ],
    "what is not legal": [decide(decision=name) for name in ("split", "surrender", "insure", "no insurance", "double")],
    "a deal in the middle": [{"method": "custom", "content": {"type": "deal", "n": 6, "round": 1, "stakes": [10]}}],
    "odd deals": [
        {"method": "custom", "content": {"type": "deal", "n": 6, "round": 1, "stakes": odd}}
        for odd in ([], [-5], [0.5], ["10"], [10] * 9, 10, None, [10**30], [[10]])
    ],
    "another document in the middle": [{"method": "custom", "content": {"type": "document", "n": 7, "document": "it-banco"}}],
    "a document that is a path": [
        {"method": "custom", "content": {"type": "document", "n": 7, "document": odd}}
        for odd in ("/etc/passwd", "../it-banco", "it-banco.toml", 5, None, [], "x" * 5000)
    ],
    "another reading in the middle": [
        {"method": "custom", "content": {"type": "reading", "n": 7, "clause": "IT-11", "reading": "not-allowed"}}
    ],
    "an end in the middle": [{"method": "custom", "content": {"type": kind, "n": 8}} for kind in ("end", "new", "again", "hint")],
    "odd languages and themes": [
        {"method": "custom", "content": {"type": kind, "n": 9, kind: odd}}
        for kind in ("language", "theme")
        for odd in ("xx", 5, None, "../it", ["it"])
    ],
    "no message at all": [
        {"method": "custom", "content": odd} for odd in (None, 5, "hit", [], {}, {"type": None}, {"type": "decide"}, [decide()])
    ],
    "odd methods": [{"method": "request_state"}, {"method": "set_state", "state": {"view": {}}}, {"method": "close"}, {"x": 1}],
    "new values": [
        {"method": "update", "state": state, "buffer_paths": []}
        for state in (
            {"view": {"bankroll": 10**6, "phase": "stakes", "table": None, "stakes": {"hands": 9, "least": 1, "most": 10**9}}},
            {"setup": {"doc": "it-banco"}},
            {"history": [{"net": 10**6}]},
            {"strings": {"Hit": "Stand"}},
            {"language": "it", "theme": "dark"},
            {"_sitting": None, "sitting": None, "bankroll": 10**6, "_esm": "alert(1)", "_css": ""},
        )
    ],
}


@pytest.fixture(scope="module")
def screen(open_play: OpenPlay) -> PlayPage:
    return open_play(Mirror("it-training", cards_=CARDS))


@pytest.fixture
def in_play(screen: PlayPage) -> PlayPage:
    """A round after its first decision: three cards, 15 against 9."""
    screen.another(Mirror("it-training", cards_=CARDS))
    screen.deal((10,), "keys")
    screen.do("hit", "keys")
    return screen


def test_a_message_by_hand_that_is_right_does_what_it_says(in_play: PlayPage) -> None:
    """So that those below are refused for what they are and not for how they are sent."""
    state = in_play.sends(decide())
    in_play.mirror.do("hit")
    assert len(state["record"]["events"]) > 0
    in_play.shows(in_play.mirror.shown())


def test_a_repeated_message_is_taken_once(in_play: PlayPage) -> None:
    once = in_play.sends(decide())
    assert in_play.sends(decide(), decide(), decide()) == once
    in_play.mirror.do("hit")
    in_play.shows(in_play.mirror.shown())


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_message_changes_nothing(in_play: PlayPage, kind: str) -> None:
    before = in_play.sends()
    assert in_play.sends(*FORGED[kind]) == before
    # and what is played goes on as if nothing had been sent
    in_play.do("hit", "keys")
    in_play.do("stand", "keys")


def test_messages_to_other_widgets_and_of_other_kinds_change_nothing(in_play: PlayPage) -> None:
    before = in_play.sends()
    in_play.sends(decide(), comm="0" * 32)
    address = f"{in_play.server.url.replace('http', 'ws')}api/kernels/{kernel_id(in_play)}/channels?session_id=y"
    other = websocket.create_connection(
        address,
        timeout=60,
        origin=in_play.server.url.rstrip("/"),
        subprotocols=["v1.kernel.websocket.jupyter.org"],
        cookie=Guest.of(in_play.page, in_play.server.url).headers()["Cookie"],  # the visitor's own, with tools of theirs
    )
    for channel in ("shell", "control", "iopub", "stdin"):
        for content in ({"comm_id": in_play.comm, "data": decide(step=0)}, {"comm_id": in_play.comm, "data": decide(round=7)}):
            other.send_binary(packed(content, channel=channel))
        other.send_binary(packed({"comm_id": "1" * 32, "target_name": "jupyter.widget", "data": {}}, "comm_open", channel))
        other.send_binary(packed({"code": "raise SystemExit", "silent": False}, "execute_request", channel))
    other.close()
    assert in_play.sends() == before
    in_play.do("stand", "keys")


def kernel_id(screen: PlayPage) -> str:
    return str(screen.page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"))


def test_stakes_by_hand_are_held_to_the_table_and_the_chips(screen: PlayPage) -> None:
    """Limits that the page only repeats are Python's."""
    screen.another(Mirror("it-training", cards_=CARDS, bankroll=100))
    before = screen.sends()
    stakes = ([101], [500], [501], [1], [4], [10**9], [0], [10, 10], [0, 10, 10])
    deals = [{"type": "deal", "n": 4, "round": 0, "stakes": placed} for placed in stakes]
    assert screen.sends(*({"method": "custom", "content": deal} for deal in deals)) == before
    screen.deal((100,), "keys")


def test_a_killed_kernel_shows_and_a_reload_begins_anew_and_says_what_became_of_the_round(open_play: OpenPlay) -> None:
    mirror = Mirror("it-training", cards_=CARDS)
    screen = open_play(mirror)
    screen.deal((10,), "keys")
    shown = mirror.shown()
    for process in screen.kernel():
        process.kill()
    banner = screen.page.locator(".bjt-lost")
    expect(banner).to_be_visible()
    expect(banner).to_contain_text("Not connected: the kernel behind this table does not answer.")
    expect(banner).to_have_role("alert")
    expect(screen.page.get_by_text("This page's table is closed")).to_be_visible()
    for name in shown["buttons"]:
        expect(screen.page.locator(f"[data-do='decide:{name}']")).to_have_attribute("aria-disabled", "true")
    screen.page.locator("[data-do='decide:hit']").click(force=True)
    screen.page.locator(".bjt-felt").focus()
    screen.page.keyboard.press("h")
    expect(screen.page.locator(".bj > [role=status]")).to_contain_text("does not answer")
    expect(screen.page.locator("[data-hand] [data-card]")).to_have_count(2)
    with screen.page.expect_navigation():
        banner.get_by_role("button", name="Reload the page").click()
    note = screen.page.locator(".bjt-note")
    expect(note).to_contain_text("That round is void; its stake of 10 chips is not taken.")
    expect(screen.page.locator("[data-part=bankroll]")).to_have_text("1,000")
    screen.mirror = Mirror("it-training", cards_=CARDS)
    screen.page.locator(".bjt-felt").focus()
    screen.deal((10,), "keys")
    expect(note).to_have_count(0)
    screen.do("stand", "keys")
    assert screen.page.evaluate("sessionStorage.getItem('bjlearn-round')") is None  # a reload now cuts nothing off
    assert screen.watch.outside == []
