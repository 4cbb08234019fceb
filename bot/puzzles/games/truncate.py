"""Truncates: a word that grows at its front or its end, a letter at a time."""

from __future__ import annotations

import string
from collections.abc import Sequence

from bot.puzzles.games.game import BEYOND, DONE, Game, Words
from solvers.daily import Puzzle
from solvers.daily.common import KNOWN, strangeness
from solvers.lexicon import Lexicon
from solvers.text import cut


class Truncate(Game):
    """A puzzle gives the start; its result is the number of words, including the start."""

    name = "truncate"
    grows = True
    tells_new_letter = True
    bonus = 5
    own_asked = "“truncate”, “truncate hard” or “truncate laps”"

    def unfit(self, before: str, word: str) -> str | None:
        """Return why a word is not another with one letter more."""
        if len(word) == len(before) + 1 and before in (word[:-1], word[1:]):
            return None
        return f"“{cut(word)}” isn’t “{before}” plus one letter at its front or its end."

    def result(self, puzzle: Puzzle, words: Sequence[str]) -> int | None:
        """Return the number of words including the start, once the player has one."""
        return len(words) + 1 if words else None

    def is_complete(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return False: a word may always grow."""
        return False

    def is_enough(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether there are as many words as the goal."""
        return len(words) + 1 >= puzzle.goal

    def next_move(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what the next word may be."""
        last = (*puzzle.given, *words)[-1]
        return f"Add a letter to {last}, at its front or its end"

    def score(self, result: int, rareness: int = 0) -> int:
        """Return how many words come after the start."""
        return result - 1

    def result_in(self, score: int) -> int:
        """Return the result that has a score."""
        return score + 1

    def has_more(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether the best with known words is longer."""
        return len(words) + 1 < puzzle.par

    def letter(self, after: str, word: str, told: int) -> str:
        """Return the letter that is added."""
        return word[0] if word[1:] == after else word[-1]

    def search(self, puzzle: Puzzle, line: Words, lexicon: Lexicon) -> str | None:
        """Return the first word of the least strange longest growth through known words."""

        def best(word: str) -> tuple[int, float, str]:
            found = (0, 0.0, "")
            letters = string.ascii_lowercase
            for longer in sorted({*(x + word for x in letters), *(word + x for x in letters)}):
                id_ = lexicon.find(longer)
                if id_ < 0 or not lexicon.is_familiar(id_, KNOWN):
                    continue
                length, strange, _ = best(longer)
                new = length - 1, strange + strangeness(lexicon, longer), longer
                found = min(found, new)
            return found

        return best(line[-1])[2] or None

    def squares(self, puzzle: Puzzle, words: Words, step: int) -> str:
        """Return a square for each letter, and a star for a word beyond the best."""
        return DONE * len(words[step]) + (BEYOND if step + 2 > puzzle.par else "")

    def spoils(self, puzzle: Puzzle, asked: Sequence[str], *, drawn: bool = False) -> bool:
        """Return whether a question has a word of a puzzle's answer, or its start plus a letter.

        An answer that begins earlier passes through the start word if it helps at all. In a
        player's own puzzle every longest line is best: any word that may be in one counts, unless
        the words were drawn.
        """
        start = puzzle.given[0]
        more = 1 if drawn or puzzle.level else puzzle.par - 1
        return any(
            word in puzzle.solution or (start in word and len(word) <= len(start) + more)
            for word in asked
        )


GAME = Truncate()
