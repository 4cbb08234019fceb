"""The gateway connections: one a shard, here and in other processes of the same bot."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from discord.state import AutoShardedConnectionState

from bot import metrics
from bot.config import ShardPlan
from bot.errors import DiscordUnreachable, Unsaved

log = logging.getLogger(__name__)

LONGEST_WAIT = 60.0
"""Seconds between two tries for the first connection, at most."""
CONNECT_SECONDS = 180.0
IDENTIFY_SECONDS = 6.0
"""Between two shards that identify: Discord's five, and one by which our clocks may be apart."""
TAKE_PART = "SHARDS=auto asks Discord how many it should be"
ENDS = {
    4004: "Discord does not accept DISCORD_TOKEN any more; copy it anew from the Bot page of your "
    "application at https://discord.com/developers/applications.",
    4010: f"Discord does not accept these shards; {TAKE_PART}.",
    4011: f"The bot is in too many servers for so few shards; {TAKE_PART}.",
}
"""What to do about a connection that Discord closed for good, by its code."""
FAILURES = (
    OSError,
    TimeoutError,
    aiohttp.ClientError,
    discord.GatewayNotFound,
    discord.HTTPException,
    ReconnectWebSocket,
)
"""After which another try may succeed."""

TakeTurn = Callable[[int, int], Awaitable[float]]
"""Given how many shards there are, and the group whose shards identify one after the other: takes
the group's next turn among all processes, and returns in how many seconds that is."""


UNUSED = {
    "description",
    "emojis",
    "features",
    "guild_scheduled_events",
    "presences",
    "soundboard_sounds",
    "stage_instances",
    "stickers",
    "voice_states",
}
"""What Discord tells of a server that nothing here asks for."""
CATEGORY = 4


class ShardState(AutoShardedConnectionState[Any]):
    """What is known of servers: only what is used, and only of those that we are in."""

    def parse_guild_create(self, data: Any) -> None:
        """Keep of a server its name, owner, roles, channels and threads."""
        for name in UNUSED & data.keys():
            del data[name]
        channels = [one for one in data.get("channels", ()) if one["type"] != CATEGORY]
        for channel in channels:
            channel["topic"] = None
        super().parse_guild_create(data | {"channels": channels})

    def parse_interaction_create(self, data: Any) -> None:
        """Note when an interaction came; the tasks that handle it begin here."""
        metrics.received.set(time.monotonic())
        super().parse_interaction_create(data)

    def parse_ready(self, data: Any) -> None:
        """Forget the servers of a shard before it hears of them anew.

        The library would keep those that were left while the shard was away.
        """
        plan = ShardPlan(range(data["shard"][0], data["shard"][0] + 1), data["shard"][1])
        for guild in [guild for guild in self.guilds if plan.has(guild.id)]:
            self._remove_guild(guild)
        super().parse_ready(data)


class ShardedClient(discord.AutoShardedClient):
    """A client of some shards that stays connected, or fails with a sentence for the host."""

    def __init__(self, plan: ShardPlan | None, take_turn: TakeTurn, **options: Any) -> None:
        """`plan`: the shards; None: all that Discord recommends."""
        super().__init__(**options)
        self.plan = plan
        self._take_turn = take_turn
        self._groups = 1  # Discord's max_concurrency

    def _get_state(self, **options: Any) -> ShardState:
        return ShardState(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )

    def has_guild(self, guild_id: int) -> bool:
        """Return whether a server is of these shards, and not of another process's."""
        return self.plan is None or self.plan.has(guild_id)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect every shard, and stay connected; raises DiscordUnreachable."""
        plan = self.plan = await self._plan()
        self.shard_ids, self.shard_count = list(plan.ids), plan.count
        log.info("connecting shards %d to %d of %d", plan.ids[0], plan.ids[-1], plan.count)
        try:
            await super().connect(reconnect=reconnect)
        except discord.ConnectionClosed as error:
            raise DiscordUnreachable(ENDS.get(error.code, f"Discord ended it: {error}.")) from error

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard, and keep trying while Discord refuses.

        The library's own does so by calling itself, which ends with a RecursionError.
        """
        wait = 1.0
        while not self.is_closed():
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    socket = await DiscordWebSocket.from_client(
                        self, initial=initial, gateway=gateway, shard_id=shard_id
                    )
            except FAILURES as error:
                wait = await self._pause(wait, error)
            else:
                connected = Shard(socket, self, self._AutoShardedClient__queue.put_nowait)  # type: ignore[attr-defined]
                self._AutoShardedClient__shards[shard_id] = connected  # type: ignore[attr-defined]
                connected.launch()
                return

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn: the processes of a bot take turns by their database."""
        if self.shard_count == 1 or shard_id is None:  # nobody else identifies
            await super().before_identify_hook(shard_id, initial=initial)
            return
        assert self.shard_count is not None
        try:
            seconds = await self._take_turn(self.shard_count, shard_id % self._groups)
        except Unsaved:
            seconds = IDENTIFY_SECONDS
        await asyncio.sleep(seconds)

    async def close(self) -> None:
        """Close the connections, also in the moment between READY and the last server.

        The library would go on waiting for servers, and then fail in a client that is closed.
        """
        state = self._connection
        for waiting in (state._ready_task, *state._ready_tasks.values()):  # noqa: SLF001 - the library has no other way
            if waiting is not None:
                waiting.cancel()
        await super().close()

    async def _plan(self) -> ShardPlan:
        """Return which shards to connect, once Discord lets as many sessions start."""
        wait = 1.0
        while True:
            try:
                count, _url, limits = await self.http.get_bot_gateway()
            except FAILURES as error:
                wait = await self._pause(wait, error)
                continue
            plan = self.plan or ShardPlan(range(count), count)
            self._groups = limits["max_concurrency"]
            if limits["remaining"] >= len(plan.ids):
                return plan
            log.error(
                "Discord lets %d more sessions start, and %d shards need one each; waiting",
                limits["remaining"],
                len(plan.ids),
            )
            await asyncio.sleep(min(limits["reset_after"] / 1000, LONGEST_WAIT))

    async def _pause(self, wait: float, error: Exception) -> float:
        """Wait until the next try; return how long to wait after that."""
        log.warning(
            "Discord's gateway has not accepted us yet (%s); waiting %g seconds more",
            type(error).__name__,
            wait,
        )
        await asyncio.sleep(wait)
        return min(2 * wait, LONGEST_WAIT)
