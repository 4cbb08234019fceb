"""A game, without Discord and store: everything specific to it, in one object.

The defaults here suit a game in which one word follows from another, from a given start.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar, TypeAlias

from bot.puzzles.progress import FULL, Hint, HintKind
from solvers.daily import Puzzle
from solvers.lexicon import Lexicon

Words: TypeAlias = tuple[str, ...]
Legs: TypeAlias = Collection[Sequence[str]]
"""The words of an answer in parts, from each word that was asked for to the next, both included."""
STEP = 2**32
"""What a step costs where the fewest win: more than the rareness of all words together."""
FULL_SHARE = 10_000
DONE, NEW, OPEN, BEYOND = "🟩", "🟨", "⬛", "⭐"
"""Squares of a story: right, new, still open; and beyond the best."""
SQUARES, MOST_SQUARES = 8, 10


class Game(ABC):
    """A game. `words` are a player's own, without the start; a `line` has it before them.

    name          as in the modules of its maker and its face
    step          what its words are called when they are counted
    fewest        a smaller result is better
    arranges      all words are given: players put them in order, and only the whole is judged
    grows         a result may be better than par, which is the best with words that people know
    only_par      a puzzle is solved by par only: nothing is better, and less does not solve it
    stays         every right word leads to a solution, so none ever has to be taken back
    by_rareness   between equal results the commoner words win, where that matters
    often_equal   many players find everything
    limits_tries  a contest may limit tries; False if each right word counts on its own
    gives_words   the puzzle gives words, otherwise letters
    miss, bonus   points that a miss costs, and that each word beyond par brings
    own_words     how many words people give for a puzzle of their own; None for a list
    own_asked     what they write for that, by example, for a sentence that says “Write …”
    word_seconds  about how long people take for a word of an answer
    tells_new_letter  a letter hint tells how a word differs from the last, otherwise its beginning
    """

    name: ClassVar[str]
    step: ClassVar[str] = "Step"
    fewest: ClassVar[bool] = False
    arranges: ClassVar[bool] = False
    grows: ClassVar[bool] = False
    only_par: ClassVar[bool] = False
    stays: ClassVar[bool] = False
    by_rareness: ClassVar[bool] = False
    limits_tries: ClassVar[bool] = True
    often_equal: ClassVar[bool] = False
    gives_words: ClassVar[bool] = True
    miss: ClassVar[int] = 0
    bonus: ClassVar[int] = 0
    own_words: ClassVar[int | None] = 1
    own_asked: ClassVar[str]
    word_seconds: ClassVar[int] = 45
    tells_new_letter: ClassVar[bool] = False

    @property
    def a_name(self) -> str:
        """The name with its article: "a ladder"."""
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.name}"

    # Judging

    def start(self, puzzle: Puzzle) -> Words:
        """Return the words that come before the player's."""
        return puzzle.given[:1]

    def joined(self, puzzle: Puzzle, typed: Words, words: Words) -> Words:
        """Return the words that the player means, from the first on, including the typed ones.

        Usually the typed words continue from the last one. They may also be a whole answer, or
        continue from any of the player's own words.
        """
        start = self.start(puzzle)
        if len(typed) > 1:
            if typed[0] in start:
                return typed[1:]
            if typed[0] in words:
                return words[: words.index(typed[0])] + typed
            if words and self.unfit(words[-1], typed[0]) and not self.unfit(start[0], typed[0]):
                return typed
        elif typed == start and not words:
            return ()
        return words + typed

    def unfit(self, before: str, word: str) -> str | None:
        """Return why a word cannot follow another, in a sentence.

        Only `joined` and `why_not` call this: a game defines this, or overrides both of them.
        """
        raise NotImplementedError

    def why_not(self, puzzle: Puzzle, words: Sequence[str], word: str) -> str | None:
        """Return why a word cannot come next, whether it is in the word list or not."""
        line = (*self.start(puzzle), *words)
        if word != line[-1] and word in line:
            return f"“{word}” is there already. To go back to it, take out what follows it."
        return self.unfit(line[-1], word)

    def finished(self, puzzle: Puzzle, words: Words) -> Words:
        """Return right words, with any words after them that need not be typed."""
        return words

    @abstractmethod
    def result(self, puzzle: Puzzle, words: Sequence[str]) -> int | None:
        """Return what right words score in the unit of par; None if they do not score yet."""

    @abstractmethod
    def is_complete(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether no word may follow."""

    def is_enough(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether words end the puzzle, or solve it."""
        return self.is_complete(puzzle, words)

    @abstractmethod
    def next_move(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what the next word may be, in a few words."""

    # How good a result is

    def is_better(self, result: int, than: int) -> bool:
        """Return whether a result beats another."""
        return result < than if self.fewest else result > than

    def is_solved(self, puzzle: Puzzle, result: int) -> bool:
        """Return whether a result solves the puzzle; where the fewest win, any does."""
        return self.fewest or result >= puzzle.goal

    def solves(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether right words solve the puzzle."""
        result = self.result(puzzle, words)
        return result is not None and self.is_solved(puzzle, result)

    def share(self, puzzle: Puzzle, result: int) -> int:
        """Return a result that does not reach par in per cent of par, rounded down."""
        if self.fewest:
            return FULL * puzzle.par // result
        return FULL * self.score(result) // self.score(puzzle.par)

    def share_so_far(self, puzzle: Puzzle, words: Sequence[str]) -> int:
        """Return how far words that do not score yet have come, in per cent."""
        return 0

    def score(self, result: int, rareness: int = 0) -> int:
        """Return a number for a result, larger for a better one; `result_in` reverses it."""
        return -(result * STEP + rareness) if self.fewest else result

    def result_in(self, score: int) -> int:
        """Return the result that has a score."""
        return -score // STEP if self.fewest else score

    def rareness_in(self, score: int) -> int | None:
        """Return the rareness in a score; None if it does not count."""
        return -score % STEP if self.by_rareness else None

    def is_rarer(self, score: int, than: int) -> bool:
        """Return whether only rarer words make an answer worse than another, by their scores."""
        return self.by_rareness and score < than and self.result_in(score) == self.result_in(than)

    def hundredths(self, score: int, par: int) -> int:
        """Return a score in hundredths of a per cent of par's, rounded down: 100 % only at par.

        Where the fewest win, twice as many steps are 50 %, and rareness does not matter.
        """
        if self.fewest:
            return FULL_SHARE * self.result_in(par) // self.result_in(score)
        return FULL_SHARE if par <= 0 else FULL_SHARE * score // par

    # Hints

    def has_more(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether hints can tell anything about a next word."""
        return True

    def letter_hints(self, puzzle: Puzzle, words: Sequence[str]) -> int:
        """Return how many letter hints the next word has."""
        return 1

    def letter(self, after: str, word: str, told: int) -> str:
        """Return what a letter hint tells about a word, after `told` earlier ones."""
        return word[: told + 1]

    def onward(self, puzzle: Puzzle, line: Words, lexicon: Lexicon) -> str | None:
        """Return the word that should follow, always the same one; None if none can."""
        solution, step = puzzle.solution, len(line)
        if line == solution[:step] and step < len(solution):
            return solution[step]
        return self.search(puzzle, line, lexicon)

    def search(self, puzzle: Puzzle, line: Words, lexicon: Lexicon) -> str | None:
        """Return the word that should follow a line that has left the solution."""
        return None

    def place(self, line: Words) -> tuple[int, str]:
        """Return the step that a hint from here is about, and the word before it."""
        return len(line), line[-1] if line else ""

    def is_about(self, hint: Hint, line: Words) -> bool:
        """Return whether a hint still tells what may come next, however the player got here."""
        used = hint.kind == "word" and hint.reveals in line
        return hint.after == self.place(line)[1] and not used

    def hint_sentence(self, hint: Hint) -> str:
        """Say what a hint tells."""
        if self.tells_new_letter and hint.kind == "letter":
            return f"After “{hint.after}”, the new letter is “{hint.reveals}”."
        what = told(hint.kind, hint.reveals)
        return f"After “{hint.after}” comes {what}." if hint.after else f"First comes {what}."

    # The story of a finished puzzle

    def squares(self, puzzle: Puzzle, words: Words, step: int) -> str:
        """Return the row of squares that stands for a word without revealing it.

        Here each row has one more full square than the last, and the solving word's row is full.
        """
        width = max(puzzle.par, len(words) + (not self.solves(puzzle, words)))
        shown = min(width, MOST_SQUARES)
        done = (step + 1) * shown // width
        return DONE * done + OPEN * (shown - done)

    def squares_of_result(self, puzzle: Puzzle, result: int) -> str:
        """Return the row of squares that shows how good a whole answer is."""
        done = SQUARES * result // puzzle.par
        return DONE * done + OPEN * (SQUARES - done)

    # What would give it away

    def question(self, given: Words, solution: Words = ()) -> Words:
        """Return the words of a question for a puzzle's answer: the solution, or what is given."""
        return solution or given

    @abstractmethod
    def spoils(self, puzzle: Puzzle, asked: Sequence[str], *, drawn: bool = False) -> bool:
        """Return whether the answer to a question would give away a puzzle being played.

        `drawn`: the words were drawn, not chosen by anybody.
        """

    def parts(self, puzzle: Puzzle, legs: Legs) -> frozenset[str]:
        """Return which of the words shown to somebody may be part of a puzzle's answer."""
        return frozenset()

    def completes(self, puzzle: Puzzle, words: Collection[str]) -> bool:
        """Return whether words that somebody saw in parts make up an answer."""
        return False

    def is_known(self, puzzle: Puzzle, words: Collection[str]) -> bool:
        """Return whether somebody asking about these words knows the puzzle, not just guesses."""
        return True


def told(kind: HintKind, reveals: str) -> str:
    """Return how a hint reveals a word, its first letters, or what it means."""
    if kind == "word":
        return f"“{reveals}”"
    what = "means" if kind == "meaning" else "starts with"
    return f"a word that {what} “{reveals}”"
