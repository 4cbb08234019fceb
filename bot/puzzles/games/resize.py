"""Resizes: from one word to another, adding or dropping a letter at each step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from bot.puzzles.games.game import DONE, OPEN, Words, told
from bot.puzzles.games.way import Near, Way
from bot.puzzles.progress import Hint
from solvers.daily import Puzzle
from solvers.daily.resize import BETWEEN, MOVES
from solvers.text import cut

ADD, DROP = "+", "−"
"""The sign before the letter that a hint reveals."""


class Resize(Way):
    """A way by adding and dropping letters."""

    name = "resize"
    own_asked = "“resize”, “resize hard” or “resize cool heat”"
    moves = MOVES

    def apart(self, word: str, other: str) -> int:
        """Return how many letters the words do not share in the same order.

        >>> GAME.apart("cool", "heat"), GAME.apart("heat", "eat"), GAME.apart("cold", "cord")
        (8, 1, 2)
        """
        # `there` would take nearly twice as long, and the guard asks this for thousands of words.
        most = [0] * (len(other) + 1)  # letters in common with each beginning of the other word
        for letter in word:
            before = 0
            for place, same in enumerate(other, 1):
                found = before + 1 if letter == same else max(most[place], most[place - 1])
                before, most[place] = most[place], found
        return len(word) + len(other) - 2 * most[-1]

    def there(self, word: str, target: str) -> frozenset[int]:
        """Return the places of the most letters that both words have in the same order.

        >>> sorted(GAME.there("pins", "string"))
        [1, 2]
        """
        # How many letters the rests of both words have in common, from each pair of places.
        most = [[0] * (len(target) + 1) for _ in range(len(word) + 1)]
        for at in reversed(range(len(word))):
            for there in reversed(range(len(target))):
                without = max(most[at + 1][there], most[at][there + 1])
                same = word[at] == target[there]
                most[at][there] = 1 + most[at + 1][there + 1] if same else without
        places, at, there = [], 0, 0
        while at < len(word) and there < len(target):
            if word[at] == target[there]:
                places.append(at)
                at, there = at + 1, there + 1
            elif most[at + 1][there] > most[at][there + 1]:
                at += 1
            else:
                there += 1
        return frozenset(places)

    def squares(self, puzzle: Puzzle, words: Words, step: int) -> str:
        """Return a square for each letter of the target: how many a word has, in the same order.

        The word's own length would reveal too much.
        """
        target = puzzle.given[1]
        there = len(self.there(words[step], target))
        return DONE * there + OPEN * (len(target) - there)

    def lengths(self, target: str) -> Collection[int]:
        """Return the lengths that any word may have."""
        return BETWEEN

    def near(self, words: Collection[str]) -> Near:
        """Return a function that finds the words with one letter more or less than a word."""
        longer = defaultdict(set)
        for word in words:
            for short in _shortened(word):
                longer[short].add(word)
        return lambda word: longer[word] | _shortened(word).intersection(words)

    def unfit(self, before: str, word: str) -> str | None:
        """Return why a word is not another with one letter more or less."""
        if self.apart(before, word) == 1:
            return None
        if word == before:
            return f"“{cut(word)}” is the same word again. Add a letter, or drop one."
        if len(word) == len(before):
            return f"“{cut(word)}” is as long as “{before}”. Add a letter, or drop one."
        if len(word) > len(before):
            return f"“{cut(word)}” isn’t “{before}” plus one letter; the others keep their order."
        return f"“{cut(word)}” isn’t “{before}” without one of its letters."

    def next_move(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what the next word may be."""
        return f"Add a letter to {(*puzzle.given[:1], *words)[-1]}, or drop one"

    def letter(self, after: str, word: str, told: int) -> str:
        """Return the letter that is added or dropped, with a sign before it."""
        short, long = sorted((after, word), key=len)
        place = next(i for i in range(len(long)) if long[:i] + long[i + 1 :] == short)
        return f"{ADD if long == word else DROP}{long[place]}"

    def hint_sentence(self, hint: Hint) -> str:
        """Say what a hint tells."""
        if hint.kind != "letter":
            return f"After “{hint.after}” comes {told(hint.kind, hint.reveals)}."
        done = "add" if hint.reveals[0] == ADD else "drop"
        return f"After “{hint.after}”, {done} “{hint.reveals[1:]}”."


GAME = Resize()


def _shortened(word: str) -> set[str]:
    return {word[:place] + word[place + 1 :] for place in range(len(word))}
