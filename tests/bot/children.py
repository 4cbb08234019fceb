"""The processes that the test's own process has begun, and that still run."""

from __future__ import annotations

import contextlib

import psutil


def children(named=""):
    """Those with this in their command line; ended ones that nobody has asked after have none."""
    found = []
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.NoSuchProcess):
            line = " ".join(child.cmdline())
            if named in line and "resource_tracker" not in line:
                found.append(child)
    return found
