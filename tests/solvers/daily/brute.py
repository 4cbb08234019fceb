"""Plain answers to the same questions, on strings only; shares nothing with the solvers."""

from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise
from random import Random
from statistics import mean
from string import ascii_lowercase

from solvers.lexicon.choice import LEFT_OUT


class Plain:
    """The words of a lexicon as strings, with how familiar they are, and their flags."""

    def __init__(self, lexicon):
        self.familiarity = {word: lexicon.familiarity[i] for i, word in enumerate(lexicon)}
        self.flagged = {word for i, word in enumerate(lexicon) if lexicon.flagged[i]}
        listed = {word for i, word in enumerate(lexicon) if lexicon.rareness[i] <= 20}
        known = {word for word, known in self.familiarity.items() if known >= 30}
        self.known = (known & listed) - self.flagged - LEFT_OUT
        self.gaps, self.spelled = defaultdict(list), defaultdict(list)
        self.grown = defaultdict(set)
        for word in self.familiarity:
            self.spelled["".join(sorted(word))].append(word)
            for i in range(len(word)):
                self.gaps[word[:i] + "_" + word[i + 1 :]].append(word)
        for word in self.known:
            self.grown[word[1:]].add(word)
            self.grown[word[:-1]].add(word)

    def near(self, word):
        for i in range(len(word)):
            yield from (w for w in self.gaps[word[:i] + "_" + word[i + 1 :]] if w != word)

    def strange(self, word):
        return max(0, 6.5 - self.familiarity[word] / 10)

    def beside(self, word):
        """Yield all strings with one letter more or one letter less."""
        for i in range(len(word)):
            yield word[:i] + word[i + 1 :]
        for i in range(len(word) + 1):
            yield from (word[:i] + letter + word[i:] for letter in ascii_lowercase)

    def ladders(self, start, target):
        """Return the fewest steps, how many ladders have them, and how many of known words do.

        The last item is the strangeness and the words of the least strange ladder of known words.
        """
        return self._ways(start, target, self.near)

    def _ways(self, start, target, near_to):
        ways, easy, seen, steps = {start: 1}, {start: (1, (0, (start,)))}, {start}, 0
        while target not in ways:
            steps += 1
            more, easier = Counter(), {}
            for word, count in ways.items():
                for near in self.familiarity.keys() & set(near_to(word)) - seen:
                    more[near] += count
                    if word in easy and near in self.known:
                        number, (cost, path) = easy[word]
                        new = cost + self.strange(near), (*path, near)
                        before, least = easier.get(near, (0, new))
                        easier[near] = before + number, min(least, new)
            assert more, "no ladder"
            seen |= set(more)
            ways, easy = more, easier
        return steps, ways[target], *easy.get(target, (0, (None, ())))

    def resizes(self, start, target):
        """Return the same as `ladders`, for adding and dropping letters."""
        return self._ways(start, target, self.beside)

    def growths(self, start):
        """Return all longest sequences by known words."""

        @cache
        def onward(word):
            after = [way for grown in self.grown[word] for way in onward(grown)]
            longest = max(map(len, after), default=0)
            return [(word, *way) for way in after if len(way) == longest] or [(word,)]

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


def greed(words):
    """Return the greedy algorithm's average score over twenty orders of the words."""
    return mean(greedy_snake(Random(n).sample(words, len(words))) for n in range(20))


def greedy_snake(words):
    """Return the greedy algorithm's score.

    From the longest overlap down, and in the order of the words where several are equal, each word
    takes the last word that can follow it.
    """
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
