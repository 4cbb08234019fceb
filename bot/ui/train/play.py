"""/train: one puzzle after the other by oneself; its buttons and forms."""

from __future__ import annotations

from discord import app_commands

from bot.dailies import TIER
from bot.errors import BadOption
from bot.puzzles import LIST_GAME
from bot.training import Trainer, TrainingReceipt, TrainingState
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton
from bot.ui.cards import meanings
from bot.ui.client import Interaction, requester_of
from bot.ui.games.faces import face_of
from bot.ui.games.snake_card import draw_or_none
from bot.ui.layout import Page
from bot.ui.permissions import act_of
from bot.ui.race.command import DEFAULT_GAME, GAME_CHOICES
from bot.ui.tapping import TappingButton, kept, laid
from bot.ui.taps import Tapped
from bot.ui.train.ids import TrainFormId, TrainHintId, TrainId, TrainTapId, TrainUndoId
from bot.ui.train.view import (
    WORDS,
    TrainModal,
    news_of,
    present_asking,
    present_trained,
    present_training,
)
from bot.ui.words import present_meanings


@app_commands.command()
@app_commands.describe(game=f"what to train (default: {DEFAULT_GAME})")
@app_commands.choices(game=GAME_CHOICES)
async def train(interaction: Interaction, game: str = DEFAULT_GAME) -> None:
    """Train by yourself: one puzzle after the other, as hard as suits you."""
    await replies.defer(interaction, private=True)
    trainer = interaction.client.services.training
    state = await trainer.begin(game, interaction.guild_id, act_of(interaction))
    await replies.edit(interaction, present_training(state))


class TrainButton(PersistentButton[TrainId], ids=TrainId):
    """Next word, Give up and what it asks, Definitions, Next puzzle."""

    async def press(self, interaction: Interaction) -> None:
        """Open the form, ask, end the puzzle, or go on."""
        trainer, act = interaction.client.services.training, act_of(interaction)
        game, number = self.params.game, self.params.number
        if self.params.action == "write":
            state = await trainer.look(game, number, act)
            if state.ended:
                raise BadOption("This one’s over. Press *Next puzzle*.")
            await forms.show(interaction, TrainModal(state))
            return
        if self.params.action == "words":
            await self._define(interaction)
            return
        await replies.defer_edit(interaction)
        match self.params.action:
            case "next":
                state = await trainer.next(game, number, interaction.guild_id, act)
                page = await state_page(interaction, state)
            case "quit":
                page = await receipt_page(interaction, await trainer.give_up(game, number, act))
            case "ask":
                state = await trainer.look(game, number, act)
                page = await state_page(interaction, state)
                if not state.ended:
                    page = present_asking(state)
            case _:
                page = await state_page(interaction, await trainer.look(game, number, act))
        await replies.edit(interaction, page)

    async def _define(self, interaction: Interaction) -> None:
        """Say what the words mean that the card shows."""
        await replies.defer(interaction, private=True)
        services, params = interaction.client.services, self.params
        state = await services.training.look(params.game, params.number, act_of(interaction))
        words = state.words if state.ended else state.puzzle.given
        found = meanings(services.lexicons[TIER], words)
        await replies.edit(interaction, present_meanings("What they mean", found))


class TrainUndoButton(PersistentButton[TrainUndoId], ids=TrainUndoId):
    """Undo."""

    cost = 0.5

    async def press(self, interaction: Interaction) -> None:
        """Take words back, and show what is left."""
        await replies.defer_edit(interaction)
        trainer, params = interaction.client.services.training, self.params
        state = await trainer.undo(params.game, params.number, act_of(interaction), params.left)
        await replies.edit(interaction, present_training(state))


class TrainHintButton(PersistentButton[TrainHintId], ids=TrainHintId):
    """Letter, Word; pressed twice, it gives one."""

    async def press(self, interaction: Interaction) -> None:
        """Note the hint and show it."""
        await replies.defer_edit(interaction)
        trainer, params = interaction.client.services.training, self.params
        receipt = await trainer.hint(
            params.game,
            params.number,
            interaction.guild_id,
            act_of(interaction),
            params.kind,
            params.seen,
        )
        await replies.edit(interaction, await receipt_page(interaction, receipt))


class TrainForm(forms.Form[TrainFormId], ids=TrainFormId):
    """The form that words are written into."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Judge the words, and show what they came to on the card."""
        await replies.defer_edit(interaction)
        trainer, params = interaction.client.services.training, self.params
        receipt = await trainer.submit(
            params.game,
            params.number,
            interaction.guild_id,
            act_of(interaction),
            values.text(WORDS),
        )
        await replies.edit(interaction, await receipt_page(interaction, receipt))


class TrainTapButton(TappingButton[TrainTapId], ids=TrainTapId):
    """A word, Undo or Take out, Start over, Submit."""

    async def lay(
        self, interaction: Interaction, tapped: Tapped, seen: Tapped
    ) -> tuple[Page, Tapped]:
        """Keep what is tapped, unless its player has gone on elsewhere; return what there is."""
        trainer, act = self._trainer(interaction), act_of(interaction)
        game, number = LIST_GAME, self.params.number
        given = (await trainer.look(game, number, act)).puzzle.given
        order, before = laid(given, tapped), laid(given, seen)
        state = await trainer.lay(game, number, act, order, before)
        shown, said = kept(given, state.progress.words, tapped), None
        if shown != tapped:
            said = "You’ve played on elsewhere. Here’s how far you are!"
        return present_training(state, said, picked=shown.picked), shown

    async def send(self, interaction: Interaction) -> Page:
        """Have the order judged, and return the result."""
        trainer, act = self._trainer(interaction), act_of(interaction)
        game, number = LIST_GAME, self.params.number
        given = (await trainer.look(game, number, act)).puzzle.given
        order = laid(given, self.params.tapped)
        receipt = await trainer.submit_words(game, number, interaction.guild_id, act, order)
        return await receipt_page(interaction, receipt)

    def _trainer(self, interaction: Interaction) -> Trainer:
        return interaction.client.services.training


async def state_page(interaction: Interaction, state: TrainingState) -> Page:
    """Return somebody's puzzle as it is."""
    return await receipt_page(interaction, TrainingReceipt(state, state.level))


async def receipt_page(interaction: Interaction, receipt: TrainingReceipt) -> Page:
    """Return somebody's puzzle after what they did: as it goes on, or what came of it."""
    state = receipt.state
    if not state.ended:
        return present_training(state, *news_of(receipt))
    sketch, drawn = face_of(state.puzzle).picture(state.puzzle, state.words), None
    if sketch is not None:
        services, requester = interaction.client.services, requester_of(interaction)
        drawn = await draw_or_none(services, sketch, requester=requester)
    return present_trained(receipt, drawn)
