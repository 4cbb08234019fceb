"""A machine that solves for bots elsewhere: it takes jobs from the queue, one per seat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import AsyncIterator
from typing import Any

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

from bot.config import Settings
from bot.errors import ShuttingDown, SolvingError
from bot.running import cancelled, in_thread, until_stopped
from bot.solving import wire
from bot.solving.cluster import BEAT_SECONDS, MINUTE, PUBLISH_SECONDS, connect
from bot.solving.pool import WorkerPool
from bot.solving.process import TOO_LARGE
from bot.solving.queue import Requester
from bot.worker import Solve
from bot.worker.progress import Progress
from solvers.errors import PuzzleError
from solvers.library import TIERS, open_lexicon

log = logging.getLogger(__name__)

STOP_SECONDS = 10.0
"""How long a stopping machine waits for its running jobs."""
RETRY_SECONDS = 2.0
TELL_SECONDS = 3 * MINUTE
"""How long a machine repeats a job's result: longer than anybody waits for a broker to return."""


async def serve(settings: Settings, url: str, workers: int) -> None:
    """Solve jobs from the queue until SIGINT or SIGTERM."""
    await until_stopped(_serve(settings, url, workers), asyncio.Event())


async def _serve(settings: Settings, url: str, workers: int) -> None:
    """Solve jobs from the queue until this is cancelled; running jobs may then finish."""
    solvers = wire.solvers_hash(await in_thread(lambda: [open_lexicon(tier) for tier in TIERS]))
    pool = WorkerPool(
        workers,
        settings.solver_timeout,
        memory=settings.solver_memory,
        log_format=settings.log_format,
    )
    await pool.start()
    try:
        while True:
            try:
                broker = await connect(url, name := f"{socket.gethostname()}-{os.getpid()}")
            except Exception as error:  # noqa: BLE001 - whatever it is, we try again
                log.warning("the broker is unavailable: %s", type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                break
        log.info("solving %d at once as %s, with solvers %s", workers, name, solvers)
        try:
            async with machine(broker, pool, workers, name, solvers):
                try:
                    await asyncio.get_running_loop().create_future()  # until it is cancelled
                finally:
                    await pool.stop(STOP_SECONDS)
        finally:
            await broker.close()
    finally:
        await pool.stop(0)


@contextlib.asynccontextmanager
async def machine(
    broker: Client, pool: WorkerPool, seats: int, name: str, solvers: str
) -> AsyncIterator[None]:
    """Take jobs from the queue until the block ends, `seats` at once."""
    working = [asyncio.create_task(_Seat(broker, pool, solvers).work()) for _ in range(seats)]
    word = wire.encode(wire.Machine(name, solvers))

    async def beat() -> None:
        while True:
            with contextlib.suppress(nats.errors.Error, OSError):
                await broker.publish(wire.MACHINES, word)
            await asyncio.sleep(BEAT_SECONDS)

    beating = asyncio.create_task(beat())
    try:
        yield
    finally:
        await cancelled([beating, *working])


class _Seat:
    """Takes one job after the other."""

    _numbers = iter(range(1, 1 << 62))

    def __init__(self, broker: Client, pool: WorkerPool, solvers: str) -> None:
        self._broker = broker
        self._pool = pool
        self._solvers = solvers
        self._ending: set[asyncio.Task[None]] = set()

    async def work(self) -> None:
        """Take jobs until cancelled."""
        cancelled: dict[str, float] = {}
        running: dict[str, asyncio.Task[Any]] = {}

        async def cancel(message: Msg) -> None:
            now = time.monotonic()
            ident = message.data.decode("ascii", "replace")[:32]
            if ident in running:
                running[ident].cancel()
            for old in [one for one, at in cancelled.items() if now - at > 10 * MINUTE]:
                del cancelled[old]
            cancelled[ident] = now

        await self._broker.subscribe(wire.CANCEL, cb=cancel)
        while True:
            try:
                jobs = await self._broker.jetstream().pull_subscribe_bind(
                    durable=self._solvers, stream=wire.STREAM
                )
                while True:
                    with contextlib.suppress(TimeoutError):
                        for message in await jobs.fetch(1, timeout=BEAT_SECONDS):
                            await self._take(message, cancelled, running)
            except (nats.errors.Error, OSError) as error:
                log.debug("no queue yet: %s", type(error).__name__)
                await asyncio.sleep(BEAT_SECONDS / 2)

    async def _take(
        self, message: Msg, cancelled: dict[str, float], running: dict[str, asyncio.Task[Any]]
    ) -> None:
        try:
            task = wire.decode_task(message.data)
            solve, request = wire.function_of(task.call), wire.read_request(task)
        except (wire.DecodeError, KeyError):
            log.exception("dropped a job that cannot be read")
            await _settle(message)
            return
        if task.id in cancelled:
            await _settle(message)
            return
        beating = asyncio.create_task(self._beat(message, task))
        running[task.id] = job = asyncio.create_task(self._solve(task, solve, request))
        try:
            await asyncio.wait([job])
        finally:
            del running[task.id]
            job.cancel()  # if this seat is cancelled
        if not job.cancelled() and isinstance(job.exception(), ShuttingDown):
            beating.cancel()
            await message.nak()  # another machine starts it again
            await asyncio.sleep(MINUTE)  # until this one is gone
        else:  # so that the seat is free for the next job
            ending = asyncio.create_task(self._end(message, task, job, beating))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def _end(
        self,
        message: Msg,
        task: wire.Task,
        job: asyncio.Task[wire.Said],
        beating: asyncio.Task[Any],
    ) -> None:
        """Take a job out of the queue once it is cancelled or its result was acknowledged."""
        try:
            if job.cancelled() or await self._tell(task, job.result()):
                await _settle(message)
        finally:
            beating.cancel()

    async def _solve(self, task: wire.Task, solve: Solve, request: object) -> wire.Said:
        async def report(progress: Progress) -> None:
            said = wire.Report(progress.best, progress.bound)
            await self._broker.publish(task.inbox, wire.encode(wire.Answer(task.id, said)))

        try:
            result = await self._pool.run(
                solve,
                request,
                requester=Requester(None, next(self._numbers)),  # each job is a share of its own
                tier=task.tier,
                seconds=task.seconds,
                watch=report if task.reports else None,
            )
        except ShuttingDown:
            raise
        except (PuzzleError, SolvingError) as error:
            return wire.said_of(error)
        return wire.Done(wire.pack(result))

    async def _beat(self, message: Msg, task: wire.Task) -> None:
        """Report, to the broker and to the waiting bot, that the job is being worked on."""
        word = wire.encode(wire.Answer(task.id, wire.Begun()))
        while True:
            with contextlib.suppress(nats.errors.Error, OSError):
                await message.in_progress()
                await self._broker.publish(task.inbox, word)
            await asyncio.sleep(BEAT_SECONDS)

    async def _tell(self, task: wire.Task, said: wire.Said) -> bool:
        """Send a job's result until it is acknowledged: the broker or the bot may be away."""
        word = wire.encode(wire.Answer(task.id, said))
        if len(word) > self._broker.max_payload:
            word = wire.encode(wire.Answer(task.id, wire.Failure("TooLarge", TOO_LARGE, "")))
        end = time.monotonic() + TELL_SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(nats.errors.Error, OSError, TimeoutError):
                await self._broker.request(task.inbox, word, timeout=PUBLISH_SECONDS)
                return True
            await asyncio.sleep(0.2)
        return False


async def _settle(message: Msg) -> None:
    """Take a job out of the queue, for certain."""
    for _ in range(30):
        with contextlib.suppress(nats.errors.Error, OSError, TimeoutError):
            await message.ack_sync(timeout=PUBLISH_SECONDS)
            return
        await asyncio.sleep(0.5)
