"""Draws a short game of words that people know, a different one each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.anigram.request import FIRST_SIZE
from solvers.errors import BadInput, NoAnswer
from solvers.growth.walk import check

if TYPE_CHECKING:
    from random import Random

    from solvers.anigram.request import AnigramRequest
    from solvers.anigram.tables import LetterSets
    from solvers.deadline import Deadline

LENGTHS = range(6, 10)
"""How many letters a game ends with, unless the request says so."""
LEAST = 30
"""The least familiarity of the word that each stage shows."""
WALKS = 4
"""How many ways down to try from each end."""


def draw_familiar(
    request: AnigramRequest, sets: LetterSets, rng: Random, deadline: Deadline
) -> list[int]:
    """Return the letter sets of a game from four letters.

    Each spells a familiar word, which never just adds a letter behind the word before.
    """
    if request.start or request.end or request.added:
        raise BadInput("A game of familiar words begins and ends with words of its own.")
    length = rng.choice(LENGTHS) if request.length is None else request.length
    ends = sets.lexicon.familiar_ids(length, LEAST)
    rng.shuffle(ends)
    for end in ends:
        check(deadline)
        node = sets.find(sets.lexicon.word(end))
        for _ in range(WALKS if node >= 0 and _shows_familiar(node, sets) else 0):
            if path := _walk_down(node, sets, rng):
                return path
    raise NoAnswer(f"The word list has no game of familiar words that ends with {length} letters.")


def _walk_down(end: int, sets: LetterSets, rng: Random) -> list[int] | None:
    """Return a way down to four letters, smallest set first; None if it got stuck."""
    path = [end]
    while sets.graph.size(path[-1]) > FIRST_SIZE:
        shown = sets.first_word(path[-1])
        below = [
            node
            for node in sets.graph.down(path[-1])
            if _shows_familiar(node, sets) and not shown.startswith(sets.first_word(node))
        ]
        if not below:
            return None
        path.append(rng.choice(below))
    return path[::-1] if sets.graph.size(end) > FIRST_SIZE else None


def _shows_familiar(node: int, sets: LetterSets) -> bool:
    """Return whether the word that a stage shows is familiar."""
    return sets.lexicon.is_familiar(sets.lexicon.find(sets.first_word(node)), LEAST)
