"""A daily snake: 7 to 12 common words that overlap richly, with their par proven.

Difficulty: 0.6 for each word beyond six, 2.2 for each join of two letters or more that a word
offers, on average, beyond 0.8, and 0.2 for each per cent of par that the greedy algorithm (always
join the longest overlap that is left) falls short, at most 3.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from math import ceil
from typing import TYPE_CHECKING

from solvers import wordsnake
from solvers.daily.common import COMMON, check, fits, measured, none_left, showable
from solvers.daily.draw import is_own
from solvers.daily.edition import Edition
from solvers.wordsnake.greedy import greedy_order
from solvers.wordsnake.score import overlap, score_pairs
from solvers.wordsnake.types import SnakeRequest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

SIZES = {1: (7,), 2: (7, 8), 3: (8, 9), 4: (9, 10), 5: (10, 11), 6: (11, 12), 7: (12,)}
"""How many words, by level."""
CHOICE = {1: 2, 2: 4, 3: 6, 4: 10, 5: 15, 6: 25, 7: 40}
"""How many candidates there are for each further word, by level."""
LENGTHS = range(4, 8)
OVERLAPS = (2, 3, 3)
LISTS = 20_000
RAREST = COMMON // 100
SOLVED = 0.6
"""The part of par that counts as solved."""


def difficulty_of(words: Sequence[str], par: int, greedy: int) -> float:
    """Return the difficulty of a list, given its par and the greedy algorithm's score."""
    joins = sum(overlap(a, b) >= 2 for a, b in permutations(words, 2)) / len(words)
    missed = min(3.0, 20 * (par - greedy) / par)
    return measured(0.6 * (len(words) - 6) + 2.2 * max(0.0, joins - 0.8) + missed)


def make(number: int, level: int, lexicon: Lexicon, rng: Random, deadline: Deadline) -> Edition:
    """Make a snake of a level."""
    pool = WordPool(lexicon, rng)
    for _ in range(LISTS):
        check(deadline)
        words = pool.draw(rng.choice(SIZES[level]), CHOICE[level])
        if words is None or not is_own(number, *words):
            continue
        best = wordsnake.solve(SnakeRequest(words, seed=0), None, deadline)
        greedy = score_pairs(greedy_order(words)).score
        difficulty = difficulty_of(words, best.score, greedy)
        if best.proven and fits(difficulty, level):
            solution = tuple(placed.word for placed in best.order)
            goal = ceil(best.score * SOLVED)
            return Edition(number, "snake", level, difficulty, words, best.score, goal, solution, 0)
    raise none_left(number)


class WordPool:
    """Common words, indexed by how they begin, from which lists are drawn."""

    def __init__(self, lexicon: Lexicon, rng: Random) -> None:
        ids = [id_ for length in LENGTHS for id_ in lexicon.ids_of_length(length)]
        self._pool = list(map(lexicon.word, showable(lexicon, ids, RAREST)))
        self._rng = rng
        self._begins: defaultdict[str, list[str]] = defaultdict(list)
        for word in self._pool:
            for k in set(OVERLAPS):
                self._begins[word[:k]].append(word)

    def draw(self, number: int, choice: int) -> tuple[str, ...] | None:
        """Draw a list in which each word overlaps an earlier one; None if none fits any more.

        Each word is the one of `choice` candidates that joins the most others. The list is returned
        in alphabetical order.
        """
        rng = self._rng
        words = [rng.choice(self._pool)]
        for _ in range(6 * number):
            stem = words[-1] if rng.random() < 0.7 else rng.choice(words)
            options = self._begins.get(stem[-rng.choice(OVERLAPS) :])
            candidates = [
                word
                for word in (rng.choice(options) for _ in range(choice) if options)
                if not any(_alike(word, other) for other in words)
            ]
            if candidates:
                words.append(max(candidates, key=lambda word: _joins(word, words)))
                if len(words) == number:
                    return tuple(sorted(words))
        return None


def _joins(word: str, words: Sequence[str]) -> int:
    """Count the joins of two letters or more that a word has with others, on either side."""
    return sum((overlap(word, other) >= 2) + (overlap(other, word) >= 2) for other in words)


def _alike(a: str, b: str) -> bool:
    """Return whether one word is within the other, or three letters at an end are the same."""
    return a in b or b in a or a[:3] == b[:3] or a[-3:] == b[-3:]
