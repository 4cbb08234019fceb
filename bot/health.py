"""The health endpoint: gateway, database, workers, event loop."""

from __future__ import annotations

import contextlib
import logging
import math
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Any

from aiohttp import web

from bot.errors import StartError
from bot.ui.client import GameClient
from bot.watchdog import Watchdog

log = logging.getLogger(__name__)


async def report(client: GameClient, watchdog: Watchdog) -> tuple[bool, dict[str, Any]]:
    """Return whether the bot is healthy, and the state of each part."""
    ready = client.is_ready() and not client.is_closed()
    latency = client.latency
    workers = client.services.solving.health()
    disk = None
    try:
        store = await client.services.store.healthy()
        disk = asdict(await client.services.store.database.space())
    except Exception:
        log.exception("the database does not answer")
        store = False
    up = ready and math.isfinite(latency)
    healthy = up and store and workers["alive"] > 0
    gateway = {"ready": up, "latency": round(latency, 3) if up else None}
    clock = client.services.clock
    return healthy, {
        "ok": healthy,
        "gateway": gateway,
        "store": store,
        "disk": disk,  # bytes: of the database, and free
        "workers": workers,
        "loop": {"stalls": watchdog.stalls, "longest": round(watchdog.longest, 3)},
        "clock": {"heard": clock.heard, "machine_ahead": round(clock.machine_ahead, 1)},
    }


@contextlib.asynccontextmanager
async def serving(
    client: GameClient, watchdog: Watchdog, address: tuple[str, int] | None
) -> AsyncIterator[int | None]:
    """Serve GET /health at an address, unless it is None; yields the port."""
    if address is None:
        yield None
        return
    host, port = address

    async def health(_request: web.Request) -> web.Response:
        healthy, content = await report(client, watchdog)
        return web.json_response(content, status=200 if healthy else 503)

    app = web.Application()
    app.router.add_get("/health", health)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            raise StartError(
                f"HEALTH_PORT: {host}:{port} cannot be served ({error.strerror}); "
                "choose another port."
            ) from error
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
