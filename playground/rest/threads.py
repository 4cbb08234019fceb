"""Threads: begun from a message or on their own, joined, left, listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import payloads, posting
from playground.errors import ApiError
from playground.gateway.hub import Intents
from playground.model import THREADS, Channel, ChannelType
from playground.permissions import CREATE_PUBLIC_THREADS, VIEW_CHANNEL
from playground.rest.call import Call, Endpoint, Limit
from playground.validation.fields import Checker

if TYPE_CHECKING:
    from playground.model import JSON


async def _begin(call: Call, thread_id: int, kind: ChannelType) -> Channel:
    parent = call.channel(VIEW_CHANNEL | CREATE_PUBLIC_THREADS)
    if parent.guild_id is None or parent.type in THREADS:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    body = await call.json()
    check = Checker()
    name = check.string(body, "name", (), 1, 100, required=True)
    check.done()
    world = call.world
    thread = Channel(
        thread_id,
        kind,
        name or "",
        guild_id=parent.guild_id,
        parent_id=parent.id,
        owner_id=world.bot.id,
        created=world.clock.iso(),
    )
    world.add_channel(thread)
    data = payloads.channel(thread) | {"newly_created": True}
    world.hub.dispatch("THREAD_CREATE", data, Intents.GUILDS, thread.guild_id)
    return thread


async def from_message(call: Call) -> JSON:
    """POST /channels/{channel}/messages/{message}/threads: the thread takes the message's id."""
    message = call.message(call.channel())
    if message.thread_id is not None:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    thread = await _begin(call, message.id, ChannelType.PUBLIC_THREAD)
    message.thread_id = thread.id
    posting.changed(call.world, message)
    return payloads.channel(thread)


async def alone(call: Call) -> JSON:
    """POST /channels/{channel}/threads."""
    kinds = {int(kind): kind for kind in THREADS}
    kind_sent = (await call.json()).get("type")
    kind = kinds.get(kind_sent or 0, ChannelType.PRIVATE_THREAD)
    return payloads.channel(await _begin(call, call.world.ids.next(), kind))


async def active(call: Call) -> JSON:
    """GET /guilds/{guild}/threads/active."""
    world = call.world
    guild = world.guild(call.number("guild"))
    places = [world.channels[one] for one in guild.channels]
    open_threads = [one for one in places if one.type in THREADS and not one.archived]
    return {"threads": [payloads.channel(one) for one in open_threads], "members": []}


async def archived(call: Call) -> JSON:
    """GET /channels/{channel}/threads/archived/public."""
    world = call.world
    parent = call.channel()
    places = [world.channels[one] for one in world.guilds[parent.guild_id or 0].channels]
    found = [one for one in places if one.parent_id == parent.id and one.archived]
    return {"threads": [payloads.channel(one) for one in found], "members": [], "has_more": False}


async def join_or_leave(call: Call) -> None:
    """PUT or DELETE /channels/{channel}/thread-members/…: everyone who sees a thread is in it."""
    call.channel()


_CHANNEL = r"/channels/{channel:\d+}"
_LIMIT = Limit(10, 600, ("channel",))

ENDPOINTS = (
    Endpoint("POST", _CHANNEL + r"/messages/{message:\d+}/threads", from_message, _LIMIT),
    Endpoint("POST", _CHANNEL + "/threads", alone, _LIMIT),
    Endpoint("GET", _CHANNEL + "/threads/archived/public", archived),
    Endpoint("PUT", _CHANNEL + "/thread-members/@me", join_or_leave),
    Endpoint("DELETE", _CHANNEL + "/thread-members/@me", join_or_leave),
    Endpoint("PUT", _CHANNEL + r"/thread-members/{user:\d+}", join_or_leave),
    Endpoint("GET", r"/guilds/{guild:\d+}/threads/active", active),
)
