"""What a person fills in on the Simulate screen, what is wrong with it in a sentence each, who can play. No widget in here."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bjlearn.text import N_, BjlearnError, Message, Whole


class FormError(BjlearnError):
    """Something that cannot be simulated as it was filled in."""


PARTS: Mapping[str, str] = {
    "long": N_("The long run"),
    "players": N_("Players"),
    "cut": N_("Cut card"),
    "bank": N_("Bankroll"),
}
"""The parts of the screen, in their order."""

USED: Mapping[str, tuple[str, ...]] = {
    "long": ("who", "rounds", "hands", "shoe", "seed"),
    "players": ("rounds", "hands", "shoe", "seed"),
    "cut": ("who", "rounds", "hands", "seed"),
    "bank": ("who", "bankroll", "stake", "length", "sessions", "shoe", "seed"),
}
"""The fields of each part."""

WHO: Mapping[str, str] = {
    "hard": N_("Hard: exact, by the cards"),
    "total": N_("The exact chart of totals"),
    "normal": N_("Normal: the common table"),
    "easy": N_("Easy: draws below 17"),
    "never": N_("Never bust: stands on 12 up"),
    "mine": N_("Your own habits"),
}
"""Who can play."""

SHOES: Mapping[str, str] = {"fresh": N_("fresh for every round"), "cut": N_("dealt to the cut card")}

NUMBERS: Mapping[str, tuple[str, int, int]] = {
    "rounds": (N_("The number of rounds"), 1, 200_000_000),
    "hands": (N_("The number of hands"), 1, 7),
    "seed": (N_("A seed"), 0, 10**15),
    "bankroll": (N_("The bankroll"), 1, 1_000_000),
    "stake": (N_("The stake"), 1, 1_000_000),
    "length": (N_("The number of rounds"), 1, 100_000),
    "sessions": (N_("The number of sessions"), 1, 50_000),
}
"""Fields that are whole numbers: what they are called in a sentence, the least and the most."""

START: Mapping[str, str] = {
    "who": "hard",
    "rounds": "1 000 000",
    "hands": "1",
    "shoe": "fresh",
    "bankroll": "200",
    "stake": "10",
    "length": "500",
    "sessions": "2 000",
}

MOST_PLAYED = 50_000_000
"""Rounds of all sessions together."""

ENOUGH = 30
"""Decisions by one document after which a person has habits that can be simulated."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A form without a fault.

    Attributes:
        part: of the screen, one of :data:`PARTS`.
        who: one of :data:`WHO`.
        shoe: one of :data:`SHOES`.
        numbers: by the names of :data:`NUMBERS`.
    """

    part: str
    who: str
    shoe: str
    numbers: Mapping[str, int]


class Form:
    """What is filled in, as text: a faulty entry stays as it was typed, with what is wrong with it.

    Args:
        seed: as an address gives it; a number by chance where it gives none.
    """

    def __init__(self, seed: str = "") -> None:
        self.entries = {**START, "seed": seed or new_seed()}

    def set(self, name: str, text: str) -> None:
        """Fill in a field.

        Raises:
            FormError: there is no such field, or nothing of the kind to choose.
        """
        listed: Sequence[str] | None = {"who": list(WHO), "shoe": list(SHOES)}.get(name)
        if name not in self.entries or (listed is not None and text not in listed):
            raise FormError(Message("There is nothing like that to choose here."))
        self.entries[name] = text

    def faults(self, part: str, *, cut_card: bool, habits: int) -> dict[str, Message]:
        """What is wrong, by field.

        Args:
            part: whose fields.
            cut_card: whether the rules have a cut card.
            habits: how many decisions the person has made by them.
        """
        found: dict[str, Message] = {}
        for name in USED[part]:
            text = self.entries[name]
            if name in NUMBERS:
                fault = _number_fault(name, text)
            elif name == "who":
                fault = None if text != "mine" or habits >= ENOUGH else too_few(habits)
            else:
                fault = None if text != "cut" or cut_card else NO_CUT
            if fault is not None:
                found[name] = fault
        if part == "bank" and not found:
            found = self._bank_faults()
        return found

    def _bank_faults(self) -> dict[str, Message]:
        stake, bankroll = int_of(self.entries["stake"]), int_of(self.entries["bankroll"])
        played = (int_of(self.entries["length"]) or 0) * (int_of(self.entries["sessions"]) or 0)
        if stake is not None and bankroll is not None and stake > bankroll:
            return {"stake": Message("The stake is at most the bankroll, {bankroll} chips.", bankroll=Whole(bankroll))}
        if played > MOST_PLAYED:
            most = Message(
                "All sessions together have at most {most} rounds, not {count}: take fewer or shorter ones.",
                most=Whole(MOST_PLAYED),
                count=Whole(played),
            )
            return {"sessions": most}
        return {}

    def filled(self, part: str, *, cut_card: bool, habits: int) -> Filled:
        """The form of a part, read.

        Raises:
            FormError: the first thing that is wrong.
        """
        for fault in self.faults(part, cut_card=cut_card, habits=habits).values():
            raise FormError(fault)
        numbers = {name: int_of(self.entries[name]) or 0 for name in USED[part] if name in NUMBERS}
        return Filled(part, self.entries["who"], self.entries["shoe"] if "shoe" in USED[part] else "fresh", numbers)


NO_CUT = Message("These rules have no cut card: the shoe is shuffled before every round.")


def too_few(habits: int) -> Message:
    """Why a person's habits cannot be simulated yet."""
    return Message(
        "Your habits can be played once you have made {most} decisions by this document; so far it is {count}.",
        most=ENOUGH,
        count=habits,
    )


def new_seed() -> str:
    """A seed by chance, short enough to be told to somebody."""
    return str(secrets.randbelow(10**6))


_NUMBER = re.compile(r"[0-9]{1,18}")


def int_of(text: str) -> int | None:
    """A whole number as people write it, with blanks, points or commas between thousands; None where it is none."""
    plain = text.strip()
    if re.fullmatch(r"[0-9]{1,3}([ .,'\u00a0\u202f_][0-9]{3})+", plain):
        plain = re.sub(r"[^0-9]", "", plain)
    return int(plain) if _NUMBER.fullmatch(plain) else None


def _number_fault(name: str, text: str) -> Message | None:
    what, least, most = NUMBERS[name]
    number = int_of(text)
    if number is not None and least <= number <= most:
        return None
    return Message(
        "{what} is a whole number from {least} to {most}, not {value}.",
        what=Message(what),
        least=Whole(least),
        most=Whole(most),
        value=text.strip()[:30] or '""',
    )
