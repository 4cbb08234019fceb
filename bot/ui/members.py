"""Who is in which server: asked of Discord one by one, since it tells the bot of no members."""

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
"""How many answers are remembered, the last ones."""
FRESH_SECONDS = 300
"""For how long an answer is taken to be true."""
SECONDS = 3
"""How long Discord may take to answer; somebody waits."""


class Members:
    """The members of servers, as far as somebody asked for them lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # With the moment of each answer; the last one is last.
        self._known: OrderedDict[tuple[int, int], tuple[float, discord.Member | None]] = (
            OrderedDict()
        )

    async def find(self, guild: discord.Guild, user_id: int) -> discord.Member | None:
        """Return a member of a server; None: they are not in it.

        Raises HTTPException, OSError (TimeoutError too) or ClientError when Discord does not say.
        """
        known = await self._remembered((guild.id, user_id), partial(guild.fetch_member, user_id))
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
        if member is not None:  # the server is large, and will have changed: `find` gives its own
            nothing: Any = discord.Object(key[0])
            member.guild = nothing
        self._known.pop(key, None)
        self._known[key] = now, member
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return member

    def forget(self, user_id: int) -> None:
        """Remember nothing about a person."""
        for key in [key for key in self._known if key[1] == user_id]:
            del self._known[key]
