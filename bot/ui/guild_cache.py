"""The servers that we are in, each kept as bytes until somebody asks for it."""

from __future__ import annotations

import contextlib
import marshal
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord
from cachetools import LRUCache
from discord.state import ConnectionState

BUILT = 20
"""How many servers are kept as the library's objects, the latest asked for.

Building one takes 0.3 ms and collecting it 0.2. The more are kept, the more become garbage at a
time, because long-lived objects are collected last (`COLLECT_AT`).
"""
CATEGORY = 4
OWN = ("name", "owner_id", "system_channel_id", "preferred_locale")
PARTS = {
    "roles": ("id", "name", "permissions", "position", "managed", "mentionable"),
    "channels": (
        *("id", "type", "name", "position", "permission_overwrites"),
        *("bitrate", "user_limit"),  # the library needs them to build voice channels
    ),
    "threads": (
        *("id", "type", "name", "parent_id", "owner_id", "thread_metadata"),
        *("message_count", "member_count"),  # the library needs these, too
    ),
}
ME = ("user", "roles", "joined_at", "communication_disabled_until")
"""The fields kept of a server, its parts, and the bot as its member: everything that is used."""


class GuildCache(Mapping[int, discord.Guild]):
    """What the gateway has said about servers, by their ids.

    Each is kept as a compressed payload: a tenth of the size of the library's objects, and no work
    for the garbage collector. A server is built when it is asked for, and does not change after
    that: hold it for one answer, no longer. An unavailable server says so, and has nothing.
    """

    def __init__(self, state: ConnectionState[Any]) -> None:
        """Make a cache for a connection's state, which owns the servers that it builds."""
        self._state = state
        self._payloads: dict[int, bytes] = {}  # empty: unavailable
        self._built: LRUCache[int, discord.Guild] = LRUCache(BUILT)

    def __getitem__(self, guild_id: int) -> discord.Guild:
        payload = self._payloads[guild_id]
        guild = self._built.get(guild_id)
        if guild is None:
            data: Any = {"id": guild_id, "unavailable": True}
            if payload:
                kept = _unpack(payload)
                parts = {name: list(kept[name].values()) for name in PARTS}
                data = {"id": guild_id, "members": kept["me"]} | kept | parts
            guild = self._built[guild_id] = discord.Guild(data=data, state=self._state)
        return guild

    def __iter__(self) -> Iterator[int]:
        return iter(self._payloads)

    def __len__(self) -> int:
        return len(self._payloads)

    def keep(self, data: Any) -> None:
        """Keep a whole server, as READY or GUILD_CREATE has it."""
        guild_id, payload = int(data["id"]), b""
        if not data.get("unavailable"):
            kept: dict[str, Any] = _cut(data, OWN)
            for name in PARTS:
                kept[name] = _by_id(name, data.get(name, ()))
            ours = self._state.self_id
            members = data.get("members", ())
            kept["me"] = [_me(one) for one in members if int(one["user"]["id"]) == ours]
            payload = _pack(kept)
        self._keep(guild_id, payload)

    def lose(self, guild_id: int) -> None:
        """Note that a server is unavailable."""
        if guild_id in self._payloads:
            self._keep(guild_id, b"")

    def pop(self, guild_id: int, _default: None = None) -> None:
        """Forget a server; called by the library, which expects a dict here."""
        self._payloads.pop(guild_id, None)
        self._built.pop(guild_id, None)

    def update(self, data: Any) -> None:
        """Note what GUILD_UPDATE says about the server itself and its roles."""
        with self._changing(data["id"]) as kept:
            kept.update(_cut(data, OWN), roles=_by_id("roles", data["roles"]))

    def put(self, name: str, guild_id: str, part: Any) -> None:
        """Note a new or changed part."""
        with self._changing(guild_id) as kept:
            kept[name] |= _by_id(name, [part])

    def remove(self, name: str, guild_id: str, part_id: str) -> None:
        """Note that a part is gone; the threads of a channel go with it."""
        with self._changing(guild_id) as kept:
            kept[name].pop(part_id, None)
            if name == "channels":
                _drop_threads(kept, {part_id})

    def sync_threads(self, data: Any) -> None:
        """Note which threads are open, in some channels or in all."""
        with self._changing(data["guild_id"]) as kept:
            _drop_threads(kept, data.get("channel_ids"))
            kept["threads"] |= _by_id("threads", data.get("threads", ()))

    def set_me(self, data: Any) -> None:
        """Note the bot's own membership of a server."""
        with self._changing(data["guild_id"]) as kept:
            kept["me"] = [_me(data)]

    @contextlib.contextmanager
    def _changing(self, guild_id: str) -> Iterator[dict[str, Any]]:
        """Yield what is kept of a server, for changes; they are lost if it is unknown."""
        payload = self._payloads.get(int(guild_id))
        kept: dict[str, Any] = _unpack(payload) if payload else {name: {} for name in PARTS}
        yield kept
        if payload:
            self._keep(int(guild_id), _pack(kept))

    def _keep(self, guild_id: int, payload: bytes) -> None:
        self._payloads[guild_id] = payload
        self._built.pop(guild_id, None)


def _cut(data: Any, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: data[name] for name in names if name in data}


def _by_id(name: str, parts: Iterable[Any]) -> dict[str, Any]:
    """Cut parts of a kind; categories are left out of the channels."""
    return {
        one["id"]: _cut(one, PARTS[name])
        for one in parts
        if name != "channels" or one["type"] != CATEGORY
    }


def _me(data: Any) -> dict[str, Any]:
    return _cut(data, ME) | {"flags": 0}  # GUILD_MEMBER_UPDATE does not have them


def _drop_threads(kept: Any, parents: Any) -> None:
    """Drop the threads of some channels; None: all."""
    kept["threads"] = {
        key: one
        for key, one in kept["threads"].items()
        if parents is not None and one["parent_id"] not in parents
    }


def _pack(kept: dict[str, Any]) -> bytes:
    return zlib.compress(marshal.dumps(kept))


def _unpack(payload: bytes) -> Any:
    return marshal.loads(zlib.decompress(payload))  # noqa: S302 - it is our own
