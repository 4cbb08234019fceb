"""A message as the page shows it to one person: with its command and what it replies to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import payloads
from playground.validation.components import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.model import JSON, Message, User

EXCERPT = 300  # characters of Markdown; the page shows one line of them


def seen_by(message: Message, user: User) -> JSON:
    """Return a message as the page shows it to a user."""
    data = payloads.message(message)
    data.pop("referenced_message", None)
    data["pinged"] = message.mention_everyone or user in message.mentions
    interaction = message.interaction
    if interaction is not None and interaction.name and message is interaction.original:
        data["command"] = interaction.name
        data["menu"] = "target_id" in interaction.data
        data["invoker"] = payloads.user(interaction.user)
    target = message.replies_to
    replies = message.reference is not None and not message.snapshots
    if replies and (target is None or target.only_for in {None, user}):
        data["reply"] = None if target is None or target.deleted else _excerpt(target)
    return data


def _excerpt(target: Message) -> JSON:
    """Return the author and the beginning of a message that is replied to."""
    text = "\n".join(text for text in texts(target) if text)
    return {
        "id": str(target.id),
        "author": payloads.user(target.author),
        "text": text[:EXCERPT],
    }


def texts(message: Message) -> Iterator[str]:
    """Yield every text of a message: content, text displays and embeds, also of a forward."""
    yield from _texts(message.content, message.components, message.embeds)
    for one in message.snapshots:
        held = one["message"]
        yield from _texts(held["content"], held["components"], held["embeds"])


def _texts(content: str, components: list[JSON], embeds: list[JSON]) -> Iterator[str]:
    yield content
    for one in texts_of(components):
        yield one["content"]
    for embed in embeds:
        yield embed.get("title", "")
        yield embed.get("description", "")
        for field in embed.get("fields") or []:
            yield from (field["name"], field["value"])


def texts_of(components: list[JSON]) -> Iterator[JSON]:
    """Yield every text display in a tree of components."""
    return (one for one in walk(components) if one["type"] == TEXT)


def walk(components: list[JSON]) -> Iterator[JSON]:
    """Yield every component of a tree, outermost first."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for key in ("accessory", "component"):
            if key in component:
                yield from walk([component[key]])
