"""Who may do what in a server, and the `Act` of an interaction."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import aiohttp
import discord

from bot.contests import Act, Contest, Scope, Season
from bot.errors import NotAllowed, WrongState
from bot.guard import PersonalGuard
from bot.names import tidy
from bot.ui.client import Interaction
from solvers.text import series

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Permission:
    """A permission that the bot can use, as Discord's API and its client call it."""

    flag: str
    name: str
    purpose: str
    without: str  # what happens without it
    invited: bool = True  # whether the README's link asks for it


PERMISSIONS = (
    Permission(
        "view_channel",
        "View Channel",
        "to see the channels it posts in",
        "nothing is posted there, and organisers get a message",
    ),
    Permission(
        "send_messages",
        "Send Messages",
        "to post contests, daily puzzles, races, and a greeting when it joins",
        "nothing is posted there, and organisers get a message; commands are answered all the same",
    ),
    Permission(
        "send_messages_in_threads",
        "Send Messages in Threads",
        "the same in threads and in posts of forums; who leads, in a contest’s thread",
        "nothing is posted in threads: there, Send Messages does not count",
    ),
    Permission(
        "read_message_history",
        "Read Message History",
        "to look whether a post came through when its answer was lost, so that none comes twice",
        "contests, daily puzzles and races are refused there",
    ),
    Permission(
        "attach_files",
        "Attach Files",
        "pictures of snakes and puzzles, and files with what is too long for a message",
        "posts and answers come without: words stand where the picture would be, and files have to "
        "be asked for elsewhere",
    ),
    Permission(
        "create_public_threads",
        "Create Public Threads",
        "a thread under each daily puzzle or under a contest, where somebody asked for one",
        "`/daily setup` refuses threads, and contests go without",
        invited=False,
    ),
    Permission(
        "manage_threads",
        "Manage Threads",
        "to keep a contest’s thread locked until its end, so that nobody talks about answers, and "
        "to open threads that Discord or somebody has closed",
        "people can talk in the thread from the start, and a contest in a thread that somebody "
        "closed stays as it was; organisers get a message",
        invited=False,
    ),
    Permission(
        "create_events",
        "Create Events",
        "a contest in the server’s list of events, where somebody asked for that",
        "the contest isn’t in the list",
        invited=False,
    ),
    Permission(
        "manage_roles",
        "Manage Roles",
        "the role that members take by a button, and the role of a season’s champion",
        "those buttons say so, and organisers are asked to hand over the champion’s role",
        invited=False,
    ),
    Permission(
        "mention_everyone",
        "Mention @everyone, @here and All Roles",
        "to ping a role that not everybody may mention",
        "the post comes and pings nobody; organisers get a message",
        invited=False,
    ),
)
"""Everything that the bot can use, as a table in docs/hosting.md."""


WORDS_IN_A_FILE = (
    "Those words don’t fit in a message, so they come as a file, and I’m not allowed to attach "
    "files {place}. I need Attach Files."
)


THREADED = {"create_public_threads", "send_messages_in_threads"}
"""What a contest's thread, and the news of leaders in it, need."""


def missing_to_post(may: discord.Permissions, *, in_thread: bool = False) -> list[str]:
    """Return the names of missing permissions without which nothing can be posted in a channel."""
    writing = "send_messages_in_threads" if in_thread else "send_messages"
    # Nothing is allowed in a channel that is not seen, so View Channel may be all that is missing.
    needed = {"view_channel"} | ({writing, "read_message_history"} if may.view_channel else set())
    return [one.name for one in PERMISSIONS if one.flag in needed and not getattr(may, one.flag)]


def no_thread(guild: discord.Guild | None, channel_id: int) -> str | None:
    """Say why no thread can begin in a channel; None if one can, as far as we know."""
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if guild is None or guild.unavailable or channel is None:
        return None
    if not isinstance(channel, discord.TextChannel):
        return "There’s no thread: only ordinary channels can have one."
    may, needed = channel.permissions_for(guild.me), THREADED
    missing = [one.name for one in PERMISSIONS if one.flag in needed and not getattr(may, one.flag)]
    if not missing:
        return None
    return f"There’s no thread, as I’m not allowed to start one. I need {series(missing)}."


def refusal(place: str, missing: Sequence[str]) -> str:
    """Say that the bot may not post in a place, and what it needs there."""
    *others, last = missing or ("View Channel", "Send Messages", "Read Message History")
    named = f"{', '.join(others)} and {last}" if others else last
    return f"I’m not allowed to post {place}. I need {named}."


def act_of(interaction: Interaction) -> Act:
    """Return who did what, at the moment that Discord's own clock says."""
    return Act(interaction.user.id, interaction.created_at, interaction.id, interaction.channel_id)


def scope_of(interaction: Interaction, *, organiser: bool = False, public: bool = False) -> Scope:
    """Return which contests the person who asks can find: the ones in channels that they see.

    `public`: only what they may show here: contests of this channel, or of ones all can see, too.
    """
    organiser = organiser or interaction.permissions.manage_events
    guild, here = interaction.guild, interaction.channel_id
    sees = _sees(guild, interaction.user, here, organiser=organiser)
    if not public:
        return _scope(interaction.guild_id, guild, interaction.user, sees)

    def all_see(channel_id: int, parent_id: int | None) -> bool:
        if channel_id == here or guild is None:
            return channel_id == here
        channel = guild.get_channel_or_thread(channel_id) or guild.get_channel(parent_id or 0)
        if channel is None:
            return False
        if isinstance(channel, discord.Thread) and (channel.is_private() or not channel.parent):
            return False
        everyone = channel.permissions_for(guild.default_role)
        return everyone.view_channel and sees(channel_id, parent_id)

    return _scope(interaction.guild_id, guild, interaction.user, all_see)


def require_public(interaction: Interaction, shown: Contest | Season, *, private: bool) -> None:
    """Refuse to show here what not everybody may know about; raises WrongState."""
    public = scope_of(interaction, public=True)
    seen = isinstance(shown, Season) and public.shows(shown)
    if not private and not seen and not public.sees(shown.channel_id, shown.parent_id):
        raise WrongState(
            "Not everybody here sees the channel that’s from. Leave out `private` and I’ll show "
            "you alone, or ask in that channel."
        )


def _scope(
    guild_id: int | None,
    guild: discord.Guild | None,
    user: discord.User | discord.Member,
    sees: Callable[[int, int | None], bool],
) -> Scope:
    def name_of(role_id: int) -> str | None:
        role = guild and guild.get_role(role_id)
        return tidy(role.name) if role else None

    if not isinstance(user, discord.Member):
        return Scope(guild_id, sees, name_of=name_of)
    roles = frozenset(role.id for role in user.roles)
    return Scope(guild_id, sees, roles, user.joined_at, name_of)


def guard_of(interaction: Interaction, *, planning: bool = False) -> PersonalGuard:
    """Return a guard that refuses the puzzles that the person who asks may be playing.

    `planning`: for planning a contest; then puzzles of contests that they made are not refused.
    """
    guard = interaction.client.services.guard
    return guard.of(interaction.user.id, scopes_of(interaction), planning=planning)


def scopes_of(interaction: Interaction) -> Callable[[int], Awaitable[Scope | None]]:
    """Return a function from a server to the scope there of the person who asks.

    It returns None if they are not in the server. Where Discord does not say, they count as a
    member who sees everything; so do members of servers whose channels this process does not know.
    """
    client, user = interaction.client, interaction.user

    async def scope_in(guild_id: int) -> Scope | None:
        if guild_id == interaction.guild_id:
            return scope_of(interaction)
        guild, members = client.get_guild(guild_id), client.members
        try:
            if guild is None or guild.unavailable:  # another process's, or its shard is not up yet
                here = await members.is_elsewhere(client, guild_id, user.id)
                return Scope(guild_id) if here else None
            member = await members.find(guild, user.id)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("Discord did not say whether somebody is in a server: %s", error)
            return Scope(guild_id)
        if member is None:
            return None
        organiser = member.guild_permissions.manage_events
        return Scope(guild_id, _sees(guild, member, interaction.channel_id, organiser=organiser))

    return scope_in


def parent_of(interaction: Interaction) -> int | None:
    """Return the channel of the public thread that the interaction is in, if it is in one."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and not channel.is_private():
        return channel.parent_id
    return None


def _sees(
    guild: discord.Guild | None,
    member: discord.Member | discord.User,
    here: int | None,
    *,
    organiser: bool,
) -> Callable[[int, int | None], bool]:
    """Return a function that tells whether a member sees a channel, by its id and its parent's.

    Archived threads are unknown: a public one is seen by everyone who sees its parent. Any other
    unknown channel is a private thread or gone: then only organisers need to see it.
    """

    def sees(channel_id: int, parent_id: int | None) -> bool:
        if channel_id == here:
            return True
        channel = None if guild is None else guild.get_channel_or_thread(channel_id)
        if channel is None and guild is not None and parent_id is not None:
            channel = guild.get_channel(parent_id)
        if channel is None or not isinstance(member, discord.Member):
            return organiser
        may = channel.permissions_for(member)
        if isinstance(channel, discord.Thread) and channel.is_private():
            return may.view_channel and (organiser or may.manage_threads)
        return may.view_channel

    return sees


def guild_of(interaction: Interaction) -> int:
    """Return the interaction's server; raises NotAllowed outside of one."""
    if interaction.guild_id is None:
        raise NotAllowed("That only works in a server. Try it there.")
    return interaction.guild_id


async def is_organiser(interaction: Interaction) -> bool:
    """Return whether somebody may organise, by Manage Events or by the role in the settings."""
    if interaction.permissions.manage_events:
        return True
    settings = await interaction.client.services.store.guilds.settings(guild_of(interaction))
    role = settings.contest_role_id
    return (
        role is not None
        and isinstance(interaction.user, discord.Member)
        and _has(interaction.user, role)
    )


async def require_other_organiser(interaction: Interaction, member: discord.Member) -> None:
    """Raise NotAllowed unless another member may organise here."""
    settings = await interaction.client.services.store.guilds.settings(guild_of(interaction))
    role = settings.contest_role_id
    may = member.resolved_permissions or member.guild_permissions
    if member.bot or not (may.manage_events or (role is not None and _has(member, role))):
        raise NotAllowed(
            f"{member.display_name} can’t organise contests here. Choose somebody with Manage "
            "Events or the contest role of /settings."
        )


async def require_organiser(interaction: Interaction) -> int:
    """Return the server; raises NotAllowed unless the person who asks may organise there."""
    guild_id = guild_of(interaction)
    if not await is_organiser(interaction):
        settings = await interaction.client.services.store.guilds.settings(guild_id)
        role = settings.contest_role_id
        or_role = "" if role is None else f" or the role {_named(interaction, role)}"
        raise NotAllowed(
            f"Organising contests needs the permission Manage Events{or_role}. Ask somebody who "
            "runs this server."
        )
    return guild_id


def require_manager(interaction: Interaction, what: str = "Changing the settings") -> int:
    """Return the server; raises NotAllowed unless the person who asks may change its settings."""
    guild_id = guild_of(interaction)
    if not interaction.permissions.manage_guild:
        raise NotAllowed(f"{what} needs the permission Manage Server. Ask somebody who has it.")
    return guild_id


def require_posting(interaction: Interaction) -> None:
    """Raise NotAllowed unless the bot itself may post in the interaction's channel."""
    if interaction.client.get_guild(guild_of(interaction)) is None:
        raise NotAllowed(
            "I can only answer commands here. Invite me to this server as a bot so that I can post."
        )
    if posts_by_token(interaction):
        raise NotAllowed(
            "I’m not in this private thread, so I can’t post here. Mention me to bring me in, and "
            "try again."
        )
    in_thread = isinstance(interaction.channel, discord.Thread)
    if missing := missing_to_post(interaction.app_permissions, in_thread=in_thread):
        raise NotAllowed(refusal("here", missing))


def require_files(interaction: Interaction) -> None:
    """Raise NotAllowed unless the bot may attach a contest's words here."""
    if not interaction.app_permissions.attach_files:
        raise NotAllowed(WORDS_IN_A_FILE.format(place="here"))


def posts_by_token(interaction: Interaction) -> bool:
    """Return whether the bot itself cannot post here: it is not in the server, or in the thread."""
    guild = None
    if interaction.guild_id is not None:
        guild = interaction.client.get_guild(interaction.guild_id)
    if guild is None:
        return True
    channel = interaction.channel
    private = isinstance(channel, discord.Thread) and channel.is_private()
    return private and channel is not None and guild.get_thread(channel.id) is None


def _has(member: discord.Member, role_id: int) -> bool:
    return member.get_role(role_id) is not None


def _named(interaction: Interaction, role_id: int) -> str:
    role = interaction.guild.get_role(role_id) if interaction.guild else None
    return f"“{tidy(role.name)}”" if role else "set in /settings"
