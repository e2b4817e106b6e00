"""The command line: ``bjlearn``. Errors are one sentence on standard error, and exit with 2."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from bjlearn import __version__
from bjlearn.app import cli_exact, cli_progress, cli_simulate, commands, script
from bjlearn.app.options import choose, output_options, print_json, reading_options
from bjlearn.documents import Clause, builtin_ids, load
from bjlearn.rules import about, field_names, value_text
from bjlearn.text import BjlearnError, Message

_LARGEST_SCRIPT = 5_000_000


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="bjlearn")
def cli() -> None:
    """Learn blackjack from four rule documents: play them, and see what each sentence is worth."""


@cli.command()
@output_options
def documents(*, as_json: bool, language: str) -> None:
    """List the built-in documents."""
    found = [load(name) for name in builtin_ids()]
    if as_json:
        print_json([{"id": d.id, "title": d.title.text(language), "language": d.language, "source": d.source} for d in found])
        return
    from bjlearn.app.tables import documents_table, show

    show(documents_table(found, language))


@cli.command()
@click.argument("doc")
@reading_options
@output_options
def rules(doc: str, read: tuple[str, ...], changes: tuple[str, ...], *, as_json: bool, language: str) -> None:
    """Show the rules of DOC, and its clauses with their readings."""
    chosen = choose(doc, read, changes)
    if as_json:
        print_json(
            {
                "id": chosen.document.id,
                "rules": chosen.rules.as_mapping(),
                "clauses": [_clause(clause, language) for clause in chosen.document.clauses],
            }
        )
        return
    from bjlearn.app.tables import clauses_table, show, two_columns

    fields = [(name, about(name).text(language), value_text(getattr(chosen.rules, name))) for name in field_names()]
    show(two_columns(chosen.document.title.text(language), fields))
    show(clauses_table(chosen.document, chosen.readings, language))


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs, not a table for people.")
def play(file: Path, *, as_json: bool) -> None:
    """Play the scripted round, or list of rounds, in FILE (- for standard input)."""
    played = script.play(script.loads(_read_script(file)))
    if as_json:
        print_json(played)
        return
    from bjlearn.app.tables import rounds_table, show

    show(rounds_table(played if isinstance(played, list) else [played]))


_serving = (commands.dashboard, commands.lab, commands.doctor)
for _command in (*cli_exact.commands, *cli_simulate.commands, cli_progress.progress, *_serving):
    cli.add_command(_command)


def _clause(clause: Clause, language: str) -> dict[str, Any]:
    """A clause as the command line gives it."""
    data = clause.as_mapping()
    readings = [{**reading, "label": reading["label"][language]} for reading in data["readings"]]
    return {**{key: data[key] for key in ("id", "where", "text", "sure")}, "readings": readings}


def _read_script(file: Path) -> str:
    try:
        if str(file) == "-":
            return sys.stdin.read(_LARGEST_SCRIPT)
        if file.stat().st_size > _LARGEST_SCRIPT:
            raise script.ScriptError(Message("{file} is too large to be a script: at most 5 MB.", file=str(file)))
        return file.read_text(encoding="utf8")
    except OSError as error:
        raise script.ScriptError(
            Message("{file} cannot be read: {why}.", file=str(file), why=error.strerror or str(error))
        ) from None
    except UnicodeDecodeError:
        raise script.ScriptError(Message("{file} is not text in UTF-8.", file=str(file))) from None


def main(arguments: list[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: those of the process by default.

    Returns:
        The exit code: 0, 2 for an error of the caller, 130 when interrupted, 70 for a fault of bjlearn's own.
    """
    try:
        result = cli.main(arguments, prog_name="bjlearn", standalone_mode=False)
    except BjlearnError as error:
        return _fail(error.text())
    except click.exceptions.NoArgsIsHelpError:
        return _fail("No command is given; bjlearn --help shows what is possible.")
    except click.UsageError as error:
        where = f"{error.ctx.command_path} --help" if error.ctx else "bjlearn --help"
        return _fail(f"{error.format_message().rstrip('.')}; {where} shows what is possible.".replace("\n", " "))
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone; say nothing at exit
        return 0
    except Exception as error:
        if os.environ.get("BJLEARN_DEBUG"):
            raise
        return _fail(f"A fault in bjlearn itself ({type(error).__name__}); BJLEARN_DEBUG=1 shows where.", code=70)
    return result if isinstance(result, int) else 0


def _fail(sentence: str, code: int = 2) -> int:
    click.echo(sentence, err=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
