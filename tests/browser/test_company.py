"""AI players on the Play screen: by keys and mouse, at their pace, in words, narrow; and what a page cannot make them do."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Mirror, OpenPlay, PlayPage
from tests.browser.test_play_looks import LAYOUT, findings

pytestmark = pytest.mark.browser

# normal, the person, easy, hard; the dealer shows a 7. Normal has 16, easy 15, hard a pair of eights that becomes four hands
CARDS = "9h,10d,5c,8s,7c, 7h,6d,Ks,8h,Kc, 5d, 3c, 8c,8d, 10c,2h,Jh,3d, 9d,4s,Qs,6h,10h,2s,5s"
ORDER = ["normal", "you", "easy", "hard"]


@pytest.fixture(scope="module")
def screen(open_play: OpenPlay) -> PlayPage:
    return open_play(Mirror("it-training", cards_=CARDS), others=ORDER, pace="slow")


def again(screen: PlayPage, **more: Any) -> None:
    screen.another(Mirror("it-training", cards_=CARDS), **{"others": ORDER, "pace": "slow", **more})


def turn_of(screen: PlayPage, hand: str) -> None:
    screen.page.locator(f"[data-hand='{hand}'][aria-current=true]").wait_for()


def test_by_keys_they_play_by_themselves_and_a_key_goes_on(screen: PlayPage) -> None:
    """Normal plays without being asked; Enter does not wait for it; then it is the person's turn, and the others follow."""
    page = screen.page
    again(screen, pace="fast")
    page.keyboard.press("Enter")
    page.locator("[data-hand='0-0'] [data-card='5d']").wait_for()  # nobody pressed anything for that
    turn_of(screen, "1-0")
    expect(page.locator(".bj > [role=status]")).to_contain_text("Normal: Stand. Your hand, 16: your move.")
    page.keyboard.press("s")
    page.locator("[data-do=skip]").wait_for()
    page.keyboard.press("Enter")
    page.locator("[data-do=deal]").wait_for()
    expect(page.locator("[data-hand^='3-']")).to_have_count(4)
    expect(page.locator(".bj > [role=status]")).to_contain_text("Hard")
    expect(page.locator(".bjt-history tbody tr")).to_have_count(1)
    expect(page.locator(".bjt-history tbody .bjt-line small")).to_have_count(1)  # the person's own hand alone


def test_by_mouse_a_double_click_goes_on_and_decides_nothing(screen: PlayPage) -> None:
    page = screen.page
    again(screen)
    page.locator("[data-do=deal]").click()
    page.locator("[data-do=skip]").dblclick()
    turn_of(screen, "1-0")
    expect(page.locator("[data-hand='1-0'] [data-card]")).to_have_count(2)
    page.locator("[data-do='decide:stand']").click()
    page.locator("[data-do=skip]").dblclick()
    page.locator("[data-do=deal]").wait_for()
    assert screen.sends()["number"] == 1, "and no new round was dealt"


def test_while_they_play_the_screen_answers(screen: PlayPage) -> None:
    """At the slowest pace nothing is locked: settings change, a message is answered, and "at once" ends the waiting."""
    page = screen.page
    again(screen)
    page.keyboard.press("Enter")
    page.locator("[data-do=skip]").wait_for()
    page.locator("[data-part=company] summary").click()
    expect(page.locator("[data-what=seat1]")).to_be_disabled()
    page.locator("select[data-what=by]").select_option("count")
    expect(page.locator("select[data-what=by]")).to_have_value("count")
    page.locator("[data-what=pace]").select_option("off")
    turn_of(screen, "1-0")


def test_seats_are_given_on_the_screen(screen: PlayPage) -> None:
    page = screen.page
    again(screen, others=[], pace="off")
    page.locator("[data-part=company] summary").click()
    expect(page.locator("[data-what=place]")).to_be_disabled()
    page.locator("[data-what=seat2]").select_option("easy")
    expect(page.locator(".bjm-waiting")).to_have_count(1)
    page.locator("[data-what=seat3]").select_option("easy")
    page.locator("[data-what=place]").select_option("2")
    expect(page.locator(".bjm-waiting b")).to_have_text(["Easy 1", "Easy 2"])
    page.locator(".bjt-felt").focus()
    page.keyboard.press("Enter")
    turn_of(screen, "2-0")
    expect(page.locator(".bjm-mate .bjt-name")).to_have_text(["Easy 1", "Easy 2"])
    expect(page.locator(".bjt-prompt b")).to_contain_text("You: ")


def custom(**content: Any) -> dict[str, Any]:
    return {"method": "custom", "content": content}


FORGED = {
    "decisions for others": [
        custom(type="decide", n=5, round=1, step=0, decision=name) for name in ("hit", "stand", "double", "split", "surrender")
    ],
    "other steps and rounds": [
        custom(type=kind, n=5, round=round_, step=step)
        for kind in ("go", "skip")
        for round_, step in ((1, 1), (0, 0), (2, 0), (1, None), ("1", "0"), (1, -1), (1, True))
    ],
    "settings": [
        custom(type="company", n=5, what=what, value=value)
        for what, value in (
            *(("seat1", one) for one in ("expert", "", "easy", "nobody", 5, None)),
            *(("place", one) for one in ("9", "-1", 2, [])),
            *(("pace", one) for one in ("0", "never", 0)),
            *((one, "easy") for one in ("seat0", "seat9", "chips", "purses", None)),
        )
    ],
}


@pytest.mark.parametrize("forged", FORGED)
def test_no_message_acts_for_an_ai_player_or_sets_what_is_out_of_range(screen: PlayPage, forged: str) -> None:
    again(screen)
    screen.page.keyboard.press("Enter")
    turn_of(screen, "0-0")
    before = screen.sends()
    assert before["shown"]["view"]["company"]["turn"] == "Normal plays"
    after = screen.sends(*FORGED[forged])
    assert {**after, "shown": None} == {**before, "shown": None}
    assert after["shown"] == before["shown"]
    screen.page.locator("[data-do=skip]").click()
    turn_of(screen, "1-0")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("it", "dark"), ("ro", "light")])
def test_nothing_is_cut_off_and_nothing_overlaps(screen: PlayPage, language: str, theme: str, width: int) -> None:
    page = screen.page
    page.set_viewport_size({"width": width, "height": 900})
    found: dict[str, list[str]] = {}

    def look(state: str) -> None:
        faults = page.evaluate(LAYOUT)
        if language == "en":
            page.locator(".bjt-felt").evaluate("(felt) => { felt.style.background = 'var(--felt-1)'; }")
            faults += findings(page)
            page.locator(".bjt-felt").evaluate("(felt) => { felt.style.background = ''; }")
        if faults:
            found[state] = faults

    again(screen, language=language, theme=theme)
    page.locator("[data-part=company] summary").click()
    look("stakes")
    page.locator(".bjt-felt").focus()
    page.keyboard.press("Enter")
    page.locator("[data-do=skip]").wait_for()
    look("their turn")
    page.keyboard.press("Enter")
    turn_of(screen, "1-0")
    look("your turn")
    page.keyboard.press("s")
    page.locator("[data-do=skip]").click()
    page.locator("[data-do=deal]").wait_for()
    expect(page.locator("[data-hand^='3-']")).to_have_count(4)
    look("results")
    page.set_viewport_size({"width": 1280, "height": 900})
    assert found == {}
    screen.watch.assert_clean()
