"""Makes an edition: always the same for the same number, secret, code and lexicon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.daily.draw import Draw
from solvers.daily.edition import Edition, level_of
from solvers.daily.makers import makers
from solvers.daily.rotation import planned_game, turns_of
from solvers.errors import NoAnswer

if TYPE_CHECKING:
    from solvers.daily.edition import EditionRequest
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon


def make(request: EditionRequest, lexicon: Lexicon, deadline: Deadline) -> Edition:
    """Return the edition with a number; the lexicon must be the `full` one.

    Raises NoAnswer if the lexicon has no such puzzle, GaveUp when the deadline passes; so the
    puzzle never depends on the time it takes.

    >>> from solvers import Deadline, daily, open_lexicon
    >>> edition = daily.make(daily.EditionRequest(4), open_lexicon("full"), Deadline.after(60))
    >>> edition.puzzle.game, edition.puzzle.given, edition.puzzle.par
    ('ladder', ('bang', 'slap'), 6)
    """
    number = request.number
    maker = makers()[planned_game(number)]
    draw = Draw(number, request.secret, turns_of(number))
    for puzzle in maker.in_turn(level_of(number), lexicon, draw, deadline):
        return Edition(number, puzzle)
    raise NoAnswer(f"The word list has no puzzle for edition {number}; use a larger one.")
