"""The buttons under a contest's announcement and results, and the form that snakes come in."""

from __future__ import annotations

import re
from typing import Any, Self, cast

import discord
from discord import app_commands, ui

from bot.contests import Try, Turn, read_try
from bot.errors import BadTry, Refused, Unsaved
from bot.ui import forms, replies
from bot.ui.cards import KEY, CardButton, CardType, dump, take_turn
from bot.ui.client import Interaction
from bot.ui.contest.announcement_view import present_rules
from bot.ui.contest.board_view import present_board, users_on
from bot.ui.contest.list_view import present_reposted
from bot.ui.contest.picker import chosen, offering
from bot.ui.contest.picker import contest as group
from bot.ui.contest.play_view import (
    SNAKE,
    Kind,
    PlayTarget,
    RejectedSnake,
    SnakeEntry,
    as_typed,
    present_draft,
    present_lost,
    present_practice_receipt,
    present_receipt,
    present_tapping,
    present_turn,
)
from bot.ui.contest.results_view import present_review
from bot.ui.layout import Page
from bot.ui.options import range_option
from bot.ui.permissions import act_of, guild_of, require_organiser, require_posting
from bot.ui.tapping import ACTIONS, TAPPED, TappingButton
from bot.ui.taps import Tapped
from solvers.errors import BadInput

PRACTICE = r"(?P<key>\d{1,20})"
"""The key of a practice: the interaction's that began it."""


class PlayButton(CardButton, template=rf"contest:(?P<action>start|submit|tap):{KEY}"):
    """Start, Submit, Tap."""

    async def press(self, interaction: Interaction) -> None:
        """Show the words to the player alone, or let them send in a snake."""
        target = PlayTarget("contest", self.key)
        if self.action == "start":
            await replies.defer(interaction, private=True)
            turn = await interaction.client.services.contests.play.start(
                self.key, act_of(interaction)
            )
            await replies.edit(interaction, present_turn(turn, target))
        else:
            await _begin(interaction, target, self.action)


class PracticeButton(CardButton, template=rf"practice:(?P<action>submit|tap):{PRACTICE}"):
    """Write it, Tap it."""

    async def press(self, interaction: Interaction) -> None:
        """Let the player send in a snake."""
        await _begin(interaction, PlayTarget("practice", self.key), self.action)


class LookButton(CardButton, template=rf"contest:(?P<action>rules|review|practice):{KEY}"):
    """Rules, My review, Practice."""

    async def press(self, interaction: Interaction) -> None:
        """Show it to the one who asks alone."""
        await replies.defer(interaction, private=True)
        contests = interaction.client.services.contests
        if self.action == "rules":
            page = present_rules(await contests.queries.get(self.key))
        elif self.action == "review":
            page = present_review(await contests.queries.review(self.key, interaction.user.id))
        else:
            page = await begin_practice(interaction, guild_of(interaction), self.key)
        await replies.edit(interaction, page)


class BoardButton(CardButton, template=rf"contest:(?P<action>board):{KEY}"):
    """Board."""

    async def press(self, interaction: Interaction) -> None:
        """Show the first page of the board."""
        await replies.defer(interaction, private=True)
        await replies.edit(interaction, await board_page(interaction, self.key))


class PageButton(CardButton, template=rf"contest:(?P<action>page\d{{1,5}}):{KEY}"):
    """Back, Next, Look again."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page of the board."""
        await take_turn(interaction)
        number = int(self.action.removeprefix("page"))
        await replies.edit(interaction, await board_page(interaction, self.key, number))


class RepostButton(CardButton, template=rf"contest:(?P<action>repost):{KEY}"):
    """Post it here."""

    async def press(self, interaction: Interaction) -> None:
        """Post what was lost anew, where the button was pressed."""
        await replies.defer(interaction, private=True)
        guild_id = await require_organiser(interaction)
        require_posting(interaction)
        assert interaction.channel_id is not None
        contests = interaction.client.services.contests
        count = await contests.moderation.repost(
            guild_id, self.key, interaction.channel_id, act_of(interaction)
        )
        interaction.client.services.scheduler.wake()
        await replies.edit(interaction, present_reposted(count))


class EditAgainButton(CardButton, template=rf"contest:(?P<action>mend):{KEY}"):
    """Mend it."""

    async def press(self, interaction: Interaction) -> None:
        """Open the form again, with what was written in it."""
        draft = await REJECTED.fetch(interaction.client.services, self.key)
        turn = await get_turn(interaction, draft.target)
        await forms.show(interaction, SnakeEntry(turn, draft.target, draft.text))


class SnakeForm(forms.Form):
    """The form that a snake is written into."""

    template = r"(?P<kind>contest|practice):form:(?P<key>[\w-]{1,20})"

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Count the snake and answer with its receipt."""
        await replies.defer(interaction, private=True)
        target = PlayTarget(cast("Kind", self.match["kind"]), self.match["key"])
        await send_snake(interaction, target, values[SNAKE])


async def _begin(interaction: Interaction, target: PlayTarget, action: str) -> None:
    """Open the form, or the words to be tapped; a form can only be the first answer."""
    if action == "submit":
        turn = await get_turn(interaction, target)
        await forms.show(interaction, SnakeEntry(turn, target, as_typed(turn)))
        return
    await replies.defer(interaction, private=True)
    await replies.edit(
        interaction, present_tapping(await get_turn(interaction, target), target, ())
    )


SEAT = rf"(?P<kind>contest|practice):(?P<action>{ACTIONS}):(?P<key>[\w-]{{1,20}})"


class TapButton(TappingButton, template=f"{SEAT}:{TAPPED}"):
    """Any of them."""

    target: PlayTarget

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button of what was pressed."""
        made = await super().from_custom_id(interaction, item, match)
        made.target = PlayTarget(cast("Kind", match["kind"]), match["key"])
        return made

    async def show(self, interaction: Interaction, tapped: Tapped) -> Page:
        """Return the words, if a snake of theirs still counts."""
        return present_tapping(await get_turn(interaction, self.target), self.target, tapped)

    async def send(self, interaction: Interaction) -> Page:
        """Have the snake counted, and return its receipt."""
        turn = await get_turn(interaction, self.target)
        order = tuple(turn.words[number] for number in self.tapped)
        return await submit(interaction, self.target, Try(order))


MOST_MINUTES = 24 * 60


@group.command()
@app_commands.describe(
    contest="which contest (usually: the newest that is over)",
    minutes="how long you have (usually: as long as the contest's clock, or 15)",
)
@app_commands.autocomplete(contest=offering("revealed"))
async def practice(
    interaction: Interaction,
    contest: app_commands.Range[str, 1, 100] | None = None,
    minutes: app_commands.Range[int, 1, MOST_MINUTES] | None = None,
) -> None:
    """Play a finished contest again, with a clock and unranked."""
    await replies.defer(interaction, private=True)
    wanted = range_option("minutes", minutes, 1, MOST_MINUTES)
    found = await chosen(interaction, contest, "revealed")
    await replies.edit(
        interaction, await begin_practice(interaction, guild_of(interaction), found.id, wanted)
    )


REJECTED = CardType("contest-draft", RejectedSnake, present_draft)


async def get_turn(interaction: Interaction, target: PlayTarget) -> Turn:
    """Return what the player has before them; raises Refused when they cannot play."""
    contests, act = interaction.client.services.contests, act_of(interaction)
    if target.kind == "practice":
        return await contests.practice.turn(int(target.key), act)
    return await contests.play.turn(target.key, act)


async def send_snake(interaction: Interaction, target: PlayTarget, text: str) -> None:
    """Take a snake as it was written, and answer; what was written is never lost."""
    try:
        try:
            page = await submit(interaction, target, read_try(text))
        except (BadTry, BadInput, Refused) as error:
            if isinstance(error, Refused) and error.reason != "cooling down":
                raise
            draft = RejectedSnake(target.kind, target.key, text, error.message)
            key = await interaction.client.services.store.cards.add(REJECTED.kind, dump(draft))
            page = present_draft(draft, key)
    except Unsaved as error:
        page = present_lost(error.message, text)
    await replies.edit(interaction, page)


async def submit(interaction: Interaction, target: PlayTarget, tried: Try) -> Page:
    """Have a snake counted, and return its receipt: it is stored by then."""
    contests, act = interaction.client.services.contests, act_of(interaction)
    if target.kind == "practice":
        practised = await contests.practice.submit(int(target.key), act, tried)
        return present_practice_receipt(practised)
    return present_receipt(await contests.play.submit(target.key, act, tried))


async def begin_practice(
    interaction: Interaction, guild_id: int, contest_id: str, minutes: int | None = None
) -> Page:
    """Begin a practice, or go on with the one that runs; return what the player has before them."""
    service = interaction.client.services.contests.practice
    _, practice = await service.begin(guild_id, contest_id, act_of(interaction), minutes)
    target = PlayTarget("practice", str(practice.id))
    return present_turn(await get_turn(interaction, target), target)


async def board_page(interaction: Interaction, contest_id: str, page: int = 0) -> Page:
    """Return a page of a contest's board; once the results are out, with everybody's snakes."""
    queries = interaction.client.services.contests.queries
    seen, viewer = await queries.board(contest_id), interaction.user.id
    if seen.contest.state != "revealed":
        return present_board(seen, viewer, page)
    snakes = await queries.snakes(contest_id, {viewer, *users_on(seen, page)})
    return present_board(seen, viewer, page, snakes)
