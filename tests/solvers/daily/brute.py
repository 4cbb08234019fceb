"""The same questions answered plainly, on strings only; shares nothing with the solvers."""

from __future__ import annotations

import string
from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise
from math import log10


class Plain:
    """The words of a lexicon as strings, with their rareness and flags."""

    def __init__(self, lexicon):
        self.rareness = {word: lexicon.rareness[i] for i, word in enumerate(lexicon)}
        self.flagged = {word for i, word in enumerate(lexicon) if lexicon.flagged[i]}
        self.common = {word for word, rare in self.rareness.items() if rare <= 20_000}
        self.shown = self.common - self.flagged
        self.gaps, self.spelled = defaultdict(list), defaultdict(list)
        for word in self.rareness:
            self.spelled["".join(sorted(word))].append(word)
            for i in range(len(word)):
                self.gaps[word[:i] + "_" + word[i + 1 :]].append(word)

    def near(self, word):
        for i in range(len(word)):
            yield from (w for w in self.gaps[word[:i] + "_" + word[i + 1 :]] if w != word)

    def strange(self, word):
        return log10(self.rareness[word])

    def ladders(self, start, target):
        """Return (steps, ladders of so few steps, least strangeness between by shown words)."""
        ways, easy, seen, steps = {start: 1}, {start: 0.0}, {start}, 0
        while target not in ways:
            steps += 1
            more, easier = Counter(), {}
            for word, count in ways.items():
                for near in set(self.near(word)) - seen:
                    more[near] += count
                    if word in easy and near in self.shown:
                        cost = easy[word] + (self.strange(near) if near != target else 0)
                        easier[near] = min(cost, easier.get(near, cost))
            assert more, "no ladder"
            seen |= set(more)
            ways, easy = more, easier
        return steps, ways[target], easy.get(target)

    def growths(self, start):
        """Return (words of the longest sequence, how many, least strangeness by unflagged ones)."""

        @cache
        def onward(word):
            grown = {c + word for c in string.ascii_lowercase}
            grown |= {word + c for c in string.ascii_lowercase}
            after = [(w, *onward(w)) for w in grown if w in self.rareness]
            most = max((length for _, length, _, _ in after), default=0)
            best = [entry for entry in after if entry[1] == most]
            costs = [
                cost + self.strange(w)
                for w, _, _, cost in best
                if cost is not None and w not in self.flagged
            ]
            if not after:
                return 1, 1, 0.0
            return most + 1, sum(ways for _, _, ways, _ in best), min(costs, default=None)

        return onward(start)


def share(a, b):
    return max(k for k in range(min(len(a), len(b)) + 1) if a.endswith(b[:k]))


def best_snake(words):
    """Return the best score of all orders (Held and Karp, 1962)."""
    gain = [[share(a, b) ** 2 for b in words] for a in words]
    best = {(1 << i, i): 0 for i in range(len(words))}
    for _ in range(len(words) - 1):
        longer = {}
        for (used, last), score in best.items():
            for i in range(len(words)):
                if not used >> i & 1:
                    key, new = (used | 1 << i, i), score + gain[last][i]
                    if new > longer.get(key, -1):
                        longer[key] = new
        best = longer
    return max(best.values())


def greedy_snake(words):
    """Return the greedy algorithm's score: from the longest overlap down, and alphabetically
    where several words are as good, each word takes the last that can follow it.
    """
    words = sorted(words)
    after, before = {}, {}

    def first_of(word):
        return first_of(before[word]) if word in before else word

    for k in range(max(map(len, words)), 0, -1):
        for word in words:
            fits = [
                w
                for w in words
                if w not in before and len(w) >= k and word[-k:] == w[:k] and w != first_of(word)
            ]
            if word not in after and fits:
                after[word], before[fits[-1]] = fits[-1], word
    order = []
    for word in words:
        if word not in before:
            order.append(word)
            while order[-1] in after:
                order.append(after[order[-1]])
    return sum(share(a, b) ** 2 for a, b in pairwise(order))
