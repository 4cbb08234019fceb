"""/daily setup: where and when a server has its puzzles posted, and which."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import answers
from bot.commands.daily.group import daily
from bot.commands.options import last_of_list, list_option, quietly, range_option
from bot.dailies import GAMES
from bot.daily_desk.setups import Chosen, set_up
from bot.organisers import require_manager
from bot.zones import find_zones

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.client import Ask

LAST_HOUR = 23


@daily.command()
@app_commands.describe(
    channel="where to post (at first: here)",
    hour="the hour of the day at which to post, from 0 to 23 (at first: 9)",
    zone="the place whose clocks that goes by: Europe/London (at first: as in /settings)",
    games="which games: all, or some of ladder, snake, anigram, truncate (at first: all)",
    role="whom to call; members take it or drop it by a button (@everyone: nobody any more)",
    thread="whether each puzzle has a thread to talk in (at first: no)",
)
async def setup(  # noqa: PLR0917 - Discord passes options by name
    ask: Ask,
    channel: discord.TextChannel | None = None,
    hour: app_commands.Range[int, 0, LAST_HOUR] | None = None,
    zone: app_commands.Range[str, 1, 60] | None = None,
    games: app_commands.Range[str, 1, 100] | None = None,
    role: discord.Role | None = None,
    thread: bool | None = None,
) -> None:
    """Post a puzzle a day in this server, or change where and when."""
    await answers.defer(ask, private=True)
    guild_id = require_manager(ask, "Setting daily puzzles up takes")
    chosen = Chosen(
        None if channel is None else channel.id,
        range_option("hour", hour, 0, LAST_HOUR),
        zone,
        list_option("games", games) or None,
        role,
        thread,
    )
    await set_up(ask, guild_id, chosen)


@setup.autocomplete("zone")
@quietly
def _zones(_ask: Ask, typed: str) -> Iterable[str]:
    return find_zones(typed)


@setup.autocomplete("games")
@quietly
def _games(_ask: Ask, typed: str) -> Iterable[str]:
    taken = list_option("games", typed.rpartition(" ")[0])
    offered = [game for game in GAMES if game not in taken] if taken else ["all", *GAMES]
    return last_of_list(
        typed.lower(), lambda last: [game for game in offered if game.startswith(last)]
    )
