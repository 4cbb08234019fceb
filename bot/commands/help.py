"""/help: what the bot can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.present.help import Entry, present_help

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.client import Ask, GameClient


@app_commands.command(name="help")
async def help_(ask: Ask) -> None:
    """Show what this bot can do."""
    await answers.whisper(ask, present_help(list(_entries(ask.client))))


def _entries(client: GameClient) -> Iterator[Entry]:
    for command in client.tree.get_commands():
        known_as = client.command_ids.get(command.name)
        if isinstance(command, app_commands.Group):
            parts = tuple(part.name for part in command.commands)
            yield Entry(command.name, command.description, known_as, parts)
        elif isinstance(command, app_commands.Command):
            yield Entry(command.name, command.description, known_as)
