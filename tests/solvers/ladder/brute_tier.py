"""Ladders of the whole built list, by textbook searches over buckets of words with a blank.

Knows neither the solver nor its index: reads the word list's file.
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from solvers.lexicon.choice import LEFT_OUT
from solvers.library import DATA

if TYPE_CHECKING:
    from collections.abc import Iterator

COST = {10: 1, 20: 1, 35: 4, 40: 20, 50: 200, 55: 2_000, 60: 20_000, 70: 200_000, 80: 2_000_000}


def lines(name: str) -> list[str]:
    """Return the lines of one of the list's files, without the first."""
    return gzip.decompress((DATA / name).read_bytes()).decode().splitlines()[1:]


class Tier:
    """The list's words; hidden ones may only be the ends of a ladder.

    `cost` maps each kind of cost to what each word costs.
    """

    def __init__(self, hidden: set[str], longest: int = 5) -> None:
        self.hidden = hidden
        self.cost: dict[str, dict[str, int]] = {"familiarity": {}, "rareness": {}}
        self._buckets: defaultdict[str, list[str]] = defaultdict(list)
        for line, known in zip(lines("words.tsv.gz"), lines("familiarity.gz"), strict=True):
            word, size, level = line.split("\t")
            if len(word) <= longest:
                odd = int(known) < 30 or word in LEFT_OUT
                seldom = max(0, 40 - int(known))
                paid = 100 + 3 * seldom + 2_000 * odd + 400_000 * bool(int(level))
                self.cost["familiarity"][word] = paid
                self.cost["rareness"][word] = COST[int(size)]
                for i in range(len(word)):
                    self._buckets[f"{word[:i]}_{word[i + 1 :]}"].append(word)

    def _near(self, word: str, target: str) -> Iterator[str]:
        for i in range(len(word)):
            for other in self._buckets[f"{word[:i]}_{word[i + 1 :]}"]:
                if other != word and (other not in self.hidden or other == target):
                    yield other

    def shortest(self, start: str, target: str) -> tuple[int, int]:
        """Return the fewest steps, and how many ladders have them."""
        ways, steps = {start: 1}, 0
        seen = {start}
        while target not in ways:
            onward: defaultdict[str, int] = defaultdict(int)
            for word, count in ways.items():
                for near in self._near(word, target):
                    if near not in seen:
                        onward[near] += count
            seen.update(onward)
            ways, steps = onward, steps + 1
        return steps, ways[target]

    def common(self, start: str, target: str, by: str) -> tuple[int, int, int]:
        """Return steps, number and cost of the ladders of lowest cost, then of fewest steps."""
        costs = self.cost[by]
        best, ways = {start: (0, 0)}, {start: 1}
        heap, done = [(0, 0, start)], set()
        while heap:
            cost, steps, word = heappop(heap)
            if word in done:
                continue
            done.add(word)
            if word == target:
                break
            for near in self._near(word, target):
                reached = cost + costs[near], steps + 1
                if near not in best or reached < best[near]:
                    best[near], ways[near] = reached, 0
                    heappush(heap, (*reached, near))
                if reached == best[near]:
                    ways[near] += ways[word]
        cost, steps = best[target]
        return steps, ways[target], cost
