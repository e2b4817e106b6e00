"""Scripted rounds of each document on the real screen, by keys alone in a narrow window and by mouse in a wide one.

Every step on the screen (cards, stakes, results, bankroll, what can be pressed, what the live region says, where the focus
is) is held against a round that the test plays itself with the same cards; the bankroll at the end was worked out by hand.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.screen import Mirror, OpenPlay, PlayPage

pytestmark = pytest.mark.browser


class Scripted(NamedTuple):
    """Stakes, cards, decisions, and what they leave of 1000 chips after the rounds before."""

    stakes: tuple[int, ...]
    cards: str
    decisions: tuple[str, ...]
    left: int | Fraction


SCRIPTS = {
    "it-casino": [
        # part of the insurance allowed, no natural: 20 against 18
        Scripted((20,), "10h,As,6d,7c, 4s", ("insure 4", "hit", "stand"), 1016),
        # insured against a natural: nothing won or lost
        Scripted((10,), "10d,Ac,9d,Kc", ("insure",), 1016),
        # a split, both hands doubled, the dealer busts
        Scripted((10,), "8h,6s,8d,10c, 3s,2d, 10h, 7d, 10s", ("split", "double", "double"), 1056),
        Scripted((10,), "10h,10s,6d,7c", ("surrender",), 1051),
        # a natural on an odd stake is paid to the half
        Scripted((15,), "Ah,5s,Kd,9c", (), Fraction(2147, 2)),
    ],
    "it-banco": [
        # 18 against 18 stays on the table and plays again
        Scripted((10,), "10h,9s,8d,9c", ("stand",), 990),
        Scripted((10,), "10d,9h,Qd,8c", ("stand",), 1010),
        # insurance pays even money here
        Scripted((10,), "9h,As,8d,Kc", ("insure",), 1005),
        # split aces get one card each; with a ten that is a natural here
        Scripted((10,), "Ah,6s,Ad,10c, Kd,5h, 9s", ("split",), 1030),
        Scripted((10,), "8h,6s,8d,10c, 3s,10h, 7d, Kd", ("split", "hit", "stand", "stand"), 1050),
    ],
    "ro-online": [
        # three hands, asked one by one about exactly half: yes, no, yes
        Scripted(
            (10, 20, 30),
            "10h,9s,5d,As, 6c,2h,6s,8c, 5c, 10d, 3d",
            ("insure", "no insurance", "insure", "hit", "stand", "double", "double"),
            970,
        ),
        # tens of two kinds are split
        Scripted((25, 0, 0), "10h,6s,Kd,10c, 9s,9d, 10s", ("split", "stand", "stand"), 1020),
        Scripted((10, 0, 20), "10h,9s,6s,10d,9d,10c, 5d", ("stand", "stand"), 990),
    ],
    "it-training": [
        # split to four hands, one of them doubled; then the dealer, who has not looked, shows a natural
        Scripted(
            (10,),
            "8h,Ks,8d,Ac, 8c,8s, 10c,10d, 3h,9h, 10h",
            ("split", "split", "stand", "stand", "split", "double", "stand"),
            950,
        ),
        Scripted((10,), "9h,6s,2d,10c, 10s, 9c", ("double",), 970),
        Scripted((10,), "5h,6h,6d,10d, 4c, 5s, 5d", ("hit", "hit", "stand"), 960),
        Scripted((10,), "Ah,9s,Kd,7c", (), 975),
    ],
}


def scripted(doc: str) -> Mirror:
    return Mirror(doc, cards_=",".join(one.cards for one in SCRIPTS[doc]))


@pytest.fixture(scope="module", params=["keys", "mouse"])
def how(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def screen(how: str, open_play: OpenPlay) -> PlayPage:
    """One page each for the two ways to play; with movement where the mouse plays, and without where keys do."""
    return open_play(scripted("it-casino"), width={"keys": 390, "mouse": 1280}[how], still=how == "keys")


@pytest.mark.parametrize("doc", SCRIPTS)
def test_scripted_rounds_of_each_document(screen: PlayPage, how: str, doc: str) -> None:
    mirror = screen.another(scripted(doc))
    for one in SCRIPTS[doc]:
        screen.play(one.stakes, one.decisions, how)
        assert mirror.table.bankrolls == [one.left]
    assert mirror.shoe is not None
    assert mirror.shoe.unused == 0
    rows = screen.page.locator(".bj:not([data-old]) .bjt-history tbody tr")
    expect(rows).to_have_count(len(SCRIPTS[doc]))
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screen.watch.assert_clean()


def test_the_stake_that_stays_is_shown_and_cannot_be_taken_away(screen: PlayPage, how: str) -> None:
    screen.another(scripted("it-banco"))
    screen.play((10,), ("stand",), how)
    expect(screen.page.get_by_text("10 chips stay on the table for the next round.")).to_be_visible()
    screen.page.locator("[data-do=clear]").click()
    expect(screen.page.locator("[data-field='0']")).to_have_value("10")


def test_a_refused_choice_says_why_and_changes_nothing(screen: PlayPage, how: str) -> None:
    screen.another(scripted("it-banco"))
    screen.deal((10,), how)
    before = screen.sends()
    button = screen.page.locator("[data-do='decide:double']")
    if how == "keys":
        screen.page.keyboard.press("d")
    else:
        button.click(force=True)  # a person can click what says that it is disabled
    reason = screen.page.locator(f"[id='{button.get_attribute('aria-describedby')}']")
    expect(reason).to_be_visible()
    expect(reason).to_contain_text("IB-16")
    expect(screen.page.locator(".bj > [role=status]")).to_contain_text("IB-16")
    assert screen.page.evaluate("document.querySelector('.bj').contains(document.activeElement)")
    assert screen.sends() == before
    screen.do("stand", how)


def test_a_double_click_draws_one_card(screen: PlayPage) -> None:
    mirror = screen.another(Mirror("it-training", cards_="10h,9s,2d,9c, 2s,3d,4h,5c,5d"))
    screen.page.locator("[data-do=deal]").dblclick()
    mirror.deal((10,))
    screen.shows(mirror.shown())
    for name in ("hit", "hit"):
        screen.page.locator(f"[data-do='decide:{name}']").dblclick()
        mirror.do(name)
        screen.shows(mirror.shown())
    # all that was pressed has been taken once this is answered
    state = screen.sends()
    assert state["record"] == json.loads(json.dumps(mirror.round.record(), default=str))
    screen.do("stand", "mouse")


def test_the_second_half_of_a_slow_double_click_does_nothing_either(screen: PlayPage) -> None:
    """A person's double click takes longer than the answer to its first half."""
    mirror = screen.another(Mirror("it-training", cards_="10h,9s,2d,9c, 2s,3d,4h,5c,5d"))
    for name, button in (("deal", "deal"), ("hit", "decide:hit"), ("hit", "decide:hit")):
        screen.page.locator(f"[data-do='{button}']").click()
        if name == "deal":
            mirror.deal((10,))
        else:
            mirror.do(name)
        screen.shows(mirror.shown())
        before = screen.sends()
        screen.page.mouse.down(click_count=2)
        screen.page.mouse.up(click_count=2)
        assert screen.sends() == before
    # chips are tossed as fast as one likes
    screen.do("stand", "mouse")
    screen.page.locator("[data-do='chip:25']").dblclick()
    expect(screen.page.locator("[data-field='0']")).to_have_value("60")


def test_the_live_region_is_one_that_screen_readers_follow(screen: PlayPage) -> None:
    live = screen.page.locator(".bj:not([data-old]) > [role=status]")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_have_count(1)


def test_help_names_the_keys_and_escape_closes_it(screen: PlayPage, how: str) -> None:
    screen.another(scripted("it-casino"))
    if how == "keys":
        screen.page.keyboard.press("?")
    else:
        screen.page.locator("[data-do=help]").click()
    expect(screen.page.locator(".bjt-help kbd")).to_have_text(["H", "S", "D", "P", "R", "I", "N", "Enter", "?"])
    screen.page.keyboard.press("Escape")
    expect(screen.page.locator(".bjt-help")).to_have_count(0)
    assert screen.page.evaluate("document.querySelector('.bj').contains(document.activeElement)")


def test_chips_go_to_the_hand_that_was_chosen_last(screen: PlayPage, how: str, chromium: Browser) -> None:
    """Also after a round, when the places on the felt show the last cards and only the fields can be chosen."""
    mirror = screen.another(Mirror("ro-online", cards_="10h,9s,10d,9c, 10h,9s,6s,10d,9d,10c, 5d"))
    screen.play((10, 0, 0), ("stand",), how)
    screen.page.locator("[data-field='2']").focus()
    screen.page.locator("[data-do='chip:25']").click()
    expect(screen.page.locator("[data-field='2']")).to_have_value("25")
    screen.page.locator("[data-do=deal]").click()
    mirror.deal((10, 0, 25))
    screen.shows(mirror.shown())
