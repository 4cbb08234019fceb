"""What a newer word list would bring: `python -m data.newer [LIST …]`.

It prints how many of the frequent words of wordfreq our list has, and which it lacks. A LIST is
text with one word per line, optionally followed by a slash and letters (as in Hunspell's) or by a
tab and more; the words that it has and we lack are printed by frequency. Debian's scowl is needed:
words that it has only with a capital or as an abbreviation do not count, nor do the entries of
`no_words.txt`.
"""

from __future__ import annotations

import gzip
import math
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from data import build, familiarity
from data.command import run

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

NO_WORDS = Path(__file__).parent / "no_words.txt"
FREQUENT, RARE = 30, 20
"""The Zipf values, times ten, from which a word must be known, and a list's word is shown."""
SHOWN = 200
"""The number of words shown."""

_WORD = re.compile(r"[a-z]{2,}")
_LINE = re.compile(r"([a-z]{2,})(?:[/\t].*)?")
_ABBREVIATIONS = re.compile(r"\w+-abbreviations\.\d+")


class Coverage(NamedTuple):
    """The number of frequent words known, and the missing ones, by frequency."""

    known: int
    missing: list[str]

    @property
    def share(self) -> float:
        """Return the share of the words that is known, from 0 to 1."""
        return self.known / max(1, self.known + len(self.missing))


def zipfs(frequency: Mapping[str, float]) -> dict[str, int]:
    """Return the Zipf value of each word of letters, times ten."""
    return {
        word: round(10 * (math.log10(often) + 9))
        for word, often in frequency.items()
        if _WORD.fullmatch(word)
    }


def read_no_words(path: Path = NO_WORDS) -> dict[str, str]:
    """Return the entries judged not to be words, by reading, with their kinds."""
    kinds: dict[str, str] = {}
    kind = ""
    for token in _uncommented(path):
        if token.startswith("["):
            kind = token.strip("[]")
        else:
            kinds[token] = kind
    return kinds


def _uncommented(path: Path) -> list[str]:
    lines = path.read_text("ascii").splitlines()
    return [token for line in lines for token in line.partition("#")[0].split()]


def no_words(scowl: Path) -> set[str]:
    """Return SCOWL's names and abbreviations, and the entries judged not to be words."""
    found = set(familiarity.read_names(scowl)) | set(read_no_words())
    for path in scowl.iterdir():
        if _ABBREVIATIONS.fullmatch(path.name):
            found.update(path.read_text("utf-8").split())
    return found


def coverage(
    often: Mapping[str, int], known: Mapping[str, int], others: Collection[str]
) -> Coverage:
    """Return how well a list covers words at least as frequent as `FREQUENT`.

    often    how frequent words are
    known    the familiarity of the list's words; one less familiar than frequent is met as a
             name, and counts neither as known nor as missing
    others   entries that are no words
    """
    frequent = sorted((w for w, n in often.items() if n >= FREQUENT), key=lambda w: (-often[w], w))
    missing = [word for word in frequent if word not in known and _may_be(word, others)]
    return Coverage(sum(known.get(word, 0) >= FREQUENT for word in frequent), missing)


def _may_be(word: str, others: Collection[str]) -> bool:
    return word not in others and not set(word).isdisjoint("aeiouy")


def brought(
    path: Path, often: Mapping[str, int], known: Collection[str], others: Collection[str]
) -> list[str]:
    """Return the words of another list that ours lacks and texts use, by frequency."""
    lines = path.read_text("utf-8-sig", "replace").splitlines()  # only ASCII letters count
    words = {found[1] for line in lines if (found := _LINE.fullmatch(line.strip()))}
    new = {word for word in words if word not in known and _may_be(word, others)}
    return sorted(
        (word for word in new if often.get(word, 0) >= RARE), key=lambda w: (-often[w], w)
    )


def read_familiarity() -> dict[str, int]:
    """Return the familiarity of every word of the committed list."""
    numbers = gzip.decompress(familiarity.OUTPUT.read_bytes()).decode("ascii").split()[1:]
    return dict(zip(build.read_words(), map(int, numbers), strict=True))


def main(*lists: Path) -> str:
    """Return the report."""
    often, known, others = (
        zipfs(familiarity.frequencies()),
        read_familiarity(),
        no_words(build.SCOWL),
    )
    found = coverage(often, known, others)
    total = found.known + len(found.missing)
    known_of = f"{found.share:.2%} are known: {found.known:,} of {total:,}."
    report = [f"Of the words of Zipf {FREQUENT / 10} and more {known_of}", _shown(found.missing)]
    for path in lists:
        new = brought(path, often, known, others)
        report += [f"{path}: {len(new):,} of Zipf {RARE / 10} and more that we lack.", _shown(new)]
    return "\n".join(filter(None, report))


def _shown(words: list[str]) -> str:
    more = " …" if len(words) > SHOWN else ""
    return " ".join(words[:SHOWN]) + more


if __name__ == "__main__":
    sys.exit(run(main, [*map(Path, sys.argv[1:])], most=20))
