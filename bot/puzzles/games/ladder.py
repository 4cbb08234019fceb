"""Ladders: from one word to another, one letter at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from operator import ne

from bot.puzzles.games.game import FINISH, GIVEN_UP, Game, Legs, Tries, Words
from bot.puzzles.progress import FULL
from solvers.daily import Puzzle
from solvers.daily.common import familiar, strangeness
from solvers.lexicon import Lexicon
from solvers.text import cut

EXTRA_STEPS = 2
"""How much longer than the best a ladder may be that is not told in parts.

As much as one in a single question between words a step from the ends.
"""
MUCH_LONGER = 3
"""Times the length of a ladder that is played; a longer leg is no part of it."""
ON_THE_WAY = 95
"""Per cent of a ladder that does not arrive, at most."""
MOST_RUNGS = 12
"""The rungs of a longer ladder share a line."""


class Ladder(Game):
    """A puzzle gives the start and the target; it has fewest steps, and any ladder solves it."""

    name = "ladder"
    fewest = True
    by_rareness = True
    tells_new_letter = True
    own_words = 2
    own_asked = "“ladder”, “ladder hard” or “ladder cold warm”"

    def unfit(self, before: str, word: str) -> str | None:
        """Return why a word is not one letter away."""
        if len(before) != len(word):
            what, done = ("short", "drop") if len(word) < len(before) else ("long", "add")
            return (
                f"“{cut(word)}” is too {what}: change one letter of “{before}”, don’t {done} one."
            )
        changes = letters_apart(before, word)
        if changes == 1:
            return None
        if not changes:
            return f"“{cut(word)}” is the same word again. Change one letter."
        return f"“{before}” to “{cut(word)}” changes {changes} letters. Change just one."

    def finished(self, puzzle: Puzzle, words: Words) -> Words:
        """Return words with the target, where they come next to it."""
        target = puzzle.given[1]
        return (*words, target) if words and not self.unfit(words[-1], target) else words

    def result(self, puzzle: Puzzle, words: Sequence[str]) -> int | None:
        """Return the steps of a ladder that arrives."""
        return len(words) if self.is_complete(puzzle, words) else None

    def is_complete(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether a ladder arrives."""
        return bool(words) and words[-1] == puzzle.given[1]

    def next_move(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what the next word may be."""
        return f"Change one letter of {(*puzzle.given[:1], *words)[-1]}"

    def share_so_far(self, puzzle: Puzzle, words: Sequence[str]) -> int:
        """Return how far a ladder is by its steps."""
        return min(FULL * len(words) // puzzle.par, ON_THE_WAY)

    def letter(self, after: str, word: str, told: int) -> str:
        """Return the letter that changes."""
        return next(b for a, b in zip(after, word, strict=True) if a != b)

    def search(self, puzzle: Puzzle, line: Words, lexicon: Lexicon) -> str | None:
        """Return the first word of a shortest way to the target, by known words if there is one.

        Of the ways through known words it is the one whose words are least strange.
        """
        target = puzzle.given[1]
        known = {lexicon.find(word) for word in (*familiar(lexicon, [len(target)]), target)}
        shown = set(lexicon.showing("family").shown(lexicon.ids_of_length(len(target))))
        return _first_of_shortest(line, target, lexicon, known) or _first_of_shortest(
            line, target, lexicon, shown
        )

    def shape(self, puzzle: Puzzle, words: Words, tries: Tries) -> str:
        """Draw a rung a line, up to the flag."""
        end = FINISH if tries.done else tries.last + GIVEN_UP
        return ("\n" if len(tries.told) <= MOST_RUNGS else "").join([*tries.told, end])

    def spoils(self, puzzle: Puzzle, asked: Sequence[str], *, drawn: bool = False) -> bool:
        """Return whether a ladder has both words of a puzzle, or gives its answer nearly away.

        That does one with words a step from them, unless it goes a longer way between them than the
        best: a ladder of a hundred steps passes near everything.
        """
        if set(puzzle.given) <= set(asked):
            return True
        near = (
            [place for place, word in enumerate(asked) if letters_apart(word, end) <= 1]
            for end in puzzle.given
        )
        return any(0 < abs(one - other) <= puzzle.par for one, other in product(*near))

    def parts(self, puzzle: Puzzle, legs: Legs) -> frozenset[str]:
        """Return the words that may be in a ladder that is hardly longer than the best.

        None of a leg that is much longer: one of a hundred steps passes near everything.
        """
        (start, target), most = puzzle.given, puzzle.par + EXTRA_STEPS
        words = (word for leg in legs if len(leg) <= MUCH_LONGER * most for word in leg)
        return frozenset(
            word
            for word in words
            if letters_apart(word, start) + letters_apart(word, target) <= most
        )

    def completes(self, puzzle: Puzzle, words: Collection[str]) -> bool:
        """Return whether words make, with the ends, a ladder hardly longer than the best."""
        start, target = puzzle.given
        return make_ladder(words, start, target, puzzle.par + EXTRA_STEPS)


GAME = Ladder()


def letters_apart(word: str, other: str) -> int:
    """Return how many letters differ; of words of different lengths, more than can.

    >>> letters_apart("cold", "warm"), letters_apart("cold", "cord"), letters_apart("at", "eat")
    (4, 1, 5)
    """
    if len(word) != len(other):
        return len(word) + len(other)
    return sum(map(ne, word, other))


def make_ladder(words: Iterable[str], start: str, target: str, most: int) -> bool:
    """Return whether words, with the ends, make a ladder of at most so many steps.

    >>> make_ladder(["card", "ward", "cord"], "cold", "warm", 4)
    True
    >>> make_ladder(["card", "ward"], "cold", "warm", 4)
    False
    """
    known = {*words, start, target}
    if all(letters_apart(word, start) > 1 for word in known - {start}):  # as it is nearly always
        return False
    alike = defaultdict(set)  # those that differ in one place at most
    for word in known:
        for gap in _gaps(word):
            alike[gap].add(word)
    layer = {start}
    for _ in range(most):
        layer = {one for word in layer for gap in _gaps(word) for one in alike.pop(gap, ())}
        if target in layer:
            return True
    return False


def _gaps(word: str) -> Iterator[tuple[str, str]]:
    return ((word[:place], word[place + 1 :]) for place in range(len(word)))


def _first_of_shortest(
    line: Sequence[str], target: str, lexicon: Lexicon, allowed: set[int]
) -> str | None:
    end = lexicon.find(target)
    here = {lexicon.find(line[-1]): (0.0, "")}  # by word of the newest layer
    seen = {lexicon.find(word) for word in line}
    while here:
        onward: dict[int, tuple[float, str]] = {}
        for word, (strange, first) in here.items():
            for near in lexicon.neighbours(word):
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
