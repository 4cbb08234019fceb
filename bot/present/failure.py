"""How a failure looks."""

from __future__ import annotations

from bot.present.layout import Page, Tone, card, escape, shorten


def present_failure(words: str, name: str | None = None, tone: Tone = Tone.TROUBLE) -> Page:
    """Return a small card with a sentence, and the id under which the log has the rest."""
    blocks = [shorten(escape(words), 2000)]
    if name is not None:
        blocks.append(f"-# If it happens again, tell whoever runs this bot: error {name}")
    return Page(card(tone, blocks))
