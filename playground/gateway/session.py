"""A bot's session on the gateway, and the connection that carries it for now."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import deque
from typing import TYPE_CHECKING

from playground.gateway.compression import Compressor, compressor

if TYPE_CHECKING:
    from aiohttp import web

    from playground.model import JSON

REPLAY = 5_000  # events kept for a bot that resumes
RESUMABLE = 120.0  # seconds a session waits for its bot to come back


class Connection:
    """One open WebSocket. Messages leave in the order they were handed over."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        compress: str | None,
    ) -> None:
        self._socket = socket
        self._transport = transport
        self._compressor: Compressor | None = compressor(compress)
        self._outbox: asyncio.Queue[str | int | None] = asyncio.Queue()
        self.closed_here = False

    def send(self, text: str) -> None:
        """Queue one message."""
        self._outbox.put_nowait(text)

    def send_op(self, op: int, data: object = None) -> None:
        """Queue a message that is not an event."""
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int | None) -> None:
        """Close after the queued messages; None cuts the connection without a closing frame."""
        self.closed_here = True
        if code is None and self._transport is not None:
            self._transport.abort()
        self._outbox.put_nowait(code)

    async def write(self) -> None:
        """Send what is queued until the connection closes."""
        while True:
            item = await self._outbox.get()
            if item is None:
                return
            try:
                if isinstance(item, int):
                    await self._socket.close(code=item)
                    return
                if self._compressor is None:
                    await self._socket.send_str(item)
                else:
                    await self._socket.send_bytes(self._compressor.pack(item.encode()))
            except ConnectionError:
                return


def belongs(guild_id: int | None, shard: tuple[int, int]) -> bool:
    """Return whether a server belongs to a shard; direct messages (None) belong to shard 0."""
    number, count = shard
    return (0 if guild_id is None else (guild_id >> 22) % count) == number


class Session:
    """A session that one `identify` began; it outlives a lost connection for RESUMABLE seconds."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.seq = 0
        self.connection: Connection | None = None
        self.detached_at = 0.0
        self._replay: deque[tuple[int, str]] = deque(maxlen=REPLAY)

    def receives(self, intent: int, guild_id: int | None) -> bool:
        """Return whether an event of this intent (0 for all) and server reaches this session."""
        return (not intent or bool(self.intents & intent)) and belongs(guild_id, self.shard)

    def send_json(self, event: str, data: str) -> None:
        """Send an event whose data is already JSON; keep it for a resume."""
        self.seq += 1
        text = f'{{"op":0,"t":"{event}","s":{self.seq},"d":{data}}}'
        self._replay.append((self.seq, text))
        if self.connection is not None:
            self.connection.send(text)

    def send(self, event: str, data: JSON) -> None:
        """Send an event; keep it for a resume."""
        self.send_json(event, json.dumps(data))

    def attach(self, connection: Connection) -> None:
        """Use this connection for the session; an earlier one is closed."""
        if self.connection is not None:
            self.connection.close(4000)
        self.connection = connection

    def detach(self, connection: Connection) -> None:
        """Note that a connection is gone."""
        if self.connection is connection:
            self.connection = None
            self.detached_at = time.monotonic()

    def events_after(self, seq: int) -> list[str] | None:
        """Return the events after `seq`, or None if some are no longer kept."""
        if seq > self.seq or (self._replay and seq < self._replay[0][0] - 1):
            return None
        return [text for number, text in self._replay if number > seq]

    @property
    def expired(self) -> bool:
        """Return whether it waited too long for its bot."""
        return self.connection is None and time.monotonic() - self.detached_at > RESUMABLE
