"""The gateway's end of one WebSocket: hello, identify or resume, heartbeats, requests."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from playground import payloads
from playground.gateway.hub import EVERY_INTENT, PRIVILEGED
from playground.gateway.session import Connection

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground.faults import Fault
    from playground.gateway.session import Session
    from playground.model import JSON
    from playground.world import World

    Apply = Callable[[list[Fault]], Awaitable[Fault | None]]
    Failed = Callable[[web.Request, Fault], web.Response]

HEARTBEAT = 41.25  # seconds between heartbeats, as Discord asks
# Seconds before a heartbeat is answered. discord.py notes the time of a heartbeat only after
# sending it, from another thread: a faster answer would look like one to the previous heartbeat.
ROUND_TRIP = 0.05
LARGEST = 4_096  # bytes a bot may send in one message
OK = 200
MOST, WINDOW = 120, 60.0  # messages a bot may send, per seconds


class Closing(Exception):
    """The connection must end with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Gateway:
    """Serves gateway connections."""

    def __init__(self, world: World, apply: Apply, failed: Failed) -> None:
        """`apply` waits for faults' delays and returns one that fails; `failed` answers with it."""
        self._world = world
        self._apply = apply
        self._failed = failed

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection from handshake to close."""
        if self._world.faults.gateway_closed:
            return web.Response(status=503)
        fault = await self._apply(self._world.faults.take("WS", request.path))
        if fault is not None and (fault.cut or fault.status != OK):
            return self._failed(request, fault)
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20, timeout=2.0)
        await socket.prepare(request)
        connection = Connection(socket, request.transport, request.query.get("compress"))
        handler = ConnectionHandler(self._world, connection)
        writer = asyncio.create_task(handler.connection.write())
        code: int | None = None
        try:
            _check_query(request)
            if fault is None or fault.body is None:
                handler.connection.send_op(10, {"heartbeat_interval": int(HEARTBEAT * 1000)})
            else:
                handler.connection.send(fault.body)
            await self._listen(socket, handler)
        except Closing as closing:
            code = closing.code
            handler.connection.close(code)
            await writer
        finally:
            writer.cancel()
            handler.end(code or socket.close_code)
        return socket

    async def _listen(self, socket: web.WebSocketResponse, handler: ConnectionHandler) -> None:
        while True:
            try:
                message = await socket.receive(timeout=HEARTBEAT * 1.5)
            except TimeoutError:
                raise Closing(4009) from None
            if message.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:
                return
            handler.receive(message.data)


def _check_query(request: web.Request) -> None:
    if request.query.get("v", "10") not in {"9", "10"}:
        raise Closing(4012)
    if request.query.get("encoding", "json") != "json":
        raise Closing(4002)


class ConnectionHandler:
    """One connection from hello to close: acts on what the bot sends."""

    def __init__(self, world: World, connection: Connection) -> None:
        self._world = world
        self.connection = connection
        self._session: Session | None = None
        self._received: deque[float] = deque(maxlen=MOST)

    def receive(self, raw: str | bytes) -> None:
        """Act on one message from the bot."""
        now = time.monotonic()
        if len(self._received) == MOST and now - self._received[0] < WINDOW:
            raise Closing(4008)
        self._received.append(now)
        if len(raw) > LARGEST:
            raise Closing(4002)
        try:
            message = json.loads(raw)
            op, data = message["op"], message.get("d")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Closing(4002) from None
        match op:
            case 1:
                asyncio.get_running_loop().call_later(ROUND_TRIP, self.connection.send_op, 11)
            case 2:
                self._identify(data)
            case 6:
                self._resume(data)
            case 8 if self._session is not None:
                self._members(self._session, data)
            case 3 | 4 if self._session is not None:
                pass  # presence and voice are ignored
            case 3 | 4 | 8:
                raise Closing(4003)
            case _:
                raise Closing(4001)

    def _identify(self, data: Any) -> None:
        if self._session is not None:
            raise Closing(4005)
        world = self._world
        if not isinstance(data, dict) or not isinstance(data.get("properties"), dict):
            raise Closing(4002)
        if data.get("token") not in {world.token, f"Bot {world.token}"}:
            raise Closing(4004)
        intents = data.get("intents")
        if not isinstance(intents, int) or not 0 <= intents <= EVERY_INTENT:
            raise Closing(4013)
        if intents & PRIVILEGED and not world.privileged_intents:
            raise Closing(4014)
        match data.get("shard", [0, 1]):
            case [int(shard), int(count)] if 0 <= shard < count:
                pass
            case _:
                raise Closing(4010)
        sharding = world.hub.sharding
        if not sharding.remaining:  # Discord then revokes the token
            raise Closing(4004)
        if not sharding.may_identify(shard):
            self.connection.send_op(9, False)
            return
        if len(world.guilds_of_shard((shard, count))) > sharding.largest:
            raise Closing(4011)
        self._session = world.begin_session(intents, (shard, count), self.connection)

    def _resume(self, data: Any) -> None:
        if not isinstance(data, dict):
            raise Closing(4002)
        world = self._world
        session = world.hub.sessions.get(data.get("session_id", ""))
        if data.get("token") not in {world.token, f"Bot {world.token}"}:
            raise Closing(4004)
        events = None if session is None else session.events_after(int(data.get("seq") or 0))
        if session is None or events is None:
            self.connection.send_op(9, False)
            return
        session.attach(self.connection)
        self._session = session
        for text in events:
            self.connection.send(text)
        session.send("RESUMED", {"_trace": []})
        world.hub.resumed += 1
        world.bot_changed()

    def _members(self, session: Session, data: JSON) -> None:
        guild = self._world.guilds.get(int(data.get("guild_id", 0)))
        if guild is None:
            return
        user_ids = {int(one) for one in data.get("user_ids", [])}
        query = (data.get("query") or "").lower()
        members = [
            payloads.member(one)
            for one in guild.members.values()
            if (one.user.id in user_ids if user_ids else one.user.name.lower().startswith(query))
        ]
        chunk: JSON = {
            "guild_id": str(guild.id),
            "members": members[: data.get("limit") or None],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(one) for one in user_ids - guild.members.keys()],
        }
        if "nonce" in data:
            chunk["nonce"] = data["nonce"]
        session.send("GUILD_MEMBERS_CHUNK", chunk)

    def end(self, code: int | None) -> None:
        """Detach the session, or end it if the bot closed with 1000 or 1001: it will not resume."""
        session = self._session
        if session is None:
            return
        was_ours = session.connection is self.connection
        session.detach(self.connection)
        if was_ours:
            if code in {1000, 1001} and not self.connection.closed_here:
                self._world.hub.sessions.pop(session.id, None)
            self._world.bot_changed()
