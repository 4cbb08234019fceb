"""Starts and stops the bot's parts in order: services, client, health endpoint, background jobs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import aiohttp
import discord

from bot import health
from bot.clock import DiscordClock
from bot.config import Settings
from bot.errors import DiscordUnreachable
from bot.services import Services, open_services
from bot.ui import registry
from bot.ui.client import GameClient, point_at
from bot.ui.jobs import background_jobs
from bot.watchdog import Watchdog

log = logging.getLogger(__name__)

STOP_SECONDS = 10.0
"""How long a stopping bot spends on replies that are still pending."""


@dataclass(frozen=True, slots=True)
class ConnectedClient:
    """A client that is logged in, and the task that keeps it connected."""

    client: GameClient
    task: asyncio.Task[None]

    async def ready(self) -> None:
        """Wait until the client is ready; raises DiscordUnreachable if the connection ends."""
        waiting = asyncio.create_task(self.client.wait_until_ready())
        await asyncio.wait({waiting, self.task}, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            waiting.cancel()
            raise self.end()

    def end(self) -> DiscordUnreachable:
        """Return what to tell the host about a connection that ended."""
        error = None if self.task.cancelled() else self.task.exception()
        if isinstance(error, DiscordUnreachable):
            return error
        return DiscordUnreachable("The connection to Discord ended for good; the log says why.")


@contextlib.asynccontextmanager
async def connected(
    services: Services, token: str, address: str | None
) -> AsyncIterator[ConnectedClient]:
    """Log in, sync the commands if they changed, and stay connected inside the block."""
    if address is not None:
        await point_at(address)
    client = registry.make_client(services)
    try:
        await _log_in(client, token)
        await registry.sync(client)
        connecting = asyncio.create_task(client.connect(reconnect=True))
        connecting.add_done_callback(_log_end)
        try:
            yield ConnectedClient(client, connecting)
        finally:
            await _finish_replies(client)
            await client.close()
            connecting.cancel()  # it may be waiting to reconnect
            await asyncio.gather(connecting, return_exceptions=True)
    finally:
        await client.close()


async def serve(
    settings: Settings,
    token: str,
    address: str | None,
    when_ready: Callable[[], None] = lambda: None,
    clock: DiscordClock | None = None,
    *,
    stop: asyncio.Event | None = None,
) -> None:
    """Run the bot until SIGINT, SIGTERM or `stop`; raises StartError."""
    stop = stop or asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has only KeyboardInterrupt
            loop.add_signal_handler(number, stop.set)
    watchdog = Watchdog()
    async with (
        open_services(settings, clock or DiscordClock()) as services,
        connected(services, token, address) as bot,
        watchdog.watching(),
        health.serving(bot.client, watchdog, settings.health_address),
        background_jobs(bot.client),
    ):
        stopping = asyncio.create_task(stop.wait())
        running = asyncio.create_task(_run(bot, when_ready))
        await asyncio.wait({stopping, running}, return_when=asyncio.FIRST_COMPLETED)
        log.info("stopping")
        stopping.cancel()
        if running.done():
            running.result()
        running.cancel()


async def _run(bot: ConnectedClient, when_ready: Callable[[], None]) -> None:
    await bot.ready()
    when_ready()
    client = bot.client
    log.info("%s is ready in %d servers", client.user, len(client.guilds))
    await asyncio.wait({bot.task})
    raise bot.end()


async def _log_in(client: GameClient, token: str) -> None:
    try:
        await client.login(token)
    except discord.LoginFailure as error:
        raise DiscordUnreachable(
            "Discord does not accept DISCORD_TOKEN; copy it anew from the Bot page of your "
            "application at https://discord.com/developers/applications."
        ) from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise DiscordUnreachable(
            f"Discord cannot be reached; check the network of this machine ({error})."
        ) from error
    except discord.HTTPException as error:
        raise DiscordUnreachable(
            f"Discord refuses to talk to us just now: {error}. Try again in a few minutes."
        ) from error


async def _finish_replies(client: GameClient) -> None:
    """Wait, within limits, for jobs and replies that are under way."""
    await client.services.solving.stop(STOP_SECONDS)
    if client.pending_replies:
        await asyncio.wait(client.pending_replies, timeout=STOP_SECONDS)


def _log_end(connecting: asyncio.Task[None]) -> None:
    error = None if connecting.cancelled() else connecting.exception()
    if error is not None and not isinstance(error, DiscordUnreachable):
        log.error("the connection failed", exc_info=error)
