"""Wordsnake: arrange given words so that they overlap; the best snake, with its proof.

>>> from solvers import wordsnake
>>> from solvers.deadline import Deadline
>>> request = wordsnake.SnakeRequest(("nausea", "run", "seasick"), certify=True)
>>> result = wordsnake.solve(request, None, Deadline.after(10))
>>> [placed.word for placed in result.order], result.score, result.proven
(['run', 'nausea', 'seasick'], 10, True)
>>> wordsnake.verify(result.words, result.certificate).valid
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.wordsnake.explain import explain
from solvers.wordsnake.generate import LEVELS, difficulty, generate, level_of_size
from solvers.wordsnake.score import overlap, score
from solvers.wordsnake.types import (
    REMINDERS,
    RULES,
    Explanation,
    Generated,
    GenerateRequest,
    Placed,
    Rule,
    Scored,
    ScoreRequest,
    SnakeRequest,
    SnakeResult,
)
from solvers.wordsnake.verify import Verdict, bears_out, verify
from solvers.wordsnake.words import check_permutation, checked, parse

if TYPE_CHECKING:
    from solvers.wordsnake.solver import solve

__all__ = [
    "LEVELS",
    "REMINDERS",
    "RULES",
    "Explanation",
    "GenerateRequest",
    "Generated",
    "Placed",
    "Rule",
    "ScoreRequest",
    "Scored",
    "SnakeRequest",
    "SnakeResult",
    "Verdict",
    "bears_out",
    "check_permutation",
    "checked",
    "difficulty",
    "explain",
    "generate",
    "level_of_size",
    "overlap",
    "parse",
    "score",
    "solve",
    "verify",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load `solve` on first use, as it loads HiGHS."""
        if name == "solve":
            from solvers.wordsnake.solver import solve  # noqa: PLC0415

            return solve
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
