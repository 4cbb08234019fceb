"""/contests list, show and board: what anyone may look at."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands

from bot.contests import PLAYED, STATES
from bot.errors import NoSuchContest
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.contest import play
from bot.ui.contest.ids import players
from bot.ui.contest.list_view import present_contest, present_list
from bot.ui.contest.picker import chosen, offering
from bot.ui.contest.season_view import ROWS, present_standings
from bot.ui.contest.seasons import seen_seasons, standings_page
from bot.ui.layout import Page
from bot.ui.options import CHOICES
from bot.ui.permissions import guild_of, is_organiser, require_public, scope_of

log = logging.getLogger(__name__)

LOOKED_THROUGH = 50
"""How many of a server's contests, the newest, the list can have."""
SHOWN = 10
"""Most seasons offered beside contests."""
COUNTED = 10
LAST = f"The last {COUNTED} contests together"


async def offer_boards(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """Offer everything that has a board: contests, seasons, and the last contests together."""
    try:
        contests = await offering(*PLAYED)(interaction, typed)
        seasons = [
            app_commands.Choice(name=f"🏆 {one.name} ({what})", value=one.id)
            for what, of_lists in (("season", False), ("all its lists", True))
            for one in await seen_seasons(interaction, of_lists=of_lists)
        ]
        offered = [*seasons, app_commands.Choice(name=LAST, value=LAST)]
        fitting = [one for one in offered if typed.strip().lower() in one.name.lower()]
        return [*contests[: CHOICES - min(len(fitting), SHOWN)], *fitting][:CHOICES]
    except Exception:
        log.exception("could not look up boards to complete an option")
        return []


@players.command()
@app_commands.describe(
    contest="which contest or season (default: the newest contest)",
    private="only you see the answer (default: yes)",
)
@app_commands.autocomplete(contest=offer_boards)
async def board(
    interaction: Interaction,
    contest: app_commands.Range[str, 1, 100] | None = None,
    private: bool = True,
) -> None:
    """See who’s ahead in a contest, in a season, or over the last contests together."""
    await replies.defer(interaction, private=private)
    await replies.edit(interaction, await _board(interaction, contest, private=private))


async def _board(interaction: Interaction, typed: str | None, *, private: bool) -> Page:
    name = (typed or "").strip()
    if name.casefold() == LAST.casefold():
        guild_of(interaction)
        found = await interaction.client.services.contests.queries.standings(
            scope_of(interaction, public=not private),
            COUNTED,
            COUNTED,
            viewer=interaction.user.id,
            limit=ROWS,
        )
        return present_standings(found)
    for of_lists in (False, True) if name else ():
        for season in await seen_seasons(interaction, of_lists=of_lists):
            if name == season.id or name.casefold() == season.name.casefold():
                require_public(interaction, season, private=private)
                return await standings_page(interaction, season.id, public=not private)
    found_contest = await chosen(interaction, typed, *PLAYED)
    require_public(interaction, found_contest, private=private)
    return await play.board_page(interaction, found_contest.id)


@players.command(name="list")
async def list_(interaction: Interaction) -> None:
    """See this server’s contests: running, coming up and over."""
    guild_of(interaction)
    await replies.defer(interaction, private=True)
    await replies.edit(interaction, await _list_page(interaction))


async def _list_page(interaction: Interaction) -> Page:
    queries = interaction.client.services.contests.queries
    found = await queries.of_guild(guild_of(interaction), limit=LOOKED_THROUGH)
    organiser = await is_organiser(interaction)
    scope = scope_of(interaction, organiser=organiser)
    announced = [contest for contest in found if scope.has(contest)]
    seasons = [one for one in await seen_seasons(interaction) if one.held is None]
    templates = await interaction.client.services.contests.templates.of_guild(guild_of(interaction))
    missed = [one for one in templates if one.repeats and one.problem and scope.reaches(one)]
    if not organiser:
        return present_list(announced, seasons=seasons, missed=missed)
    drafts = [
        contest
        for contest in found
        if scope.reaches(contest)
        and contest.confirmed_at is None
        and contest.state == "draft"
        and contest.day is None
    ]
    failures = await queries.failure_notices(*(contest.id for contest in announced))
    return present_list(announced, drafts, failures, seasons=seasons, missed=missed, organiser=True)


@players.command()
@app_commands.describe(contest="which contest (default: the newest)")
@app_commands.autocomplete(contest=offering(*STATES))
async def show(
    interaction: Interaction, contest: app_commands.Range[str, 1, 100] | None = None
) -> None:
    """See a contest, just for you: its words, times and buttons."""
    await replies.defer(interaction, private=True)
    try:
        found = await chosen(interaction, contest, *STATES)
    except NoSuchContest:
        if contest is not None:
            raise
        await replies.edit(interaction, await _list_page(interaction))
        return
    queries = interaction.client.services.contests.queries
    failures = await queries.failure_notices(found.id) if await is_organiser(interaction) else []
    board = await queries.board(found.id, size=1)
    announced = await queries.post(found.id, "announcement")
    await replies.edit(interaction, present_contest(board, announced, failures))
