"""The processors and memory that this process may use, in a container too."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterator
from pathlib import Path

MIB = 1 << 20
MOST_WORKERS = 64
LEAST_MEMORY, MOST_MEMORY = 96, 160
"""MiB that a puzzle may take; with less, some of the bot's own puzzles cannot be solved."""
BOT_MEMORY = 170
"""MiB for the bot, its fork server, and the worker for quick jobs; enough for some thousand
servers."""
WORKER_MEMORY = 70
"""MiB of data that a solver process has at rest; it uses 20 of them, and a puzzle the rest."""
ROOT = Path("/")


def cores(root: Path = ROOT) -> int:
    """Return how many processors this process may use, within its container's share."""
    if hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    shares = [count]
    for group in _groups(root, "cpu"):
        quota = _numbers(group / "cpu.max") or (
            _numbers(group / "cpu.cfs_quota_us") + _numbers(group / "cpu.cfs_period_us")
        )
        if len(quota) == 2 and min(quota) > 0:  # microseconds per period
            shares.append(math.ceil(quota[0] / quota[1]))
    return max(1, min(shares))


def memory(root: Path = ROOT) -> int | None:
    """Return how many MiB this process and its children may use; None if unknown."""
    limits = [
        limit
        for group in _groups(root, "memory")
        for name in ("memory.max", "memory.high", "memory.limit_in_bytes")
        for limit in _numbers(group / name)
    ]
    with contextlib.suppress(AttributeError, OSError, ValueError):  # Windows
        # Leave an eighth to the system and other programs.
        limits.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 7 // 8)
    return min(limits) // MIB if limits else None


def workers_for(processors: int, most: int | None, puzzle: int) -> int:
    """Return how many long puzzles to solve at once: one per processor, if memory allows.

    `most`: MiB in all, which must suffice when each of their processes, and the one for short jobs,
    takes `puzzle` MiB.
    """
    if most is None:
        return min(processors, MOST_WORKERS)
    processes = (most - BOT_MEMORY) // (WORKER_MEMORY + puzzle)
    return max(1, min(processors, MOST_WORKERS, processes - 1))


def puzzle_memory_for(most: int | None) -> int:
    """Return how many MiB a puzzle may take if two processes share `most` with the bot."""
    if most is None:
        return MOST_MEMORY
    return max(LEAST_MEMORY, min(MOST_MEMORY, (most - BOT_MEMORY) // 2 - WORKER_MEMORY))


def _groups(root: Path, controller: str) -> Iterator[Path]:
    """Yield the folders of this process's control group and its parents.

    A container sees its own group as the root.
    """
    try:
        lines = (root / "proc/self/cgroup").read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return
    top = root / "sys/fs/cgroup"
    for line in lines:
        _, _, described = line.partition(":")
        controllers, _, path = described.partition(":")
        if not controllers:  # version 2
            base = top
        elif controller in controllers.split(","):
            base = top / controller
        else:
            continue
        parts = [part for part in path.split("/") if part not in {"", "..", "."}]
        yield base
        for depth in range(1, len(parts) + 1):
            yield base.joinpath(*parts[:depth])


def _numbers(path: Path) -> list[int]:
    """Return the numbers in a file; empty if it sets no limit."""
    try:
        words = path.read_text("utf-8").split()
    except (OSError, ValueError):
        return []
    numbers = [int(word) for word in words if word.lstrip("-").isdigit()]
    return numbers if len(numbers) == len(words) else []
