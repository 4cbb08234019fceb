"""A daily anigram: six stages, from four letters to nine, one letter revealed at each.

Every stage has a familiar word and no flagged one. No stage can be solved by putting the new letter
behind any word of the stage before.

Difficulty: 8 times the amount by which the stages' average exceeds 2.2. A stage counts the
strangeness of its best known word (`strangeness`, in powers of ten), plus 0.6 if that is its only
word, or 0.3 if it is one of two.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from solvers.anigram.request import AnigramRequest
from solvers.anigram.solver import solve as solve_anigram
from solvers.anigram.tables import LetterSets
from solvers.daily.common import (
    check,
    familiar,
    level_of_difficulty,
    measured,
    strangeness,
)
from solvers.daily.edition import Puzzle
from solvers.daily.makers import Maker, OwnResult

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers.daily.draw import Draw
    from solvers.daily.makers import LineRequest, OwnRequest
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

SIZES = range(4, 10)
FEW = {1: 0.6, 2: 0.3}
"""How much harder a stage is with this few words."""


class Chains:
    """Ways down the letter sets, named by their sorted letters, each with a familiar word."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        sets = LetterSets(lexicon.showing("all"))
        self.words = cache(lambda letters: sets.words(sets.find(letters)))
        """By letters: all words that they spell."""
        self._below: dict[str, list[str] | None] = {}
        self.shown: dict[str, str] = {}
        """By letters: the best known word that they spell."""
        for word in familiar(lexicon, SIZES):
            known = self.shown.setdefault(letters := "".join(sorted(word)), word)
            if strangeness(lexicon, word) < strangeness(lexicon, known):
                self.shown[letters] = word

    def draw(self, end: str, rng: Random) -> list[str] | None:
        """Draw a chain that ends with these letters, smallest set first; None if there is none."""
        chain = [end]
        while below := self.below(chain[-1]):
            chain.append(rng.choice(below))
        return None if below is None else chain[::-1]

    def below(self, letters: str) -> list[str] | None:
        """Return the sets that may come before one; [] for the first size, None if none may."""
        if letters not in self._below:
            found = None
            words = self.words(letters)
            if not any(self._lexicon.flagged[self._lexicon.find(word)] for word in words):
                shorter = {letters[:i] + letters[i + 1 :] for i in range(len(letters))}
                begins = {word[:-1] for word in words}
                found = [
                    lower
                    for lower in sorted(shorter & self.shown.keys())
                    if len(lower) >= SIZES[0]
                    and begins.isdisjoint(self.words(lower))
                    and self.below(lower) is not None
                ]
                if len(letters) > SIZES[0] and not found:
                    found = None
            self._below[letters] = found
        return self._below[letters]

    def difficulty(self, chain: Sequence[str]) -> float:
        """Return the difficulty of a chain."""
        total = 0.0
        for letters in chain:
            strange = strangeness(self._lexicon, self.shown[letters])
            total += strange + FEW.get(len(self.words(letters)), 0)
        return measured(8 * (total / len(SIZES) - 2.2))

    def puzzle(self, level: int, difficulty: float, chain: Sequence[str]) -> Puzzle:
        """Return the puzzle of a chain."""
        shown = [self.shown[letters] for letters in chain]
        first = "".join(sorted(shown[0]))
        added = [_added(a, b) for a, b in pairwise(shown)]
        ways, stages = 1, len(SIZES)
        for letters in chain:
            ways *= len(self.words(letters))
        return Puzzle(
            game="anigram",
            level=level,
            difficulty=difficulty,
            given=(first, *added),
            par=stages,
            goal=stages,
            solution=tuple(shown),
            ways=ways,
        )


def in_turn(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield the anigrams of a level, beginning with the one whose turn it is.

    With the same secret, the same end always gets the same chain.
    """
    chains = Chains(lexicon)
    found: dict[str, tuple[float, list[str]]] = {}
    for end in (letters for letters in chains.shown if len(letters) == SIZES[-1]):
        check(deadline)
        chain = chains.draw(end, Random(draw.chance(end)))  # noqa: S311 - its state stays unseen
        if chain is not None:
            difficulty = chains.difficulty(chain)
            if level_of_difficulty(difficulty) == level:
                found[end] = difficulty, chain
    for end in draw.in_turn(found, str):
        yield chains.puzzle(level, *found[end])


def _added(before: str, after: str) -> str:
    """Return the one letter that the second word has in addition."""
    for letter in before:
        after = after.replace(letter, "", 1)
    return after


def best(request: OwnRequest, lexicon: Lexicon, deadline: Deadline) -> OwnResult:
    """Return a best answer: a word for each stage that can be reached."""
    first, *added = request.given
    asked = AnigramRequest(
        first, "".join(added), avoid=request.avoid, policy=request.policy, seed=0
    )
    chain = solve_anigram(asked, lexicon, deadline).chain[: len(request.given)]
    return OwnResult(tuple(stage.words[0] for stage in chain), len(chain))


def departure(request: LineRequest, _lexicon: Lexicon, _deadline: Deadline) -> int | None:
    """Return the first stage without a word, if there is one."""
    stages = len(request.line)
    return stages if stages < len(request.given) else None


MAKER = Maker("anigram", 0, 2, in_turn, best=best, departure=departure)
