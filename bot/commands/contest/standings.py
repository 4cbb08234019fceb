"""/contest standings: a season, the server's last contests taken together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.commands.contest.group import contest
from bot.commands.options import range_option
from bot.organisers import guild_of
from bot.present.contest_season import present_season

if TYPE_CHECKING:
    from bot.client import Ask

MOST = 50
LAST = 10


@contest.command()
@app_commands.describe(
    best="how many of them count for everybody, the best ones (usually: all)",
    last=f"how many contests back the season goes (usually: {LAST})",
    private="show the answer to you alone (usually: yes)",
)
async def standings(
    ask: Ask,
    best: app_commands.Range[int, 1, MOST] | None = None,
    last: app_commands.Range[int, 1, MOST] = LAST,
    private: bool = True,
) -> None:
    """Show the standings of a season: the mean % of par over its contests."""
    await answers.defer(ask, private=private)
    held = range_option("last", last, 1, MOST) or LAST
    counted = range_option("best", best, 1, MOST) or held
    season = await ask.client.kit.contests.read.season(guild_of(ask), counted, held)
    await answers.edit(ask, present_season(season, ask.user.id))
