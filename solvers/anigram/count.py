"""Count anigram games by their number of letters, and name the ends of the longest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.anigram.request import AnigramCount, AnigramCountRequest, Ending
from solvers.anigram.tables import LetterSets
from solvers.errors import BadInput

if TYPE_CHECKING:
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon


def count(request: AnigramCountRequest, lexicon: Lexicon, deadline: Deadline) -> AnigramCount:  # noqa: ARG001
    """Return how many games there are, exactly; see `AnigramCount`. Raises BadInput."""
    first, last = request.first, request.last
    if not 1 <= first <= last:
        raise BadInput(
            f"Games cannot be counted from {first} to {last} letters; "
            "the first number is at least 1 and the last no smaller."
        )
    sets = LetterSets(lexicon)
    starts = sets.growth.nodes(first)
    ahead = sets.growth.ahead
    games = {size: sum(ahead.among(starts, size - first)[2]) for size in range(first + 1, last + 1)}
    return AnigramCount(len(starts), games, _longest(first, sets))


def _longest(first: int, sets: LetterSets) -> tuple[Ending, ...]:
    """Return where the longest games from so many letters end, in the alphabet's order."""
    growth = sets.growth
    starts = growth.nodes(first)
    if not starts:
        return ()
    steps = growth.ahead.among(starts)[0]
    _, ends, games = growth.behind.among(growth.nodes(first + steps), steps)
    endings = [
        Ending(sets.letters(end), sets.words(end), first + steps, steps + 1, ways)
        for end, ways in zip(ends, games, strict=True)
    ]
    return tuple(sorted(endings, key=lambda ending: ending.words))
