"""The buttons of a snake that is tapped together: its words, Undo, Start over, Send it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, cast

from bot import answers, plays
from bot.components.base import CardButton
from bot.contests import Try, unpack
from bot.present.contest_play import Kind, Seat
from bot.present.contest_tap import present_tapping

if TYPE_CHECKING:
    import re

    from discord import Interaction, ui

    from bot.client import Ask

SEAT = r"(?P<kind>contest|practice):(?P<action>tap|undo|reset|send):(?P<key>[\w-]{1,20})"
TAPPED = r"(?P<tapped>[0-9a-z]{0,20})(?::(?P<word>\d{1,2}))?"


class TapButton(CardButton, template=f"{SEAT}:{TAPPED}"):
    """Any of them. What has been tapped so far stands in the custom_id."""

    seat: Seat
    tapped: tuple[int, ...]

    @classmethod
    async def from_custom_id(
        cls, ask: Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button of what was pressed."""
        made = await super().from_custom_id(ask, item, match)
        made.seat = Seat(cast("Kind", match["kind"]), match["key"])
        made.tapped = unpack(match["tapped"])
        if made.action == "tap":
            made.tapped += (int(match["word"]),)
        elif made.action == "undo":
            made.tapped = made.tapped[:-1]
        elif made.action == "reset":
            made.tapped = ()
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
