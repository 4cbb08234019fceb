"""Buttons by which words are tapped in order; what has been tapped stands in their custom ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Self

import discord
from discord import ButtonStyle, ui

from bot.contests import pack, unpack
from bot.ui import replies
from bot.ui.cards import CardButton
from bot.ui.client import Interaction
from bot.ui.layout import Page, Tone, button
from bot.ui.taps import Tapped

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
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button of what was pressed."""
        made = await super().from_custom_id(interaction, item, match)
        made.tapped = unpack(match["tapped"])
        made.word = None if match["word"] is None else int(match["word"])
        return made

    async def press(self, interaction: Interaction) -> None:
        """Show what is tapped by now, or send it in."""
        if self.action == "send":  # just what its player saw
            await replies.defer_edit(interaction)
            await replies.edit(interaction, await self.send(interaction))
            return
        assert interaction.message is not None
        async with interaction.client.taps.turn(interaction.message.id, self.tapped) as board:
            tapped = self._after(board.shown[-1])
            # In one answer, and remembered only if it arrives.
            await replies.replace(interaction, await self.show(interaction, tapped))
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

    async def show(self, interaction: Interaction, tapped: Tapped) -> Page:
        """Return the words with these tapped; raises what forbids to go on."""
        raise NotImplementedError

    async def send(self, interaction: Interaction) -> Page:
        """Take what is tapped, and return what came of it."""
        raise NotImplementedError


IN_A_ROW = 5


def present_taps(
    heading: str,
    words: Sequence[str],
    tapped: Sequence[int],
    until: str,
    *,
    id_of: Callable[..., str],
    more: Sequence[ui.Button[ui.LayoutView]] = (),
) -> Page:
    """Return a button for each word, and the order so far; `tapped` are the words' numbers.

    They stand in the buttons' ids, too, so that nothing is lost in a restart: `id_of` makes those
    of an action and what follows it. `more`: up to two buttons that come last.
    """
    state = pack(tapped)
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=Tone.NOTE.value)
    for block in (
        f"### {heading}: tap the words in order",
        # What it would score is not told: that takes a try.
        " → ".join(words[n] for n in tapped) or "Which word comes first?",
        f"-# {len(tapped)} of {len(words)} words · {until}",
    ):
        container.add_item(ui.TextDisplay(block))
    for start in range(0, len(words), IN_A_ROW):
        row = range(start, min(start + IN_A_ROW, len(words)))
        container.add_item(
            ui.ActionRow(*(_word(words[n], id_of("tap", state, n), gone=n in tapped) for n in row))
        )
    container.add_item(
        ui.ActionRow(
            button(
                "Send it",
                id_of("send", state),
                style=ButtonStyle.success,
                disabled=len(tapped) < len(words),
            ),
            button("Undo", id_of("undo", state), disabled=not tapped),
            button("Start over", id_of("reset", state), disabled=not tapped),
            *more,
        )
    )
    view.add_item(container)
    return Page(view)


def _word(word: str, custom_id: str, *, gone: bool) -> ui.Button[ui.LayoutView]:
    """Make a word's button. It stays in its place when it is tapped, so that no other slips."""
    style = ButtonStyle.secondary if gone else ButtonStyle.primary
    return button(word, custom_id, style=style, disabled=gone)
