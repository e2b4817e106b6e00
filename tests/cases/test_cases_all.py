"""Every case that concerns the game, the shoe or the table has a test that bears its number."""

import re
from pathlib import Path

TESTS = Path(__file__).parent.parent

GAME = {*range(1, 80, 2)} - {21, 71}
"""C-001 to C-079 but for the two of the simulation."""


def test_every_case_of_the_game_is_tested() -> None:
    found = set()
    for path in [*TESTS.glob("game/*.py"), *TESTS.glob("cases/*.py")]:
        text = path.read_text(encoding="utf-8")
        found |= {int(number) for number in re.findall(r"def test_C_(\d{3})_", text)}
        found |= {int(number) for number in re.findall(r'id="C-(\d{3})', text)}
    assert GAME | {119} <= found, sorted((GAME | {119}) - found)
