"""Who may do what in a server, and the `Act` of an interaction."""

from __future__ import annotations

import discord

from bot.contests import Act
from bot.errors import NotAllowed
from bot.ui.client import Interaction

NEEDED = "I need View Channel, Send Messages, Attach Files and Read Message History"
"""What the bot must be allowed to do where a contest is announced."""
NEEDED_DAILY = "I need View Channel, Send Messages and Read Message History"
"""What it must be allowed to do where daily puzzles are posted."""


def act_of(interaction: Interaction) -> Act:
    """Return who did what, at the moment that Discord's own clock says."""
    return Act(interaction.user.id, interaction.created_at, interaction.id)


def guild_of(interaction: Interaction) -> int:
    """Return the server where something was asked; raises NotAllowed outside of one."""
    if interaction.guild_id is None:
        raise NotAllowed("That is for servers; use it in one.")
    return interaction.guild_id


async def is_organiser(interaction: Interaction) -> bool:
    """Return whether somebody may organise: by Manage Events, or by the role in the settings."""
    if interaction.permissions.manage_events:
        return True
    settings = await interaction.client.services.store.guilds.settings(guild_of(interaction))
    role = settings.contest_role_id
    return (
        role is not None
        and isinstance(interaction.user, discord.Member)
        and _has(interaction.user, role)
    )


async def require_organiser(interaction: Interaction) -> int:
    """Return the server; raises NotAllowed unless the person who asks may organise there."""
    guild_id = guild_of(interaction)
    if not await is_organiser(interaction):
        settings = await interaction.client.services.store.guilds.settings(guild_id)
        role = settings.contest_role_id
        or_role = "" if role is None else f" or the role {_named(interaction, role)}"
        raise NotAllowed(f"Organising contests takes the permission Manage Events{or_role}.")
    return guild_id


def require_manager(interaction: Interaction, what: str = "The settings take") -> int:
    """Return the server; raises NotAllowed unless the person who asks may change its settings."""
    guild_id = guild_of(interaction)
    if not interaction.permissions.manage_guild:
        raise NotAllowed(f"{what} the permission Manage Server.")
    return guild_id


def require_posting(interaction: Interaction) -> None:
    """Raise NotAllowed unless the bot itself may post in the channel where it was asked."""
    if interaction.client.get_guild(guild_of(interaction)) is None:
        raise NotAllowed("I know this server's commands only; invite me as a bot, to post here.")
    may = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread)
    writes = may.send_messages_in_threads if thread else may.send_messages
    if not (may.view_channel and writes and may.attach_files and may.read_message_history):
        raise NotAllowed(f"I may not post here: {NEEDED}; allow me that first.")


def _has(member: discord.Member, role_id: int) -> bool:
    return member.get_role(role_id) is not None


def _named(interaction: Interaction, role_id: int) -> str:
    role = interaction.guild.get_role(role_id) if interaction.guild else None
    return f"“{role.name}”" if role else "in the settings"
