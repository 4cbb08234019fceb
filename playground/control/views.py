"""What a user sees, as JSON for the page."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from playground import payloads
from playground.client.commands import Entry, available
from playground.client.commands import menus as find_menus
from playground.message_view import seen_by
from playground.model import PRIVATE, THREADS, ChannelType, EventStatus

if TYPE_CHECKING:
    from playground.model import JSON, Channel, Guild, User
    from playground.world import World


def overview(world: World, user: User) -> JSON:
    """Return everything but messages: the bot, people, servers and channels, the clock."""
    return {
        "me": payloads.user(user),
        "bot": bot(world),
        "users": [_user(world, one) for one in world.users.values()],
        "guilds": [
            _guild(world, guild, user)
            for guild in world.guilds.values()
            if user.id in guild.members
        ],
        "conversations": [
            _channel(world, one)
            for one in world.channels.values()
            if one.type in PRIVATE and user in one.recipients
        ],
        "clock": clock(world),
        "faults": faults(world),
        "gaps": world.gaps,
    }


def bot(world: World) -> JSON:
    """Return the bot, whether it is online, its description and its examples."""
    examples = [{"title": title, "line": line} for title, line in world.examples.items()]
    about = {"about": world.bot.about, "examples": examples}
    return {**payloads.user(world.bot), "online": world.hub.online, **about}


def faults(world: World) -> list[JSON]:
    """Return the faults in force."""
    return [asdict(fault) for fault in world.faults.active]


def clock(world: World) -> JSON:
    """Return the time, and how far it was moved forward."""
    return {"now": world.clock.now(), "offset": world.clock.offset}


def _user(world: World, user: User) -> JSON:
    places = [guild.name for guild in world.guilds.values() if user.id in guild.members]
    return {**payloads.user(user), "places": places, "about": user.about}


def _guild(world: World, guild: Guild, user: User) -> JSON:
    seen = [world.channels[one] for one in guild.channels]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "roles": [payloads.role(role) for role in guild.roles.values()],
        "members": [
            {
                "id": str(member.user.id),
                "nick": member.nick,
                "roles": [str(r) for r in member.roles],
            }
            for member in guild.members.values()
        ],
        "channels": [_channel(world, one) for one in seen if world.can_see(one, user)],
        "events": [
            payloads.scheduled_event(one)
            for one in guild.events.values()
            if one.status in {EventStatus.SCHEDULED, EventStatus.ACTIVE}
        ],
    }


def _channel(world: World, channel: Channel) -> JSON:
    return {
        "id": str(channel.id),
        "type": int(channel.type),
        "name": channel.name,
        "topic": channel.topic,
        "parent_id": None if channel.parent_id is None else str(channel.parent_id),
        "thread": channel.type in THREADS,
        "forum": channel.type is ChannelType.FORUM,
        "archived": channel.archived,
        "locked": channel.locked,
        "with_bot": world.bot in channel.recipients,
        "recipients": [str(one.id) for one in channel.recipients],
    }


def commands(world: World, user: User, channel: Channel) -> list[JSON]:
    """Return the commands a user finds in a channel: the examples' first, the rest by name."""
    lines = [f"{line} " for line in world.examples.values()]

    def place(entry: Entry) -> tuple[int, tuple[str, ...]]:
        shown = (i for i, line in enumerate(lines) if line.startswith(f"/{entry.name} "))
        return next(shown, len(lines)), entry.path

    entries = sorted(available(world, user, channel), key=place)
    return [
        {
            "name": entry.name,
            "id": entry.command["id"],
            "description": entry.leaf["description"],
            "options": entry.options,
        }
        for entry in entries
    ]


def menus(world: World, user: User, channel: Channel) -> list[JSON]:
    """Return the commands a user finds in the menus of people and messages."""
    return [
        {"name": command["name"], "type": command["type"]}
        for command in find_menus(world, user, channel)
    ]


def messages(channel: Channel, user: User, before: int | None, limit: int) -> list[JSON]:
    """Return up to `limit` messages that a user sees, oldest first, before an id if given."""
    found = []
    for message in reversed(channel.messages.values()):
        if message.visible_to(user) and (before is None or message.id < before):
            found.append(seen_by(message, user))
            if len(found) == limit:
                break
    return found[::-1]
