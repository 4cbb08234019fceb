"""Which of the bot's commands a user finds in a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from playground import permissions
from playground.errors import Refused
from playground.model import ChannelType
from playground.validation.commands import CHAT_INPUT, ENTRY_POINT, GROUP, SUBCOMMAND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.model import JSON, Channel, User
    from playground.world import World

GUILD_INSTALL, USER_INSTALL = 0, 1
IN_GUILD, IN_BOT_DM, IN_PRIVATE = 0, 1, 2


class Entry(NamedTuple):
    """Something that can be invoked: a command, or one of its subcommands."""

    path: tuple[str, ...]  # ("contest", "create")
    command: JSON  # as registered
    leaf: JSON  # the command or subcommand that has the options

    @property
    def options(self) -> list[JSON]:
        """Return the options it takes, in order."""
        found: list[JSON] = self.leaf.get("options") or []
        return found

    @property
    def name(self) -> str:
        """Return its full name, without the slash."""
        return " ".join(self.path)


def available(world: World, user: User, channel: Channel) -> Iterator[Entry]:
    """Yield every slash command that the user may run in the channel."""
    for command in _commands(world, user, channel):
        if command["type"] == CHAT_INPUT:
            yield from _entries(command)


def menus(world: World, user: User, channel: Channel) -> Iterator[JSON]:
    """Yield every command in the user's menus of people and messages."""
    for command in _commands(world, user, channel):
        if command["type"] not in {CHAT_INPUT, ENTRY_POINT}:
            yield command


def find_menu(world: World, user: User, channel: Channel, name: str, kind: int) -> JSON:
    """Return the command of this name in the menus of one kind; refuse an unknown one."""
    for command in menus(world, user, channel):
        if (command["name"], command["type"]) == (name, kind):
            return command
    raise Refused(f"There is no “{name}” in this menu for {user.display_name}.")


def _commands(world: World, user: User, channel: Channel) -> Iterator[JSON]:
    if not world.can_see(channel, user):
        return
    own = {} if channel.guild_id is None else world.commands.get(channel.guild_id, {})
    taken = {(one["name"], one["type"]) for one in own.values()}
    for command in own.values():
        if _permitted(world, user, channel, command):
            yield command
    for command in world.commands[None].values():
        if (command["name"], command["type"]) in taken:
            continue
        if _installed(world, user, channel, command) and _permitted(world, user, channel, command):
            yield command


def _installed(world: World, user: User, channel: Channel, command: JSON) -> bool:
    """Return whether a global command is available here by either way of installation."""
    types = command["integration_types"]
    by_user = USER_INSTALL in types and user.has_installed
    guild = world.guild_of(channel)
    if guild is not None:
        place, by_place = IN_GUILD, GUILD_INSTALL in types and world.bot.id in guild.members
    elif channel.type is ChannelType.DM and world.bot in channel.recipients:
        place, by_place = IN_BOT_DM, GUILD_INSTALL in types
    else:
        place, by_place = IN_PRIVATE, False
    contexts = command["contexts"]
    return (by_user or by_place) and (contexts is None or place in contexts)


def _permitted(world: World, user: User, channel: Channel, command: JSON) -> bool:
    """Return whether the command's default permissions let the user run it."""
    if channel.guild_id is None:
        return True
    granted = world.permissions_in(channel, user)
    if granted == permissions.EVERYTHING:
        return True
    if not granted & permissions.USE_APPLICATION_COMMANDS:
        return False
    required = command["default_member_permissions"]
    let_in = world.let_in.get((channel.guild_id, command["name"]), set())
    if required is None or let_in & set(world.guilds[channel.guild_id].members[user.id].roles):
        return True
    return int(required) != 0 and granted & int(required) == int(required)


def _entries(command: JSON) -> Iterator[Entry]:
    nested = [one for one in command["options"] if one["type"] in {SUBCOMMAND, GROUP}]
    if not nested:
        yield Entry((command["name"],), command, command)
    for option in nested:
        if option["type"] == SUBCOMMAND:
            yield Entry((command["name"], option["name"]), command, option)
        for inner in (option.get("options") or []) if option["type"] == GROUP else []:
            yield Entry((command["name"], option["name"], inner["name"]), command, inner)


def find(world: World, user: User, channel: Channel, words: list[str]) -> Entry:
    """Return the command that a line's first words name; refuse one the user cannot see."""
    entries = list(available(world, user, channel))
    for entry in entries:
        if tuple(words[: len(entry.path)]) == entry.path:
            return entry
    below = [entry.path[1] for entry in entries if words and entry.path[0] == words[0]]
    if below:
        raise Refused(
            f"/{words[0]} needs one of its subcommands: {', '.join(dict.fromkeys(below))}."
        )
    name = words[0] if words else ""
    raise Refused(f"There is no command /{name} here for {user.display_name}.")


def menu_data(command: JSON, target: int, resolved: JSON) -> JSON:
    """Return an interaction's `data` for a command used on a person or a message."""
    data: JSON = {
        "id": command["id"],
        "name": command["name"],
        "type": command["type"],
        "target_id": str(target),
        "resolved": resolved,
    }
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data


def option_data(entry: Entry, values: list[JSON]) -> JSON:
    """Return an interaction's `data`: the values, nested under the subcommand they belong to."""
    options = values
    for depth in range(len(entry.path) - 1, 0, -1):
        kind = SUBCOMMAND if depth == len(entry.path) - 1 else GROUP
        options = [{"name": entry.path[depth], "type": kind, "options": options}]
    data: JSON = {
        "id": entry.command["id"],
        "name": entry.command["name"],
        "type": CHAT_INPUT,
        "options": options,
    }
    if "guild_id" in entry.command:
        data["guild_id"] = entry.command["guild_id"]
    return data
