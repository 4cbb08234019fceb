"""The solver processes that the test's own process has begun, and that still run."""

from __future__ import annotations

import contextlib
import os

import psutil


def children():
    """Those that solve, not the server that forks them; ended ones have no command line."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            line = " ".join(child.cmdline())
            forked = "multiprocessing.forkserver" in line and child.ppid() != os.getpid()
            if forked or "multiprocessing.spawn" in line:
                found.append(child)
    return found
