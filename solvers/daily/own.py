"""People's own puzzles: the best answer, and where a line leaves every best answer.

Unlike in a daily puzzle, the best answer is over all words of a tier. For ladders and resizes it is
a shortest way with the least total rareness (`measure`); for truncates a longest sequence. The
search is exhaustive.
"""

from __future__ import annotations

# All types here are needed at run time, to read answers that come over a network.
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.daily.makers import LineRequest, OwnRequest, OwnResult, makers

if TYPE_CHECKING:
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Departure:
    """The word of a line, from 0, at which it leaves every best answer; None: it is a best one.

    A line that ends too early leaves them at the missing word.
    """

    at: int | None


def solve_own(request: OwnRequest, lexicon: Lexicon, deadline: Deadline) -> OwnResult:
    """Return a best answer; not for snakes, whose solver also proves its result.

    Raises BadInput and NoAnswer, also if every best answer has a hidden word.

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
    """The fewest steps from each word of a line to the target; None: no way leads there."""

    steps: tuple[int | None, ...]


def find_distances(request: LineRequest, lexicon: Lexicon, _deadline: Deadline) -> Distances:
    """Return the exact distance of each word of a line from its puzzle's target.

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
    """Return where a line leaves every best answer; a worker can run it like a solver.

    >>> from solvers import Deadline, lexicon_of
    >>> words = lexicon_of(["cat", "cot", "cog", "bat", "bot", "dog"])
    >>> line = ("cat", "cot", "bot", "bat", "cat")
    >>> find_departure(LineRequest("ladder", ("cat", "dog"), line), words, Deadline.never())
    Departure(at=2)
    """
    departure = makers()[request.game].departure
    assert departure is not None
    return Departure(departure(request, lexicon, deadline))
