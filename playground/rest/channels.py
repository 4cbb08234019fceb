"""Channels and the messages in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import payloads, posting
from playground.clock import moment_of
from playground.errors import (
    ApiError,
    archived_thread,
    locked_thread,
    missing_permissions,
    unknown,
)
from playground.model import PRIVATE, THREADS, Channel, ChannelType, Flags, Message
from playground.permissions import (
    MANAGE_CHANNELS,
    MANAGE_MESSAGES,
    MANAGE_THREADS,
    PIN_MESSAGES,
    READ_MESSAGE_HISTORY,
    SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
    VIEW_CHANNEL,
)
from playground.rest.call import Call, Endpoint
from playground.rest.limits import Limit
from playground.rest.threads import ARCHIVE_AFTER
from playground.validation.fields import Checker

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playground.model import JSON

NONCES_KEPT = 180.0  # seconds; Discord says "the past few minutes"


async def get_channel(call: Call) -> JSON:
    """GET /channels/{channel}."""
    return payloads.channel(call.channel())


async def edit_channel(call: Call) -> JSON:
    """PATCH /channels/{channel}: name, topic, slow mode; for a thread also archived and locked."""
    channel = call.channel()
    body = await call.json()
    if channel.type in THREADS:
        _require_thread_edit(call, channel, body)
    else:
        call.channel(MANAGE_CHANNELS)
    check = Checker()
    channel.name = check.string(body, "name", (), 1, 100) or channel.name
    check.string(body, "topic", (), 0, 1024)
    slowmode = check.integer(body, "rate_limit_per_user", (), 0, 21_600)
    archive_after = check.choice(body, "auto_archive_duration", (), ARCHIVE_AFTER, required=False)
    archived, locked = (check.boolean(body, key, ()) for key in ("archived", "locked"))
    check.done()
    if "topic" in body:
        channel.topic = body["topic"]
    if slowmode is not None:
        channel.slowmode = slowmode
    if channel.type in THREADS:
        call.world.change_thread(
            channel, archived=archived, locked=locked, archive_after=archive_after
        )
    else:
        call.world.announce_channel("UPDATE", channel)
    return payloads.channel(channel)


def _require_thread_edit(call: Call, thread: Channel, body: JSON) -> None:
    """Refuse a change of a thread unless the bot may make it, and the thread is or becomes open.

    A member of a thread that is not locked may open it; its owner may change everything except what
    only moderators may change.
    """
    owns, opens = thread.owner_id == call.world.bot.id, body.get("archived") is False
    if not call.world.permissions_in(thread, call.world.bot) & MANAGE_THREADS:
        opening = opens and body.keys() == {"archived"}
        joined = call.world.bot.id in thread.joined and not thread.locked
        if not (owns or (opening and joined)) or body.keys() & {"locked", "rate_limit_per_user"}:
            raise missing_permissions()
    if thread.archived and not opens:
        raise archived_thread()


async def delete_channel(call: Call) -> JSON:
    """DELETE /channels/{channel}; direct messages are only closed."""
    channel = call.channel()
    data = payloads.channel(channel)
    if channel.type not in PRIVATE:
        call.world.delete_channel(call.channel(MANAGE_CHANNELS))
    return data


def writable(call: Call) -> Channel:
    """Return the channel of the path if the bot may write there."""
    channel = call.channel()
    need = SEND_MESSAGES_IN_THREADS if channel.type in THREADS else SEND_MESSAGES
    if channel.type in PRIVATE:
        if not all(one.accepts_dms for one in channel.recipients):
            raise ApiError(403, 50007, "Cannot send messages to this user")
        return channel
    may = call.world.permissions_in(channel, call.world.bot)
    if channel.locked and not may & MANAGE_THREADS:
        raise locked_thread()
    if channel.locked and channel.archived:
        raise archived_thread()  # a message reopens only a thread that is not locked
    if channel.type is ChannelType.FORUM:
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
    return call.channel(need)


async def create_message(call: Call) -> JSON:
    """POST /channels/{channel}/messages."""
    world = call.world
    channel = writable(call)
    body, uploads = await call.form()
    call.require_attaching(channel, uploads)
    if (known := _same_nonce(call, channel, body)) is not None:
        return payloads.message(known)
    reference = body.get("message_reference") or {}
    if reference.get("type") == posting.FORWARD:
        target = _forwarded(call, body, reference)
        message = posting.forward(world, channel, world.bot, target)
    else:
        message = posting.build(world, channel, world.bot, body, uploads)
        _set_reply(message, reference)
    posting.post(world, message)
    return payloads.message(message)


def _forwarded(call: Call, body: JSON, reference: JSON) -> Message:
    """Return the message to forward, from any channel that the bot may read."""
    world, check = call.world, Checker()
    if any(body.get(key) for key in ("content", "embeds", "components", "attachments", "poll")):
        text = "Forwards cannot have other content"
        check.fail(("message_reference",), "MESSAGE_FORWARD_CANNOT_HAVE_CONTENT", text)
    origin = world.channels.get(_referenced(reference, "channel_id"))
    target = None
    if origin is not None and world.permissions_in(origin, world.bot) & READ_MESSAGE_HISTORY:
        target = origin.messages.get(_referenced(reference, "message_id"))
    if target is None or target.flags & (Flags.EPHEMERAL | Flags.LOADING):
        check.fail(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
    check.done()
    assert target is not None
    return target


def _same_nonce(call: Call, channel: Channel, body: JSON) -> Message | None:
    """Return the bot's recent message with this nonce, if the request enforces nonces."""
    nonce, world = body.get("nonce"), call.world
    if not body.get("enforce_nonce") or nonce in {None, ""}:
        return None
    since = world.clock.now() - NONCES_KEPT
    for message in reversed(channel.messages.values()):
        if moment_of(message.id) < since:
            return None
        if message.author is world.bot and message.nonce == nonce:
            return message
    return None


def _set_reply(message: Message, reference: JSON) -> None:
    """Make a message a reply to another one."""
    if not reference:
        return
    target_id = _referenced(reference, "message_id")
    if message.channel.messages.get(target_id) is None and reference.get(
        "fail_if_not_exists", True
    ):
        check = Checker()
        check.fail(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        check.done()
    posting.set_reply(message, target_id)


def _referenced(reference: JSON, key: str) -> int:
    """Return an id of a reference, or 0 if it is not one."""
    given = str(reference.get(key))
    return int(given) if given.isdecimal() else 0


async def list_messages(call: Call) -> list[JSON]:
    """GET /channels/{channel}/messages: newest first, before, after or around an id."""
    channel = call.channel(VIEW_CHANNEL | READ_MESSAGE_HISTORY)
    query = call.request.query
    check = Checker()
    sent = {"limit": int(query["limit"]) if query.get("limit", "").isdigit() else None}
    limit = check.integer(sent, "limit", (), 1, 100) or 50
    check.done()
    public = (one for one in reversed(channel.messages.values()) if one.only_for is None)
    if "before" in query:
        public = (one for one in public if one.id < int(query["before"]))
    elif "after" in query:
        later = [one for one in public if one.id > int(query["after"])]
        return _payloads(later[-limit:])
    elif "around" in query:
        middle = int(query["around"])
        near = sorted(public, key=lambda one: abs(one.id - middle))[:limit]
        return _payloads(sorted(near, key=lambda one: -one.id))
    return _payloads(message for message, _ in zip(public, range(limit), strict=False))


def _payloads(messages: Iterable[Message]) -> list[JSON]:
    return [payloads.message(message) for message in messages]


async def get_message(call: Call) -> JSON:
    """GET /channels/{channel}/messages/{message}."""
    return payloads.message(call.message(call.channel(VIEW_CHANNEL | READ_MESSAGE_HISTORY)))


async def edit_message(call: Call) -> JSON:
    """PATCH /channels/{channel}/messages/{message}: the bot's own."""
    message = call.message(call.channel())
    if message.author is not call.world.bot:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    channel = message.channel
    if channel.archived:
        raise archived_thread()
    if channel.locked and not call.world.permissions_in(channel, call.world.bot) & MANAGE_THREADS:
        raise locked_thread()
    body, uploads = await call.form()
    call.require_attaching(channel, uploads)
    call.limits.take_edit(message, call.world.clock.now())
    posting.edit(call.world, message, body, uploads)
    return payloads.message(message)


async def delete_message(call: Call) -> None:
    """DELETE /channels/{channel}/messages/{message}."""
    channel = call.channel()
    message = call.message(channel)
    if message.author is not call.world.bot:
        if channel.type in PRIVATE:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel")
        call.channel(MANAGE_MESSAGES)
    posting.delete(call.world, message)


async def bulk_delete(call: Call) -> None:
    """POST /channels/{channel}/messages/bulk-delete."""
    channel = call.channel(VIEW_CHANNEL | MANAGE_MESSAGES)
    ids = (await call.json()).get("messages") or []
    if not 2 <= len(ids) <= 100:
        text = "Provided too few or too many messages to delete: it must be 2 to 100."
        raise ApiError(400, 50016, text)
    for message_id in ids:
        message = channel.messages.get(int(message_id))
        if message is not None:
            posting.delete(call.world, message)


async def typing(call: Call) -> None:
    """POST /channels/{channel}/typing."""
    channel = writable(call)
    world = call.world
    world.feed.publish(
        "typing",
        lambda user: {"channel_id": str(channel.id)} if world.can_see(channel, user) else None,
    )


async def pins(call: Call) -> JSON:
    """GET /channels/{channel}/messages/pins."""
    channel = call.channel()
    pinned = [one for one in reversed(channel.messages.values()) if one.pinned]
    items = [{"pinned_at": one.timestamp, "message": payloads.message(one)} for one in pinned]
    return {"items": items, "has_more": False}


async def pin(call: Call) -> None:
    """PUT or DELETE /channels/{channel}/messages/pins/{message}."""
    channel = call.channel(VIEW_CHANNEL | PIN_MESSAGES)
    message = call.message(channel)
    if message.flags & Flags.EPHEMERAL:
        raise unknown("Message")
    message.pinned = call.request.method == "PUT"
    posting.changed(call.world, message)


async def invites(call: Call) -> list[JSON]:
    """GET /channels/{channel}/invites and /webhooks: there are none."""
    channel = call.channel()
    if channel.type in PRIVATE:
        raise missing_permissions()
    return []


_BY = ("channel",)
_CHANNEL = r"/channels/{channel:\d+}"
_MESSAGES = _CHANNEL + "/messages"
_ONE = _MESSAGES + r"/{message:\d+}"

ENDPOINTS = (
    Endpoint("GET", _CHANNEL, get_channel),
    Endpoint("PATCH", _CHANNEL, edit_channel, Limit(5, 10, _BY)),
    Endpoint("DELETE", _CHANNEL, delete_channel),
    Endpoint("GET", _MESSAGES, list_messages, Limit(5, 5, _BY)),
    Endpoint("POST", _MESSAGES, create_message, Limit(5, 5, _BY)),
    Endpoint("POST", _MESSAGES + "/bulk-delete", bulk_delete, Limit(1, 3, _BY)),
    Endpoint("GET", _MESSAGES + "/pins", pins, Limit(1, 5, _BY)),
    Endpoint("PUT", _MESSAGES + r"/pins/{message:\d+}", pin, Limit(5, 4, _BY)),
    Endpoint("DELETE", _MESSAGES + r"/pins/{message:\d+}", pin, Limit(5, 4, _BY)),
    Endpoint("GET", _ONE, get_message, Limit(5, 5, _BY)),
    Endpoint("PATCH", _ONE, edit_message, Limit(5, 5, _BY)),
    Endpoint("DELETE", _ONE, delete_message, Limit(5, 1, _BY)),
    Endpoint("POST", _CHANNEL + "/typing", typing, Limit(5, 5, _BY)),
    Endpoint("GET", _CHANNEL + "/invites", invites),
    Endpoint("GET", _CHANNEL + "/webhooks", invites),
)
