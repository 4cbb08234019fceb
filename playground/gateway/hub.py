"""All gateway sessions together, and which of them receives an event."""

from __future__ import annotations

import json
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


PRIVILEGED = Intents.GUILD_MEMBERS | Intents.GUILD_PRESENCES | Intents.MESSAGE_CONTENT
EVERY_INTENT = (1 << 26) - 1


class Hub:
    """The gateway sessions of the bot. It knows nothing of the events' contents."""

    def __init__(self) -> None:
        self.sessions: dict[str, Session] = {}
        self.identified = 0  # how many sessions were ever begun
        self.resumed = 0
        self.signal = Signal()

    @property
    def online(self) -> bool:
        """Return whether the bot is connected."""
        return any(session.connection is not None for session in self.sessions.values())

    def begin(self, intents: int, shard: tuple[int, int], connection: Connection) -> Session:
        """Start a session on a connection, and forget those that waited too long for their bot."""
        for old in [one for one in self.sessions.values() if one.expired]:
            del self.sessions[old.id]
        session = Session(intents, shard)
        session.attach(connection)
        self.sessions[session.id] = session
        self.identified += 1
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
