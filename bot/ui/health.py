"""Serves the bot's state over HTTP: whether it lives and is ready, its health, its metrics.

The endpoint is up from the first moment of a start.
"""

from __future__ import annotations

import contextlib
import logging
import math
from collections.abc import AsyncIterator, Awaitable
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.errors import StartError, Unread
from bot.store import Database, outbox
from bot.ui.attempts import Attempts
from bot.ui.client import GameClient
from bot.watchdog import Watchdog

log = logging.getLogger(__name__)

T = TypeVar("T")

READY = "ready"
ANSWER_SECONDS = 0.7
"""How long the database may take to answer a health request."""


@dataclass(slots=True)
class State:
    """The current step of the bot's start (READY after the last), and its logged-in client."""

    step: str = "settings"
    client: GameClient | None = None
    attempts: Attempts = field(default_factory=Attempts)

    def at(self, step: str) -> None:
        """Note which step begins."""
        self.step = step


async def report(client: GameClient, watchdog: Watchdog) -> tuple[bool, dict[str, Any]]:
    """Return whether the bot is healthy, and the state of each part."""
    shards = {
        shard: math.nan if info.is_closed() else info.latency
        for shard, info in client.shards.items()
    }
    latency = max(shards.values(), default=math.nan)
    workers = client.services.solving.health()
    database = client.services.store.database
    disk = await _known(_disk(database))
    store = disk is not None and not database.silent
    ready = client.is_ready() and not client.is_closed()
    up = ready and all(map(math.isfinite, shards.values()))
    healthy = up and store and workers["alive"] > 0
    gateway = {
        "ready": up,
        "latency": round(latency, 3) if up else None,  # the slowest shard's
        "waiting": client.attempts.report(),
        "shards": {
            shard: round(one, 3) if math.isfinite(one) else None for shard, one in shards.items()
        },
    }
    clock = client.services.clock
    return healthy, {
        "ok": healthy,
        "gateway": gateway,
        "store": store,
        "disk": disk,  # bytes: size of the database, and free (null: unknown)
        "workers": workers,
        "loop": {"stalls": watchdog.stalls, "longest": round(watchdog.longest, 3)},
        "clock": {"heard": clock.heard, "machine_ahead": round(clock.machine_ahead, 1)},
    }


async def _known(asked: Awaitable[T]) -> T | None:
    """Return the database's answer; None if there is none: the rest is reported anyway."""
    try:
        return await asked
    except Unread:
        return None
    except Exception:
        log.exception("the database’s health is unknown")
        return None


async def _disk(database: Database) -> dict[str, Any]:
    return asdict(await database.space(ANSWER_SECONDS))


async def _posts(client: GameClient) -> tuple[tuple[float, float], tuple[float, float]]:
    now = client.services.clock()
    async with client.services.store.database.read(seconds=ANSWER_SECONDS) as tx:
        return await outbox.backlog(tx, now), await outbox.overdue(tx, now)


async def measure(client: GameClient, watchdog: Watchdog) -> bytes:
    """Return all metrics as Prometheus reads them."""
    healthy, found = await report(client, watchdog)
    workers, disk = found["workers"], found["disk"]
    metrics.READY.set(healthy)
    metrics.WORKERS.set(workers["alive"])
    metrics.MACHINES.set(workers.get("machines", math.nan))
    metrics.RUNNING.set(workers["running"])
    metrics.QUEUE.set(workers["waiting"])
    metrics.SERVERS.set(len(client.guild_ids))
    metrics.INVALID_LATELY.set(client.services.pacer.invalid)
    for shard, latency in found["gateway"]["shards"].items():
        metrics.SHARD_LATENCY.labels(shard).set(math.nan if latency is None else latency)
    metrics.DATABASE_UP.set(found["store"])
    size, free, due, late, contest_late, daily_late = [math.nan] * 6
    if disk is not None:
        size = disk["size"]
        free = math.nan if disk["free"] is None else disk["free"]
        if (posts := await _known(_posts(client))) is not None:
            (due, late), (contest_late, daily_late) = posts
    metrics.DATABASE_SIZE.set(size)
    metrics.DATABASE_FREE.set(free)
    metrics.POSTS_DUE.set(due)
    metrics.POSTS_LATE.set(late)
    metrics.CONTESTS_OVERDUE.set(contest_late)
    metrics.DAILIES_OVERDUE.set(daily_late)
    return generate_latest()


@contextlib.asynccontextmanager
async def serving(
    state: State, watchdog: Watchdog, address: tuple[str, int] | None
) -> AsyncIterator[int | None]:
    """Serve /live, /ready, /health and /metrics at an address, unless it is None; yields the port.

    A live bot answers; a ready bot does what people ask; /health says what is wrong.
    """
    if address is None:
        yield None
        return
    host, port = address

    async def look() -> tuple[bool, dict[str, Any]]:
        if state.step == READY and state.client is not None:
            return await report(state.client, watchdog)
        waiting = state.attempts.report()
        return False, {"ok": False, "start": {"step": state.step, "waiting": waiting}}

    async def live(_request: web.Request) -> web.Response:
        return web.Response()

    async def ready(_request: web.Request) -> web.Response:
        healthy, _ = await look()
        return web.Response(status=200 if healthy else 503)

    async def health(_request: web.Request) -> web.Response:
        healthy, content = await look()
        return web.json_response(content, status=200 if healthy else 503)

    async def measured(_request: web.Request) -> web.Response:
        if state.client is None:  # only this is known so far
            metrics.READY.set(0)
            body = generate_latest()
        else:
            body = await measure(state.client, watchdog)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.router.add_get("/live", live)
    app.router.add_get("/ready", ready)
    app.router.add_get("/health", health)
    app.router.add_get("/metrics", measured)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            raise StartError(
                f"HEALTH_PORT: {host}:{port} cannot be served ({error.strerror}); "
                "choose another port, or an address of this machine."
            ) from error
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
