"""What an organiser is told when something could not be posted."""

from __future__ import annotations

from bot.present.layout import Page, Tone, card, escape, shorten

LONGEST = 3000


def sentence(text: str) -> str:
    """Return the trouble as its message has it: by this the message is known."""
    return shorten(escape(text), LONGEST)


def present_trouble(text: str, server: str) -> Page:
    """Return the message; `server` is where it happened."""
    return Page(card(Tone.TROUBLE, [f"**{escape(server)}**", sentence(text)]))
