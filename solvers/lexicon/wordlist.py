"""Reads word lists: the one built from SCOWL, and any other."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from itertools import compress, pairwise
from statistics import median
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from solvers.errors import BadInput
from solvers.lexicon.tiers import TIER_SIZES, UNMEASURED, UNRATED, rareness_of_size, tier_limit
from solvers.text import columns, is_left_out, line_of, many, oddity, quoted
from solvers.text import lines as text_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

LONGEST_WORD = 60
HIGHEST_RARENESS = 1_000_000_000

_LETTERS = re.compile(r"[a-z]+")
_NUMBER = re.compile(r"[0-9]+")
_CELL = r'"?(?:[a-z]+|[0-9]+(?:[.][0-9]+)?)"?'
_TABLE = re.compile(rf"{_CELL}(?P<between>\s*[,;|]\s*|\s+){_CELL}")
_DIGITS = 18
"""Further digits do not matter: a number with this many is too high anyway."""

Numbers = Literal["rareness", "count"]
NUMBERS: tuple[Numbers, ...] = ("rareness", "count")
"""What the numbers beside words may mean: how rare they are, or how often they are used."""
_MOST_USUAL = "the of and to a in is it you that he was for on are with as i his they be at have"
_USUAL = frozenset(_MOST_USUAL.split())
_FEWEST = 3
"""Fewer different numbers prove nothing."""
_FEWEST_FALLING = 10
"""Fewer numbers than this may descend by chance."""
_ASK = "say which with --numbers count or --numbers rareness (in Python, numbers=…)"


class _Entry(NamedTuple):
    """A word, the number beside it, and whether its place shows that it can only be a count."""

    word: str
    number: int | None = None
    counted: bool = False


@dataclass(frozen=True, slots=True)
class WordList:
    """Distinct words in any order, with the list's data about each."""

    words: list[str]
    rareness: NDArray[np.uint32]
    sizes: NDArray[np.uint8]
    flagged: NDArray[np.uint8]
    familiarity: NDArray[np.uint8]
    skipped: int = 0
    """How many lines were skipped because they hold no word."""

    def __len__(self) -> int:
        return len(self.words)


def read_built(packed: bytes, known: bytes, tier: str) -> WordList:
    """Read the built list up to a tier.

    `packed` are gzipped lines of word, size class and flag after a header; `known` has each word's
    familiarity, after a line that says which list it belongs to.
    """
    fields = gzip.decompress(packed).decode("ascii").split()[3:]  # after the header
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


def read_given(
    text: bytes,
    name: str,
    tier: str | None = None,
    *,
    numbers: Numbers | None = "rareness",
    skip_invalid: bool = False,
) -> WordList:
    """Read a person's list: UTF-8, one word a line, optionally a tab and a number, its rareness.

    Upper case is folded, blank lines and lines that begin with # are ignored, and duplicates get
    the lowest rareness. With a tier, only words with a rareness within it are kept. Raises BadInput
    naming the first bad line, unless bad lines are to be skipped.

    `numbers` says what the numbers mean; then they may also stand before the words, with any blank
    between. With a "count" of its uses, a word costs how many times rarer it is than the commonest.
    With None, BadInput asks if the numbers look like counts.
    """
    try:
        lines = text_lines(text.decode("utf-8", "replace" if skip_invalid else "strict"))
    except UnicodeDecodeError as error:
        what = "not UTF-8 text; save the list as UTF-8"
        raise _bad_line(name, line_of(text, error.start), what) from None
    entries, skipped, first = _read_lines(lines, name, numbers, skip_invalid=skip_invalid)
    rareness: dict[str, int] = {}
    for word, cost in _costs(entries, numbers):
        rareness[word] = min(cost, rareness.get(word, cost))
    if tier is not None:
        limit = tier_limit(tier)
        rareness = {word: cost for word, cost in rareness.items() if cost <= limit}
    if not rareness:
        within = "" if tier is None else f" of the tier “{tier}” (give each a tab and a rareness)"
        left_out = "."
        if first is not None:
            were = f"{many(skipped, 'line')} {'was' if skipped == 1 else 'were'}"
            left_out = f"; {were} left out, the first: {first.message}"
        empty = BadInput(f"{name} holds no words{within}{left_out}", code="bad_word_list")
        empty.skipped = skipped
        raise empty
    nothing_known = np.zeros(len(rareness), np.uint8)
    unmeasured = np.full(len(rareness), UNMEASURED, np.uint8)
    costs = np.array(list(rareness.values()), np.uint32)
    return WordList(
        words=list(rareness),
        rareness=costs,
        sizes=nothing_known,
        flagged=nothing_known,
        familiarity=unmeasured,
        skipped=skipped,
    )


def _read_lines(
    lines: Iterable[str], name: str, numbers: Numbers | None, *, skip_invalid: bool
) -> tuple[list[_Entry], int, BadInput | None]:
    """Return the words with their numbers, how many lines were skipped, and why for the first."""
    entries: list[_Entry] = []
    numbered: list[_Entry] = []  # bad lines, too
    first: BadInput | None = None
    skipped = 0
    for number, line in enumerate(lines, 1):
        if is_left_out(line):
            continue
        entry, reason = _read_line(line, numbers)
        if entry.number is not None:
            numbered.append(entry)
        if reason is None:
            entries.append(entry)
        else:
            skipped += 1
            first = first or _bad_line(name, number, reason)
    if numbers is None and _look_counted(numbered, len(entries)):
        raise BadInput(
            f"{name}: the numbers look like counts of how often each word is used; {_ASK}",
            code="counts",
        )
    if first is not None and not skip_invalid:
        raise first
    return entries, skipped, first


def _read_line(line: str, numbers: Numbers | None) -> tuple[_Entry, str | None]:
    """Return a line's entry, and what is wrong with it, if anything."""
    if line.isascii() and line.isalpha() and len(line) <= LONGEST_WORD:  # as in most lines
        return _Entry(line.lower()), None
    parts = columns(line.lower())
    digits = [part for part in parts if _NUMBER.fullmatch(part)]
    word = next((part for part in parts if part not in digits), "")
    if len(digits) != len(parts) - 1 or len(digits) > 1 or not _LETTERS.fullmatch(word):
        entry = _Entry(word)
    else:
        number = int(digits[0].lstrip("0")[:_DIGITS] or 0) if digits else None
        counted = bool(digits) and (parts[0] != word or "\t" not in line.strip())
        entry = _Entry(word, number, counted)
        if not counted or numbers is not None:
            return entry, _too_much(entry, numbers)
    if (how := _as_table(line.strip().lower())) is not None:
        return entry, how
    shown = " ".join(columns(line))
    beside = "and a count" if numbers == "count" else "then at most a tab and a whole number"
    rule = f"expected a word of the letters a to z, {beside}"
    return entry, f"{rule}, not {quoted(shown)}{oddity(shown)}"


def _as_table(line: str) -> str | None:
    """Return what is wrong with a word and a number in a spreadsheet's notation."""
    found = _TABLE.fullmatch(line)
    if found is None or not any(map(str.isdigit, line)):
        return None
    if between := found["between"].strip():
        how = f"with {quoted(between)} between them"
    elif '"' in line:
        how = "in quotation marks"
    else:
        return "the number beside a word is a whole one; round it" if "." in line else None
    return f"this is a word and a number {how}; write WORD, a tab and NUMBER, and nothing else"


def _too_much(entry: _Entry, numbers: Numbers | None) -> str | None:
    if len(entry.word) > LONGEST_WORD:
        return f"a word has at most {LONGEST_WORD} letters"
    if numbers != "count" and (entry.number or 0) > HIGHEST_RARENESS:
        return f"a rareness is at most {HIGHEST_RARENESS:,}; for counts, {_ASK}"
    return None


def _look_counted(numbered: Sequence[_Entry], words: int) -> bool:
    """Return whether numbers seem to be counts of uses, so that high ones mean common words.

    They are if most stand before their words, or behind a mere blank; if they only descend; or if
    the most usual words of English have the higher ones.
    """
    if sum(entry.counted for entry in numbered) > words:
        return True
    values = [entry.number or 0 for entry in numbered]
    if len({*values}) < _FEWEST:
        return False
    usual = [entry.number or 0 for entry in numbered if entry.word in _USUAL]
    descending = len(values) >= _FEWEST_FALLING and all(
        one >= other for one, other in pairwise(values)
    )
    return descending or (len(usual) > 1 and median(usual) > median(values))


def _costs(entries: Sequence[_Entry], numbers: Numbers | None) -> Iterator[tuple[str, int]]:
    """Yield each word with its rareness."""
    top = max((entry.number or 0 for entry in entries), default=0)
    for word, number, _ in entries:
        if number is None or (numbers == "count" and not number):
            yield word, UNRATED
        else:
            rarer = -(-top // number) if numbers == "count" else number
            yield word, min(rarer, HIGHEST_RARENESS)


def _bad_line(name: str, number: int, what: str) -> BadInput:
    return BadInput(f"{name}, line {number}: {what}.", code="bad_word_list")
