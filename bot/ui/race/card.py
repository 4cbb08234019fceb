"""The card of somebody who races."""

from __future__ import annotations

from collections.abc import Sequence

from bot.play import Playing, Receipt
from bot.races import RoundKey, RoundState
from bot.services import Services
from bot.ui.client import Interaction
from bot.ui.drawing import draw_for
from bot.ui.games.faces import face_of
from bot.ui.layout import Page
from bot.ui.play.ids import Target
from bot.ui.play.mode import Around, CardMode, News
from bot.ui.race.play_view import (
    around,
    compared,
    present_over,
    shown_words,
    target_of,
    waiting_for,
)
from bot.ui.race.text import heading


class RaceCards(CardMode[RoundKey, RoundState], name="race"):
    """Rounds, as their players see them."""

    def playing(self, services: Services) -> Playing[RoundKey, RoundState]:
        """Return the service that plays rounds."""
        return services.races.play

    def key(self, interaction: Interaction, name: str) -> RoundKey:
        """Return the key of a round, by its race and number."""
        race, _, number = name.rpartition(":")
        return RoundKey(interaction.guild_id, race, int(number))

    def target(self, state: RoundState) -> Target:
        """Return the target that a round's custom ids carry."""
        return target_of(state)

    def title(self, state: RoundState) -> str:
        """Return "🪜 Ladder race"."""
        return heading(state.status.race)

    async def around(self, _interaction: Interaction, state: RoundState) -> Around:
        """Return the race's mode, the best result so far, and the deadline."""
        return around(state)

    async def result(
        self, interaction: Interaction, receipt: Receipt[RoundState], news: News | None
    ) -> Page:
        """Return a round that is over for its player, with a picture of what they found."""
        own = receipt.state
        words, done = shown_words(own)
        face = face_of(own.puzzle)
        sketch = face.picture(own.puzzle, words) if done else face.board(own.puzzle, words)
        (drawn,) = await draw_for(interaction, sketch)
        return present_over(own, news, drawn)

    async def ending(self, _interaction: Interaction, _state: RoundState) -> str:
        """Return nothing: players who are done are not asked to confirm it."""
        return ""

    def meant(self, state: RoundState) -> Sequence[str]:
        """Return the words that the puzzle gives."""
        return state.puzzle.given

    def compared(self, receipt: Receipt[RoundState]) -> str:
        """Describe a try that solves the puzzle."""
        return compared(receipt)

    def said(self, receipt: Receipt[RoundState]) -> News | None:
        """Tell a player who is done what that means."""
        state, before = receipt.state, receipt.before
        if state.over:
            return News(waiting_for(state)) if not state.status.round_over else None
        done = state.status.play_of(state.player)
        if state.shared and done is not None and done.done and before is not state:
            return News("Noted: you’d give up. It ends when all say so, or the one who started it.")
        return None
