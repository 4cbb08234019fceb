"""Opens lexicons, each with the tables that every game needs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from solvers.anigram import tables as anigram
from solvers.errors import BadInput
from solvers.files import AnyPath, path_of, read_limited
from solvers.ladder import tables as ladder
from solvers.lexicon import TIERS, Definitions, Lexicon, Part, WordTable
from solvers.lexicon.build import build_index
from solvers.lexicon.cache import fingerprint_of, open_index
from solvers.lexicon.indexfile import IndexFile
from solvers.lexicon.wordlist import Numbers, WordList, read_built, read_given
from solvers.truncate import tables as truncate

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "DATA",
    "DEFINITIONS",
    "PARTS",
    "TIERS",
    "lexicon_of",
    "open_lexicon",
    "open_word_list",
    "read_tier",
    "read_word_list",
]

DATA = Path(__file__).parent.parent / "data"
DEFINITIONS = DATA / "definitions.bin"
BUILT = DATA / "words.tsv.gz", DATA / "familiarity.gz"
"""The built word list, and the familiarity of its words."""

PARTS: tuple[Part, ...] = (anigram.PART, ladder.PART, truncate.PART)
"""The tables that games add to every index. A game's part is listed here and nowhere else."""


def open_lexicon(tier: str = "full") -> Lexicon:
    """Open a tier of the built word list; a missing index is built (in seconds).

    >>> len(open_lexicon("common"))
    85634
    """
    _check(tier)
    packed, known = (file.read_bytes() for file in BUILT)
    index = open_index(tier, packed + known, tier, PARTS, lambda: read_built(packed, known, tier))
    return Lexicon(index, _definitions(), partial(open_lexicon, tier))


def read_tier(tier: str) -> WordList:
    """Read a tier of the built word list without an index."""
    packed, known = (file.read_bytes() for file in BUILT)
    return read_built(packed, known, tier)


def open_word_list(
    path: AnyPath,
    tier: str | None = None,
    *,
    numbers: Numbers | None = None,
    skip_invalid: bool = False,
) -> Lexicon:
    """Open a file of words, one a line, each optionally followed by a tab and a rareness.

    With a tier, only words with a rareness within that tier. `numbers` says whether the numbers are
    each word's "rareness" or the "count" of its uses; BadInput asks if that is in doubt. BadInput
    also names the first line that holds no word, unless such lines are to be skipped; the lexicon's
    `skipped` counts them.
    """
    if tier is not None:
        _check(tier)
    if path in {"", b""}:
        raise BadInput("Name a file of words: this name is empty.", code="bad_word_list")
    path = path_of(path)
    try:
        with path.open("rb") as file:
            text = read_limited(file, path.name)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or "it cannot be read"
        raise BadInput(f"{path}: {reason}.", code="bad_word_list") from None
    return read_word_list(text, path.name, tier, numbers=numbers, skip_invalid=skip_invalid)


def read_word_list(
    text: bytes,
    name: str,
    tier: str | None = None,
    *,
    numbers: Numbers | None = None,
    skip_invalid: bool = False,
) -> Lexicon:
    """Open the text of a file of words, like `open_word_list`; `name` is for error messages."""
    if tier is not None:
        _check(tier)

    def read() -> WordList:
        return read_given(text, name, tier, numbers=numbers, skip_invalid=skip_invalid)

    how = tier, numbers, skip_invalid
    return Lexicon(open_index(name, text, how, PARTS, read), _definitions())


def lexicon_of(words: Iterable[str] | Mapping[str, int], name: str = "words") -> Lexicon:
    """Return a lexicon of some words, in memory only; a mapping gives each word its rareness.

    Words are read like the lines of a file, and BadInput counts them as lines.

    >>> animals = lexicon_of({"cat": 1, "dog": 1, "gnu": 20_000})
    >>> "gnu" in animals, animals.rareness[animals.find("gnu")]
    (True, 20000)
    """
    lines = (
        (f"{word}\t{rareness}" for word, rareness in words.items())
        if isinstance(words, Mapping)
        else words
    )
    text = "\n".join(lines).encode()
    table = WordTable(read_given(text, name))
    packed = build_index(table, PARTS, name, fingerprint_of(text, "rareness", PARTS))
    return Lexicon(IndexFile.parse(packed), _definitions())


def _check(tier: str) -> None:
    if tier not in TIERS:
        known = ", ".join(TIERS)
        raise BadInput(f"There is no tier “{tier}”; choose {known}.", code="unknown_tier")


@cache
def _definitions() -> Definitions | None:
    return Definitions.open(DEFINITIONS)
