"""/daily play and archive: the open puzzle, and those that are over."""

from __future__ import annotations

from discord import app_commands

from bot.dailies import EditionKey, Period, Shared, Stats
from bot.errors import NotAllowed
from bot.solving import Requester
from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.daily.board_view import (
    A_PAGE,
    ROWS_A_PAGE,
    present_archive,
    present_board,
    present_stats,
)
from bot.ui.daily.ids import ArchiveId, BoardId, EditionId, ShareId, group
from bot.ui.daily.remind import tell_if_unreachable
from bot.ui.daily.rules_view import present_rules, present_shared
from bot.ui.daily.text import story_caption, title
from bot.ui.drawing import POST_PATIENCE, draw_or_none
from bot.ui.games.faces import face_of
from bot.ui.layout import Page
from bot.ui.permissions import act_of
from bot.ui.play.show import show_state
from bot.ui.proof import present_proof

LAST_NUMBER = 999_999
"""Editions are numbered by their day, so this is far off."""


@group.command()
async def play(interaction: Interaction) -> None:
    """Play today’s puzzle."""
    await replies.defer(interaction, private=True)
    await open_play(interaction)
    await tell_if_unreachable(interaction)


@group.command()
@app_commands.describe(number="play the puzzle with this number (default: show them all)")
async def archive(
    interaction: Interaction, number: app_commands.Range[int, 1, LAST_NUMBER] | None = None
) -> None:
    """Play older puzzles, just for fun."""
    await replies.defer(interaction, private=True)
    if number is None:
        await replies.edit(interaction, await archive_page(interaction))
    else:
        await open_play(interaction, number)


@group.command()
@app_commands.describe(period="today’s puzzle, this week, this month or all time (default: today)")
async def board(interaction: Interaction, period: Period = "day") -> None:
    """See this server’s leaderboard."""
    await replies.defer(interaction, private=True)
    await replies.edit(interaction, await board_page(interaction, period))


@group.command()
async def stats(interaction: Interaction) -> None:
    """See what you’ve solved, how well, and your streak."""
    await replies.defer(interaction, private=True)
    await replies.edit(interaction, present_stats(await _stats(interaction)))


class EditionButton(PersistentButton[EditionId], ids=EditionId):
    """Play, Rules, Board, Proof: each person gets their own answer."""

    async def press(self, interaction: Interaction) -> None:
        """Show the answer to the person who pressed, and to nobody else."""
        await replies.defer(interaction, private=True)
        number = self.params.number
        if self.params.action == "play":
            await open_play(interaction, number)
        else:
            await replies.edit(interaction, await self._page(interaction, number))
        await tell_if_unreachable(interaction)

    async def _page(self, interaction: Interaction, number: int) -> Page:
        if self.params.action == "rules":
            return await _rules(interaction, number)
        if self.params.action == "board":
            return await board_page(interaction, number=number)
        queries = interaction.client.services.dailies.queries
        opened = await queries.proof(interaction.guild_id, number, interaction.created_at)
        return present_proof(title(await queries.game(number), number), opened)


class ShareButton(PersistentButton[ShareId], ids=ShareId):
    """Share, Share with picture."""

    async def press(self, interaction: Interaction) -> None:
        """Post the result in the channel without spoilers; the card does not change."""
        await replies.defer_edit(interaction)
        drawn = self.params.action == "picture"
        await share_result(interaction, self.params.number, drawn=drawn)


class BoardButton(PersistentButton[BoardId], ids=BoardId):
    """Day, Week, Month, All; Back, Next."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page of that board."""
        await replies.defer_edit(interaction)
        params = self.params
        page = await board_page(interaction, params.period, params.number, params.page)
        await replies.edit(interaction, page)


class ArchiveButton(PersistentButton[ArchiveId], ids=ArchiveId):
    """Newer, Older."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page of the archive."""
        await replies.defer_edit(interaction)
        await replies.edit(interaction, await archive_page(interaction, self.params.skip))


async def open_play(interaction: Interaction, number: int | None = None) -> None:
    """Begin or continue an edition, by default the one that is open here, and show it."""
    play, key = interaction.client.services.dailies.play, EditionKey(interaction.guild_id, number)
    await show_state(interaction, "daily", await play.open(key, act_of(interaction)))


async def share_result(interaction: Interaction, number: int, *, drawn: bool = False) -> None:
    """Post a result without spoilers, as squares or `drawn`, unless it was posted already."""
    services, act = interaction.client.services, act_of(interaction)
    sharing, channel_id = services.dailies.share, interaction.channel_id
    assert channel_id is not None
    shared = await sharing.claim(interaction.guild_id, number, act, channel_id)
    sent = False
    try:
        picture = await _draw_story(interaction, shared) if drawn else None
        page = present_shared(interaction.user.id, shared, picture)
        await replies.post_public(interaction, page)
        sent = True
    finally:
        await sharing.mark_sent(number, act, channel_id, sent=sent)


async def _draw_story(interaction: Interaction, shared: Shared) -> bytes | None:
    """Draw a result without letters, with its time and place."""
    services, play = interaction.client.services, shared.play
    puzzle, best = shared.edition.puzzle, play.best
    if best is None or not replies.may_attach(interaction):
        return None
    here = interaction.guild_id, shared.edition.number, interaction.created_at
    standing = await services.dailies.queries.standing(interaction.user.id, *here)
    said = story_caption(shared, standing)
    sketch = face_of(puzzle).story(puzzle, best[0], play.best_result or 0, said)
    server = Requester(None, interaction.guild_id)
    return await draw_or_none(services, sketch, requester=server, patience=POST_PATIENCE)


async def board_page(
    interaction: Interaction,
    period: Period = "day",
    number: int | None = None,
    page_number: int = 0,
) -> Page:
    """Return a page of this server's board; raises NotAllowed outside of servers."""
    if interaction.guild_id is None:
        raise NotAllowed("Every server has its own leaderboard. Look at it there.")
    queries = interaction.client.services.dailies.queries
    if number is None:
        number = await queries.current(interaction.guild_id, interaction.created_at)
    await _check_opened(interaction, number)
    seen = await queries.board(
        interaction.guild_id,
        interaction.created_at,
        period,
        number,
        viewer=interaction.user.id,
        page=page_number,
        size=ROWS_A_PAGE,
    )
    return present_board(seen, number)


async def _check_opened(interaction: Interaction, number: int) -> None:
    queries = interaction.client.services.dailies.queries
    await queries.check_opened(interaction.guild_id, number, interaction.created_at)


async def _rules(interaction: Interaction, number: int) -> Page:
    await _check_opened(interaction, number)
    queries = interaction.client.services.dailies.queries
    current = await queries.current(interaction.guild_id, interaction.created_at)
    game, code = await queries.game(number), await queries.code(number)
    return present_rules(game, number, code, over=number < current)


async def archive_page(interaction: Interaction, skip: int = 0) -> Page:
    """Return closed editions, leaving out the `skip` newest."""
    queries = interaction.client.services.dailies.queries
    editions = await queries.archive(
        interaction.user.id,
        interaction.guild_id,
        interaction.created_at,
        skip=skip,
        limit=A_PAGE + 1,
    )
    return present_archive(editions[:A_PAGE], skip, more=len(editions) > A_PAGE)


async def _stats(interaction: Interaction) -> Stats:
    queries = interaction.client.services.dailies.queries
    return await queries.stats(interaction.user.id, interaction.guild_id, interaction.created_at)
