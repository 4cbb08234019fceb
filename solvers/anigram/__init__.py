"""Anigrams: chains of letter sets, each one letter more than the last, each spelling a word."""

from solvers.anigram.request import (
    FIRST_SIZE,
    AnigramCount,
    AnigramCountRequest,
    AnigramRequest,
    AnigramResult,
    Ending,
    Stage,
)
from solvers.anigram.solver import count, sample, solve
from solvers.anigram.tables import PART

__all__ = [
    "FIRST_SIZE",
    "PART",
    "AnigramCount",
    "AnigramCountRequest",
    "AnigramRequest",
    "AnigramResult",
    "Ending",
    "Stage",
    "count",
    "sample",
    "solve",
]
