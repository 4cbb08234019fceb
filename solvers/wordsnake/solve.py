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

_LARGE = 400_000
"""Arcs from which on a linear program under containment takes hours."""


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

    def tell(score: int, limit: int) -> None:
        if report is not None:
            report(score, min(limit, bound))

    tell(best.score, bound)
    search = None
    if not deadline.passed():
        task = Task.of(words, request.rule)
        search = Search(task, best, deadline, tell)
        if len(task.graph.tail) > _LARGE and request.rule == "containment":
            search.approach(deadline)
        else:
            search.run()
        best, bound = search.best, min(bound, search.bound)
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
