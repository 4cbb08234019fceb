"""Who is in which server: asked one by one, since Discord does not send the bot members."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from copy import copy
from functools import partial
from typing import Any

import discord

REMEMBERED = 1_000
"""How many answers are remembered, the latest ones."""
FRESH_SECONDS = 300
"""How long an answer counts as true."""
SECONDS = 3
"""How long Discord may take to answer, as somebody is waiting."""


class Members:
    """The members of servers that were asked for lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # Each with the moment of the answer, the latest last.
        self._known: OrderedDict[tuple[int, int], tuple[float, discord.Member | None]] = (
            OrderedDict()
        )

    async def find(self, guild: discord.Guild, user_id: int) -> discord.Member | None:
        """Return a member of a server; None if they are not in it.

        Raises HTTPException, OSError (also TimeoutError) or ClientError if Discord does not say.
        """
        known = await self._remembered((guild.id, user_id), partial(guild.fetch_member, user_id))
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

        return await self._remembered((guild_id, user_id), fetch) is not None

    async def _remembered(
        self, key: tuple[int, int], fetch: Callable[[], Awaitable[discord.Member | None]]
    ) -> discord.Member | None:
        now = self._clock()
        known = self._known.get(key)
        if known is not None and now - known[0] < FRESH_SECONDS:
            return known[1]
        member: discord.Member | None
        try:
            async with asyncio.timeout(SECONDS):
                member = await fetch()
        except discord.NotFound:
            member = None
        if member is not None:  # drop the large, ageing server: `find` sets the current one
            nothing: Any = discord.Object(key[0])
            member.guild = nothing
        self._known.pop(key, None)
        self._known[key] = now, member
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return member

    def forget(self, user_id: int) -> None:
        """Forget all answers about a person."""
        for key in [key for key in self._known if key[1] == user_id]:
            del self._known[key]
