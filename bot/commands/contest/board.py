"""/contest board: who is ahead, as far as that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.commands.contest.choosing import chosen, offering
from bot.commands.contest.group import contest as group
from bot.contest_desk import plays

if TYPE_CHECKING:
    from bot.client import Ask
    from bot.store.records import State

PLAYED: tuple[State, ...] = ("open", "closed", "revealed")


@group.command()
@app_commands.describe(
    contest="which contest (usually: the newest)",
    private="show the answer to you alone (usually: yes)",
)
@app_commands.autocomplete(contest=offering(*PLAYED))
async def board(
    ask: Ask, contest: app_commands.Range[str, 1, 100] | None = None, private: bool = True
) -> None:
    """Show the board of a contest."""
    await answers.defer(ask, private=private)
    found = await chosen(ask, contest, *PLAYED)
    await answers.edit(ask, await plays.board(ask, found.id))
