"""The gateway connections: one for each shard, here and in other processes of the same bot."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import dataclass
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard
from discord.state import AutoShardedConnectionState

from bot.clock import DiscordClock
from bot.config import ShardPlan
from bot.errors import DiscordRefuses, DiscordUnreachable, Unsaved
from bot.retries import pause_after
from bot.ui.admission import Admission
from bot.ui.attempts import LONGEST_WAIT, Attempts, Waiting
from bot.ui.guild_cache import GuildCache

log = logging.getLogger(__name__)

CONNECT_SECONDS = 180.0
IDENTIFY_SECONDS = 6.0
"""Seconds between two shards that identify: Discord's five, and one by which clocks may differ."""
BRIEF_CONNECTION = 60.0
"""Seconds; after two connections in a row that lived for less, reconnecting waits."""
BRIEF_SESSION = 600.0
"""The same for sessions. Discord allows about 1,000 a day, one in 86 seconds."""
READY_SECONDS = 120.0
"""Seconds that the first event on a connection may take."""
FRUITLESS = 3
"""Connections in a row without an event after which a session is no longer resumed."""
LEAST_BEAT, MOST_BEAT = 1.0, 600.0
"""Seconds between two heartbeats; Discord asks for about 41."""
RESUMES = 5
"""Attempts to resume a session at its gateway; then a new one begins, perhaps elsewhere."""
FIRST_PAUSE = 5.0
LONGEST_PAUSE = 900.0
"""Longest wait, in seconds, before a session that follows brief ones."""
RESERVE = 50
"""One in RESERVE of the day's sessions is kept for starts, and not used to replace ended sessions.

Discord resets the token of a bot that identifies once too often.
"""
TAKE_PART = "SHARDS=auto asks Discord how many it should be"
ENDS = {
    4004: "Discord does not accept DISCORD_TOKEN any more; copy it again from the Bot page of your "
    "application at https://discord.com/developers/applications.",
    4010: f"Discord does not accept these shards; {TAKE_PART}.",
    4011: f"The bot is in too many servers for so few shards; {TAKE_PART}.",
    4012: "Discord does not speak this version of its gateway any more; update the bot.",
    4013: "Discord does not know what the bot wants to hear of; update the bot.",
    4014: "Discord does not let the bot hear what it wants to; update the bot.",
}
"""What to do about a connection that Discord closed for good, by close code."""
REFUSALS = {4004, 4012, 4013, 4014}
"""The codes after which another start would end the same way."""
LIMITS = "total", "remaining", "reset_after", "max_concurrency"

TakeTurn = Callable[[int, int], Awaitable[float]]
"""Takes the number of shards, and the group whose shards identify one after the other; takes the
group's next turn among all processes, and returns the seconds until then."""


@dataclass(frozen=True, slots=True)
class Announced:
    """What the library needs of a server until its shard is ready; there may be thousands."""

    shard_id: int
    unavailable: bool


class ShardState(AutoShardedConnectionState[Any]):
    """What is known about servers: only what is used, and only for servers that we are in.

    Changes to a server are made in what the cache keeps, not in the library's objects; nothing here
    listens to the library's events about them.
    """

    _guilds: GuildCache  # type: ignore[assignment]

    def __init__(self, clock: DiscordClock, **options: Any) -> None:
        super().__init__(**options)
        self._admission = Admission(clock, super().parse_interaction_create)

    def clear(self, *, views: bool = True) -> None:
        """Forget everything, as at the start."""
        super().clear(views=views)
        self._guilds = GuildCache(self)

    def parse_interaction_create(self, data: Any) -> None:
        """Have an interaction handled in its turn; its tasks begin only then."""
        self._admission.add(data)

    def parse_ready(self, data: Any) -> None:
        """Forget a shard's servers before Discord lists them again.

        The library would keep servers that the bot left while the shard was disconnected.
        """
        plan = ShardPlan(range(data["shard"][0], data["shard"][0] + 1), data["shard"][1])
        for guild_id in [guild_id for guild_id in self._guilds if plan.has(guild_id)]:
            self._guilds.pop(guild_id)
        super().parse_ready(data)

    def _add_guild_from_data(self, data: Any) -> Any:
        """Keep a server; one that we were in before is announced without being built."""
        self._guilds.keep(data)
        guild_id = int(data["id"])
        if "unavailable" not in data:  # we have just joined it, and greet it
            return self._guilds[guild_id]
        assert self.shard_count is not None
        shard_id = (guild_id >> 22) % self.shard_count
        return Announced(shard_id, unavailable=data["unavailable"])

    _get_create_guild = _add_guild_from_data

    def parse_guild_update(self, data: Any) -> None:
        """Note a server's name, its owner, and its roles."""
        self._guilds.update(data)

    def parse_guild_delete(self, data: Any) -> None:
        """Note that a server is unavailable, or that we have left it."""
        if data.get("unavailable"):
            self._guilds.lose(int(data["id"]))
        else:
            super().parse_guild_delete(data)

    def parse_guild_member_update(self, data: Any) -> None:
        """Note the bot's own roles; Discord sends it nobody else's."""
        if int(data["user"]["id"]) == self.self_id:
            self._guilds.set_me(data)

    def parse_guild_role_update(self, data: Any) -> None:
        """Note a role."""
        self._guilds.put("roles", data["guild_id"], data["role"])

    parse_guild_role_create = parse_guild_role_update

    def parse_guild_role_delete(self, data: Any) -> None:
        """Note that a role is gone, and tell the client, as the library does."""
        guild = self._guilds.get(int(data["guild_id"]))
        role = None if guild is None else guild.get_role(int(data["role_id"]))
        self._guilds.remove("roles", data["guild_id"], data["role_id"])
        if role is not None:
            self.dispatch("guild_role_delete", role)

    def parse_channel_update(self, data: Any) -> None:
        """Note a channel of a server."""
        if "guild_id" in data:
            self._guilds.put("channels", data["guild_id"], data)

    parse_channel_create = parse_channel_update

    def parse_channel_delete(self, data: Any) -> None:
        """Note that a channel is gone, and tell the client, as the library does."""
        if "guild_id" in data:
            guild = self._guilds.get(int(data["guild_id"]))
            channel = None if guild is None else guild.get_channel(int(data["id"]))
            self._guilds.remove("channels", data["guild_id"], data["id"])
            if channel is not None:
                self.dispatch("guild_channel_delete", channel)

    def parse_thread_update(self, data: Any) -> None:
        """Note a thread; an archived one is removed until somebody opens it."""
        if data["thread_metadata"]["archived"]:
            self._guilds.remove("threads", data["guild_id"], data["id"])
        else:
            self._guilds.put("threads", data["guild_id"], data)

    parse_thread_create = parse_thread_update

    def parse_thread_delete(self, data: Any) -> None:
        """Note that a thread is gone, and tell the client, as the library does."""
        gone = discord.RawThreadDeleteEvent(data)
        guild = self._guilds.get(gone.guild_id)
        gone.thread = None if guild is None else guild.get_thread(gone.thread_id)
        self._guilds.remove("threads", data["guild_id"], data["id"])
        self.dispatch("raw_thread_delete", gone)

    def parse_thread_list_sync(self, data: Any) -> None:
        """Note which threads are open in channels that the bot may see from now on."""
        self._guilds.sync_threads(data)

    def _ignore(self, data: Any) -> None:
        """Do nothing: nobody uses the event, and the library would build the server for it."""

    parse_channel_pins_update = _ignore
    parse_thread_member_update = parse_thread_members_update = _ignore
    parse_stage_instance_create = parse_stage_instance_update = _ignore
    parse_stage_instance_delete = _ignore


class Socket(DiscordWebSocket):
    """A gateway connection that sends the token only after a hello as Discord sends it."""

    async def identify(self) -> None:
        """Begin a session."""
        await self._greeted(super().identify())

    async def resume(self) -> None:
        """Resume the last session."""
        await self._greeted(super().resume())

    async def _greeted(self, sending: Coroutine[Any, Any, None]) -> None:
        try:
            self._check_greeting()
            await sending
        except BaseException:
            sending.close()
            await self.close()
            raise

    def _check_greeting(self) -> None:
        beats = self._keep_alive  # begins with the hello
        if beats is None or not LEAST_BEAT <= (beats.interval or 0) <= MOST_BEAT:
            raise ValueError("this is no gateway")


@dataclass(slots=True)
class Sessions:
    """A shard's sessions: when the last one began, and how many in a row were brief."""

    began: float | None = None  # None: another may begin
    brief: int = 0
    counted: bool = False  # whether `brief` includes the last session

    def begin(self) -> None:
        """Note that a session begins."""
        self.began, self.counted = time.monotonic(), False

    def pause(self) -> float:
        """Return the seconds to wait before the next session, now that the last one has ended."""
        if self.began is None or self.counted:
            return 0.0
        lived, self.counted = time.monotonic() - self.began, True
        self.brief = self.brief + 1 if lived < BRIEF_SESSION else 0
        if self.brief < 2:
            return 0.0
        return pause_after(self.brief - 2, FIRST_PAUSE, LONGEST_PAUSE)


class SteadyShard(Shard):
    """A shard that stays connected until its client is closed or Discord ends it for good.

    The library's own shard ends when it cannot read something, begins sessions that it could
    resume, and does both at once, no matter how often.
    """

    _client: ShardedClient

    async def worker(self) -> None:
        """Read events, and connect again whenever the connection is lost."""
        client = self._client
        brief = fruitless = 0  # connections in a row
        while not client.is_closed():
            began, sequence = time.monotonic(), self.ws.sequence
            try:
                resumable = await self._read()
            except discord.ConnectionClosed as error:
                self._end(_ended(error))
                return
            self._dispatch("disconnect")
            self._dispatch("shard_disconnect", self.id)
            brief = brief + 1 if time.monotonic() - began < BRIEF_CONNECTION else 0
            fruitless = fruitless + 1 if self.ws.sequence in {None, sequence} else 0
            if brief > 1:
                pause = min(2.0 ** (brief - 2), LONGEST_WAIT)
                reason = "the connection was lost again"
                await client.attempts.wait(_step(self.id), reason, pause)
            resume = resumable and fruitless < FRUITLESS
            try:
                self.ws = await client.open_socket(self.id, self.ws if resume else None)
            except DiscordUnreachable as error:
                self._end(error)
                return

    async def _read(self) -> bool:
        """Read events until the connection is lost; return whether its session can be resumed."""
        sequence, waiting, step = self.ws.sequence, self._client.attempts.waiting, _step(self.id)
        waiting[step] = Waiting("no event has come yet", time.monotonic() + READY_SECONDS)
        try:
            async with asyncio.timeout(READY_SECONDS) as limit:
                while self.ws.sequence == sequence:
                    await self.ws.poll_event()
                limit.reschedule(None)
                waiting.pop(step, None)
                while True:
                    await self.ws.poll_event()
                    if self._client.is_greeting(self.id):
                        await asyncio.sleep(0)  # a thousand servers may come: let others run
        except ReconnectWebSocket as end:
            return end.resume
        except discord.ConnectionClosed:
            raise
        except Exception as error:  # noqa: BLE001 - what the library cannot read, or nothing at all
            log.warning("shard %s cannot go on reading: %s", self.id, type(error).__name__)
            await self.ws.close(code=4000)  # a code that lets the session be resumed
            return True

    def _end(self, error: DiscordUnreachable) -> None:
        self._queue_put(EventItem(EventType.terminate, self, error))


class ShardedClient(discord.AutoShardedClient):
    """A client of some shards that stays connected, or fails with a sentence for the host."""

    def __init__(
        self,
        plan: ShardPlan | None,
        take_turn: TakeTurn,
        attempts: Attempts,
        clock: DiscordClock,
        **options: Any,
    ) -> None:
        """`plan`: the shards; None: as many as Discord recommends."""
        self._clock = clock
        super().__init__(**options)
        self.plan = plan
        self.attempts = attempts
        self._take_turn = take_turn
        self._groups = 1  # Discord's max_concurrency
        self._sessions: dict[int, Sessions] = {}  # by shard
        self._identifying = asyncio.Lock()

    def _get_state(self, **options: Any) -> ShardState:
        return ShardState(
            self._clock,
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )

    @property
    def guild_ids(self) -> Collection[int]:
        """The servers that these shards are in, without building each as `guilds` would."""
        return self._connection._guilds.keys()  # noqa: SLF001 - the library has no other way

    def is_greeting(self, shard_id: int) -> bool:
        """Return whether Discord is listing a shard's servers, which come one after the other.

        Interactions in the socket's buffer are all read before others run: `Admission` orders them.
        """
        return shard_id in self._connection._ready_states  # noqa: SLF001 - the library has no other way

    def has_guild(self, guild_id: int) -> bool:
        """Return whether a server belongs to these shards, and not to another process."""
        return self.plan is None or self.plan.has(guild_id)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect every shard, and stay connected; raises DiscordUnreachable."""
        plan = self.plan = await self._plan()
        self.shard_ids, self.shard_count = list(plan.ids), plan.count
        log.info("connecting shards %d to %d of %d", plan.ids[0], plan.ids[-1], plan.count)
        try:
            await super().connect(reconnect=reconnect)
        except discord.ConnectionClosed as error:
            raise _ended(error) from error

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard.

        The library's own method retries by calling itself, which ends in a RecursionError.
        """
        socket = await self.open_socket(shard_id, gateway=gateway, initial=initial)
        connected = SteadyShard(socket, self, self._AutoShardedClient__queue.put_nowait)  # type: ignore[attr-defined]
        self._AutoShardedClient__shards[shard_id] = connected  # type: ignore[attr-defined]
        connected.launch()

    async def open_socket(
        self,
        shard_id: int,
        lost: DiscordWebSocket | None = None,
        *,
        gateway: yarl.URL | None = None,
        initial: bool = False,
    ) -> DiscordWebSocket:
        """Connect a shard: resume the session of the `lost` connection, or begin a new one.

        Raises DiscordUnreachable.
        """
        resume = lost is not None and lost.session_id is not None
        tries = 0

        async def open_it() -> DiscordWebSocket:
            nonlocal resume, tries
            if not resume:
                await self._await_session(shard_id)
            known = lost if resume else None
            tries += 1
            try:
                # One shard at a time, or the others would time out while they wait for their turns.
                turn = contextlib.nullcontext() if resume else self._identifying
                async with turn, asyncio.timeout(CONNECT_SECONDS):
                    socket = await Socket.from_client(
                        self,
                        initial=initial,
                        gateway=gateway if known is None else known.gateway,
                        shard_id=shard_id,
                        session=None if known is None else known.session_id,
                        sequence=None if known is None else known.sequence,
                        resume=resume,
                    )
            except discord.ConnectionClosed as error:
                raise _ended(error) from error
            except Exception as error:
                ended = isinstance(error, ReconnectWebSocket) and not error.resume
                resume = resume and tries < RESUMES and not ended
                raise
            if not resume:
                self._sessions[shard_id].begin()
            return socket

        return await self.attempts.until_accepted(_step(shard_id), open_it, limited=False)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn, which the bot's processes share through their database."""
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
        """Close the connections, even between READY and the last server.

        The library would keep waiting for servers, and then fail because the client is closed.
        """
        state = self._connection
        for waiting in (state._ready_task, *state._ready_tasks.values()):  # noqa: SLF001 - the library has no other way
            if waiting is not None:
                waiting.cancel()
        await super().close()

    async def _plan(self) -> ShardPlan:
        """Return the shards to connect, once Discord lets one more session start than needed."""
        while True:
            count, limits = await self._ask_gateway()
            plan = self.plan or ShardPlan(range(count), count)
            self._groups = limits["max_concurrency"]
            if limits["remaining"] > len(plan.ids):
                return plan
            await self._await_reset("sessions", limits, len(plan.ids) + 1)

    async def _await_session(self, shard_id: int) -> None:
        """Wait until a new session may follow an ended one: not too soon, nor from the reserve."""
        sessions, step = self._sessions.setdefault(shard_id, Sessions()), _step(shard_id)
        if sessions.began is None:
            return
        if pause := sessions.pause():
            reason = "its sessions end soon after they began"
            log.warning("%s: %s; waiting %g seconds", step, reason, pause)
            await self.attempts.wait(step, reason, pause)
        while True:
            _count, limits = await self._ask_gateway()
            if limits["remaining"] > (reserve := limits["total"] // RESERVE):
                sessions.began = None
                return
            await self._await_reset(step, limits, reserve + 1)

    async def _ask_gateway(self) -> tuple[int, Any]:
        """Return how many shards Discord recommends, and its limits for starting sessions."""

        async def ask() -> tuple[int, Any]:
            count, _url, limits = await self.http.get_bot_gateway()
            found: Any = limits
            if not all(type(found[name]) is int for name in LIMITS) or type(count) is not int:
                raise TypeError("these are no limits")
            if min(count, found["total"], found["max_concurrency"]) < 1:
                raise ValueError("these are no limits")
            return count, found

        return await self.attempts.until_accepted("sessions", ask)

    async def _await_reset(self, step: str, limits: Any, needed: int) -> None:
        """Wait for the next day's sessions, at most a minute: others may leave theirs unused."""
        left = limits["remaining"]
        reason = f"Discord lets {left} more sessions start, and there have to be {needed}"
        log.error("%s: %s; waiting", step, reason)
        seconds = max(limits["reset_after"] / 1000, FIRST_PAUSE)
        await self.attempts.wait(step, reason, min(seconds, LONGEST_WAIT))


def _step(shard_id: int) -> str:
    return f"shard {shard_id}"


def _ended(error: discord.ConnectionClosed) -> DiscordUnreachable:
    kind = DiscordRefuses if error.code in REFUSALS else DiscordUnreachable
    return kind(ENDS.get(error.code, f"Discord ended the connection: {error}."))
