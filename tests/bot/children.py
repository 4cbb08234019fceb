"""The solver processes that the test's process has started, and how much data they hold."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path

import psutil

from tests.patience import PATIENCE


def children():
    """Return those that solve, not the server that forks them; ended ones have no command line."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            line = " ".join(child.cmdline())
            forked = "multiprocessing.forkserver" in line and child.ppid() != os.getpid()
            if forked or "multiprocessing.spawn" in line:
                found.append(child)
    return found


def data_of(pid):
    """Return how many bytes of data a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) << 10
    return 0  # it has just ended


async def appears(path: Path) -> int:
    async with asyncio.timeout(PATIENCE):
        while not (path.exists() and path.read_text()):
            await asyncio.sleep(0.01)
    return int(path.read_text())


async def gone(pid):
    with contextlib.suppress(psutil.NoSuchProcess):
        async with asyncio.timeout(PATIENCE):
            while psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                await asyncio.sleep(0.02)
