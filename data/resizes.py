"""Build resizes.txt, the pairs of words for daily resizes: `python -m data.resizes`.

It takes the pairs in relatives.txt that make a resize by the rules of `solvers.daily`, between
everyday words that are no inflections, and fills up with other pairs of such words. No two pairs
have an end in common. They are dealt into shares, so that no word of a way is in two shares and
every share has pairs of each level. Debian's wordnet-base is needed.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from data import wordnet
from data.command import run
from data.familiarity import WORDNET, bases
from data.pairs import read_chosen
from solvers import files
from solvers.daily.common import EVERYDAY, familiar
from solvers.daily.edition import LEVELS
from solvers.daily.resize import LENGTHS, RESIZES, SHARES, Line, climber, is_good
from solvers.library import open_lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from solvers.lexicon import Lexicon

CHOSEN = Path(__file__).parent / "relatives.txt"
HEADER = (
    "# level, share, how many shortest ways there are, and of familiar words, and one of these; "
    "made by data/resizes.py"
)
EACH = 2
"""Pairs of each level in each share: 224 rounds of all games pass before a pair returns."""
STARTS = 900
"""The number of words from which ways are searched, besides the pairs chosen by hand."""
SOME = 8
"""The most ways kept from each start, per level."""


def lines(lexicon: Lexicon, folder: Path) -> Iterator[Line]:
    """Yield the candidate lines, with share 0; the pairs chosen by hand come first."""
    found = wordnet.read(folder)
    words = [
        word
        for word in familiar(lexicon, LENGTHS, EVERYDAY)
        if _may_end(word, lexicon, {sense.part for sense in found.senses.get(word, ())})
        and not any(bases(word, found))
    ]
    known, search = set(words), climber(lexicon)
    for one, other in read_chosen(CHOSEN):
        if one in known and other in known and (ways := search.ways(one, other)) and is_good(ways):
            yield Line.of(ways, lexicon)
    rng = Random(0)  # noqa: S311 - a choice that is the same each time
    for start in rng.sample(words, min(STARTS, len(words))):
        reached = [
            Line.of(ways, lexicon)
            for word, ways in search.reached(start)
            if word in known and is_good(ways)
        ]
        for level in LEVELS:
            those = [line for line in reached if line.level == level]
            yield from rng.sample(those, min(SOME, len(those)))


def _may_end(word: str, lexicon: Lexicon, parts: AbstractSet[str]) -> bool:
    """Return whether a word is no plural, past or participle, and is a noun, verb or adjective."""
    stems = [word.removesuffix(end) for end in ("s", "ed", "ing") if word.endswith(end)]
    inflected = any(len(stem) > 2 and stem in lexicon for stem in stems)
    return not parts.isdisjoint({"noun", "verb", "adj"}) and (word.endswith("ss") or not inflected)


def dealt(choice: list[Line]) -> list[Line]:
    """Deal lines into shares: level by level, each share takes a line that fits.

    A line fits a share if none of its words is in a line of another share, and neither of its ends
    is an end of any line. Lines chosen by hand are taken first, then lines with the fewest new
    words.
    """
    chosen = set(map(frozenset, read_chosen(CHOSEN)))
    owner: dict[str, int] = {}
    ends: set[str] = set()
    kept: list[Line] = []
    supply = Counter(line.level for line in choice)
    for level in sorted(LEVELS, key=supply.__getitem__):  # scarce levels first
        for _ in range(EACH):
            for share in sorted(range(SHARES), key=lambda share: (share * 7 + level) % SHARES):
                fits = [
                    line
                    for line in choice
                    if line.level == level
                    and ends.isdisjoint({line.words[0], line.words[-1]})
                    and all(owner.get(word, share) == share for word in line.words)
                ]
                if not fits:
                    continue
                line = min(
                    fits,
                    key=lambda line: (
                        frozenset({line.words[0], line.words[-1]}) not in chosen,
                        sum(word not in owner for word in line.words),
                    ),
                )
                kept.append(line._replace(share=share))
                ends |= {line.words[0], line.words[-1]}
                owner.update(dict.fromkeys(line.words, share))
    return sorted(kept)


def make(folder: Path = WORDNET) -> str:
    """Return the text of the file."""
    kept = dealt([*lines(open_lexicon("full"), folder)])
    return "\n".join((HEADER, *map(str, kept), ""))


def write(*folder: Path) -> str:
    """Write the file; return a line that reports it."""
    text = make(*folder)
    files.write(RESIZES, text.encode("ascii"))
    counts = Counter(line.split()[0] for line in text.splitlines()[1:])
    return f"{RESIZES.name}: {counts.total()} pairs, by level {dict(sorted(counts.items()))}."


if __name__ == "__main__":
    sys.exit(run(write, [*map(Path, sys.argv[1:])], most=1))
