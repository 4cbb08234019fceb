"""Finds commands, buttons and forms, and sends Discord the commands when they have changed."""

from __future__ import annotations

import hashlib
import importlib
import json
import logging
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any

from discord import app_commands
from discord.http import Route

import bot.ui
from bot.services import Services
from bot.ui.attempts import Attempts
from bot.ui.buttons import PersistentItem
from bot.ui.client import GameClient
from bot.ui.forms import Form
from bot.ui.server.welcome import say_hello

log = logging.getLogger(__name__)

Command = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu
Handler = type[PersistentItem[Any, Any]] | type[Form[Any]]

FACT = "commands"
"""The name of the stored fact with the hash of the commands last sent."""
IDS = "command ids"
"""The name of the stored fact with the commands' ids, as JSON."""
COMMANDS = "/applications/{application_id}/commands"
KINDS = {1, 2, 3}
"""Slash commands, and commands in the menus of users and of messages."""
READ_ONLY = {"id", "application_id", "version"}


def make_client(services: Services, attempts: Attempts) -> GameClient:
    """Return a client with every command, button and form; `attempts` will connect it."""
    items = list(found())
    handlers = [item for item in items if isinstance(item, type)]
    buttons = [item for item in handlers if issubclass(item, PersistentItem)]
    client = GameClient(
        services,
        [item for item in handlers if issubclass(item, Form)],
        [item.ids for item in buttons if item.ids is not None],
        say_hello,
        attempts,
    )
    client.add_dynamic_items(*buttons)
    for item in items:
        if isinstance(item, app_commands.Command | app_commands.Group | app_commands.ContextMenu):
            client.tree.add_command(item, override=True)
    return client


def found() -> Iterator[Command | Handler]:
    """Yield the commands and the handlers that modules below `bot.ui` define.

    Importing a module adds its subcommands to their group; the group itself is found like any
    command.
    """
    for module in pkgutil.walk_packages(bot.ui.__path__, f"{bot.ui.__name__}."):
        if module.name.startswith("bot.ui.picture."):
            continue  # it has no commands, but loads Pillow, which is for the solver processes
        for item in vars(importlib.import_module(module.name)).values():
            if isinstance(item, app_commands.ContextMenu):
                yield item
            elif isinstance(item, app_commands.Command | app_commands.Group):
                if item.parent is None:
                    yield item
            elif (
                isinstance(item, type)
                and issubclass(item, PersistentItem | Form)
                and item.__module__ == module.name
                and getattr(item, "ids", None) is not None
            ):
                yield item


async def know(client: GameClient) -> bool:
    """Note the commands' ids if they are as last sent to Discord; return whether they are."""
    facts = client.services.store.facts
    ids = await facts.get(IDS)
    if ids is None or await facts.get(FACT) != _hash(client, _ours(client)):
        return False
    client.note_commands(json.loads(ids))
    return True


async def sync(client: GameClient) -> bool:
    """Send Discord the commands if it has different ones; return whether that was needed.

    The hash of what was last sent is stored, because Discord allows 200 creations a day and sends
    back something different from what it was sent. Discord is asked which commands it has, for
    their ids and in case it has forgotten them. Commands of another kind are not ours, and are sent
    back unchanged: Discord refuses an overwrite without the Entry Point command of Activities.
    """
    http, application, facts = client.http, client.application_id, client.services.store.facts
    assert application is not None  # logged in
    ours = _ours(client)
    fresh = _hash(client, ours)
    # The tree would fetch commands without localizations, which would be lost when sent back.
    listing = Route("GET", COMMANDS, application_id=application)
    known = await http.request(listing, params={"with_localizations": "true"})
    foreign = [command for command in known if command["type"] not in KINDS]
    same = {_key(command) for command in known if command not in foreign} == set(map(_key, ours))
    changed = not same or await facts.get(FACT) != fresh
    if changed:
        sent: list[Any] = [*ours, *map(_writable, foreign)]
        known = await http.bulk_upsert_global_commands(application, sent)
    names = {_key(command) for command in ours}
    ids = {one["name"]: int(one["id"]) for one in known if _key(one) in names}
    if changed:
        await facts.put(FACT, fresh)
        log.info("sent Discord %d commands", len(ours))
    if ids != client.command_ids:
        await facts.put(IDS, json.dumps(ids))
        client.note_commands(ids)
    return changed


def _ours(client: GameClient) -> list[dict[str, Any]]:
    return [command.to_dict(client.tree) for command in client.tree.get_commands()]


def _hash(client: GameClient, ours: list[dict[str, Any]]) -> str:
    text = json.dumps([client.application_id, ours], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _key(command: Mapping[str, Any]) -> tuple[str, int]:
    return command["name"], command["type"]


def _writable(command: Mapping[str, Any]) -> dict[str, Any]:
    """Return a command as Discord sent it, without the fields that only Discord sets."""
    return {key: value for key, value in command.items() if key not in READ_ONLY}
