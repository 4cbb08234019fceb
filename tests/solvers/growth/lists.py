"""Reading golden files, and making lexicons in memory."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from solvers import lexicon_of
from solvers.deadline import Deadline
from solvers.errors import PuzzleError
from tests.paths import GOLDEN

__all__ = ["GOLDEN", "SMALL", "answer", "golden", "lexicon_of", "options_of"]

SMALL = GOLDEN / "anigram-truncate-words.txt"


def golden(name: str) -> list[tuple[list[str], dict[str, Any]]]:
    """Return the commands of a golden file, and what each command's JSON must contain.

    A line that begins with `$` is a command, the next one its answer; `#` begins a comment.
    """
    lines = (GOLDEN / name).read_text("utf-8").splitlines()
    lines = [line for line in lines if line and not line.startswith("#")]
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    assert all(asked.startswith("$ ") for asked, _ in pairs)
    return [(asked[2:].split(), json.loads(answered)) for asked, answered in pairs]


def answer(solve: Any, request: Any, lexicon: Any) -> Any:
    """Return the answer or the error."""
    try:
        return solve(request, lexicon, Deadline.never())
    except PuzzleError as error:
        return type(error)


def options_of(command: list[str]) -> dict[str, str]:
    """Return the value of each option of a command: `--to 9` is "to": "9"."""
    named = [pair for pair in pairwise(command) if pair[0].startswith("--")]
    return {name.removeprefix("--"): value for name, value in named}
