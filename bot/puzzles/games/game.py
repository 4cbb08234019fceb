"""What a game is, without Discord and store: everything that is particular to it, in one object.

What is here suits a game in which one word follows from another, from a start that is given.
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
"""The words that somebody is told, from each that they asked for to the next, both among them."""
STEP = 2**32
"""What a step costs where the fewest win: more than all words together, however rare they are."""
FULL_SHARE = 10_000
DONE, NEW, OPEN, BEYOND = "🟩", "🟨", "⬛", "⭐"
"""Squares of a story: as it should be, newly there, not yet; and what is more than the best."""
SQUARES, MOST_SQUARES = 8, 10


class Game(ABC):
    """A game. `words` are a player's own, without the start; a `line` has it before them.

    name          as its maker's module has it, and its face's
    step          what its words are called where they are counted
    fewest        a smaller result is better
    arranges      what is given are all the words: they are put in an order, and judged when whole
    grows         a result may be better than par, which is the best with words that people know
    only_par      what solves a puzzle is always par: there is no more, and less does not
    stays         a puzzle can be solved from every right word on: none is ever taken back
    by_rareness   of equal results the one with the commoner words is better, where that matters
    often_equal   many players find all that there is
    limits_tries  a contest may limit tries; not where all that is right counts by itself
    gives_words   what is given are words; else letters
    miss, bonus   points that a miss costs, and that each word more than par brings
    own_words     how many words somebody gives who has a puzzle of their own; of a list, None
    own_asked     what they write for that, by example, in a sentence that says “Write …”
    word_seconds  what a word of an answer takes people, about
    tells_new_letter  a hint of a letter tells how a word differs from the last; else its first
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
        """Return the words that are there before the player's."""
        return puzzle.given[:1]

    def joined(self, puzzle: Puzzle, typed: Words, words: Words) -> Words:
        """Return the words that are meant, from the first on: what there is with what is typed.

        Words that follow from the last one go on from there. A whole answer may be typed, too, or
        one from some word of one's own on.
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

        Asked by `joined` and `why_not` alone: a game has this, or its own of these two.
        """
        raise NotImplementedError

    def why_not(self, puzzle: Puzzle, words: Sequence[str], word: str) -> str | None:
        """Return why a word cannot come next, whether it is one or not."""
        line = (*self.start(puzzle), *words)
        if word != line[-1] and word in line:
            return f"“{word}” is there already. To go back to it, take out what follows it."
        return self.unfit(line[-1], word)

    def finished(self, puzzle: Puzzle, words: Words) -> Words:
        """Return right words with what goes without saying after them."""
        return words

    @abstractmethod
    def result(self, puzzle: Puzzle, words: Sequence[str]) -> int | None:
        """Return what right words score in the unit of par; None where they do not score yet."""

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
        """Return the per cent that a result is of par, rounded down, where par is not reached."""
        if self.fewest:
            return FULL * puzzle.par // result
        return FULL * self.score(result) // self.score(puzzle.par)

    def share_so_far(self, puzzle: Puzzle, words: Sequence[str]) -> int:
        """Return how far words are that do not score yet, in per cent."""
        return 0

    def score(self, result: int, rareness: int = 0) -> int:
        """Return one number for a result, of which more is better; `result_in` has it back."""
        return -(result * STEP + rareness) if self.fewest else result

    def result_in(self, score: int) -> int:
        """Return the result that has a score."""
        return -score // STEP if self.fewest else score

    def rareness_in(self, score: int) -> int | None:
        """Return the rareness in a score, where it counts."""
        return -score % STEP if self.by_rareness else None

    def is_rarer(self, score: int, than: int) -> bool:
        """Return whether an answer is as good as another but for its rarer words; both scores."""
        return self.by_rareness and score < than and self.result_in(score) == self.result_in(than)

    def hundredths(self, score: int, par: int) -> int:
        """Return hundredths of a per cent of par, both scores, rounded down: 100 % only at par.

        Twice as long as where the fewest win is 50 %; how rare words are does not matter there.
        """
        if self.fewest:
            return FULL_SHARE * self.result_in(par) // self.result_in(score)
        return FULL_SHARE if par <= 0 else FULL_SHARE * score // par

    # Hints

    def has_more(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether there is anything to tell of the next word, if one may come."""
        return True

    def letter_hints(self, puzzle: Puzzle, words: Sequence[str]) -> int:
        """Return how many hints of a letter the next word has."""
        return 1

    def letter(self, after: str, word: str, told: int) -> str:
        """Return what a hint tells of a word, when so many were told before."""
        return word[: told + 1]

    def onward(self, puzzle: Puzzle, line: Words, lexicon: Lexicon) -> str | None:
        """Return the word that should follow, always the same; None where none can."""
        solution, step = puzzle.solution, len(line)
        if line == solution[:step] and step < len(solution):
            return solution[step]
        return self.search(puzzle, line, lexicon)

    def search(self, puzzle: Puzzle, line: Words, lexicon: Lexicon) -> str | None:
        """Return the word that should follow a line that leaves the solution."""
        return None

    def place(self, line: Words) -> tuple[int, str]:
        """Return the step that a hint from here is about and the word it comes after."""
        return len(line), line[-1] if line else ""

    def is_about(self, hint: Hint, line: Words) -> bool:
        """Return whether a hint still tells what may come next, whatever way led here."""
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
        """Return the row of squares that stands for a word, and does not tell it.

        Here each has one more than the last, and that is full which solves the puzzle.
        """
        width = max(puzzle.par, len(words) + (not self.solves(puzzle, words)))
        shown = min(width, MOST_SQUARES)
        done = (step + 1) * shown // width
        return DONE * done + OPEN * (shown - done)

    def squares_of_result(self, puzzle: Puzzle, result: int) -> str:
        """Return the row of squares that stands for a whole answer, by how good it is."""
        done = SQUARES * result // puzzle.par
        return DONE * done + OPEN * (SQUARES - done)

    # What would give it away

    def question(self, given: Words, solution: Words = ()) -> Words:
        """Return what somebody would ask who wanted to know a puzzle, or has its answer."""
        return solution or given

    @abstractmethod
    def spoils(self, puzzle: Puzzle, asked: Sequence[str], *, drawn: bool = False) -> bool:
        """Return whether the answer to a question would give a puzzle away that is being played.

        `drawn`: nobody chose what is asked.
        """

    def parts(self, puzzle: Puzzle, legs: Legs) -> frozenset[str]:
        """Return which of the words that somebody is told may be a part of a puzzle's answer."""
        return frozenset()

    def completes(self, puzzle: Puzzle, words: Collection[str]) -> bool:
        """Return whether words that were told in parts make an answer."""
        return False

    def is_known(self, puzzle: Puzzle, words: Collection[str]) -> bool:
        """Return whether who asks about words of a puzzle knows it, and has not guessed them."""
        return True


def told(kind: HintKind, reveals: str) -> str:
    """Return a word, or its first letters, or what it means."""
    if kind == "word":
        return f"“{reveals}”"
    what = "means" if kind == "meaning" else "starts with"
    return f"a word that {what} “{reveals}”"
