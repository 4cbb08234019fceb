"""How a failure looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.layout import Page, Tone, card, escape, shorten
from bot.present.moments import on, relative

if TYPE_CHECKING:
    from datetime import datetime


def present_failure(
    words: str,
    name: str | None = None,
    tone: Tone = Tone.TROUBLE,
    until: datetime | None = None,
) -> Page:
    """Return a small card with a sentence, and the id under which the log has the rest.

    `until`: when it will be otherwise.
    """
    blocks = [shorten(escape(words), 2000)]
    if until is not None:
        blocks.append(f"That is {on(until)}, {relative(until)}.")
    if name is not None:
        blocks.append(f"-# If it happens again, tell whoever runs this bot: error {name}")
    return Page(card(tone, blocks))
