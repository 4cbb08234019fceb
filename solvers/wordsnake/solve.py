"""The entry: words in, the best snake and its bound out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from solvers.seeds import settle as settle_seed
from solvers.wordsnake.certificate import write
from solvers.wordsnake.greedy import greedy_order
from solvers.wordsnake.score import score
from solvers.wordsnake.search import Search
from solvers.wordsnake.task import Task
from solvers.wordsnake.types import ScoreRequest, SnakeRequest, SnakeResult
from solvers.wordsnake.words import checked

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon


def solve(
    request: SnakeRequest,
    lexicon: Lexicon | None,  # noqa: ARG001 - every solver is called alike; any words may be laid
    deadline: Deadline,
    report: Callable[[int, int], None] | None = None,
) -> SnakeResult:
    """Return the best snake, proven, or at the deadline the best found with a valid bound.

    `report(best, bound)` is called whenever one of them may have moved. Raises BadInput.
    """
    began = time.monotonic()
    words = checked(request.words, request.limit)
    seed = settle_seed(request.seed)
    best = score(ScoreRequest(greedy_order(words), rule=request.rule))
    shortest = min(len(word) for word in words)
    bound = max(best.score, sum(len(word) ** 2 for word in words) - shortest**2)
    if report is not None:
        report(best.score, bound)
    search = None
    if not deadline.passed():
        search = Search(Task.of(words, request.rule), best, deadline, report)
        bound = min(bound, search.run())
        best = search.best
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
