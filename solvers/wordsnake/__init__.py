"""Wordsnake: arrange given words so that they overlap; the best snake, with its proof.

`solve` is in `solvers.wordsnake.solve`, as it loads HiGHS; `verify` in `solvers.wordsnake.verify`.
"""

from __future__ import annotations

from solvers.wordsnake.explain import explain
from solvers.wordsnake.generate import LEVELS, difficulty, generate
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
from solvers.wordsnake.words import check_permutation, checked, parse

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
    "check_permutation",
    "checked",
    "difficulty",
    "explain",
    "generate",
    "overlap",
    "parse",
    "score",
]
