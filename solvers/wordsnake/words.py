"""Checks a wordsnake's list: at least two different words of letters a to z."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from solvers.errors import BadInput
from solvers.lexicon.wordlist import LONGEST_WORD as LONGEST
from solvers.reading import read_word, strange
from solvers.text import columns, cut, is_left_out, lines, listed, oddity, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST_WORD = 50
"""The most letters of a word typed in chat."""
LONGEST_LISTED = LONGEST
"""The most letters of a word listed in a file, as for any list."""
MOST_POSITION = 10**9
_LETTERS = re.compile(r"[a-z]+")
_NAMED = 5


def checked(
    words: Iterable[str], limit: int | None = None, longest: int = LONGEST_WORD
) -> tuple[str, ...]:
    """Return the words in lower case, in the order given, or raise a BadInput that names them."""
    folded = tuple(filter(None, map(read_word, words)))
    if len(folded) < 2:
        has = f"only {quoted(folded[0])}" if folded else "none"
        raise BadInput(f"A snake needs at least two words; you gave {has}.", code="too_few_words")
    if limit is not None and len(folded) > limit:
        raise BadInput(
            f"{len(folded):,} words are too many here; {limit:,} is the most.",
            code="too_many_words",
        )
    if problem := strange(folded):
        raise BadInput(problem, code="not_letters")
    long = [word for word in folded if len(word) > longest]
    if long:
        raise BadInput(
            f"A word can have up to {longest} letters. Too long: {listed(long, _NAMED)}.",
            code="word_too_long",
        )
    if len(set(folded)) < len(folded):
        twice = [word for word, times in Counter(folded).items() if times > 1]
        raise BadInput(
            f"Use each word once. Here more than once: {listed(twice, _NAMED)}.",
            code="duplicate_words",
        )
    return folded


def check_permutation(order: Sequence[str], words: Iterable[str]) -> None:
    """Raise a BadInput unless the order holds exactly the words of the list."""
    given, required = set(order), set(words)
    missing = sorted(required - given)
    extra = sorted(given - required)
    if missing or extra:
        parts = []
        if missing:
            parts.append(f"missing: {listed(missing, _NAMED)}")
        if extra:
            parts.append(f"not in the list: {listed(extra, _NAMED)}")
        raise BadInput(
            f"Use every word of the list once: {'; '.join(parts)}.",
            code="not_a_permutation",
        )


def parse(
    text: str, skipped: list[int] | None = None
) -> tuple[tuple[str, ...], tuple[int, ...] | None]:
    """Read a list: one word per line, optionally with its position in a second column.

    Blank lines and comments, which begin with #, are left out. Returns words and positions (None
    when no line has one). Raises BadInput, naming the line, or, if `skipped` is given, adds the
    line to it. `docs/verify` reads lists the same way.
    """
    words: list[str] = []
    positions: list[int] = []
    for number, line in enumerate(lines(text), 1):
        if is_left_out(line):
            continue
        try:
            word, position = _read_line(columns(line), number, bool(positions) if words else None)
        except BadInput:
            if skipped is None:
                raise
            skipped.append(number)
            continue
        words.append(word)
        if position is not None:
            positions.append(position)
    if positions and 0 not in positions:
        raise BadInput(
            "No word is at 0, so these numbers are no positions; give the words alone.",
            code="bad_position",
        )
    return tuple(words), tuple(positions) or None


def _read_line(parts: list[str], line: int, placed: bool | None) -> tuple[str, int | None]:
    """Return a word and its position; `placed` says whether the words before have one."""
    if len(parts) > 2:
        raise BadInput(
            f"Line {line}: “{cut(' '.join(parts))}” is more than a word and its position; give "
            "one word a line.",
            code="bad_line",
        )
    word = parts[0].lower()
    if not _LETTERS.fullmatch(word):
        raise BadInput(
            f"Line {line}: “{cut(word)}” is not made of the letters a to z{oddity(word)}.",
            code="not_letters",
        )
    if len(word) > LONGEST_LISTED:
        raise BadInput(
            f"Line {line}: “{cut(word)}” is too long; a word has at most {LONGEST_LISTED} letters.",
            code="word_too_long",
        )
    if placed is not None and placed != (len(parts) == 2):
        raise BadInput(f"Line {line}: give every word a position, or none.", code="bad_position")
    if len(parts) == 1:
        return word, None
    if not re.fullmatch(r"[0-9]{1,10}", parts[1]) or int(parts[1]) > MOST_POSITION:
        raise BadInput(
            f"Line {line}: “{cut(parts[1])}” is not a position; it is a whole number from 0.",
            code="bad_position",
        )
    return word, int(parts[1])
