"""Compare a try with the puzzle: how far it is right, which step fails and why, and points."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.store.records import HintKind
from solvers.daily import Edition
from solvers.text import cut, split_words
from solvers.wordsnake.score import overlap

MOST_WORDS = 100
VOWELS = "aeiou"
_NO_LETTER = re.compile(r"[^a-z]")
COST: dict[HintKind, int] = {"letter": 5, "word": 15}
"""Points that each hint costs the tries that follow it."""
MISS = 3
"""Points that each try at an anigram costs beyond one a stage."""
BONUS = 5
"""Points that each word of a truncate brings beyond par."""
FULL = 100


class Words(Protocol):
    """The lexicon of `full`."""

    def __contains__(self, word: str, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Mistake:
    """The step that fails, from 1, its word and a sentence that says why.

    `unknown`: the word may be misspelled, since it is right but for not being in the word list.
    """

    step: int
    word: str
    message: str
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a try achieved.

    words    those that are right, in order: of a ladder and a truncate from the start on, of an
             anigram those of all stages done so far, of a snake the whole order
    mistake    what fails first; None where everything is right
    result   what it scores in the unit of par, where it scores: a ladder's steps once it arrives,
             a snake's score, an anigram's stages, a truncate's words
    solved   the result solves the puzzle
    joins    snake: the letters that each word shares with the one before
    """

    words: tuple[str, ...]
    mistake: Mistake | None
    result: int | None
    solved: bool
    joins: tuple[int, ...] = ()


def read_words(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case; see `split_words`."""
    return split_words(text.lower())


def masked(words: Iterable[str]) -> tuple[str, ...]:
    """Return words as they are stored: whatever is no letter a to z, such as somebody's id, as ?.

    Their verdict is the same, since no word and no puzzle has anything else.

    >>> masked(["cat", "c4t", "<@123>"])
    ('cat', 'c?t', '??????')
    """
    return tuple(_NO_LETTER.sub("?", word) for word in words)


def judge(
    edition: Edition, typed: Sequence[str], lexicon: Words, progress: Sequence[str] = ()
) -> Verdict:
    """Judge the words of a try; `progress`: an anigram's words of the stages done before."""
    known = frozenset(edition.solution)  # even if a later word list lacks them

    def is_word(word: str) -> bool:
        return word in known or word in lexicon

    typed = tuple(typed)[:MOST_WORDS]
    if edition.game == "snake":
        return _judge_snake(edition, typed, is_word)
    if edition.game == "anigram":
        words, mistake = _climb(edition, tuple(progress), typed, is_word)
        return Verdict(words, mistake, len(words), is_solved(edition, len(words)))
    start = edition.given[0]
    if not typed or typed[0] != start:
        typed = (start, *typed)
    if edition.game == "ladder":
        arrived = typed[-1] == edition.given[1]
        if not arrived:
            typed = (*typed, edition.given[1])
        words, mistake = _walk(typed, is_word, _changed)
        if mistake is not None and not arrived and mistake.step == len(typed) - 1:
            onwards = f"Good so far! Now change one letter of “{words[-1]}”."
            mistake = replace(mistake, message=onwards)
        return Verdict(words, mistake, None if mistake else len(words) - 1, mistake is None)
    words, mistake = _walk(typed, is_word, _grown)
    solved = len(words) > 1 and is_solved(edition, len(words))
    return Verdict(words, mistake, len(words) if len(words) > 1 else None, solved)


def _walk(
    typed: Sequence[str],
    is_word: Callable[[str], bool],
    check: Callable[[str, str], str | None],
) -> tuple[tuple[str, ...], Mistake | None]:
    """Follow the steps while each is a word and follows from the one before."""
    words = [typed[0]]
    for step, word in enumerate(typed[1:], 1):
        why = check(words[-1], word)
        if why or not is_word(word):
            return tuple(words), _mistake("Step", step, word, why)
        words.append(word)
    return tuple(words), None


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


def _grown(before: str, word: str) -> str | None:
    if len(word) == len(before) + 1 and before in (word[:-1], word[1:]):
        return None
    return f"“{cut(word)}” isn’t “{before}” plus one letter at its front or its end."


def _climb(
    edition: Edition,
    done: tuple[str, ...],
    typed: Sequence[str],
    is_word: Callable[[str], bool],
) -> tuple[tuple[str, ...], Mistake | None]:
    words = list(done)
    for word in typed:
        stage = len(words)
        if stage == len(edition.given):
            break
        why = _spelled(letters_of(edition, stage), word)
        if why or not is_word(word):
            return tuple(words), _mistake("Stage", stage + 1, word, why)
        words.append(word)
    return tuple(words), None


def letters_of(edition: Edition, stage: int) -> str:
    """Return an anigram's letters at a stage, from 0: vowels, then consonants from z to b.

    In alphabetical order one set in fifty would spell a word (cert, deer) and give itself away.
    """
    letters = sorted("".join(edition.given[: stage + 1]))
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


def _judge_snake(
    edition: Edition, typed: tuple[str, ...], is_word: Callable[[str], bool]
) -> Verdict:
    listed = frozenset(edition.given)
    right: list[str] = []
    mistake = None
    for step, word in enumerate(typed, 1):
        if word not in listed:
            what = "isn’t one of the words" if is_word(word) else "isn’t a word I know"
            mistake = Mistake(step, word, f"Word {step}: “{cut(word)}” {what}.")
            break
        if word in right:
            mistake = Mistake(step, word, f"Word {step}: “{word}” is there twice.")
            break
        right.append(word)
    left = [word for word in edition.given if word not in right]
    if mistake is None and left:
        missing = ", ".join(f"“{word}”" for word in left)
        step = len(right) + 1
        mistake = Mistake(step, left[0], f"Good so far! Still to come: {missing}.")
    joins = (0, *map(overlap, right, right[1:])) if right else ()
    result = None if mistake else sum(k * k for k in joins)
    solved = result is not None and is_solved(edition, result)
    return Verdict(tuple(right), mistake, result, solved, joins)


def _mistake(what: str, step: int, word: str, why: str | None) -> Mistake:
    """Return why a step fails; None: its word is not in the word list."""
    unknown = f"“{cut(word)}” isn’t in my word list."
    return Mistake(step, word, f"{what} {step}: {why or unknown}", unknown=why is None)


def with_suggestion(verdict: Verdict, meant: str) -> Verdict:
    """Return the verdict, whose mistake is an unknown word, with the word that was meant."""
    assert verdict.mistake is not None
    message = f"{verdict.mistake.message} Did you mean “{meant}”?"
    return replace(verdict, mistake=replace(verdict.mistake, message=message))


def is_solved(edition: Edition, result: int) -> bool:
    """Return whether a result, in the unit of par, solves the puzzle; any ladder does."""
    return edition.game == "ladder" or result >= edition.goal


def reaches_par(edition: Edition, result: int) -> bool:
    """Return whether a result is as good as par; a truncate may be better."""
    return result <= edition.par if edition.game == "ladder" else result >= edition.par


def share_of_par(edition: Edition, result: int) -> int:
    """Return the per cent of par, rounded down: 100 only where par is reached.

    A ladder twice as long as par has 50; a truncate counts the words after its start.
    """
    if reaches_par(edition, result):
        return FULL
    if edition.game == "ladder":
        return FULL * edition.par // result
    if edition.game == "truncate":
        return FULL * (result - 1) // (edition.par - 1)
    return FULL * result // edition.par


def points_of(
    edition: Edition, result: int, hints: Iterable[HintKind], tries: int = 0
) -> int | None:
    """Return the points of a try with these hints and tries before it; None: it does not solve.

    An anigram has a try for each stage; each that is needed beyond those has its price. A truncate
    longer than par, by words that few people know, earns points above 100.
    """
    if not is_solved(edition, result):
        return None
    points = share_of_par(edition, result) - sum(COST[kind] for kind in hints)
    if edition.game == "anigram":
        points -= MISS * max(0, tries + 1 - edition.par)
    if edition.game == "truncate":
        points += BONUS * max(0, result - edition.par)
    return max(1, points)
