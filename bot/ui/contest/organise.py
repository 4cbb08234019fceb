"""/contest change, close and cancel, and posting lost messages again: what organisers do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypedDict

import discord
from discord import ButtonStyle, app_commands, ui

from bot.contests import (
    BOARDS,
    CHANGEABLE,
    DECIDED,
    FINISHED,
    LONGEST_TITLE,
    UNFINISHED,
    Board,
    Contest,
    Decision,
    given_up,
    read_closing,
    read_opening,
)
from bot.errors import BadOption
from bot.store.schema import BoardMode
from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.contest.ids import DecideId, group
from bot.ui.contest.picker import chosen, offering, organised
from bot.ui.contest.text import title
from bot.ui.layout import Page, Tone, button, card, escape, on, relative, who
from bot.ui.permissions import (
    act_of,
    parent_of,
    require_organiser,
    require_other_organiser,
    require_posting,
)
from bot.zones import stored_zone
from solvers.text import many, series

LONGEST_TIME = 60


class Times(TypedDict, total=False):
    """Those of a plan that are changed."""

    opens: datetime | None
    lasts: timedelta


@group.command()
@app_commands.describe(
    contest="which contest",
    title="a new title",
    closes="a new end: “in 2 hours”, “friday 18:30” or “2030-05-04 18:30”",
    opens="a new start, if it hasn’t started; it still lasts as long as before",
    board="what the board shows while the contest runs",
    host="the organiser who runs it from now on",
    all_lists="change all lists that count together (default: this one alone)",
)
@app_commands.autocomplete(contest=offering(*CHANGEABLE))
async def change(  # noqa: PLR0917 - Discord passes options by name
    interaction: Interaction,
    contest: app_commands.Range[str, 1, 100],
    title: app_commands.Range[str, 1, LONGEST_TITLE] | None = None,
    closes: app_commands.Range[str, 1, LONGEST_TIME] | None = None,
    opens: app_commands.Range[str, 1, LONGEST_TIME] | None = None,
    board: BoardMode | None = None,
    host: discord.Member | None = None,
    all_lists: bool = False,
) -> None:
    """Change the title, times, board or host of a contest."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    found = await chosen(interaction, contest, *CHANGEABLE)
    times = await _times(interaction, found, opens, closes)
    if host is not None:
        await require_other_organiser(interaction, host)
    if title is None and board is None and host is None and not times:
        raise BadOption("What should change? Choose `title`, `closes`, `opens`, `board` or `host`.")
    admin = interaction.client.services.contests.admin
    changed = await admin.change(
        guild_id,
        found.id,
        act_of(interaction),
        lambda plan: replace(plan, board=board or plan.board, **times),
        title=title,
        host=None if host is None else host.id,
        all_lists=all_lists,
    )
    interaction.client.services.scheduler.wake()
    lost = await interaction.client.services.contests.seasons.lost(found, changed)
    await replies.edit(interaction, present_changed(changed, found, lost))


async def _times(
    interaction: Interaction, found: Contest, opens: str | None, closes: str | None
) -> Times:
    """Read the times by the clocks of the server's zone."""
    times: Times = {}
    now = interaction.created_at
    settings = await interaction.client.services.store.guilds.settings(found.guild_id)
    zone = stored_zone(settings.time_zone)
    begins = found.opens_at or now
    if opens is not None:
        times["opens"] = read_opening(opens, zone, now)
        begins = times["opens"] or now.replace(microsecond=0)  # as it will be announced
    if closes is not None:
        lasts = read_closing(closes, zone, now) - begins
        times["lasts"] = timedelta(seconds=round(lasts.total_seconds()))
    return times


@group.command()
@app_commands.describe(contest="which contest")
@app_commands.autocomplete(contest=offering("open"))
async def close(interaction: Interaction, contest: app_commands.Range[str, 1, 100]) -> None:
    """End an open contest now and show its results."""
    await replies.defer(interaction, private=True)
    await require_organiser(interaction)
    found = await chosen(interaction, contest, "open")
    board = await interaction.client.services.contests.queries.board(found.id, size=1)
    lists = await _lists(interaction, found, "close")
    await replies.edit(interaction, present_closing(board, lists))


@group.command()
@app_commands.describe(contest="which contest")
@app_commands.autocomplete(contest=offering(*UNFINISHED))
async def cancel(interaction: Interaction, contest: app_commands.Range[str, 1, 100]) -> None:
    """Call a contest off, without results."""
    await replies.defer(interaction, private=True)
    await require_organiser(interaction)
    found = await chosen(interaction, contest, *UNFINISHED)
    board = await interaction.client.services.contests.queries.board(found.id, size=1)
    lists = await _lists(interaction, found, "cancel")
    await replies.edit(interaction, present_cancelling(board, lists))


async def _lists(interaction: Interaction, contest: Contest, action: Decision) -> int:
    """Return how many lists that count together can be closed or cancelled."""
    lists = await interaction.client.services.contests.queries.rounds(contest)
    return sum(one.state in DECIDED[action] for one in lists)


class DecideButton(PersistentButton[DecideId], ids=DecideId):
    """Close it now, Cancel the contest."""

    async def press(self, interaction: Interaction) -> None:
        """Do it, if the person who pressed may still organise."""
        found = await organised(interaction, self.params.contest)
        await replies.defer_edit(interaction)
        action, together = self.params.action, self.params.which == "all"
        contest = await interaction.client.services.contests.admin.decide(
            found.guild_id, found.id, act_of(interaction), action, all_lists=together
        )
        interaction.client.services.scheduler.wake()
        present = present_closed if action == "close" else present_cancelled
        await replies.edit(interaction, present(contest, together=together))


async def repost(interaction: Interaction, contest_id: str) -> Page:
    """Post lost messages again, where the button was pressed, if an organiser pressed it."""
    found = await organised(interaction, contest_id)
    require_posting(interaction)
    assert interaction.channel_id is not None
    services = interaction.client.services
    count = await services.contests.moderation.repost(
        found.guild_id,
        found.id,
        interaction.channel_id,
        act_of(interaction),
        parent_id=parent_of(interaction),
    )
    services.scheduler.wake()
    return present_reposted(count)


def present_closing(board: Board, lists: int = 1) -> Page:
    """Ask whether a contest shall really be closed, or all of so many lists."""
    contest = board.contest
    if contest.state != "open" or contest.closes_at is None:
        return Page(
            card(Tone.HINT, [f"**{title(contest)}** isn’t open, so there’s nothing to close."])
        )
    text = (
        f"Close **{title(contest)}** now? It has {many(board.entered, 'player')} so far and would "
        f"close by itself {relative(contest.closes_at)}, {on(contest.closes_at)}. Its results "
        "come right after."
    )
    return Page(card(Tone.HINT, [text], _deciding("close", "Close it now", contest, lists)))


def present_cancelling(board: Board, lists: int = 1) -> Page:
    """Ask whether a contest shall really be cancelled, or all of so many lists."""
    contest = board.contest
    if contest.state in FINISHED:
        over = "is cancelled already" if contest.state == "cancelled" else "is over"
        text = f"**{title(contest)}** {over}, so there’s nothing to cancel."
        return Page(card(Tone.HINT, [text]))
    text = (
        f"Cancel **{title(contest)}**? It has {many(board.entered, 'player')} so far. There’ll be "
        "no results, and you can’t undo this."
    )
    return Page(card(Tone.HINT, [text], _deciding("cancel", "Cancel the contest", contest, lists)))


def _deciding(
    action: Decision, label: str, contest: Contest, lists: int
) -> Iterator[ui.Button[ui.LayoutView]]:
    """Yield the button that does it and, of several lists, the one that does it to all."""
    yield button(label, DecideId(action, "one", contest.id), style=ButtonStyle.danger)
    if lists > 1:
        every = f"{action.capitalize()} all {lists} lists"
        yield button(every, DecideId(action, "all", contest.id), style=ButtonStyle.danger)


def present_closed(contest: Contest, *, together: bool = False) -> Page:
    """Say that a contest is closed, or its lists are."""
    more = " So are the other lists." if together else ""
    text = f"**{title(contest)}** is closed.{more} Results in a moment!"
    return Page(card(Tone.ANSWER, [text]))


def present_cancelled(contest: Contest, *, together: bool = False) -> Page:
    """Say that a contest is cancelled, or its lists are."""
    more = " So are the other lists." if together else ""
    return Page(card(Tone.ANSWER, [f"**{title(contest)}** is cancelled.{more}"]))


def present_changed(
    contest: Contest, before: Contest | None = None, lost: Sequence[str] = ()
) -> Page:
    """Say what a contest is like after it was changed, and what its new end gave up.

    `lost`: the names of the seasons for which it no longer counts.
    """
    assert contest.opens_at is not None
    assert contest.closes_at is not None
    opens, closes = contest.opens_at, contest.closes_at
    begins = f"opens {on(opens)} and " if contest.state == "draft" else ""
    text = (
        f"**{title(contest)}** now {begins}closes {on(closes)}, {relative(closes)}.\n"
        f"**Board** {BOARDS[contest.board].short}"
    )
    if contest.created_by is not None:
        text += f"\n**Host** {who(contest.created_by)}"
    besides = [] if before is None else list(given_up(before, contest))
    if lost:
        names = series([f"**{escape(name)}**" for name in lost])
        besides.append(f"It no longer counts for {names}: it closes outside of that season.")
    notes = "\n".join(f"⚠️ {sentence}" for sentence in besides)
    return Page(card(Tone.ANSWER, [text, notes, "-# The announcement changes in a moment."]))


def present_reposted(count: int) -> Page:
    """Say how many messages are posted again."""
    if count:
        return Page(card(Tone.ANSWER, ["I’ll post it here in a moment."]))
    return Page(card(Tone.NOTE, ["Everything is posted already."]))
