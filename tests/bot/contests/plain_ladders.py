"""Shortest ladders by plain searches over the word list's file; shares nothing with the solver.

Among ladders with equally many steps the best has the lowest total rareness, not counting the
start. A word's rareness follows from its SCOWL size class, as the glossary says.
"""

import gzip
from collections import defaultdict
from functools import cache
from itertools import pairwise

from solvers.library import DATA

RARENESS = {10: 1, 20: 1, 35: 4, 40: 20, 50: 200, 55: 2_000, 60: 20_000, 70: 200_000, 80: 2_000_000}
LONGEST = 8
LARGEST = {"common": 60, "standard": 70, "full": 80}
SHOWN = {"family": 0, "standard": 1, "all": 2}
"""The highest level of flags that each policy shows."""


@cache
def listed():
    """Return the size class and flag level of every word that is not too long."""
    lines = gzip.decompress((DATA / "words.tsv.gz").read_bytes()).decode().splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return {word: (int(size), int(level)) for word, size, level in rows if len(word) <= LONGEST}


@cache
def words_of(tier):
    return [word for word, (size, _) in listed().items() if size <= LARGEST[tier]]


@cache
def _buckets(tier):
    found = defaultdict(list)
    for word in words_of(tier):
        for i in range(len(word)):
            found[word[:i] + "_" + word[i + 1 :]].append(word)
    return found


def near(word, tier):
    """Yield the words of a tier that differ in one letter."""
    for i in range(len(word)):
        yield from (w for w in _buckets(tier)[word[:i] + "_" + word[i + 1 :]] if w != word)


def cost(word):
    """Return the rareness of a word."""
    return RARENESS[listed()[word][0]]


def measured(line):
    """Return a ladder's steps and the rareness of its words: lower is better."""
    return len(line) - 1, sum(map(cost, line[1:]))


class Ladders:
    """All shortest ladders of a tier between two words, using words that a policy shows.

    `least` is what the best of them measures; None where no ladder exists.
    """

    def __init__(self, start, target, tier, policy="all"):
        self.start, self.target = start, target

        def shown(word):
            return listed()[word][1] <= SHOWN[policy] or word in {start, target}

        away, layer, steps = {target: 0}, {target}, 0
        while layer and start not in away:
            steps += 1
            layer = {other for word in layer for other in near(word, tier)} - away.keys()
            layer = set(filter(shown, layer))
            away |= dict.fromkeys(layer, steps)
        self._onward, self._rest = {}, {target: 0}

        def rest(word):
            if word not in self._rest:
                nearer = [one for one in near(word, tier) if away.get(one) == away[word] - 1]
                self._onward[word] = nearer
                self._rest[word] = min(cost(one) + rest(one) for one in nearer)
            return self._rest[word]

        self.least = (steps, rest(start)) if start in away else None

    def drawn(self, rng):
        """Return any of the shortest ladders."""
        line = [self.start]
        while line[-1] != self.target:
            line.append(rng.choice(self._onward[line[-1]]))
        return tuple(line)

    def best(self, most):
        """Return at most `most` of the best ladders."""
        found = [(self.start,)]
        while found[0][-1] != self.target:
            found = [(*line, word) for line in found[:most] for word in self._best_after(line[-1])]
        return found[:most]

    def departure(self, line):
        """Return the index of the first word at which a line leaves every best ladder."""
        for number, (before, word) in enumerate(pairwise(line), 1):
            if word not in self._best_after(before):
                return number
        return None

    def _best_after(self, word):
        onward = self._onward[word]
        return [one for one in onward if cost(one) + self._rest[one] == self._rest[word]]


def with_detour(line, tier, rng):
    """Return a ladder with one more word between two of its words, or None."""
    for at in rng.sample(range(1, len(line)), len(line) - 1):
        between = {*near(line[at - 1], tier)} & {*near(line[at], tier)} - {*line}
        if between:
            return (*line[:at], rng.choice(sorted(between)), *line[at:])
    return None
