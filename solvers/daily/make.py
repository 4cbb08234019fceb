"""Make an edition: the same one for the same number, code and lexicon, wherever it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.daily import anigram, ladder, snake, truncate
from solvers.daily.calendar import game_of, level_of
from solvers.daily.draw import rng_for

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from solvers.daily.edition import Edition, EditionRequest, Game
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

    Maker = Callable[[int, int, Lexicon, Random, Deadline], Edition]

MAKERS: dict[Game, Maker] = {
    "ladder": ladder.make,
    "snake": snake.make,
    "anigram": anigram.make,
    "truncate": truncate.make,
}


def make(request: EditionRequest, lexicon: Lexicon, deadline: Deadline) -> Edition:
    """Return the edition of a number; the lexicon is that of `full`.

    Raises NoAnswer where the lexicon has no such puzzle, GaveUp when the deadline passes: what is
    made never depends on the time it takes.
    """
    number = request.number
    maker = MAKERS[game_of(number)]
    return maker(number, level_of(number), lexicon, rng_for(number), deadline)
