"""Finds the ladder or the snake in a message, and checks a ladder."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from bot.puzzles.judging import Words, judge
from solvers.daily import Puzzle
from solvers.reading import bare, read_words
from solvers.text import cut
from solvers.wordsnake.score import joins

MOST_WORDS = 100


class Found(NamedTuple):
    """What a message contains: a ladder or a snake, with its words in order."""

    kind: Literal["ladder", "snake"]
    words: tuple[str, ...]


def find_in_message(text: str) -> Found | None:
    """Return the ladder or the snake of a message: its words, or those after its last colon.

    Neighbours that differ by a letter speak for a ladder, neighbours that overlap for a snake; the
    larger number wins. For a ladder, words of another length before its first step and after its
    last are left out.

    >>> find_in_message("Got it: cold → cord → card!")
    Found(kind='ladder', words=('cold', 'cord', 'card'))
    >>> find_in_message("run nausea seasick")
    Found(kind='snake', words=('run', 'nausea', 'seasick'))
    >>> find_in_message("hello")
    """
    head, _, tail = bare(text).rpartition(":")
    words = _plain(tail) if len(_plain(tail)) > 1 else _plain(f"{head} {tail}")
    if not 1 < len(words) <= MOST_WORDS:
        return None
    steps = [number for number, pair in enumerate(pairwise(words)) if _is_step(*pair)]
    overlaps = sum(map(bool, joins(words)))
    if steps and (len(steps) >= overlaps or len({len(word) for word in words}) == 1):
        return Found("ladder", _around(words, steps[0], steps[-1] + 2))
    return Found("snake", words) if overlaps else None


def ladder_mistake(words: Sequence[str], lexicon: Words) -> str | None:
    """Say why words are no ladder; None if they are one."""
    if words[0] not in lexicon:
        return f"“{cut(words[0])}” isn’t in my word list."
    twice = next((word for n, word in enumerate(words) if word in words[:n]), None)
    if twice is not None:
        return f"“{cut(twice)}” is there twice."
    asked = Puzzle(
        game="ladder",
        level=1,
        difficulty=0.0,
        given=(words[0], words[-1]),
        par=0,
        goal=0,
        solution=(),
        ways=0,
    )
    mistake = judge(asked, words[1:], lexicon).mistake
    return None if mistake is None else mistake.message


def _around(words: tuple[str, ...], start: int, end: int) -> tuple[str, ...]:
    """Return the words from one to another, with neighbours of the same length on both sides."""
    while start and len(words[start - 1]) == len(words[start]):
        start -= 1
    while end < len(words) and len(words[end]) == len(words[end - 1]):
        end += 1
    return words[start:end]


def _plain(text: str) -> tuple[str, ...]:
    """Return the words of a text that are letters a to z."""
    return tuple(word for word in read_words(text) if word.isascii() and word.isalpha())


def _is_step(a: str, b: str) -> bool:
    return len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1
