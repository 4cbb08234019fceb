"""Ladders: from one word to another, one letter at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from operator import ne

from bot.puzzles.games.way import Near, Way
from solvers.daily import Puzzle
from solvers.text import cut


class Ladder(Way):
    """A way by changing letters."""

    name = "ladder"
    own_asked = "“ladder”, “ladder hard” or “ladder cold warm”"
    moves = ("change",)

    def apart(self, word: str, other: str) -> int:
        """Return how many letters differ; for different lengths, more than could.

        >>> GAME.apart("cold", "warm"), GAME.apart("cold", "cord"), GAME.apart("at", "eat")
        (4, 1, 5)
        """
        if len(word) != len(other):
            return len(word) + len(other)
        return sum(map(ne, word, other))

    def there(self, word: str, target: str) -> frozenset[int]:
        """Return the places in which a word has the target's letter."""
        return frozenset(n for n, (a, b) in enumerate(zip(word, target, strict=False)) if a == b)

    def lengths(self, target: str) -> Collection[int]:
        """Return the target's length."""
        return [len(target)]

    def near(self, words: Collection[str]) -> Near:
        """Return a function that finds the words which differ from a word in one place."""
        alike = defaultdict(set)
        for word in words:
            for gap in _gaps(word):
                alike[gap].add(word)
        return lambda word: {one for gap in _gaps(word) for one in alike[gap]}

    def unfit(self, before: str, word: str) -> str | None:
        """Return why a word is not one letter away."""
        if len(before) != len(word):
            what, done = ("short", "drop") if len(word) < len(before) else ("long", "add")
            return (
                f"“{cut(word)}” is too {what}: change one letter of “{before}”, don’t {done} one."
            )
        changes = self.apart(before, word)
        if changes == 1:
            return None
        if not changes:
            return f"“{cut(word)}” is the same word again. Change one letter."
        return f"“{before}” to “{cut(word)}” changes {changes} letters. Change just one."

    def next_move(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what the next word may be."""
        return f"Change one letter of {(*puzzle.given[:1], *words)[-1]}"

    def letter(self, after: str, word: str, told: int) -> str:
        """Return the letter that changes."""
        return next(b for a, b in zip(after, word, strict=True) if a != b)


GAME = Ladder()


def _gaps(word: str) -> Iterator[tuple[str, str]]:
    return ((word[:place], word[place + 1 :]) for place in range(len(word)))
