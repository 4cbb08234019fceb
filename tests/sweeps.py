"""How much of a sweep a run takes: a part that the commit draws, or all in `make test-full`.

Over some hundred commits the parts make up the whole. A run prints its seed at the start;
`SWEEP_SEED=N` repeats the same part.
"""

from __future__ import annotations

import os
import subprocess
import zlib
from collections.abc import Sequence
from typing import Any

import pytest

from tests.paths import ROOT

WHOLE = os.environ.get("SWEEPS") == "whole"


def _commit() -> str:
    """Return the commit's id, or 0 without one, as in an archive of the files."""
    command = ["git", "rev-parse", "--verify", "-q", "HEAD"]
    try:
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return "0"
    return run.stdout.strip() or "0"


SEED = int(os.environ.get("SWEEP_SEED") or int(_commit()[:8], 16))


def every(step: int) -> tuple[int, int]:
    """Return a sweep's first item, counted from one, and the distance to the next: 1, 1 for all.

    >>> first, step = every(11)
    >>> taken = range(first, 100, step)
    """
    return (1, 1) if WHOLE else (1 + SEED % step, step)


def examples(number: int) -> int:
    """Return how many of `number` examples this run tries; the seed draws which ones."""
    return number if WHOLE else number // 5


def by_turns(*values: Any, marks: Sequence[pytest.MarkDecorator] = ()) -> list[Any]:
    """Return a parameter's values; a run tests each, or one that name and seed choose."""
    return [
        pytest.param(value, marks=[*marks, pytest.mark.turn(turn, len(values))])
        for turn, value in enumerate(values)
    ]


def has_its_turn(item: pytest.Item) -> bool:
    """Return whether a test, with the values that it got by turns, belongs to this run."""
    number = zlib.crc32(item.nodeid.partition("[")[0].encode()) + SEED
    for mark in item.iter_markers("turn"):
        turn, of = mark.args
        number, now = divmod(number, of)  # in time each value meets each of another parameter's
        if now != turn and not WHOLE:
            return False
    return True
