"""Draws a puzzle that some people have not met, like a daily one except for its date.

It comes from the same generators as the daily puzzles, at a chosen level. When ladders run out,
more are drawn from all everyday words; when a level runs out, the nearest other level is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from solvers.daily.draw import Draw
from solvers.daily.edition import LEVELS, Puzzle
from solvers.daily.makers import makers
from solvers.errors import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class FreshRequest:
    """Asks for a puzzle not in `avoid` (see `puzzle_key`), without any `denied` word.

    `seed` decides the draw, with at most 64 ASCII characters. With `words`, a snake is made from
    them.
    """

    game: str
    level: int
    seed: str
    avoid: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()


def puzzle_key(puzzle: Puzzle) -> str:
    """Return a key that equal puzzles share; a ladder equals its reverse.

    >>> from dataclasses import replace
    >>> one = Puzzle("ladder", 1, 1.0, ("lift", "drop"), 6, 0, (), 0)
    >>> puzzle_key(one) == puzzle_key(replace(one, given=("drop", "lift")))
    True
    """
    return key_of(puzzle.game, puzzle.given)


def key_of(game: str, given: Sequence[str]) -> str:
    """Return the `puzzle_key` of a puzzle with these given words."""
    return blake2b(
        " ".join((game, *makers()[game].key(given))).encode(), digest_size=12
    ).hexdigest()


def make_fresh(request: FreshRequest, lexicon: Lexicon, deadline: Deadline) -> Puzzle:
    """Return a new puzzle; the lexicon must be the `full` one.

    Raises NoAnswer if nothing is left, GaveUp when the deadline passes.
    """
    maker = makers()[request.game]
    if request.words and maker.of_words is not None:
        return maker.of_words(request.words, deadline)
    for level in sorted(LEVELS, key=lambda level: abs(level - request.level)):
        for puzzle in _candidates(request, level, lexicon, deadline):
            words = {*puzzle.given, *puzzle.solution}
            if puzzle_key(puzzle) not in request.avoid and words.isdisjoint(request.denied):
                return puzzle
    raise NoAnswer("I’ve no new puzzle left there. Try another game.")


def _candidates(
    request: FreshRequest, level: int, lexicon: Lexicon, deadline: Deadline
) -> Iterator[Puzzle]:
    draw, maker = Draw(0, request.seed), makers()[request.game]
    yield from maker.in_turn(level, lexicon, draw, deadline)
    yield from maker.more(level, lexicon, draw, deadline)
