"""The public view: what a person at the table may see, as plain data. It is all that leaves for a browser or an AI player."""

from __future__ import annotations

from typing import Any

from bjlearn.cards import score
from bjlearn.game.hand import Hand, Seat
from bjlearn.game.money import plain
from bjlearn.game.progress import Progress
from bjlearn.rules import Insurance


def view(round_: Progress) -> dict[str, Any]:
    """The public view of a round: no hole card before it is shown, no order of the shoe, no seed.

    Returns:
        ``step``, ``over``, ``looked``, ``cards_left``, ``dealer``, ``seats``, ``bankrolls`` and ``question``, made of plain
        data; a card that lies face down is None.
    """
    return {
        "step": round_.step,
        "over": round_.over,
        "looked": round_.looked,
        "cards_left": round_.shoe.left,
        "dealer": _dealer(round_.dealer, shown=round_.hole_shown),
        "seats": [_seat(index, seat) for index, seat in enumerate(round_.seats)],
        "bankrolls": [plain(chips) for chips in round_.bankrolls],
        "question": _question(round_),
    }


def _dealer(dealer: Hand, *, shown: bool) -> dict[str, Any]:
    if not shown:
        upcard = dealer.cards[0]
        total, soft = score(upcard.value, int(upcard.value == 1))
        return {"cards": [str(upcard), None], "total": total, "soft": soft, "natural": False, "bust": False}
    return {
        "cards": [str(card) for card in dealer.cards],
        "total": dealer.total,
        "soft": dealer.soft,
        "natural": dealer.two_card_21,
        "bust": dealer.bust,
    }


def _seat(index: int, seat: Seat) -> dict[str, Any]:
    insurance = None
    if seat.insurance:
        insurance = {"stake": plain(seat.insurance), "result": seat.insurance_result, "net": plain(seat.insurance_net)}
    return {
        "seat": index,
        "purse": seat.purse,
        "stake": seat.stake,
        "standing": plain(seat.standing),
        "insurance": insurance,
        "hands": [_hand(number, hand) for number, hand in enumerate(seat.hands)],
    }


def _hand(number: int, hand: Hand) -> dict[str, Any]:
    return {
        "hand": number,
        "cards": [str(card) for card in hand.cards],
        "total": hand.total,
        "soft": hand.soft,
        "natural": hand.natural,
        "bust": hand.bust,
        "doubled": hand.doubled,
        "from_split": hand.from_split,
        "stake": plain(hand.stake),
        "done": hand.done,
        "result": hand.result,
        "net": plain(hand.net),
    }


def _question(round_: Progress) -> dict[str, Any] | None:
    asked = round_.question
    if asked is None:
        return None
    insurance = None
    if asked.kind == "insurance":
        insurance = {"most": plain(round_.most_insurance), "exactly": round_.rules.insurance is Insurance.HALF}
    return {
        "kind": asked.kind,
        "seat": asked.seat,
        "hand": asked.hand,
        "legal": list(round_.legal()),
        "illegal": {
            name: {"code": why.code, "field": why.field, "text": why.message.text()} for name, why in round_.illegal().items()
        },
        "insurance": insurance,
    }
