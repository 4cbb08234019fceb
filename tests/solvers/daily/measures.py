"""Par, ways and difficulty of a puzzle's given words, as the generators' docstrings define them.

Shares nothing with the solvers: see `brute`.
"""

from collections import Counter
from itertools import pairwise
from math import sqrt
from statistics import mean

from tests.solvers.daily.brute import best_snake, greed


def ladder(plain, given):
    steps, ways, familiar, _ = plain.ladders(*given)
    return steps, ways, 1.75 * (steps - 3) + 2.4 / familiar + 0.55


def snake(_plain, given):
    par = best_snake(given)
    return par, 0, 0.4 * (len(given) - 5) + 48 * (par - greed(given)) / par


def stages(plain, given):
    """Yield for each stage the words that its letters spell."""
    letters = Counter()
    for size, new in zip(range(4, 10), given, strict=True):
        letters += Counter(new)
        assert letters.total() == size
        yield plain.spelled["".join(sorted(letters.elements()))]


def anigram(plain, given):
    ways, asks = 1, []
    for words in stages(plain, given):
        assert not plain.flagged & set(words)
        ways *= len(words)
        strange = min(map(plain.strange, plain.known & set(words)))
        asks.append(strange + {1: 0.6, 2: 0.3}.get(len(words), 0))
    return len(given), ways, max(0, 8 * (mean(asks) - 2.2))


def easiest(plain, start):
    """Return the longest sequence that adds the fewest s; among equals the least strange."""

    def merit(way):
        added = sum(word == f"{before}s" for before, word in pairwise(way))
        return added, sum(map(plain.strange, way[1:]))

    return min(plain.growths(start), key=merit)


def resize(plain, given):
    steps, ways, familiar, (_, path) = plain.resizes(*given)
    strangest = max(map(plain.strange, path[1:-1]))
    difficulty = 1.05 * steps + 2.6 / sqrt(familiar) + 3 * strangest - 11.2
    return steps, ways, max(0, difficulty)


def truncate(plain, given):
    ways = plain.growths(*given)
    length, strange = len(ways[0]), mean(map(plain.strange, easiest(plain, *given)[1:]))
    difficulty = 2.2 * (length - 4) + 3.5 / sqrt(len(ways)) + 3 * (strange - 2)
    return length, len(ways), max(0, difficulty)


MEASURES = {
    "ladder": ladder,
    "snake": snake,
    "anigram": anigram,
    "truncate": truncate,
    "resize": resize,
}
