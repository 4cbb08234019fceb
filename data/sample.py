"""Shows what words mean, to be read and judged: `python -m data.sample [SEED]`.

Prints how many of the commonest words have a definition, and 200 of them drawn at random, each with
the first sense shown; a word without one counts as not accepted.
"""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

from data.command import run
from solvers.library import open_lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMONEST = 10_000
DRAWN = 200


def commonest(count: int = COMMONEST) -> list[str]:
    """Return the most familiar words that are not flagged, ties ordered by rareness."""
    lexicon = open_lexicon()
    ids = (id_ for id_ in range(len(lexicon)) if not lexicon.flagged[id_])
    known, cost = lexicon.familiarity, lexicon.rareness
    ordered = sorted(ids, key=lambda id_: (-known[id_], cost[id_], lexicon.word(id_)))
    return [lexicon.word(id_) for id_ in ordered[:count]]


def sample(seed: int) -> Iterator[str]:
    """Yield a line for each drawn word, with its first meaning."""
    lexicon = open_lexicon()
    for word in random.Random(seed).sample(commonest(), DRAWN):  # noqa: S311 - no secret
        first = next(iter(lexicon.define(word)), None)
        yield f"{word}: ({first.lemma}, {first.part}) {first.text}" if first else f"{word}: –"


def main(seed: str = "0") -> str:
    """Return how many of the commonest words are defined, and the sample."""
    lexicon, words = open_lexicon(), commonest()
    defined = sum(bool(lexicon.define(word)) for word in words)
    head = f"{defined:,} of the {len(words):,} commonest words have a definition."
    return "\n".join((head, *sample(int(seed))))


if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:], most=1))
