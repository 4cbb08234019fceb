"""Truncate sequences: words, each one letter more than the last, added at an end or anywhere."""

from solvers.truncate.align import Row, align
from solvers.truncate.errors import is_part
from solvers.truncate.request import MODES, SINGLES, Mode, TruncateRequest, TruncateResult
from solvers.truncate.solver import sample, solve
from solvers.truncate.tables import PART

__all__ = [
    "MODES",
    "PART",
    "SINGLES",
    "Mode",
    "Row",
    "TruncateRequest",
    "TruncateResult",
    "align",
    "is_part",
    "sample",
    "solve",
]
