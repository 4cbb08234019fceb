"""Judges words by a puzzle and the player's earlier words: how far they are right, and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, Protocol

from bot.puzzles.games import game_of
from bot.puzzles.progress import COST, EMPTY, FULL, HintKind, Progress
from solvers.daily import Puzzle
from solvers.lexicon import Lexicon
from solvers.reading import strange
from solvers.text import cut

MOST_WORDS = 100
LONGEST_JUDGED = 64
"""Letters of a word that are judged; any beyond them change nothing."""
MORE = "…"
"""In a stored try, stands for the words after the first mistake."""
_NO_LETTER = re.compile(r"[^a-z]")
DENIED_SETS = 1000
"""Sets of denied words whose part in a lexicon is cached, the latest."""
MistakeKind = Literal["wrong", "unknown", "unreadable"]


class Words(Protocol):
    """The lexicon of tier `full`."""

    def __contains__(self, word: str, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Accepted:
    """The words of a tier, plus words that a server allows, minus words that it denies.

    own  the server's own words: True for allowed, False for denied
    """

    lexicon: Lexicon
    own: Mapping[str, bool]
    tier: str = "full"

    def __contains__(self, word: str, /) -> bool:
        allowed = self.own.get(word)
        return word in self.lexicon if allowed is None else allowed

    @property
    def denied(self) -> tuple[str, ...]:
        """The words that a server denies, sorted."""
        return tuple(sorted(word for word, allowed in self.own.items() if not allowed))

    @property
    def allowed(self) -> tuple[str, ...]:
        """The words that a server allows beyond the tier, sorted."""
        more = (word for word, allowed in self.own.items() if allowed and word not in self.lexicon)
        return tuple(sorted(more))


@lru_cache(DENIED_SETS)
def denied_of(words: frozenset[str], lexicon: Lexicon) -> tuple[str, ...]:
    """Return the denied words that a lexicon has, sorted: a solver has to avoid them."""
    return tuple(sorted(filter(lexicon.__contains__, words)))


@dataclass(frozen=True, slots=True)
class Mistake:
    """The step that fails, from 1, its word and a sentence that says why.

    kind  "unknown": the word would fit but is not in the word list, so it may be misspelled;
          "unreadable": it has characters other than a to z. Neither is a miss
    """

    step: int
    word: str
    message: str
    kind: MistakeKind = "wrong"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What some words achieved.

    words     the line as far as it is right, with the start
    progress  what the player has from now on; a mistake takes nothing away
    mistake   what fails first; None if every word is right
    result    the score in the unit of par, if the words score
    solved    whether the result solves the puzzle
    """

    words: tuple[str, ...]
    progress: Progress
    mistake: Mistake | None
    result: int | None
    solved: bool


def shortened(words: Iterable[str]) -> tuple[str, ...]:
    """Return words as they are judged, cut to a length that no known word and no puzzle exceeds."""
    return tuple(word[:LONGEST_JUDGED] for word in words)


def masked(words: Iterable[str]) -> tuple[str, ...]:
    """Return words as they are stored: ? replaces all but letters a to z, such as a person's id.

    Their verdict is the same, since no word and no puzzle has other characters.

    >>> masked(["cat", "c4t", "<@123>"])
    ('cat', 'c?t', '??????')
    """
    return tuple(_NO_LETTER.sub("?", word) for word in shortened(words))


def up_to_mistake(
    puzzle: Puzzle, typed: Sequence[str], progress: Progress, verdict: Verdict
) -> tuple[str, ...]:
    """Return what is stored of a try: its words as far as they were judged, masked.

    These are the words up to and including the first mistake, or up to the end of the puzzle. If
    more were typed, MORE stands for them, so that the stored try has the same meaning and verdict.
    """
    right = len(verdict.words) - len(game_of(puzzle).start(puzzle))
    looked_at = right if verdict.mistake is None else verdict.mistake.step
    rest = len(joined(puzzle, typed, progress)) - looked_at
    if rest <= 0 or len(typed) == 1:
        return masked(typed)
    return (*masked(typed[: max(1, len(typed) - rest)]), MORE)


def line_of(puzzle: Puzzle, progress: Progress) -> tuple[str, ...]:
    """Return a player's words, after the start if there is one."""
    return (*game_of(puzzle).start(puzzle), *progress.words)


def undo(progress: Progress, left: int | None = None) -> Progress:
    """Take back the last word, or all but `left` words; the misses before them stay."""
    words = progress.words[: -1 if left is None else left]
    return Progress(words, progress.misses[: len(words) + 1])


def joined(puzzle: Puzzle, typed: Sequence[str], progress: Progress = EMPTY) -> tuple[str, ...]:
    """Return the words that the player means, from the first on, including the typed ones."""
    return game_of(puzzle).joined(puzzle, tuple(typed), progress.words)


def judge(
    puzzle: Puzzle,
    typed: Sequence[str],
    lexicon: Words,
    progress: Progress = EMPTY,
    *,
    finish: bool = True,
) -> Verdict:
    """Judge one word more, several, or a whole answer; see `joined`.

    `finish`: words that end one step from the target count as arriving there.
    """
    game = game_of(puzzle)
    known = frozenset(puzzle.solution)  # even if a later word list lacks them

    def is_word(word: str) -> bool:
        return word in known or word in lexicon

    meant = joined(puzzle, typed, progress)
    right: list[str] = []
    mistake = None
    for step, word in enumerate(meant, 1):
        if game.is_complete(puzzle, right):
            break
        if step > MOST_WORDS:
            mistake = Mistake(step, word, "That’s too long for me. Take some words out first.")
            break
        found = _find_mistake(puzzle, right, word, is_word)
        if found is not None:
            kind, why = found
            named = f"{game.step} {step}: " if len(typed) > 1 else ""
            mistake = Mistake(step, word, named + why, kind)
            break
        right.append(word)
    words = tuple(right)
    if mistake is None and finish:
        words = game.finished(puzzle, words)
    line, kept = (*game.start(puzzle), *words), _kept(words, progress, mistake)
    return Verdict(line, kept, mistake, game.result(puzzle, words), game.solves(puzzle, words))


def _kept(right: tuple[str, ...], progress: Progress, mistake: Mistake | None) -> Progress:
    """Return the player's progress after these words; a mistake takes nothing away."""
    missed = mistake is not None and mistake.kind == "wrong"
    words = progress.words if mistake is not None and len(right) < len(progress.words) else right
    same = 0
    while same < min(len(words), len(progress.words)) and words[same] == progress.words[same]:
        same += 1
    misses = progress.misses[: same + 1]
    misses += (0,) * (len(words) + 1 - len(misses))
    return Progress(words, (*misses[:-1], misses[-1] + missed))


def next_move(puzzle: Puzzle, progress: Progress) -> str:
    """Say in a few words what the next word may be; "" if none may follow."""
    game = game_of(puzzle)
    if game.is_complete(puzzle, progress.words):
        return ""
    return game.next_move(puzzle, progress.words)


def _find_mistake(
    puzzle: Puzzle, words: Sequence[str], word: str, is_word: Callable[[str], bool]
) -> tuple[MistakeKind, str] | None:
    """Return what is wrong with the next word, and a sentence that says so."""
    if problem := strange([word]):
        return "unreadable", problem
    if why := game_of(puzzle).why_not(puzzle, words, word):
        return "wrong", why
    return None if is_word(word) else ("unknown", f"“{cut(word)}” isn’t in my word list.")


def with_suggestion(verdict: Verdict, meant: str) -> Verdict:
    """Return a verdict on an unknown word with the word that was probably meant."""
    assert verdict.mistake is not None
    message = f"{verdict.mistake.message} Did you mean “{meant}”?"
    return replace(verdict, mistake=replace(verdict.mistake, message=message))


def reaches_par(puzzle: Puzzle, result: int) -> bool:
    """Return whether a result is as good as par; in some games it may be better."""
    return not game_of(puzzle).is_better(puzzle.par, result)


def share_of_par(puzzle: Puzzle, result: int) -> int:
    """Return the per cent of par, rounded down: 100 only if par is reached."""
    return FULL if reaches_par(puzzle, result) else game_of(puzzle).share(puzzle, result)


def points_of(
    puzzle: Puzzle, result: int, hints: Iterable[HintKind], misses: int = 0
) -> int | None:
    """Return the points of a result with these hints and misses; None if it does not solve.

    Misses cost points in some games. A result better than par earns more than 100.
    """
    game = game_of(puzzle)
    if not game.is_solved(puzzle, result):
        return None
    points = share_of_par(puzzle, result) - sum(COST[kind] for kind in hints)
    points -= game.miss * misses
    points += game.bonus * max(0, result - puzzle.par)
    return max(1, points)
