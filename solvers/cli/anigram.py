"""The commands `anigram chain` and `anigram count`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

    from solvers.anigram import AnigramCount, AnigramCountRequest, AnigramResult, Stage


SHOWN_ENDS = 20


def add(commands: Subcommands[Parser]) -> None:
    """Add the commands of this module."""
    summary = "grow letter sets that spell words, one letter at a time"
    anigram = commands.add_parser("anigram", help=summary, description=summary.capitalize() + ".")
    games = anigram.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)

    chain = command(games, "chain", _chain, "find a longest game, drawn uniformly among them all")
    chain.add_argument("--start", metavar="L", help="begin with these letters, in any order")
    chain.add_argument("--end", metavar="W", help="end with this word, or with its letters")
    chain.add_argument(
        "--length", type=int, metavar="N", help="end with N letters instead of the most possible"
    )
    add_familiar(chain)
    chain.add_argument("--seed", type=int, metavar="N", help="draw the same game every time")
    add_count(chain, "--count", "draw N games, each of the longest equally likely")

    count = command(games, "count", _count, "count the games by the letters they end with")
    count.add_argument(
        "--from",
        dest="first",
        type=int,
        default=4,
        metavar="N",
        help="letters of the start (default: 4)",
    )
    count.add_argument(
        "--to",
        dest="last",
        type=int,
        default=9,
        metavar="N",
        help="most letters of the end (default: 9); no more than the longest game has",
    )


def _chain(arguments: Namespace, context: Context) -> Answer:
    from solvers.anigram import AnigramRequest, sample, solve  # noqa: PLC0415

    request = AnigramRequest(
        start=arguments.start,
        end=arguments.end,
        length=arguments.length,
        seed=arguments.seed,
        policy=context.policy,
        familiar=arguments.familiar,
    )
    if arguments.count:
        results = sample(request, arguments.count, context.lexicon, Deadline.never())
        data = {"chains": list(map(_game, results)), "seed": results[0].seed}
        return Answer(data, lambda console: _show_chains(console, results))
    result = solve(request, context.lexicon, Deadline.never())
    data = {**_game(result), "seed": result.seed}
    return Answer(data, lambda console: _show_chain(console, result))


def _game(result: AnigramResult) -> dict[str, Any]:
    chain = [
        {"letters": stage.letters, "added": stage.added, "words": list(stage.words)}
        for stage in result.chain
    ]
    return {"chain": chain, "games": result.games}


def _show_chains(console: Console, results: tuple[AnigramResult, ...]) -> None:
    for result in results:
        console.print(" ".join(stage.words[0] for stage in result.chain), soft_wrap=True)
    console.print(f"[dim]seed {results[0].seed}[/]")


def _show_chain(console: Console, result: AnigramResult) -> None:
    width = len(result.chain[-1].letters) + 2
    for stage in result.chain:
        console.print(_step(stage, width))
    first, last, games = result.chain[0], result.chain[-1], result.games
    stages = many(len(result.chain), "stage")
    console.print(
        f"{len(first.letters)} to {len(last.letters)} letters in {stages}; "
        f"{'the only such game' if games == 1 else f'one of {games:,} such games'} "
        f"[dim](seed {result.seed})[/]"
    )


def _step(stage: Stage, width: int) -> Text:
    """Return a stage's line: its commonest word with the new letter marked, then the others."""
    word, *others = stage.words
    line = Text(word.ljust(width), style="bold")
    if stage.added:
        at = word.index(stage.added)
        line.stylize("bold green underline", at, at + 1)
    line.append(f"+{stage.added}  " if stage.added else "    ", style="green")
    line.append(" ".join(others), style="dim")
    return line


def _count(arguments: Namespace, context: Context) -> Answer:
    from solvers.anigram import AnigramCountRequest, count  # noqa: PLC0415

    request = AnigramCountRequest(arguments.first, arguments.last, context.policy)
    result = count(request, context.lexicon, Deadline.never())
    data = {
        "starts": result.starts,
        "games": {str(length): games for length, games in result.games.items()},
        "longest": [
            {
                "letters": ending.letters,
                "words": list(ending.words),
                "length": ending.length,
                "stages": ending.stages,
                "games": ending.games,
            }
            for ending in result.longest
        ],
    }
    return Answer(data, lambda console: _show_count(console, request, result))


def _show_count(console: Console, request: AnigramCountRequest, result: AnigramCount) -> None:
    console.print(f"{many(result.starts, 'set')} of {request.first:,} letters to start from")
    width = max((len(f"{games:,}") for games in result.games.values()), default=0)
    for length, games in result.games.items():
        console.print(
            f"{request.first} to {length:>2} letters: [bold]{games:>{width},}[/] {_games(games)}"
        )
    for ending in result.longest[:SHOWN_ENDS]:
        console.print(
            f"longest: {many(ending.stages, 'stage')}, {many(ending.games, 'game')} to "
            f"[bold]{' '.join(ending.words)}[/]"
        )
    if len(result.longest) > SHOWN_ENDS:
        console.print(f"and {len(result.longest) - SHOWN_ENDS:,} more ends")


def _games(count: int) -> str:
    return "game" if count == 1 else "games"
