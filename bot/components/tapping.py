"""What the buttons have in common by which words are tapped in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from bot.components.base import CardButton
from bot.contests import unpack

if TYPE_CHECKING:
    import re

    from discord import Interaction, ui

ACTIONS = "tap|undo|reset|send"
TAPPED = r"(?P<tapped>[0-9a-z]{0,20})(?::(?P<word>\d{1,2}))?"


class TappingButton(CardButton, template=r"(?!)"):
    """A word, Undo, Start over, Send it. What has been tapped so far stands in the custom_id.

    `tapped` is what is tapped once it was pressed.
    """

    tapped: tuple[int, ...]

    @classmethod
    async def from_custom_id(
        cls, ask: Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button of what was pressed."""
        made = await super().from_custom_id(ask, item, match)
        made.tapped = unpack(match["tapped"])
        if match["word"] is not None:
            made.tapped += (int(match["word"]),)
        elif made.action == "undo":
            made.tapped = made.tapped[:-1]
        elif made.action == "reset":
            made.tapped = ()
        return made
