"""What happened, in words: the difference of two public views, for a live region that a screen reader reads out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bjlearn.text import N_, Message
from bjlearn.widgets.shown import Chips

View = Mapping[str, Any]

_RANKS = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
_SUITS = {"s": N_("spades"), "h": N_("hearts"), "d": N_("diamonds"), "c": N_("clubs")}
RESULTS: Mapping[str, str] = {
    "natural": N_("natural"),
    "win": N_("win"),
    "push": N_("push"),
    "lose": N_("lose"),
    "bust": N_("bust"),
    "surrender": N_("surrendered"),
    "returned": N_("stake back"),
}


def card_words(code: str) -> Message:
    """A card in words: ``"10h"`` is the 10 of hearts."""
    rank, suit = (code[:-1], code[-1]) if code[-1] in _SUITS else (code, "")
    rank_words = Message(_RANKS[rank]) if rank in _RANKS else rank
    if not suit:
        return Message("{rank}", rank=rank_words)
    return Message("{rank} of {suit}", rank=rank_words, suit=Message(_SUITS[suit]))


def total_words(hand: View) -> Message:
    """A hand's total in words: soft 17, natural, bust."""
    if hand["natural"]:
        return Message("natural")
    if hand["bust"]:
        return Message("{total}, bust", total=hand["total"])
    return Message("soft {total}" if hand["soft"] and hand["total"] <= 21 else "{total}", total=hand["total"])


def said(before: View | None, after: View, language: str) -> str:
    """What happened between two public views of a round, and what is asked now.

    Args:
        before: the earlier view; None where the round has just been dealt.
        after: the later view.
        language: of the words.
    """
    sentences = (*_cards(before, after), *_dealer(before, after), *_results(before, after), *_asked(after))
    return " ".join(sentence.text(language) for sentence in sentences)


def _name(view: View, seat: int, hand: int) -> Message:
    """What a hand is called: by its place where there are several."""
    parts = len(view["seats"][seat]["hands"])
    name = view["seats"][seat].get("name")  # where others sit at the table too
    if name is not None:
        return Message("{name}, part {part}", name=name, part=hand + 1) if parts > 1 else name
    if len(view["seats"]) > 1 and parts > 1:
        return Message("Hand {n}, part {part}", n=seat + 1, part=hand + 1)
    if len(view["seats"]) > 1:
        return Message("Hand {n}", n=seat + 1)
    if parts > 1:
        return Message("Hand {n} of {count}", n=hand + 1, count=parts)
    return Message("Your hand")


def _cards(before: View | None, after: View) -> Iterator[Message]:
    for index, seat in enumerate(after["seats"]):
        old_hands = [] if before is None else before["seats"][index]["hands"]
        split = before is not None and len(old_hands) != len(seat["hands"])
        for number, hand in enumerate(seat["hands"]):
            name = _name(after, index, number)
            old = old_hands[number]["cards"] if number < len(old_hands) else None
            if old == hand["cards"]:
                continue
            total = total_words(hand)
            if old is None or split:
                yield Message(
                    "{hand}: {cards}, {total}.", hand=name, cards=[card_words(code) for code in hand["cards"]], total=total
                )
            else:
                new = [card_words(code) for code in hand["cards"][len(old) :]]
                yield Message("{hand} draws {cards}: {total}.", hand=name, cards=new, total=total)


def _dealer(before: View | None, after: View) -> Iterator[Message]:
    old = [] if before is None else before["dealer"]["cards"]
    cards = after["dealer"]["cards"]
    if cards != old:
        seen = [card_words(code) for code in cards if code is not None]
        if None in cards:
            yield Message("The dealer shows {cards}.", cards=seen)
        else:
            yield Message("The dealer has {cards}: {total}.", cards=seen, total=total_words(after["dealer"]))
    if after["looked"] is False and (before is None or before["looked"] is None):
        yield Message("The dealer looked: no natural.")


def _results(before: View | None, after: View) -> Iterator[Message]:
    for index, seat in enumerate(after["seats"]):
        old_seat = None if before is None else before["seats"][index]
        insurance = seat["insurance"]
        was = None if old_seat is None or old_seat["insurance"] is None else old_seat["insurance"]["result"]
        if insurance is not None and insurance["result"] is not None and was is None:
            yield Message("Insurance {net}.", net=Chips(insurance["net"]))
        for number, hand in enumerate(seat["hands"]):
            old_hands = [] if old_seat is None else old_seat["hands"]
            known = old_hands[number]["result"] if number < len(old_hands) else None
            if hand["result"] is not None and known is None:
                result = Message(RESULTS[hand["result"]])
                yield Message("{hand}: {result}, {net}.", hand=_name(after, index, number), result=result, net=Chips(hand["net"]))


def _asked(view: View) -> Iterator[Message]:
    asked = view["question"]
    if asked is None or view["seats"][asked["seat"]].get("mate"):
        return
    name = _name(view, asked["seat"], asked["hand"])
    total = total_words(view["seats"][asked["seat"]]["hands"][asked["hand"]])
    if asked["kind"] == "insurance":
        yield Message("{hand}, {total}: insurance?", hand=name, total=total)
    elif asked["kind"] == "surrender":
        yield Message("{hand}, {total}: surrender before the dealer looks?", hand=name, total=total)
    else:
        yield Message("{hand}, {total}: your move.", hand=name, total=total)
