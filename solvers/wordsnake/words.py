"""Checks of a wordsnake's list: at least two different words of letters a to z."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from solvers.errors import BadInput
from solvers.text import cut, is_left_out, listed, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST_WORD = 50
MOST_POSITION = 10**9
_LETTERS = re.compile(r"[a-z]+")
_NAMED = 5


def checked(words: Iterable[str], limit: int | None = None) -> tuple[str, ...]:
    """Return the words in lower case, in the order given, or raise a BadInput that names them."""
    folded = tuple(word.strip().lower() for word in words)
    if len(folded) < 2:
        has = f"only {quoted(folded[0])}" if folded and folded[0] else "none"
        raise BadInput(f"A snake needs at least two words; you gave {has}.", code="too_few_words")
    if limit is not None and len(folded) > limit:
        raise BadInput(
            f"{len(folded):,} words are too many here; {limit:,} is the most.",
            code="too_many_words",
        )
    strange = [word for word in folded if not _LETTERS.fullmatch(word)]
    if strange:
        raise BadInput(
            f"Words can only have the letters a to z. Please change {listed(strange, _NAMED)}.",
            code="not_letters",
        )
    long = [word for word in folded if len(word) > LONGEST_WORD]
    if long:
        raise BadInput(
            f"A word can have up to {LONGEST_WORD} letters. Too long: {listed(long, _NAMED)}.",
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


def parse(text: str) -> tuple[tuple[str, ...], tuple[int, ...] | None]:
    """Read a list: one word a line, with a second column its position.

    Blank lines and comments, which begin with #, are skipped.
    Returns words and positions (None when no line has one). Raises BadInput, naming the line.
    """
    words: list[str] = []
    positions: list[int] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if is_left_out(line):
            continue
        columns = line.split()
        if len(columns) > 2:
            raise BadInput(
                f"Line {number}: “{cut(line.strip())}” is more than a word and its "
                "position; give one word a line.",
                code="bad_line",
            )
        word = columns[0].lower()
        if not _LETTERS.fullmatch(word):
            raise BadInput(
                f"Line {number}: “{cut(word)}” is not made of the letters a to z.",
                code="not_letters",
            )
        words.append(word)
        if len(columns) == 2:
            positions.append(_position(columns[1], number))
        if positions and len(positions) != len(words):
            raise BadInput(
                f"Line {number}: give every word a position, or none.", code="bad_position"
            )
    return tuple(words), tuple(positions) or None


def _position(column: str, line: int) -> int:
    if not re.fullmatch(r"[0-9]{1,10}", column) or int(column) > MOST_POSITION:
        raise BadInput(
            f"Line {line}: “{cut(column)}” is not a position; it is a whole number from 0.",
            code="bad_position",
        )
    return int(column)
