"""Starts, watches and replaces one worker process.

It is at the other end of a private socket and shares no lock with anyone: killing it at any
instruction costs only its one job.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import multiprocessing
import pickle
import signal
import socket
import sys
import tempfile
from functools import cache, partial
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess

from bot import metrics, worker
from bot.errors import ADVICE, TimeLimit, TooLarge, WorkerCrashed, WorkersUnusable, advise
from bot.logs import LogFormat
from bot.running import in_thread
from bot.worker import HEADER, Job, Outcome
from bot.worker.progress import Progress, Slot

log = logging.getLogger(__name__)

START_SECONDS = 120.0
"""How long a process may take to be ready; the first on a machine may build the index."""
CLOSE_SECONDS = 0.9
"""How long closing waits for a process that is starting or ending."""
DEATH_SECONDS = 10.0
READ_AHEAD = 1 << 20

TOO_LARGE = "That puzzle is too big for me. Try a smaller one."


class _Channel:
    """Our end of the socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def over(cls, end: socket.socket) -> _Channel:
        connect = getattr(asyncio, "open_unix_connection", asyncio.open_connection)
        return cls(*await connect(sock=end, limit=READ_AHEAD))

    async def send(self, message: bytes) -> None:
        self._writer.write(message)
        await self._writer.drain()

    async def receive(self) -> bytes:
        """Return the next message; raises EOFError or OSError once the other end is gone."""
        (length,) = HEADER.unpack(await self._reader.readexactly(HEADER.size))
        return await self._reader.readexactly(length)

    @property
    def is_open(self) -> bool:
        return not self._reader.at_eof() and self._reader.exception() is None

    def close(self) -> None:
        self._writer.close()


class WorkerProcess:
    """A process that works on one job at a time."""

    def __init__(self, number: int, memory: int, log_format: LogFormat = "text") -> None:
        """`memory`: bytes of data that the process may take once it is ready."""
        self.number = number
        self._memory = memory
        self._log_format: LogFormat = log_format
        try:
            self._slot = Slot()  # in /dev/shm, or in the folder for temporary files
        except OSError as error:
            raise WorkersUnusable(_say(error)) from error
        self._channel: _Channel | None = None  # set while it is ready for jobs
        self._starting: asyncio.Future[BaseProcess] | None = None  # which `close` must end
        self._ending: asyncio.Task[None] | None = None
        self.broken = False  # if so, it must not get a job before `restart`

    async def open(self) -> None:
        """Start the process and wait until it is ready; raise WorkersUnusable if it is not."""
        try:
            ours, theirs = socket.socketpair()
        except OSError as error:
            raise WorkersUnusable(_say(error)) from error
        # Starting blocks, so a thread does it. If this call is cancelled, starting goes on, and
        # `close` ends the process.
        self._starting = asyncio.ensure_future(in_thread(partial(self._start, theirs)))
        channel = await _Channel.over(ours)
        try:
            await asyncio.shield(self._starting)
            async with asyncio.timeout(START_SECONDS):
                await channel.receive()  # it is ready
        except (OSError, EOFError, RuntimeError) as error:
            channel.close()
            await self.close()
            raise WorkersUnusable(_say(error)) from error
        except BaseException:
            channel.close()
            raise
        self._channel = channel
        self.broken = False

    async def work(self, job: Job, hard_limit: float) -> Outcome:
        """Work on the job, for at most `hard_limit` seconds.

        Raises TimeLimit, TooLarge or WorkerCrashed. After these, or if the call is cancelled, the
        worker is broken: its process may still be busy.
        """
        for _ in range(2):
            if not self.alive:
                log.warning("worker process %d has died; starting another", self.number)
                try:
                    await self.restart()
                except WorkersUnusable as error:
                    self.broken = True
                    raise WorkerCrashed(str(error)) from error
            outcome = await self._attempt(job, hard_limit)
            if outcome is not None:
                return outcome
        raise WorkerCrashed("My solver won’t start right now. Please try again in a few minutes.")

    async def _attempt(self, job: Job, hard_limit: float) -> Outcome | None:
        """Work on the job; None if the process died before starting it, perhaps while idle."""
        assert self._channel is not None
        message = pickle.dumps(job)
        outcome: Outcome | None = None
        try:
            async with asyncio.timeout(hard_limit):
                await self._channel.send(message)
                outcome = pickle.loads(await self._channel.receive())  # noqa: S301 - our own worker made it
        except TimeoutError:
            raise TimeLimit(
                f"This puzzle took longer than {job.seconds:g} seconds, so I stopped. "
                "Try a smaller one."
            ) from None
        except (OSError, EOFError):
            if self._slot.has_begun(job.number):
                raise await self._death() from None
        finally:
            self.broken = outcome is None or outcome.grown or outcome.too_large
        if outcome is not None and outcome.too_large:
            log.warning("a job needed more memory than worker %d may have", self.number)
            raise TooLarge(TOO_LARGE)
        return outcome

    async def _death(self) -> TooLarge | WorkerCrashed:
        """Return the error for a process that died during a job."""
        assert self._starting is not None
        process = self._starting.result()
        await in_thread(partial(process.join, DEATH_SECONDS))
        log.error("worker process %s died (exit code %s)", process.pid, process.exitcode)
        if process.exitcode == -signal.SIGABRT:  # libraries abort if they get no memory
            return TooLarge(TOO_LARGE)
        return WorkerCrashed("My solver crashed on this one. Please try again.")

    def progress(self, job: int) -> Progress | None:
        """Return the job's progress, if it has reported any."""
        return self._slot.read(job)

    @property
    def alive(self) -> bool:
        """Whether the process is up and fit for a job."""
        return self._channel is not None and self._channel.is_open and not self.broken

    async def restart(self) -> None:
        """Replace the process."""
        await self.close()
        await self.open()
        metrics.WORKERS_REPLACED.inc()

    async def close(self) -> None:
        """End the process, whether busy, idle or still starting.

        A starting process has CLOSE_SECONDS to appear; later it ends with the bot.
        """
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        if self._starting is not None:
            self._ending = asyncio.create_task(_end(self._starting))
            self._starting = None
        if self._ending is not None:
            await asyncio.wait([self._ending], timeout=CLOSE_SECONDS)

    def _start(self, theirs: socket.socket) -> BaseProcess:
        with theirs:
            arguments = (theirs, self._slot, self._memory, self._log_format)
            process = _context().Process(target=worker.main, args=arguments, daemon=True)
            process.start()
        return process


def _context() -> ForkServerContext | SpawnContext:
    """Return a context for processes that inherit no event loop, thread or socket of the bot.

    A fork server loads the solvers and the word lists once, and its forks share that memory. It
    starts with the first process and ends with the bot. Without fork servers, each process is
    spawned; on macOS too, because its libraries, which NumPy uses, may crash after a fork.
    """
    if sys.platform == "darwin" or not _has_fork_server():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["bot.worker.preload"])
    return context


@cache
def _has_fork_server() -> bool:
    """Return whether a fork server can run: it needs a socket in the folder for temporary files."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return False
    try:
        with (
            tempfile.TemporaryDirectory(prefix="pymp-") as folder,
            socket.socket(socket.AF_UNIX) as listener,
        ):
            listener.bind(f"{folder}/listener-12345678")
    except OSError as error:  # no folder, too long a path, or no sockets there
        log.warning(
            "solver processes start one by one and share less memory, because no socket can be "
            "made in the folder for temporary files (%s); set TMPDIR to another",
            error.strerror or str(error),
        )
        return False
    return True


def _say(error: Exception) -> str:
    """Return a sentence on why a process does not start, and what to do."""
    what = "The solver process does not start"
    if isinstance(error, FileNotFoundError):
        return (
            f"{what}: {advise(error)}; set TMPDIR to a folder for temporary files that can be "
            "written to (in Docker: --tmpfs /tmp)."
        )
    if isinstance(error, OSError) and error.errno in ADVICE:
        return f"{what}: {advise(error)}{f' ({error.filename})' if error.filename else ''}."
    if isinstance(error, RuntimeError):  # no thread to start it in
        return f"{what}: {error}; {ADVICE[errno.EAGAIN]}."
    return f"{what}; what it printed before this line says why."


async def _end(starting: asyncio.Future[BaseProcess]) -> None:
    """Kill a process at once, as it has nothing to clean up, and wait until it is gone."""
    with contextlib.suppress(OSError, EOFError, RuntimeError):  # `open` reports it
        process = await starting
        if process.is_alive():
            process.kill()
        await in_thread(process.join)
        process.close()
