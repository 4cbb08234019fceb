"""/daily off: no more daily puzzles in this server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers
from bot.commands.daily.group import daily
from bot.organisers import act_of, require_manager
from bot.present.daily_setup import present_off

if TYPE_CHECKING:
    from bot.client import Ask


@daily.command()
async def off(ask: Ask) -> None:
    """Post no more daily puzzles in this server."""
    await answers.defer(ask, private=True)
    guild_id = require_manager(ask, "Turning daily puzzles off takes")
    await ask.client.kit.dailies.host.off(guild_id, act_of(ask))
    await answers.edit(ask, present_off())
