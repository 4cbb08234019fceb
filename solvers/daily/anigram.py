"""A daily anigram: six stages, from four letters to nine, one letter revealed at each.

No stage has letters that spell a flagged word, whatever else they spell.

Difficulty: the mean over the stages of: 2.2 for each tenfold of rareness of the
commonest word that its letters spell, more the fewer words they spell (1.3 for one only, 0.6 for
two), and 0.4 for each letter beyond six.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from solvers.anigram.tables import LetterSets
from solvers.daily.common import check, fits, measured, none_left, showable, strangeness
from solvers.daily.draw import is_own_of_level
from solvers.daily.edition import Edition

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

SIZES = range(4, 10)
WALKS = 40
"""How many ways down are tried from nine letters."""


def stage_difficulty(size: int, words: int, rareness: int) -> float:
    """Return the difficulty of a stage of `size` letters that spell `words` words."""
    few = {1: 1.3, 2: 0.6}.get(words, 0.0)
    return 2.2 * strangeness(rareness) + few + 0.4 * max(0, size - 6)


class Chains:
    """Walks down the letter sets by common words."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._sets = LetterSets(lexicon.showing("all"))
        self._words: dict[int, tuple[str, ...]] = {}

    def words(self, node: int) -> tuple[str, ...]:
        """Return what a set's letters spell."""
        if node not in self._words:
            self._words[node] = self._sets.words(node)
        return self._words[node]

    def shown(self, node: int) -> str | None:
        """Return the commonest word that may be shown; None: none is common, or one is flagged."""
        ids = list(map(self._lexicon.find, self.words(node)))
        if any(self._lexicon.flagged[id_] for id_ in ids):
            return None
        return next((self._lexicon.word(id_) for id_ in showable(self._lexicon, ids)), None)

    def walks(self, word: str, rng: Random) -> Iterator[list[int]]:
        """Yield chains that end with a word's letters, the smallest first."""
        end = self._sets.find(word)
        for _ in range(WALKS if self.shown(end) else 0):
            chain = [end]
            while len(chain) < len(SIZES):
                options = [n for n in self._sets.graph.down(chain[-1]) if self.shown(n)]
                if not options:
                    break
                chain.append(rng.choice(options))
            else:
                yield chain[::-1]

    def difficulty(self, chain: Sequence[int]) -> float:
        """Return the difficulty of a chain."""
        total = 0.0
        for size, node in zip(SIZES, chain, strict=True):
            word = self.shown(node)
            assert word is not None
            rareness = self._lexicon.rareness[self._lexicon.find(word)]
            total += stage_difficulty(size, len(self.words(node)), rareness)
        return measured(total / len(SIZES))

    def ways(self, chain: Sequence[int]) -> int:
        """Return in how many ways the stages can be answered."""
        ways = 1
        for node in chain:
            ways *= len(self.words(node))
        return ways

    def edition(self, number: int, level: int, difficulty: float, chain: Sequence[int]) -> Edition:
        """Return the edition of a chain."""
        shown = [self.shown(node) or "" for node in chain]
        first = "".join(sorted(shown[0]))
        added = [_added(a, b) for a, b in pairwise(shown)]
        stages = len(SIZES)
        return Edition(
            number,
            "anigram",
            level,
            difficulty,
            (first, *added),
            stages,
            stages,
            tuple(shown),
            self.ways(chain),
        )


def make(number: int, level: int, lexicon: Lexicon, rng: Random, deadline: Deadline) -> Edition:
    """Make an anigram of a level."""
    ends = [lexicon.word(id_) for id_ in showable(lexicon, lexicon.ids_of_length(SIZES[-1]))]
    rng.shuffle(ends)
    chains = Chains(lexicon)
    for end in ends:
        if not is_own_of_level(number, level, "".join(sorted(end))):
            continue
        check(deadline)
        for chain in chains.walks(end, rng):
            difficulty = chains.difficulty(chain)
            if fits(difficulty, level):
                return chains.edition(number, level, difficulty, chain)
    raise none_left(number)


def _added(before: str, after: str) -> str:
    """Return the one letter that the second word has more."""
    for letter in before:
        after = after.replace(letter, "", 1)
    return after
