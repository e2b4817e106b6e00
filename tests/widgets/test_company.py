"""AI players at the table: who sits where, who moves when, and that nobody else can move for them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bjlearn.documents import load
from bjlearn.game import Table
from bjlearn.players import Level, PlayersError
from bjlearn.text import LANGUAGES
from bjlearn.widgets import Play
from bjlearn.widgets.company import CHIPS, Company, CompanyError, own_net
from bjlearn.widgets.sitting import Sitting
from tests.game.play import DOCUMENTS, rules_of
from tests.widgets.conftest import Browser

# easy (dealt to first), the person, hard; the dealer shows a 9
CARDS = "5h,10d,8c,9s, 6c,7h,8d,Ks, 3d,4c,10s,Kc,9h,2d,5h,10h"


def go(browser: Browser, kind: str = "go", **forged: int) -> str:
    where = {"round": browser.view["round"], "step": browser.table["step"]}
    return browser.sends({"type": kind, "n": 3, **where, **forged})


def asks(browser: Browser) -> int | None:
    question = browser.table["question"]
    return None if question is None else int(question["seat"])


def table_with(play: Any, *others: str, doc: str = "it-training", **more: Any) -> tuple[Play, Browser]:
    made: tuple[Play, Browser] = play(doc, more.pop("cards", CARDS), others=others, **more)
    return made


def test_others_are_dealt_to_in_order_and_play_one_step_when_asked(play: Any) -> None:
    screen, browser = table_with(play, "easy", "you", "hard")
    browser.deals(20)
    assert [seat["purse"] for seat in browser.table["seats"]] == [1, 0, 2]
    assert [seat["name"] for seat in browser.view["company"]["seats"]] == ["Easy", "You", "Hard"]
    assert (asks(browser), browser.view["company"]["turn"]) == (0, "Easy plays")
    go(browser)  # 11 draws the 3
    assert browser.table["seats"][0]["hands"][0]["cards"] == ["5h", "6c", "3d"]
    assert browser.view["said"] == "Easy: Hit. Easy draws 3 of diamonds: 14."
    assert browser.view["company"]["seats"][0]["acts"] == {"0": "Hit"}
    go(browser)
    go(browser)
    assert browser.view["said"] == "Easy: Stand. Your hand, 17: your move."
    assert (asks(browser), browser.view["company"]["turn"]) == (1, None)
    assert screen.sitting.round is not None


def play_through(play: Any, pace: str) -> tuple[Play, Browser]:
    screen, browser = table_with(play, "easy", "you", "hard", pace=pace)
    browser.deals(20)
    while not browser.table["over"]:
        if browser.view["company"]["turn"]:
            go(browser)
        else:
            browser.decides("stand")
    return screen, browser


def test_the_pace_changes_nothing_but_the_pace(play: Any) -> None:
    """At once, or step by step: the same round."""
    one, _ = play_through(play, "off")
    two, _ = play_through(play, "slow")
    assert one.sitting.round is not None
    assert two.sitting.round is not None
    assert one.sitting.round.record() == two.sitting.round.record()


def test_at_once_leaves_no_turn_to_wait_for(play: Any) -> None:
    _screen, browser = table_with(play, "easy", "you", "hard", pace="off")
    browser.deals(20)
    assert asks(browser) == 1
    assert "Easy: Hit. Easy: " in browser.view["said"]
    browser.decides("stand")
    assert browser.table["over"]
    assert "Hard: Split." in browser.view["said"] or "Hard: " in browser.view["said"]


def test_a_press_goes_on_to_ones_own_turn_and_then_to_the_end(play: Any) -> None:
    _screen, browser = table_with(play, "easy", "normal", "you", "hard", cards=CARDS + ",2h,2c,4h,6h,7c")
    browser.deals(20)
    go(browser, "skip")
    assert asks(browser) == 2
    assert browser.view["company"]["turn"] is None
    browser.decides("stand")
    assert browser.view["company"]["turn"] == "Hard plays"
    go(browser, "skip")
    assert browser.table["over"]


def test_old_and_repeated_steps_do_nothing(play: Any) -> None:
    _screen, browser = table_with(play, "easy", "you")
    browser.deals(20)
    where = {"round": browser.view["round"], "step": browser.table["step"]}
    go(browser)
    after = browser.table
    for _ in range(3):
        browser.sends({"type": "go", "n": 1, **where})
        browser.sends({"type": "skip", "n": 1, **where})
    assert browser.table == after


def test_no_message_decides_for_an_ai_player(play: Any) -> None:
    screen, browser = table_with(play, "easy", "you", "hard")
    browser.deals(20)
    before = screen.sitting.round
    assert before is not None
    record = before.record()
    for decision in ("hit", "stand", "double", "split", "surrender", "insure", "no insurance"):
        assert browser.decides(decision) == "It is not your turn."
    assert before.record() == record


def test_go_does_not_decide_for_the_person(play: Any) -> None:
    _screen, browser = table_with(play, "you", "easy")
    browser.deals(20)
    before = browser.table
    assert asks(browser) == 0
    for kind in ("go", "skip"):
        go(browser, kind)
        go(browser, kind, round=0)
        go(browser, kind, step=1)
    assert browser.table == before


FORGED: list[dict[str, Any]] = [
    {"what": "seat1", "value": "expert"},
    {"what": "seat4", "value": "easy"},
    {"what": "seat0", "value": "easy"},
    {"what": "place", "value": "3"},
    {"what": "place", "value": "-1"},
    {"what": "pace", "value": "0"},
    {"what": "chips", "value": "1000000"},
    {"what": "purses", "value": "easy"},
]


@pytest.mark.parametrize("forged", FORGED)
def test_a_setting_out_of_range_is_refused_in_a_sentence(play: Any, forged: dict[str, Any]) -> None:
    screen, browser = table_with(play, "easy")
    before = (screen.sitting.company.order, screen.sitting.company.pace, screen.sitting.table)
    assert browser.sends({"type": "company", "n": 1, **forged}).endswith(".")
    assert (screen.sitting.company.order, screen.sitting.company.pace, screen.sitting.table) == before


@pytest.mark.parametrize("forged", [{"what": 1, "value": "easy"}, {"what": "seat1"}, {"what": "x" * 90, "value": "easy"}, {}])
def test_what_is_no_setting_is_not_even_read(play: Any, forged: dict[str, Any]) -> None:
    screen, browser = table_with(play, "easy")
    assert browser.sends({"type": "company", "n": 1, **forged}) == ""
    assert screen.sitting.company.order == ("you", "easy")


def test_seats_are_given_between_rounds_only_and_the_pace_at_any_time(play: Any) -> None:
    screen, browser = table_with(play, "easy", "you")
    browser.deals(20)
    assert "finish it first" in browser.sends({"type": "company", "n": 1, "what": "seat2", "value": "hard"})
    assert "finish it first" in browser.sends({"type": "company", "n": 1, "what": "place", "value": "0"})
    assert browser.sends({"type": "company", "n": 1, "what": "pace", "value": "off"}) == ""
    assert asks(browser) == 1, "and those whose turn it was have played"
    assert screen.sitting.company.order == ("easy", "you")


def test_who_sits_down_brings_chips_and_ones_own_go_along(play: Any) -> None:
    screen, browser = play("it-training", seed=4, bankroll=500)
    browser.deals(100)
    while not browser.table["over"]:
        browser.decides("stand")
    own = screen.sitting.bankroll
    assert browser.sends({"type": "company", "n": 1, "what": "seat2", "value": "hard"}) == ""
    assert browser.sends({"type": "company", "n": 1, "what": "seat3", "value": "hard"}) == ""
    assert browser.sends({"type": "company", "n": 1, "what": "place", "value": "2"}) == ""
    assert screen.sitting.bankroll == own
    assert screen.sitting.table.bankrolls == [own, CHIPS, CHIPS]
    assert [one["name"] for one in browser.view["company"]["seats"]] == ["Hard 1", "Hard 2", "You"]
    assert browser.sends({"type": "company", "n": 1, "what": "seat3", "value": "nobody"}) == ""
    assert screen.sitting.company.order == ("hard", "you")
    browser.deals(10)
    assert [seat["purse"] for seat in browser.table["seats"]] == [1, 0]


@pytest.mark.parametrize("doc", DOCUMENTS)
def test_a_whole_sitting_with_others_in_every_document(play: Any, doc: str) -> None:
    """History, sums and headline are the person's own; all the chips are accounted for."""
    screen, browser = play(doc, others=("easy", "normal", "you", "hard"), pace="off", seed=12)
    sitting = screen.sitting
    total, own = 0, sitting.bankroll
    for _ in range(40):
        standing = browser.view["stakes"]["standing"]
        browser.deals(*[max(10, chips) if number == 0 else chips for number, chips in enumerate(standing)])
        while not browser.table["over"]:
            legal = browser.table["question"]["legal"]
            browser.decides("stand" if "stand" in legal else next(name for name in legal if name.startswith("no ")))
        round_ = sitting.round
        net = own_net(round_)
        total += net
        assert browser.view["net"] == float(net)
        assert len(screen.history[0]["hands"]) == sum(len(seat.hands) for seat in round_.seats if not seat.purse)
    assert sitting.sums.rounds == 40
    assert sitting.sums.net == total
    assert sitting.bankroll + sum(sitting.standing) - own == total
    assert screen.coaching.tally.rounds == 40


def test_the_coach_speaks_to_the_person_alone(play: Any) -> None:
    screen, browser = table_with(play, "easy", "you", "hard", coach="before")
    browser.deals(20)
    assert browser.view["coach"]["verdicts"] == []
    assert browser.sends({"type": "hint", "n": 1, "round": browser.view["round"], "step": browser.table["step"]}) == ""
    assert screen.coaching.tally.hints == 0
    go(browser, "skip")
    assert [one["place"] for one in browser.view["coach"]["verdicts"]] == ["1-0"]
    browser.decides("stand")
    go(browser, "skip")
    assert screen.coaching.tally.decisions == 1


def test_by_the_count_the_coach_has_seen_the_cards_of_the_others(play: Any) -> None:
    screen, browser = table_with(play, "easy", "you", pace="off")
    browser.deals(20)
    situation = screen.coaching.situation(screen.sitting)
    assert situation is not None
    theirs = browser.table["seats"][0]["hands"][0]["cards"]
    assert sum(situation.gone) == len(theirs)


def test_an_ai_player_without_chips_sits_out() -> None:
    table = Table(rules_of("it-training"), [1000, 4, 7, 1000], minimum=5, maximum=500, seed=1)
    stakes, owners = Company(("easy", "you", "normal", "hard")).seating([50], table)
    assert list(zip(stakes, owners, strict=True)) == [(50, 0), (7, 2), (10, 3)]


def test_the_stake_of_an_ai_players_push_stays_where_the_document_says_so(play: Any) -> None:
    screen, browser = play("it-banco", "10h,10s,9s, 9d,9c,Qc,  5h,6h,7h,8h,9h,10h", others=("easy",), pace="off")
    browser.deals(20)
    browser.decides("stand")
    table = screen.sitting.table
    assert [seat["hands"][0]["result"] for seat in browser.table["seats"]] == ["push", "push"]
    assert table.standing == {(0, 0): 20, (1, 0): 10}
    assert screen.sitting.company.seating([30], table) == ([30, 10], [0, 1])
    assert browser.view["stakes"]["standing"] == [20]
    assert browser.deals(30) == ""
    assert [seat["stake"] for seat in browser.table["seats"]] == [30, 10]


def test_a_table_with_others_is_kept_and_laid_again() -> None:
    """In the middle of an AI player's turn: the same places, the same turn, the same end."""
    documents = [load("it-training")]
    one = Sitting(documents[0], company=Company(("hard", "you", "easy"), "slow"))
    while one.company.turn(one.round) is None:  # the first may have a natural
        one.table = one._new_table(one.rules, 1000)
        assert one.deal(one.number, [20])
    kept = json.loads(json.dumps(one.record()))
    two = Sitting(documents[0])
    assert two.resume(kept, documents)
    assert two.company.order == ("hard", "you", "easy")
    assert two.company.pace == "slow"
    assert two.company.turn(two.round) == 1
    assert two.table.bankrolls == one.table.bankrolls
    assert two.proceed(two.number, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_crosses_of_it_is_plain_data_in_the_language(play: Any, language: str) -> None:
    screen, browser = table_with(play, "easy", "you", "hard", language=language)
    browser.deals(20)
    company = browser.view["company"]
    assert json.loads(json.dumps(company)) == company
    assert company["seats"][0]["name"] == Level.EASY.words.text(language)
    assert screen.language == language


def test_more_than_fit_are_refused() -> None:
    with pytest.raises(CompanyError, match="at most 3"):
        Play("it-training", others=["easy"] * 4)
    with pytest.raises(CompanyError, match="at most 3"):
        Play("it-training", others=["you", "easy", "you"])
    with pytest.raises((CompanyError, PlayersError), match='no AI player "me"'):
        Play("it-training", others=["me"])
    with pytest.raises(CompanyError, match="no such pace"):
        Play("it-training", pace="tomorrow")
