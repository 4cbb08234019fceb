"""/contest practice: play a finished contest again, against the clock and for yourself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.commands.contest.choosing import chosen, offering
from bot.commands.contest.group import contest as group
from bot.commands.options import range_option
from bot.contest_desk import plays
from bot.organisers import guild_of

if TYPE_CHECKING:
    from bot.client import Ask

MOST_MINUTES = 24 * 60


@group.command()
@app_commands.describe(
    contest="which contest (usually: the newest that is over)",
    minutes="how long you have (usually: as long as the contest's clock, or 15)",
)
@app_commands.autocomplete(contest=offering("revealed"))
async def practice(
    ask: Ask,
    contest: app_commands.Range[str, 1, 100] | None = None,
    minutes: app_commands.Range[int, 1, MOST_MINUTES] | None = None,
) -> None:
    """Play a finished contest again, with a clock and unranked."""
    await answers.defer(ask, private=True)
    wanted = range_option("minutes", minutes, 1, MOST_MINUTES)
    found = await chosen(ask, contest, "revealed")
    await answers.edit(ask, await plays.practise(ask, guild_of(ask), found.id, wanted))
