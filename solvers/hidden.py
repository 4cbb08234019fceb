"""Saying so where only words that are not shown would do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from solvers.errors import NoAnswer, PuzzleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.deadline import Deadline

Answer = TypeVar("Answer")


def solve_or_explain(
    solve: Callable[[Any, Any, Deadline], Answer], request: Any, lexicon: Any, deadline: Deadline
) -> Answer:
    """Return what `solve` does for the words that the request's policy shows.

    Where there is no answer, but one by words that are hidden, raises a NoAnswer that says so, with
    the code "only_hidden". Nothing of that other answer is told.
    """
    shown = lexicon.showing(request.policy)
    try:
        return solve(request, shown, deadline)
    except NoAnswer as error:
        if not len(shown.hidden_ids) or not _possible(solve, request, lexicon, deadline):
            raise
        raise NoAnswer(
            "That only works with a word that I don’t show here. Try other words.",
            code="only_hidden",
        ) from error


def _possible(
    solve: Callable[[Any, Any, Deadline], Any], request: Any, lexicon: Any, deadline: Deadline
) -> bool:
    """Return whether all words together have an answer, False where the time is up."""
    try:
        solve(replace(request, policy="all"), lexicon.showing("all"), deadline)
    except PuzzleError:
        return False
    return True
