"""Turns what a person typed or chose for an option into what Discord sends, or refuses it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playground import payloads
from playground.errors import Refused
from playground.files import MAX_BYTES, Upload
from playground.model import Channel, Role, User

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playground.model import JSON
    from playground.world import World

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
TRUE, FALSE = {"true", "yes", "1"}, {"false", "no", "0"}


class Reader:
    """Reads the values of one invocation, collecting the objects they point to."""

    def __init__(self, world: World, channel: Channel) -> None:
        self._world = world
        self._channel = channel
        self.resolved: JSON = {}

    def read(self, options: list[JSON], values: Mapping[str, Any]) -> list[JSON]:
        """Return the options to send; refuse unknown, missing and invalid ones."""
        self._refuse_unknown(options, values)
        sent = []
        for option in options:
            value = values.get(option["name"])
            if value is None or value == "":
                if option.get("required"):
                    raise Refused(f"“{option['name']}” is a required option: give it a value.")
                continue
            fit = self.value(option, value)
            sent.append({"name": option["name"], "type": option["type"], "value": fit})
        return sent

    def read_partly(
        self, options: list[JSON], values: Mapping[str, Any], focused: str
    ) -> list[JSON]:
        """Return the options to send while one is being typed, leaving out invalid ones."""
        self._refuse_unknown(options, {**values, focused: ""})
        sent = []
        for option in options:
            name = option["name"]
            about = {"name": name, "type": option["type"]}
            if name == focused:
                sent.append(about | {"value": str(values.get(name) or ""), "focused": True})
            elif values.get(name) not in (None, ""):
                try:
                    sent.append(about | {"value": self.value(option, values[name])})
                except Refused:
                    continue
        return sent

    def _refuse_unknown(self, options: list[JSON], values: Mapping[str, Any]) -> None:
        names = [option["name"] for option in options]
        for name in values:
            if name not in names:
                known = f"it takes {', '.join(names)}" if names else "it takes none"
                raise Refused(f"This command has no option “{name}”; {known}.")

    def value(self, option: JSON, value: Any) -> Any:
        """Return one option's value in the form Discord sends."""
        kind = option["type"]
        if option.get("choices"):
            return _choice(option, value)
        if kind == STRING:
            return _string(option, str(value))
        if kind in {INTEGER, NUMBER}:
            return _number(option, value)
        if kind == BOOLEAN:
            return _boolean(option, value)
        if kind == ATTACHMENT:
            return self._attachment(option, value)
        return self._mentionable(option, kind, value)

    def _attachment(self, option: JSON, value: Any) -> str:
        if not isinstance(value, Upload):
            raise Refused(f"“{option['name']}” wants a file.")
        if len(value.data) > MAX_BYTES:
            raise Refused(f"“{value.name}” is too large: at most {MAX_BYTES >> 20} MiB.")
        attachment = self._world.files.keep(value, self._channel.id, self._world.address)
        attachment["ephemeral"] = True
        self._resolve("attachments", attachment)
        return str(attachment["id"])

    def _resolve(self, kind: str, found: JSON) -> None:
        self.resolved.setdefault(kind, {})[found["id"]] = found

    def _mentionable(self, option: JSON, kind: int, value: Any) -> str:
        """Resolve a user, channel, role or either of users and roles."""
        name = option["name"]
        found = self._find(kind, value)
        if isinstance(found, User) and kind in {USER, MENTIONABLE}:
            self.resolve_user(found)
        elif isinstance(found, Role) and kind in {ROLE, MENTIONABLE}:
            self._resolve("roles", payloads.role(found))
        elif isinstance(found, Channel) and kind == CHANNEL:
            types = option.get("channel_types")
            if types and found.type not in types:
                raise Refused(f"“{name}” does not take a channel of this kind.")
            self.resolve_channel(found)
        else:
            noun = {USER: "user", CHANNEL: "channel", ROLE: "role"}.get(kind, "user or role")
            raise Refused(f"“{value}” is no {noun} here; “{name}” wants one.")
        return str(found.id)

    def resolve_user(self, user: User) -> None:
        """Add a user, with their membership of the server if they have one."""
        self._resolve("users", payloads.user(user))
        guild = self._world.guild_of(self._channel)
        if guild is not None and user.id in guild.members:
            member = payloads.acting_member(guild, guild.members[user.id], self._channel)
            member.pop("user")
            self.resolved.setdefault("members", {})[str(user.id)] = member

    def resolve_channel(self, channel: Channel) -> None:
        """Add a channel."""
        granted = self._world.permissions_in(channel, self._world.bot)
        self._resolve("channels", payloads.channel(channel) | {"permissions": str(granted)})

    def _find(self, kind: int, value: Any) -> User | Channel | Role | None:
        """Find the user, channel or role of a mention, an id or a name."""
        if isinstance(value, User | Channel | Role):
            return value
        text = str(value)
        number = re.fullmatch(r"(?:<(?:@!?|@&|#))?(\d+)>?", text)
        world, guild = self._world, self._world.guild_of(self._channel)
        roles = {} if guild is None else guild.roles
        if number is not None:
            key = int(number[1])
            return world.users.get(key) or world.channels.get(key) or roles.get(key)
        name = text.lstrip("@#").lower()
        if kind == CHANNEL:
            places = [world.channels[one] for one in guild.channels] if guild else []
            return next((one for one in places if one.name.lower() == name), None)
        people = [] if kind == ROLE else list(world.users.values())
        for user in people:
            if name in {user.name.lower(), user.display_name.lower()}:
                return user
        return next((one for one in roles.values() if one.name.lower() == name), None)


def _choice(option: JSON, value: Any) -> Any:
    for choice in option["choices"]:
        if value in (choice["value"], choice["name"]):
            return choice["value"]
    for choice in option["choices"]:
        if str(value).lower() in {str(choice["value"]).lower(), choice["name"].lower()}:
            return choice["value"]
    names = ", ".join(choice["name"] for choice in option["choices"])
    raise Refused(f"“{option['name']}” must be one of: {names}.")


def _string(option: JSON, value: str) -> str:
    value = value.strip()
    low, high = option.get("min_length") or 0, option.get("max_length") or 6_000
    if not low <= len(value) <= high:
        raise Refused(f"“{option['name']}” must be {low} to {high} characters long.")
    return value


def _number(option: JSON, value: Any) -> int | float:
    whole = option["type"] == INTEGER
    try:
        number = int(str(value)) if whole else float(str(value))
    except ValueError:
        kind = "a whole number" if whole else "a number"
        raise Refused(f"“{option['name']}” must be {kind}; “{value}” is not.") from None
    low, high = option.get("min_value"), option.get("max_value")
    if low is not None and number < low:
        raise Refused(f"“{option['name']}” must be at least {low}.")
    if high is not None and number > high:
        raise Refused(f"“{option['name']}” must be at most {high}.")
    return number


def _boolean(option: JSON, value: Any) -> bool:
    text = str(value).lower()
    if text not in TRUE | FALSE:
        raise Refused(f"“{option['name']}” must be true or false.")
    return text in TRUE
