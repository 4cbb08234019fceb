"""HiGHS, and the only place where its models are made."""

from __future__ import annotations

import contextlib
import threading

import highspy

from solvers.silence import silenced

_first = threading.Lock()
_greeted = False


def new_highs() -> highspy.Highs:
    """Return an empty model that prints nothing.

    Some versions print a greeting to standard output with a process's first model, before output
    can be turned off.
    """
    global _greeted  # noqa: PLW0603 - a process has one
    with _first:
        with contextlib.nullcontext() if _greeted else silenced():
            highs = highspy.Highs()  # type: ignore[no-untyped-call]  # highspy has no types
        _greeted = True
    highs.setOptionValue("output_flag", False)
    return highs
