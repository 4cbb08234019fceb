"""The buttons of a snake that is tapped together: its words, Undo, Start over, Send it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, cast

from bot.components.tapping import ACTIONS, TAPPED, TappingButton
from bot.contest_desk import plays
from bot.contests import Try
from bot.present.contest_play import Kind, Seat
from bot.present.contest_tap import present_tapping

if TYPE_CHECKING:
    import re

    from discord import Interaction, ui

    from bot.client import Ask
    from bot.present.layout import Page
    from bot.taps import Tapped

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

    async def show(self, ask: Ask, tapped: Tapped) -> Page:
        """Return the words, if a snake of theirs still counts."""
        return present_tapping(await plays.turn(ask, self.seat), self.seat, tapped)

    async def send(self, ask: Ask) -> Page:
        """Have the snake counted, and return its receipt."""
        turn = await plays.turn(ask, self.seat)
        order = tuple(turn.words[number] for number in self.tapped)
        return await plays.take(ask, self.seat, Try(order))
