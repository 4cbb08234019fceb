"""/contest board, list, show and standings: what anyone may look at."""

from __future__ import annotations

from discord import app_commands

from bot.contests import PLAYED, STATES
from bot.errors import NoSuchContest
from bot.store.schema import Scoring
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.contest import play
from bot.ui.contest.ids import group
from bot.ui.contest.list_view import present_contest, present_list
from bot.ui.contest.picker import chosen, offering
from bot.ui.contest.season_view import ROWS, present_standings
from bot.ui.layout import Page
from bot.ui.permissions import guild_of, is_organiser, require_public, scope_of

LOOKED_THROUGH = 50
"""Contests of a server, the newest, that the list is made of."""
MOST = 50
LAST = 10


@group.command()
@app_commands.describe(
    contest="which contest (default: the newest)",
    private="only you see the answer (default: yes)",
)
@app_commands.autocomplete(contest=offering(*PLAYED))
async def board(
    interaction: Interaction,
    contest: app_commands.Range[str, 1, 100] | None = None,
    private: bool = True,
) -> None:
    """See who’s ahead in a contest."""
    await replies.defer(interaction, private=private)
    found = await chosen(interaction, contest, *PLAYED)
    require_public(interaction, found, private=private)
    await replies.edit(interaction, await play.board_page(interaction, found.id))


@group.command(name="list")
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
    if not organiser:
        return present_list(announced)
    drafts = [
        contest
        for contest in found
        if scope.reaches(contest)
        and contest.confirmed_at is None
        and contest.state == "draft"
        and contest.template_id is None
    ]
    failures = await queries.failure_notices(*(contest.id for contest in announced))
    return present_list(announced, drafts, failures, organiser=True)


@group.command()
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


@group.command()
@app_commands.describe(
    best="how many of each player’s contests count, the best ones (default: all)",
    last=f"how many contests to look at, the newest ones (default: {LAST})",
    scoring="average % of best, or points for places, 10 for the first (default: percent)",
    private="only you see the answer (default: yes)",
)
async def standings(
    interaction: Interaction,
    best: app_commands.Range[int, 1, MOST] | None = None,
    last: app_commands.Range[int, 1, MOST] = LAST,
    scoring: Scoring = "percent",
    private: bool = True,
) -> None:
    """See who’s ahead over the last contests together."""
    guild_of(interaction)
    await replies.defer(interaction, private=private)
    found = await interaction.client.services.contests.queries.standings(
        scope_of(interaction, public=not private),
        best or last,
        last,
        scoring=scoring,
        viewer=interaction.user.id,
        limit=ROWS,
    )
    await replies.edit(interaction, present_standings(found))
