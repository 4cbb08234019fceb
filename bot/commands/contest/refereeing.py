"""/contest disqualify and reinstate: who is on the board, for a reason that is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import answers
from bot.commands.contest.choosing import chosen, offering
from bot.commands.contest.group import contest as group
from bot.organisers import act_of, require_organiser
from bot.present.contest_decisions import present_disqualified, present_reinstated

if TYPE_CHECKING:
    from bot.client import Ask
    from bot.store.records import State

PLAYED: tuple[State, ...] = ("open", "closed", "revealed")
LONGEST_REASON = 200


@group.command()
@app_commands.describe(contest="which contest", who="who", reason="why; the audit keeps it")
@app_commands.autocomplete(contest=offering(*PLAYED))
async def disqualify(
    ask: Ask,
    contest: app_commands.Range[str, 1, 100],
    who: discord.User,
    reason: app_commands.Range[str, 1, LONGEST_REASON],
) -> None:
    """Take somebody off the board of a contest."""
    await answers.defer(ask, private=True)
    guild_id = await require_organiser(ask)
    found = await chosen(ask, contest, *PLAYED)
    referee = ask.client.kit.contests.referee
    await referee.disqualify(guild_id, found.id, who.id, reason, act_of(ask))
    ask.client.nudge()
    await answers.edit(ask, present_disqualified(found, who.id, reason))


@group.command()
@app_commands.describe(contest="which contest", who="who", reason="why; the audit keeps it")
@app_commands.autocomplete(contest=offering(*PLAYED))
async def reinstate(
    ask: Ask,
    contest: app_commands.Range[str, 1, 100],
    who: discord.User,
    reason: app_commands.Range[str, 1, LONGEST_REASON],
) -> None:
    """Put somebody back on the board of a contest."""
    await answers.defer(ask, private=True)
    guild_id = await require_organiser(ask)
    found = await chosen(ask, contest, *PLAYED)
    referee = ask.client.kit.contests.referee
    await referee.reinstate(guild_id, found.id, who.id, reason, act_of(ask))
    ask.client.nudge()
    await answers.edit(ask, present_reinstated(found, who.id, reason))
