"""Who is in which server: asked one by one, since Discord does not send the bot members."""

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
"""How many answers are remembered, the latest ones."""
FRESH_SECONDS = 300
"""How long an answer counts as true."""
FETCH_SECONDS = 3
"""How long Discord may take to answer, as somebody is waiting."""


class Members:
    """Members whom the bot looked up in the last minutes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        # By the person and the server.
        self._known: TTLCache[tuple[int, int], discord.Member | None] = TTLCache(
            REMEMBERED, FRESH_SECONDS, clock
        )

    async def find(self, guild: discord.Guild, user_id: int) -> discord.Member | None:
        """Return a member of a server; None if they are not in it.

        Raises HTTPException, OSError (also TimeoutError) or ClientError if Discord does not say.
        """
        known = await self._remembered((user_id, guild.id), partial(guild.fetch_member, user_id))
        if known is None:
            return None
        member = copy(known)
        member.guild = guild
        return member

    async def is_elsewhere(self, client: discord.Client, guild_id: int, user_id: int) -> bool:
        """Return whether somebody is in a server that this process knows nothing about.

        Raises as `find`. False for a server that the bot is not in.
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
        if member is not None:  # drop the large, ageing server: `find` sets the current one
            nothing: Any = discord.Object(key[1])
            member.guild = nothing
        self._known[key] = member
        return member

    def forget(self, user_id: int) -> None:
        """Forget all answers about a person."""
        forget_person(self._known, user_id)
