"""The code of a worker process, without Discord, store and asyncio, which would take memory."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import select
import signal
import socket
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

from bot.logs import LogFormat, set_up_logging, trace
from bot.worker.progress import Slot
from solvers import ladder, wordsnake
from solvers.deadline import EarlyDeadline
from solvers.errors import PuzzleError
from solvers.lexicon import Lexicon
from solvers.library import TIERS, open_lexicon

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

Solve = Callable[..., Any]
"""solve(request, lexicon, deadline) -> result; also takes `report=` if it reports progress."""

HEADER = struct.Struct("!Q")
"""Comes before each message to the bot: its length in bytes."""
GROWTH = 40 << 20
"""A process that has grown by more bytes than this after a job is replaced."""
IDLE_SECONDS = 1.0
TRIAL_SECONDS = 10.0
TRIAL_WORDS = "street", "test", "nausea", "seasick", "stone", "tone"
NICE = 5
"""Gives a third of the CPU weight of the bot's own process, so that its event loop goes first."""
PR_SET_PDEATHSIG = 1


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
    """How a job ended: a pickled result, a mistake in the puzzle, no memory, or a bug's trace.

    The result is pickled here and unpickled by the bot, so that one that cannot be pickled fails
    only its own job and not the channel. `grown`: the process now holds too much memory.
    """

    result: bytes = b""
    puzzle: PuzzleError | None = None
    trace: str | None = None
    too_large: bool = False
    grown: bool = False


def main(channel: socket.socket, slot: Slot, memory: int, log_format: LogFormat) -> None:
    """Work on jobs until the bot closes the channel, or is gone.

    `memory`: the most bytes of data that it may take beyond what it has once it is ready, which
    depends on libraries and on the machine.

    An empty message says that the process is ready and has solved a puzzle under this limit; then
    one message answers each job.
    """
    set_up_logging(log_format)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot handles Ctrl-C and then stops us
    _die_with_fork_server()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICE)
    lexicons()
    from solvers.wordsnake.lp import solve_on_one_thread  # noqa: PLC0415 - the bot needs no HiGHS

    solve_on_one_thread()
    _limit_data(memory)
    _try_out()
    with channel, channel.makefile("rb") as jobs, contextlib.suppress(EOFError, ConnectionError):
        _send(channel, b"")
        at_first = _own_memory()
        while True:
            if not select.select([channel], [], [], IDLE_SECONDS)[0]:
                give_back()
            job: Job = pickle.load(jobs)  # noqa: S301 - the bot made it
            outcome = work(job, slot)
            grown = _own_memory() - at_first > GROWTH
            _send(channel, pickle.dumps(replace(outcome, grown=grown)))


def _try_out() -> None:
    """Solve something small of each kind, to prove that this process can work."""
    deadline = EarlyDeadline.after(TRIAL_SECONDS)
    ladder.solve(ladder.LadderRequest("cat", "dog"), lexicons()["full"], deadline)
    wordsnake.solve(wordsnake.SnakeRequest(TRIAL_WORDS), lexicons()["full"], deadline)


@cache
def lexicons() -> dict[str, Lexicon]:
    """Return the lexicon of each tier, with its index mapped into memory."""
    return {tier: open_lexicon(tier) for tier in TIERS}


def work(job: Job, slot: Slot) -> Outcome:
    """Run the job and raise nothing: an error that cannot be pickled would break the channel."""
    slot.begin(job.number)
    deadline = EarlyDeadline.after(job.seconds)
    extra = {"report": partial(slot.report, job.number)} if job.reports else {}
    try:
        result = job.solve(job.request, lexicons()[job.tier], deadline, **extra)
        return Outcome(pickle.dumps(result, pickle.HIGHEST_PROTOCOL))
    except PuzzleError as error:
        return Outcome(puzzle=error)
    except MemoryError:
        return Outcome(too_large=True)
    except Exception as error:  # noqa: BLE001 - the bot logs it
        return Outcome(trace=trace(error))


def _send(channel: socket.socket, message: bytes) -> None:
    channel.sendall(HEADER.pack(len(message)) + message)


def _die_with_fork_server() -> None:
    """Have the kernel kill this process when the fork server dies: nobody else could end it."""
    bot = parent_process()
    if sys.platform == "linux" and bot is not None and bot.pid != os.getppid():
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _limit_data(memory: int) -> None:
    """Limit the process to `memory` bytes of data more than it has now."""
    held = _data()
    if held is None:  # not Linux; other systems ignore this limit anyway
        return
    limit, (_, most) = held + memory, resource.getrlimit(resource.RLIMIT_DATA)
    if most != resource.RLIM_INFINITY:  # the host may have set a lower limit
        limit = min(limit, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _data() -> int | None:
    """Return the process's bytes of data, as the limit counts them; None if unknown."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmData:"):
                return int(line.split()[1]) << 10
    return None


def give_back() -> None:
    """Return to the system the memory that the allocator holds for the next job.

    C libraries other than glibc do so themselves. It is not done after each job, because getting
    the memory again costs time.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


def _own_memory() -> int:
    """Return how many bytes in memory are this process's own, not a file's; 0 if unknown."""
    try:
        _, resident, shared, *_ = map(int, Path("/proc/self/statm").read_text().split())
    except OSError:
        return 0
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE")
