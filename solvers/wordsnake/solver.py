"""Words in, the best snake and its bound out."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from solvers.seeds import resolve_seed
from solvers.wordsnake.certificate import write
from solvers.wordsnake.greedy import greedy_order
from solvers.wordsnake.instance import Instance
from solvers.wordsnake.large import extra
from solvers.wordsnake.score import score, score_pairs
from solvers.wordsnake.search import Search
from solvers.wordsnake.types import Scored, ScoreRequest, SnakeRequest, SnakeResult
from solvers.wordsnake.words import LONGEST_LISTED, checked

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

_LARGE = 400_000
"""With more arcs than this, a linear program under containment takes hours."""


def solve(
    request: SnakeRequest,
    lexicon: Lexicon | None,  # noqa: ARG001 - every solver is called alike; any words may be laid
    deadline: Deadline,
    report: Callable[[int, int], None] | None = None,
) -> SnakeResult:
    """Return the best snake, proven, or at the deadline the best found, with a valid bound.

    Every list gets a snake and a bound, whatever the deadline. `report(best, bound)` is called
    whenever one of them may have moved. Raises BadInput if the list of words is invalid.

    >>> from solvers.deadline import Deadline
    >>> request = SnakeRequest(("nausea", "run", "seasick"))
    >>> result = solve(request, None, Deadline.after(10))
    >>> result.snake, result.score, result.proven
    ('runauseasick', 10, True)
    """
    solving = Solving(request)
    solving.run(deadline, report)
    return solving.result()


class Solving:
    """One list being solved: another thread may ask for the result so far at any time."""

    def __init__(self, request: SnakeRequest) -> None:
        """Check the words; raises BadInput if the list is invalid."""
        self._began = time.monotonic()
        self._request = request
        self._words = checked(request.words, request.limit, LONGEST_LISTED)
        self._seed = resolve_seed(request.seed)
        self._search: Search | None = None
        squares = [len(word) ** 2 for word in self._words]
        self._known: tuple[Scored | None, int] = None, sum(squares) - min(squares)

    def run(self, deadline: Deadline, report: Callable[[int, int], None] | None = None) -> None:
        """Search to the end or to the deadline."""
        words, rule = self._words, self._request.rule

        def keep(best: Scored, bound: int) -> None:
            self._known = best, max(best.score, min(bound, self._known[1]))
            if report is not None:
                report(best.score, self._known[1])

        best = score(ScoreRequest(greedy_order(words), rule=rule))
        keep(best, self._known[1])
        if deadline.passed():
            return
        instance = Instance.of(words, rule)
        search = self._search = Search(instance, best, deadline, keep)
        if len(instance.graph.tail) > _LARGE and rule == "containment":
            search.improve(deadline)
        else:
            search.run()
        keep(search.best, search.bound)
        best, bound = search.best, self._known[1]
        if search.is_slow and best.score < bound and not extra.available():
            extra.advise()

    def result(self) -> SnakeResult:
        """Return the best snake and bound so far; before any is found, the words as given.

        Under either rule those are laid one after another, which takes no time.
        """
        best, bound = self._known
        if best is None:
            best = replace(score_pairs(self._words), rule=self._request.rule)
        return SnakeResult(
            rule=self._request.rule,
            words=self._words,
            score=best.score,
            bound=bound,
            proven=best.score == bound,
            seconds=time.monotonic() - self._began,
            snake=best.snake,
            order=best.order,
            seed=self._seed,
            certificate=write(best, bound, self._search) if self._request.certify else None,
        )
