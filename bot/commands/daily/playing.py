"""/daily play and archive: the puzzle that is open, and those that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.commands.daily.group import daily
from bot.commands.options import range_option
from bot.daily_desk import plays

if TYPE_CHECKING:
    from bot.client import Ask

MOST = 999_999
"""Editions are numbered by their day, so this is far off."""


@daily.command()
async def play(ask: Ask) -> None:
    """Play the puzzle of today, or go on with it."""
    await answers.defer(ask, private=True)
    await answers.edit(ask, await plays.play(ask))


@daily.command()
@app_commands.describe(number="play the puzzle of this number (usually: show them all)")
async def archive(ask: Ask, number: app_commands.Range[int, 1, MOST] | None = None) -> None:
    """Play puzzles that are over, for yourself."""
    await answers.defer(ask, private=True)
    wanted = range_option("number", number, 1, MOST)
    page = plays.archive(ask) if wanted is None else plays.play(ask, wanted)
    await answers.edit(ask, await page)
