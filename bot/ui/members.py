"""Who is in which server: asked of Discord one by one, since it tells the bot of no members."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from copy import copy
from functools import partial
from typing import Any

import discord
from cachetools import TTLCache

from bot.caches import forget_person

REMEMBERED = 1_000
"""How many answers are remembered, the last ones."""
FRESH_SECONDS = 300
"""For how long an answer is taken to be true."""
FETCH_SECONDS = 3
"""How long Discord may take to answer; somebody waits."""


class Members:
    """The members of servers, as far as somebody asked for them lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        # By the person and the server.
        self._known: TTLCache[tuple[int, int], discord.Member | None] = TTLCache(
            REMEMBERED, FRESH_SECONDS, clock
        )

    async def find(self, guild: discord.Guild, user_id: int) -> discord.Member | None:
        """Return a member of a server; None: they are not in it.

        Raises HTTPException, OSError (TimeoutError too) or ClientError when Discord does not say.
        """
        known = await self._remembered((user_id, guild.id), partial(guild.fetch_member, user_id))
        if known is None:
            return None
        member = copy(known)
        member.guild = guild
        return member

    async def is_elsewhere(self, client: discord.Client, guild_id: int, user_id: int) -> bool:
        """Return whether somebody is in a server of which Discord has told this process nothing.

        Raises as `find`. Nobody is in a server where the bot is not.
        """

        async def fetch() -> discord.Member | None:
            try:
                guild = await client.fetch_guild(guild_id, with_counts=False)
            except discord.Forbidden:
                return None
            return await guild.fetch_member(user_id)

        return await self._remembered((user_id, guild_id), fetch) is not None

    async def _remembered(
        self, key: tuple[int, int], fetch: Callable[[], Awaitable[discord.Member | None]]
    ) -> discord.Member | None:
        with contextlib.suppress(KeyError):
            return self._known[key]
        member: discord.Member | None
        try:
            async with asyncio.timeout(FETCH_SECONDS):
                member = await fetch()
        except discord.NotFound:
            member = None
        if member is not None:  # the server is large, and will have changed: `find` gives its own
            nothing: Any = discord.Object(key[1])
            member.guild = nothing
        self._known[key] = member
        return member

    def forget(self, user_id: int) -> None:
        """Remember nothing about a person."""
        forget_person(self._known, user_id)
