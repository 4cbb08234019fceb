"""/toss: heads or tails."""

from __future__ import annotations

import secrets

from discord import app_commands

from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.layout import Page, Tone, card


@app_commands.command()
async def toss(interaction: Interaction) -> None:
    """Toss a coin."""
    await replies.defer(interaction, private=False)
    await replies.edit(interaction, present_toss(secrets.choice(("Heads", "Tails"))))


def present_toss(side: str) -> Page:
    """Return the side that is up."""
    return Page(card(Tone.ANSWER, [f"## {side}!"]))
