"""/train: one puzzle after the other, alone."""

from __future__ import annotations

from discord import app_commands

from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.permissions import act_of
from bot.ui.play.show import show_state
from bot.ui.race.command import DEFAULT_GAME, GAME_CHOICES
from bot.ui.train.ids import NextId


@app_commands.command()
@app_commands.describe(game=f"what to train (default: {DEFAULT_GAME})")
@app_commands.choices(game=GAME_CHOICES)
async def train(interaction: Interaction, game: str = DEFAULT_GAME) -> None:
    """Train by yourself: one puzzle after the other, as hard as suits you."""
    await replies.defer(interaction, private=True)
    trainer = interaction.client.services.training
    state = await trainer.begin(game, interaction.guild_id, act_of(interaction))
    await show_state(interaction, "train", state)


class NextButton(PersistentButton[NextId], ids=NextId):
    """Next puzzle."""

    async def press(self, interaction: Interaction) -> None:
        """Show the next puzzle, once."""
        await replies.defer_edit(interaction)
        trainer, params = interaction.client.services.training, self.params
        act = act_of(interaction)
        state = await trainer.next(params.game, params.number, interaction.guild_id, act)
        await show_state(interaction, "train", state)
