"""Buttons by which words are tapped in order; their custom ids carry what has been tapped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Annotated, Literal, TypeVar

from discord import ButtonStyle, ui

from bot.contests import pack, unpack
from bot.errors import CardExpired
from bot.ui import rate_limit, replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.custom_ids import CustomId, Field, optional
from bot.ui.layout import Page, Tone, button, card
from bot.ui.taps import Tapped

IN_A_ROW = 5
MOST_TAPPED = 20
"""Words that can be tapped in order: each needs a button."""
TapAction = Literal["tap", "undo", "reset", "send"]


class TapId(CustomId):
    """A word, Undo, Start over, Submit.

    `tapped` is what was tapped when the button was shown, `word` the one that it adds.
    """

    action: TapAction
    tapped: Annotated[Tapped, Field(r"[0-9a-z]{0,20}", unpack, pack)] = field(
        kw_only=True, default=()
    )
    word: Annotated[int | None, optional(Field(r"\d{1,2}", int))] = field(
        kw_only=True, default=None
    )


TapIdT = TypeVar("TapIdT", bound=TapId)


class TappingButton(PersistentButton[TapIdT]):
    """Shows the words after each tap, and sends the snake in once all are tapped."""

    cost = 0.2  # people tap four words a second

    async def press(self, interaction: Interaction) -> None:
        """Show what is tapped after this press, or send it in."""
        if self.params.action == "send":  # just what its player saw
            rate_limit.begin(interaction)
            await replies.defer_edit(interaction)
            await replies.edit(interaction, await self.send(interaction))
            return
        assert interaction.message is not None
        async with interaction.client.taps.lock(
            interaction.message.id, self.params.tapped
        ) as history:
            seen = history.shown[-1]
            page, shown = await self.lay(interaction, self._after(seen), seen)
            # In one answer, and remembered only if it arrives.
            await replies.replace(interaction, page)
            history.shown.append(shown)

    def _after(self, tapped: Tapped) -> Tapped:
        """Return what is tapped after this press."""
        match self.params.action:
            case "undo":
                return tapped[:-1]
            case "reset":
                return ()
        word = self.params.word
        if word is None:  # Play: the words are shown anew
            return self.params.tapped
        return tapped if word in tapped else (*tapped, word)

    async def lay(
        self, interaction: Interaction, tapped: Tapped, _seen: Tapped
    ) -> tuple[Page, Tapped]:
        """Return the words with these tapped, and which are; `_seen`: what the card showed."""
        return await self.show(interaction, tapped), tapped

    async def show(self, interaction: Interaction, tapped: Tapped) -> Page:
        """Return the words with these tapped; raises where the player cannot go on."""
        raise NotImplementedError

    async def send(self, interaction: Interaction) -> Page:
        """Send in what is tapped, and return the result."""
        raise NotImplementedError


def laid(words: Sequence[str], tapped: Tapped) -> list[str]:
    """Return the words that were tapped; raises CardExpired for what cannot have been."""
    fit = len(words) <= MOST_TAPPED and all(number < len(words) for number in tapped)
    if not fit or len(set(tapped)) < len(tapped):
        raise CardExpired(
            "These words can’t be tapped any more. Press Type and write your snake instead."
        )
    return [words[number] for number in tapped]


def present_taps(
    heading: str,
    words: Sequence[str],
    state: TapId,
    until: str,
) -> Page:
    """Return a button for each word, and the order so far."""
    tapped = state.tapped
    order = laid(words, tapped)
    blocks = (
        f"### {heading}: tap the words in order",
        # What it would score is not shown: that takes a try.
        " → ".join(order) or "Your snake starts here.",
        f"-# {len(tapped)} of {len(words)} words · {until}",
    )
    return Page(card(Tone.NOTE, ["\n".join(blocks)], media=tap_rows(words, state)))


def tap_rows(
    words: Sequence[str], state: TapId, more: Sequence[ui.Button[ui.LayoutView]] = ()
) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return rows with a button for each word, and below Submit, Undo, Start over and up to two.

    Their ids carry the order so far, which is `state.tapped`, so that a restart loses nothing.
    """
    tapped = state.tapped
    rows = [
        ui.ActionRow(
            *(
                _word(words[n], replace(state, action="tap", word=n), gone=n in tapped)
                for n in range(start, min(start + IN_A_ROW, len(words)))
            )
        )
        for start in range(0, len(words), IN_A_ROW)
    ]
    send = button(
        "Submit",
        replace(state, action="send"),
        style=ButtonStyle.success,
        disabled=len(tapped) < len(words),
    )
    undo = button("Undo", replace(state, action="undo"), disabled=not tapped)
    reset = button("Start over", replace(state, action="reset"), disabled=not tapped)
    return [*rows, ui.ActionRow(send, undo, reset, *more)]


def _word(word: str, custom_id: TapId, *, gone: bool) -> ui.Button[ui.LayoutView]:
    """Make a word's button. It stays in its place when it is tapped, so that no other slips."""
    style = ButtonStyle.secondary if gone else ButtonStyle.primary
    return button(word, custom_id, style=style, disabled=gone)
