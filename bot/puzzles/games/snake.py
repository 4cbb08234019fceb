"""Wordsnakes: given words, in an order in which neighbours overlap."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.puzzles.games.game import Game, Legs, Words
from bot.puzzles.games.overlap import has_half, has_most, is_suspicious, overlaps_enough
from solvers.daily import Puzzle
from solvers.lexicon import Lexicon
from solvers.text import cut
from solvers.wordsnake.score import joins, overlap


class Snake(Game):
    """A puzzle gives its words; it scores once all are laid, and is solved from its goal on."""

    name = "snake"
    step = "Word"
    arranges = True
    own_words = None
    word_seconds = 25
    own_asked = "its words, or “generate 20 hard”"

    def start(self, puzzle: Puzzle) -> Words:
        """Return nothing: any word may be the first."""
        return ()

    def joined(self, puzzle: Puzzle, typed: Words, words: Words) -> Words:
        """Return the typed words if there are several, otherwise add the typed word."""
        return typed if len(typed) > 1 else words + typed

    def why_not(self, puzzle: Puzzle, words: Sequence[str], word: str) -> str | None:
        """Return why a word is not among the words left."""
        if word not in puzzle.given:
            return f"“{cut(word)}” isn’t one of the words."
        return f"“{word}” is there twice." if word in words else None

    def result(self, puzzle: Puzzle, words: Sequence[str]) -> int | None:
        """Return the score once all words are laid."""
        if len(words) < len(puzzle.given):
            return None
        return sum(shared**2 for shared in joins(words))

    def is_complete(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether all words are laid."""
        return len(words) == len(puzzle.given)

    def next_move(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what the next word may be."""
        return "Choose one of the words left" if words else "Choose the first word"

    def has_more(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether more than one word is left."""
        return len(words) < len(puzzle.given) - 1

    def letter_hints(self, puzzle: Puzzle, words: Sequence[str]) -> int:
        """Return 1 if the words left begin with different letters, otherwise 0."""
        return int(len({word[0] for word in puzzle.given if word not in words}) > 1)

    def search(self, puzzle: Puzzle, line: Words, lexicon: Lexicon) -> str | None:
        """Return the word after which the others can score most."""
        return _lay(line[-1], tuple(word for word in puzzle.given if word not in line))

    def question(self, given: Words, solution: Words = ()) -> Words:
        """Return the words."""
        return given

    def spoils(self, puzzle: Puzzle, asked: Sequence[str], *, drawn: bool = False) -> bool:
        """Return whether a list has half of a puzzle's words, or half of it are puzzle words."""
        words = set(asked)
        return overlaps_enough(len(words & set(puzzle.given)), len(words), len(puzzle.given))

    def parts(self, puzzle: Puzzle, legs: Legs) -> frozenset[str]:
        """Return the puzzle's words in a list, if they reveal much of the puzzle."""
        shared = frozenset(puzzle.given).intersection(word for leg in legs for word in leg)
        return shared if is_suspicious(len(shared), len(puzzle.given)) else frozenset()

    def completes(self, puzzle: Puzzle, words: Collection[str]) -> bool:
        """Return whether the words solved in several lists are half of the puzzle's words."""
        return has_half(len(words), len(puzzle.given))

    def is_known(self, puzzle: Puzzle, words: Collection[str]) -> bool:
        """Return whether words are most of the puzzle's: with fewer, a refusal would help guessing.

        A refusal shows which of somebody's guessed words are right.
        """
        return has_most(len(set(puzzle.given).intersection(words)), len(puzzle.given))


GAME = Snake()


def _lay(last: str, left: tuple[str, ...]) -> str:
    """Return the word after which the others can score most."""
    best: dict[tuple[str, tuple[str, ...]], int] = {}

    def most(last: str, left: tuple[str, ...]) -> int:
        if not left:
            return 0
        if (last, left) not in best:
            best[last, left] = max(after(last, word, left) for word in left)
        return best[last, left]

    def after(last: str, word: str, left: tuple[str, ...]) -> int:
        rest = tuple(other for other in left if other != word)
        return overlap(last, word) ** 2 + most(word, rest)

    return max(left, key=lambda word: after(last, word, left))
