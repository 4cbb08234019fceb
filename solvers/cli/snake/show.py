"""Prints snakes: coloured letters, and each word's score."""

from __future__ import annotations

import itertools
from operator import itemgetter
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console

    from solvers.wordsnake import Explanation, Generated, Placed, Scored, SnakeResult
    from solvers.wordsnake.verify import Verdict

_MOST_LETTERS = 100_000
_MOST_SHOWN = 60


def show_solved(console: Console, result: SnakeResult, certified: str | None) -> None:
    """Print a result, how certain it is, and the state of its certificate."""
    _show_snake(console, result.snake, result.order)
    how = "proven best" if result.proven else f"best found, not proven: at most {result.bound:,}"
    console.print(f"[bold]{result.score:,}[/] ({result.rule}; {how}; {result.seconds:.2f} s)")
    if certified is not None:
        console.print(certified)


def show_scored(console: Console, scored: Scored) -> None:
    """Print a scored order."""
    _show_snake(console, scored.snake, scored.order)
    console.print(f"[bold]{scored.score:,}[/] ({scored.rule})")


def _show_snake(console: Console, snake: str, order: tuple[Placed, ...]) -> None:
    """Print the snake, with letters of several words marked, and each word's score."""
    changes = [0] * (len(snake) + 1)
    for placed in order:
        changes[placed.position] += 1
        changes[placed.position + len(placed.word)] -= 1
    shared = (words > 1 for words in itertools.accumulate(changes))
    text, shown = Text(), snake[:_MOST_LETTERS]
    for marked, letters in itertools.groupby(zip(shown, shared, strict=False), itemgetter(1)):
        style = "bold green underline" if marked else ""
        text.append("".join(letter for letter, _ in letters), style)
    console.print(text, soft_wrap=True)
    if len(snake) > _MOST_LETTERS:
        console.print(f"[dim]and {len(snake) - _MOST_LETTERS:,} more letters (--json has all)[/]")
    for placed in order[:_MOST_SHOWN]:
        points = f"+{placed.score}" if placed.score else ""
        console.print(f"{placed.position:>6}  {placed.word} [bold green]{points}[/]")
    if len(order) > _MOST_SHOWN:
        console.print(f"[dim]and {len(order) - _MOST_SHOWN:,} more words (--json has all)[/]")


def show_explained(console: Console, found: Explanation) -> None:
    """Print what an order missed, and the improved order."""
    console.print(found.sentence.replace("*", ""))
    if found.kind is not None:
        console.print(" ".join(found.order), soft_wrap=True)


def show_generated(console: Console, found: Generated) -> None:
    """Print a list, one word a line, and its par."""
    for word in found.words:
        console.print(word)
    how = "proven" if found.proven else "at least"
    console.print(
        f"[dim]par {found.par:,} ({found.rule}; {how}); greed gets about {found.greedy:,}; "
        f"seed {found.seed}[/]"
    )


def show_lists(console: Console, lists: list[Generated]) -> None:
    """Print lists, one a line, each with its par and seed."""
    for found in lists:
        how = "par" if found.proven else "par at least"
        console.print(
            f"{' '.join(found.words)}  [dim]{how} {found.par:,}, seed {found.seed}[/]",
            soft_wrap=True,
        )


def verdict_text(verdict: Verdict | None) -> str:
    """Return whether a certificate holds, with colours; None: the check was not finished."""
    if verdict is None:
        return "[yellow]The certificate is not checked yet:[/] “snake verify” does."
    if verdict.valid:
        return (
            f"[green]The certificate holds:[/] a snake scores {verdict.score:,}, "
            f"and none more than {verdict.bound:,}."
        )
    return f"[red]The certificate fails:[/] {verdict.reason}"
