"""The rows of tiles that show a game's words, with or without a puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.puzzles.games.ladder import GAME as LADDER
from bot.puzzles.games.resize import GAME as RESIZE
from bot.ui.picture import LetterRow
from bot.ui.picture.rows import BLANK, NO_TILE, Warmth
from solvers import truncate
from solvers.anigram import Stage

Far = Sequence[int | None]
"""The fewest steps from each word to the target; None if that is not known."""


def rungs(words: Sequence[str], target: str, far: Far = ()) -> Iterator[LetterRow]:
    """Yield a ladder's words with the target's letters marked, and how far each word is from it."""
    if {len(word) for word in (*words, target)} != {len(target)}:
        yield from sized(words, far, target)
        return
    for number, word in enumerate(words):
        before = words[max(0, number - 1)]
        lit = _only(place for place, letter in enumerate(word) if letter != before[place])
        there = LADDER.there(word, target)
        yield LetterRow(word, -len(word) / 2, lit, there, *noted(far, number))


def sized(words: Sequence[str], far: Far = (), target: str | None = None) -> Iterator[LetterRow]:
    """Yield words around their middle, with the new letter lit.

    With a `target`, the letters that it has in the same order are marked.
    """
    for number, word in enumerate(words):
        before = words[max(0, number - 1)]
        if len(word) > len(before):
            added = (i for i in range(len(word)) if word[:i] + word[i + 1 :] == before)
            lit = next(added, None)
        elif len(word) == len(before):
            lit = _only(place for place, letter in enumerate(word) if letter != before[place])
        else:
            lit = None
        there = None if target is None else RESIZE.there(word, target)
        yield LetterRow(word, -len(word) / 2, lit, there, *noted(far, number))


def noted(far: Far, number: int) -> tuple[str, Warmth]:
    """Return a word's distance as its note, and how it compares with the word before."""
    if number >= len(far) or (here := far[number]) is None:
        return "", "as warm"
    before = here + 1 if number == 0 else far[number - 1]
    if before is None or here == before:
        return f"{here}", "as warm"
    return f"{here}", "warmer" if here < before else "colder"


def blanks(count: int, length: int) -> Iterator[LetterRow]:
    """Yield rows whose letters are still to be found."""
    return (LetterRow(BLANK * length, -length / 2) for _ in range(count))


def stages(chain: Sequence[Stage]) -> Iterator[LetterRow]:
    """Yield a word for each stage; its note is the number of other words with its letters."""
    for stage in chain:
        word, *others = stage.words
        lit = word.index(stage.added) if stage.added else None
        more = f"+{len(others)}" if others else ""
        yield LetterRow(word, -len(word) / 2, lit, note=more)


def grown(sequence: Sequence[str]) -> Iterator[LetterRow]:
    """Yield words that grow, each letter in its column."""
    for row in truncate.align(sequence):
        first = row.columns[0]
        places = dict(zip(row.columns, row.word, strict=True))
        spread = "".join(places.get(at, NO_TILE) for at in range(first, row.columns[-1] + 1))
        lit = None if row.new is None else row.columns[row.new] - first
        yield LetterRow(spread, first, lit)


def _only(places: Iterator[int]) -> int | None:
    """Return the only place; None if there are none or several."""
    found = list(places)
    return found[0] if len(found) == 1 else None
