"""The drill: its items, the hands dealt for them, what comes next, and what is kept."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjlearn.cards import VALUES
from bjlearn.documents import builtin_ids, load
from bjlearn.exact import analyze
from bjlearn.game import Answer, GameError, Round, decision
from bjlearn.practice.deal import compositions, deal
from bjlearn.practice.drill import Drilling
from bjlearn.practice.items import INSURANCE, DrillError, Filter, Item, code_of, items_of, read_filter
from bjlearn.practice.records import Judged
from bjlearn.practice.schedule import CellRecord, Memory, next_item, rating, review, scheduled_after
from bjlearn.rules import Action, Rules
from tests.practice.books import MemoryBook
from tests.practice.learners import SECONDS, START, answers, judge, right, wrong

DOCUMENTS = builtin_ids()


@cache
def rules_of(name: str) -> Rules:
    return load(name).rules()


def drill(name: str = "it-casino", text: str = "", cells: str = "", book: MemoryBook | None = None, **more: object) -> Drilling:
    kept = MemoryBook() if book is None else book
    return Drilling(load(name), {}, kept, judge, chosen=read_filter(text, cells), **more)  # type: ignore[arg-type]


def among(name: str, text: str = "", cells: str = "") -> tuple[Item, ...]:
    return read_filter(text, cells).among(rules_of(name), weak=lambda _code: False, due=lambda _code: False)


def asked(round_: Round) -> str:
    """The code of what is asked now."""
    question = round_.question
    assert question is not None
    return code_of(question.kind, [card.value for card in round_.hand.cards], round_.upcard.value)


# items


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_items_are_the_cells_that_the_chart_meets(name: str) -> None:
    items, chart = items_of(rules_of(name)), analyze(rules_of(name)).total
    assert len(items) >= 340
    for item in items.values():
        if item.cell is None:
            assert item.code == INSURANCE
            continue
        assert item.best == chart.cells[item.cell][0]
        assert item.costs[item.best] == 0.0
        assert item.often > 0
        assert len(item.costs) > 1, "there is something to decide"
    worths = [item.worth for item in items.values()]
    assert worths == sorted(worths, reverse=True)
    assert worths[-1] >= 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_insurance_and_surrender_are_there_where_the_document_has_them(name: str) -> None:
    rules = rules_of(name)
    assert (INSURANCE in items_of(rules)) == (rules.insurance.value != "none")
    if rules.surrender.value == "none":
        with pytest.raises(DrillError, match="knows no surrender"):
            among(name, "surrender")
    else:
        found = among(name, "surrender")
        assert {item.code for item in items_of(rules).values() if item.best == "surrender"} <= {item.code for item in found}
    if rules.insurance.value == "none":
        with pytest.raises(DrillError, match="knows no insurance"):
            among(name, "insurance")
    else:
        assert [item.code for item in among(name, "insurance")] == [INSURANCE]


def test_insurance_is_worth_what_the_house_takes() -> None:
    # 6 decks, one ace gone: 96 tens among 311, paid 2:1 on half the stake, under one deal in thirteen
    cost = (1 - 3 * 96 / 311) / 2 / 13
    assert items_of(rules_of("it-casino"))[INSURANCE].worth == pytest.approx(cost)


def test_filters_add_kinds_and_narrow_by_the_rest() -> None:
    everything = among("it-casino")
    kinds = Counter(item.kind for item in everything)
    assert len(among("it-casino", "hard")) == kinds["hard"]
    assert len(among("it-casino", "soft,pairs")) == kinds["soft"] + kinds["pairs"]
    there = analyze(rules_of("it-banco")).total.cells
    here = analyze(rules_of("it-casino")).total.cells
    expected = {cell.code for cell in here if cell in there and here[cell][:2] != there[cell][:2] and cell.number < 21}
    assert {item.code for item in among("it-casino", "differ:it-banco")} == expected & {item.code for item in everything}
    assert {item.kind for item in among("it-casino", "differ:it-banco,pairs")} == {"pairs"}
    assert [item.code for item in among("it-casino", "hard", "soft18-A,hard16-10")] == sorted(
        ["soft18-A", "hard16-10"], key=list(items_of(rules_of("it-casino"))).index
    )


def test_a_filter_is_written_as_it_is_read() -> None:
    text = "hard,insurance,differ:it-banco,weak,due"
    assert str(read_filter(text)) == text
    assert read_filter("") == Filter()


@pytest.mark.parametrize("text", ["hrad", "differ", "differ:nowhere", "<b>", "weak:3", "differ:../../etc"])
def test_an_unknown_filter_is_told_in_one_sentence(text: str) -> None:
    with pytest.raises(DrillError) as told:
        read_filter(text)
    assert "is no filter of the drill; the filters are hard, soft" in str(told.value)


@pytest.mark.parametrize("cells", ["hard99-2", "soft18", "<script>", "hard21-10"])
def test_an_unknown_cell_is_told_in_one_sentence(cells: str) -> None:
    with pytest.raises(DrillError, match="has no cell"):
        among("it-casino", cells=cells)


# dealing


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_item_is_dealt_as_it_says_and_played_out(name: str) -> None:
    rules = rules_of(name)
    chart, longer = analyze(rules).total, 0
    for number, item in enumerate(items_of(rules).values()):
        round_ = deal(rules, item, Random(f"{name} {number}"))
        assert asked(round_) == item.code
        longer += len(round_.hand.cards) > 2
        if round_.looked is not None:
            assert round_.looked is False
        while round_.question is not None:
            if round_.question.kind == "action":
                values = [card.value for card in round_.hand.cards]
                legal = {Action(action) for action in round_.legal()}
                round_.do(chart.choose(values, round_.upcard.value, legal))
            else:
                round_.do(Answer.NO_INSURANCE if round_.question.kind == "insurance" else Answer.NO_SURRENDER)
        assert round_.net is not None
        assert Round.from_record(round_.record()).view() == round_.view(), "it is a round of the game"
    assert longer > 20, "hands of three cards and more are dealt too"


@given(st.integers(0, 2**32), st.sampled_from(DOCUMENTS), st.integers(0, 339))
@settings(max_examples=60, deadline=None)
def test_a_hand_falls_in_its_cell_whatever_chance_says(seed: int, name: str, number: int) -> None:
    rules = rules_of(name)
    item = list(items_of(rules).values())[number]
    assert asked(deal(rules, item, Random(seed))) == item.code
    again = deal(rules, item, Random(seed))
    assert again.record() == deal(rules, item, Random(seed)).record()


def test_hands_come_as_often_as_the_chart_meets_them() -> None:
    rules = rules_of("it-casino")
    cell = items_of(rules)["hard16-10"].cell
    assert cell is not None
    hands = compositions(rules, cell)
    two = sum(chance for hand, chance in hands if len(hand) == 2)
    # 10,6 and 9,7, each in two orders, out of 311 cards after the upcard
    assert two == pytest.approx(2 * (95 * 24 + 24 * 24) / (311 * 310))
    assert {len(hand) for hand, _ in hands} >= {2, 3, 4, 5}
    assert all(sum(hand) == 16 or 1 in hand for hand, _ in hands)


def test_an_early_surrender_is_the_question_where_it_is_near() -> None:
    rules = Rules(surrender="early")  # type: ignore[arg-type]
    item = items_of(rules)["hard16-10"]
    seen = {deal(rules, item, Random(n)).question.kind for n in range(20)}  # type: ignore[union-attr]
    assert "surrender" in seen
    far = deal(rules, items_of(rules)["hard20-10"], Random(1))
    assert far.question is not None
    assert far.question.kind == "action"


# answers


@pytest.mark.parametrize("name", DOCUMENTS)
def test_chart_and_coach_agree_on_every_item(name: str) -> None:
    """Who answers by the chart is never told that it was a mistake."""
    rules = rules_of(name)
    chart = analyze(rules).total
    for item in items_of(rules).values():
        round_ = deal(rules, item, Random(item.code))
        if item.cell is None:
            made = decision(item.best)
        else:
            values = [card.value for card in round_.hand.cards]
            made = chart.choose(values, round_.upcard.value, {Action(action) for action in round_.legal()})
        assert judge(round_, made).grade != "mistake", item.code


def test_a_right_hit_asks_again_and_a_right_split_plays_both_hands() -> None:
    hits = drill(cells="hard5-10", seed="5")
    hits.begin(START)
    assert hits.round is not None
    first = hits.round
    hits.answer(1, hits.step, decision("hit"), START)
    assert hits.round is first
    assert first.question is not None
    assert not hits.paused
    pairs = drill(cells="pairs8-6", seed="1")
    pairs.begin(START)
    pairs.answer(1, pairs.step, decision("split"), START)
    round_ = pairs.round
    assert round_ is not None
    assert len(round_.seats[0].hands) == 2
    met = set()
    while round_.question is not None:
        met.add(round_.question.hand)
        pairs.answer(1, pairs.step, decision(right(round_)), START)
    assert met == {0, 1}
    assert round_.over
    assert all(hand.result for hand in round_.seats[0].hands)


def test_a_mistake_stops_until_it_was_read_and_is_in_the_book_before() -> None:
    book = MemoryBook()
    one = drill(cells="hard5-10", book=book)
    one.begin(START)
    number, step = one.number, one.step
    assert one.round is not None
    outcome = one.answer(number, step, decision("stand"), START, seconds=2.0)
    assert outcome is not None
    assert not outcome.right
    assert one.paused
    [kept] = book.decisions("it-casino")
    assert (kept.cell, kept.chosen, kept.best, kept.grade, kept.seconds) == ("hard5-10", "stand", "hit", "mistake", 2.0)
    assert kept.cost > 0.1
    assert book.scheduled("it-casino")["hard5-10"].due == START + timedelta(minutes=1)
    assert one.answer(number, one.step, decision("hit"), START) is None, "nothing is answered while it is read"
    assert one.go_on(number, one.step, START)
    assert (one.number, one.paused) == (number + 1, False)


def test_a_mistake_in_the_middle_of_a_hand_goes_on_with_it() -> None:
    one = drill(cells="soft19-6", seed="x")
    one.begin(START)
    round_ = one.round
    one.answer(1, one.step, decision("hit"), START)
    assert one.paused
    assert round_ is not None
    if not round_.over:
        assert one.go_on(1, one.step, START)
        assert (one.round, one.number, one.paused) == (round_, 1, False)


def test_an_old_or_repeated_answer_does_nothing() -> None:
    book = MemoryBook()
    one = drill(cells="hard5-10", book=book, seed="5")
    one.begin(START)
    step = one.step
    assert one.answer(1, step, decision("hit"), START) is not None
    assert one.answer(1, step, decision("hit"), START) is None
    assert one.answer(0, one.step, decision("hit"), START) is None
    assert not one.go_on(1, one.step, START), "a hand that is asked about is not left"
    assert not one.go_on(7, one.step, START)
    assert len(book.decisions()) == 1


def test_an_illegal_answer_changes_nothing_and_says_why() -> None:
    book = MemoryBook()
    one = drill(cells="hard5-10", book=book)
    one.begin(START)
    step = one.step
    with pytest.raises(GameError):
        one.answer(1, step, decision("split"), START)
    assert (one.step, one.sums.answers, book.decisions()) == (step, 0, ())


def test_streak_accuracy_and_late_answers_are_counted() -> None:
    one = drill(text="hard", limit=3.0, seed="s")
    one.begin(START)
    for seconds, expected in ((1.0, 1), (2.0, 2), (4.0, 0), (1.0, 1)):
        if one.round is None or one.round.over:
            one.go_on(one.number, one.step, START)
        assert one.round is not None
        outcome = one.answer(one.number, one.step, decision(right(one.round)), START, seconds=seconds)
        assert outcome is not None
        assert outcome.late == (seconds > 3.0)
        assert one.sums.streak == expected
    assert (one.sums.answers, one.sums.right, one.sums.late, one.sums.longest) == (4, 4, 1, 2)


def test_a_hint_makes_the_answer_count_as_helped() -> None:
    book = MemoryBook()
    one = drill(cells="hard5-10", book=book)
    one.begin(START)
    assert one.hint(1, one.step)
    assert not one.hint(1, one.step + 1)
    one.answer(1, one.step, decision("hit"), START)
    [kept] = book.decisions()
    assert kept.hinted
    assert not kept.right
    assert one.sums.streak == 0
    assert not one.paused


def test_a_book_that_cannot_keep_leaves_the_hand_where_it_was() -> None:
    class Full(MemoryBook):
        def keep(self, judged: Judged, scheduled: object = None) -> bool:
            raise DrillError(load("it-casino").title)

    one = drill(cells="hard5-10", book=Full())
    one.begin(START)
    step = one.step
    with pytest.raises(DrillError):
        one.answer(1, step, decision("hit"), START)
    assert (one.step, one.outcome, one.sums.answers) == (step, None, 0)


# a seed


def course(seed: str, book: MemoryBook, seconds: float, hands: int = 25) -> list[object]:
    """What is met by somebody who gives the same answers: every third one wrong."""
    one, met, now = drill("it-banco", book=book, seed=seed), [], START
    one.begin(now)
    while one.number <= hands:
        assert one.round is not None
        while not one.round.over:
            made = wrong(one.round) if one.sums.answers % 3 == 2 else right(one.round)
            now += timedelta(seconds=seconds)
            one.answer(one.number, one.step, decision(made), now, seconds=seconds)
            if one.paused and not one.round.over:
                one.go_on(one.number, one.step, now)
        met.append((one.item.code if one.item else "", one.round.record()))
        one.go_on(one.number, one.step, now)
    return met


def test_a_seed_repeats_a_drill_whoever_does_it_and_however_fast() -> None:
    full = MemoryBook()
    first = course("class 5b", MemoryBook(), 4.0)
    assert course("class 5b", MemoryBook(), 4.0) == first
    answers(drill("it-banco", book=full), 40)
    assert course("class 5b", full, 95.0) == first, "neither the book nor the time taken change it"
    assert course("class 5c", MemoryBook(), 4.0) != first


# what comes next


def test_due_comes_first_then_what_costs_most() -> None:
    items = among("it-casino")
    memory = Memory()
    assert next_item(items, memory, START) == items[0]
    judged = _judged("soft18-9", "mistake")
    memory.note(judged, scheduled_after(None, judged))
    assert next_item(items, memory, START).code != "soft18-9"
    assert next_item(items, memory, START + timedelta(minutes=2)).code == "soft18-9"
    assert next_item(items, memory, START + timedelta(minutes=2), last="soft18-9").code != "soft18-9"


def test_a_row_that_is_got_wrong_comes_sooner() -> None:
    items = among("it-casino", "hard,soft")

    def comes(memory: Memory) -> int:
        """Place of the first cell of the row among those never asked."""
        left = list(items)
        for place in range(len(left)):
            found = next_item(left, memory, START)
            if found.row == "soft17":
                return place
            left.remove(found)
        raise AssertionError("it never comes")

    known, missed = Memory(), Memory()
    for up in ("7", "8"):
        for memory, grade in ((known, "best"), (missed, "mistake")):
            judged = _judged(f"soft17-{up}", grade)
            memory.note(judged, scheduled_after(None, judged))
    assert comes(missed) < comes(known)


@pytest.mark.parametrize("name", ["it-casino", "it-banco"])
@pytest.mark.parametrize("row", ["soft18", "hard12", "pairs9"])
def test_a_known_weakness_is_drilled(name: str, row: str) -> None:
    """After 200 hands the weak cells came at least three times as often as chance would have it."""
    book = MemoryBook()
    one = drill(name, book=book)
    weak = {code for code in items_of(one.rules) if code.startswith(f"{row}-")}
    met: Counter[str] = Counter()
    now = START
    for _ in range(200):
        one.begin(now)
        assert one.item is not None
        met[one.item.code] += 1
        now = answers(one, 1, now, lambda code: code in weak)
    chance = len(weak) / len(items_of(one.rules))
    share = sum(met[code] for code in weak) / 200
    assert share >= 3 * chance, f"{share / chance:.1f} times chance"
    assert len(set(met) - weak) > 40, "and the rest is not forgotten"


def test_a_perfect_learner_sees_intervals_grow() -> None:
    book, now = MemoryBook(), START
    gaps = []
    for _ in range(7):
        one = drill(cells="hard12-10", book=book)
        answers(one, 1, now)
        due = book.scheduled("it-casino")["hard12-10"].due
        gaps.append(due - now)
        now = due
    assert all(later > sooner for sooner, later in pairwise(gaps))
    assert gaps[-1] > timedelta(days=60)


def test_the_filters_weak_and_due_follow_the_book() -> None:
    book = MemoryBook()
    one = drill(text="weak", book=book)
    one.begin(START)
    assert one.round is None
    assert one.empty is not None
    assert "None of these cells is weak" in str(one.empty)
    two = drill(cells="hard5-10", book=book)
    two.begin(START)
    two.answer(1, two.step, decision("stand"), START)
    one.refresh()
    one.go_on(one.number, one.step, START)
    assert one.item is not None
    assert one.item.code == "hard5-10"
    today = drill(text="due", book=book)
    today.begin(START)
    assert today.item is not None
    assert today.item.code == "hard5-10", "it was got wrong, and is due again before the day is over"
    today.answer(1, today.step, decision("hit"), START + timedelta(minutes=5))
    while today.round is not None and today.number == 1:
        if not today.round.over:
            today.answer(1, today.step, decision(right(today.round)), START + timedelta(minutes=5))
        today.go_on(1, today.step, START + timedelta(minutes=5))
    assert "hard5-10" not in ("" if today.item is None else today.item.code)
    later = drill(text="due", book=book)
    later.begin(book.scheduled("it-casino")["hard5-10"].due - timedelta(hours=1))
    assert later.item is not None


def test_an_unknown_choice_leaves_the_drill_where_it_was() -> None:
    one = drill()
    one.begin(START)
    before = (one.number, one.item, one.chosen)
    with pytest.raises(DrillError):
        one.choose(read_filter(cells="hard99-2"), START)
    assert (one.number, one.item, one.chosen) == before


# ratings


def _judged(cell: str, grade: str, seconds: float | None = None, *, hinted: bool = False) -> Judged:
    return Judged("x" + cell, START, "drill", "it-casino", "", cell, (10, 6), 10, "hit", "hit", grade, 0.1, 1.0, hinted, seconds)


@pytest.mark.parametrize(
    ("judged", "name"),
    [
        (_judged("hard16-10", "mistake", 1.0), "Again"),
        (_judged("hard16-10", "best", 1.0, hinted=True), "Again"),
        (_judged("hard16-10", "near", 5.0), "Hard"),
        (_judged("hard16-10", "best", 30.0), "Hard"),
        (_judged("hard16-10", "best", 5.0), "Good"),
        (_judged("hard16-10", "chart"), "Good"),
        (_judged("hard16-10", "best", 1.0), "Easy"),
    ],
)
def test_what_a_decision_says_of_memory(judged: Judged, name: str) -> None:
    assert rating(judged).name == name


def test_a_decision_at_the_table_is_a_review_of_its_cell_too() -> None:
    book = MemoryBook()
    played = _judged("hard16-10", "best")
    due = review(book, played)
    book.keep(played, due)
    assert book.scheduled("it-casino")["hard16-10"] == due
    assert due.due > START + timedelta(hours=12)
    assert json.loads(due.state)["last_review"] == START.isoformat()
    assert review(book, _judged("hard16-10", "mistake")).due < due.due


def test_a_state_that_cannot_be_read_begins_anew() -> None:
    before = scheduled_after(None, _judged("hard16-10", "best"))
    broken = type(before)(before.document, before.readings, before.cell, before.due, '{"card_id": "?"}')
    assert scheduled_after(broken, _judged("hard16-10", "best")) == scheduled_after(None, _judged("hard16-10", "best"))


def test_a_cell_is_weak_while_its_latest_answers_are_wrong() -> None:
    record = CellRecord()
    assert not record.weak
    record.add(_judged("hard16-10", "mistake"))
    assert record.weak
    for _ in range(3):
        record.add(_judged("hard16-10", "best"))
    assert not record.weak
    assert (record.count, record.wrong) == (4, 1)


def test_codes_name_cells_as_the_chart_does() -> None:
    assert code_of("action", (1, 7), 1) == "soft18-A"
    assert code_of("surrender", (10, 6), 10) == "hard16-10"
    assert code_of("action", (8, 8), 10) == "pairs8-10"
    assert code_of("insurance", (8, 8), 1) == INSURANCE
    assert VALUES[0] == "A"
    assert SECONDS > 0
