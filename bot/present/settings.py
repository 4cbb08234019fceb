"""What is set in a server."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.present.layout import Page, Tone, card, escape, many, shorten

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from bot.store.records import GuildSettings

WORDS_LENGTH = 1200
TOLD_LENGTH = 500
TIERS = {
    "common": "common words only",
    "standard": "common and less common words",
    "full": "all words, the rarest too",
}


def present_settings(
    settings: GuildSettings, own: Mapping[str, bool], now: datetime, changed: str | None = None
) -> Page:
    """Return a server's settings and its own words; `changed` tells what was done just now."""
    role = settings.contest_role_id
    clock = f"{now.astimezone(ZoneInfo(settings.time_zone)):%H:%M}"
    lines = [
        f"**Words that count** {settings.tier}: {TIERS[settings.tier]}",
        f"**Time zone** {settings.time_zone}, where it is {clock}",
        "**Contests are organised by** those with Manage Events"
        + ("" if role is None else f", and <@&{role}>"),
    ]
    blocks = ["## Settings of this server", "\n".join(lines)]
    for heading, allowed in (("Allowed besides", True), ("Denied", False)):
        words = [word for word in own if own[word] is allowed]
        if words:
            blocks.append(f"**{heading}** {_listed(words)}")
    if changed:
        blocks.insert(0, shorten(escape(changed), TOLD_LENGTH))
    return Page(card(Tone.ANSWER if changed else Tone.NOTE, blocks))


def _listed(words: Sequence[str]) -> str:
    return f"{many(len(words), 'word')}: {shorten(', '.join(words), WORDS_LENGTH)}"
