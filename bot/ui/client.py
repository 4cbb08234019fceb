"""The Discord client, which carries the services that commands and buttons work with."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Iterable, Sequence
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.errors import DiscordUnreachable
from bot.logs import begin_request
from bot.services import Services
from bot.ui import forms, replies
from bot.ui.taps import Taps

log = logging.getLogger(__name__)

TOO_MANY = 429
LONGEST_WAIT = 60.0
"""Seconds between two tries for the first connection, at most."""
VERSION = "/api/v10"
SECONDS = 10


class GameClient(discord.Client):
    """A client without privileged intents that mentions nobody and caches no messages."""

    def __init__(self, services: Services, form_types: Sequence[type[forms.Form[Any]]]) -> None:
        """Make a client that dispatches forms to these handlers (see `registry.make_client`)."""
        # The library would warn at every start that voice support, which is not used, is missing.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            guild_ready_timeout=0.5,
            http_trace=self._watch(),
        )
        self.services = services
        self.tree = GameTree(self)
        self.command_ids: dict[str, int] = {}  # by name, once `note_commands` was called
        self.taps = Taps()
        self.pending_replies: set[asyncio.Task[Any]] = set()  # acknowledged, not yet answered
        self.guilds_changed = asyncio.Event()  # since the store was last updated
        self.form_types = form_types

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected, and keep trying where Discord refuses the very first connection.

        The library reconnects by resuming the last session, and fails with an AttributeError where
        there was none yet.
        """
        wait = 1.0
        while True:
            try:
                await super().connect(reconnect=reconnect)
            except AttributeError:
                if not math.isnan(self.latency):  # there was a session
                    raise
            else:
                return
            log.warning("Discord's gateway has not accepted us yet; waiting %g seconds more", wait)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def close(self) -> None:
        """Close the connection, also in the moment between READY and the last server.

        The library would go on waiting for servers, and then fail in a client that is closed.
        """
        waiting = self._connection._ready_task  # noqa: SLF001 - the library has no other way
        if waiting is not None:
            waiting.cancel()
        await super().close()

    def _watch(self) -> aiohttp.TraceConfig:
        """Return a trace that sees all responses: Discord may rate-limit the whole bot.

        The library waits by itself; the pacer must know, too, or all messages would go out at
        once after it.
        """

        async def look(_session: object, _context: object, about: Any) -> None:
            said = about.response
            if said.status == TOO_MANY and said.headers.get("X-RateLimit-Global"):
                self.services.pacer.pause_for(float(said.headers.get("Retry-After", 1)))

        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(look)
        return trace

    def note_commands(self, commands: Iterable[app_commands.AppCommand]) -> None:
        """Note which commands Discord has, and their ids, by which answers link to them."""
        self.command_ids = {command.name: command.id for command in commands}

    async def on_ready(self) -> None:
        """Note that all servers are known: after a start, or a long loss of the connection."""
        self._note_servers()

    async def on_guild_join(self, _guild: discord.Guild) -> None:
        """Note that the bot joined a server."""
        self._note_servers()

    async def on_guild_available(self, _guild: discord.Guild) -> None:
        """Note a server that became available; it may have been joined during an outage."""
        self._note_servers()

    async def on_guild_remove(self, _guild: discord.Guild) -> None:
        """Note that the bot left a server."""
        self._note_servers()

    def _note_servers(self) -> None:
        self.guilds_changed.set()
        self.services.scheduler.wake()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Dispatch forms; the library dispatches commands and buttons."""
        if interaction.type is discord.InteractionType.modal_submit:
            await forms.dispatch(interaction, self.form_types)


class GameTree(app_commands.CommandTree[GameClient]):
    """Commands for servers and for people, anywhere; failures go to the one handler."""

    def __init__(self, client: GameClient) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    async def interaction_check(self, interaction: discord.Interaction[GameClient], /) -> bool:
        """Give the request its id in the log; refuse nobody."""
        begin_request(interaction.id)
        return True

    async def on_error(
        self,
        interaction: discord.Interaction[GameClient],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Answer a failed command."""
        await replies.answer_failure(interaction, error)


Interaction = discord.Interaction[GameClient]
"""A command, a button or a form of this client."""


async def point_at(address: str) -> None:
    """Point discord.py at this address, and at the gateway that it names.

    The library has both as globals, so one process has one Discord.
    """
    base = address.rstrip("/")
    if "/api" not in base:
        base += VERSION
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SECONDS)) as session,
            session.get(f"{base}/gateway") as answer,
        ):
            answer.raise_for_status()
            gateway = (await answer.json())["url"]
    except (aiohttp.ClientError, TimeoutError, ValueError, KeyError) as error:
        raise DiscordUnreachable(
            f"DISCORD_API_URL {address}: nothing there answers as Discord's API does ({error})."
        ) from error
    Route.BASE = base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
