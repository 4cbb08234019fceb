"""The card of a puzzle of training."""

from __future__ import annotations

from collections.abc import Sequence

from bot.play import Playing, Receipt
from bot.services import Services
from bot.training import TrainingKey, TrainingState
from bot.ui.client import Interaction
from bot.ui.drawing import draw_for
from bot.ui.games.faces import face_of
from bot.ui.layout import Page
from bot.ui.play.ids import Target
from bot.ui.play.mode import Around, CardMode, News
from bot.ui.train.view import around, ending, name_of, present_trained, target_of


class TrainingCards(CardMode[TrainingKey, TrainingState], name="train"):
    """Puzzles of training, as their players see them."""

    def playing(self, services: Services) -> Playing[TrainingKey, TrainingState]:
        """Return the service that plays training puzzles."""
        return services.training.play

    def key(self, interaction: Interaction, name: str) -> TrainingKey:
        """Return the key of a puzzle, by its game and number, for the person who pressed."""
        game, number = name.split(":")
        return TrainingKey(interaction.guild_id, game, int(number))

    def target(self, state: TrainingState) -> Target:
        """Return the target that a puzzle's custom ids carry."""
        return target_of(state)

    def title(self, state: TrainingState) -> str:
        """Return "🪜 Training: ladder · Fair"."""
        return name_of(state)

    async def around(self, _interaction: Interaction, state: TrainingState) -> Around:
        """Return the puzzle's number, the streak, and what hints mean."""
        return around(state)

    async def result(
        self, interaction: Interaction, receipt: Receipt[TrainingState], news: News | None
    ) -> Page:
        """Return the picture of what the player found, or of an answer, and their level."""
        state = receipt.state
        sketch = face_of(state.puzzle).picture(state.puzzle, state.words)
        (drawn,) = await draw_for(interaction, sketch)
        return present_trained(receipt, drawn, news.said if news else None)

    async def ending(self, _interaction: Interaction, state: TrainingState) -> str:
        """Say what giving up does to the level and the streak."""
        return ending(state)

    def meant(self, state: TrainingState) -> Sequence[str]:
        """Return the words of the result, or the words that the puzzle gives."""
        return state.words if state.ended else state.puzzle.given
