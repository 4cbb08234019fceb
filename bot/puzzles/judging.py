"""Judge words against a puzzle and what a player has already: how far they are right, and why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal, NamedTuple, Protocol

from solvers.daily import Puzzle
from solvers.lexicon import Lexicon
from solvers.reading import strange
from solvers.text import cut
from solvers.wordsnake.score import overlap

MOST_WORDS = 100
LONGEST_JUDGED = 64
"""Letters of a word; what is typed beyond them changes nothing."""
MORE = "…"
"""What stands in a stored try for the words after its first mistake."""
VOWELS = "aeiou"
_NO_LETTER = re.compile(r"[^a-z]")
HintKind = Literal["letter", "word"]
MistakeKind = Literal["wrong", "unknown", "unreadable"]
COST: dict[HintKind, int] = {"letter": 5, "word": 15}
"""Points that each hint costs what is solved after it."""
MISS = 3
"""Points that each miss costs in an anigram."""
BONUS = 5
"""Points that each word of a truncate brings beyond par."""
FULL = 100


class Words(Protocol):
    """The lexicon of `full`."""

    def __contains__(self, word: str, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Accepted:
    """The words of a tier and those that a server allows, without those that it denies.

    own  what a server says of words: True, allowed, or False, denied
    """

    lexicon: Lexicon
    own: Mapping[str, bool]

    def __contains__(self, word: str, /) -> bool:
        allowed = self.own.get(word)
        return word in self.lexicon if allowed is None else allowed


class Progress(NamedTuple):
    """The words that a player has, and how often a word was refused before each came.

    words   in order; of a ladder and a truncate those after the start, of an anigram one a stage,
            of a snake those laid so far
    misses  for each of the words, and for the one that comes next; what is left out is 0

    >>> Progress.of([["cord"], [0, 2]]).missed
    2
    """

    words: tuple[str, ...] = ()
    misses: tuple[int, ...] = ()

    @classmethod
    def of(cls, stored: Iterable[Iterable[Any]]) -> Progress:
        """Return the progress that was stored as JSON."""
        words, misses = stored
        return cls(tuple(words), tuple(misses))

    @property
    def missed(self) -> int:
        """Misses in all."""
        return sum(self.misses)


EMPTY = Progress()


@dataclass(frozen=True, slots=True)
class Mistake:
    """The step that fails, from 1, its word and a sentence that says why.

    kind  "unknown": the word is right but for not being in the word list, so it may be misspelled;
          "unreadable": it has other characters than a to z. Neither is a miss
    """

    step: int
    word: str
    message: str
    kind: MistakeKind = "wrong"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What some words achieved.

    words     the line as far as it is right, a ladder's and a truncate's with the start
    progress  what the player has from now on; not less than before because of a mistake
    mistake   what fails first; None where every word is right
    result    what it scores in the unit of par, where it scores: a ladder's steps once it arrives,
              a snake's score once all words are laid, an anigram's stages, a truncate's words
    solved    the result solves the puzzle
    joins     snake: the letters that each word shares with the one before
    """

    words: tuple[str, ...]
    progress: Progress
    mistake: Mistake | None
    result: int | None
    solved: bool
    joins: tuple[int, ...] = ()


def shortened(words: Iterable[str]) -> tuple[str, ...]:
    """Return words as they are judged: no word and no puzzle has longer ones than these."""
    return tuple(word[:LONGEST_JUDGED] for word in words)


def masked(words: Iterable[str]) -> tuple[str, ...]:
    """Return words as they are stored: whatever is no letter a to z, such as somebody's id, as ?.

    Their verdict is the same, since no word and no puzzle has anything else.

    >>> masked(["cat", "c4t", "<@123>"])
    ('cat', 'c?t', '??????')
    """
    return tuple(_NO_LETTER.sub("?", word) for word in shortened(words))


def up_to_mistake(
    puzzle: Puzzle, typed: Sequence[str], progress: Progress, verdict: Verdict
) -> tuple[str, ...]:
    """Return what is stored of a try: its words as far as they were looked at, masked.

    These are the words up to and including the first mistake, or those that ended the puzzle. If
    more were typed, MORE stands for them: so the same is meant by what is stored, and its verdict
    is the same.
    """
    right = len(verdict.words) - len(start_of(puzzle))
    looked_at = right if verdict.mistake is None else verdict.mistake.step
    rest = len(joined(puzzle, typed, progress)) - looked_at
    if rest <= 0 or len(typed) == 1:
        return masked(typed)
    return (*masked(typed[: max(1, len(typed) - rest)]), MORE)


def line_of(puzzle: Puzzle, progress: Progress) -> tuple[str, ...]:
    """Return a player's words, a ladder's and a truncate's with the start before them."""
    return (*start_of(puzzle), *progress.words)


def undo(progress: Progress, left: int | None = None) -> Progress:
    """Take the last word back, or all but so many; the misses before it stay."""
    words = progress.words[: -1 if left is None else left]
    return Progress(words, progress.misses[: len(words) + 1])


def joined(puzzle: Puzzle, typed: Sequence[str], progress: Progress = EMPTY) -> tuple[str, ...]:
    """Return the words that are meant, from the first on: what there is with what is typed.

    Words that follow from the last one go on from there. A whole answer may be typed, too, or one
    from some word of one's own on; other words for finished stages of an anigram change nothing.
    """
    typed, words = tuple(typed), progress.words
    if puzzle.game == "anigram":
        finished = [sorted(word) for word in words]
        while typed and sorted(typed[0]) in finished:
            typed = typed[1:]
    elif len(typed) > 1:
        if puzzle.game == "snake":
            return typed
        start = start_of(puzzle)
        if typed[0] in start:
            return typed[1:]
        if typed[0] in words:
            return words[: words.index(typed[0])] + typed
        if words:
            check = _CHECKS[puzzle.game]
            if check(words[-1], typed[0]) and not check(start[0], typed[0]):
                return typed
    elif typed == start_of(puzzle) and not words:
        return ()
    return words + typed


def judge(
    puzzle: Puzzle, typed: Sequence[str], lexicon: Words, progress: Progress = EMPTY
) -> Verdict:
    """Judge one word more, several, or a whole answer; see `joined`."""
    known = frozenset(puzzle.solution)  # even if a later word list lacks them

    def is_word(word: str) -> bool:
        return word in known or word in lexicon

    meant = joined(puzzle, typed, progress)
    right: list[str] = []
    mistake = None
    for step, word in enumerate(meant, 1):
        if is_complete(puzzle, right):
            break
        if step > MOST_WORDS:
            mistake = Mistake(step, word, "That’s too long for me. Take some words out first.")
            break
        found = _find_mistake(puzzle, right, word, is_word)
        if found is not None:
            kind, why = found
            named = f"{_STEPS[puzzle.game]} {step}: " if len(typed) > 1 else ""
            mistake = Mistake(step, word, named + why, kind)
            break
        right.append(word)
    if puzzle.game == "ladder" and mistake is None and right and _arrives(puzzle, right[-1]):
        right.append(puzzle.given[1])
    kept = _kept(tuple(right), progress, mistake)
    words = (*start_of(puzzle), *right)
    result = result_of(puzzle, right)
    joins = (
        (0, *(overlap(a, b) for a, b in pairwise(words)))
        if puzzle.game == "snake" and words
        else ()
    )
    solved = result is not None and is_solved(puzzle, result)
    return Verdict(words, kept, mistake, result, solved, joins)


def _kept(right: tuple[str, ...], progress: Progress, mistake: Mistake | None) -> Progress:
    """Return what a player has after these words; a mistake takes nothing away."""
    missed = mistake is not None and mistake.kind == "wrong"
    words = progress.words if mistake is not None and len(right) < len(progress.words) else right
    same = 0
    while same < min(len(words), len(progress.words)) and words[same] == progress.words[same]:
        same += 1
    misses = progress.misses[: same + 1]
    misses += (0,) * (len(words) + 1 - len(misses))
    return Progress(words, (*misses[:-1], misses[-1] + missed))


def result_of(puzzle: Puzzle, words: Sequence[str]) -> int | None:
    """Return what right words score in the unit of par; None where they do not score yet."""
    match puzzle.game:
        case "ladder":
            return len(words) if words and words[-1] == puzzle.given[1] else None
        case "snake":
            if len(words) < len(puzzle.given):
                return None
            return sum(overlap(a, b) ** 2 for a, b in pairwise(words))
        case "anigram":
            return len(words)
        case "truncate":
            return len(words) + 1 if words else None


def is_complete(puzzle: Puzzle, words: Sequence[str]) -> bool:
    """Return whether no word may follow; only a truncate may always grow."""
    match puzzle.game:
        case "ladder":
            return bool(words) and words[-1] == puzzle.given[1]
        case "truncate":
            return False
        case _:
            return len(words) == len(puzzle.given)


def next_move(puzzle: Puzzle, progress: Progress) -> str:
    """Say what the next word may be, in a few words; nothing where none may follow."""
    if is_complete(puzzle, progress.words):
        return ""
    line = line_of(puzzle, progress)
    match puzzle.game:
        case "ladder":
            return f"Change one letter of {line[-1]}"
        case "truncate":
            return f"Add a letter to {line[-1]}, at its front or its end"
        case "anigram":
            return f"Use all of {' '.join(letters_of(puzzle, len(line)))}"
        case "snake":
            return "Choose one of the words left" if line else "Choose the first word"


def start_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the word that a ladder or a truncate is given to start from."""
    return puzzle.given[:1] if puzzle.game in {"ladder", "truncate"} else ()


def _find_mistake(
    puzzle: Puzzle, words: Sequence[str], word: str, is_word: Callable[[str], bool]
) -> tuple[MistakeKind, str] | None:
    """Return what is wrong with the next word, and a sentence that says so."""
    if problem := strange([word]):
        return "unreadable", problem
    if why := _why_not(puzzle, words, word):
        return "wrong", why
    return None if is_word(word) else ("unknown", f"“{cut(word)}” isn’t in my word list.")


def _why_not(puzzle: Puzzle, words: Sequence[str], word: str) -> str | None:
    """Return why a word cannot follow, whether it is one or not."""
    line = (*start_of(puzzle), *words)
    if puzzle.game == "anigram":
        return _spelled(letters_of(puzzle, len(words)), word)
    if puzzle.game == "snake":
        if word not in puzzle.given:
            return f"“{cut(word)}” isn’t one of the words."
        return f"“{word}” is there twice." if word in words else None
    if word != line[-1] and word in line:
        return f"“{word}” is there already. To go back to it, take out what follows it."
    return _CHECKS[puzzle.game](line[-1], word)


def _changed(before: str, word: str) -> str | None:
    if len(before) != len(word):
        what, done = ("short", "drop") if len(word) < len(before) else ("long", "add")
        return f"“{cut(word)}” is too {what}: change one letter of “{before}”, don’t {done} one."
    changes = sum(a != b for a, b in zip(before, word, strict=True))
    if changes == 1:
        return None
    if not changes:
        return f"“{cut(word)}” is the same word again. Change one letter."
    return f"“{before}” to “{cut(word)}” changes {changes} letters. Change just one."


def _arrives(puzzle: Puzzle, word: str) -> bool:
    return _changed(word, puzzle.given[1]) is None


def _grown(before: str, word: str) -> str | None:
    if len(word) == len(before) + 1 and before in (word[:-1], word[1:]):
        return None
    return f"“{cut(word)}” isn’t “{before}” plus one letter at its front or its end."


_CHECKS: dict[str, Callable[[str, str], str | None]] = {"ladder": _changed, "truncate": _grown}
_STEPS = {"ladder": "Step", "snake": "Word", "anigram": "Stage", "truncate": "Step"}


def letters_of(puzzle: Puzzle, stage: int) -> str:
    """Return an anigram's letters at a stage, from 0: vowels, then consonants from z to b.

    In alphabetical order one set in fifty would spell a word (cert, deer) and give itself away.
    """
    letters = sorted("".join(puzzle.given[: stage + 1]))
    vowels = [letter for letter in letters if letter in VOWELS]
    return "".join(vowels + [letter for letter in reversed(letters) if letter not in VOWELS])


def _spelled(letters: str, word: str) -> str | None:
    missing, extra = Counter(letters) - Counter(word), Counter(word) - Counter(letters)
    wrongs = []
    if missing:
        wrongs.append(f"is missing {_shown(missing)}")
    if extra:
        wrongs.append(f"has no room for {_shown(extra)}")
    if not wrongs:
        return None
    return f"“{cut(word)}” {' and '.join(wrongs)}. Use exactly {' '.join(letters)}."


def _shown(letters: Counter[str]) -> str:
    return cut(" ".join(sorted(letters.elements())))


def with_suggestion(verdict: Verdict, meant: str) -> Verdict:
    """Return the verdict, whose mistake is an unknown word, with the word that was meant."""
    assert verdict.mistake is not None
    message = f"{verdict.mistake.message} Did you mean “{meant}”?"
    return replace(verdict, mistake=replace(verdict.mistake, message=message))


def is_solved(puzzle: Puzzle, result: int) -> bool:
    """Return whether a result, in the unit of par, solves the puzzle; any ladder does."""
    return puzzle.game == "ladder" or result >= puzzle.goal


def reaches_par(puzzle: Puzzle, result: int) -> bool:
    """Return whether a result is as good as par; a truncate may be better."""
    return result <= puzzle.par if puzzle.game == "ladder" else result >= puzzle.par


def share_of_par(puzzle: Puzzle, result: int) -> int:
    """Return the per cent of par, rounded down: 100 only where par is reached.

    A ladder twice as long as par has 50; a truncate counts the words after its start.
    """
    if reaches_par(puzzle, result):
        return FULL
    if puzzle.game == "ladder":
        return FULL * puzzle.par // result
    if puzzle.game == "truncate":
        return FULL * (result - 1) // (puzzle.par - 1)
    return FULL * result // puzzle.par


def points_of(
    puzzle: Puzzle, result: int, hints: Iterable[HintKind], misses: int = 0
) -> int | None:
    """Return the points of a result with these hints and misses; None: it does not solve.

    Misses have a price in an anigram alone. A truncate longer than par, by words that few people
    know, earns points above 100.
    """
    if not is_solved(puzzle, result):
        return None
    points = share_of_par(puzzle, result) - sum(COST[kind] for kind in hints)
    if puzzle.game == "anigram":
        points -= MISS * misses
    if puzzle.game == "truncate":
        points += BONUS * max(0, result - puzzle.par)
    return max(1, points)
