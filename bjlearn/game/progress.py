"""The way of a round: what is asked, what may be done and why not, what happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bjlearn.cards import Card, Shoe
from bjlearn.game import legality
from bjlearn.game.decisions import ANSWERS, Answer, Decision, Insure, Kind, Question
from bjlearn.game.errors import GameError
from bjlearn.game.events import Acted, Asked, Dealt, Drew, Event, Insured, Looked, Reshuffled, Revealed
from bjlearn.game.hand import Hand, Seat
from bjlearn.game.money import Money, half, times
from bjlearn.game.settlement import settle
from bjlearn.game.stakes import check_cards, place_stakes
from bjlearn.legality import Reason, reason
from bjlearn.rules import Action, Insurance, Rules, Surrender

_NAMED = (Action, Answer)


class Progress:
    """One deal, from stakes to settlement. The cards are dealt at once.

    Every decision is asked for in three ways: :meth:`why_not` (the reason, and the rule it rests on), :meth:`may`, and
    :meth:`do`. What has happened is in :attr:`events`.

    Args:
        rules: of the game.
        shoe: the cards still to come.
        stakes: the opening stake of each place, in dealing order: whole chips above 0.
        bankrolls: chips of each purse before the stakes are placed.
        purses: for each place, which of the bankrolls pays for it; all the first by default.
        standing: for each place, chips of an earlier push that lie there already and are part of its stake.

    Attributes:
        question: what is asked now; None when the round is over.
        step: number of decisions made.
        events: all that has happened.
        seats: the places.
        dealer: the dealer's hand, hole card second.
        bankrolls: chips of each purse, those on the table taken off.
        looked: None before a look or without one, else whether it showed a natural.
        hole_shown: whether the hole card lies face up.
        start: what the round began with: bankrolls, standing chips, cards left, discards, and whether their order was given.

    Raises:
        GameError: a stake that is none, too many places, chips or cards that do not suffice.
    """

    __slots__ = ("bankrolls", "dealer", "events", "hole_shown", "looked", "question", "rules", "seats", "shoe", "start", "step")

    def __init__(
        self,
        rules: Rules,
        shoe: Shoe,
        stakes: Sequence[int],
        bankrolls: Sequence[Money],
        purses: Sequence[int] | None = None,
        standing: Sequence[Money] | None = None,
    ) -> None:
        self.rules = rules
        self.shoe = shoe
        self.events: list[Event] = []
        self.question: Question | None = None
        self.step = 0
        self.looked: bool | None = None
        self.hole_shown = False
        self.dealer = Hand()
        self.bankrolls = list(bankrolls)
        self.start = (tuple(bankrolls), tuple(standing or ()), shoe.left, shoe.discards, shoe.given)
        self.seats = place_stakes(self.bankrolls, stakes, (0,) * len(stakes) if purses is None else purses, standing)
        check_cards(shoe, shoe.left + shoe.discards, len(stakes))
        self._deal()

    # what may be done

    @property
    def over(self) -> bool:
        """Whether every hand is settled."""
        return self.question is None

    @property
    def upcard(self) -> Card:
        """The dealer's first card, face up."""
        return self.dealer.cards[0]

    @property
    def hand(self) -> Hand:
        """The hand about which something is asked.

        Raises:
            GameError: the round is over.
        """
        asked = self.question
        if asked is None:
            raise GameError(reason("over").message)
        return self.seats[asked.seat].hands[asked.hand]

    @property
    def net(self) -> Money:
        """What the round has won or lost so far, insurance included: the sum over all places."""
        nets = [hand.net for seat in self.seats for hand in seat.hands]
        return sum((net for net in (*nets, *(seat.insurance_net for seat in self.seats)) if net is not None), 0)

    def why_not(self, decision: Decision) -> Reason | None:
        """The reason why a decision is not legal now; None where it is."""
        asked = self.question
        if asked is None:
            return reason("over")
        seat = self.seats[asked.seat]
        chips = self.bankrolls[seat.purse]
        if _name(decision) not in ANSWERS[asked.kind]:
            return reason("not-asked", answers=list(self.legal()))
        if isinstance(decision, Insure):
            return legality.insurance_refusal(self.rules, seat, chips, decision)
        code = self._refusal(decision)
        if code is None:
            return None
        hand = seat.hands[asked.hand]
        return reason(code, needed=hand.stake, left=chips, most=self.rules.max_hands)

    def may(self, decision: Decision) -> bool:
        """Whether a decision is legal now."""
        asked = self.question
        if asked is None or _name(decision) not in ANSWERS[asked.kind]:
            return False
        if isinstance(decision, Insure):
            seat = self.seats[asked.seat]
            return legality.insurance_refusal(self.rules, seat, self.bankrolls[seat.purse], decision) is None
        return self._refusal(decision) is None

    def legal(self) -> tuple[str, ...]:
        """The names of the decisions that are legal now, in a fixed order; empty when the round is over."""
        asked = self.question
        if asked is None:
            return ()
        if asked.kind == "insurance":
            return ANSWERS["insurance"] if self.most_insurance else (Answer.NO_INSURANCE.value,)
        if asked.kind == "surrender":
            return ANSWERS["surrender"]
        return tuple(action.value for action in Action if self._refusal(action) is None)

    def illegal(self) -> dict[str, Reason]:
        """The answers to what is asked now that are not legal, each with its reason."""
        asked = self.question
        if asked is None or asked.kind == "surrender":
            return {}
        decisions: tuple[Decision, ...] = (Insure(),) if asked.kind == "insurance" else tuple(Action)
        if asked.kind == "insurance" and self.most_insurance:
            return {}
        found = ((_name(decision), self.why_not(decision)) for decision in decisions)
        return {name: why for name, why in found if why is not None}

    @property
    def most_insurance(self) -> Money:
        """The largest insurance that the place asked about may take now; 0 where it may take none."""
        asked = self.question
        if asked is None or asked.kind != "insurance":
            return 0
        seat = self.seats[asked.seat]
        chips = self.bankrolls[seat.purse]
        most = half(seat.stake)
        if chips >= most:
            return most
        return 0 if self.rules.insurance is Insurance.HALF else half(int(chips * 2))

    def do(self, decision: Decision, step: int | None = None) -> bool:
        """Carry out a decision.

        Args:
            decision: what is answered.
            step: the :attr:`step` at which it was made, where it comes from a screen; another than the present one is an old
                or repeated click and does nothing.

        Returns:
            Whether it was carried out.

        Raises:
            GameError: it is not legal; the sentence says why.
        """
        if step is not None and step != self.step:
            return False
        refused = None if self.may(decision) else self.why_not(decision)
        if refused is not None:
            raise GameError(refused.message)
        asked = self.question
        assert asked is not None
        self.step += 1
        self.question = None
        seat = self.seats[asked.seat]
        if asked.kind == "insurance":
            self._answer_insurance(seat, asked, decision)
        elif asked.kind == "surrender":
            if decision is Action.SURRENDER:
                self._surrender(seat, asked)
            else:
                self.events.append(Acted(asked.seat, asked.hand, decision.value, 0))  # type: ignore[union-attr]
            self._ask_surrender(asked.seat + 1)
        else:
            self._act(seat, asked, decision)
        return True

    def _refusal(self, decision: Action | Answer) -> str | None:
        """The code of the reason why an answer of the right kind is not legal."""
        asked = self.question
        assert asked is not None
        if asked.kind != "action" or not isinstance(decision, Action):
            return None
        seat = self.seats[asked.seat]
        hand = seat.hands[asked.hand]
        chips = self.bankrolls[seat.purse]
        return legality.code_refusal(decision, self.rules, hand, seat, chips, self.shoe, looked=self.looked is not None)

    # the way of a round

    def _deal(self) -> None:
        for number in range(2):
            for index, seat in enumerate(self.seats):
                card = self._draw()
                seat.hands[0].add(card)
                self.events.append(Dealt(index, card, face_down=False))
            card = self._draw()
            self.dealer.add(card)
            self.events.append(Dealt(None, card, face_down=number == 1))
        for seat in self.seats:
            self._close_if_over(seat.hands[0])
        if self.upcard.value == 1 and self.rules.insurance is not Insurance.NONE:
            self._ask("insurance", 0, 0)
        else:
            self._ask_surrender(0)

    def _ask(self, kind: Kind, seat: int, hand: int) -> None:
        self.question = Question(kind, seat, hand)
        self.events.append(Asked(kind, seat, hand))

    def _answer_insurance(self, seat: Seat, asked: Question, decision: Decision) -> None:
        amount: Money = 0
        if isinstance(decision, Insure):
            amount = half(seat.stake) if decision.amount is None else decision.amount
            seat.insurance = amount
            self.bankrolls[seat.purse] -= amount
        self.events.append(Acted(asked.seat, asked.hand, _name(decision), amount))
        if asked.seat + 1 < len(self.seats):
            self._ask("insurance", asked.seat + 1, 0)
        else:
            self._ask_surrender(0)

    def _ask_surrender(self, start: int) -> None:
        """Before the look, ask each place from this one on whether it gives up, where the rules let it."""
        if self.rules.surrender is Surrender.EARLY and self.rules.look.under(self.upcard.value):
            for index in range(start, len(self.seats)):
                if not self.seats[index].hands[0].natural:
                    self._ask("surrender", index, 0)
                    return
        self._look()

    def _look(self) -> None:
        if self.rules.look.under(self.upcard.value):
            self.looked = self.dealer.two_card_21
            self.events.append(Looked(self.looked))
            if not self.looked:
                self._settle_insurance()
        if self.looked:
            self._finish()
        else:
            self._play(0, 0)

    def _play(self, seat: int, hand: int) -> None:
        """Ask about the first hand from this one on that is not done; the dealer follows the last."""
        for place in range(seat, len(self.seats)):
            hands = self.seats[place].hands
            for index in range(hand if place == seat else 0, len(hands)):
                if self._has_choice(self.seats[place], hands[index]):
                    self._ask("action", place, index)
                    return
        self._finish()

    def _has_choice(self, seat: Seat, hand: Hand) -> bool:
        """Whether a hand has anything to decide; a split ace that can only stand has not, and is done."""
        if not hand.done and hand.from_split and hand.cards[0].value == 1 and self.rules.split_aces_one_card:
            hand.done = legality.split_refusal(self.rules, hand, seat, self.bankrolls[seat.purse], self.shoe) is not None
        return not hand.done

    def _act(self, seat: Seat, asked: Question, decision: Decision) -> None:
        hand = seat.hands[asked.hand]
        if decision is Action.STAND:
            self.events.append(Acted(asked.seat, asked.hand, "stand", 0))
            hand.done = True
        elif decision is Action.HIT:
            self.events.append(Acted(asked.seat, asked.hand, "hit", 0))
            self._draw_to(asked.seat, asked.hand)
        elif decision is Action.DOUBLE:
            self.events.append(Acted(asked.seat, asked.hand, "double", hand.stake))
            self.bankrolls[seat.purse] -= hand.stake
            hand.stake *= 2
            hand.doubled = True
            self._draw_to(asked.seat, asked.hand)
            hand.done = True
        elif decision is Action.SPLIT:
            self._split(seat, asked)
        else:
            self._surrender(seat, asked)
        self._play(asked.seat, asked.hand)

    def _surrender(self, seat: Seat, asked: Question) -> None:
        hand = seat.hands[0]
        back = half(hand.stake)
        self.events.append(Acted(asked.seat, asked.hand, "surrender", back))
        self.bankrolls[seat.purse] += back
        hand.result, hand.net = "surrender", -back
        hand.done = True

    def _split(self, seat: Seat, asked: Question) -> None:
        hand = seat.hands[asked.hand]
        self.events.append(Acted(asked.seat, asked.hand, "split", hand.stake))
        self.bankrolls[seat.purse] -= hand.stake
        other = Hand(hand.stake, from_split=True)
        other.add(hand.give_up_card())
        hand.from_split = True
        seat.hands.insert(asked.hand + 1, other)
        self._draw_to(asked.seat, asked.hand)
        self._draw_to(asked.seat, asked.hand + 1)

    def _draw_to(self, seat: int, index: int) -> None:
        hand = self.seats[seat].hands[index]
        card = self._draw()
        hand.add(card)
        self.events.append(Drew(seat, index, card))
        self._close_if_over(hand)

    def _close_if_over(self, hand: Hand) -> None:
        """A hand that is bust, a natural, or at 21 where that ends it, is asked nothing more."""
        total = hand.total
        if total < 21:
            return
        if total > 21:
            hand.done = True
            hand.result, hand.net = "bust", -hand.stake
        elif len(hand.cards) == 2 and (not hand.from_split or self.rules.natural_after_split):
            hand.natural = hand.done = True
        elif self.rules.stop_at_21:
            hand.done = True

    def _draw(self) -> Card:
        shoe = self.shoe
        refills = shoe.refills
        back = shoe.discards
        card = shoe.draw()
        if shoe.refills != refills:
            self.events.append(Reshuffled(back))
        return card

    def _finish(self) -> None:
        """The dealer shows the hole card, draws where a hand is still in, and all is settled."""
        self.hole_shown = True
        self.events.append(Revealed(self.dealer.cards[1]))
        self._settle_insurance()
        if not self.dealer.two_card_21 and any(_still_in(hand) for hand in self.all_hands()):
            self._dealer_draws()
        self.events.extend(settle(self.rules, self.seats, self.dealer, self.bankrolls))

    def _dealer_draws(self) -> None:
        dealer = self.dealer
        shoe = self.shoe
        while dealer.total < 17 or (dealer.total == 17 and dealer.soft and self.rules.hits_soft_17):
            if not shoe.given and shoe.left + shoe.discards == 0:
                return
            card = self._draw()
            dealer.add(card)
            self.events.append(Drew(None, None, card))

    def _settle_insurance(self) -> None:
        natural = self.dealer.two_card_21
        for index, seat in enumerate(self.seats):
            if not seat.insurance or seat.insurance_result is not None:
                continue
            if natural:
                won = times(seat.insurance, self.rules.insurance_pays)
                self.bankrolls[seat.purse] += seat.insurance + won
                seat.insurance_result, seat.insurance_net = "win", won
            else:
                seat.insurance_result, seat.insurance_net = "lose", -seat.insurance
            self.events.append(Insured(index, seat.insurance_result, seat.insurance_net))

    def all_hands(self) -> Iterator[Hand]:
        """The hands of all places, in playing order."""
        for seat in self.seats:
            yield from seat.hands


def _name(decision: Decision) -> str:
    """The name of a decision; empty for anything else, which is an answer to no question."""
    if isinstance(decision, Insure):
        return "insure"
    return decision.value if type(decision) in _NAMED else ""


def _still_in(hand: Hand) -> bool:
    return hand.result is None and not hand.natural
