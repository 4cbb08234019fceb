"""Discord's permission bits, and what a member may do where."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.model import Channel, Guild, Member

ADMINISTRATOR = 1 << 3
MANAGE_CHANNELS = 1 << 4
MANAGE_GUILD = 1 << 5
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
MANAGE_ROLES = 1 << 28
USE_APPLICATION_COMMANDS = 1 << 31
MANAGE_EVENTS = 1 << 33
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_MESSAGES_IN_THREADS = 1 << 38
CREATE_EVENTS = 1 << 44
PIN_MESSAGES = 1 << 51
BYPASS_SLOWMODE = 1 << 52

EVERYTHING = (1 << 53) - 1
ORDINARY = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS
)

IN_CONVERSATIONS = EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE
"""What a bot may do in answers in servers it is not in, and in direct messages."""


def of_member(guild: Guild, member: Member, channel: Channel | None = None) -> int:
    """Return the permissions of a member, in a channel when one is given."""
    if member.user.id == guild.owner_id:
        return EVERYTHING
    granted = guild.roles[guild.id].permissions
    for role_id in member.roles:
        granted |= guild.roles[role_id].permissions
    if granted & ADMINISTRATOR:
        return EVERYTHING
    if channel is not None and channel.overwrites:
        granted = _overwritten(granted, guild, member, channel)
    return granted


def _overwritten(granted: int, guild: Guild, member: Member, channel: Channel) -> int:
    """Apply a channel's overwrites: everyone's, then the roles' together, then the member's own."""
    for group in ([guild.id], member.roles, [member.user.id]):
        rules = [channel.overwrites[key] for key in group if key in channel.overwrites]
        for _, deny in rules:
            granted &= ~deny
        for allow, _ in rules:
            granted |= allow
    return granted
