"""Playing a contest: the buttons under its messages, practices, boards, and sending snakes in."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.contests import Entry, LineState, Try, puzzle_of, read_try
from bot.errors import BadTry, BeingPlayed, CardExpired, Refused, Unread, Unsaved
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton, defer_for_redraw
from bot.ui.cards import CardType
from bot.ui.client import Interaction, requester_of
from bot.ui.contest.announcement_view import present_pinged, present_reminding, present_rules
from bot.ui.contest.board_view import present_board, rows_a_page, users_on
from bot.ui.contest.card import refuse_played_again
from bot.ui.contest.cards import RejectedSnake
from bot.ui.contest.ids import (
    BoardPageId,
    ContestId,
    ContestPlayId,
    ContestRemindId,
    ContestSnakeEditId,
    ContestSnakeFormId,
    ContestTapId,
    ContestTypeId,
    PingId,
    players,
)
from bot.ui.contest.picker import chosen, offering
from bot.ui.contest.play_view import (
    SNAKE,
    ContestSnakeModal,
    as_typed,
    present_asked,
    present_entry,
    present_practice_receipt,
    present_receipt,
    present_refused,
    present_rejected,
    present_tapping,
)
from bot.ui.contest.results_view import present_contest_proof, present_review
from bot.ui.contest.text import arranges
from bot.ui.games.snake_face import BY_RULE
from bot.ui.layout import Page
from bot.ui.permissions import act_of, guild_of, scope_of
from bot.ui.play.buttons import take
from bot.ui.play.card import board_of, present_lost
from bot.ui.play.ids import Target
from bot.ui.play.show import Card
from bot.ui.roles import switch
from bot.ui.tapping import TappingButton, laid
from bot.ui.taps import UNTAPPED, Tapped
from solvers.errors import BadInput

MOST_MINUTES = 24 * 60
REJECTED = CardType("contest-rejected", RejectedSnake, present_rejected, typed=True)


@players.command()
@app_commands.describe(
    contest="which contest (default: the last one that ended)",
    minutes="how many minutes you have (default: the contest’s own clock, or 15)",
)
@app_commands.autocomplete(contest=offering("revealed"))
async def practice(
    interaction: Interaction,
    contest: app_commands.Range[str, 1, 100] | None = None,
    minutes: app_commands.Range[int, 1, MOST_MINUTES] | None = None,
) -> None:
    """Play a finished contest again, just for fun and against the clock."""
    await replies.defer(interaction, private=True)
    found = await chosen(interaction, contest, "revealed")
    await replies.edit(interaction, await begin_practice(interaction, found.id, minutes))


class ContestButton(PersistentButton[ContestId], ids=ContestId):
    """Start, Rules, My review, Practice, Board, Proof."""

    async def press(self, interaction: Interaction) -> None:
        """Answer the person who pressed, and nobody else."""
        await replies.defer(interaction, private=True)
        await replies.edit(interaction, await self._page(interaction))

    async def _page(self, interaction: Interaction) -> Page:
        contests, contest_id = interaction.client.services.contests, self.params.contest
        if self.params.action == "review" and interaction.guild_id is None:
            # It came with the results as a private message: it is about their own snake alone.
            return await self._review(interaction)
        scope = scope_of(interaction)
        contest = await contests.queries.find(scope, contest_id)
        match self.params.action:
            case "start":
                entry = await contests.play.start(scope, contest_id, act_of(interaction))
                return await entry_page(interaction, entry, Target("contest", contest_id))
            case "rules":
                return present_rules(contest)
            case "review":
                return await self._review(interaction)
            case "tell":
                asked = await contests.play.ask_results(scope, contest_id, act_of(interaction))
                if asked:
                    await interaction.client.open_conversation(interaction.user.id)
                return present_asked(asked=asked)
            case "practice":
                return await begin_practice(interaction, contest_id)
            case "board":
                return await board_page(interaction, contest_id)
            case "proof":
                await refuse_played_again(interaction, contest)
                return present_contest_proof(await contests.queries.proof(contest_id))

    async def _review(self, interaction: Interaction) -> Page:
        queries = interaction.client.services.contests.queries
        await refuse_played_again(interaction, await queries.get(self.params.contest))
        review = await queries.review(self.params.contest, requester_of(interaction))
        viewer = interaction.user.id
        board = await queries.board(self.params.contest, viewer=viewer, size=1)
        return present_review(review, board.own, board.ranked)


class PingButton(PersistentButton[PingId], ids=PingId):
    """Ping me: gives or takes the role that is pinged for contests."""

    async def press(self, interaction: Interaction) -> None:
        """Give the role to the person who pressed, or take it away."""
        await replies.defer(interaction, private=True)
        guilds = interaction.client.services.store.guilds
        settings = await guilds.settings(guild_of(interaction))
        role_id, given = await switch(interaction, settings.ping_role_id, "contests")
        await replies.edit(interaction, present_pinged(role_id, given=given))


class ContestRemindButton(PersistentButton[ContestRemindId], ids=ContestRemindId):
    """I'm in: names the player on the announcement and reminds them at the opening; or stops."""

    async def press(self, interaction: Interaction) -> None:
        """Note it for the person who pressed, and nobody else."""
        await replies.defer(interaction, private=True)
        about = "contest_id" if self.params.about == "contest" else "season_id"
        asked = await interaction.client.services.contests.play.ask_reminder(
            scope_of(interaction), act_of(interaction), **{about: self.params.key}
        )
        await replies.edit(interaction, present_reminding(asked=asked))
        if asked:
            await interaction.client.open_conversation(interaction.user.id)


class BoardPageButton(PersistentButton[BoardPageId], ids=BoardPageId):
    """Back, Next, Refresh."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page of the board."""
        await defer_for_redraw(interaction)
        queries = interaction.client.services.contests.queries
        await queries.find(scope_of(interaction), self.params.contest)
        page = await board_page(interaction, self.params.contest, self.params.page)
        await replies.edit(interaction, page)


class ContestPlayButton(PersistentButton[ContestPlayId], ids=ContestPlayId):
    """Play (the words to tap, or the card), Type (the form)."""

    async def press(self, interaction: Interaction) -> None:
        """Open the words, the card or the form; a form can only be the first answer."""
        target = self.params.target
        try:
            await self._open(interaction, target)
        except Refused as error:
            if target.kind == "practice":
                raise
            page = present_refused(error.message, target.key, error.reason)
            await replies.reply_ephemeral(interaction, page)

    async def _open(self, interaction: Interaction, target: Target) -> None:
        entry = await get_entry(interaction, target)
        if not arranges(entry.contest):
            await replies.defer(interaction, private=True)
            card: Card[Any, LineState] = Card(interaction, target)
            await card.show(card.seen(await card.look()))
            return
        if self.params.action == "write":
            await forms.show(interaction, ContestSnakeModal(entry, target, as_typed(entry)))
            return
        await replies.defer(interaction, private=True)
        await replies.edit(interaction, await tapping_page(interaction, entry, target))


class ContestSnakeEditButton(PersistentButton[ContestSnakeEditId], ids=ContestSnakeEditId):
    """Fix it."""

    async def press(self, interaction: Interaction) -> None:
        """Open the form again, with what was written in it."""
        rejected = await REJECTED.fetch(interaction.client.services, self.params.key)
        entry = await get_entry(interaction, rejected.target)
        if not arranges(entry.contest):
            await replies.defer(interaction, private=True)
            target = rejected.target
            await take(interaction, target, rejected.text)  # nothing that was written is lost
            return
        await forms.show(interaction, ContestSnakeModal(entry, rejected.target, rejected.text))


class ContestSnakeForm(forms.Form[ContestSnakeFormId], ids=ContestSnakeFormId):
    """The form that a snake is written into."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Count the snake and answer with its receipt."""
        await replies.defer(interaction, private=True)
        await send_snake(interaction, self.params.target, values.text(SNAKE))


class ContestTypeButton(PersistentButton[ContestTypeId], ids=ContestTypeId):
    """Type, beside words that are tapped."""

    async def press(self, interaction: Interaction) -> None:
        """Open the form with the words tapped so far; a form can only be the first answer."""
        target = self.params.target
        entry = await get_entry_of_snake(interaction, target)
        assert interaction.message is not None
        async with interaction.client.taps.lock(
            interaction.message.id, self.params.tapped
        ) as history:
            order = laid(entry.words, history.shown[-1])
        await forms.show(interaction, ContestSnakeModal(entry, target, as_typed(entry, order)))


class ContestTapButton(TappingButton[ContestTapId], ids=ContestTapId):
    """A word, Undo or Take out, Start over, More words, Submit."""

    async def show(self, interaction: Interaction, tapped: Tapped) -> Page:
        """Return the words, if the player's snake still counts."""
        target = self.params.target
        entry = await get_entry_of_snake(interaction, target)
        return await tapping_page(interaction, entry, target, tapped, self.params.word)

    async def send(self, interaction: Interaction) -> None:
        """Count the snake, and show its receipt."""
        await replies.defer_edit(interaction)
        entry = await get_entry_of_snake(interaction, self.params.target)
        order = laid(entry.words, self.params.tapped)
        page = await submit(interaction, self.params.target, Try(tuple(order)))
        await replies.edit(interaction, page)


async def entry_page(interaction: Interaction, entry: Entry, target: Target) -> Page:
    """Return what somebody plays with: the words of a list, or else the card."""
    if arranges(entry.contest):
        return present_entry(entry, target)
    card: Card[Any, LineState] = Card(interaction, target)
    return await card.page(card.seen(await card.look()))


async def tapping_page(
    interaction: Interaction,
    entry: Entry,
    target: Target,
    tapped: Tapped = UNTAPPED,
    at: int | None = None,
) -> Page:
    """Return the words to be tapped, on the page of word `at`, and the snake so far."""
    state = ContestTapId("tap", target, tapped=tapped, word=at)
    contest, order = entry.contest, laid(entry.words, tapped)
    board = await board_of(interaction, BY_RULE[contest.rule], puzzle_of(contest), order)
    return present_tapping(entry, state, board)


async def is_line(interaction: Interaction, target: Target) -> bool:
    """Return whether a contest, or a practice, is played word by word."""
    contests, scope = interaction.client.services.contests, scope_of(interaction)
    if target.kind == "practice":
        contest, _ = await contests.practice.find(scope, int(target.key), interaction.user.id)
    else:
        contest = await contests.queries.find(scope, target.key)
    return not arranges(contest)


async def get_entry(interaction: Interaction, target: Target) -> Entry:
    """Return the player's turn; raises Refused when they cannot play."""
    contests, act = interaction.client.services.contests, act_of(interaction)
    scope = scope_of(interaction)
    if target.kind == "practice":
        return await contests.practice.entry(scope, int(target.key), act)
    return await contests.play.entry(scope, target.key, act)


async def get_entry_of_snake(interaction: Interaction, target: Target) -> Entry:
    """Return the player's turn where words are tapped; an anigram's letters stay hidden."""
    entry = await get_entry(interaction, target)
    if not arranges(entry.contest):
        raise CardExpired("Only wordsnakes can be tapped. Press Play under the contest instead.")
    return entry


async def send_snake(interaction: Interaction, target: Target, text: str) -> None:
    """Take a snake as it was written, and answer; what was written is never lost."""
    try:
        try:
            page = await submit(interaction, target, read_try(text))
        except (BadTry, BadInput, Refused) as error:
            if isinstance(error, Refused) and error.reason != "cooling down":
                raise
            if await is_line(interaction, target):  # the form was open during an update
                await take(interaction, target, text)
                return
            try:
                rejected = RejectedSnake(target, text)
                page = await REJECTED.refuse(interaction, rejected, error)
            except (BadTry, BadInput, Refused):
                page = present_lost(error.message, text)
    except (Unsaved, Unread, BeingPlayed) as error:
        page = present_lost(error.message, text)
    await replies.edit(interaction, page)


async def submit(interaction: Interaction, target: Target, tried: Try) -> Page:
    """Count a snake, and return its receipt: it is stored by then."""
    contests, act = interaction.client.services.contests, act_of(interaction)
    scope = scope_of(interaction)
    if target.kind == "practice":
        contest, _ = await contests.practice.find(scope, int(target.key), act.user)
        await refuse_played_again(interaction, contest)
        practised = await contests.practice.submit(scope, int(target.key), act, tried)
        return present_practice_receipt(practised)
    return present_receipt(await contests.play.submit(scope, target.key, act, tried))


async def begin_practice(
    interaction: Interaction, contest_id: str, minutes: int | None = None
) -> Page:
    """Begin a practice, or go on with a running one; return its words and buttons."""
    contests, scope = interaction.client.services.contests, scope_of(interaction)
    await refuse_played_again(interaction, await contests.queries.find(scope, contest_id))
    service = contests.practice
    _, practice = await service.begin(scope, contest_id, act_of(interaction), minutes)
    target = Target("practice", str(practice.id))
    return await entry_page(interaction, await get_entry(interaction, target), target)


async def board_page(interaction: Interaction, contest_id: str, page: int = 0) -> Page:
    """Return a page of a contest's board; once the results are out, with everybody's snakes."""
    queries = interaction.client.services.contests.queries
    contest = await queries.get(contest_id)
    await refuse_played_again(interaction, contest)
    size = rows_a_page(contest)
    seen = await queries.board(contest_id, viewer=interaction.user.id, page=page, size=size)
    if seen.contest.state != "revealed":
        return present_board(seen)
    return present_board(seen, await queries.answers(contest_id, users_on(seen)))
