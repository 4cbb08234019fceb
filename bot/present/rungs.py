"""A ladder as lines of letters of one width, the changed letter of each rung in capitals."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TALL = 24
"""Ladders of more words than this run on in lines instead of one word a line."""


def mark(before: str, word: str) -> str:
    """Return the word with what is new in capitals, and what went or moved said after it.

    `cat cot` gives cOt; `cat cart` caRt; `cart cat` "cat  −r"; `form from` fROm; an anagram is
    named as one.
    """
    if len(word) == len(before) + 1:
        place = next(i for i in range(len(word)) if word[:i] + word[i + 1 :] == before)
        return word[:place] + word[place].upper() + word[place + 1 :]
    if len(word) == len(before) - 1:
        place = next(i for i in range(len(before)) if before[:i] + before[i + 1 :] == word)
        return f"{word}  −{before[place]}"
    changed = [i for i in range(len(word)) if word[i] != before[i]]
    if len(changed) > 2:
        return f"{word}  anagram"
    return "".join(c.upper() if i in changed else c for i, c in enumerate(word))


def marked(words: Sequence[str]) -> list[str]:
    """Return every word of a ladder as `mark` shows it; the first as it is."""
    return [words[0], *(mark(before, word) for before, word in pairwise(words))]


def as_block(words: Sequence[str], *, hidden: int = 0) -> str:
    """Return a ladder as a block of code: one rung a line, numbered by steps, if it is not tall.

    `hidden` words are not shown that come between the last two given.
    """
    rungs = [*marked(words[:-1]), words[-1]] if hidden else marked(words)
    if len(words) > TALL:
        return "```\n" + " → ".join(" ".join(rung.split()) for rung in rungs) + "\n```"
    width = len(str(len(words) + hidden - 1))
    lines = [
        f"{'' if number == 0 else number:>{width}}  {rung}" for number, rung in enumerate(rungs)
    ]
    if hidden:
        last = f"{len(words) + hidden - 1:>{width}}  {words[-1]}"
        lines[-1:] = [f"{':':>{width}}  {'?' * len(words[-1])}", last]
    return "```\n" + "\n".join(lines) + "\n```"


def as_lines(words: Sequence[str], glosses: Mapping[str, str]) -> str:
    """Return a ladder as a line a rung: the word, all of one width, and what it means if known."""
    rungs = marked(words)
    width = max(map(len, rungs))
    return "\n".join(
        f"`{rung:<{width}}` {glosses.get(word, '')}".rstrip()
        for rung, word in zip(rungs, words, strict=True)
    )


def as_text(words: Sequence[str]) -> str:
    """Return a ladder as plain lines, for a file."""
    return "\n".join(words) + "\n"
