"""Build pairs.txt, the pairs of words for daily ladders: `python -m data.pairs`.

It keeps the pairs in companions.txt that make a ladder by the rules of `solvers.daily`, between
everyday words that are no inflections. No word is used twice, so none comes again before its pair
does. Each line has the level of its ladder, and how WordNet relates the two words; Debian's
wordnet-base is needed.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from data import wordnet
from data.command import run
from data.familiarity import WORDNET, bases
from solvers import files
from solvers.daily.climb import Climber
from solvers.daily.common import EVERYDAY, familiar, level_of_difficulty
from solvers.daily.ladder import FEWEST_STEPS, PAIRS, difficulty_of
from solvers.library import open_lexicon

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from solvers.lexicon import Lexicon

CHOSEN = Path(__file__).parent / "companions.txt"
HEADER = (
    "# level, two words chosen by hand, and how WordNet relates them (companion: not at all); "
    "made by data/pairs.py"
)
NAMES = ("opposite", "attribute", "part", "kind", "synonym", "similar", "cause", "fellow")
"""Relations, closest first."""
COMPANION = "companion"
"""Pairs that WordNet does not relate."""
LENGTHS = range(3, 7)
FEWEST_WAYS = 2


class Pair(NamedTuple):
    """A line of the file."""

    level: int
    one: str
    other: str
    relation: str


def read_chosen(path: Path = CHOSEN) -> list[tuple[str, str]]:
    """Return the pairs that were chosen by hand."""
    lines = (line for line in path.read_text("ascii").splitlines() if line[0] != "#")
    return [
        (pair.split()[0], pair.split()[1]) for pair in re.split(r",\s*", " ".join(lines)) if pair
    ]


def ladders(
    chosen: Iterable[tuple[str, str]], known: Container[str], lexicon: Lexicon
) -> Iterator[tuple[int, str, str]]:
    """Yield the pairs of known words that make a good ladder, each with the ladder's level."""
    climbers = {length: Climber(lexicon, [length]) for length in LENGTHS}
    for one, other in chosen:
        if one in known and other in known and len(one) == len(other):
            found = climbers[len(one)].ways(one, other)
            if found and found.ways >= FEWEST_WAYS and found.steps >= FEWEST_STEPS:
                yield level_of_difficulty(difficulty_of(found)), one, other


def disjoint(pairs: Iterable[Pair]) -> list[Pair]:
    """Return as many pairs without a common word as a simple choice finds.

    Opposites and values of one attribute are taken first, then pairs of levels with few pairs, then
    pairs whose words are in few others.
    """
    left, kept = sorted(pairs), []
    while left:
        often: Counter[str | int] = Counter(word for pair in left for word in pair[:3])

        def merit(pair: Pair, often: Counter[str | int] = often) -> tuple[bool, int, int, Pair]:
            scarce = often[pair.level]
            return pair.relation not in NAMES[:2], scarce, often[pair.one] + often[pair.other], pair

        best = min(left, key=merit)
        kept.append(best)
        left = [pair for pair in left if not {*pair[1:3]} & {*best[1:3]}]
    return sorted(kept)


def make(folder: Path = WORDNET) -> str:
    """Return the text of the file."""
    lexicon = open_lexicon("full")
    found = wordnet.read(folder)
    known = {word for word in familiar(lexicon, LENGTHS, EVERYDAY) if not any(bases(word, found))}
    related = wordnet.read_relations(folder, known)
    pairs = []
    for level, one, other in ladders(read_chosen(), known, lexicon):
        names = related.get(one, {}).get(other, ())
        relation = next((name for name in NAMES if name in names), COMPANION)
        pairs.append(Pair(level, one, other, relation))
    lines = (" ".join(map(str, pair)) for pair in disjoint(pairs))
    return "\n".join((HEADER, *lines, ""))


def write(*folder: Path) -> str:
    """Write the file; return a line that reports it."""
    text = make(*folder)
    files.write(PAIRS, text.encode("ascii"))
    return f"{PAIRS.name}: {text.count(chr(10)) - 1} pairs."


if __name__ == "__main__":
    sys.exit(run(write, [*map(Path, sys.argv[1:])], most=1))
