"""/daily play and archive: the puzzle that is open, and those that are over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from discord import app_commands

from bot.dailies import (
    TIER,
    Period,
    PlayState,
    Stats,
    Streak,
)
from bot.errors import BadOption, NotAllowed, Unread, Unsaved
from bot.puzzles import game_of
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton
from bot.ui.cards import meanings
from bot.ui.client import Interaction, requester_of
from bot.ui.daily.board_view import (
    A_PAGE,
    ROWS_A_PAGE,
    present_archive,
    present_board,
    present_stats,
)
from bot.ui.daily.ids import (
    ArchiveId,
    BoardId,
    DailyPlayId,
    DailyTapId,
    DailyUndoId,
    EditionId,
    HintId,
    TryFormId,
    group,
)
from bot.ui.daily.play_view import (
    WORDS,
    News,
    TryModal,
    news_of_hint,
    news_of_try,
    present_asking,
    present_lost,
    present_play,
    present_rules,
    present_shared,
)
from bot.ui.daily.remind import tell_if_unreachable
from bot.ui.daily.result_view import Result, present_over, present_result, shown_words
from bot.ui.daily.text import share, title
from bot.ui.games.faces import face_of
from bot.ui.games.snake_card import draw_or_none
from bot.ui.layout import Page, Tone
from bot.ui.permissions import act_of
from bot.ui.proof import present_proof
from bot.ui.tapping import TappingButton, kept, laid
from bot.ui.taps import Tapped
from bot.ui.words import present_meanings
from solvers.reading import read_words

MOST = 999_999
"""Editions are numbered by their day, so this is far off."""


@group.command()
async def play(interaction: Interaction) -> None:
    """Play today’s puzzle."""
    await replies.defer(interaction, private=True)
    await replies.edit(interaction, await open_play(interaction))
    await tell_if_unreachable(interaction)


@group.command()
@app_commands.describe(number="play the puzzle with this number (default: show them all)")
async def archive(
    interaction: Interaction, number: app_commands.Range[int, 1, MOST] | None = None
) -> None:
    """Play older puzzles, just for fun."""
    await replies.defer(interaction, private=True)
    page = archive_page(interaction) if number is None else open_play(interaction, number)
    await replies.edit(interaction, await page)


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
    """Play, Rules, Board, Proof: under a post for all, so each person gets their own answer."""

    async def press(self, interaction: Interaction) -> None:
        """Show it to the person who pressed, and to nobody else."""
        await replies.defer(interaction, private=True)
        number = self.params.number
        if self.params.action == "play":
            page = await open_play(interaction, number)
        elif self.params.action == "rules":
            page = await _rules(interaction, number)
        elif self.params.action == "proof":
            queries = interaction.client.services.dailies.queries
            opened = await queries.proof(interaction.guild_id, number, interaction.created_at)
            page = present_proof(title(await queries.game(number), number), opened)
        else:
            page = await board_page(interaction, number=number)
        await replies.edit(interaction, page)
        await tell_if_unreachable(interaction)


class DailyPlayButton(PersistentButton[DailyPlayId], ids=DailyPlayId):
    """The buttons of somebody's own play: Next word, Give up, Show it, Share, Definitions."""

    async def press(self, interaction: Interaction) -> None:
        """Open the form, share, ask whether they mean it, end it, or go on."""
        number = self.params.number
        if self.params.action == "write":
            await self._write(interaction)
            return
        if self.params.action == "words":
            await self._define(interaction)
            return
        await replies.defer_edit(interaction)
        if self.params.action == "share":
            await share_result(interaction, number)
            return
        play = interaction.client.services.dailies.play
        if self.params.action == "quit":
            state = await play.give_up(interaction.guild_id, number, act_of(interaction))
        else:
            state = await play.begin(interaction.guild_id, act_of(interaction), number)
        if self.params.action == "ask" and state.play.given_up_at is None:
            streak = await _streak(interaction) if state.live else None
            await replies.edit(interaction, present_asking(state, streak))
        else:
            await replies.edit(interaction, await play_page(interaction, state))

    async def _define(self, interaction: Interaction) -> None:
        """Say what the words mean that the card shows."""
        await replies.defer(interaction, private=True)
        services, number = interaction.client.services, self.params.number
        state = await services.dailies.play.begin(interaction.guild_id, act_of(interaction), number)
        called, lexicon = title(state.puzzle.game, number), services.lexicons[TIER]
        words = shown_words(state) if state.ended else state.puzzle.given
        await replies.edit(interaction, present_meanings(called, meanings(lexicon, words)))

    async def _write(self, interaction: Interaction) -> None:
        """Open the form; it can only be the first answer, so nothing is written before."""
        queries = interaction.client.services.dailies.queries
        state = await queries.editor_state(
            interaction.user.id, interaction.guild_id, self.params.number, interaction.created_at
        )
        await forms.show(interaction, TryModal(state))


class UndoButton(PersistentButton[DailyUndoId], ids=DailyUndoId):
    """Undo, Start over, Try for better."""

    async def press(self, interaction: Interaction) -> None:
        """Take words back, and show what is left."""
        await replies.defer_edit(interaction)
        play = interaction.client.services.dailies.play
        state = await play.undo(
            interaction.guild_id, self.params.number, act_of(interaction), self.params.left
        )
        await replies.edit(interaction, await play_page(interaction, state))


class HintButton(PersistentButton[HintId], ids=HintId):
    """Letter, Word. Pressed twice, it is paid once: its id says which hint it gives."""

    async def press(self, interaction: Interaction) -> None:
        """Note the hint and show it."""
        await replies.defer_edit(interaction)
        page = await take_hint(interaction, self.params)
        await replies.edit(interaction, page)


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


class TryForm(forms.Form[TryFormId], ids=TryFormId):
    """The form that a try is written into."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Judge the try, and show its result in place of the card it was written from."""
        await replies.defer_edit(interaction)
        await send_try(interaction, self.params.number, values.text(WORDS))


class DailyTapButton(TappingButton[DailyTapId], ids=DailyTapId):
    """Play; a word, Undo or Take out, Start over, Submit."""

    async def lay(
        self, interaction: Interaction, tapped: Tapped, seen: Tapped
    ) -> tuple[Page, Tapped]:
        """Keep what is tapped, unless its player has gone on elsewhere; return what there is."""
        play, number = interaction.client.services.dailies.play, self.params.number
        given = await self._given(interaction)
        order, before = laid(given, tapped), laid(given, seen)
        state = await play.lay(interaction.guild_id, number, act_of(interaction), order, before)
        shown, news = kept(given, state.progress.words, tapped), None
        if shown != tapped:
            news = News("You’ve played on elsewhere. Here’s how far you are!", Tone.HINT)
        return await play_page(interaction, state, news, shown.picked), shown

    async def send(self, interaction: Interaction) -> Page:
        """Have the snake judged, and return the result."""
        order = laid(await self._given(interaction), self.params.tapped)
        return await send_snake(interaction, self.params.number, order)

    async def _given(self, interaction: Interaction) -> tuple[str, ...]:
        """Return the words that are tapped."""
        queries = interaction.client.services.dailies.queries
        requester, number = requester_of(interaction), self.params.number
        edition = await queries.opened(requester, number, interaction.created_at)
        if not game_of(edition.puzzle).arranges:
            raise NotAllowed("Only wordsnakes can be tapped. Press Next word instead.")
        return edition.puzzle.given


async def open_play(interaction: Interaction, number: int | None = None) -> Page:
    """Begin an edition, the one that is open here if none is named, or go on with it."""
    dailies = interaction.client.services.dailies
    return await play_page(
        interaction, await dailies.play.begin(interaction.guild_id, act_of(interaction), number)
    )


async def play_page(
    interaction: Interaction,
    state: PlayState,
    news: News | None = None,
    picked: int | None = None,
) -> Page:
    """Return somebody's play as it is now; `picked`: which of the laid words is, where one is."""
    closes = await closing(interaction) if state.live else None
    board = interaction.guild_id is not None
    if not state.ended:
        return present_play(state, closes, news, board=board, picked=picked)
    services = interaction.client.services
    sketch = face_of(state.puzzle).picture(state.puzzle, shown_words(state))
    drawn = None
    if sketch is not None:
        drawn = await draw_or_none(services, sketch, requester=requester_of(interaction))
    if state.play.given_up_at is not None:
        return present_over(state, Result(closes, drawn=drawn, board=board))
    standing, streak = None, None
    if state.live:
        standing = await services.dailies.queries.standing(
            interaction.user.id, interaction.guild_id, state.edition.number, interaction.created_at
        )
        streak = await _streak(interaction)
    return present_result(state, Result(closes, standing, streak, drawn, board), news)


async def closing(interaction: Interaction) -> datetime:
    """Return when the next edition opens here."""
    return await interaction.client.services.dailies.queries.next_opening(
        interaction.guild_id, interaction.created_at
    )


async def send_try(interaction: Interaction, number: int, text: str) -> None:
    """Take a try as it was written, and answer; what was written is never lost."""
    if not read_words(text):
        raise BadOption("I found no word in that. Write at least one.")
    dailies = interaction.client.services.dailies
    try:
        receipt = await dailies.play.submit(interaction.guild_id, number, act_of(interaction), text)
    except (Unsaved, Unread) as error:
        game = await dailies.queries.game(number)
        await replies.edit(interaction, present_lost(game, number, error.message, text))
        return
    await replies.edit(
        interaction, await play_page(interaction, receipt.state, news_of_try(receipt))
    )


async def send_snake(interaction: Interaction, number: int, order: Sequence[str]) -> Page:
    """Take a snake that was tapped, and return the result: it is stored by then."""
    dailies = interaction.client.services.dailies
    receipt = await dailies.play.submit_words(
        interaction.guild_id, number, act_of(interaction), order
    )
    return await play_page(interaction, receipt.state, news_of_try(receipt))


async def take_hint(interaction: Interaction, hint: HintId) -> Page:
    """Take the hint that a button offers, and return it: it is stored by then."""
    receipt = await interaction.client.services.dailies.play.hint(
        interaction.guild_id, hint.number, act_of(interaction), hint.kind, hint.seen
    )
    return await play_page(interaction, receipt.state, news_of_hint(receipt))


async def share_result(interaction: Interaction, number: int) -> None:
    """Put a line without spoilers in the channel, unless it is there; the card stays as it is."""
    sharing, act = interaction.client.services.dailies.share, act_of(interaction)
    channel_id = interaction.channel_id
    assert channel_id is not None
    line = share(await sharing.claim(interaction.guild_id, number, act, channel_id))
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
    """Return editions that have closed, after so many newer ones."""
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


async def _streak(interaction: Interaction) -> Streak:
    return (await _stats(interaction)).streak
