"""Who may organise contests in a server, and what they did as the contests' services take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.contests import Act
from bot.errors import NotAllowed

if TYPE_CHECKING:
    from bot.client import Ask

NEEDED = "I need View Channel, Send Messages, Attach Files and Read Message History"
"""What the bot must be allowed to do where a contest is announced."""
NEEDED_DAILY = "I need View Channel, Send Messages and Read Message History"
"""What it must be allowed to do where daily puzzles are posted."""


def act_of(ask: Ask) -> Act:
    """Return who did what, at the moment that Discord's own clock says."""
    return Act(ask.user.id, ask.created_at, ask.id)


def guild_of(ask: Ask) -> int:
    """Return the server where something was asked; raises NotAllowed outside of one."""
    if ask.guild_id is None:
        raise NotAllowed("That is for servers; use it in one.")
    return ask.guild_id


async def is_organiser(ask: Ask) -> bool:
    """Tell whether somebody may organise: by Manage Events, or by the role in the settings."""
    if ask.permissions.manage_events:
        return True
    settings = await ask.client.kit.store.guilds.settings(guild_of(ask))
    role = settings.contest_role_id
    return role is not None and isinstance(ask.user, discord.Member) and _has(ask.user, role)


async def require_organiser(ask: Ask) -> int:
    """Return the server; raises NotAllowed unless whoever asks may organise there."""
    guild_id = guild_of(ask)
    if not await is_organiser(ask):
        settings = await ask.client.kit.store.guilds.settings(guild_id)
        role = settings.contest_role_id
        or_role = "" if role is None else f" or the role {_named(ask, role)}"
        raise NotAllowed(f"Organising contests takes the permission Manage Events{or_role}.")
    return guild_id


def require_manager(ask: Ask, what: str = "The settings take") -> int:
    """Return the server; raises NotAllowed unless whoever asks may change its settings."""
    guild_id = guild_of(ask)
    if not ask.permissions.manage_guild:
        raise NotAllowed(f"{what} the permission Manage Server.")
    return guild_id


def require_posting(ask: Ask) -> None:
    """Raise NotAllowed unless the bot itself may post in the channel where it was asked."""
    if ask.client.get_guild(guild_of(ask)) is None:
        raise NotAllowed("I know this server's commands only; invite me as a bot, to post here.")
    may = ask.app_permissions
    thread = isinstance(ask.channel, discord.Thread)
    writes = may.send_messages_in_threads if thread else may.send_messages
    if not (may.view_channel and writes and may.attach_files and may.read_message_history):
        raise NotAllowed(f"I may not post here: {NEEDED}; allow me that first.")


def _has(member: discord.Member, role_id: int) -> bool:
    return member.get_role(role_id) is not None


def _named(ask: Ask, role_id: int) -> str:
    role = ask.guild.get_role(role_id) if ask.guild else None
    return f"“{role.name}”" if role else "in the settings"
