"""/daily board and stats: who is ahead here, and how one is doing oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.commands.daily.group import daily
from bot.dailies import Period  # noqa: TC001 - the library reads it to know the choices
from bot.daily_desk import plays
from bot.present.daily_stats import present_stats

if TYPE_CHECKING:
    from bot.client import Ask


@daily.command()
@app_commands.describe(period="of today's puzzle, this week, this month, or all (usually: today)")
async def board(ask: Ask, period: Period = "day") -> None:
    """Show this server's board."""
    await answers.defer(ask, private=True)
    await answers.edit(ask, await plays.board(ask, period))


@daily.command()
async def stats(ask: Ask) -> None:
    """Show what you have solved, how well, and your streak."""
    await answers.defer(ask, private=True)
    read = ask.client.kit.dailies.read
    seen = await read.stats(ask.user.id, ask.guild_id, ask.created_at)
    await answers.edit(ask, present_stats(seen))
