"""Challenge to a duel: in the menu of a person."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.ui.client import Interaction
from bot.ui.race.command import DEFAULT_LEVEL, challenge


@app_commands.context_menu(name="Challenge to a duel")
async def challenge_person(interaction: Interaction, user: discord.User | discord.Member) -> None:
    """Challenge somebody, with all of /duel’s options left out."""
    await challenge(interaction, user, "ladder", DEFAULT_LEVEL)
