"""All gateway sessions together: who hears which event."""

from __future__ import annotations

from enum import IntFlag
from playground import payloads
from playground.gateway.session import Session
from playground.signals import Signal
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.gateway.session import Connection
    from playground.model import Guild
    from playground.model import JSON
    from playground.model import Message
    from playground.world import World



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
    """Hands events to the sessions that asked for them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.sessions: dict[str, Session] = {}
        self.identified = 0  # how many sessions were ever begun
        self.resumed = 0
        self.signal = Signal()

    @property
    def online(self) -> bool:
        """Tell whether the bot is connected."""
        return any(session.connection is not None for session in self.sessions.values())

    def begin(self, intents: int, shard: tuple[int, int], connection: Connection) -> Session:
        """Start a session: READY, then every server."""
        for old in [one for one in self.sessions.values() if one.expired]:
            del self.sessions[old.id]
        world = self._world
        session = Session(intents, shard)
        session.attach(connection)
        self.sessions[session.id] = session
        self.identified += 1
        guilds = [
            guild
            for guild in world.guilds.values()
            if world.bot.id in guild.members and session.hears(0, guild.id)
        ]
        ready = {
            "v": 10,
            "user": payloads.user(world.bot) | {"verified": True, "mfa_enabled": False, "flags": 0},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": gateway_url(world),
            "shard": list(shard),
            "application": {"id": str(world.bot.id), "flags": 0},
            "private_channels": [],
            "user_settings": {},
            "relationships": [],
            "presences": [],
            "geo_ordered_rtc_regions": [],
        }
        session.tell("READY", ready)
        for guild in guilds:
            self._tell_guild(session, guild)
        self.status_changed()
        return session

    def status_changed(self) -> None:
        """Tell the page and whoever waits that the bot came or went."""
        self.signal.ring()
        self._world.changed("bot")

    def dispatch(
        self, event: str, data: JSON, intent: int = 0, guild_id: int | None = None
    ) -> None:
        """Send an event to every session that hears it."""
        text: str | None = None
        for session in self.sessions.values():
            if session.hears(intent, guild_id):
                text = text or json.dumps(data)
                session.send(event, text)

    def announce_guild(self, guild: Guild) -> None:
        """Tell the bot that it was added to a server."""
        for session in self.sessions.values():
            if session.hears(Intents.GUILDS, guild.id):
                self._tell_guild(session, guild)

    def _tell_guild(self, session: Session, guild: Guild) -> None:
        if not session.intents & Intents.GUILDS:
            return
        world = self._world
        members = guild.members.values()
        if not session.intents & Intents.GUILD_MEMBERS:
            members = {world.bot.id: guild.members[world.bot.id]}.values()
        places = [world.channels[channel_id] for channel_id in guild.channels]
        session.tell("GUILD_CREATE", payloads.whole_guild(guild, places, members))

    def dispatch_message(self, event: str, message: Message) -> None:
        """Announce a message, hiding what it says from a bot that may not read it."""
        world = self._world
        if not self.sessions or world.permissions_in(message.channel, world.bot) == 0:
            return
        guild = world.guild_of(message.channel)
        intent = Intents.DIRECT_MESSAGES if guild is None else Intents.GUILD_MESSAGES
        guild_id = None if guild is None else guild.id
        listening = [one for one in self.sessions.values() if one.hears(intent, guild_id)]
        if not listening:
            return
        data = payloads.gateway_message(message, guild)
        open_to_all = guild is None or message.author is world.bot or world.bot in message.mentions
        hidden: JSON = {"content": "", "embeds": [], "attachments": [], "components": []}
        for session in listening:
            readable = open_to_all or session.intents & Intents.MESSAGE_CONTENT
            session.tell(event, data if readable else data | hidden)

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


def gateway_url(world: World) -> str:
    """Return the address of the gateway."""
    return world.address.replace("http", "ws", 1) + "/gateway"
