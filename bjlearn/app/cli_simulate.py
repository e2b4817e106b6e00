"""The command that plays rounds by the million: ``simulate``."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

import click

from bjlearn.app.options import choose, output_options, print_json, reading_options
from bjlearn.rules import Rules
from bjlearn.strategy import BASIC, DEALER, NEVER_BUST, Strategy
from bjlearn.text import N_, Message

if TYPE_CHECKING:
    from bjlearn.simulation import Chance, Result, Sessions

INTERRUPTED = 130
STRATEGIES = ("total", "composition", "basic", "dealer", "never-bust", "easy", "normal", "hard")
_COMMON = {"basic": BASIC, "dealer": DEALER, "never-bust": NEVER_BUST}


def strategy_named(name: str, rules: Rules) -> Strategy:
    """A strategy by its name on the command line.

    Args:
        name: one of :data:`STRATEGIES`.
        rules: of the game, for the exact ones.
    """
    if name in _COMMON:
        return _COMMON[name]
    from bjlearn.exact import analyze
    from bjlearn.players import as_strategy

    if name in ("total", "composition"):
        return analyze(rules).strategy(name)
    return as_strategy(name, analyze(rules).composition if name == "hard" else None)


@click.command()
@click.argument("doc")
@click.option("--rounds", type=int, required=True, help="Rounds to play.")
@click.option("--seed", type=int, default=None, help="The same seed gives the same rounds; one by chance where it is left out.")
@click.option("--strategy", type=click.Choice(STRATEGIES), default="total", show_default=True, help="How every hand is played.")
@click.option("--seats", type=int, default=1, show_default=True, help="Hands dealt each round, 1 to 7.")
@click.option("--cut-card", is_flag=True, help="Deal on until the cut card comes; else the shoe is shuffled before every round.")
@click.option("--insure", is_flag=True, help="Take insurance wherever it is offered.")
@click.option(
    "--bankroll", type=int, default=None, metavar="CHIPS", help="Play sessions of one hand a round with a bankroll too."
)
@click.option("--stake", type=int, default=10, show_default=True, help="In sessions, chips staked each round.")
@click.option("--sessions", "count", type=int, default=10_000, show_default=True, help="How many sessions.")
@click.option("--session-rounds", type=int, default=1000, show_default=True, help="Most rounds of a session.")
@click.option("--target", type=int, default=None, metavar="CHIPS", help="In sessions, stop with so many chips.")
@click.option("--workers", type=int, default=None, help="Threads that work; all processors where it is left out.")
@reading_options
@output_options
def simulate(
    doc: str,
    rounds: int,
    seed: int | None,
    strategy: str,
    seats: int,
    bankroll: int | None,
    stake: int,
    count: int,
    session_rounds: int,
    target: int | None,
    workers: int | None,
    read: tuple[str, ...],
    changes: tuple[str, ...],
    *,
    cut_card: bool,
    insure: bool,
    as_json: bool,
    language: str,
) -> int:
    """Play rounds of DOC by the million, and show what comes of them. Ctrl-C shows what is done by then."""
    from bjlearn import simulation

    chosen = choose(doc, read, changes)
    purse: dict[str, Any] = {"stake": stake, "rounds": session_rounds, "count": count, "target": target}
    if bankroll is None:
        _refuse_of_sessions()
    else:
        # a fault in them is told before a minute of rounds, not after
        simulation.check_sessions(chosen.rules, bankroll=bankroll, **purse)
    shown = not as_json and sys.stderr.isatty()
    same: dict[str, Any] = {"cut_card": cut_card, "insure": insure, "workers": workers, "progress": shown}
    playing = strategy_named(strategy, chosen.rules)
    played = simulation.simulate(chosen.rules, playing, rounds=rounds, seed=seed, seats=seats, **same)
    found = played.as_mapping()
    if seed is None:
        found["seed"] = played.seed  # the one by chance, with which the same comes out again
    sat: Sessions | None = None
    if bankroll is not None and played.complete:
        sat = simulation.sessions(chosen.rules, playing, bankroll=bankroll, seed=played.seed, **purse, **same)
        found["bankroll"] = sat.as_mapping()
    if seats > 1:
        found["seats"] = {
            "means": list(played.by_seat),
            "covariance": _known(played.covariance),
            "round_sd": _known(played.round_sd),
        }
    if as_json:
        print_json(found)
    else:
        _show(played, sat, language)
    return 0 if played.complete and (sat is None or sat.complete) else INTERRUPTED


commands: list[click.Command] = [simulate]
"""What this module adds to the command line."""


def _refuse_of_sessions() -> None:
    """Refuse options of sessions where no session is asked for: without a word they would do nothing."""
    context = click.get_current_context()
    for option in context.command.params:
        name = option.name or ""
        given = context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
        if given and name in ("stake", "count", "session_rounds", "target"):
            raise click.UsageError(f"{option.opts[0]} is about sessions: give their --bankroll too")


def _known(value: float | None) -> float | None:
    """A figure as JSON can hold it."""
    return None if value is None or not math.isfinite(value) else value


def _figure(value: float | None, form: str) -> str:
    """A figure for people; a dash where too little was played for one."""
    return "–" if value is None or not math.isfinite(value) else format(value, form)


def _show(played: Result, sat: Sessions | None, language: str) -> None:
    """Tables for people."""
    from bjlearn.app.tables import show, table

    def words(text: str, **values: object) -> str:
        return Message(text, **values).text(language)

    rows = [
        (words(N_("rounds")), f"{played.rounds:,}"),
        (words(N_("mean net result per opening stake")), f"{played.mean:+.6f}"),
        (words(N_("standard error")), _figure(played.standard_error, ".6f")),
        (words(N_("standard deviation of a hand")), _figure(played.sd, ".4f")),
        (words(N_("rounds a second")), f"{played.rounds_per_second:,.0f}"),
        (words(N_("seed")), str(played.seed)),
    ]
    if played.covariance is not None:
        rows[4:4] = [
            (words(N_("standard deviation of a round")), _figure(played.round_sd, ".4f")),
            (words(N_("covariance of two hands of a round")), _figure(played.covariance, ".4f")),
        ]
    if not played.complete:
        rows.insert(0, (words(N_("interrupted; rounds asked for")), f"{played.asked:,}"))
    show(table(("", ""), rows, right=(1,)))
    if sat is None:
        return
    rows = [(words(N_("sessions")), f"{sat.count:,}")]
    if not sat.complete:
        rows.insert(0, (words(N_("interrupted; sessions asked for")), f"{sat.asked:,}"))
    rows += [
        (words(N_("chance of ruin, with its 95 % interval")), _chance(sat.ruin)),
        (words(N_("chance to double the bankroll on the way")), _chance(sat.doubled)),
    ]
    if sat.reached is not None:
        rows.append((words(N_("chance to reach the target")), _chance(sat.reached)))
    length, error = sat.length
    rows += [
        (words(N_("rounds of a session, mean")), f"{length:.1f} ± {_figure(error, '.1f')}"),
        (words(N_("chips at the end, mean")), f"{sat.mean:.2f} ± {_figure(sat.standard_error, '.2f')}"),
    ]
    rows += [
        (words(N_("chips at the end, {percent} % have at most"), percent=round(100 * part)), f"{chips:g}")
        for part, chips in sat.final_quantiles.items()
    ]
    title = words(
        N_("Sessions with {bankroll} chips, {stake} a round, {rounds} rounds at most"),
        bankroll=sat.bankroll,
        stake=sat.stake,
        rounds=sat.most_rounds,
    )
    show(table(("", ""), rows, title=title, right=(1,)))


def _chance(found: Chance) -> str:
    return f"{100 * found.value:.2f} % ({100 * found.low:.2f} – {100 * found.high:.2f})"
