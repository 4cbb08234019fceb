"""Finding commands and buttons, and telling Discord of the commands when they have changed."""

from __future__ import annotations

import hashlib
import importlib
import json
import logging
import pkgutil
from typing import TYPE_CHECKING

from discord import app_commands, ui

from bot import commands, components
from bot.forms import Form

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from bot.client import GameClient

log = logging.getLogger(__name__)

FACT = "commands"
COMMANDS = (app_commands.Command, app_commands.Group, app_commands.ContextMenu)


def load(client: GameClient) -> None:
    """Add every command in `bot.commands`, every dynamic item and form in `bot.components`."""
    for module in _modules(commands):
        for thing in vars(module).values():
            if isinstance(
                thing, app_commands.Command | app_commands.Group | app_commands.ContextMenu
            ):
                client.tree.add_command(thing, override=True)
    for module in _modules(components):
        own = [
            thing
            for thing in vars(module).values()
            if isinstance(thing, type) and thing.__module__ == module.__name__
        ]
        client.add_dynamic_items(*(kind for kind in own if issubclass(kind, ui.DynamicItem)))
        client.forms += [kind for kind in own if issubclass(kind, Form)]


async def sync(client: GameClient) -> bool:
    """Tell Discord of the commands if it knows others; return whether that was needed.

    The hash of what was last sent is kept: Discord allows 200 creations a day, and what it
    sends back is not what it was sent. It is asked which commands it has, for their ids and in
    case it has forgotten them.
    """
    tree = client.tree
    ours = [command.to_dict(tree) for command in tree.get_commands()]
    text = json.dumps([client.application_id, ours], sort_keys=True)
    fresh = hashlib.sha256(text.encode()).hexdigest()
    known = await tree.fetch_commands()
    same = {command.name for command in known} == {command["name"] for command in ours}
    changed = not same or await client.kit.store.facts.get(FACT) != fresh
    if changed:
        known = await tree.sync()
        await client.kit.store.facts.put(FACT, fresh)
        log.info("told Discord of %d commands", len(known))
    client.command_ids = {command.name: command.id for command in known}
    return changed


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)
