"""Words that grow by a letter, as lines of letters of one width, the new letter in capitals."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers.anigram import Stage
    from solvers.truncate import Row

LINE = 32
"""Signs that a phone shows in a line of code."""
GAP = "·"


def capital(word: str, place: int) -> str:
    """Return a word with the letter at a place in capitals."""
    return word[:place] + word[place].upper() + word[place + 1 :]


def marked(stage: Stage, word: str) -> str:
    """Return a word of a stage with the letter that was added last, wherever it stands."""
    return capital(word, word.index(stage.added)) if stage.added else word


def as_stairs(chain: Sequence[Stage]) -> str:
    """Return a chain as a block of code: a step for each stage, with as many words as fit.

    A step has its number of letters, the stage's first word, and what else its letters spell.
    """
    steps = (_step(stage) for stage in chain)
    return "```\n" + "\n".join(steps) + "\n```"


def _step(stage: Stage) -> str:
    first, *others = stage.words
    line = f"{len(stage.letters):>2}  {marked(stage, first)}"
    if others:
        line += "  " + " ".join(_fitting(others, LINE - len(line) - 2))
    return line


def _fitting(words: Sequence[str], space: int) -> Iterator[str]:
    """Yield the first of some words, and "+3" for those that find no space."""
    for number, word in enumerate(words):
        left = len(words) - number
        rest = f"+{left - 1}" if left > 1 else ""
        if len(word) + (len(rest) + 1 if rest else 0) > space:
            yield f"+{left}"
            return
        yield word
        space -= len(word) + 1


def as_stack(rows: Sequence[Row]) -> str:
    """Return a sequence as a block of code: words over one another, each letter in its column."""
    return "```\n" + "\n".join(map(_layer, rows)) + "\n```"


def _layer(row: Row) -> str:
    word = row.word if row.new is None else capital(row.word, row.new)
    line = [" "] * row.columns[0] + [GAP] * (row.columns[-1] - row.columns[0] + 1)
    for column, letter in zip(row.columns, word, strict=True):
        line[column] = letter
    return "".join(line)
