"""/contest show: a contest as its announcement has it, wherever that has gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.commands.contest.choosing import chosen, offering
from bot.commands.contest.group import contest as group
from bot.organisers import is_organiser
from bot.present.contest_show import present_contest

if TYPE_CHECKING:
    from bot.client import Ask
    from bot.store.records import State

ANNOUNCED: tuple[State, ...] = ("draft", "open", "closed", "revealed", "cancelled")


@group.command()
@app_commands.describe(contest="which contest (usually: the newest)")
@app_commands.autocomplete(contest=offering(*ANNOUNCED))
async def show(ask: Ask, contest: app_commands.Range[str, 1, 100] | None = None) -> None:
    """Show a contest to you alone: its words, times and buttons."""
    await answers.defer(ask, private=True)
    found = await chosen(ask, contest, *ANNOUNCED)
    read = ask.client.kit.contests.read
    troubles = await read.troubles(found.id) if await is_organiser(ask) else []
    board, announced = await read.board(found.id), await read.post(found.id, "announcement")
    await answers.edit(ask, present_contest(board, announced, troubles))
