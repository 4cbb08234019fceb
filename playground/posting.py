"""Writes, edits and deletes messages, and announces that to the pages and the bot."""

from __future__ import annotations

from copy import deepcopy
from itertools import chain
from typing import TYPE_CHECKING

from playground import payloads
from playground.files import MAX_BYTES, MAX_FILES, Upload
from playground.gateway.hub import Intents
from playground.message_view import seen_by, texts_of
from playground.model import THREADS, Flags, Message
from playground.permissions import MENTION_EVERYONE
from playground.validation.fields import Checker
from playground.validation.messages import (
    Mentions,
    check_message,
    edited_flags,
    flags_of,
    too_large,
)
from playground.world import HISTORY

if TYPE_CHECKING:
    from playground.model import JSON, Channel, Interaction, User
    from playground.world import World

SCHEME = "attachment://"
REPLY, COMMAND_ANSWER = 19, 20  # kinds of message
FORWARD = 1  # a kind of reference to a message
Uploads = dict[int, Upload]  # by the number in files[n]


def build(
    world: World,
    channel: Channel,
    author: User,
    body: JSON,
    uploads: Uploads,
    *,
    interaction: Interaction | None = None,
    kind: int = 0,
) -> Message:
    """Return a new message from a body that passed every check; it is not posted yet."""
    flags = flags_of(body)
    layout = check_message(body, v2=bool(flags & Flags.COMPONENTS_V2), has_files=bool(uploads))
    message = _empty(world, channel, author, interaction, kind)
    message.flags = flags
    if interaction is None:
        message.flags &= ~Flags.EPHEMERAL
    elif flags & Flags.EPHEMERAL:
        message.only_for = interaction.user
    message.content = (body.get("content") or "").strip()
    message.embeds = _embeds(body)
    message.components = body.get("components") or []
    message.nonce = body.get("nonce")
    message.attachments = _attachments(world, message, body, uploads)
    _resolve_media(message.attachments, layout.media, message.embeds)
    _mention(world, message, body)
    return message


def thinking(world: World, interaction: Interaction, *, ephemeral: bool) -> Message:
    """Return the message of a deferred answer, which only says that the bot is thinking."""
    kind = COMMAND_ANSWER if interaction.message is None else REPLY
    message = _empty(world, interaction.channel, world.bot, interaction, kind)
    message.flags = int(Flags.LOADING)
    if ephemeral:
        message.flags |= Flags.EPHEMERAL
        message.only_for = interaction.user
    return message


def _empty(
    world: World, channel: Channel, author: User, interaction: Interaction | None, kind: int
) -> Message:
    made = world.clock.iso()
    message = Message(world.ids.next(), channel, author, made, type=kind, interaction=interaction)
    used = interaction.message if interaction is not None and kind == REPLY else None
    if used is not None:
        set_reply(message, used.id)
    return message


def set_reply(message: Message, target: int) -> None:
    """Make a message a reply to another one of its channel."""
    message.type = REPLY
    channel_id = str(message.channel.id)
    message.reference = {"type": 0, "message_id": str(target), "channel_id": channel_id}


def forward(world: World, channel: Channel, author: User, target: Message) -> Message:
    """Return a message that forwards another in its current state; it is not posted yet."""
    message = _empty(world, channel, author, None, 0)
    message.flags = int(Flags.HAS_SNAPSHOT)
    origin = target.channel
    message.reference = {
        "type": FORWARD,
        "message_id": str(target.id),
        "channel_id": str(origin.id),
    }
    if origin.guild_id is not None:
        message.reference["guild_id"] = str(origin.guild_id)
    message.snapshots = deepcopy(target.snapshots) or [deepcopy(payloads.snapshot(target))]
    for attachment in _every_attachment(message):
        world.files.share(int(attachment["id"]))
    return message


def _embeds(body: JSON) -> list[JSON]:
    return [{"type": "rich", **embed} for embed in body.get("embeds") or []]


def _attachments(world: World, message: Message, body: JSON, uploads: Uploads) -> list[JSON]:
    """Return a message's attachments after a body is applied: kept and added ones."""
    check_uploads(uploads)
    listed = body.get("attachments")
    if listed is None:
        kept = message.attachments
        described: dict[int, JSON] = {number: {} for number in uploads}
    else:
        had = {one["id"]: one for one in message.attachments}
        kept = [had[str(one["id"])] for one in listed if str(one.get("id")) in had]
        described = {
            int(one["id"]): one for one in listed if str(one.get("id")) not in had and "id" in one
        }
        dropped = had.keys() - {one["id"] for one in kept}
        for file_id in dropped:
            world.files.drop(int(file_id))
    added = []
    for number, about in described.items():
        if number not in uploads:
            check = Checker()
            text = "Attachment data cannot be found for this attachment"
            check.fail(("attachments", number), "MESSAGE_ATTACHMENT_NOT_FOUND", text)
            check.done()
        upload = uploads[number]
        description = about.get("description")
        added.append(
            world.files.keep(upload, message.channel.id, world.address, description=description)
        )
    if len(kept) + len(added) > MAX_FILES:
        check = Checker()
        text = f"Must be {MAX_FILES} or fewer in length."
        check.fail(("attachments",), "BASE_TYPE_MAX_LENGTH", text)
        check.done()
    return [*kept, *added]


def check_uploads(uploads: Uploads) -> None:
    """Raise Discord's 413 for files that are too large."""
    if any(len(upload.data) > MAX_BYTES for upload in uploads.values()):
        raise too_large()


def _resolve_media(attachments: list[JSON], media: list[JSON], embeds: list[JSON]) -> None:
    """Replace attachment:// addresses with real ones, in components and in embeds."""
    named = {one["filename"]: one for one in attachments}
    check = Checker()
    for item in media:
        url = item["url"]
        if url.startswith(SCHEME):
            attachment = named.get(url.removeprefix(SCHEME))
            if attachment is None:
                code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
                check.fail(
                    ("components",), code, f"The referenced attachment '{url}' was not found"
                )
                continue
            item["url"] = attachment["url"]
            item["attachment_id"] = attachment["id"]
            for key in ("width", "height", "content_type"):
                item[key] = attachment.get(key)
        item.setdefault("proxy_url", item["url"])
        item["loading_state"] = 2
    check.done()
    for embed in embeds:
        for key in ("image", "thumbnail"):
            picture = embed.get(key) or {}
            attachment = named.get(str(picture.get("url", "")).removeprefix(SCHEME))
            if attachment is not None:
                picture["url"] = picture["proxy_url"] = attachment["url"]


def _mention(world: World, message: Message, body: JSON) -> None:
    texts = [message.content, *(one["content"] for one in texts_of(message.components))]
    found = Mentions("\n".join(texts), body.get("allowed_mentions"))
    message.mentions = [world.users[one] for one in found.users if one in world.users]
    guild = world.guild_of(message.channel)
    roles = {} if guild is None else guild.roles
    all_of_them = bool(world.permissions_in(message.channel, message.author) & MENTION_EVERYONE)
    message.mention_roles = [
        one for one in found.roles if one in roles and (all_of_them or roles[one].mentionable)
    ]
    message.mention_everyone = found.everyone and all_of_them


def post(world: World, message: Message) -> None:
    """Put a message into its channel."""
    channel = message.channel
    if channel.type in THREADS and message.only_for is None:
        if message.interaction is None:  # an answer adds nobody to the thread
            world.join_thread(channel, message.author)
        if channel.archived:
            world.change_thread(channel, archived=False)
    channel.messages[message.id] = message
    channel.last_message_id = message.id
    if len(channel.messages) > HISTORY:
        _, oldest = channel.messages.popitem(last=False)
        _forget_files(world, oldest)
    if message.interaction is not None:
        message.interaction.signal.ring()
    _announce(world, message, "MESSAGE_CREATE")


def edit(world: World, message: Message, body: JSON, uploads: Uploads) -> None:
    """Change the parts of a message that a body mentions, after every check."""
    flags = edited_flags(message.flags, body)
    v2 = bool(flags & Flags.COMPONENTS_V2)
    still = {"content": message.content, "embeds": message.embeds} if v2 else {}
    layout = check_message(still | body, v2=v2, editing=True, has_files=True)
    attachments = _attachments(world, message, body, uploads)
    embeds = _embeds(body) if "embeds" in body else message.embeds
    _resolve_media(attachments, layout.media, embeds)
    message.attachments, message.embeds = attachments, embeds
    if "content" in body:
        message.content = (body["content"] or "").strip()
    if "components" in body:
        message.components = body["components"] or []
    was_thinking = message.thinking
    message.flags = flags & ~Flags.LOADING
    _mention(world, message, body)
    if not was_thinking:
        message.edited = world.clock.iso()
    changed(world, message)


def changed(world: World, message: Message) -> None:
    """Announce that a message changed."""
    message.signal.ring()
    if message.interaction is not None:
        message.interaction.signal.ring()
    _announce(world, message, "MESSAGE_UPDATE")


def delete(world: World, message: Message) -> None:
    """Remove a message."""
    message.deleted = True
    message.channel.messages.pop(message.id, None)
    _forget_files(world, message)
    message.signal.ring()
    if message.interaction is not None:
        message.interaction.signal.ring()
    channel = message.channel
    channel.signal.ring()
    reader = message.only_for

    def describe(user: User) -> JSON | None:
        if reader not in {None, user} or not world.can_see(channel, user):
            return None
        return {"channel_id": str(channel.id), "id": str(message.id)}

    world.feed.publish("message_delete", describe)
    if reader is None:
        data = {"id": str(message.id), "channel_id": str(channel.id)}
        intent = Intents.DIRECT_MESSAGES
        if channel.guild_id is not None:
            data["guild_id"] = str(channel.guild_id)
            intent = Intents.GUILD_MESSAGES
        world.hub.dispatch("MESSAGE_DELETE", data, intent, channel.guild_id)


def _forget_files(world: World, message: Message) -> None:
    for attachment in _every_attachment(message):
        world.files.drop(int(attachment["id"]))


def _every_attachment(message: Message) -> list[JSON]:
    held = [one["message"]["attachments"] for one in message.snapshots]
    return [*message.attachments, *chain.from_iterable(held)]


def _announce(world: World, message: Message, event: str) -> None:
    """Send the message to the pages of users who see it, and to the bot unless ephemeral."""
    channel = message.channel
    channel.signal.ring()

    def describe(user: User) -> JSON | None:
        if not message.visible_to(user) or not world.can_see(channel, user):
            return None
        return {"message": seen_by(message, user)}

    world.feed.publish("message", describe)
    if message.only_for is None:
        world.announce_message(event, message)
