"""/daily setup, now and off, and the buttons of what they post."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

import discord
from discord import app_commands

from bot.dailies import DailySetup, Message, SetupRequest, live_somewhere
from bot.errors import BadOption, BadSetup, NotAllowed
from bot.names import tidy
from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction, requester_of
from bot.ui.daily.ids import NowId, RoleId, TestId, group
from bot.ui.daily.post_view import present_test
from bot.ui.daily.poster import draw_shape
from bot.ui.daily.setup_view import (
    present_now,
    present_off,
    present_role,
    present_setup,
    present_tested,
)
from bot.ui.options import complete_zone, last_of_list, list_option, quietly
from bot.ui.permissions import act_of, guild_of, missing_to_post, refusal, require_manager
from bot.ui.roles import existing, require_giver, switch, unheard
from solvers.daily import DAILY_GAMES, successor

LAST_HOUR = 23
DEFAULT_HOUR = 9


@group.command()
@app_commands.describe(
    channel="where to post (default: here)",
    hour="when to post: an hour of the day, 0 to 23 (default: 9)",
    zone="whose clock: a place such as Europe/London (default: at first as in /settings)",
    games=f"all, or some of {', '.join(DAILY_GAMES)} (default: all)",
    role="role to ping; members switch it on and off themselves (@everyone: ping nobody)",
    thread="start a thread to talk under each puzzle (default: no)",
)
@app_commands.autocomplete(zone=complete_zone)
async def setup(  # noqa: PLR0917 - Discord passes options by name
    interaction: Interaction,
    channel: discord.TextChannel | None = None,
    hour: app_commands.Range[int, 0, LAST_HOUR] | None = None,
    zone: app_commands.Range[str, 1, 60] | None = None,
    games: app_commands.Range[str, 1, 100] | None = None,
    role: discord.Role | None = None,
    thread: bool | None = None,
) -> None:
    """Post a puzzle a day in this server, or change where and when."""
    await replies.defer(interaction, private=True)
    guild_id = require_manager(interaction, "Setting up daily puzzles")
    chosen = Chosen(
        channel_id=None if channel is None else channel.id,
        hour=hour,
        zone=zone,
        games=list_option("games", games) or None,
        role=role,
        thread=thread,
    )
    await set_up(interaction, guild_id, chosen)


@setup.autocomplete("games")
@quietly
def _games(_interaction: Interaction, typed: str) -> Iterable[str]:
    taken = list_option("games", typed.rpartition(" ")[0])
    offered = (
        [game for game in DAILY_GAMES if game not in taken] if taken else ["all", *DAILY_GAMES]
    )
    return last_of_list(
        typed.lower(), lambda last: [game for game in offered if game.startswith(last)]
    )


@group.command()
async def now(interaction: Interaction) -> None:
    """Post today’s puzzle right away, or again if posting failed."""
    await _post_now(interaction)


async def _post_now(interaction: Interaction) -> None:
    await replies.defer(interaction, private=True)
    guild_id = require_manager(interaction, "Posting a daily puzzle")
    post = await post_now(interaction, guild_id)
    assert post.number is not None
    await replies.edit(interaction, present_now(post.number, post.channel_id))


@group.command()
async def off(interaction: Interaction) -> None:
    """Stop posting daily puzzles in this server."""
    await replies.defer(interaction, private=True)
    guild_id = require_manager(interaction, "Turning off daily puzzles")
    await interaction.client.services.dailies.hosting.off(guild_id, act_of(interaction))
    await replies.edit(interaction, present_off())


class TestButton(PersistentButton[TestId], ids=TestId):
    """Post a test."""

    async def press(self, interaction: Interaction) -> None:
        """Post it, if the person who pressed may set things up."""
        await replies.defer(interaction, private=True)
        setup = await post_test(interaction, require_manager(interaction, "Posting a test"))
        await replies.edit(interaction, present_tested(setup.channel_id))


class NowButton(PersistentButton[NowId], ids=NowId):
    """Post today’s puzzle."""

    async def press(self, interaction: Interaction) -> None:
        """Post it, if the person who pressed may set things up."""
        await _post_now(interaction)


class RoleButton(PersistentButton[RoleId], ids=RoleId):
    """Gives or takes the role that the server's setup names."""

    async def press(self, interaction: Interaction) -> None:
        """Give the role to the person who pressed, or take it away."""
        await replies.defer(interaction, private=True)
        guild_id = guild_of(interaction)
        setup = await interaction.client.services.dailies.queries.setup(guild_id)
        role_id, given = await switch(
            interaction, None if setup is None else setup.role_id, "puzzles"
        )
        await replies.edit(interaction, present_role(role_id, given=given))


@dataclass(frozen=True, slots=True)
class Chosen:
    """The options of /daily setup; None keeps the earlier value, or else the default."""

    channel_id: int | None = None
    hour: int | None = None
    zone: str | None = None
    games: tuple[str, ...] | None = None
    role: discord.Role | None = None
    thread: bool | None = None


async def set_up(interaction: Interaction, guild_id: int, chosen: Chosen) -> None:
    """Set a server up and show it; raises BadOption, BadSetup, BadTime or NotAllowed."""
    guild = _joined(interaction, guild_id)
    dailies = interaction.client.services.dailies
    before = await dailies.queries.setup(guild_id)
    request = await _request(interaction, before, guild_id, chosen)
    channel = _require_channel(guild, request.channel_id)
    if request.thread:
        _require_threads(guild, channel)
    if chosen.role is not None and not chosen.role.is_default():
        require_giver(interaction, guild, chosen.role)
    hosted = await dailies.hosting.set_up(guild_id, act_of(interaction), request)
    interaction.client.services.scheduler.wake()
    settings = await interaction.client.services.store.guilds.settings(guild_id)
    warnings = _warnings(guild, channel, request.role_id)
    shown = replace(hosted.setup, role_id=existing(guild, hosted.setup.role_id))
    hosted = replace(hosted, setup=shown)
    page = present_setup(hosted, interaction.created_at, warnings, zone=settings.time_zone)
    await replies.edit(interaction, page)


async def post_now(interaction: Interaction, guild_id: int) -> Message:
    """Have the open puzzle posted at once; raises BadSetup or NotAllowed."""
    dailies = interaction.client.services.dailies
    setup = await dailies.queries.setup(guild_id)
    if setup is not None and setup.running:
        _require_channel(_joined(interaction, guild_id), setup.channel_id)
    number = await dailies.queries.current(guild_id, interaction.created_at)
    there = await dailies.queries.post(guild_id, number)
    gone = there.message_id if there and await _is_deleted(interaction, there) else None
    post = await dailies.hosting.post_now(guild_id, act_of(interaction), gone)
    interaction.client.services.scheduler.wake()
    return post


async def post_test(interaction: Interaction, guild_id: int) -> DailySetup:
    """Post a test in the channel of the server's puzzles; raises BadSetup or NotAllowed."""
    queries, at = interaction.client.services.dailies.queries, interaction.created_at
    setup = await queries.setup(guild_id)
    if setup is None or not setup.running:
        raise BadSetup("Daily puzzles are off here. Turn them on with /daily setup.")
    channel = _require_channel(_joined(interaction, guild_id), setup.channel_id)
    requester = requester_of(interaction)
    over = await queries.edition(max(1, live_somewhere(at).start - 1), requester=requester)
    drawn = await draw_shape(interaction.client.services, over, requester=requester)
    try:
        page = present_test(over, existing(channel.guild, setup.role_id), drawn)
        may = channel.permissions_for(channel.guild.me)
        await replies.post(channel, page, attach=may.attach_files)
    except discord.Forbidden as error:  # Discord has not told us yet that the permission is gone
        missing = missing_to_post(channel.permissions_for(channel.guild.me))
        raise NotAllowed(refusal(f"in #{channel.name}", missing)) from error
    return setup


async def _is_deleted(interaction: Interaction, post: Message) -> bool:
    """Whether a message that was sent, or its channel, has been deleted."""
    if post.message_id is None:
        return False
    channel = interaction.client.get_partial_messageable(post.channel_id, guild_id=post.guild_id)
    try:
        with contextlib.suppress(discord.Forbidden):
            await channel.fetch_message(post.message_id)
    except discord.NotFound:
        return True
    return False


async def _request(
    interaction: Interaction, before: DailySetup | None, guild_id: int, chosen: Chosen
) -> SetupRequest:
    """Return the setup asked for: chosen values, else earlier ones, else the defaults."""
    if before is None:
        settings = await interaction.client.services.store.guilds.settings(guild_id)
        here = interaction.channel
        channel_id = here.parent_id if isinstance(here, discord.Thread) else interaction.channel_id
        assert channel_id is not None
        default = SetupRequest(channel_id, DEFAULT_HOUR, settings.time_zone)
    else:
        default = SetupRequest(
            channel_id=before.channel_id,
            hour=before.hour,
            time_zone=before.time_zone,
            games=tuple(filter(before.has, DAILY_GAMES)),
            role_id=before.role_id,
            thread=before.thread,
        )
    return SetupRequest(
        channel_id=chosen.channel_id or default.channel_id,
        hour=default.hour if chosen.hour is None else chosen.hour,
        time_zone=chosen.zone or default.time_zone,
        games=default.games if chosen.games is None else _parse_games(chosen.games),
        role_id=default.role_id if chosen.role is None else _role_id(chosen.role),
        thread=default.thread if chosen.thread is None else chosen.thread,
    )


def _parse_games(typed: tuple[str, ...]) -> tuple[str, ...]:
    if set(typed) == {"all"}:
        return DAILY_GAMES
    typed = tuple(map(successor, typed))
    unknown = [game for game in typed if game not in DAILY_GAMES]
    if unknown:
        raise BadOption(
            f"I don’t know the game “{unknown[0]}”. `games` takes {', '.join(DAILY_GAMES)} or all."
        )
    return tuple(dict.fromkeys(typed))


def _role_id(role: discord.Role) -> int | None:
    return None if role.is_default() else role.id


def _joined(interaction: Interaction, guild_id: int) -> discord.Guild:
    guild = interaction.client.get_guild(guild_id)
    if guild is None:
        raise NotAllowed(
            "I can only answer commands here. Invite me to this server as a bot so that I can post."
        )
    return guild


def _require_channel(guild: discord.Guild, channel_id: int) -> discord.TextChannel:
    """Return the channel; raises BadSetup or NotAllowed if puzzles cannot be posted in it."""
    channel = guild.get_channel(channel_id)
    if channel is None:
        raise BadSetup(
            "That channel is gone, or I can’t see it. Choose another `channel` with /daily setup."
        )
    if not isinstance(channel, discord.TextChannel):
        raise BadSetup("Daily puzzles need a text channel. Choose one with `channel`.")
    if missing := missing_to_post(channel.permissions_for(guild.me)):
        raise NotAllowed(refusal(f"in #{channel.name}", missing))
    return channel


def _require_threads(guild: discord.Guild, channel: discord.TextChannel) -> None:
    if not channel.permissions_for(guild.me).create_public_threads:
        raise NotAllowed(
            f"I’m not allowed to start threads in #{channel.name}. Give me Create Public Threads, "
            "or set `thread` to no."
        )


def _warnings(guild: discord.Guild, channel: discord.TextChannel, role_id: int | None) -> list[str]:
    """Return what organisers should change, although puzzles can be posted."""
    warnings = []
    if not channel.permissions_for(guild.me).attach_files:
        warnings.append(
            f"I’m not allowed to attach files in #{channel.name}, so puzzles come without their "
            "picture: the words stand in its place. A test shows how that looks; for pictures, "
            "give me Attach Files."
        )
    if role_id is None:
        return warnings
    role = guild.get_role(role_id)
    if role is None:
        return [*warnings, "The role to ping is gone. Choose another `role`."]
    if warning := unheard(role, channel.permissions_for(guild.me)):
        warnings.append(warning)
    opened = [one for one in guild.channels if one.overwrites_for(role).pair()[0].value]
    if opened:
        more = f" and {len(opened) - 1} more" if len(opened) > 1 else ""
        warnings.append(
            f"Anyone can take @{tidy(role.name)}, and with it what it may do in "
            f"#{opened[0].name}{more}."
        )
    return warnings
