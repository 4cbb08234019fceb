"""The buttons of a daily snake that is tapped together: Tap it, its words, Undo, Start over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers
from bot.components.tapping import ACTIONS, TAPPED, TappingButton
from bot.daily_desk import plays
from bot.present.daily_play import present_tapping

if TYPE_CHECKING:
    from bot.client import Ask

EDITION = rf"daily:(?P<action>{ACTIONS}):(?P<key>\d{{1,6}})"


class DailyTapButton(TappingButton, template=f"{EDITION}:{TAPPED}"):
    """Any of them."""

    async def press(self, ask: Ask) -> None:
        """Show what is tapped by now, or send it in."""
        number = int(self.key)
        if self.action != "send":
            # In one answer: what is pressed before it arrives would not know of this press.
            edition = await ask.client.kit.dailies.read.edition(number)
            await answers.replace(ask, present_tapping(edition, self.tapped))
            return
        await answers.defer_edit(ask)
        edition = await ask.client.kit.dailies.read.edition(number)
        order = [edition.given[place] for place in self.tapped]
        await answers.edit(ask, await plays.lay(ask, number, order))
