"""The gateway connections: one a shard, here and in other processes of the same bot."""

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
from bot.ui.admission import Admission
from bot.ui.attempts import LONGEST_WAIT, Attempts, Waiting
from bot.ui.guild_cache import GuildCache

log = logging.getLogger(__name__)

CONNECT_SECONDS = 180.0
IDENTIFY_SECONDS = 6.0
"""Between two shards that identify: Discord's five, and one by which our clocks may be apart."""
BRIEF_CONNECTION = 60.0
"""A connection that lived for less is not begun again at once, after the first."""
BRIEF_SESSION = 600.0
"""A session that lived for less likewise: Discord allows some 1,000 a day, one in 86 seconds."""
READY_SECONDS = 120.0
"""What the first event on a connection may take."""
FRUITLESS = 3
"""After how many connections in turn that brought no event a session is not resumed any more."""
LEAST_BEAT, MOST_BEAT = 1.0, 600.0
"""Seconds between two heartbeats; Discord asks for some 41."""
RESUMES = 5
"""Attempts to resume a session where it was; then another begins, perhaps elsewhere."""
FIRST_PAUSE = 5.0
LONGEST_PAUSE = 900.0
"""Seconds before a session that follows brief ones, at most."""
RESERVE = 50
"""One in so many of the day's sessions is left to starts: a session that ended takes none of it.

Discord takes the token away from a bot that identifies once too often.
"""
TAKE_PART = "SHARDS=auto asks Discord how many it should be"
ENDS = {
    4004: "Discord does not accept DISCORD_TOKEN any more; copy it anew from the Bot page of your "
    "application at https://discord.com/developers/applications.",
    4010: f"Discord does not accept these shards; {TAKE_PART}.",
    4011: f"The bot is in too many servers for so few shards; {TAKE_PART}.",
    4012: "Discord does not speak this version of its gateway any more; update the bot.",
    4013: "Discord does not know what the bot wants to hear of; update the bot.",
    4014: "Discord does not let the bot hear what it wants to; update the bot.",
}
"""What to do about a connection that Discord closed for good, by its code."""
REFUSALS = {4004, 4012, 4013, 4014}
"""Those after which another start would end alike."""
LIMITS = "total", "remaining", "reset_after", "max_concurrency"

TakeTurn = Callable[[int, int], Awaitable[float]]
"""Given how many shards there are, and the group whose shards identify one after the other: takes
the group's next turn among all processes, and returns in how many seconds that is."""


@dataclass(frozen=True, slots=True)
class Announced:
    """What the library asks of a server until its shard is ready, which may be of thousands."""

    shard_id: int
    unavailable: bool


class ShardState(AutoShardedConnectionState[Any]):
    """What is known of servers: only what is used, and only of those that we are in.

    What the library would do with its objects when something of a server changes is done with what
    the cache keeps; nothing here listens to its events for that.
    """

    _guilds: GuildCache  # type: ignore[assignment]

    def __init__(self, clock: DiscordClock, **options: Any) -> None:
        super().__init__(**options)
        self._admission = Admission(clock, super().parse_interaction_create)

    def clear(self, *, views: bool = True) -> None:
        """Know nothing, as at the start."""
        super().clear(views=views)
        self._guilds = GuildCache(self)

    def parse_interaction_create(self, data: Any) -> None:
        """Let an interaction be handled when it is its turn: the tasks that do begin there."""
        self._admission.add(data)

    def parse_ready(self, data: Any) -> None:
        """Forget the servers of a shard before it hears of them anew.

        The library would keep those that were left while the shard was away.
        """
        plan = ShardPlan(range(data["shard"][0], data["shard"][0] + 1), data["shard"][1])
        for guild_id in [guild_id for guild_id in self._guilds if plan.has(guild_id)]:
            self._guilds.pop(guild_id)
        super().parse_ready(data)

    def _add_guild_from_data(self, data: Any) -> Any:
        """Keep a server; one that was there before is announced without being built."""
        self._guilds.keep(data)
        guild_id = int(data["id"])
        if "unavailable" not in data:  # it is joined just now, and greeted
            return self._guilds[guild_id]
        assert self.shard_count is not None
        shard_id = (guild_id >> 22) % self.shard_count
        return Announced(shard_id, unavailable=data["unavailable"])

    _get_create_guild = _add_guild_from_data

    def parse_guild_update(self, data: Any) -> None:
        """Note what a server is called, who owns it, and its roles."""
        self._guilds.update(data)

    def parse_guild_delete(self, data: Any) -> None:
        """Note that a server is unavailable, or that we have left it."""
        if data.get("unavailable"):
            self._guilds.lose(int(data["id"]))
        else:
            super().parse_guild_delete(data)

    def parse_guild_member_update(self, data: Any) -> None:
        """Note the bot's own roles; it hears of nobody else's."""
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
        """Note a thread, unless it is archived: then it is gone until somebody opens it."""
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
        """Do nothing: nobody asks for it, and the library would build the server for it."""

    parse_channel_pins_update = _ignore
    parse_thread_member_update = parse_thread_members_update = _ignore
    parse_stage_instance_create = parse_stage_instance_update = _ignore
    parse_stage_instance_delete = _ignore


class Socket(DiscordWebSocket):
    """A connection to the gateway that shows the token only to what has said hello as Discord."""

    async def identify(self) -> None:
        """Begin a session."""
        await self._greeted(super().identify())

    async def resume(self) -> None:
        """Go on with the session that was."""
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
        beats = self._keep_alive  # which begin with the hello
        if beats is None or not LEAST_BEAT <= (beats.interval or 0) <= MOST_BEAT:
            raise ValueError("this is no gateway")


@dataclass(slots=True)
class Sessions:
    """What is known of a shard's sessions: when the last began, and how many were brief in turn."""

    began: float | None = None  # None: another may begin
    brief: int = 0
    counted: bool = False  # the last one is, in `brief`

    def begin(self) -> None:
        """Note that a session begins."""
        self.began, self.counted = time.monotonic(), False

    def pause(self) -> float:
        """Return how many seconds to wait before the next, now that the last one ended."""
        if self.began is None or self.counted:
            return 0.0
        lived, self.counted = time.monotonic() - self.began, True
        self.brief = self.brief + 1 if lived < BRIEF_SESSION else 0
        return min(FIRST_PAUSE * 2 ** (self.brief - 2), LONGEST_PAUSE) if self.brief > 1 else 0.0


class SteadyShard(Shard):
    """A shard that stays connected until its client is closed or Discord ends it for good.

    The library's own ends with whatever it cannot read, begins a session where it could resume
    one, and does either at once, however often.
    """

    _client: ShardedClient

    async def worker(self) -> None:
        """Read events, and connect again whenever the connection is lost."""
        client = self._client
        brief = fruitless = 0  # connections, one after the other
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
                        await asyncio.sleep(0)  # a thousand servers come: others go between
        except ReconnectWebSocket as end:
            return end.resume
        except discord.ConnectionClosed:
            raise
        except Exception as error:  # noqa: BLE001 - what the library cannot read, or nothing at all
            log.warning("shard %s cannot go on reading: %s", self.id, type(error).__name__)
            await self.ws.close(code=4000)  # by which the session can be resumed
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
        """`plan`: the shards; None: all that Discord recommends."""
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
        """The servers that these shards are in, without building each, as `guilds` would."""
        return self._connection._guilds.keys()  # noqa: SLF001 - the library has no other way

    def is_greeting(self, shard_id: int) -> bool:
        """Return whether a shard is being told of its servers, which come in a row.

        Of interactions those in the socket's buffer are all read first: `Admission` orders them.
        """
        return shard_id in self._connection._ready_states  # noqa: SLF001 - the library has no other way

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
            raise _ended(error) from error

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard.

        The library's own tries again by calling itself, which ends with a RecursionError.
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
        """Connect a shard: resume the session of a connection that was lost, else begin one.

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
                # One shard after the other: those that wait for their turns time out else.
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
        """Return which shards to connect, once Discord lets as many sessions start and one more."""
        while True:
            count, limits = await self._ask_gateway()
            plan = self.plan or ShardPlan(range(count), count)
            self._groups = limits["max_concurrency"]
            if limits["remaining"] > len(plan.ids):
                return plan
            await self._await_reset("sessions", limits, len(plan.ids) + 1)

    async def _await_session(self, shard_id: int) -> None:
        """Wait until a session may follow one that ended: not too soon, nor with the day's last."""
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
        """Return how many shards Discord recommends, and which sessions it lets start."""

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
        """Wait for the next day's sessions, or a minute: another process may not need its own."""
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
