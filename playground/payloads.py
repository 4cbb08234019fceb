"""The model's objects as Discord's JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import permissions
from playground.clock import iso
from playground.model import PRIVATE, THREADS, Flags

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playground.gateway.session import Session
    from playground.model import (
        JSON,
        Channel,
        Guild,
        Member,
        Message,
        Role,
        ScheduledEvent,
        User,
    )


SNAPSHOT = (
    "type",
    "content",
    "mentions",
    "mention_roles",
    "attachments",
    "embeds",
    "timestamp",
    "edited_timestamp",
    "flags",
    "components",
)


def user(person: User) -> JSON:
    """Return a user object."""
    data: JSON = {
        "id": str(person.id),
        "username": person.name,
        "global_name": None if person.bot else person.display_name,
        "discriminator": "0000" if person.bot else "0",
        "avatar": None,
        "avatar_decoration_data": None,
        "public_flags": 0,
    }
    if person.bot:
        data["bot"] = True
    return data


def member(someone: Member, *, with_user: bool = True) -> JSON:
    """Return a member object."""
    data: JSON = {
        "nick": someone.nick,
        "avatar": None,
        "roles": [str(role) for role in someone.roles],
        "joined_at": someone.joined_at,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }
    if with_user:
        data["user"] = user(someone.user)
    return data


def acting_member(guild: Guild, someone: Member, channel: Channel | None) -> JSON:
    """Return a member with the permissions they have in a channel, as interactions carry it."""
    granted = permissions.of_member(guild, someone, channel)
    return {**member(someone), "permissions": str(granted)}


def role(it: Role) -> JSON:
    """Return a role object."""
    return {
        "id": str(it.id),
        "name": it.name,
        "color": it.color,
        "colors": {"primary_color": it.color, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": it.position,
        "permissions": str(it.permissions),
        "managed": False,
        "mentionable": it.mentionable,
        "flags": 0,
    }


def channel(place: Channel) -> JSON:
    """Return a channel, thread or conversation."""
    data: JSON = {
        "id": str(place.id),
        "type": int(place.type),
        "last_message_id": None if place.last_message_id is None else str(place.last_message_id),
        "flags": 0,
    }
    if place.type in PRIVATE:
        data["recipients"] = [user(person) for person in place.recipients]
        return data
    data |= {
        "guild_id": str(place.guild_id),
        "name": place.name,
        "parent_id": None if place.parent_id is None else str(place.parent_id),
        "rate_limit_per_user": place.slowmode,
        "nsfw": place.nsfw,
    }
    if place.type in THREADS:
        return data | _thread_part(place)
    overwrites = [
        {"id": str(key), "type": int(key in place.personal), "allow": str(allow), "deny": str(deny)}
        for key, (allow, deny) in place.overwrites.items()
    ]
    return data | {
        "position": place.position,
        "topic": place.topic,
        "permission_overwrites": overwrites,
    }


def _thread_part(place: Channel) -> JSON:
    return {
        "owner_id": str(place.owner_id),
        "message_count": len(place.messages),
        "total_message_sent": len(place.messages),
        "member_count": 1,
        "applied_tags": [],
        "thread_metadata": {
            "archived": place.archived,
            "locked": place.locked,
            "auto_archive_duration": place.archive_after,
            "archive_timestamp": iso(place.archive_changed),
            "create_timestamp": place.created,
        },
    }


def guild(it: Guild) -> JSON:
    """Return what REST says of a server: itself and its roles."""
    return {
        "id": str(it.id),
        "name": it.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "description": None,
        "banner": None,
        "owner_id": str(it.owner_id),
        "roles": [role(one) for one in it.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "nsfw_level": 0,
        "mfa_level": 0,
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": it.system_channel_id and str(it.system_channel_id),
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "max_members": 500_000,
        "application_id": None,
        "approximate_member_count": len(it.members),
        "approximate_presence_count": len(it.members),
    }


def scheduled_event(it: ScheduledEvent) -> JSON:
    """Return an event of a server."""
    return {
        "id": str(it.id),
        "guild_id": str(it.guild_id),
        "channel_id": None,
        "creator_id": str(it.creator.id),
        "creator": user(it.creator),
        "name": it.name,
        "description": it.description,
        "scheduled_start_time": iso(it.starts),
        "scheduled_end_time": iso(it.ends),
        "privacy_level": 2,
        "status": int(it.status),
        "entity_type": 3,
        "entity_id": None,
        "entity_metadata": {"location": it.location},
        "recurrence_rule": None,
        "image": None,
    }


def whole_guild(it: Guild, places: Iterable[Channel], members: Iterable[Member]) -> JSON:
    """Return what GUILD_CREATE says of a server; it includes only open threads."""
    open_places = [place for place in places if not place.archived]
    return guild(it) | {
        "joined_at": next(iter(it.members.values())).joined_at,
        "large": False,
        "unavailable": False,
        "member_count": len(it.members),
        "members": [member(one) for one in members],
        "channels": [channel(place) for place in open_places if place.type not in THREADS],
        "threads": [channel(place) for place in open_places if place.type in THREADS],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [scheduled_event(one) for one in it.events.values()],
        "soundboard_sounds": [],
    }


def ready(bot: User, guilds: Iterable[Guild], session: Session, gateway_url: str) -> JSON:
    """Return READY, the first event of a gateway session; its servers follow as events."""
    return {
        "v": 10,
        "user": user(bot) | {"verified": True, "mfa_enabled": False, "flags": 0},
        "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
        "session_id": session.id,
        "session_type": "normal",
        "resume_gateway_url": gateway_url,
        "shard": list(session.shard),
        "application": {"id": str(bot.id), "flags": 0},
        "private_channels": [],
        "user_settings": {},
        "relationships": [],
        "presences": [],
        "geo_ordered_rtc_regions": [],
    }


def message(it: Message, *, nested: bool = False) -> JSON:
    """Return a message as REST answers it; one nested in a reply omits what it replies to."""
    data: JSON = {
        "id": str(it.id),
        "channel_id": str(it.channel.id),
        "type": it.type,
        "author": user(it.author),
        "content": it.content,
        "timestamp": it.timestamp,
        "edited_timestamp": it.edited,
        "tts": False,
        "mention_everyone": it.mention_everyone,
        "mentions": [user(person) for person in it.mentions],
        "mention_roles": [str(one) for one in it.mention_roles],
        "attachments": it.attachments,
        "embeds": it.embeds,
        "components": it.components,
        "pinned": it.pinned,
        "flags": it.flags,
    }
    if it.nonce is not None:
        data["nonce"] = it.nonce
    if it.reference is not None:
        data["message_reference"] = it.reference
        if it.snapshots:
            data["message_snapshots"] = it.snapshots
        elif not nested:
            data["referenced_message"] = _referenced(it)
    if it.interaction is not None:
        application = str(it.author.id)
        data["webhook_id"] = data["application_id"] = application
        data["interaction_metadata"] = it.interaction.metadata
        if it.interaction.name and it is it.interaction.original:
            data["interaction"] = {
                "id": str(it.interaction.id),
                "type": int(it.interaction.kind),
                "name": it.interaction.name,
                "user": user(it.interaction.user),
            }
    return data


def snapshot(it: Message) -> JSON:
    """Return the part of a message that a forward holds."""
    whole = message(it)
    return {"message": {key: whole[key] for key in SNAPSHOT}}


def _referenced(it: Message) -> JSON | None:
    target = it.replies_to
    if target is None or target.deleted or target.only_for not in {None, it.only_for}:
        return None
    return message(target, nested=True)


def gateway_message(it: Message, guild: Guild | None) -> JSON:
    """Return a message as the gateway announces it: with its server and its author's membership."""
    data = message(it)
    if guild is not None:
        data["guild_id"] = str(guild.id)
        someone = guild.members.get(it.author.id)
        if someone is not None:
            data["member"] = member(someone, with_user=False)
    if it.thread_id is not None:
        data["flags"] = it.flags | Flags.HAS_THREAD
    return data
