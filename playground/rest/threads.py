"""Threads: started from a message or without one, joined, left, listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import payloads, posting
from playground.errors import ApiError, archived_thread, unknown, wrong_channel
from playground.model import THREADS, Channel, ChannelType
from playground.permissions import (
    CREATE_PRIVATE_THREADS,
    CREATE_PUBLIC_THREADS,
    SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
    VIEW_CHANNEL,
)
from playground.rest.call import Call, Endpoint
from playground.rest.limits import Limit
from playground.validation.fields import Checker

if TYPE_CHECKING:
    from playground.model import JSON

ARCHIVE_AFTER = (60, 1440, 4320, 10080)
"""Minutes without a message until a thread is archived; the second is the default."""
KINDS = {
    ChannelType.TEXT: ChannelType.PUBLIC_THREAD,
    ChannelType.ANNOUNCEMENT: ChannelType.ANNOUNCEMENT_THREAD,
}
"""The kind of public thread, by the kind of its channel."""


async def _begin(
    call: Call, parent: Channel, kind: ChannelType, body: JSON, thread_id: int | None = None
) -> Channel:
    check = Checker()
    name = check.string(body, "name", (), 1, 100, required=True)
    archive_after = check.choice(body, "auto_archive_duration", (), ARCHIVE_AFTER, required=False)
    slowmode = check.integer(body, "rate_limit_per_user", (), 0, 21_600)
    check.done()
    thread = call.world.create_thread(
        parent,
        name or "",
        call.world.bot,
        kind=kind,
        thread_id=thread_id,
        archive_after=archive_after or ARCHIVE_AFTER[1],
    )
    thread.slowmode = slowmode or 0
    return thread


async def from_message(call: Call) -> JSON:
    """POST /channels/{channel}/messages/{message}/threads: the thread takes the message's id."""
    parent = call.channel(VIEW_CHANNEL | CREATE_PUBLIC_THREADS)
    if parent.type not in KINDS:
        raise wrong_channel()
    message = call.message(parent)
    if message.thread_id is not None:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    thread = await _begin(call, parent, KINDS[parent.type], await call.json(), message.id)
    message.thread_id = thread.id
    posting.changed(call.world, message)
    return payloads.channel(thread)


async def alone(call: Call) -> JSON:
    """POST /channels/{channel}/threads: without a message or, in a forum, with a first one."""
    parent = call.channel()
    body, uploads = await call.form()
    if parent.type is ChannelType.FORUM:
        call.channel(SEND_MESSAGES)
        call.require_attaching(parent, uploads)
        first = posting.build(
            call.world, parent, call.world.bot, body.get("message") or {}, uploads
        )
        thread = await _begin(call, parent, ChannelType.PUBLIC_THREAD, body, first.id)
        first.channel = thread
        posting.post(call.world, first)
        return payloads.channel(thread) | {"message": payloads.message(first)}
    if parent.type not in KINDS:
        raise wrong_channel()
    kind = ChannelType.PRIVATE_THREAD
    if body.get("type") in set(KINDS.values()):
        kind = KINDS[parent.type]
    need = CREATE_PRIVATE_THREADS if kind is ChannelType.PRIVATE_THREAD else CREATE_PUBLIC_THREADS
    call.channel(VIEW_CHANNEL | need)
    return payloads.channel(await _begin(call, parent, kind, body))


async def active(call: Call) -> JSON:
    """GET /guilds/{guild}/threads/active."""
    world = call.world
    guild = world.guild(call.number("guild"))
    places = [world.channels[one] for one in guild.channels]
    open_threads = [
        one
        for one in places
        if one.type in THREADS and not one.archived and world.can_see(one, world.bot)
    ]
    return {"threads": [payloads.channel(one) for one in open_threads], "members": []}


async def archived(call: Call) -> JSON:
    """GET /channels/{channel}/threads/archived/public."""
    world = call.world
    parent = call.channel()
    places = [world.channels[one] for one in world.guilds[parent.guild_id or 0].channels]
    found = [one for one in places if one.parent_id == parent.id and one.archived]
    return {"threads": [payloads.channel(one) for one in found], "members": [], "has_more": False}


def _thread(call: Call) -> Channel:
    thread = call.channel()
    if thread.type not in THREADS:
        raise wrong_channel()
    if thread.archived:
        raise archived_thread()
    return thread


async def join_or_leave(call: Call) -> None:
    """PUT or DELETE /channels/{channel}/thread-members/@me."""
    thread, bot = _thread(call), call.world.bot
    if call.request.method == "PUT":
        call.world.join_thread(thread, bot)
    else:
        thread.joined.discard(bot.id)


async def add_member(call: Call) -> None:
    """PUT /channels/{channel}/thread-members/{user}: the user must see the channel."""
    thread = _thread(call)
    call.channel(SEND_MESSAGES_IN_THREADS)
    user = call.world.user(call.number("user"))
    parent = call.world.channels[thread.parent_id or 0]
    if not call.world.can_see(parent, user):
        raise unknown("Member")
    call.world.join_thread(thread, user)


_CHANNEL = r"/channels/{channel:\d+}"
_LIMIT = Limit(10, 600, ("channel",))

ENDPOINTS = (
    Endpoint(
        "POST", _CHANNEL + r"/messages/{message:\d+}/threads", from_message, _LIMIT, status=201
    ),
    Endpoint("POST", _CHANNEL + "/threads", alone, _LIMIT, status=201),
    Endpoint("GET", _CHANNEL + "/threads/archived/public", archived),
    Endpoint("PUT", _CHANNEL + "/thread-members/@me", join_or_leave),
    Endpoint("DELETE", _CHANNEL + "/thread-members/@me", join_or_leave),
    Endpoint("PUT", _CHANNEL + r"/thread-members/{user:\d+}", add_member),
    Endpoint("GET", r"/guilds/{guild:\d+}/threads/active", active),
)
