"""The command `truncate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from solvers.cli.command import (
    Answer,
    Context,
    Parser,
    Subcommands,
    add_count,
    add_familiar,
    command,
)
from solvers.deadline import Deadline
from solvers.text import many

if TYPE_CHECKING:
    from argparse import Namespace

    from rich.console import Console

    from solvers.truncate import Row, TruncateResult

GAP = "·"


def add(commands: Subcommands[Parser]) -> None:
    """Add the command of this module."""
    truncate = command(
        commands, "truncate", _truncate, "find a longest sequence of words that grow by a letter"
    )
    truncate.add_argument("--start", metavar="W", help="begin with this word")
    truncate.add_argument("--through", metavar="W", help="have this word on the way")
    truncate.add_argument("--end", metavar="W", help="end with this word")
    truncate.add_argument(
        "--mode",
        choices=("ends", "anywhere"),
        default="ends",
        help="where each new letter goes: at the ends of the word (the default), or anywhere",
    )
    add_familiar(truncate)
    truncate.add_argument("--seed", type=int, metavar="N", help="draw the same one every time")
    add_count(truncate, "--count", "draw N sequences, each of the longest equally likely")


def _truncate(arguments: Namespace, context: Context) -> Answer:
    from solvers.truncate import TruncateRequest, sample, solve  # noqa: PLC0415

    request = TruncateRequest(
        start=arguments.start,
        through=arguments.through,
        end=arguments.end,
        mode=arguments.mode,
        seed=arguments.seed,
        policy=context.policy,
        familiar=arguments.familiar,
    )
    if arguments.count:
        results = sample(request, arguments.count, context.lexicon, Deadline.never())
        listed = [
            {"sequence": list(each.sequence), "length": each.length, "count": each.count}
            for each in results
        ]
        several = {"sequences": listed, "mode": request.mode, "seed": results[0].seed}
        return Answer(several, lambda console: _show_several(console, results))
    result = solve(request, context.lexicon, Deadline.never())
    data = {
        "sequence": list(result.sequence),
        "length": result.length,
        "count": result.count,
        "mode": result.mode,
        "seed": result.seed,
    }
    return Answer(data, lambda console: _show(console, result))


def _show_several(console: Console, results: tuple[TruncateResult, ...]) -> None:
    for result in results:
        console.print(" ".join(result.sequence), soft_wrap=True)
    console.print(f"[dim]seed {results[0].seed}[/]")


def _show(console: Console, result: TruncateResult) -> None:
    from solvers.truncate import align  # noqa: PLC0415

    for row in align(result.sequence):
        console.print(_line(row))
    which = "the only such" if result.count == 1 else f"one of {result.count:,} such"
    console.print(
        f"{many(result.length, 'word')}; {which} sequence{'s' * (result.count != 1)} "
        f"[dim](seed {result.seed})[/]"
    )


def _line(row: Row) -> Text:
    """Return a word with its letters in their columns and the new one marked."""
    line = Text(" " * row.columns[0])
    for index, letter in enumerate(row.word):
        if index:
            line.append(GAP * (row.columns[index] - row.columns[index - 1] - 1), style="dim")
        line.append(letter, style="bold green underline" if index == row.new else "bold")
    return line
