"""What the buttons have in common by which words are tapped in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from bot import answers
from bot.components.base import CardButton
from bot.contests import unpack

if TYPE_CHECKING:
    import re

    from discord import Interaction, ui

    from bot.client import Ask
    from bot.present.layout import Page
    from bot.taps import Tapped

ACTIONS = "tap|undo|reset|send"
TAPPED = r"(?P<tapped>[0-9a-z]{0,20})(?::(?P<word>\d{1,2}))?"


class TappingButton(CardButton, template=r"(?!)"):
    """A word, Undo, Start over, Send it. What has been tapped so far stands in the custom_id.

    `tapped` is what was tapped when the button was shown, `word` the one it adds.
    """

    tapped: Tapped
    word: int | None

    @classmethod
    async def from_custom_id(
        cls, ask: Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button of what was pressed."""
        made = await super().from_custom_id(ask, item, match)
        made.tapped = unpack(match["tapped"])
        made.word = None if match["word"] is None else int(match["word"])
        return made

    async def press(self, ask: Ask) -> None:
        """Show what is tapped by now, or send it in."""
        if self.action == "send":  # just what its player saw
            await answers.defer_edit(ask)
            await answers.edit(ask, await self.send(ask))
            return
        assert ask.message is not None
        async with ask.client.taps.turn(ask.message.id, self.tapped) as board:
            tapped = self._after(board.shown[-1])
            # In one answer, and remembered only if it arrives.
            await answers.replace(ask, await self.show(ask, tapped))
            board.shown.append(tapped)

    def _after(self, tapped: Tapped) -> Tapped:
        """Return what is tapped once this was pressed, too."""
        match self.action:
            case "undo":
                return tapped[:-1]
            case "reset":
                return ()
            case _ if self.word is None:  # Tap it: the words are shown anew
                return self.tapped
        return tapped if self.word in tapped else (*tapped, self.word)

    async def show(self, ask: Ask, tapped: Tapped) -> Page:
        """Return the words with these tapped; raises what forbids to go on."""
        raise NotImplementedError

    async def send(self, ask: Ask) -> Page:
        """Take what is tapped, and return what came of it."""
        raise NotImplementedError
