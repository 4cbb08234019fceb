"""Explains when only hidden words would give an answer."""

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
    """Return what `solve` returns for the words that the request's policy shows.

    If only hidden words give an answer, raises a NoAnswer that says so, with the code
    "only_hidden", and reveals nothing about that answer.
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
    """Return whether all words together give an answer; False if the time is up."""
    try:
        solve(replace(request, policy="all"), lexicon.showing("all"), deadline)
    except PuzzleError:
        return False
    return True
