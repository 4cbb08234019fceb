"""What the playground remembers: people, servers, channels, messages, interactions."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Any

from playground.signals import Signal

if TYPE_CHECKING:
    import asyncio

JSON = dict[str, Any]


class ChannelType(IntEnum):
    """The kinds of channel that the playground has."""

    TEXT = 0
    DM = 1
    GROUP_DM = 3
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


THREADS = frozenset(
    {ChannelType.ANNOUNCEMENT_THREAD, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}
)
PRIVATE = frozenset({ChannelType.DM, ChannelType.GROUP_DM})


class Flags(IntFlag):
    """Message flags that the playground uses."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    HAS_SNAPSHOT = 1 << 14
    COMPONENTS_V2 = 1 << 15


class Kind(IntEnum):
    """The kinds of interaction."""

    PING = 1
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """The first responses a bot may give to an interaction."""

    PONG = 1
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(slots=True, eq=False)
class User:
    """A person, or the bot."""

    id: int
    name: str
    display_name: str
    bot: bool = False
    locale: str = "en-US"
    has_installed: bool = True
    accepts_dms: bool = True
    about: str = ""  # who this is, shown in the page's list of users


@dataclass(slots=True, eq=False)
class Role:
    """A role of a server; the one with the server's own id belongs to everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0
    color: int = 0
    mentionable: bool = True


@dataclass(slots=True, eq=False)
class Member:
    """A user in a server."""

    user: User
    joined_at: str
    roles: list[int] = field(default_factory=list)
    nick: str | None = None


@dataclass(slots=True, eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: list[int] = field(default_factory=list)
    system_channel_id: int | None = None
    events: dict[int, ScheduledEvent] = field(default_factory=dict)


class EventStatus(IntEnum):
    """The states of a scheduled event."""

    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELED = 4


@dataclass(slots=True, eq=False)
class ScheduledEvent:
    """An event of a server, somewhere outside Discord; its times are in seconds since 1970."""

    id: int
    guild_id: int
    creator: User
    name: str = ""
    description: str = ""
    location: str = ""
    starts: float = 0.0
    ends: float = 0.0
    status: EventStatus = EventStatus.SCHEDULED


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a forum, a thread (a forum's posts are threads), or a conversation."""

    id: int
    type: ChannelType
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    owner_id: int | None = None
    position: int = 0
    topic: str | None = None
    nsfw: bool = False
    slowmode: int = 0  # seconds between a member's messages
    archived: bool = False
    locked: bool = False
    archive_after: int = 1440  # minutes without a message until a thread is archived
    archive_changed: float = 0.0  # when it was last begun, archived, opened; seconds since 1970
    joined: set[int] = field(default_factory=set)  # the users in a thread
    created: str = ""
    recipients: list[User] = field(default_factory=list)
    overwrites: dict[int, tuple[int, int]] = field(default_factory=dict)  # id -> allow, deny
    personal: set[int] = field(default_factory=set)  # the keys of `overwrites` that are users
    messages: OrderedDict[int, Message] = field(default_factory=OrderedDict)
    last_message_id: int | None = None
    signal: Signal = field(default_factory=Signal)


@dataclass(slots=True, eq=False)
class Message:
    """A message in its current state."""

    id: int
    channel: Channel
    author: User
    timestamp: str
    content: str = ""
    type: int = 0
    flags: int = 0
    embeds: list[JSON] = field(default_factory=list)
    attachments: list[JSON] = field(default_factory=list)
    components: list[JSON] = field(default_factory=list)
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    edited: str | None = None
    pinned: bool = False
    nonce: str | None = None
    reference: JSON | None = None
    snapshots: list[JSON] = field(default_factory=list)  # what a forward holds
    thread_id: int | None = None
    interaction: Interaction | None = None  # whose answer it is
    only_for: User | None = None  # an ephemeral message's one reader
    deleted: bool = False
    signal: Signal = field(default_factory=Signal)

    @property
    def thinking(self) -> bool:
        """Return whether it only says that the bot is thinking."""
        return bool(self.flags & Flags.LOADING)

    @property
    def replies_to(self) -> Message | None:
        """The message it replies to; even a deleted one if it belongs to the interaction."""
        if self.reference is None or self.snapshots:
            return None
        target = int(self.reference["message_id"])
        cause = self.interaction
        known = () if cause is None else (cause.message, cause.original)
        found = next((one for one in known if one is not None and one.id == target), None)
        return found or self.channel.messages.get(target)

    def visible_to(self, user: User) -> bool:
        """Return whether this user may read it (apart from the channel's permissions)."""
        return not self.deleted and (self.only_for is None or self.only_for is user)


@dataclass(slots=True, eq=False)
class Interaction:
    """One thing a user asked of the bot, and the state of its answer."""

    id: int
    token: str
    kind: Kind
    user: User
    channel: Channel
    data: JSON
    made: float  # on the playground's clock
    started: float  # on the monotonic clock, like the two below
    message: Message | None = None  # the message whose component was used
    name: str = ""
    metadata: JSON = field(default_factory=dict)
    callback: Callback | None = None
    acknowledged: float | None = None
    answered: float | None = None
    failure: str | None = None
    original: Message | None = None
    follow_ups: list[Message] = field(default_factory=list)
    choices: list[JSON] | None = None
    modal: JSON | None = None
    submission: Interaction | None = None  # the latest submission of that modal
    timer: asyncio.TimerHandle | None = None
    signal: Signal = field(default_factory=Signal)
