"""Words in, the best snake and its bound out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from solvers.seeds import settle as settle_seed
from solvers.wordsnake import large
from solvers.wordsnake.certificate import write
from solvers.wordsnake.greedy import greedy_order
from solvers.wordsnake.instance import Instance
from solvers.wordsnake.score import score
from solvers.wordsnake.search import Search
from solvers.wordsnake.types import ScoreRequest, SnakeRequest, SnakeResult
from solvers.wordsnake.words import checked

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

_LARGE = 400_000
"""With more arcs than this a linear program under containment takes hours."""


def solve(
    request: SnakeRequest,
    lexicon: Lexicon | None,  # noqa: ARG001 - every solver is called alike; any words may be laid
    deadline: Deadline,
    report: Callable[[int, int], None] | None = None,
) -> SnakeResult:
    """Return the best snake, proven, or at the deadline the best found with a valid bound.

    Every list gets a snake and a bound, whatever the deadline. `report(best, bound)` is called
    whenever one of them may have moved. Raises BadInput if the words are no list of words.

    >>> from solvers.deadline import Deadline
    >>> request = SnakeRequest(("nausea", "run", "seasick"))
    >>> result = solve(request, None, Deadline.after(10))
    >>> result.snake, result.score, result.proven
    ('runauseasick', 10, True)
    """
    began = time.monotonic()
    words = checked(request.words, request.limit)
    seed = settle_seed(request.seed)
    best = score(ScoreRequest(greedy_order(words), rule=request.rule))
    shortest = min(len(word) for word in words)
    bound = max(best.score, sum(len(word) ** 2 for word in words) - shortest**2)

    def report_progress(score: int, limit: int) -> None:
        if report is not None:
            report(score, min(limit, bound))

    report_progress(best.score, bound)
    search = None
    if not deadline.passed():
        instance = Instance.of(words, request.rule)
        search = Search(instance, best, deadline, report_progress)
        if len(instance.graph.tail) > _LARGE and request.rule == "containment":
            search.improve(deadline)
        else:
            search.run()
        best, bound = search.best, min(bound, search.bound)
        if search.is_slow and best.score < bound and not large.available():
            large.advise()
    return SnakeResult(
        rule=request.rule,
        words=words,
        score=best.score,
        bound=bound,
        proven=best.score == bound,
        seconds=time.monotonic() - began,
        snake=best.snake,
        order=best.order,
        seed=seed,
        certificate=write(best, bound, search) if request.certify else None,
    )
