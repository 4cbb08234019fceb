"""Registering application commands, globally and for one server."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from playground.errors import ApiError, missing_access, unknown
from playground.rest.call import Call, Endpoint
from playground.rest.limits import Limit, limited
from playground.validation.commands import (
    CHAT_INPUT,
    ENTRY_POINT,
    MOST_BY_KIND,
    check_command,
)
from playground.validation.fields import Checker, body_object

if TYPE_CHECKING:
    from playground.model import JSON
    from playground.world import World

CREATES_A_DAY = 200
DAY = 86_400.0
LOCALIZATIONS = {"name_localizations", "description_localizations"}
OPTIONAL: JSON = {
    "type": CHAT_INPUT,
    "description": "",
    "options": [],
    "name_localizations": None,
    "description_localizations": None,
    "default_member_permissions": None,
    "nsfw": False,
    "integration_types": [0],
    "contexts": None,
}


def _registered(call: Call) -> tuple[int | None, dict[int, JSON]]:
    """Return the server the path names (None for global) and the commands registered there."""
    world = call.world
    if call.number("application") != world.bot.id:
        raise unknown("Application")
    if "guild" not in call.request.match_info:
        return None, world.commands[None]
    guild_id = call.number("guild")
    guild = world.guilds.get(guild_id)
    if guild is None or world.bot.id not in guild.members:
        raise missing_access()
    return guild_id, world.commands.setdefault(guild_id, {})


def _key(command: JSON) -> tuple[str, int]:
    """Return the name and type, which identify a command when it is registered again."""
    return command["name"], command.get("type") or CHAT_INPUT


def _made(world: World, guild_id: int | None, body: JSON, old: JSON | None = None) -> JSON:
    """Return a registered command from a checked body, with its old id if it replaces one."""
    kept = (*OPTIONAL, "name", "handler")
    given = {key: body[key] for key in kept if body.get(key) is not None}
    command_id = old["id"] if old is not None else str(world.ids.next())
    command: JSON = {**OPTIONAL, **given, "id": command_id, "application_id": str(world.bot.id)}
    required = command["default_member_permissions"]
    command["default_member_permissions"] = None if required is None else str(required)
    if guild_id is not None:
        command["guild_id"] = str(guild_id)
    if old is not None and {**old, "version": ""} == {**command, "version": ""}:
        return old
    command["version"] = str(world.ids.next())
    return command


def _count_creates(world: World, guild_id: int | None, count: int) -> None:
    """Allow 200 new commands a day, for each server and globally."""
    now = world.clock.now()
    made = [moment for moment in world.creates.get(guild_id, []) if now - moment < DAY]
    if len(made) + count > CREATES_A_DAY:
        wait = DAY - (now - made[0]) if made else DAY
        error = limited(wait, scope="user")
        text = f"Max number of daily application command creates has been reached ({CREATES_A_DAY})"
        raise ApiError(429, 30034, text, extra=error.extra, headers=error.headers)
    world.creates[guild_id] = [*made, *[now] * count]


async def listed(call: Call) -> list[JSON]:
    """GET …/commands; localizations are included only on request."""
    _, registered = _registered(call)
    hidden = set() if call.flag("with_localizations") else LOCALIZATIONS
    return [
        {key: value for key, value in command.items() if key not in hidden}
        for command in registered.values()
    ]


async def replace_all(call: Call) -> list[JSON]:
    """PUT …/commands: the whole set at once."""
    guild_id, registered = _registered(call)
    bodies = await call.json_value()
    if not isinstance(bodies, list):
        raise ApiError(400, 50109, "The request body contains invalid JSON.")
    check = Checker()
    for index, body in enumerate(bodies):
        check_command(check, body_object(body), (index,))
    check.done()
    _check_set(bodies)
    sent = {body.get("type") for body in bodies}
    if any(one["type"] == ENTRY_POINT for one in registered.values()) and ENTRY_POINT not in sent:
        raise ApiError(
            400,
            50240,
            "You cannot remove this app's Entry Point command in a bulk update operation. Please "
            "include the Entry Point command in your update request or delete it separately.",
        )
    existing = {_key(command): command for command in registered.values()}
    _count_creates(call.world, guild_id, sum(_key(body) not in existing for body in bodies))
    made = [_made(call.world, guild_id, body, existing.get(_key(body))) for body in bodies]
    registered.clear()
    registered.update({int(command["id"]): command for command in made})
    call.world.commands_changed()
    return made


def _check_set(bodies: list[JSON]) -> None:
    """Check the rules on a set of commands: unique names, and a maximum for each kind."""
    check = Checker()
    names = Counter(_key(body) for body in bodies)
    for index, body in enumerate(bodies):
        if names[_key(body)] > 1:
            text = "Application command names must be unique"
            check.fail((index,), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
    check.done()
    kinds = Counter(kind for _, kind in names)
    for kind, most in MOST_BY_KIND.items():
        if kinds[kind] > most:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({most}).")


async def create(call: Call) -> JSON:
    """POST …/commands: a new command, or a new version of one."""
    guild_id, registered = _registered(call)
    body = await call.json()
    check = Checker()
    check_command(check, body)
    check.done()
    old = next((one for one in registered.values() if _key(one) == _key(body)), None)
    if old is None:
        _check_set([*registered.values(), body])
        _count_creates(call.world, guild_id, 1)
    command = _made(call.world, guild_id, body, old)
    registered[int(command["id"])] = command
    call.world.commands_changed()
    return command


def _one(call: Call) -> tuple[int | None, dict[int, JSON], JSON]:
    guild_id, registered = _registered(call)
    command = registered.get(call.number("command"))
    if command is None:
        raise unknown("application command")
    return guild_id, registered, command


async def get_one(call: Call) -> JSON:
    """GET …/commands/{command}."""
    return _one(call)[2]


async def edit(call: Call) -> JSON:
    """PATCH …/commands/{command}."""
    guild_id, registered, old = _one(call)
    body = {**old, **await call.json()}
    check = Checker()
    check_command(check, body)
    check.done()
    command = _made(call.world, guild_id, body, old)
    others = [one for one in registered.values() if one is not old]
    _check_set([*others, command])
    registered[int(command["id"])] = command
    call.world.commands_changed()
    return command


async def delete(call: Call) -> None:
    """DELETE …/commands/{command}."""
    _, registered, command = _one(call)
    del registered[int(command["id"])]
    call.world.commands_changed()


def _endpoints(base: str) -> tuple[Endpoint, ...]:
    limit = Limit(5, 20, ("application",))
    one = base + r"/{command:\d+}"
    return (
        Endpoint("GET", base, listed, limit),
        Endpoint("PUT", base, replace_all, limit),
        Endpoint("POST", base, create, limit),
        Endpoint("GET", one, get_one, limit),
        Endpoint("PATCH", one, edit, limit),
        Endpoint("DELETE", one, delete, limit),
    )


ENDPOINTS = (
    *_endpoints(r"/applications/{application:\d+}/commands"),
    *_endpoints(r"/applications/{application:\d+}/guilds/{guild:\d+}/commands"),
)
