"""The common part of games that lead from one word to another in as few steps as possible."""

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
"""How many steps longer than the best a way may be that the bot will not reveal in parts.

A way refused in a single question is as long: par steps between words one step from the ends.
"""
MUCH_LONGER = 3
"""A leg more than this many times as long as a way being played is no part of it."""
ON_THE_WAY = 95
"""Most per cent for a way that does not arrive."""
Near: TypeAlias = Callable[[str], Iterable[str]]
"""Takes a word, and returns the words among some that are one step away."""


class Way(Game):
    """A puzzle gives the start and the target; any way solves it, and the fewest steps are best.

    moves  the moves that make a step, as the ladder solver names them
    """

    fewest = True
    by_rareness = True
    tells_new_letter = True
    own_words = 2
    moves: ClassVar[tuple[str, ...]]

    @abstractmethod
    def apart(self, word: str, other: str) -> int:
        """Return the fewest steps possible between two words; 1: they are one step apart."""

    @abstractmethod
    def there(self, word: str, target: str) -> frozenset[int]:
        """Return the places of the letters that a word shares with the target."""

    def squares(self, puzzle: Puzzle, words: Words, step: int) -> str:
        """Return a square for each letter: whether the target has it there."""
        word = words[step]
        there = self.there(word, puzzle.given[1])
        return "".join(DONE if place in there else OPEN for place in range(len(word)))

    @abstractmethod
    def lengths(self, target: str) -> Collection[int]:
        """Return the lengths that words on a way may have."""

    @abstractmethod
    def near(self, words: Collection[str]) -> Near:
        """Return a function that finds which of some words are one step from a word."""

    def finished(self, puzzle: Puzzle, words: Words) -> Words:
        """Return words, followed by the target if they end one step from it."""
        target = puzzle.given[1]
        return (*words, target) if words and not self.unfit(words[-1], target) else words

    def result(self, puzzle: Puzzle, words: Sequence[str]) -> int | None:
        """Return the number of steps, if the way arrives."""
        return len(words) if self.is_complete(puzzle, words) else None

    def is_complete(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether the way arrives at the target."""
        return bool(words) and words[-1] == puzzle.given[1]

    def share_so_far(self, puzzle: Puzzle, words: Sequence[str]) -> int:
        """Return how far a way has come, by its number of steps."""
        return min(FULL * len(words) // puzzle.par, ON_THE_WAY)

    def search(self, puzzle: Puzzle, line: Words, lexicon: Lexicon) -> str | None:
        """Return the first word of a shortest way to the target, through known words if possible.

        Among such ways it takes the one with the least strange words.
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
        here = {lexicon.find(line[-1]): (0.0, "")}  # by each word of the newest layer
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
        """Return whether a way has both words of a puzzle, or nearly gives away its answer.

        A way does that with a word one step from each of them, unless it takes more steps between
        these than the best: a way of a hundred steps passes near everything.
        """
        if set(puzzle.given) <= set(asked):
            return True
        near = (
            [place for place, word in enumerate(asked) if self.apart(word, end) <= 1]
            for end in puzzle.given
        )
        return any(0 < abs(one - other) <= puzzle.par for one, other in product(*near))

    def parts(self, puzzle: Puzzle, legs: Legs) -> frozenset[str]:
        """Return the words that may be in a way hardly longer than the best.

        Words of a much longer leg do not count: one of a hundred steps passes near everything.
        """
        (start, target), most = puzzle.given, puzzle.par + EXTRA_STEPS
        words = (word for leg in legs if len(leg) <= MUCH_LONGER * most for word in leg)
        return frozenset(
            word for word in words if self.apart(word, start) + self.apart(word, target) <= most
        )

    def completes(self, puzzle: Puzzle, words: Collection[str]) -> bool:
        """Return whether words and the ends make up a way hardly longer than the best."""
        (start, target), most = puzzle.given, puzzle.par + EXTRA_STEPS
        known = {*words, start, target}
        if all(self.apart(word, start) > 1 for word in known - {start}):  # nearly always
            return False
        near, seen, layer = self.near(known), {start}, {start}
        for _ in range(most):
            layer = {other for word in layer for other in near(word)} - seen
            if target in layer:
                return True
            seen |= layer
        return False
