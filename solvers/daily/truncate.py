"""A daily truncate: from a start of two to five letters, grow as far as words go.

Difficulty: 1.2 for each word of par beyond four, 1.1 for each tenfold of rareness, on average,
of the words to be found on the commonest longest sequence, and up to 0.5 more the fewer longest
sequences there are (none from 10 on).
"""

from __future__ import annotations

from math import ceil, log10
from typing import TYPE_CHECKING

from solvers.daily.common import COMMON, check, fits, measured, none_left, showable, strangeness
from solvers.daily.draw import is_own
from solvers.daily.edition import Edition
from solvers.truncate.tables import GrowingWords

if TYPE_CHECKING:
    from random import Random

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

LENGTHS = (2, 3, 4, 5)
SHORTEST = {1: 4, 2: 4, 3: 4, 4: 5, 5: 5, 6: 5, 7: 5}
"""The lowest par that is tried first, by level."""
FEWEST = 4
"""The fewest words that make a game."""
SOLVED = 0.6
"""The part of the possible growth that counts as solved."""


class LongestSequences:
    """By node, the commonest of the longest sequences that begin there."""

    def __init__(self, words: GrowingWords, lexicon: Lexicon) -> None:
        self._words = words
        self._lexicon = lexicon
        self._best: dict[int, tuple[float, int] | None] = {}

    def strangeness(self, node: int) -> float | None:
        """Return the least sum of strangeness over the words that follow; None: all flagged."""
        best = self._onward(node)
        return None if best is None else best[0]

    def path(self, node: int) -> list[int]:
        """Return the nodes of that sequence; there must be one."""
        path = [node]
        while (best := self._onward(path[-1])) is not None and best[1] >= 0:
            path.append(best[1])
        return path

    def _onward(self, node: int) -> tuple[float, int] | None:
        """Return the sum from here on and the next node, -1 at the end."""
        if node in self._best:
            return self._best[node]
        graph = self._words.graph
        left = graph.paths_up.longest(node)
        options = []
        for near in graph.up(node) if left else ():
            if graph.paths_up.longest(near) == left - 1:
                cost, onward = self._cost(near), self._onward(near)
                if cost is not None and onward is not None:
                    options.append((cost + onward[0], near))
        best = (min(options) if options else None) if left else (0.0, -1)
        self._best[node] = best
        return best

    def _cost(self, node: int) -> float | None:
        id_ = self._lexicon.find(self._words.word(node))
        if self._lexicon.flagged[id_]:
            return None
        return strangeness(self._lexicon.rareness[id_])


def difficulty_of(par: int, ways: int, strange: float) -> float:
    """Return the difficulty, given the sum of strangeness over the words to be found."""
    scarce = max(0.0, 1 - log10(ways)) * 0.5
    return measured(1.2 * (par - 4) + 1.1 * strange / (par - 1) + scarce)


def make(number: int, level: int, lexicon: Lexicon, rng: Random, deadline: Deadline) -> Edition:
    """Make a truncate of a level; where its class has none from a familiar start, from another."""
    words = GrowingWords(lexicon.showing("all"), "ends")
    longest = LongestSequences(words, lexicon)
    starts = [
        id_
        for length in LENGTHS
        for id_ in showable(lexicon, lexicon.ids_of_length(length))
        if is_own(number, lexicon.word(id_))
    ]
    rng.shuffle(starts)
    for shortest, rarest in ((SHORTEST[level], COMMON // 100), (FEWEST, COMMON)):
        for start in starts:
            check(deadline)
            if lexicon.rareness[start] > rarest:
                continue
            edition = _grown(lexicon.word(start), number, level, words, longest)
            if edition is not None and edition.par >= shortest:
                return edition
    raise none_left(number)


def _grown(
    start: str, number: int, level: int, words: GrowingWords, longest: LongestSequences
) -> Edition | None:
    """Return the edition with this start, if its difficulty is right."""
    node = words.require(start)
    steps = words.graph.paths_up.longest(node)
    strange = longest.strangeness(node)
    if steps + 1 < FEWEST or strange is None:
        return None
    ways = words.graph.paths_up.count(node, steps)
    difficulty = difficulty_of(steps + 1, ways, strange)
    if not fits(difficulty, level):
        return None
    solution = tuple(map(words.word, longest.path(node)))
    goal = 1 + ceil(steps * SOLVED)
    return Edition(number, "truncate", level, difficulty, (start,), steps + 1, goal, solution, ways)
