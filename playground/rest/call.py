"""One request to the API, and the declaration of an endpoint."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from aiohttp import BodyPartReader

from playground.errors import ApiError, missing_access, missing_permissions, unknown
from playground.files import MAX_BYTES, MAX_FILES, named
from playground.permissions import ATTACH_FILES, VIEW_CHANNEL
from playground.validation.fields import body_object
from playground.validation.messages import too_large

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiohttp import web

    from playground.model import JSON, Channel, Message
    from playground.posting import Uploads
    from playground.rest.limits import Limit, Limits
    from playground.world import World

MOST_BODY = MAX_BYTES * MAX_FILES


@dataclass(slots=True)
class Call:
    """A request, with helpers to read it."""

    world: World
    request: web.Request
    limits: Limits

    def number(self, name: str) -> int:
        """Return an id from the path."""
        return int(self.request.match_info[name])

    def text(self, name: str) -> str:
        """Return a piece of the path."""
        return self.request.match_info[name]

    def flag(self, name: str) -> bool:
        """Return whether a flag of the query string is set."""
        return self.request.query.get(name, "").lower() in {"1", "true"}

    async def json(self) -> JSON:
        """Return the body, which must be an object."""
        return body_object(await self.json_value())

    async def json_value(self) -> object:
        """Return the body, whatever JSON it is."""
        return _parsed(await self.request.read())

    async def form(self) -> tuple[JSON, Uploads]:
        """Return the body and the files sent with it, whether multipart or plain JSON."""
        if not self.request.content_type.startswith("multipart/"):
            return await self.json(), {}
        body: JSON = {}
        uploads: Uploads = {}
        total = 0
        async for part in await self.request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            data = bytes(await part.read(decode=False))
            total += len(data)
            if total > MOST_BODY:
                raise too_large()
            if part.name == "payload_json":
                body = body_object(_parsed(data))
            elif found := re.fullmatch(r"files?\[?(\d*)\]?", part.name or ""):
                uploads[int(found[1] or len(uploads))] = named(part.filename or "file", data)
        return body, uploads

    def channel(self, need: int = VIEW_CHANNEL) -> Channel:
        """Return the channel of the path, if the bot has the permissions `need` there."""
        channel = self.world.channels.get(self.number("channel"))
        if channel is None:
            raise unknown("Channel")
        granted = self.world.permissions_in(channel, self.world.bot)
        if not granted & VIEW_CHANNEL:
            raise missing_access()
        if granted & need != need:
            raise missing_permissions()
        return channel

    def require_attaching(self, channel: Channel, uploads: Uploads) -> None:
        """Refuse files where the bot may not attach any; in conversations it may."""
        granted = self.world.permissions_in(channel, self.world.bot)
        if uploads and not granted & ATTACH_FILES:
            raise missing_permissions()

    def message(self, channel: Channel) -> Message:
        """Return the message of the path."""
        return self.world.message(channel, self.number("message"))


class Endpoint(NamedTuple):
    """A path of the API. Its handler returns JSON, None (204) or a whole response."""

    method: str
    path: str
    handler: Callable[[Call], Awaitable[object]]
    limit: Limit | None = None
    open: bool = False  # needs no bot token: the path holds its own secret
    status: int = 200  # for an answer that is JSON


def _parsed(raw: bytes) -> object:
    """Return the JSON of a body, {} if it is empty."""
    try:
        return json.loads(raw) if raw else {}
    except (ValueError, RecursionError):  # it may be nested too deeply
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None
