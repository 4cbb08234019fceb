"""Roles that people give themselves with a button, to be pinged."""

from __future__ import annotations

import discord

from bot.errors import BadSetup, NotAllowed
from bot.names import tidy
from bot.ui.client import Interaction

REASON = "asked for by a button"


def has_powers(role: discord.Role) -> bool:
    """Return whether a role has permissions that not everybody has, so that nobody may take it."""
    return bool(role.permissions.value & ~role.guild.default_role.permissions.value)


def existing(guild: discord.Guild | None, role_id: int | None) -> int | None:
    """Return a role's id, None if the server no longer has it; the id if there is no server."""
    gone = role_id is None or (guild is not None and guild.get_role(role_id) is None)
    return None if gone else role_id


def unheard(role: discord.Role, may: discord.Permissions) -> str | None:
    """Return what to change if the bot's ping of a role reaches nobody, else None."""
    if role.mentionable or may.mention_everyone:
        return None
    return (
        f"My ping of @{tidy(role.name)} reaches nobody. Let anyone mention it, or give me Mention "
        "Everyone."
    )


async def switch(interaction: Interaction, role_id: int | None, what: str) -> tuple[int, bool]:
    """Give a role to the person who pressed, or take it away; return it and whether they have it.

    Raises BadSetup if the server pings no role for `what`, or NotAllowed.
    """
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    role = guild and role_id and guild.get_role(role_id)
    if not isinstance(role, discord.Role) or not isinstance(interaction.user, discord.Member):
        raise BadSetup(
            f"This server no longer pings a role for {what}, so there’s nothing to switch."
        )
    has = interaction.user.get_role(role.id) is not None
    if has_powers(role) and not has:
        raise NotAllowed(
            "That role now has special permissions, so I can’t hand it out. Ask an organiser."
        )
    try:
        if has:
            await interaction.user.remove_roles(role, reason=REASON)
        else:
            await interaction.user.add_roles(role, reason=REASON)
    except discord.Forbidden as error:
        raise NotAllowed(
            f"I’m not allowed to hand out @{tidy(role.name)}. Tell an admin of this server that I "
            "need Manage Roles and a role of mine above it."
        ) from error
    return role.id, not has


def require_giver(interaction: Interaction, guild: discord.Guild, role: discord.Role) -> None:
    """Raise BadSetup or NotAllowed unless the bot and the person who asks may give the role."""
    if has_powers(role):
        raise BadSetup(
            f"Anyone could take @{tidy(role.name)}, and it has special permissions. Choose a role "
            "without any."
        )
    if role.managed:
        raise BadSetup(f"@{tidy(role.name)} belongs to an app or to Discord. Choose another role.")
    owner = interaction.user.id == guild.owner_id
    above = owner or (
        isinstance(interaction.user, discord.Member) and interaction.user.top_role > role
    )
    if not (interaction.permissions.manage_roles and above):
        raise NotAllowed(
            f"To let me hand out @{tidy(role.name)}, you need Manage Roles and a role above it. "
            "Ask somebody who has both."
        )
    if not (guild.me.guild_permissions.manage_roles and guild.me.top_role > role):
        raise NotAllowed(
            f"I can’t hand out @{tidy(role.name)} yet. Give me Manage Roles, and put a role of "
            "mine above it in the server’s list."
        )
