"""Everything the playground knows at one moment: the bot, people, servers, channels, commands."""

from __future__ import annotations

import base64
import secrets
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING

from playground import payloads, permissions
from playground.clock import Agenda, Clock, Snowflakes, moment_of
from playground.errors import unknown
from playground.faults import Faults
from playground.feed import Feed
from playground.files import Files
from playground.gateway.hub import Hub, Intents
from playground.gateway.session import belongs
from playground.model import (
    PRIVATE,
    THREADS,
    Channel,
    ChannelType,
    EventStatus,
    Guild,
    Member,
    Role,
    ScheduledEvent,
    User,
)

if TYPE_CHECKING:
    from datetime import datetime

    from playground.gateway.session import Connection, Session
    from playground.model import JSON, Interaction, Message

HISTORY = 2_000  # messages remembered in each channel


class World:
    """The state behind the server. One bot, several people, some servers."""

    def __init__(
        self,
        *,
        bot_name: str = "Bot",
        privileged_intents: bool = False,
        moment: datetime | None = None,
    ) -> None:
        self.clock = Clock(moment)
        self.agenda = Agenda(self.clock)
        self.ids = Snowflakes(self.clock)
        self.bot = User(self.ids.next(), bot_name, bot_name, bot=True)
        self.token = _token(self.bot.id)
        self.privileged_intents = privileged_intents
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int | None, dict[int, JSON]] = {None: {}}  # by guild; None is global
        self.interactions: OrderedDict[int, Interaction] = OrderedDict()
        self.by_token: dict[str, Interaction] = {}
        self.let_in: dict[tuple[int, str], set[int]] = {}  # roles, by server and command
        self.creates: dict[int | None, list[float]] = {}  # when commands were added, by guild
        self.examples: dict[str, str] = {}  # command lines by title, offered in an empty channel
        self.gaps: dict[str, int] = {}  # requests that the playground does not cover, counted
        self.faults = Faults()
        self.feed = Feed()
        self.files = Files(self.ids)
        self.hub = Hub()
        self.address = ""  # http://host:port, once the server listens

    # Time

    def advance(self, seconds: float) -> None:
        """Move the clock forward, and run the agenda's actions up to that time."""
        self.clock.advance(seconds)
        self.agenda.catch_up()
        self.changed("clock")

    # People

    def create_user(self, name: str, display_name: str | None = None, about: str = "") -> User:
        """Add a person, who is in no server yet."""
        user = User(self.ids.next(), name, display_name or name, about=about)
        self.users[user.id] = user
        self.changed("people")
        return user

    def user(self, user_id: int) -> User:
        """Return a user, or raise Discord's 404."""
        try:
            return self.users[user_id]
        except KeyError:
            raise unknown("User") from None

    # Servers

    def create_guild(
        self, name: str, owner: User, *, with_bot: bool = True, system_channel: bool = False
    ) -> Guild:
        """Add a server with its owner, a channel `general` and, usually, the bot.

        With `system_channel`, Discord welcomes new members in `general`.
        """
        guild = Guild(self.ids.next(), name, owner.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.ORDINARY)
        self.guilds[guild.id] = guild
        self.add_member(guild, owner)
        general = self.create_channel(guild, "general")
        if system_channel:
            guild.system_channel_id = general.id
        if with_bot:
            self.invite_bot(guild)
        return guild

    def invite_bot(self, guild: Guild) -> None:
        """Add the bot to a server without any role; channels keep their overwrites for it.

        Raises ValueError if it is already there.
        """
        if self.bot.id in guild.members:
            raise ValueError("the bot is in that server")
        self.add_member(guild, self.bot)
        for session in self.hub.listeners(Intents.GUILDS, guild.id):
            self._send_guild(session, guild, joined=True)

    def remove_bot(self, guild: Guild) -> None:
        """Take the bot out of a server."""
        del guild.members[self.bot.id]
        self.commands.pop(guild.id, None)
        self.hub.dispatch("GUILD_DELETE", {"id": str(guild.id)}, Intents.GUILDS, guild.id)
        self.changed("people")

    def guild(self, guild_id: int) -> Guild:
        """Return a server that the bot is in, or raise what Discord answers."""
        guild = self.guilds.get(guild_id)
        if guild is None or self.bot.id not in guild.members:
            raise unknown("Guild")
        return guild

    def add_member(self, guild: Guild, user: User, *roles: Role) -> Member:
        """Bring a user into a server."""
        member = Member(user, self.clock.iso(), [role.id for role in roles])
        guild.members[user.id] = member
        if user is not self.bot:
            data = payloads.member(member) | {"guild_id": str(guild.id)}
            self.hub.dispatch("GUILD_MEMBER_ADD", data, Intents.GUILD_MEMBERS, guild.id)
        self.changed("people")
        return member

    def remove_member(self, guild: Guild, user: User) -> None:
        """Take a user out of a server, as if they left."""
        del guild.members[user.id]
        data = {"guild_id": str(guild.id), "user": payloads.user(user)}
        self.hub.dispatch("GUILD_MEMBER_REMOVE", data, Intents.GUILD_MEMBERS, guild.id)
        self.changed("people")

    def update_member(self, guild: Guild, member: Member) -> None:
        """Announce that a member's roles or name changed; a bot always hears of its own changes."""
        data = payloads.member(member) | {"guild_id": str(guild.id)}
        intent = Intents.GUILDS if member.user is self.bot else Intents.GUILD_MEMBERS
        self.hub.dispatch("GUILD_MEMBER_UPDATE", data, intent, guild.id)
        self.changed("people")

    def create_role(self, guild: Guild, name: str, granted: int = 0, color: int = 0) -> Role:
        """Add a role to a server."""
        role = Role(self.ids.next(), name, granted, len(guild.roles), color)
        guild.roles[role.id] = role
        data = {"guild_id": str(guild.id), "role": payloads.role(role)}
        self.hub.dispatch("GUILD_ROLE_CREATE", data, Intents.GUILDS, guild.id)
        return role

    def move_role(self, guild: Guild, role: Role, position: int) -> None:
        """Move a role in the order of roles; a bot can give only roles below its own."""
        role.position = position
        data = {"guild_id": str(guild.id), "role": payloads.role(role)}
        self.hub.dispatch("GUILD_ROLE_UPDATE", data, Intents.GUILDS, guild.id)

    def delete_role(self, guild: Guild, role: Role) -> None:
        """Remove a role from a server and its members."""
        del guild.roles[role.id]
        for member in guild.members.values():
            if role.id in member.roles:
                member.roles.remove(role.id)
        data = {"guild_id": str(guild.id), "role_id": str(role.id)}
        self.hub.dispatch("GUILD_ROLE_DELETE", data, Intents.GUILDS, guild.id)
        self.changed("people")

    # Channels

    def create_channel(
        self,
        guild: Guild,
        name: str,
        *,
        topic: str | None = None,
        kind: ChannelType = ChannelType.TEXT,
    ) -> Channel:
        """Add a channel to a server: text, announcements or a forum."""
        channel = Channel(
            self.ids.next(),
            kind,
            name,
            guild_id=guild.id,
            position=len(guild.channels),
            topic=topic,
        )
        self.add_channel(channel)
        self.hub.dispatch("CHANNEL_CREATE", payloads.channel(channel), Intents.GUILDS, guild.id)
        return channel

    def add_channel(self, channel: Channel) -> None:
        """Add a channel, and notify the pages."""
        self.channels[channel.id] = channel
        if channel.guild_id is not None:
            self.guilds[channel.guild_id].channels.append(channel.id)
        self.changed("places")

    def delete_channel(self, channel: Channel) -> None:
        """Remove a channel and its messages."""
        del self.channels[channel.id]
        if channel.guild_id is not None:
            self.guilds[channel.guild_id].channels.remove(channel.id)
            kind = "THREAD_DELETE" if channel.type in THREADS else "CHANNEL_DELETE"
            self.hub.dispatch(kind, payloads.channel(channel), Intents.GUILDS, channel.guild_id)
        self.changed("places")

    def let_use(self, guild: Guild, command: str, role: Role) -> None:
        """Let a role use a command whatever permissions it needs, as Integrations settings do."""
        self.let_in.setdefault((guild.id, command), set()).add(role.id)

    def overwrite(self, channel: Channel, key: int, allow: int = 0, deny: int = 0) -> None:
        """Grant and deny permissions in a channel to a user or a role, by its id."""
        channel.overwrites[key] = (allow, deny)
        if key in self.users:
            channel.personal.add(key)
        self.announce_channel("UPDATE", channel)

    def set_slowmode(self, channel: Channel, seconds: int) -> None:
        """Make members wait this long between messages; 0 removes the wait."""
        channel.slowmode = seconds
        self.announce_channel("UPDATE", channel)

    def announce_channel(self, what: str, channel: Channel, **more: object) -> None:
        """Tell the pages, and the bot if it may know, of a new or changed channel or thread."""
        thread, guild = channel.type in THREADS, self.guild_of(channel)
        there = guild is not None and self.bot.id in guild.members
        if there and (not thread or self.can_see(channel, self.bot)):
            event = f"{'THREAD' if thread else 'CHANNEL'}_{what}"
            data = payloads.channel(channel) | more
            self.hub.dispatch(event, data, Intents.GUILDS, channel.guild_id)
        self.changed("places")

    # Threads

    def create_thread(
        self,
        parent: Channel,
        name: str,
        owner: User,
        *,
        kind: ChannelType = ChannelType.PUBLIC_THREAD,
        thread_id: int | None = None,
        archive_after: int = 1440,
    ) -> Channel:
        """Start a thread in a channel, or a post in a forum; its owner joins it."""
        thread = Channel(
            thread_id or self.ids.next(),
            kind,
            name,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            owner_id=owner.id,
            created=self.clock.iso(),
            archive_after=archive_after,
            archive_changed=self.clock.now(),
            joined={owner.id},
        )
        self.add_channel(thread)
        self._archive_when_idle(thread)
        self.announce_channel("CREATE", thread, newly_created=True)
        return thread

    def join_thread(self, thread: Channel, user: User) -> None:
        """Add a user to a thread if they are not in it; to the bot a private thread is new."""
        if user.id in thread.joined:
            return
        knew = self.can_see(thread, user)
        thread.joined.add(user.id)
        if user is self.bot and not knew:
            self.announce_channel("CREATE", thread)

    def change_thread(
        self,
        thread: Channel,
        *,
        archived: bool | None = None,
        locked: bool | None = None,
        archive_after: int | None = None,
    ) -> None:
        """Archive or open a thread, lock or unlock it, or set its minutes until archiving."""
        if archived not in {None, thread.archived} or archive_after is not None:
            thread.archive_changed = self.clock.now()
        thread.archived = thread.archived if archived is None else archived
        thread.locked = thread.locked if locked is None else locked
        thread.archive_after = archive_after or thread.archive_after
        self._archive_when_idle(thread)
        self.announce_channel("UPDATE", thread)

    def _archive_when_idle(self, thread: Channel) -> None:
        """Archive a thread that has been idle long enough, or check again once it may have been."""
        if thread.archived or thread.id not in self.channels:
            return
        written = 0.0 if thread.last_message_id is None else moment_of(thread.last_message_id)
        idle_at = max(thread.archive_changed, written) + 60 * thread.archive_after
        if idle_at <= self.clock.now():
            self.change_thread(thread, archived=True)
        else:
            self.agenda.at(idle_at, partial(self._archive_when_idle, thread))

    # Scheduled events

    def announce_event(self, event: ScheduledEvent, what: str) -> None:
        """Tell the bot and the pages of an event that was created, updated or deleted."""
        name, data = f"GUILD_SCHEDULED_EVENT_{what}", payloads.scheduled_event(event)
        self.hub.dispatch(name, data, Intents.GUILD_SCHEDULED_EVENTS, event.guild_id)
        self.changed("places")

    def run_event(self, event: ScheduledEvent) -> None:
        """Begin or end an event whose time has come, and schedule its next change."""
        if event.id not in self.guilds[event.guild_id].events:
            return
        begins = event.status is EventStatus.SCHEDULED
        if not begins and event.status is not EventStatus.ACTIVE:
            return
        moment = event.starts if begins else event.ends
        if moment <= self.clock.now():
            event.status = EventStatus.ACTIVE if begins else EventStatus.COMPLETED
            self.announce_event(event, "UPDATE")
            self.run_event(event)
        else:
            self.agenda.at(moment, partial(self.run_event, event))

    def conversation(self, *users: User) -> Channel:
        """Return the direct messages between these users, opening them if needed."""
        user_ids = {user.id for user in users}
        for channel in self.channels.values():
            if channel.type in PRIVATE and {one.id for one in channel.recipients} == user_ids:
                return channel
        kind = ChannelType.DM if len(user_ids) == 2 else ChannelType.GROUP_DM
        name = ", ".join(user.display_name for user in users if not user.bot)
        channel = Channel(self.ids.next(), kind, name, recipients=list(users))
        self.add_channel(channel)
        return channel

    def guild_of(self, channel: Channel) -> Guild | None:
        """Return the server a channel belongs to, None for direct messages."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def permissions_in(self, channel: Channel, user: User) -> int:
        """Return a user's permissions in a channel; 0 if they are not a member."""
        guild = self.guild_of(channel)
        if guild is None:
            return permissions.ORDINARY if user in channel.recipients else 0
        member = guild.members.get(user.id)
        if member is None:
            return 0
        place = self.channels.get(channel.parent_id or 0, channel)
        granted = permissions.of_member(guild, member, place)
        if channel.type is ChannelType.PRIVATE_THREAD and user.id not in channel.joined:
            return granted if granted & permissions.MANAGE_THREADS else 0
        return granted

    def app_permissions(self, channel: Channel) -> int:
        """Return the bot's permissions in answers to people in a channel.

        In a private thread that it is not in, it has the permissions of the thread's channel.
        """
        guild = self.guild_of(channel)
        if guild is None:
            return permissions.IN_CONVERSATIONS
        own = guild.members.get(self.bot.id)
        if own is None:
            return permissions.IN_CONVERSATIONS
        place = self.channels.get(channel.parent_id or 0, channel)
        return permissions.of_member(guild, own, place)

    def can_see(self, channel: Channel, user: User) -> bool:
        """Return whether a user sees a channel."""
        return bool(self.permissions_in(channel, user) & permissions.VIEW_CHANNEL)

    def message(self, channel: Channel, message_id: int) -> Message:
        """Return a message that a bot can fetch, or raise Discord's 404."""
        found = channel.messages.get(message_id)
        if found is None or found.only_for is not None:
            raise unknown("Message")
        return found

    # The gateway

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return self.address.replace("http", "ws", 1) + "/gateway"

    def begin_session(
        self, intents: int, shard: tuple[int, int], connection: Connection
    ) -> Session:
        """Start a gateway session: READY, then every server of its shard."""
        session = self.hub.begin(intents, shard, connection)
        guilds = self.guilds_of_shard(shard)
        session.send("READY", payloads.ready(self.bot, guilds, session, self.gateway_url))
        for guild in guilds:
            self._send_guild(session, guild)
        self.bot_changed()
        return session

    def guilds_of_shard(self, shard: tuple[int, int]) -> list[Guild]:
        """Return the servers of a shard that the bot is in."""
        return [
            guild
            for guild in self.guilds.values()
            if self.bot.id in guild.members and belongs(guild.id, shard)
        ]

    def _send_guild(self, session: Session, guild: Guild, *, joined: bool = False) -> None:
        if not session.intents & Intents.GUILDS:
            return
        members = guild.members.values()
        if not session.intents & Intents.GUILD_MEMBERS:
            members = {self.bot.id: guild.members[self.bot.id]}.values()
        every = (self.channels[channel_id] for channel_id in guild.channels)
        channels = [one for one in every if one.type not in THREADS or self.can_see(one, self.bot)]
        data = payloads.whole_guild(guild, channels, members)
        if joined:  # this is how a library tells a new server from one that has become available
            del data["unavailable"]
        session.send("GUILD_CREATE", data)

    def announce_message(self, event: str, message: Message) -> None:
        """Send a message to the bot, without its content if the bot may not read that."""
        if not self.hub.sessions or self.permissions_in(message.channel, self.bot) == 0:
            return
        guild = self.guild_of(message.channel)
        intent = Intents.DIRECT_MESSAGES if guild is None else Intents.GUILD_MESSAGES
        listeners = self.hub.listeners(intent, None if guild is None else guild.id)
        if not listeners:
            return
        data = payloads.gateway_message(message, guild)
        open_to_all = guild is None or message.author is self.bot or self.bot in message.mentions
        hidden: JSON = {"content": "", "embeds": [], "attachments": [], "components": []}
        if message.snapshots:
            hidden["message_snapshots"] = [
                {"message": one["message"] | hidden} for one in message.snapshots
            ]
        for session in listeners:
            readable = open_to_all or session.intents & Intents.MESSAGE_CONTENT
            session.send(event, data if readable else data | hidden)

    # Notifications to waiters and the pages

    def bot_changed(self) -> None:
        """Notify everyone waiting for the bot, and the pages, that it came or went."""
        self.hub.signal.ring()
        self.changed("bot")

    def commands_changed(self) -> None:
        """Notify everyone waiting for the bot, and the pages, that its commands changed."""
        self.hub.signal.ring()
        self.changed("commands")

    def changed(self, what: str) -> None:
        """Notify the pages that something other than a message changed."""
        event = {"what": what, "online": self.hub.online}
        self.feed.publish("changed", lambda _user: event)


def _token(bot_id: int) -> str:
    """Return a token of the usual form: the bot's id, then two parts that mean nothing here."""
    name = base64.urlsafe_b64encode(str(bot_id).encode()).decode().rstrip("=")
    return f"{name}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(27)}"
