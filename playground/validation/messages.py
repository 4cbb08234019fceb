"""Rules for a message's body: text, embeds, flags, files; and its mentions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playground.errors import ApiError, empty_message
from playground.model import Flags
from playground.validation.components import Layout
from playground.validation.fields import Checker, Path

if TYPE_CHECKING:
    from playground.model import JSON

MOST_CONTENT = 2_000
MOST_EMBEDS = 10
MOST_EMBED_TEXT = 6_000
SETTABLE = (
    Flags.SUPPRESS_EMBEDS | Flags.EPHEMERAL | Flags.SUPPRESS_NOTIFICATIONS | Flags.COMPONENTS_V2
)
LEGACY = ("content", "embeds", "stickers", "sticker_ids", "poll")


def check_message(
    body: JSON, *, v2: bool, editing: bool = False, has_files: bool = False
) -> Layout:
    """Check a message's body; return the inspected layout, with media still to be resolved.

    `v2` says whether the message uses, or will use, Components V2. An edit may leave out anything;
    a new message must hold something.
    """
    check = Checker()
    layout = Layout(check, v2=v2)
    if v2:
        for key in LEGACY:
            if body.get(key):
                text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
                check.fail((key,), code, text)
    else:
        check.string(body, "content", (), 0, MOST_CONTENT)
        _check_embeds(check, body)
    components = check.items(body, "components", ())
    layout.inspect(components)
    check_mention_rules(check, body)
    check.done()
    if not editing and not (components or has_files or body.get("poll") or _text_of(body)):
        raise empty_message()
    return layout


def _text_of(body: JSON) -> object:
    return (body.get("content") or "").strip() or body.get("embeds") or body.get("sticker_ids")


def flags_of(body: JSON) -> int:
    """Return the flags a bot sent, without those it may not set."""
    value = body.get("flags") or 0
    if not isinstance(value, int) or value < 0:
        check = Checker()
        check.integer(body, "flags", (), 0)
        check.done()
    return value & SETTABLE


def edited_flags(now: int, body: JSON) -> int:
    """Return a message's flags after an edit; Components V2, once set, stays."""
    if body.get("flags") is None:
        return now & ~Flags.LOADING
    requested = flags_of(body)
    if now & Flags.COMPONENTS_V2 and not requested & Flags.COMPONENTS_V2:
        check = Checker()
        text = "The flag MessageFlags.IS_COMPONENTS_V2 cannot be removed"
        check.fail(("flags",), "MESSAGE_FLAGS_COMPONENTS_V2_CANNOT_BE_REMOVED", text)
        check.done()
    return (now & Flags.EPHEMERAL) | (requested & ~Flags.EPHEMERAL)


def _check_embeds(check: Checker, body: JSON) -> None:
    total = 0
    for index, embed in enumerate(check.items(body, "embeds", (), 0, MOST_EMBEDS)):
        path: Path = ("embeds", index)
        texts = [
            check.string(embed, "title", path, 0, 256),
            check.string(embed, "description", path, 0, 4_096),
        ]
        for key, part, most in (("footer", "text", 2_048), ("author", "name", 256)):
            if isinstance(embed.get(key), dict):
                texts.append(check.string(embed[key], part, (*path, key), 1, most, required=True))
        for place, field in enumerate(check.items(embed, "fields", path, 0, 25)):
            here = (*path, "fields", place)
            texts.append(check.string(field, "name", here, 1, 256, required=True))
            texts.append(check.string(field, "value", here, 1, 1_024, required=True))
        check.integer(embed, "color", path, 0, 0xFFFFFF)
        total += sum(len(text or "") for text in texts)
    if total > MOST_EMBED_TEXT:
        text = f"Embed size exceeds maximum size of {MOST_EMBED_TEXT}"
        check.fail(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", text)


def check_mention_rules(check: Checker, body: JSON) -> None:
    """Check `allowed_mentions`."""
    rules = body.get("allowed_mentions")
    if not isinstance(rules, dict):
        return
    parse = rules.get("parse") or []
    for index, kind in enumerate(parse):
        if kind not in {"users", "roles", "everyone"}:
            text = "Value must be one of ('users', 'roles', 'everyone')."
            check.fail(("allowed_mentions", "parse", index), "BASE_TYPE_CHOICES", text)
    for kind in ("users", "roles"):
        if rules.get(kind) and kind in parse:
            text = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            check.fail(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


class Mentions:
    """Whom a text mentions, as far as `allowed_mentions` permits."""

    def __init__(self, text: str, rules: JSON | None) -> None:
        parse = None if rules is None else set(rules.get("parse") or [])

        def allowed(kind: str, found: list[str]) -> list[int]:
            if parse is None or kind in parse:
                return [int(one) for one in found]
            named = {str(one) for one in (rules or {}).get(kind) or []}
            return [int(one) for one in found if one in named]

        self.users = allowed("users", re.findall(r"<@!?(\d+)>", text))
        self.roles = allowed("roles", re.findall(r"<@&(\d+)>", text))
        everyone = "@everyone" in text or "@here" in text
        self.everyone = everyone and (parse is None or "everyone" in parse)


def too_large() -> ApiError:
    """Return the answer to a message with too many bytes."""
    return ApiError(413, 40005, "Request entity too large")
