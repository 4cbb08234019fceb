"""Build resizes.txt, the pairs of words for daily resizes: `python -m data.resizes`.

Of the pairs in relatives.txt it takes those that make a resize by the rules of `solvers.daily`,
between everyday words that are no inflections, and fills up with others of such words. No two have
an end in common. They are dealt into shares, and no word of a way is in two of these; of each
level, every share has some. Debian's wordnet-base is needed.
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
"""So many pairs each share has of each level: 224 rounds of all games pass before one returns."""
STARTS = 900
"""From so many words ways are looked for, besides those of the pairs that were chosen."""
SOME = 8
"""So many ways from each of them are kept, of each level."""


def lines(lexicon: Lexicon, folder: Path) -> Iterator[Line]:
    """Yield what can be chosen from, the pairs chosen by hand first; the share is 0."""
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
    """Return whether a word is no plural, past or participle, and means something by itself."""
    stems = [word.removesuffix(end) for end in ("s", "ed", "ing") if word.endswith(end)]
    inflected = any(len(stem) > 2 and stem in lexicon for stem in stems)
    return not parts.isdisjoint({"noun", "verb", "adj"}) and (word.endswith("ss") or not inflected)


def dealt(choice: list[Line]) -> list[Line]:
    """Deal lines into shares: each takes, of each level in turn, one that fits.

    A line fits where no word of it is in a line of another share, and no end of it in any. Those
    chosen by hand are taken first, then those that have most words in common with the share.
    """
    chosen = set(map(frozenset, read_chosen(CHOSEN)))
    owner: dict[str, int] = {}
    ends: set[str] = set()
    kept: list[Line] = []
    supply = Counter(line.level for line in choice)
    for level in sorted(LEVELS, key=supply.__getitem__):  # the scarce ones first
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
