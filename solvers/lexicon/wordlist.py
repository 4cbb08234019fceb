"""Reading word lists: the one that is built from SCOWL, and any other."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from solvers.errors import BadInput
from solvers.lexicon.tiers import TIER_SIZES, UNMEASURED, UNRATED, rareness_of_size, tier_limit
from solvers.text import is_left_out, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

LONGEST_WORD = 60
HIGHEST_RARENESS = 1_000_000_000

_LINE = re.compile(r"([a-z]+)(?:\t\s*(\d+))?\s*", re.ASCII)
_DIGITS = 11
"""More say no more: with so many a number is too high in any case."""


@dataclass(frozen=True, slots=True)
class WordList:
    """Distinct words in any order, and what the list says of each."""

    words: list[str]
    rareness: NDArray[np.uint32]
    sizes: NDArray[np.uint8]
    flagged: NDArray[np.uint8]
    familiarity: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.words)


def read_built(packed: bytes, known: bytes, tier: str) -> WordList:
    """Read the built list as far as a tier goes.

    `packed` are gzipped lines of word, size class and flag behind a header; `known`, behind a line
    that says which list it belongs to, has how familiar each of these words is.
    """
    fields = gzip.decompress(packed).decode("ascii").split()[3:]  # behind the header
    sizes = np.array(fields[1::3], np.uint8)
    flagged = np.array(fields[2::3], np.uint8)
    familiarity = np.array(gzip.decompress(known).split()[1:], np.uint8)
    within = sizes <= TIER_SIZES[tier]
    costs = np.array([rareness_of_size(size) for size in range(256)], np.uint32)
    return WordList(
        words=list(compress(fields[::3], within.tolist())),
        rareness=costs[sizes[within]],
        sizes=sizes[within],
        flagged=flagged[within],
        familiarity=familiarity[within],
    )


def read_given(text: bytes, name: str, tier: str | None = None) -> WordList:
    """Read a person's list: UTF-8, one word a line, optionally a tab and a rareness.

    Upper case is folded, blank lines and those that begin with # are skipped, of duplicates the
    lowest rareness counts. With a tier, only words of a rareness within it are kept. Raises
    BadInput naming the first bad line.
    """
    try:
        lines = text.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        message = f"{name}, line {line}: not UTF-8 text; save the list as UTF-8."
        raise BadInput(message, code="bad_word_list") from None
    rareness = _read_lines(lines, name)
    if tier is not None:
        limit = tier_limit(tier)
        rareness = {word: cost for word, cost in rareness.items() if cost <= limit}
    if not rareness:
        within = "" if tier is None else f" of the tier “{tier}” (give each a tab and a rareness)"
        raise BadInput(f"{name} holds no words{within}.", code="bad_word_list")
    nothing_known = np.zeros(len(rareness), np.uint8)
    unmeasured = np.full(len(rareness), UNMEASURED, np.uint8)
    costs = np.array(list(rareness.values()), np.uint32)
    return WordList(list(rareness), costs, nothing_known, nothing_known, unmeasured)


def _read_lines(lines: Iterable[str], name: str) -> dict[str, int]:
    rareness: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if is_left_out(line):
            continue
        match = _LINE.fullmatch(line.lower())
        if match is None:
            rule = "expected a word of the letters a to z, then at most a tab and a whole number"
            raise _bad_line(name, number, f"{rule}, not {quoted(line.strip())}")
        word, digits = match[1], (match[2] or str(UNRATED)).lstrip("0")
        cost = int(digits[:_DIGITS] or 0)
        if len(word) > LONGEST_WORD:
            raise _bad_line(name, number, f"a word has at most {LONGEST_WORD} letters")
        if cost > HIGHEST_RARENESS:
            raise _bad_line(name, number, f"a rareness is at most {HIGHEST_RARENESS:,}")
        rareness[word] = min(cost, rareness.get(word, cost))
    return rareness


def _bad_line(name: str, number: int, what: str) -> BadInput:
    return BadInput(f"{name}, line {number}: {what}.", code="bad_word_list")
