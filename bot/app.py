"""Starts and stops the bot's parts in order: health endpoint, services, client, background jobs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from bot.clock import DiscordClock
from bot.config import Settings
from bot.errors import DiscordUnreachable
from bot.running import until_stopped
from bot.services import Services, open_services
from bot.ui import health, registry
from bot.ui.client import GameClient, point_at
from bot.ui.health import READY, State
from bot.ui.jobs import background_jobs
from bot.watchdog import Watchdog

log = logging.getLogger(__name__)

STOP_SECONDS = 10.0
"""How long a stopping bot waits for pending replies."""
COMMANDS_SECONDS = 5.0
"""How long syncing the commands may take before the bot connects anyway."""


@dataclass(frozen=True, slots=True)
class ConnectedClient:
    """A logged-in client, the task that keeps it connected, and the one that syncs its commands."""

    client: GameClient
    task: asyncio.Task[None]
    syncing: asyncio.Task[None]

    async def ready(self) -> None:
        """Wait until the client is ready; raises DiscordUnreachable if it never will be."""
        waiting = asyncio.create_task(self.client.wait_until_ready())
        await self._until(waiting)

    async def ended(self) -> None:
        """Wait until the connection ends, and raise DiscordUnreachable."""
        await self._until(self.task)

    async def _until(self, waiting: asyncio.Task[object]) -> None:
        left = {waiting, self.task, self.syncing}
        try:
            while not waiting.done() or waiting is self.task:
                done, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
                if self.task in done:
                    raise self._end()
                if self.syncing in done:
                    self.syncing.result()
        finally:
            if waiting is not self.task:
                waiting.cancel()

    def _end(self) -> DiscordUnreachable:
        """Return the error that tells the host why a connection ended."""
        error = None if self.task.cancelled() else self.task.exception()
        if isinstance(error, DiscordUnreachable):
            return error
        return DiscordUnreachable("The connection to Discord ended for good; the log says why.")


@contextlib.asynccontextmanager
async def connected(
    services: Services, token: str, address: str | None, state: State | None = None
) -> AsyncIterator[ConnectedClient]:
    """Log in, sync the commands if they changed, and stay connected inside the block.

    Waits while a failure may pass; raises DiscordUnreachable if it will not.
    """
    state = state or State()
    if address is not None:
        state.at("address")
        await state.attempts.until_accepted("address", lambda: point_at(address))
    state.at("login")
    client = await _logged_in(services, token, state)
    tasks: list[asyncio.Task[None]] = []
    try:
        state.at("commands")
        tasks.append(syncing := asyncio.create_task(_sync(client, state)))
        await asyncio.wait(tasks, timeout=COMMANDS_SECONDS)
        state.at("gateway")
        tasks.append(connecting := asyncio.create_task(client.connect(reconnect=True)))
        connecting.add_done_callback(_log_end)
        yield ConnectedClient(client, connecting, syncing)
    finally:
        await _finish_replies(client)
        await client.close()
        for task in tasks:
            task.cancel()  # it may still be waiting
        await asyncio.gather(*tasks, return_exceptions=True)


async def serve(
    settings: Settings,
    token: str,
    address: str | None,
    when_ready: Callable[[], None] = lambda: None,
    clock: DiscordClock | None = None,
    *,
    stop: asyncio.Event | None = None,
    beat: Callable[[], None] = lambda: None,
) -> None:
    """Run the bot until SIGINT, SIGTERM or `stop`; raises StartError.

    `beat` is called continually once the health endpoint is up, as long as the loop runs.
    """
    watchdog, state = Watchdog(beat), State()

    async def run() -> None:
        async with (
            open_services(settings, clock or DiscordClock(), state.at) as services,
            connected(services, token, address, state) as bot,
            background_jobs(bot.client),
        ):
            await bot.ready()
            state.at(READY)
            state.attempts.settled = True
            when_ready()
            log.info("%s is ready in %d servers", bot.client.user, len(bot.client.guild_ids))
            await bot.ended()

    async with health.serving(state, watchdog, settings.health_address), watchdog.watching():
        await until_stopped(run(), stop or asyncio.Event())


async def _logged_in(services: Services, token: str, state: State) -> GameClient:
    """Return a logged-in client. Each attempt makes a new one, with new sockets."""

    async def log_in() -> GameClient:
        client = registry.make_client(services, state.attempts)
        try:
            await client.login(token)
        except BaseException:
            await client.close()
            raise
        return client

    state.client = client = await state.attempts.until_accepted("login", log_in)
    return client


async def _sync(client: GameClient, state: State) -> None:
    """Send the commands if they changed; if that fails, Discord's present ones will do."""
    known = False

    async def sync() -> None:
        nonlocal known
        known = known or await registry.know(client)
        await registry.sync(client)

    try:
        await state.attempts.until_accepted("commands", sync)
    except DiscordUnreachable as error:
        if not known:
            raise
        log.error("the commands stay as they were: %s", error.message)  # noqa: TRY400 - no fault of ours


async def _finish_replies(client: GameClient) -> None:
    """Wait, within limits, for running jobs and replies."""
    await client.services.solving.stop(STOP_SECONDS)
    if client.pending_replies:
        await asyncio.wait(client.pending_replies, timeout=STOP_SECONDS)


def _log_end(connecting: asyncio.Task[None]) -> None:
    error = None if connecting.cancelled() else connecting.exception()
    if error is not None and not isinstance(error, DiscordUnreachable):
        log.error("the connection failed", exc_info=error)
