"""Par, ways and difficulty of what a player is given, as the generators' docstrings measure them.

Shares nothing with the solvers: see `brute`.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import log10

from tests.solvers.daily.brute import best_snake, greedy_snake, share


def ladder(plain, given):
    steps, ways, strange = plain.ladders(*given)
    scarce = max(0, 2 - log10(ways)) * 0.4
    return steps, ways, 0.9 * (steps - 2) + scarce + 0.8 * strange / (steps - 1)


def snake(_plain, given):
    par = best_snake(given)
    joins = sum(share(a, b) >= 2 for a, b in permutations(given, 2)) / len(given)
    missed = min(3, 20 * (par - greedy_snake(given)) / par)
    return par, 0, 0.6 * (len(given) - 6) + 2.2 * max(0, joins - 0.8) + missed


def anigram(plain, given):
    letters, ways, asks = Counter(), 1, 0.0
    for size, new in zip(range(4, 10), given, strict=True):
        letters += Counter(new)
        assert letters.total() == size
        words = plain.spelled["".join(sorted(letters.elements()))]
        assert not plain.flagged & set(words)
        ways *= len(words)
        asks += 2.2 * min(map(plain.strange, set(words) & plain.shown))
        asks += {1: 1.3, 2: 0.6}.get(len(words), 0) + 0.4 * max(0, size - 6)
    return len(given), ways, asks / 6


def truncate(plain, given):
    length, ways, strange = plain.growths(*given)
    measured = 1.2 * (length - 4) + 1.1 * strange / (length - 1) + 0.5 * max(0, 1 - log10(ways))
    return length, ways, measured


MEASURES = {"ladder": ladder, "snake": snake, "anigram": anigram, "truncate": truncate}
