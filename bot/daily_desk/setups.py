"""Setting daily puzzles up from Discord: what was chosen, and whether it can be done so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot import answers
from bot.dailies import GAMES, Wish, game_of
from bot.dailies.hours import current, due, live_somewhere
from bot.errors import BadOption, BadSetup, NotAllowed
from bot.organisers import NEEDED_DAILY, act_of
from bot.present.daily_post import present_test
from bot.present.daily_setup import present_setup
from bot.store.outbox import new_nonce

if TYPE_CHECKING:
    from datetime import datetime

    from bot.client import Ask
    from bot.dailies import DailyPost, DailySetup

USUAL_HOUR = 9


@dataclass(frozen=True, slots=True)
class Chosen:
    """The options of /daily setup; what is None stays as it was, or is as usual."""

    channel_id: int | None = None
    hour: int | None = None
    zone: str | None = None
    games: tuple[str, ...] | None = None
    role: discord.Role | None = None
    thread: bool | None = None


async def set_up(ask: Ask, guild_id: int, chosen: Chosen) -> None:
    """Set a server up and show it; raises BadOption, BadSetup, BadTime or NotAllowed."""
    guild = _joined(ask, guild_id)
    dailies = ask.client.kit.dailies
    wish = await _wish(ask, await dailies.read.setup(guild_id), guild_id, chosen)
    channel = _require_channel(guild, wish.channel_id)
    if wish.thread:
        _require_threads(guild, channel)
    if chosen.role is not None and not chosen.role.is_default():
        _require_giver(ask, guild, chosen.role)
    setup = await dailies.host.set_up(guild_id, act_of(ask), wish)
    ask.client.nudge()
    troubles = list(_troubles(guild, channel, wish.role_id))
    at = ask.created_at
    await answers.edit(ask, present_setup(setup, next_post(setup, at), at, troubles))


async def post_now(ask: Ask, guild_id: int) -> DailyPost:
    """Want the open puzzle posted at once; raises BadSetup or NotAllowed."""
    host, read = ask.client.kit.dailies.host, ask.client.kit.dailies.read
    setup = await read.setup(guild_id)
    if setup is not None and setup.running:
        _require_channel(_joined(ask, guild_id), setup.channel_id)
    post = await host.post_now(guild_id, act_of(ask))
    ask.client.nudge()
    return post


async def post_test(ask: Ask, guild_id: int) -> DailySetup:
    """Post a test where the server's puzzles go; raises BadSetup or NotAllowed."""
    read, at = ask.client.kit.dailies.read, ask.created_at
    setup = await read.setup(guild_id)
    if setup is None or not setup.running:
        raise BadSetup("Daily puzzles are off in this server; set them up first.")
    channel = _require_channel(_joined(ask, guild_id), setup.channel_id)
    over = await read.edition(max(1, live_somewhere(at).start - 1))
    try:
        await answers.post(channel, present_test(over, setup.role_id), new_nonce())
    except discord.Forbidden as error:  # we do not know yet that it was taken away
        raise NotAllowed(f"I may not post in #{channel.name}: {NEEDED_DAILY}.") from error
    return setup


def next_post(setup: DailySetup, at: datetime) -> datetime:
    """Return when the next puzzle that a server wants is due there."""
    number = current(setup, at) + 1
    while game_of(number) not in setup.games:
        number += 1
    return due(setup, number)


def has_powers(role: discord.Role) -> bool:
    """Tell whether a role may do what not everybody may: then it is not for anyone to take."""
    return bool(role.permissions.value & ~role.guild.default_role.permissions.value)


async def _wish(ask: Ask, before: DailySetup | None, guild_id: int, chosen: Chosen) -> Wish:
    """Return what is asked for: what was chosen, else as it was before, else as usual."""
    if before is None:
        settings = await ask.client.kit.store.guilds.settings(guild_id)
        assert ask.channel_id is not None
        usual = Wish(ask.channel_id, USUAL_HOUR, settings.time_zone)
    else:
        usual = Wish(
            before.channel_id,
            before.hour,
            before.time_zone,
            before.games,
            before.role_id,
            before.thread,
        )
    return Wish(
        chosen.channel_id or usual.channel_id,
        usual.hour if chosen.hour is None else chosen.hour,
        chosen.zone or usual.time_zone,
        usual.games if chosen.games is None else _games(chosen.games),
        usual.role_id if chosen.role is None else _role_id(chosen.role),
        usual.thread if chosen.thread is None else chosen.thread,
    )


def _games(typed: tuple[str, ...]) -> tuple[str, ...]:
    if set(typed) == {"all"}:
        return GAMES
    unknown = [game for game in typed if game not in GAMES]
    if unknown:
        raise BadOption(f"`games` knows no “{unknown[0]}”; choose of {', '.join(GAMES)}, or all.")
    return tuple(dict.fromkeys(typed))


def _role_id(role: discord.Role) -> int | None:
    return None if role.is_default() else role.id


def _joined(ask: Ask, guild_id: int) -> discord.Guild:
    guild = ask.client.get_guild(guild_id)
    if guild is None:
        raise NotAllowed("I know this server's commands only; invite me as a bot, to post here.")
    return guild


def _require_channel(guild: discord.Guild, channel_id: int) -> discord.TextChannel:
    """Return the channel; raises BadSetup or NotAllowed unless puzzles can be posted in it."""
    channel = guild.get_channel(channel_id)
    if channel is None:
        raise BadSetup(
            "The channel is gone or not to be seen by me; choose another `channel` with "
            "`/daily setup`."
        )
    if not isinstance(channel, discord.TextChannel):
        raise BadSetup("Daily puzzles need a text channel; choose one with `channel`.")
    may = channel.permissions_for(guild.me)
    if not (may.view_channel and may.send_messages and may.read_message_history):
        raise NotAllowed(f"I may not post in #{channel.name}: {NEEDED_DAILY}; allow me that first.")
    return channel


def _require_threads(guild: discord.Guild, channel: discord.TextChannel) -> None:
    if not channel.permissions_for(guild.me).create_public_threads:
        raise NotAllowed(
            f"I may not begin threads in #{channel.name}: allow me Create Public Threads, or "
            "do without `thread`."
        )


def _require_giver(ask: Ask, guild: discord.Guild, role: discord.Role) -> None:
    """Raise BadSetup or NotAllowed unless the bot may give the role, and the asker might."""
    if has_powers(role):
        raise BadSetup(
            f"@{role.name} has permissions that not everybody has, and anyone could take it; "
            "choose a role without any."
        )
    if role.managed:
        raise BadSetup(f"@{role.name} belongs to an app or to Discord; choose another role.")
    owner = ask.user.id == guild.owner_id
    above = owner or (isinstance(ask.user, discord.Member) and ask.user.top_role > role)
    if not (ask.permissions.manage_roles and above):
        raise NotAllowed(
            f"To have @{role.name} given out takes the permission Manage Roles, and a role "
            "above it."
        )
    if not (guild.me.guild_permissions.manage_roles and guild.me.top_role > role):
        raise NotAllowed(
            f"I cannot give @{role.name}: I need Manage Roles, and a role of mine above it in "
            "the server's list of roles."
        )


def _troubles(guild: discord.Guild, channel: discord.TextChannel, role_id: int | None) -> list[str]:
    """Say what does not keep puzzles from being posted, but should be seen to."""
    if role_id is None:
        return []
    role = guild.get_role(role_id)
    if role is None:
        return ["The role that was to be called is gone; choose another `role`."]
    if not (role.mentionable or channel.permissions_for(guild.me).mention_everyone):
        unheard = f"Nobody hears when I call @{role.name}: let anyone mention it, or allow me "
        return [f"{unheard}Mention Everyone."]
    return []
