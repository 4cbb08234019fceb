"""An interaction's life: sent to the bot, acknowledged in time or not, answered, expired."""

from __future__ import annotations

import asyncio
import base64
import secrets
import time
from typing import TYPE_CHECKING

from playground import payloads
from playground.errors import invalid_webhook_token, unknown
from playground.files import MAX_BYTES
from playground.model import ChannelType, Interaction, Kind

if TYPE_CHECKING:
    from playground.model import JSON, Channel, Message, User
    from playground.world import World

ACKNOWLEDGE = 3.0  # seconds a bot has for its first answer
LIFETIME = 15 * 60.0  # seconds its token is valid

NO_ANSWER = "The application did not respond"  # for a command
FAILED = "This interaction failed"  # for a button or a select
NOT_SENT = "Something went wrong. Try again."  # for a form, which stays open
UNANSWERED = {Kind.COMPONENT: FAILED, Kind.MODAL: NOT_SENT}


def begin(
    world: World,
    kind: Kind,
    user: User,
    channel: Channel,
    data: JSON,
    *,
    message: Message | None = None,
    name: str = "",
) -> Interaction:
    """Send an interaction to the bot and start its three seconds."""
    _forget_expired(world)
    interaction_id = world.ids.next()
    token = base64.urlsafe_b64encode(f"interaction:{interaction_id}:".encode()).decode().rstrip("=")
    interaction = Interaction(
        id=interaction_id,
        token=token + secrets.token_urlsafe(24),
        kind=kind,
        user=user,
        channel=channel,
        data=data,
        made=world.clock.now(),
        started=time.perf_counter(),
        message=message,
        name=name,
    )
    payload = _payload(world, interaction)
    interaction.metadata = _metadata(interaction, payload["authorizing_integration_owners"])
    world.interactions[interaction_id] = interaction
    world.by_token[interaction.token] = interaction
    loop = asyncio.get_running_loop()
    interaction.timer = loop.call_later(ACKNOWLEDGE, time_out, world, interaction)
    world.hub.dispatch("INTERACTION_CREATE", payload, guild_id=channel.guild_id)
    return interaction


def _payload(world: World, interaction: Interaction) -> JSON:
    """Return what INTERACTION_CREATE carries."""
    user, channel = interaction.user, interaction.channel
    guild = world.guild_of(channel)
    place = payloads.channel(channel)
    payload: JSON = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": int(interaction.kind),
        "data": interaction.data,
        "channel": place,
        "channel_id": str(channel.id),
        "token": interaction.token,
        "version": 1,
        "locale": user.locale,
        "entitlements": [],
        "attachment_size_limit": MAX_BYTES,
        "app_permissions": str(world.app_permissions(channel)),
    }
    owners: JSON = {"1": str(user.id)} if user.has_installed else {}
    if guild is not None:
        payload["guild_id"] = str(guild.id)
        payload["guild"] = {"id": str(guild.id), "locale": "en-US", "features": []}
        payload["guild_locale"] = "en-US"
        payload["context"] = 0
        place["permissions"] = str(world.permissions_in(channel, user))
        payload["member"] = payloads.acting_member(guild, guild.members[user.id], channel)
        if world.bot.id in guild.members:
            owners["0"] = str(guild.id)
    else:
        payload["user"] = payloads.user(user)
        with_bot = channel.type is ChannelType.DM and world.bot in channel.recipients
        payload["context"] = 1 if with_bot else 2
        if with_bot:
            owners["0"] = "0"
            place["recipients"] = [payloads.user(user)]
    payload["authorizing_integration_owners"] = owners
    if interaction.message is not None:
        payload["message"] = payloads.message(interaction.message)
    return payload


def _metadata(interaction: Interaction, owners: JSON) -> JSON:
    """Return what a message remembers of the interaction it answers."""
    metadata: JSON = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "user": payloads.user(interaction.user),
        "authorizing_integration_owners": owners,
    }
    if interaction.name:
        metadata["name"] = interaction.name
    resolved = interaction.data.get("resolved", {})
    if "target_id" in interaction.data:
        target = interaction.data["target_id"]
        if target in resolved.get("messages", {}):
            metadata["target_message_id"] = target
        else:
            metadata["target_user"] = resolved["users"][target]
    if interaction.message is not None:
        metadata["interacted_message_id"] = str(interaction.message.id)
    return metadata


def time_out(world: World, interaction: Interaction) -> None:
    """End the three seconds: without an answer by now, the interaction has failed."""
    if interaction.callback is None and interaction.failure is None:
        fail(world, interaction, UNANSWERED.get(interaction.kind, NO_ANSWER))


def fail(world: World, interaction: Interaction, why: str) -> None:
    """Show the user that the bot did not answer."""
    interaction.failure = why
    interaction.signal.ring()
    publish(world, interaction)


def publish(world: World, interaction: Interaction) -> None:
    """Send the user's pages the state of an interaction."""

    def describe(user: User) -> JSON | None:
        return {"interaction": summary(interaction)} if user is interaction.user else None

    world.feed.publish("interaction", describe)


def summary(interaction: Interaction) -> JSON:
    """Return the state of an interaction as the page receives it."""
    source = interaction.message
    return {
        "id": str(interaction.id),
        "kind": int(interaction.kind),
        "user": str(interaction.user.id),
        "name": interaction.name,
        "channel_id": str(interaction.channel.id),
        "message_id": None if source is None else str(source.id),
        "acknowledged": interaction.callback is not None,
        "failure": interaction.failure,
        "choices": interaction.choices,
        "modal": interaction.modal,
    }


def overdue(world: World, interaction: Interaction) -> bool:
    """Return whether its three seconds are over."""
    return interaction.failure is not None or world.clock.now() - interaction.made > ACKNOWLEDGE


def expired(world: World, interaction: Interaction) -> bool:
    """Return whether its token's fifteen minutes are over."""
    return world.clock.now() - interaction.made > LIFETIME


def by_token(world: World, application_id: int, token: str) -> Interaction:
    """Return the interaction whose token is still valid, or raise what Discord answers."""
    interaction = world.by_token.get(token)
    if application_id != world.bot.id:
        raise unknown("Webhook")
    if interaction is None or expired(world, interaction):
        raise invalid_webhook_token()
    if interaction.callback is None:
        raise unknown("Webhook")
    return interaction


def _forget_expired(world: World) -> None:
    """Drop the oldest interactions whose tokens have expired."""
    while world.interactions:
        oldest = next(iter(world.interactions.values()))
        if not expired(world, oldest):
            return
        del world.interactions[oldest.id]
        del world.by_token[oldest.token]
