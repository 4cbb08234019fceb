"""Hints: the next letter or the next word of a par solution, each at a cost in points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.errors import NotPlayable
from bot.store.records import HintKind
from solvers.daily import Edition

HintTaken = tuple[HintKind, int]
"""A hint's kind and the position in the solution that it was about, from 0."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint; `reveals` is the word of the solution, or the letters, that the sentence names."""

    kind: HintKind
    step: int
    reveals: str
    sentence: str


def next_hint(
    edition: Edition, kind: HintKind, taken: Sequence[HintTaken], progress: Sequence[str] = ()
) -> Hint:
    """Return the next hint; raises NotPlayable when there is none left.

    In an anigram it is about the stage that the player is at (`progress`: the words so far), and
    letters are revealed one after the other. Otherwise hints follow the solution from its start,
    in a ladder up to the word before the target.
    """
    step = _next_step(edition, taken, progress)
    if step is None:
        raise NotPlayable("no hints left", "No hints left – the rest is yours to find!")
    letters = sum(hint == ("letter", step) for hint in taken)
    if kind == "letter" and _known(edition, step, letters):
        raise NotPlayable("no hints left", "You already have that letter. Take the word, or guess!")
    return hint_sentence(edition, kind, step, letters + 1)


def hint_sentence(edition: Edition, kind: HintKind, step: int, letters: int = 1) -> Hint:
    """Return a hint about a step; `letters`: how many of an anigram's word it reveals."""
    word = edition.solution[step]
    if kind == "word":
        return Hint(kind, step, word, _word_sentence(edition, step))
    if edition.game == "anigram":
        begun = word[:letters]
        return Hint(kind, step, begun, f"Stage {step + 1}: a word that starts with “{begun}”.")
    if edition.game == "snake":
        return Hint(
            kind, step, word[0], (f"Word {step + 1} of a best snake starts with “{word[0]}”.")
        )
    before = edition.solution[step - 1]
    if edition.game == "truncate":
        new = word[0] if word[1:] == before else word[-1]
        return Hint(kind, step, new, f"Word {step + 1} of a best line: the new letter is “{new}”.")
    new = next(b for a, b in zip(before, word, strict=True) if a != b)
    return Hint(kind, step, new, f"Step {step} of a shortest ladder: the new letter is “{new}”.")


def _word_sentence(edition: Edition, step: int) -> str:
    word = edition.solution[step]
    return {
        "ladder": f"Step {step} of a shortest ladder is “{word}”.",
        "snake": f"Word {step + 1} of a best snake is “{word}”.",
        "anigram": f"Stage {step + 1}: “{word}”.",
        "truncate": f"Word {step + 1} of a best line is “{word}”.",
    }[edition.game]


def _next_step(edition: Edition, taken: Sequence[HintTaken], progress: Sequence[str]) -> int | None:
    words = {step for kind, step in taken if kind == "word"}
    if edition.game == "anigram":
        step = len(progress)
        return step if step < len(edition.solution) and step not in words else None
    given = {"ladder": range(1, edition.par), "snake": range(len(edition.solution))}
    steps = given.get(edition.game, range(1, len(edition.solution)))
    return next((step for step in steps if step not in words), None)


def _known(edition: Edition, step: int, letters: int) -> bool:
    most = len(edition.solution[step]) - 1 if edition.game == "anigram" else 1
    return letters >= most
