"""What games share in which one goes from a word to another, in as few steps as possible."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import product
from typing import ClassVar, TypeAlias

from bot.puzzles.games.game import DONE, OPEN, Game, Legs, Words
from bot.puzzles.progress import FULL
from solvers.daily import Puzzle
from solvers.daily.common import familiar, strangeness
from solvers.ladder.moves import neighbours
from solvers.lexicon import Lexicon

EXTRA_STEPS = 2
"""How much longer than the best a way may be that is not told in parts.

As much as one in a single question between words a step from the ends.
"""
MUCH_LONGER = 3
"""Times the length of a way that is played; a longer leg is no part of it."""
ON_THE_WAY = 95
"""Per cent of a way that does not arrive, at most."""
Near: TypeAlias = Callable[[str], Iterable[str]]
"""Returns those of some words that a step leads to."""


class Way(Game):
    """A puzzle gives the start and the target; it has fewest steps, and any way solves it.

    moves  those of a step, as the solver of ladders names them
    """

    fewest = True
    by_rareness = True
    tells_new_letter = True
    own_words = 2
    moves: ClassVar[tuple[str, ...]]

    @abstractmethod
    def apart(self, word: str, other: str) -> int:
        """Return how many steps there are at least between two words; 1: one step."""

    @abstractmethod
    def there(self, word: str, target: str) -> frozenset[int]:
        """Return the places of a word's letters that are the target's already."""

    def squares(self, puzzle: Puzzle, words: Words, step: int) -> str:
        """Return a square for each letter: whether it is the target's already."""
        word = words[step]
        there = self.there(word, puzzle.given[1])
        return "".join(DONE if place in there else OPEN for place in range(len(word)))

    @abstractmethod
    def lengths(self, target: str) -> Collection[int]:
        """Return how many letters words have on a way."""

    @abstractmethod
    def near(self, words: Collection[str]) -> Near:
        """Return what finds, of some words, those that are one step from another."""

    def finished(self, puzzle: Puzzle, words: Words) -> Words:
        """Return words with the target, where they come next to it."""
        target = puzzle.given[1]
        return (*words, target) if words and not self.unfit(words[-1], target) else words

    def result(self, puzzle: Puzzle, words: Sequence[str]) -> int | None:
        """Return the steps of a way that arrives."""
        return len(words) if self.is_complete(puzzle, words) else None

    def is_complete(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether a way arrives."""
        return bool(words) and words[-1] == puzzle.given[1]

    def share_so_far(self, puzzle: Puzzle, words: Sequence[str]) -> int:
        """Return how far a way is by its steps."""
        return min(FULL * len(words) // puzzle.par, ON_THE_WAY)

    def search(self, puzzle: Puzzle, line: Words, lexicon: Lexicon) -> str | None:
        """Return the first word of a shortest way to the target, by known words if there is one.

        Of the ways through known words it is the one whose words are least strange.
        """
        target, clean = puzzle.given[1], lexicon.showing("family")
        lengths = [*self.lengths(target)]
        known = {lexicon.find(word) for word in (*familiar(lexicon, lengths), target)}
        shown = {id_ for n in lengths for id_ in clean.shown(lexicon.ids_of_length(n))}
        return self._first_of_shortest(line, target, lexicon, known) or self._first_of_shortest(
            line, target, lexicon, shown
        )

    def _first_of_shortest(
        self, line: Sequence[str], target: str, lexicon: Lexicon, allowed: Collection[int]
    ) -> str | None:
        end, near_to = lexicon.find(target), neighbours(lexicon, frozenset(self.moves))
        here = {lexicon.find(line[-1]): (0.0, "")}  # by word of the newest layer
        seen = {lexicon.find(word) for word in line}
        while here:
            onward: dict[int, tuple[float, str]] = {}
            for word, (strange, first) in here.items():
                for near in near_to(word):
                    if near in seen or near not in allowed:
                        continue
                    spelled = lexicon.word(near)
                    new = strange + strangeness(lexicon, spelled), first or spelled
                    onward[near] = min(new, onward.get(near, new))
            if end in onward:
                return onward[end][1]
            seen.update(onward)
            here = onward
        return None

    def spoils(self, puzzle: Puzzle, asked: Sequence[str], *, drawn: bool = False) -> bool:
        """Return whether a way has both words of a puzzle, or gives its answer nearly away.

        That does one with words a step from them, unless it goes a longer way between them than the
        best: one of a hundred steps passes near everything.
        """
        if set(puzzle.given) <= set(asked):
            return True
        near = (
            [place for place, word in enumerate(asked) if self.apart(word, end) <= 1]
            for end in puzzle.given
        )
        return any(0 < abs(one - other) <= puzzle.par for one, other in product(*near))

    def parts(self, puzzle: Puzzle, legs: Legs) -> frozenset[str]:
        """Return the words that may be in a way that is hardly longer than the best.

        None of a leg that is much longer: one of a hundred steps passes near everything.
        """
        (start, target), most = puzzle.given, puzzle.par + EXTRA_STEPS
        words = (word for leg in legs if len(leg) <= MUCH_LONGER * most for word in leg)
        return frozenset(
            word for word in words if self.apart(word, start) + self.apart(word, target) <= most
        )

    def completes(self, puzzle: Puzzle, words: Collection[str]) -> bool:
        """Return whether words make, with the ends, a way hardly longer than the best."""
        (start, target), most = puzzle.given, puzzle.par + EXTRA_STEPS
        known = {*words, start, target}
        if all(self.apart(word, start) > 1 for word in known - {start}):  # as it is nearly always
            return False
        near, seen, layer = self.near(known), {start}, {start}
        for _ in range(most):
            layer = {other for word in layer for other in near(word)} - seen
            if target in layer:
                return True
            seen |= layer
        return False
