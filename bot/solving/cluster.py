"""Solves on other machines: long jobs go to a NATS JetStream work queue, short ones stay here.

The queue is bounded, and refuses at once. A machine takes a job when it has a free worker, and
reports every few seconds that it is working on it; if it falls silent, another machine starts the
job again, once. While no machine is heard, or the broker is unreachable, all jobs stay here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import nats
from cachetools import TTLCache
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DiscardPolicy,
    RetentionPolicy,
    StreamConfig,
)
from nats.js.errors import APIError

from bot import metrics
from bot.errors import QueueFull, SolverFailed, SolvingError, WorkerCrashed
from bot.running import heed_cancellation
from bot.solving import wire
from bot.solving.pool import QUEUE_PATIENCE, SHORT_SECONDS, Watch, WorkerPool, game_of
from bot.solving.queue import FULL, Requester, share_of
from bot.worker import Solve
from bot.worker.progress import Progress
from solvers.errors import PuzzleError
from solvers.lexicon import Lexicon
from solvers.wordsnake import SnakeRequest, SnakeResult, bears_out

log = logging.getLogger(__name__)

LONGEST_QUEUE = 256
"""How many jobs may wait for a machine."""
SHARE = 16
"""How many jobs of one server this process puts in the queue at a time; others wait here."""
BEAT_SECONDS = 2.0
"""How often a machine reports that it is alive and which job it is working on."""
ACK_SECONDS = 8.0
"""After this much silence the broker gives a job to another machine."""
BEGINS = 2
"""How many times a job is started at most."""
SILENCE = 20.0
"""Seconds of silence about a started job after which nobody counts as working on it."""
MACHINE_SECONDS = 6.0
"""How long a machine counts as present after its last message."""
PUBLISH_SECONDS = 2.0
CONNECT_SECONDS = 3.0
CHECK_SECONDS = 2.0
"""Time limit for checking a machine's snake; if it takes longer, the snake is solved here."""
PING_SECONDS = 5
"""How often to ping the broker: nothing else reveals that the network is cut."""
OTHER_CONFIGURATION_CODE = 10058
"""JetStream's code for a stream that exists with another configuration."""
FULL_CODE = 10077
"""JetStream's code for a stream that takes no more messages."""
MINUTE = 60.0
TOLD_SECONDS = 60 * MINUTE
"""How often to log that a machine has other solvers: such machines report all the time."""
MOST_MACHINES, LONGEST_NAME = 256, 60
"""How many machines are remembered, the most recent ones, and how many letters of their names."""
UNUSED_SECONDS = 24 * 60 * MINUTE
"""The broker drops the consumer that machines take jobs from after this time without one."""

CRASHED = "My solver crashed on this one. Please try again."


async def connect(url: str, name: str, again: Callable[[], None] = lambda: None) -> Client:
    """Connect to the broker, now or once it is up; the client then reconnects for ever.

    `again` is called after each reconnection.
    """
    told_at = 0.0

    async def note(error: Exception) -> None:
        nonlocal told_at
        if time.monotonic() - told_at > MINUTE or not told_at:
            told_at = time.monotonic()
            log.warning("the solving cluster is unavailable (%s)", type(error).__name__)

    async def back() -> None:
        nonlocal told_at
        told_at = 0.0
        log.info("the solving cluster's broker is back")
        again()

    return await nats.connect(
        url,
        name=name,
        error_cb=note,
        reconnected_cb=back,
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.5,
        connect_timeout=CONNECT_SECONDS,
        allow_reconnect=True,
        ping_interval=PING_SECONDS,  # two lost pings in a row end the connection
    )


class Cluster:
    """Worker processes here and machines elsewhere. Implements `Solving`."""

    def __init__(self, local: WorkerPool, url: str, lexicons: Iterable[Lexicon]) -> None:
        self._local = local
        self._url = url
        self._solvers = wire.solvers_hash(lexicons)
        self._inbox = f"{wire.ANSWERS}.{secrets.token_hex(8)}"
        self._broker: Client | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._ready = False  # the queue is there
        self._waiting: dict[str, asyncio.Queue[wire.Said]] = {}
        # By server, while one of its jobs waits or is in the queue.
        self._turns: WeakValueDictionary[Hashable, asyncio.Semaphore] = WeakValueDictionary()
        # When each machine was last heard, latest last. Anybody with the broker's password can send
        # any name.
        self._machines: TTLCache[str, float] = TTLCache(MOST_MACHINES, MACHINE_SECONDS)
        self._told_at = -TOLD_SECONDS  # when a machine with other solvers was last logged

    async def start(self) -> None:
        """Start the worker processes here, and look for the cluster in the background."""
        await self._local.start()
        self._look()

    def _look(self) -> None:
        """Make sure, in the background, that the queue exists: a broker may lose or drop it."""
        if self._connecting is None or self._connecting.done():
            self._connecting = asyncio.create_task(self._connect())

    async def _connect(self) -> None:
        while True:
            try:
                if self._broker is None:
                    self._broker = await connect(self._url, "bot", self._look)
                await self._prepare(self._broker)
                if not self._ready:
                    await self._broker.subscribe(self._inbox, cb=self._hear)
                    await self._broker.subscribe(wire.MACHINES, cb=self._hear_machine)
                    log.info("solving on other machines as well, with solvers %s", self._solvers)
            except Exception as error:  # noqa: BLE001 - try again, whatever it is
                log.warning("the solving cluster is unavailable: %s", type(error).__name__)
                await asyncio.sleep(BEAT_SECONDS)
            else:
                self._ready = True
                return

    async def _prepare(self, broker: Client) -> None:
        stream = broker.jetstream(timeout=PUBLISH_SECONDS)
        config = StreamConfig(
            name=wire.STREAM,
            subjects=[f"{wire.JOBS}.*"],
            retention=RetentionPolicy.WORK_QUEUE,
            discard=DiscardPolicy.NEW,
            max_msgs=LONGEST_QUEUE,
            max_age=10 * MINUTE,
            duplicate_window=2 * MINUTE,
        )
        try:
            await stream.add_stream(config)
        except APIError as error:
            if error.err_code != OTHER_CONFIGURATION_CODE:
                raise
            await stream.update_stream(config)  # an earlier version made it
        await stream.add_consumer(
            wire.STREAM,
            ConsumerConfig(
                durable_name=self._solvers,
                filter_subject=f"{wire.JOBS}.{self._solvers}",
                ack_policy=AckPolicy.EXPLICIT,
                ack_wait=ACK_SECONDS,
                max_deliver=BEGINS,
                inactive_threshold=UNUSED_SECONDS,
            ),
        )

    @property
    def machines(self) -> int:
        """The number of machines currently present with the same solvers."""
        return len(self._machines)

    @property
    def _is_up(self) -> bool:
        broker = self._broker
        return self._ready and broker is not None and broker.is_connected and self.machines > 0

    async def run(
        self,
        solve: Solve,
        request: object,
        *,
        requester: Requester | None,
        tier: str = "full",
        seconds: float | None = None,
        quick: bool = False,
        watch: Watch | None = None,
    ) -> Any:
        """Do what `Solving.run` says."""
        allowed = min(seconds or self._local.timeout, self._local.timeout)
        call = wire.name_of(solve)
        if call is not None and allowed > SHORT_SECONDS and not quick and self._is_up:
            # A snake comes with a certificate, because a machine's answer is checked, not trusted.
            snake = request if isinstance(request, SnakeRequest) else None
            body = wire.pack(request if snake is None else replace(snake, certify=True))
            ident = secrets.token_hex(12)
            task = wire.Task(
                id=ident,
                call=call,
                request=body,
                tier=tier,
                seconds=allowed,
                reports=watch is not None,
                inbox=self._inbox,
            )
            with self._local.only_one(requester), self._listening(ident) as said:
                async with self._turn(requester):
                    if await self._hand_in(task):
                        result = await self._answer(task, said, watch)
                        if snake is None:
                            return result
                        if await self._bears_out(snake, result, requester):
                            return result if snake.certify else replace(result, certificate=None)
        return await self._local.run(
            solve,
            request,
            requester=requester,
            tier=tier,
            seconds=seconds,
            quick=quick,
            watch=watch,
        )

    async def _bears_out(
        self, request: SnakeRequest, result: SnakeResult, asker: Requester | None
    ) -> bool:
        """Return whether a machine's snake and bound hold; False also if the check fails.

        The check is quick for what people send: a tenth of a second for a thousand words.
        """
        checker = asker and replace(asker, user_id=None)  # whose one job is the solving
        claim = request, result
        try:
            held: bool = await self._local.run(
                bears_out, claim, requester=checker, seconds=CHECK_SECONDS, quick=True
            )
        except SolvingError as error:
            log.warning("a machine's snake could not be checked: %s", error)
            return False
        if not held:
            log.error("a machine's snake is not what it says; solving it here")
        return held

    @contextlib.asynccontextmanager
    async def _turn(self, requester: Requester | None) -> AsyncIterator[None]:
        """Wait until a server has few jobs in the queue, which is first come, first served.

        Raises QueueFull if that takes too long.
        """
        share = share_of(requester)
        turn = self._turns.setdefault(share, asyncio.Semaphore(SHARE))
        try:
            async with asyncio.timeout(QUEUE_PATIENCE):
                await turn.acquire()
        except TimeoutError:
            metrics.QUEUE_REFUSED.inc()
            raise QueueFull(FULL) from None
        try:
            yield
        finally:
            turn.release()

    async def _hand_in(self, task: wire.Task) -> bool:
        """Put a job into the queue; False if the queue is unavailable. Raises QueueFull."""
        assert self._broker is not None
        try:
            await self._broker.jetstream(timeout=PUBLISH_SECONDS).publish(
                f"{wire.JOBS}.{self._solvers}",
                wire.encode(task),
                headers={"Nats-Msg-Id": task.id},
                timeout=PUBLISH_SECONDS,
            )
        except APIError as error:
            if error.err_code == FULL_CODE:
                metrics.QUEUE_REFUSED.inc()
                raise QueueFull(FULL) from None
            log.warning("the cluster's queue refused a job: %s", error.err_code)
            return False
        except (nats.errors.Error, OSError, TimeoutError) as error:
            log.warning("the cluster took no job: %s", type(error).__name__)
            return False
        return True

    async def _answer(
        self, task: wire.Task, said: asyncio.Queue[wire.Said], watch: Watch | None
    ) -> Any:
        """Wait for a job's end; if this wait is abandoned, cancel the job."""
        assert self._broker is not None
        over = False
        asked, silent = time.monotonic(), 0.0
        begun: float | None = None
        outcome = "cancelled"
        try:
            heed_cancellation()  # one that came while handing in
            while True:
                try:
                    # Before Python 3.12 `wait_for` swallows a cancellation that arrives together
                    # with a message.
                    async with asyncio.timeout(1.0):
                        word = await said.get()
                except TimeoutError:
                    silent += 1.0 if self._broker.is_connected else 0.2
                    if silent < (QUEUE_PATIENCE if begun is None else SILENCE):
                        continue
                    if begun is None:
                        _note_wait(asked)
                        metrics.QUEUE_REFUSED.inc()
                        raise QueueFull(FULL) from None
                    outcome = WorkerCrashed.__name__
                    log.error("no machine is working on a started job")  # noqa: TRY400
                    raise WorkerCrashed(CRASHED) from None
                silent = 0.0
                if begun is None:
                    _note_wait(asked)
                    begun = time.monotonic()
                match word:
                    case wire.Report() if watch is not None:
                        await _show(watch, Progress(word.best, word.bound))
                    case wire.Done():
                        over, outcome = True, "done"
                        return wire.read_result(task.call, word)
                    case wire.Refusal() | wire.Failure():
                        over, error = True, wire.error_of(word)
                        outcome = _outcome_of(error)
                        raise error
        finally:
            if begun is not None:
                spent = time.monotonic() - begun
                metrics.SOLVER.labels(game_of(task.call), outcome).observe(spent)
            if not over:
                with contextlib.suppress(Exception):
                    await self._broker.publish(wire.CANCEL, task.id.encode())

    @contextlib.contextmanager
    def _listening(self, ident: str) -> Iterator[asyncio.Queue[wire.Said]]:
        said: asyncio.Queue[wire.Said] = asyncio.Queue()
        self._waiting[ident] = said
        try:
            yield said
        finally:
            del self._waiting[ident]

    async def _hear(self, message: Msg) -> None:
        try:
            answer = wire.decode_answer(message.data)
        except wire.DecodeError:
            log.warning("an answer from the cluster cannot be read")
            return
        if (said := self._waiting.get(answer.id)) is not None:
            said.put_nowait(answer.said)
        if message.reply:  # a final answer, which is repeated until acknowledged
            await message.respond(b"")

    async def _hear_machine(self, message: Msg) -> None:
        try:
            machine = wire.decode_machine(message.data)
        except wire.DecodeError:
            return
        now = time.monotonic()
        name = machine.name[:LONGEST_NAME]
        if machine.solvers == self._solvers:
            if not self.machines:  # the broker may have dropped the queue meanwhile
                self._look()
            self._machines[name] = now
        elif now - self._told_at > TOLD_SECONDS:
            self._told_at = now
            log.error(
                "the machine %s has other solvers (%s) than this bot (%s): update one of them",
                name,
                machine.solvers[:16],
                self._solvers,
            )

    def health(self) -> dict[str, int]:
        """Return the counts of the processes here, and the number of machines."""
        return self._local.health() | {"machines": self.machines}

    async def stop(self, grace: float = 10.0) -> None:
        """Accept no more jobs, give the running ones `grace` seconds, then end."""
        end = time.monotonic() + grace
        await self._local.stop(grace)
        while self._waiting and time.monotonic() < end:  # noqa: ASYNC110 - there is no one event
            await asyncio.sleep(0.05)
        if self._connecting is not None:
            self._connecting.cancel()
        if self._broker is not None:
            broker, self._broker = self._broker, None
            await broker.close()


def _note_wait(asked: float) -> None:
    metrics.QUEUE_WAIT.labels("long").observe(time.monotonic() - asked)


def _outcome_of(error: PuzzleError | SolvingError) -> str:
    """Return the outcome's name in the metrics, as for the processes here."""
    if isinstance(error, PuzzleError):
        return "done"
    return "failed" if isinstance(error, SolverFailed) else type(error).__name__


async def _show(watch: Watch, progress: Progress) -> None:
    """Pass on progress; a failing `watch` does not harm the job."""
    try:
        await watch(progress)
    except Exception:
        log.exception("progress could not be shown")
