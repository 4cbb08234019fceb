"""Puzzles of somebody's own: the best answer there is, and where a line leaves every best one.

Unlike a daily puzzle's, the best is that of all words of a tier. A ladder's or a resize's is the
shortest, and of these the one whose rareness is least in sum (`measure`); a truncate's the longest.
All are found exhaustively.
"""

from __future__ import annotations

# All types here are there at run time, too: by them answers are read that come over a network.
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.daily.makers import LineRequest, OwnRequest, OwnResult, makers

if TYPE_CHECKING:
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Departure:
    """Which word of a line, from 0, no best answer goes on from; None: the line is a best one.

    A line that ends too early leaves the best with the word that is missing.
    """

    at: int | None


def solve_own(request: OwnRequest, lexicon: Lexicon, deadline: Deadline) -> OwnResult:
    """Return a best answer; not for snakes, which have a solver with a proof.

    Raises BadInput and NoAnswer, also where each best answer has a word that is not shown.

    >>> from solvers import Deadline, lexicon_of
    >>> words = lexicon_of({"cat": 1, "cot": 4, "cag": 20, "cog": 4})
    >>> solve_own(OwnRequest("ladder", ("cat", "cog")), words, Deadline.after(5))
    OwnResult(solution=('cat', 'cot', 'cog'), result=2)
    """
    best = makers()[request.game].best
    assert best is not None
    return best(request, lexicon, deadline)


@dataclass(frozen=True, slots=True)
class Distances:
    """In how few steps each word of a line leads to the target; None: no way does."""

    steps: tuple[int | None, ...]


def find_distances(request: LineRequest, lexicon: Lexicon, _deadline: Deadline) -> Distances:
    """Return how far each word of a line is from the target of its puzzle, exactly.

    Shaped like a solver, so a worker can run it.

    >>> from solvers import Deadline, lexicon_of
    >>> words = lexicon_of(["cat", "cot", "cog", "bat", "bot", "dog"])
    >>> line = ("cat", "bat", "bot")
    >>> find_distances(LineRequest("ladder", ("cat", "dog"), line), words, Deadline.never())
    Distances(steps=(3, 4, 3))
    """
    distances = makers()[request.game].distances
    assert distances is not None
    return Distances(distances(request, lexicon))


def find_departure(request: LineRequest, lexicon: Lexicon, deadline: Deadline) -> Departure:
    """Return where a line leaves every best answer. Shaped like a solver, so a worker can run it.

    >>> from solvers import Deadline, lexicon_of
    >>> words = lexicon_of(["cat", "cot", "cog", "bat", "bot", "dog"])
    >>> line = ("cat", "cot", "bot", "bat", "cat")
    >>> find_departure(LineRequest("ladder", ("cat", "dog"), line), words, Deadline.never())
    Departure(at=2)
    """
    departure = makers()[request.game].departure
    assert departure is not None
    return Departure(departure(request, lexicon, deadline))
