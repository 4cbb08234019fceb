"""/daily play and archive: the puzzle that is open, and those that are over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Self, cast

import discord
from discord import app_commands, ui

from bot.dailies import (
    Edition,
    HintKind,
    Period,
    Position,
    TryReceipt,
    read_words,
)
from bot.errors import BadOption, NotAllowed, Unsaved
from bot.ui import forms, replies
from bot.ui.cards import CardButton
from bot.ui.client import Interaction
from bot.ui.daily.board_view import A_PAGE, present_archive, present_board, present_stats
from bot.ui.daily.play_view import (
    WORDS,
    DailyEntry,
    News,
    news_of_hint,
    news_of_try,
    present_asking,
    present_lost,
    present_play,
    present_rules,
    present_shared,
    present_tapping,
)
from bot.ui.daily.setup import daily
from bot.ui.layout import Page
from bot.ui.options import range_option
from bot.ui.permissions import act_of
from bot.ui.tapping import ACTIONS, TAPPED, TappingButton
from bot.ui.taps import Tapped

MOST = 999_999
"""Editions are numbered by their day, so this is far off."""


@daily.command()
async def play(interaction: Interaction) -> None:
    """Play the puzzle of today, or go on with it."""
    await replies.defer(interaction, private=True)
    await replies.edit(interaction, await open_play(interaction))


@daily.command()
@app_commands.describe(number="play the puzzle of this number (usually: show them all)")
async def archive(
    interaction: Interaction, number: app_commands.Range[int, 1, MOST] | None = None
) -> None:
    """Play puzzles that are over, for yourself."""
    await replies.defer(interaction, private=True)
    wanted = range_option("number", number, 1, MOST)
    page = archive_page(interaction) if wanted is None else open_play(interaction, wanted)
    await replies.edit(interaction, await page)


@daily.command()
@app_commands.describe(period="of today's puzzle, this week, this month, or all (usually: today)")
async def board(interaction: Interaction, period: Period = "day") -> None:
    """Show this server's board."""
    await replies.defer(interaction, private=True)
    await replies.edit(interaction, await board_page(interaction, period))


@daily.command()
async def stats(interaction: Interaction) -> None:
    """Show what you have solved, how well, and your streak."""
    await replies.defer(interaction, private=True)
    queries = interaction.client.services.dailies.queries
    seen = await queries.stats(interaction.user.id, interaction.guild_id, interaction.created_at)
    await replies.edit(interaction, present_stats(seen))


NUMBER = r"(?P<key>\d{1,6})"
"""The key of an edition: its number."""
SEEN = r"(?P<seen>\d{1,3})"
"""How many hints its player had when a button was shown."""
PERIOD = r"(?P<action>(?:to)?(?:day|week|month|all)\d{1,4})"
"""A board's period and page; with “to”, a page may be the one that the period's button leads to."""


class EditionButton(CardButton, template=rf"daily:(?P<action>play|rules|board):{NUMBER}"):
    """Play, Rules, Board: under a post for all, so each has an answer of their own."""

    async def press(self, interaction: Interaction) -> None:
        """Show it to the one who asks alone."""
        await replies.defer(interaction, private=True)
        number = int(self.key)
        if self.action == "play":
            page = await open_play(interaction, number)
        elif self.action == "rules":
            page = present_rules(number)
        else:
            page = await board_page(interaction, number=number)
        await replies.edit(interaction, page)


class TryButton(CardButton, template=rf"daily:(?P<action>write):{NUMBER}"):
    """Write it."""

    async def press(self, interaction: Interaction) -> None:
        """Open the form; it can only be the first answer, so nothing is written before."""
        queries = interaction.client.services.dailies.queries
        state = await queries.editor_state(
            interaction.user.id, interaction.guild_id, int(self.key), interaction.created_at
        )
        await forms.show(interaction, DailyEntry(state))


class HintButton(CardButton, template=rf"daily:(?P<action>letter|word):{NUMBER}:{SEEN}"):
    """Letter, Word. A button that is pressed twice is paid once: it says which hint it gives."""

    seen: int

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button of what was pressed."""
        made = await super().from_custom_id(interaction, item, match)
        made.seen = int(match["seen"])
        return made

    async def press(self, interaction: Interaction) -> None:
        """Note the hint and tell it."""
        await replies.defer_edit(interaction)
        kind = cast("HintKind", self.action)
        await replies.edit(
            interaction, await take_hint(interaction, int(self.key), kind, self.seen)
        )


class EndButton(CardButton, template=rf"daily:(?P<action>ask|quit|back):{NUMBER}"):
    """Give up, Solution; Show it; Play on, Back."""

    async def press(self, interaction: Interaction) -> None:
        """Ask whether they mean it, end it, or go on."""
        await replies.defer_edit(interaction)
        play, number = interaction.client.services.dailies.play, int(self.key)
        if self.action == "quit":
            position = await play.give_up(interaction.guild_id, number, act_of(interaction))
        else:
            position = await play.begin(interaction.guild_id, act_of(interaction), number)
        if self.action == "ask" and position.play.given_up_at is None:
            await replies.edit(interaction, present_asking(position))
        else:
            await replies.edit(interaction, await play_page(interaction, position))


class ShareButton(CardButton, template=rf"daily:(?P<action>share):{NUMBER}"):
    """Share."""

    async def press(self, interaction: Interaction) -> None:
        """Put a line without spoilers in the channel, once."""
        await replies.defer_edit(interaction)
        await share_result(interaction, int(self.key))


class PeriodButton(CardButton, template=rf"daily:{PERIOD}:{NUMBER}"):
    """Day, Week, Month, All; Back, Next."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page of that board."""
        await replies.defer_edit(interaction)
        wanted = self.action.removeprefix("to")
        period = cast("Period", wanted.rstrip("0123456789"))
        page = int(wanted.removeprefix(period))
        await replies.edit(interaction, await board_page(interaction, period, int(self.key), page))


class ArchiveButton(CardButton, template=rf"daily:(?P<action>shelf):{NUMBER}"):
    """Newer, Older. Its key is how many newer ones are left out."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page of the archive."""
        await replies.defer_edit(interaction)
        await replies.edit(interaction, await archive_page(interaction, int(self.key)))


class TryForm(forms.Form):
    """The form that a try is written into."""

    template = rf"daily:form:{NUMBER}"

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Judge the try, and show what it came to in place of the card it was written from."""
        await replies.defer_edit(interaction)
        await send_try(interaction, int(self.match["key"]), values[WORDS])


EDITION = rf"daily:(?P<action>{ACTIONS}):(?P<key>\d{{1,6}})"


class DailyTapButton(TappingButton, template=f"{EDITION}:{TAPPED}"):
    """Any of them."""

    async def show(self, interaction: Interaction, tapped: Tapped) -> Page:
        """Return the words of the edition."""
        return present_tapping(await self._edition(interaction), tapped)

    async def send(self, interaction: Interaction) -> Page:
        """Have the snake judged, and return what came of it."""
        edition = await self._edition(interaction)
        return await send_snake(
            interaction, edition.number, [edition.given[n] for n in self.tapped]
        )

    async def _edition(self, interaction: Interaction) -> Edition:
        return await interaction.client.services.dailies.queries.edition(int(self.key))


async def open_play(interaction: Interaction, number: int | None = None) -> Page:
    """Begin an edition, the one that is open here if none is named, or go on with it."""
    dailies = interaction.client.services.dailies
    return await play_page(
        interaction, await dailies.play.begin(interaction.guild_id, act_of(interaction), number)
    )


async def play_page(interaction: Interaction, position: Position, news: News | None = None) -> Page:
    """Return somebody's play as it is now."""
    closes = None
    if position.live:
        closes = await interaction.client.services.dailies.queries.next_opening(
            interaction.guild_id, interaction.created_at
        )
    return present_play(position, closes, news, board=interaction.guild_id is not None)


async def send_try(interaction: Interaction, number: int, text: str) -> None:
    """Take a try as it was written, and answer; what was written is never lost."""
    if not read_words(text):
        raise BadOption("There is no word in what you sent; write at least one.")
    try:
        dailies = interaction.client.services.dailies
        receipt = await dailies.play.submit(interaction.guild_id, number, act_of(interaction), text)
    except Unsaved as error:
        await replies.edit(interaction, present_lost(number, error.message, text))
        return
    await replies.edit(interaction, await _try_page(interaction, receipt))


async def send_snake(interaction: Interaction, number: int, order: Sequence[str]) -> Page:
    """Take a snake that was tapped, and return what came of it: it is stored by then."""
    dailies = interaction.client.services.dailies
    receipt = await dailies.play.submit_words(
        interaction.guild_id, number, act_of(interaction), order
    )
    return await _try_page(interaction, receipt)


async def take_hint(interaction: Interaction, number: int, kind: HintKind, seen: int) -> Page:
    """Take the hint after those `seen`, and return it: it is noted by then."""
    open_play = interaction.client.services.dailies.play
    receipt = await open_play.hint(interaction.guild_id, number, act_of(interaction), kind, seen)
    return await play_page(interaction, receipt.position, news_of_hint(receipt))


async def share_result(interaction: Interaction, number: int) -> None:
    """Put a line without spoilers in the channel, unless it is there; the card stays as it is."""
    sharing, act, channel_id = (
        interaction.client.services.dailies.share,
        act_of(interaction),
        interaction.channel_id,
    )
    assert channel_id is not None
    line = await sharing.claim(interaction.guild_id, number, act, channel_id)
    sent = False
    try:
        await replies.post_public(interaction, present_shared(interaction.user.id, line, number))
        sent = True
    finally:
        await sharing.mark_sent(number, act, channel_id, sent=sent)


async def board_page(
    interaction: Interaction,
    period: Period = "day",
    number: int | None = None,
    page_number: int = 0,
) -> Page:
    """Return a page of this server's board; raises NotAllowed outside of servers."""
    if interaction.guild_id is None:
        raise NotAllowed("Each server has a board of its own; look at it there.")
    queries = interaction.client.services.dailies.queries
    if number is None:
        number = await queries.current(interaction.guild_id, interaction.created_at)
    seen = await queries.board(interaction.guild_id, interaction.created_at, period, number)
    return present_board(seen, number, interaction.user.id, page_number)


async def archive_page(interaction: Interaction, skip: int = 0) -> Page:
    """Return editions that have closed, after so many newer ones."""
    queries = interaction.client.services.dailies.queries
    shelf = await queries.archive(
        interaction.user.id,
        interaction.guild_id,
        interaction.created_at,
        skip=skip,
        limit=A_PAGE + 1,
    )
    return present_archive(shelf[:A_PAGE], skip, more=len(shelf) > A_PAGE)


async def _try_page(interaction: Interaction, receipt: TryReceipt) -> Page:
    """Return what a try came to; the first that solves the puzzle with the streak it makes."""
    streak = None
    if receipt.first and receipt.position.live:
        queries = interaction.client.services.dailies.queries
        streak = (
            await queries.stats(interaction.user.id, interaction.guild_id, interaction.created_at)
        ).streak
    return await play_page(interaction, receipt.position, news_of_try(receipt, streak))
