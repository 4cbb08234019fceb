"""/contest close and cancel: an organiser ends a contest, once they have said that they mean it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.commands.contest.choosing import chosen, offering
from bot.commands.contest.group import contest as group
from bot.organisers import require_organiser
from bot.present.contest_decisions import present_cancelling, present_closing

if TYPE_CHECKING:
    from bot.client import Ask
    from bot.store.records import State

UNFINISHED: tuple[State, ...] = ("draft", "open", "closed")


@group.command()
@app_commands.describe(contest="which contest")
@app_commands.autocomplete(contest=offering("open"))
async def close(ask: Ask, contest: app_commands.Range[str, 1, 100]) -> None:
    """End an open contest now; its results follow as at any end."""
    await answers.defer(ask, private=True)
    await require_organiser(ask)
    found = await chosen(ask, contest, "open")
    board = await ask.client.kit.contests.read.board(found.id)
    await answers.edit(ask, present_closing(board))


@group.command()
@app_commands.describe(contest="which contest")
@app_commands.autocomplete(contest=offering(*UNFINISHED))
async def cancel(ask: Ask, contest: app_commands.Range[str, 1, 100]) -> None:
    """Call a contest off; it has no results."""
    await answers.defer(ask, private=True)
    await require_organiser(ask)
    found = await chosen(ask, contest, *UNFINISHED)
    board = await ask.client.kit.contests.read.board(found.id)
    await answers.edit(ask, present_cancelling(board))
