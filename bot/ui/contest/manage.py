"""/contest manage: one panel for what organisers do with a contest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypedDict

import discord
from discord import app_commands

from bot.contests import (
    CHANGEABLE,
    DECIDED,
    LONGEST_TITLE,
    OPTIONS,
    STATES,
    Contest,
    Decision,
    read_closing,
    read_opening,
)
from bot.errors import BadOption, NoSuchContest, WrongState
from bot.options import Option, Person
from bot.ui import replies
from bot.ui.buttons import PersistentButton, PersistentMenu, defer_for_redraw
from bot.ui.client import Interaction
from bot.ui.contest.asks import Ask, Fields, line
from bot.ui.contest.cards import local_text
from bot.ui.contest.export import audit_page, export_page
from bot.ui.contest.ids import DecideId, ManageId, MoreId, organisers
from bot.ui.contest.manage_view import (
    present_cancelled,
    present_cancelling,
    present_changed,
    present_closed,
    present_closing,
    present_exporting,
    present_nothing_to_manage,
    present_panel,
    present_reposted,
)
from bot.ui.contest.moderation import players_page
from bot.ui.contest.picker import chosen, offering, organised, zone_of
from bot.ui.layout import Page
from bot.ui.permissions import (
    act_of,
    parent_of,
    require_organiser,
    require_other_organiser,
    require_posting,
)
from bot.ui.roles import existing
from bot.zones import stored_zone

BOARD, ROLE = (
    next(option for option in OPTIONS if option.name == name) for name in ("board", "role_id")
)
HOST = Option(name="host", label="Host", field=Person("the organiser who runs it"))


class Times(TypedDict, total=False):
    """The times of a plan that are changed."""

    opens: datetime | None
    lasts: timedelta


@organisers.command()
@app_commands.describe(contest="which contest (default: the newest)")
@app_commands.autocomplete(contest=offering(*STATES))
async def manage(
    interaction: Interaction, contest: app_commands.Range[str, 1, 100] | None = None
) -> None:
    """Change, close, repeat or call off a contest; see who did what, get all tries."""
    await replies.defer(interaction, private=True)
    await require_organiser(interaction)
    try:
        found = (
            await _newest(interaction)
            if contest is None
            else await chosen(interaction, contest, *STATES)
        )
    except NoSuchContest:
        if contest is not None:
            raise
        await replies.edit(interaction, present_nothing_to_manage())
        return
    await replies.edit(interaction, await _panel(interaction, found))


async def _newest(interaction: Interaction) -> Contest:
    """Return the newest contest that can be changed, or else the newest one."""
    try:
        return await chosen(interaction, None, *CHANGEABLE)
    except NoSuchContest:
        return await chosen(interaction, None, *STATES)


async def _panel(interaction: Interaction, contest: Contest) -> Page:
    queries = interaction.client.services.contests.queries
    board = await queries.board(contest.id, size=1)
    return present_panel(
        replace(board, contest=_with_role(interaction, board.contest)),
        len(await queries.rounds(contest)),
        await queries.post(contest.id, "announcement"),
        await queries.failure_notices(contest.id),
    )


class ManageButton(PersistentButton[ManageId], ids=ManageId):
    """Manage, Back, Close it now, Call it off, Post it here, Get the file, Who did what."""

    async def press(self, interaction: Interaction) -> None:
        """Show the panel or a page of it to the organiser who pressed."""
        await defer_for_redraw(interaction)
        await replies.edit(interaction, await self._page(interaction))

    async def _page(self, interaction: Interaction) -> Page:
        if self.params.contest is None:
            await require_organiser(interaction)
            return await audit_page(interaction)
        contest = await organised(interaction, self.params.contest)
        queries = interaction.client.services.contests.queries
        match self.params.action:
            case "open":
                return await _panel(interaction, contest)
            case "close":
                board = await queries.board(contest.id, size=1)
                return present_closing(board, await _lists(interaction, contest, "close"))
            case "cancel":
                board = await queries.board(contest.id, size=1)
                return present_cancelling(board, await _lists(interaction, contest, "cancel"))
            case "repost":
                return await _repost(interaction, contest)
            case "players":
                return await players_page(interaction, contest)
            case "export":
                return await export_page(interaction, contest)
            case "everything":
                return await audit_page(interaction)


class MoreMenu(PersistentMenu[MoreId], ids=MoreId):
    """Players, Every try as a file, Who did what."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page instead of the panel."""
        await defer_for_redraw(interaction)
        contest = await organised(interaction, self.params.contest)
        match self.chosen:
            case "players":
                page = await players_page(interaction, contest)
            case "export" if contest.state == "open":
                page = present_exporting(contest)
            case "export":
                page = await export_page(interaction, contest)
            case _:
                page = await audit_page(interaction, contest)
        await replies.edit(interaction, page)


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


async def _repost(interaction: Interaction, found: Contest) -> Page:
    """Post lost messages again, where the button was pressed."""
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
    return present_reposted(found, count)


# The form that changes a contest


async def _change_fields(interaction: Interaction, contest_id: str | None) -> Fields:
    """Return what can change, with its present values; an open contest keeps its opening."""
    contest = await organised(interaction, contest_id or "")
    zone = await zone_of(interaction)
    opens, closes = (
        "" if moment is None else local_text(moment, zone)
        for moment in (contest.opens_at, contest.closes_at)
    )
    begins = line("opens", "Opens", "It lasts as long as before, if *Closes* stays.")
    ends = line("closes", "Closes", f"“in 2 hours”, “friday 18:30”, “24 December 18:30” ({zone})")
    return [
        (line("title", "Title", most=LONGEST_TITLE), contest.title),
        *([(begins, opens)] if contest.state == "draft" else []),
        (ends, closes),
        (BOARD, BOARD.written(contest)),
        (HOST, HOST.field.write(contest.created_by)),
    ]


def _changing(*, all_lists: bool) -> Ask:
    """Return the form that changes a contest, or all lists that count together."""

    async def change(
        interaction: Interaction, contest_id: str | None, values: Mapping[str, Any]
    ) -> Page:
        found = await organised(interaction, contest_id or "")
        fields = await _change_fields(interaction, contest_id)
        before = {option.name: option.field.read(text) for option, text in fields}
        new = {name: value for name, value in values.items() if value != before[name]}
        if not new:
            raise BadOption("Nothing changed. Write another title or time.")
        host = new.get("host")
        if host is not None:
            await _require_organiser(interaction, host)
        times = await _times(interaction, found, new.get("opens"), new.get("closes"))
        board = {"board": new["board"]} if "board" in new else {}
        contests = interaction.client.services.contests
        changed = await contests.admin.change(
            found.guild_id,
            found.id,
            act_of(interaction),
            lambda plan: replace(plan, **board, **times),
            title=new.get("title"),
            host=host,
            all_lists=all_lists,
        )
        interaction.client.services.scheduler.wake()
        return present_changed(changed, found, await contests.seasons.lost(found, changed))

    return Ask("Change the contest", _change_fields, change)


def _with_role(interaction: Interaction, contest: Contest) -> Contest:
    """Return a contest, with role 0 if its role was deleted."""
    gone = contest.role_id is not None and not existing(interaction.guild, contest.role_id)
    return replace(contest, role_id=0) if gone else contest


async def _who_fields(interaction: Interaction, contest_id: str | None) -> Fields:
    """Return who can play; raises WrongState if that can no longer be changed."""
    contest = _with_role(interaction, await organised(interaction, contest_id or ""))
    if contest.state == "open" and contest.role_id != 0:
        raise WrongState("It’s open, so who can play stays as it is, unless its role is deleted.")
    return [(ROLE, "" if not contest.role_id else ROLE.written(contest))]


async def _choose_who(
    interaction: Interaction, contest_id: str | None, values: Mapping[str, Any]
) -> Page:
    """Let other members play a contest, and the lists that count together with it."""
    found = await organised(interaction, contest_id or "")
    changed = await interaction.client.services.contests.admin.change(
        found.guild_id,
        found.id,
        act_of(interaction),
        lambda plan: replace(plan, role_id=values["role_id"]),
        all_lists=True,
    )
    interaction.client.services.scheduler.wake()
    return present_changed(changed, found)


WHO = Ask("Who can play", _who_fields, _choose_who)
CHANGE, CHANGE_ALL = _changing(all_lists=False), _changing(all_lists=True)


async def _require_organiser(interaction: Interaction, user_id: int) -> None:
    """Raise NotAllowed unless another member may organise here."""
    assert interaction.guild is not None
    try:
        member = await interaction.guild.fetch_member(user_id)  # as they are now
    except discord.NotFound:
        raise BadOption("Choose somebody who is in this server.") from None
    await require_other_organiser(interaction, member)


async def _times(
    interaction: Interaction, found: Contest, opens: str | None, closes: str | None
) -> Times:
    """Read the times by the clocks of the server's zone."""
    times: Times = {}
    now = interaction.created_at
    zone = stored_zone(await zone_of(interaction))
    begins = found.opens_at or now
    if opens is not None:
        times["opens"] = read_opening(opens, zone, now)
        begins = times["opens"] or now.replace(microsecond=0)  # as it will be announced
    if closes is not None:
        lasts = read_closing(closes, zone, now) - begins
        times["lasts"] = timedelta(seconds=round(lasts.total_seconds()))
    return times
