"""All gateway sessions together, and which of them receives an event."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from enum import IntFlag
from typing import TYPE_CHECKING

from playground.gateway.session import Session
from playground.signals import Signal

if TYPE_CHECKING:
    from playground.gateway.session import Connection
    from playground.model import JSON


class Intents(IntFlag):
    """The groups of events that a bot asks for."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15
    GUILD_SCHEDULED_EVENTS = 1 << 16


PRIVILEGED = Intents.GUILD_MEMBERS | Intents.GUILD_PRESENCES | Intents.MESSAGE_CONTENT
EVERY_INTENT = (1 << 26) - 1


@dataclass(slots=True)
class Sharding:
    """What Discord says about shards and enforces. A program may change any of it.

    Among shards with the same `id % concurrency`, one may identify per `interval`. Discord's
    interval is five seconds; here it is zero unless set, so that a bot can restart at once.
    """

    recommended: int = 1
    largest: int = 2_500  # servers that one shard may have
    concurrency: int = 1
    interval: float = 0.0
    total: int = 1_000
    remaining: int = 1_000  # sessions that may be started
    reset_after: float = 86_400.0  # seconds until `remaining` is `total` again
    refused: int = 0  # how many shards identified too early
    _last: dict[int, float] = field(default_factory=dict)

    def may_identify(self, shard_id: int) -> bool:
        """Return whether a shard comes late enough after the last one with the same remainder."""
        key, now = shard_id % self.concurrency, time.monotonic()
        if now - self._last.get(key, -self.interval) < self.interval:
            self.refused += 1
            return False
        self._last[key] = now
        return True


class Hub:
    """The gateway sessions of the bot. It knows nothing of the contents of events."""

    def __init__(self) -> None:
        self.sharding = Sharding()
        self.sessions: dict[str, Session] = {}
        self.identified = 0  # how many sessions were ever begun
        self.resumed = 0
        self.signal = Signal()

    @property
    def online(self) -> bool:
        """Return whether the bot is connected, with each of its shards."""
        up = {one.shard for one in self.sessions.values() if one.connection is not None}
        counts = {count for _, count in up}
        return any(all((shard, count) in up for shard in range(count)) for count in counts)

    def begin(self, intents: int, shard: tuple[int, int], connection: Connection) -> Session:
        """Start a session on a connection, and drop sessions that waited too long for their bot."""
        for old in [one for one in self.sessions.values() if one.expired]:
            del self.sessions[old.id]
        session = Session(intents, shard)
        session.attach(connection)
        self.sessions[session.id] = session
        self.identified += 1
        self.sharding.remaining -= 1
        return session

    def listeners(self, intent: int, guild_id: int | None) -> list[Session]:
        """Return the sessions that receive events of this intent (0 for all) and server."""
        return [one for one in self.sessions.values() if one.receives(intent, guild_id)]

    def dispatch(
        self, event: str, data: JSON, intent: int = 0, guild_id: int | None = None
    ) -> None:
        """Send an event to every session that receives it."""
        listeners = self.listeners(intent, guild_id)
        if listeners:
            text = json.dumps(data)
            for session in listeners:
                session.send_json(event, text)

    def drop(self, code: int | None = None) -> None:
        """Cut every connection, by default without a closing frame."""
        for session in self.sessions.values():
            if session.connection is not None:
                session.connection.close(code)

    def ask_to_reconnect(self) -> None:
        """Send opcode 7 to every connection."""
        for session in self.sessions.values():
            if session.connection is not None:
                session.connection.send_op(7)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Send opcode 9 to every connection; unless resumable, the sessions end."""
        for session in list(self.sessions.values()):
            if session.connection is not None:
                session.connection.send_op(9, resumable)
            if not resumable:
                del self.sessions[session.id]
