"""What runs in a worker process. It must not import Discord, the store or asyncio."""

from __future__ import annotations

import pickle
import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from bot.logs import LogFormat, set_up_logging
from bot.solving.progress import Slot
from solvers.deadline import Deadline
from solvers.errors import PuzzleError
from solvers.lexicon import Lexicon
from solvers.library import TIERS, open_lexicon

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
    """How a job ended: a pickled result, a mistake in the puzzle, or the traceback of our fault.

    The result is pickled here and unpickled by the bot, so that one that cannot be fails its own
    job and not the channel between the two.
    """

    result: bytes = b""
    puzzle: PuzzleError | None = None
    trace: str | None = None


@dataclass(frozen=True, slots=True)
class _State:
    """What a process keeps from job to job."""

    slot: Slot
    lexicons: dict[str, Lexicon]


_state: list[_State] = []  # set once, when the process starts


def start(slot: Slot, log_format: LogFormat) -> None:
    """Prepare this process: log as the bot does, map every tier's index, keep the slot."""
    set_up_logging(log_format)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which then stops us
    _state[:] = [_State(slot, lexicons())]


@cache
def lexicons() -> dict[str, Lexicon]:
    """Return the lexicon of each tier, its index mapped into memory."""
    return {tier: open_lexicon(tier) for tier in TIERS}


def ready() -> None:
    """Answer that this process is up."""


def work(job: Job) -> Outcome:
    """Run the job. It raises nothing: an error that cannot be pickled would break the channel."""
    (state,) = _state
    deadline = Deadline.after(job.seconds)
    extra = {"report": partial(state.slot.report, job.number)} if job.reports else {}
    try:
        result = job.solve(job.request, state.lexicons[job.tier], deadline, **extra)
        return Outcome(pickle.dumps(result, pickle.HIGHEST_PROTOCOL))
    except PuzzleError as error:
        return Outcome(puzzle=error)
    except Exception:  # noqa: BLE001 - the bot logs it
        return Outcome(trace=traceback.format_exc())
