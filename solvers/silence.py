"""Keeps the output of C libraries off standard output."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def flush_c() -> None:
    """Flush the output of C code."""
    if sys.platform != "win32":
        ctypes.CDLL(None).fflush(None)


@contextlib.contextmanager
def silenced() -> Iterator[None]:
    """Drop what C code prints to standard output in the block, in any thread."""
    try:
        before = os.dup(1)
    except OSError:  # it is closed
        yield
        return
    flush_c()
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)
    try:
        yield
    finally:
        flush_c()
        os.dup2(before, 1)
        os.close(before)
