"""Anigrams: one letter is added at a time, and each stage has a word of all its letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from bot.puzzles.games.game import DONE, NEW, Game, Words, told
from bot.puzzles.progress import Hint
from solvers.daily import Puzzle
from solvers.lexicon import Lexicon
from solvers.text import cut

VOWELS = "aeiou"


class Anigram(Game):
    """A puzzle gives the first letters, then each stage's new letter; all stages solve it."""

    name = "anigram"
    step = "Stage"
    only_par = True
    stays = True
    limits_tries = False
    often_equal = True
    gives_words = False
    miss = 3
    own_words = 0
    own_asked = "“anigram” or “anigram hard” – I choose the letters"

    def start(self, puzzle: Puzzle) -> Words:
        """Return nothing: the puzzle gives letters, not words."""
        return ()

    def joined(self, puzzle: Puzzle, typed: Words, words: Words) -> Words:
        """Return the words meant; typed words for finished stages are ignored."""
        finished = [sorted(word) for word in words]
        while typed and sorted(typed[0]) in finished:
            typed = typed[1:]
        return words + typed

    def why_not(self, puzzle: Puzzle, words: Sequence[str], word: str) -> str | None:
        """Return how a word differs from the letters of its stage."""
        letters = letters_of(puzzle, len(words))
        missing, extra = Counter(letters) - Counter(word), Counter(word) - Counter(letters)
        changes = []
        if missing:
            changes.append(f"add {_shown(missing)}")
        if extra:
            changes.append(f"take out {_shown(extra)}")
        if not changes:
            return None
        change = " and ".join(changes)
        return f"“{cut(word)}” isn’t made of exactly {' '.join(letters)}: {change}."

    def result(self, puzzle: Puzzle, words: Sequence[str]) -> int:
        """Return how many stages have a word."""
        return len(words)

    def is_complete(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether all stages have a word."""
        return len(words) == len(puzzle.given)

    def next_move(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what the next word may be."""
        return f"Use all of {' '.join(letters_of(puzzle, len(words)))}"

    def letter_hints(self, puzzle: Puzzle, words: Sequence[str]) -> int:
        """Return how many letters of the next word can be revealed, one fewer than all."""
        return len(puzzle.solution[len(words)]) - 1

    def onward(self, puzzle: Puzzle, line: Words, lexicon: Lexicon) -> str | None:
        """Return the solution's word, whichever words the player has for earlier stages."""
        return puzzle.solution[len(line)]

    def place(self, line: Words) -> tuple[int, str]:
        """Return the stage; the word before does not matter."""
        return len(line), ""

    def is_about(self, hint: Hint, line: Words) -> bool:
        """Return whether a hint is about the next stage."""
        return hint.step == len(line)

    def hint_sentence(self, hint: Hint) -> str:
        """Say what a hint tells."""
        return f"Stage {hint.step + 1}: {told(hint.kind, hint.reveals)}."

    def squares(self, puzzle: Puzzle, words: Words, step: int) -> str:
        """Return a square for each letter of a stage, with the new one marked."""
        word = words[step]
        if not step:
            return DONE * len(word)
        new = word.index(puzzle.given[step])
        return DONE * new + NEW + DONE * (len(word) - new - 1)

    def question(self, given: Words, solution: Words = ()) -> Words:
        """Return the letters of each stage."""
        return tuple(accumulate(given))

    def spoils(self, puzzle: Puzzle, asked: Sequence[str], *, drawn: bool = False) -> bool:
        """Return whether a question goes from, through or to the letters of any stage."""
        letters = {"".join(sorted(some)) for some in asked}
        return any("".join(sorted(stage)) in letters for stage in accumulate(puzzle.given))


GAME = Anigram()


def letters_of(puzzle: Puzzle, stage: int) -> str:
    """Return an anigram's letters at a stage, from 0: vowels, then consonants from z to b.

    In alphabetical order, one set in fifty would spell a word (cert, deer) and give itself away.
    """
    letters = sorted("".join(puzzle.given[: stage + 1]))
    vowels = [letter for letter in letters if letter in VOWELS]
    return "".join(vowels + [letter for letter in reversed(letters) if letter not in VOWELS])


def _shown(letters: Counter[str]) -> str:
    return cut(" ".join(sorted(letters.elements())))
