"""The exercises of lesson 11: luck."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from bjlearn.practice.answers import Choice, Number
from bjlearn.practice.exercises import Exercise, Task, by_value
from bjlearn.practice.rounds import NEAR, rounded
from bjlearn.text import Message

_ROOTS = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100)
"""Square roots of numbers of rounds."""


# how far luck reaches


def _spread(random: Random) -> Task[Fraction]:
    root, stake = random.choice(_ROOTS), random.choice((2, 5, 10, 20, 25))
    each = Fraction(random.choice((100, 110, 112, 114, 115, 116, 120)), 100)
    rounds = root * root
    right = each * root * stake

    def remark(given: Fraction) -> Message | None:
        if given == each * rounds * stake:
            return Message("So far it would reach if every round went the same way. Good and bad luck cancel out in part.")
        if given == each * stake:
            return Message("That is the spread of one round.")
        if given == each * root:
            return Message("That is in stakes. How many chips are they?")
        return None

    return Task(
        Message(
            "The net result of one round has a spread (standard deviation) of {each} stakes. You play {rounds} rounds with "
            "{stake} chips on each. What is the spread of the whole evening's result, in chips?",
            each=each,
            rounds=rounds,
            stake=stake,
        ),
        by_value(Number(Fraction(1, 100)), right, remark),
        (
            Message("Four times as many rounds have twice the spread: it grows with the square root of their number."),
            Message("Take the square root of the number of rounds, multiply with the spread of one round, and with the stake."),
        ),
        Message(
            "The square root of {rounds} is {root}: {each} × {root} × {stake} = {right} chips.",
            rounds=rounds,
            root=root,
            each=each,
            stake=stake,
            right=right,
        ),
    )


# when the edge is as large as luck


def _when(random: Random) -> Task[Fraction]:
    while True:
        each = Fraction(random.choice((100, 105, 110, 112, 114, 115, 116, 120, 125)), 100)
        edge = Fraction(random.choice((25, 40, 50, 60, 75, 80, 100, 125, 150, 200, 250, 400, 500)), 100)
        ratio = each / (edge / 100)
        if (ratio * ratio).denominator == 1:
            break
    right = ratio * ratio

    def remark(given: Fraction) -> Message | None:
        if given == ratio:
            return Message("By then the edge has grown that many times. But luck has grown too.")
        if given == right / 10_000:
            return Message("An edge is told in percent: so many stakes for each hundred.")
        return None

    return Task(
        Message(
            "A game has a house edge of {edge} %, and the result of one round has a spread (standard deviation) of {each} times "
            "the stake. After how many rounds is the average loss just as large as the spread of all these rounds together?",
            edge=edge,
            each=each,
        ),
        by_value(Number(Fraction(1, 2)), right, remark),
        (
            Message("The average loss grows with the number of rounds, the spread only with its square root."),
            Message("Divide the spread of one round by its average loss. The square root of the rounds is that number."),
        ),
        Message(
            "One round loses {loss} stakes on average; {each} : {loss} = {ratio}, and {ratio} × {ratio} = {right} rounds.",
            loss=edge / 100,
            each=each,
            ratio=ratio,
            right=right,
        ),
    )


# what figures can tell

_FITS = Choice({"fits": Message("It may be luck"), "not": Message("It is hardly luck")})


def _fits(random: Random) -> Task[str]:
    edge = Fraction(random.choice((40, 46, 48, 50, 52, 60, 100, 174)), 100)
    root = random.choice((10, 20, 30, 40, 50, 100, 200))
    each = Fraction(random.choice((110, 114, 115, 116, 120)), 100)
    error = 100 * each / root
    times = Fraction(random.choice((-45, -40, -35, -30, -15, -10, -5, 5, 10, 15, 30, 35, 40, 45)), 10)
    mean = Fraction(round(100 * (times * error - edge)), 100)
    away = (mean + edge) / error
    right = "fits" if abs(away) < 2 else "not"
    return Task(
        Message(
            "Somebody says: I play well. The house edge is {edge} %, the spread of one round {each} stakes. In {rounds} rounds "
            "the mean result was {mean} % of the stake. May the distance to the exact return be luck, good or bad?",
            edge=edge,
            each=each,
            rounds=root * root,
            mean=mean,
        ),
        by_value(
            _FITS,
            right,
            lambda _: Message("The size of the result alone does not tell. How far do so few, or so many, rounds spread?"),
        ),
        (
            Message("The spread of a mean is the spread of one round divided by the square root of the number of rounds."),
            Message(
                "How far is the result from the exact return, minus the edge? More than twice the spread of the mean is rare: it "
                "happens about once in twenty times."
            ),
        ),
        Message(
            "The mean of {rounds} rounds has a spread of {error} %. The result is {away} of them from the exact return: "
            "{answer}.",
            rounds=root * root,
            error=Fraction(round(100 * error), 100),
            away=Fraction(round(10 * abs(away)), 10),
            answer=_FITS.options[right],
        ),
    )


# ruin in a tiny game


def _ruin_chance(chips: int, rounds: int, win: Fraction) -> Fraction:
    """Chance to be without a chip after some rounds at one chip each."""
    if chips == 0:
        return Fraction(1)
    if rounds == 0:
        return Fraction(0)
    return win * _ruin_chance(chips + 1, rounds - 1, win) + (1 - win) * _ruin_chance(chips - 1, rounds - 1, win)


def _ruin(random: Random) -> Task[Fraction]:
    chips, rounds = random.choice(((1, 3), (1, 4), (1, 5), (2, 4), (2, 5)))
    win = Fraction(random.randint(30, 50), 100)
    lose = 1 - win
    right = _ruin_chance(chips, rounds, win)

    def remark(given: Fraction) -> Message | None:
        if abs(given - lose**chips) <= NEAR:
            return Message("That is the straight way to nothing. Are there others, on which you win in between?")
        if abs(given - (1 - right)) <= NEAR:
            return Message("That is the chance that you still have a chip.")
        return None

    return Task(
        Message(
            "A tiny game: each round you stake one chip, and win one chip with a chance of {win} %, or lose yours. You begin "
            "with {chips} and play {rounds} rounds, or until you have none. What is the chance that you end with none?",
            win=win * 100,
            chips=chips,
            rounds=rounds,
        ),
        by_value(Number(NEAR), right, remark),
        (
            Message("Draw a tree: in each round one branch up, one down. Where you have no chip, the branch ends."),
            Message(
                "Multiply along each way that ends with no chip, and add these ways. Some of them go up before they go down."
            ),
        ),
        Message(
            "Straight down: {straight}. With the ways on which you win in between it is {right}.",
            straight=rounded(float(lose**chips)),
            right=rounded(float(right)),
        ),
    )


# whether stakes can be clever


def _system(random: Random) -> Task[Fraction]:
    edge = Fraction(random.choice((40, 50, 60, 75, 80, 100, 120, 150, 200)), 100)
    small = random.choice((2, 5, 10))
    rounds = sorted(random.sample((10, 20, 30, 40, 50, 60, 80, 100, 120), 3), reverse=True)  # long rows of losses are rarer
    stakes = [small, 2 * small, 4 * small]
    staked = sum(count * stake for count, stake in zip(rounds, stakes, strict=True))
    right = staked * edge / 100

    def remark(given: Fraction) -> Message | None:
        if given == sum(rounds) * small * edge / 100:
            return Message("That would be so if you always staked the smallest stake.")
        if given == staked * edge:
            return Message("An edge is told in percent: so many chips for each hundred staked.")
        if given == 0:
            return Message("A way of staking takes no edge away: every chip that is staked pays it.")
        return None

    return Task(
        Message(
            "Somebody doubles the stake after each loss. In one evening at a house edge of {edge} % that made {one} rounds with "
            "{low} chips, {two} rounds with {middle} and {three} rounds with {high}. How many chips does the house win of such "
            "stakes on average?",
            edge=edge,
            one=rounds[0],
            low=stakes[0],
            two=rounds[1],
            middle=stakes[1],
            three=rounds[2],
            high=stakes[2],
        ),
        by_value(Number(Fraction(1, 100)), right, remark),
        (
            Message("The cards do not know what was staked before. What does each chip pay that is staked?"),
            Message("Count all chips that were staked, in large and in small rounds. The edge is the house's part of them."),
        ),
        Message("{staked} chips were staked, and {edge} % of them are {right}.", staked=staked, edge=edge, right=right),
    )


EXERCISES: tuple[Exercise[Any], ...] = (
    Exercise("11.spread", Message("How far luck reaches"), Number(Fraction(1, 100)), _spread),
    Exercise("11.when", Message("When the edge shows"), Number(Fraction(1, 2)), _when),
    Exercise("11.fits", Message("Luck or not?"), _FITS, _fits),
    Exercise("11.ruin", Message("Ruin in a tiny game"), Number(NEAR), _ruin),
    Exercise("11.system", Message("Double after each loss"), Number(Fraction(1, 100)), _system),
)
"""In the order of the lesson."""
