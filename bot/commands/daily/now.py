"""/daily now: the puzzle that is open, posted at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers
from bot.commands.daily.group import daily
from bot.daily_desk.setups import post_now
from bot.organisers import require_manager
from bot.present.daily_setup import present_now

if TYPE_CHECKING:
    from bot.client import Ask


@daily.command()
async def now(ask: Ask) -> None:
    """Post the open puzzle at once, whatever its game, or again if it could not be posted."""
    await answers.defer(ask, private=True)
    guild_id = require_manager(ask, "Posting a daily puzzle takes")
    post = await post_now(ask, guild_id)
    await answers.edit(ask, present_now(post.number, post.channel_id))
