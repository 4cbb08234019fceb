"""The command `ladder`: from one word to another, shortest and commonest."""

from __future__ import annotations

import argparse
import contextlib
import math
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from solvers.cli.command import Answer, Context, Parser, Subcommands, add_count, command
from solvers.deadline import Deadline
from solvers.reading import read_words
from solvers.text import many

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from rich.console import Console

    from solvers.ladder import Ladder, LadderList, LadderRequest, LadderResult
    from solvers.lexicon import Group, Lexicon

GIVE_UP_SECONDS = 10.0
_HEADINGS = {"shortest": "Shortest", "common": "Commonest"}
_HEADINGS_OF_STEPS = {"shortest": "As asked", "common": "Commonest as asked"}

# Written out, because argparse would put the lists first, where they swallow START and TARGET.
_USAGE = """\
%(prog)s START TARGET [--avoid W…] [--via W…] [--steps N]
                                [--moves M,…] [--cost {familiarity,rareness}]
                                [--seed N] [--time S]
                                [--count N | --all N]
                                [--json] [--words FILE]
                                [--tier {common,standard,full}]
                                [--flagged {allow,standard,family}]"""


def add(commands: Subcommands[Parser]) -> None:
    """Add the command of this module."""
    ladder = command(
        commands,
        "ladder",
        _ladder,
        "lead from one word to another, a letter at a time",
        description="Lead from one word to another, a letter at a time: by the fewest steps, and"
        " by the commonest words, as --cost counts. Each is drawn among all that are as good, those"
        " of familiar words more often.",
        usage=_USAGE,
    )
    ladder.add_argument("start", metavar="START", help="the word to begin with")
    ladder.add_argument("target", metavar="TARGET", help="the word to end with")
    for option, what in (
        ("--avoid", "without these words"),
        ("--via", "through these words, in order"),
    ):
        ladder.add_argument(option, nargs="+", action="extend", default=[], metavar="W", help=what)
    ladder.add_argument(
        "--steps", type=int, metavar="N", help="exactly N steps, with no word twice"
    )
    ladder.add_argument(
        "--moves",
        type=lambda typed: tuple(typed.split(",")),
        default=("change",),
        metavar="M,…",
        help="what a step may do: change, insert, delete, swap (two neighbours), anagram"
        " (default: change)",
    )
    ladder.add_argument(
        "--cost",
        choices=("familiarity", "rareness"),
        default="familiarity",
        help="what the commonest ladder has least of: familiarity, a cost as people would choose"
        " (100 a step, up to 30 more for a word seldom used, 2,000 more for one that few know), or"
        " rareness (default: familiarity)",
    )
    ladder.add_argument("--seed", type=int, metavar="N", help="draw the same ladders every time")
    several = ladder.add_mutually_exclusive_group()
    add_count(several, "--count", "draw N ladders of each kind, each of the best equally likely")
    add_count(
        several,
        "--all",
        "list the N first of the best: lowest cost first, then by the alphabet",
    )
    ladder.add_argument(
        "--time",
        type=_seconds,
        default=GIVE_UP_SECONDS,
        metavar="S",
        help=f"give up after S seconds (default: {GIVE_UP_SECONDS:g})",
    )


def _seconds(typed: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < (seconds := float(typed)) < math.inf:
            return seconds
    raise argparse.ArgumentTypeError(f"“{typed}” is not a number of seconds above 0")


def _ladder(arguments: Namespace, context: Context) -> Answer:
    from solvers.ladder import LadderRequest, solve  # noqa: PLC0415

    request = LadderRequest(
        start=arguments.start,
        target=arguments.target,
        avoid=read_words(" ".join(arguments.avoid)),
        via=read_words(" ".join(arguments.via)),
        steps=arguments.steps,
        moves=arguments.moves,
        seed=arguments.seed,
        define=not arguments.json,
        policy=context.policy,
        cost=arguments.cost,
    )
    lexicon = context.lexicon
    if arguments.count or arguments.all:
        return _several(request, lexicon, arguments)
    result = solve(request, lexicon, Deadline.after(arguments.time))
    data = {
        "start": result.start,
        "target": result.target,
        "group": _group(result.group),
        "shortest": _data(result.shortest),
        "common": _data(result.common),
        "gave_up": list(result.gave_up),
        "seed": result.seed,
    }
    return Answer(data, lambda console: _show(console, result, lexicon, arguments))


def _several(request: LadderRequest, lexicon: Lexicon, arguments: Namespace) -> Answer:
    from solvers.ladder import ranked, sample  # noqa: PLC0415

    find, number = (sample, arguments.count) if arguments.count else (ranked, arguments.all)
    found = find(request, number, lexicon, Deadline.after(arguments.time))
    kinds = {"shortest": found.shortest, "common": found.common}
    data = {
        "start": found.start,
        "target": found.target,
        "group": _group(found.group),
        **{kind: [_data(ladder) for ladder in ladders] for kind, ladders in kinds.items()},
        "gave_up": list(found.gave_up),
        "seed": found.seed,
    }
    return Answer(data, lambda console: _show_several(console, found, arguments))


def _group(group: Group | None) -> dict[str, int] | None:
    return {"number": group.number, "size": group.size} if group else None


def _data(ladder: Ladder | None) -> dict[str, Any] | None:
    if ladder is None:
        return None
    return {
        "words": list(ladder.words),
        "steps": ladder.steps,
        "count": ladder.count,
        "rareness": ladder.rareness,
        "cost": ladder.cost,
    }


def _show(console: Console, result: LadderResult, lexicon: Lexicon, arguments: Namespace) -> None:
    headings = _HEADINGS if arguments.steps is None else _HEADINGS_OF_STEPS
    for kind, heading in headings.items():
        ladder = result.shortest if kind == "shortest" else result.common
        if ladder:
            console.print(_heading(heading, ladder))
            console.print(_rungs(ladder, result, lexicon))
        elif kind in result.gave_up:
            console.print(
                f"[bold]{heading}[/]: [yellow]gave up after {arguments.time:g} seconds[/]"
            )
    if result.group:
        number, size = result.group.number, result.group.size
        console.print(f"[dim]group {number:,}, of {size:,} words; seed {result.seed}[/]")
    else:
        console.print(f"[dim]seed {result.seed}[/]")
    if not lexicon.has_definitions:
        console.print(
            "[dim]no definitions are set up; “python -m data.setup” says how to get them[/]"
        )


def _show_several(console: Console, found: LadderList, arguments: Namespace) -> None:
    headings = _HEADINGS if arguments.steps is None else _HEADINGS_OF_STEPS
    for kind, heading in headings.items():
        ladders: Sequence[Ladder] = found.shortest if kind == "shortest" else found.common
        if ladders:
            console.print(_heading(heading, ladders[0], several=True))
        elif kind in found.gave_up:
            console.print(
                f"[bold]{heading}[/]: [yellow]gave up after {arguments.time:g} seconds[/]"
            )
        for ladder in ladders:
            console.print(f"{ladder.cost:>11,}  {' '.join(ladder.words)}", soft_wrap=True)
    if arguments.count:
        console.print(f"[dim]seed {found.seed}[/]")


def _heading(heading: str, ladder: Ladder, *, several: bool = False) -> str:
    said = [many(ladder.steps, "step")]
    if not several:
        said.append(f"rareness {ladder.rareness:,}")
    if ladder.count == 1:
        said.append("the only one")
    elif ladder.count is not None:
        said.append(f"{ladder.count:,} in all" if several else f"one of {ladder.count:,}")
    if several:
        said.append("each after its cost")
    return f"[bold]{heading}[/]: {', '.join(said)}"


def _rungs(ladder: Ladder, result: LadderResult, lexicon: Lexicon) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, justify="right", style="dim")
    table.add_column(style="dim")  # the column that narrows in a narrow terminal
    before = ladder.words[0]
    for word in ladder.words:
        senses = result.definitions.get(word, ())
        meaning = f"{senses[0].part}: {senses[0].text}" if senses else ""
        rareness = lexicon.rareness[lexicon.find(word)]
        meant = Text(meaning, no_wrap=True, overflow="ellipsis")
        table.add_row(Text("  ") + marked(before, word), f"{rareness:,}", meant)
        before = word
    return table


def marked(before: str, word: str) -> Text:
    """Return a word with the letters marked that are new since the word before."""
    text = Text(word)
    if len(word) == len(before):
        for place, (old, new) in enumerate(zip(before, word, strict=True)):
            if old != new:
                text.stylize("bold cyan", place, place + 1)
    elif len(word) > len(before):
        place = next((i for i, old in enumerate(before) if word[i] != old), len(before))
        text.stylize("bold cyan", place, place + 1)
    return text
