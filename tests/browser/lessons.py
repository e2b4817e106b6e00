"""The lessons as tests meet them: which there are, and how their exercises and tables are answered in a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from bjlearn.cards import card
from bjlearn.practice import HandTotal, Judgement, Laid, Task, exercise_ids, find_exercise
from bjlearn.text import Message
from tests.lessons.solutions import SOLUTIONS

ROOT = Path(__file__).parents[2]
LESSONS = sorted(path.stem for path in (ROOT / "lessons").glob("*.ipynb"))
CODE = {
    "01.total-function": """\
def total(cards):
    low = sum(1 if card == "A" else 10 if card in "JQK" else int(card) for card in cards)
    soft = "A" in cards and low <= 11
    return low + 10 * soft, soft
import bjlearn
bjlearn.check("01.total-function", total)""",
    "03.dealer-function": """\
def dealer(cards):
    points = aces = 0
    for card in cards:
        points += 1 if card == "A" else 10 if card in "JQK" else int(card)
        aces += card == "A"
        total = points + 10 if aces and points <= 11 else points
        if total >= 17:
            return total
import bjlearn
bjlearn.check("03.dealer-function", dealer)""",
    "04.ev-function": """\
def ev(results):
    return sum(results) / len(results)
import bjlearn
bjlearn.check("04.ev-function", ev)""",
    "09.chart-function": """\
def basic(hand):
    total, up = hand
    low = 4 if total == 12 else 2
    return "stand" if total >= 17 or low <= up <= 6 else "hit"
import bjlearn
bjlearn.check("09.chart-function", basic)""",
}
"""What a student writes for the exercises that are answered in Python."""


def title(lesson: str) -> str:
    """The heading of a lesson."""
    cells = json.loads((ROOT / "lessons" / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    found = re.search(r"^# (.+)$", "".join(cells[0]["source"]), re.MULTILINE)
    assert found
    return found[1]


def by_widget(lesson: str) -> list[str]:
    """The exercises of a lesson that are answered without code."""
    return [name for name in exercise_ids(lesson[:2]) if name not in CODE]


def exercise(page: Page, name: str) -> Locator:
    return page.locator(f"[data-exercise='{name}']")


def answer(shown: Locator, number: str, radio: str) -> None:
    """Fill whatever fields the exercise has, and check by the Enter key or by the button."""
    field, choice = shown.locator("input[type=text]"), shown.locator(f"input[type=radio][value='{radio}']")
    if choice.count():
        choice.check()
    if field.count():
        field.fill(number)
        field.press("Enter")
    else:
        shown.get_by_role("button", name="Check").click()


def solved_by_eye(shown: Locator, name: str) -> tuple[str, str]:
    """The right answer, from the question and the cards that are shown: a number, and a radio button where there is one."""
    expect(shown.locator(".bjx-question")).not_to_be_empty()
    laid = [
        Laid(
            Message("{label}", label=group.locator("figcaption").inner_text()),
            tuple(card(rank) for rank in group.locator(".bjx-rank").all_text_contents()),
        )
        for group in shown.locator(".bjx-laid").all()
    ]
    question = Message("{question}", question=shown.locator(".bjx-question").text_content())
    task: Task[object] = Task(question, lambda _: Judgement(False), (), Message(""), tuple(laid))
    right = SOLUTIONS[name](task)
    if isinstance(find_exercise(name).kind, HandTotal):
        assert isinstance(right, tuple)
        return str(right[0]), "soft" if right[1] else "hard"
    return str(right), str(right)


def wrong_then_right(shown: Locator, name: str) -> None:
    said = shown.locator(".bjx-reply")
    number, radio = solved_by_eye(shown, name)
    others = [value for field in shown.locator("input[type=radio]").all() if (value := field.get_attribute("value")) != radio]
    answer(shown, "98" if number == "99" else "99", others[0] if others else "")
    expect(said).to_have_attribute("data-tone", "wrong")
    assert len(said.locator("p").all()) >= 2, "a hint"
    answer(shown, number, radio)
    expect(said).to_have_attribute("data-tone", "right")
    expect(shown).to_have_attribute("data-solved", "true")


def play_on(table: Locator) -> None:
    """Play a table's round to its end by what declines and stands; where there is a next round, deal it."""
    bar = table.locator(".bjt-bar")
    declining = bar.locator("[data-do='decide:stand'], [data-do='decide:no insurance'], [data-do='decide:no surrender']")
    deal = bar.locator("[data-do='deal']")
    for _ in range(8):
        expect(declining.or_(deal).first).to_be_visible()
        if deal.count():
            break
        before = bar.inner_text()
        declining.first.click()
        expect(bar).not_to_have_text(before, use_inner_text=True)
    deal.click()
    expect(declining.or_(deal).first).to_be_visible()
