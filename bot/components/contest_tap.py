"""The buttons of a snake that is tapped together: its words, Undo, Start over, Send it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, cast

from bot import answers
from bot.components.tapping import ACTIONS, TAPPED, TappingButton
from bot.contest_desk import plays
from bot.contests import Try
from bot.present.contest_play import Kind, Seat
from bot.present.contest_tap import present_tapping

if TYPE_CHECKING:
    import re

    from discord import Interaction, ui

    from bot.client import Ask

SEAT = rf"(?P<kind>contest|practice):(?P<action>{ACTIONS}):(?P<key>[\w-]{{1,20}})"


class TapButton(TappingButton, template=f"{SEAT}:{TAPPED}"):
    """Any of them."""

    seat: Seat

    @classmethod
    async def from_custom_id(
        cls, ask: Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button of what was pressed."""
        made = await super().from_custom_id(ask, item, match)
        made.seat = Seat(cast("Kind", match["kind"]), match["key"])
        return made

    async def press(self, ask: Ask) -> None:
        """Show what is tapped by now, or send it in."""
        if self.action != "send":
            # In one answer: what is pressed before it arrives would not know of this press.
            turn = await plays.turn(ask, self.seat)
            await answers.replace(ask, present_tapping(turn, self.seat, self.tapped))
            return
        await answers.defer_edit(ask)
        turn = await plays.turn(ask, self.seat)
        order = tuple(turn.words[number] for number in self.tapped)
        await answers.edit(ask, await plays.take(ask, self.seat, Try(order)))
