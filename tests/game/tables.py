"""Tables played quickly, for what shows only over many rounds."""

from bjlearn.game import Answer, Round, Table
from bjlearn.rules import Action, Rules


def stand_all(round_: Round) -> Round:
    """Decline what is offered and stand on every hand."""
    answers = {"insurance": Answer.NO_INSURANCE, "surrender": Answer.NO_SURRENDER, "action": Action.STAND}
    while round_.question is not None:
        round_.do(answers[round_.question.kind])
    return round_


def shuffles_of(rules: Rules, shuffles: int, seed: int) -> list[tuple[int, int]]:
    """Play until the shoe was shuffled so often.

    Returns:
        For each shuffle, the number of cards dealt before the last round began, and when it was over.
    """
    table = Table(rules, [10**9], seed=seed)
    size = 52 * rules.decks
    found: list[tuple[int, int]] = []
    before = after = 0
    while len(found) < shuffles:
        held = table.standing.get((0, 0), 0)
        last = after
        round_ = table.deal([max(1, held)])
        if table.cards_left > size - last - 4:
            found.append((before, last))
            last = 0
        before = last
        stand_all(round_)
        after = size - table.cards_left
    return found
