"""Answers as pictures: a snake, a ladder, a staircase, a pyramid of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.dailies import Edition
from bot.ui.daily.text import amount
from bot.ui.picture import MOST_ROWS, LetterRow, RowSketch, Sketch
from solvers.text import many
from solvers.wordsnake import ScoreRequest, score


def sketch_of(edition: Edition, words: Sequence[str]) -> Sketch | RowSketch | None:
    """Return what to draw: a snake, a ladder, a staircase, a pyramid; None where it is too tall."""
    caption = _caption(edition, words)
    if edition.game == "snake":
        return Sketch(score(ScoreRequest(tuple(words))), caption)
    if len(words) > MOST_ROWS:
        return None
    return RowSketch(tuple(_letter_rows(edition, words)), caption, rails=edition.game == "ladder")


def spoken(edition: Edition, words: Sequence[str]) -> str:
    """Say what a picture shows, for those who cannot see it."""
    if edition.game == "snake":
        return f"A snake of {', '.join(words)}: {_caption(edition, words)}"
    what = {"ladder": "A ladder", "truncate": "A staircase", "anigram": "A pyramid"}[edition.game]
    return f"{what} of words: {', '.join(words)}"


def _letter_rows(edition: Edition, words: Sequence[str]) -> Iterator[LetterRow]:
    """Yield the rows of a picture, and in each the letter that is new."""
    at = 0.0
    yield LetterRow(words[0], at)
    for step, (before, word) in enumerate(pairwise(words), 1):
        match edition.game:
            case "ladder":
                new = [i for i, letter in enumerate(word) if letter != before[i]]
            case "truncate":
                front = word[1:] == before
                at -= front
                new = [0 if front else len(word) - 1]
            case _:
                at -= 0.5
                new = [word.index(edition.given[step])]
        yield LetterRow(word, at, new[0] if new else None)


def _caption(edition: Edition, words: Sequence[str]) -> str:
    """Say in a plain line what a picture shows."""
    match edition.game:
        case "ladder":
            return f"{words[0]} to {words[-1]} in {amount('ladder', len(words) - 1)}"
        case "snake":
            scored = score(ScoreRequest(tuple(words))).score
            return f"{many(len(words), 'word')}, {many(scored, 'point')}"
        case "anigram":
            return f"from {words[0]} to {words[-1]}"
        case "truncate":
            return f"{words[0]} grown to {words[-1]}, {amount('truncate', len(words))}"
