"""What runs in a solver process. It must stay free of Discord, of the store and of asyncio."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.dispatch.progress import Slot
from solvers.deadline import Deadline
from solvers.errors import PuzzleError
from solvers.library import TIERS, open_lexicon

if TYPE_CHECKING:
    from pathlib import Path

Solve = Callable[..., Any]
"""solve(request, lexicon, deadline) -> result; with `report=` too if it reports progress."""


@dataclass(frozen=True, slots=True)
class Job:
    """One call of a solver, as it travels to the worker."""

    number: int
    solve: Solve
    request: object
    tier: str
    seconds: float
    reports: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job: a result, a mistake in the puzzle, or the trace of a fault of ours."""

    result: object = None
    puzzle: PuzzleError | None = None
    trace: str | None = None


_slots: list[Slot] = []  # the one thing a worker keeps: set once, when it starts


def start(memory: Path, number: int) -> None:
    """Make this process ready: every tier's index mapped, its slot at hand."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which then stops us
    for tier in TIERS:
        open_lexicon(tier)
    _slots[:] = [Slot(memory, number)]


def ready() -> None:
    """Answer that this process is up."""


def work(job: Job) -> Outcome:
    """Run the job. Nothing is raised: an exception that cannot travel would break the channel."""
    deadline = Deadline.after(job.seconds)
    extra = {"report": _reporter(job.number)} if job.reports else {}
    try:
        return Outcome(job.solve(job.request, open_lexicon(job.tier), deadline, **extra))
    except PuzzleError as error:
        return Outcome(puzzle=error)
    except Exception:  # noqa: BLE001 - whatever it is, it is told to the bot, which logs it
        return Outcome(trace=traceback.format_exc())


def _reporter(job: int) -> Callable[[int, int], None]:
    (slot,) = _slots
    return lambda best, bound: slot.report(job, best, bound)
