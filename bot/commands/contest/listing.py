"""/contest list: what there is to play, and for organisers what could not be posted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers
from bot.commands.contest.group import contest
from bot.organisers import guild_of, is_organiser
from bot.present.contest_list import present_list

if TYPE_CHECKING:
    from bot.client import Ask

LOOKED_THROUGH = 50


@contest.command(name="list")
async def list_(ask: Ask) -> None:
    """Show this server's contests: running, to come, over."""
    guild_id = guild_of(ask)
    await answers.defer(ask, private=True)
    read = ask.client.kit.contests.read
    found = await read.of_guild(guild_id, limit=LOOKED_THROUGH)
    announced = [contest for contest in found if contest.confirmed_at is not None]
    if not await is_organiser(ask):
        await answers.edit(ask, present_list(announced))
        return
    drafts = [
        contest
        for contest in found
        if contest.confirmed_at is None
        and contest.state == "draft"
        and contest.created_by == ask.user.id
    ]
    troubles = [text for contest in announced for text in await read.troubles(contest.id)]
    await answers.edit(ask, present_list(announced, drafts, troubles))
