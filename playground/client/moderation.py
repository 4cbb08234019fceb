"""What moderators do to the bot and to threads, as offered by the page's tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import permissions
from playground.errors import Refused
from playground.model import THREADS, ChannelType

if TYPE_CHECKING:
    from playground.model import Channel, Guild
    from playground.world import World

DENIED = {"deny files": permissions.ATTACH_FILES, "hide": permissions.VIEW_CHANNEL, "allow": 0}
"""The permissions an action denies the bot in a channel, replacing earlier denials."""
SLOWMODE = 30  # seconds


def moderate(world: World, channel: Channel, action: str) -> None:
    """Do something in a channel, or to the bot in its server; raises Refused."""
    guild = world.guild_of(channel)
    if guild is None:
        raise Refused("Nobody moderates direct messages.")
    if action in {"kick", "invite"}:
        _kick_or_invite(world, guild, action)
    elif action in {"archive", "lock", "unlock"}:
        if channel.type not in THREADS:
            raise Refused("This is no thread.")
        changes = {"archive": {"archived": True}, "lock": {"locked": True}}
        world.change_thread(channel, **changes.get(action, {"locked": False}))
    elif action == "slow mode":
        world.set_slowmode(channel, 0 if channel.slowmode else SLOWMODE)
    elif action in DENIED:
        place = world.channels[channel.parent_id or 0] if channel.type in THREADS else channel
        world.overwrite(place, world.bot.id, deny=DENIED[action])
    elif action == "forum":
        world.create_channel(guild, "forum", kind=ChannelType.FORUM)
    else:
        raise Refused(f"Moderators have no action “{action}” here.")


def _kick_or_invite(world: World, guild: Guild, action: str) -> None:
    there = world.bot.id in guild.members
    if there != (action == "kick"):
        raise Refused("The bot is in this server." if there else "The bot is not in this server.")
    if there:
        world.remove_bot(guild)
    else:
        world.invite_bot(guild)
