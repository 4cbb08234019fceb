"""The buttons of a daily snake that is tapped together: Tap it, its words, Undo, Start over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components.tapping import ACTIONS, TAPPED, TappingButton
from bot.daily_desk import plays
from bot.present.daily_play import present_tapping

if TYPE_CHECKING:
    from bot.client import Ask
    from bot.dailies import Edition
    from bot.present.layout import Page
    from bot.taps import Tapped

EDITION = rf"daily:(?P<action>{ACTIONS}):(?P<key>\d{{1,6}})"


class DailyTapButton(TappingButton, template=f"{EDITION}:{TAPPED}"):
    """Any of them."""

    async def show(self, ask: Ask, tapped: Tapped) -> Page:
        """Return the words of the edition."""
        return present_tapping(await self._edition(ask), tapped)

    async def send(self, ask: Ask) -> Page:
        """Have the snake judged, and return what came of it."""
        edition = await self._edition(ask)
        return await plays.lay(ask, edition.number, [edition.given[n] for n in self.tapped])

    async def _edition(self, ask: Ask) -> Edition:
        return await ask.client.kit.dailies.read.edition(int(self.key))
