"""Finding commands, buttons and forms, and sending Discord the commands when they changed."""

from __future__ import annotations

import hashlib
import importlib
import json
import logging
import pkgutil
from collections.abc import Iterator
from typing import Any

from discord import app_commands

import bot.ui
from bot.services import Services
from bot.ui.buttons import PersistentButton
from bot.ui.client import GameClient
from bot.ui.forms import Form

log = logging.getLogger(__name__)

Command = app_commands.Command[Any, ..., Any] | app_commands.Group
Handler = type[PersistentButton[Any]] | type[Form[Any]]

FACT = "commands"


def make_client(services: Services) -> GameClient:
    """Return a client with every command, button and form."""
    items = list(found())
    handlers = [item for item in items if isinstance(item, type)]
    client = GameClient(services, [item for item in handlers if issubclass(item, Form)])
    for item in items:
        if isinstance(item, app_commands.Command | app_commands.Group):
            client.tree.add_command(item, override=True)
        elif issubclass(item, PersistentButton):
            client.add_dynamic_items(item)
    return client


def found() -> Iterator[Command | Handler]:
    """Yield the commands and the handlers that modules below `bot.ui` define.

    Importing a module adds its subcommands to their group; the group itself is found as any
    command is.
    """
    for module in pkgutil.walk_packages(bot.ui.__path__, f"{bot.ui.__name__}."):
        for item in vars(importlib.import_module(module.name)).values():
            if isinstance(item, app_commands.Command | app_commands.Group):
                if item.parent is None:
                    yield item
            elif (
                isinstance(item, type)
                and issubclass(item, PersistentButton | Form)
                and item.__module__ == module.name
                and getattr(item, "ids", None) is not None
            ):
                yield item


async def sync(client: GameClient) -> bool:
    """Send Discord the commands if it knows others; return whether that was needed.

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
    changed = not same or await client.services.store.facts.get(FACT) != fresh
    if changed:
        known = await tree.sync()
        await client.services.store.facts.put(FACT, fresh)
        log.info("sent Discord %d commands", len(known))
    client.note_commands(known)
    return changed
