"""Hints: the next letter or the next word from where a player stands, each at a cost in points.

As long as a player's words begin a par solution, that leads on. From elsewhere the way is searched
for: the shortest ladder, the longest growth, the best snake that begins with what there is.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.puzzles.judging import EMPTY, HintKind, Progress, is_complete, line_of, result_of
from solvers.daily import Puzzle
from solvers.daily.common import KNOWN, familiar, strangeness
from solvers.deadline import Deadline
from solvers.lexicon import Lexicon
from solvers.wordsnake.score import overlap


class Hint(NamedTuple):
    """A hint about the word that comes at a step.

    step     how many words are before it: of a ladder and a truncate, the start among them
    after    the word that it comes after; nothing at the begin of a snake or an anigram
    reveals  the word; or its new letter; of an anigram's and a snake's word the first letters
    """

    kind: HintKind
    step: int
    after: str
    reveals: str


@dataclass(frozen=True, slots=True)
class HintRequest:
    """Which hint is asked for, by whom: with these words, and these hints taken before."""

    puzzle: Puzzle
    kind: HintKind
    progress: Progress = EMPTY
    taken: tuple[Hint, ...] = ()


def has_hint(request: HintRequest) -> bool:
    """Return whether a hint can tell anything that the player does not know; without a search."""
    puzzle, progress = request.puzzle, request.progress
    if is_complete(puzzle, progress.words):
        return False
    result = result_of(puzzle, progress.words)
    if puzzle.game == "truncate" and result is not None and result >= puzzle.par:
        return False
    here = [hint for hint in request.taken if is_about(hint, puzzle, progress)]
    if any(hint.kind == "word" for hint in here):
        return False
    step = len(progress.words)
    if puzzle.game == "snake" and step == len(puzzle.given) - 1:
        return False
    if request.kind == "word":
        return True
    if puzzle.game == "snake" and len({w[0] for w in puzzle.given if w not in progress.words}) < 2:
        return False
    most = len(puzzle.solution[step]) - 1 if puzzle.game == "anigram" else 1
    return len(here) < most


def find_hint(
    request: HintRequest, lexicon: Lexicon, _deadline: Deadline | None = None
) -> Hint | None:
    """Return the hint; None where no way goes on. Shaped like a solver, so a worker can run it.

    A letter and then the word are of the same word.
    """
    puzzle = request.puzzle
    line = line_of(puzzle, request.progress)
    word = _onward(puzzle, line, lexicon)
    if word is None:
        return None
    step, after = place_of(puzzle, request.progress)
    here = sum(is_about(hint, puzzle, request.progress) for hint in request.taken)
    if request.kind == "word":
        reveals = word
    elif puzzle.game in {"anigram", "snake"}:
        reveals = word[: here + 1]
    elif puzzle.game == "truncate":
        reveals = word[0] if word[1:] == after else word[-1]
    else:
        reveals = next(b for a, b in zip(after, word, strict=True) if a != b)
    return Hint(request.kind, step, after, reveals)


def hint_sentence(puzzle: Puzzle, hint: Hint) -> str:
    """Say what a hint tells."""
    shown = f"“{hint.reveals}”"
    if puzzle.game == "anigram":
        begins = "" if hint.kind == "word" else "a word that starts with "
        return f"Stage {hint.step + 1}: {begins}{shown}."
    if puzzle.game == "snake":
        what = shown if hint.kind == "word" else f"a word that starts with {shown}"
        return f"After “{hint.after}” comes {what}." if hint.after else f"First comes {what}."
    if hint.kind == "word":
        return f"After “{hint.after}” comes {shown}."
    return f"After “{hint.after}”, the new letter is {shown}."


def place_of(puzzle: Puzzle, progress: Progress) -> tuple[int, str]:
    """Return the step that a hint from here is about and the word it comes after; see `Hint`."""
    line = line_of(puzzle, progress)
    if puzzle.game == "anigram":  # whatever spelled the stage before
        return len(line), ""
    return len(line), line[-1] if line else ""


def is_about(hint: Hint, puzzle: Puzzle, progress: Progress) -> bool:
    """Return whether a hint still tells what may come next, whatever way led here."""
    step, after = place_of(puzzle, progress)
    if puzzle.game == "anigram":
        return hint.step == step
    used = hint.kind == "word" and hint.reveals in line_of(puzzle, progress)
    return hint.after == after and not used


def _onward(puzzle: Puzzle, line: tuple[str, ...], lexicon: Lexicon) -> str | None:
    """Return the word that should follow, always the same; None where none can."""
    solution, step = puzzle.solution, len(line)
    if puzzle.game == "anigram" or (line == solution[:step] and step < len(solution)):
        return solution[step]
    if puzzle.game == "ladder":
        return _climb(line, puzzle.given[1], lexicon)
    if puzzle.game == "truncate":
        return _grow(line[-1], lexicon)
    left = tuple(word for word in puzzle.given if word not in line)
    return _lay(line[-1], left)


def _climb(line: Sequence[str], target: str, lexicon: Lexicon) -> str | None:
    """Return the first word of a shortest way to the target, by known words if there is one.

    Of the ways through known words it is the one whose words are least strange.
    """
    known = {lexicon.find(word) for word in (*familiar(lexicon, [len(target)]), target)}
    shown = set(lexicon.showing("family").shown(lexicon.ids_of_length(len(target))))
    return _first_of_shortest(line, target, lexicon, known) or _first_of_shortest(
        line, target, lexicon, shown
    )


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


def _grow(word: str, lexicon: Lexicon) -> str | None:
    """Return the first word of a longest growth by known words, the least strange of these."""

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

    return best(word)[2] or None


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
