"""/toss: heads or tails."""

from __future__ import annotations

import secrets
from typing import Literal

from discord import app_commands

from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.custom_ids import CustomId
from bot.ui.layout import Page, Tone, button, card


class TossId(CustomId, prefix="toss"):
    """Again."""

    action: Literal["again"]


class TossButton(PersistentButton[TossId], ids=TossId):
    """Toss once more."""

    async def press(self, interaction: Interaction) -> None:
        """Show what comes up now."""
        await replies.defer_edit(interaction)
        await replies.edit(interaction, present_toss(secrets.choice(("Heads", "Tails"))))


@app_commands.command()
async def toss(interaction: Interaction) -> None:
    """Toss a coin."""
    await replies.defer(interaction, private=False)
    await replies.edit(interaction, present_toss(secrets.choice(("Heads", "Tails"))))


def present_toss(side: str) -> Page:
    """Return the side that is up, and a button to toss once more."""
    return Page(card(Tone.ANSWER, [f"## {side}!"], [button("Again", TossId("again"))]))
