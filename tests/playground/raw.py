"""The protocol by hand: a gateway connection and REST calls, without a library."""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from typing import TYPE_CHECKING, Any

import aiohttp

from tests.patience import PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from playground import Playground
    from playground.exchange import Exchange

EPHEMERAL = 1 << 6


class Raw:
    """A bot that does only what a test makes it do."""

    def __init__(self, server: Playground, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.session = session
        self.socket: aiohttp.ClientWebSocketResponse | None = None
        self.application = server.world.bot.id
        self.seq = 0
        self._inflate: Any = None

    async def call(self, method: str, path: str, body: Any = None, **about: Any) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self.server.token}", **about.pop("headers", {})}
        if body is not None:
            about["json"] = body
        url = self.server.api_url + path
        async with self.session.request(method, url, headers=headers, **about) as answer:
            self.headers = answer.headers
            text = await answer.text()
            return answer.status, json.loads(text) if text else None

    async def connect(self, **query: str) -> None:
        self._inflate = zlib.decompressobj() if query.get("compress") == "zlib-stream" else None
        query = {"v": "10", "encoding": "json", **query}
        self.socket = await self.session.ws_connect(self.server.gateway_url, params=query)

    async def receive(self) -> dict[str, Any]:
        """Return the next message from the gateway."""
        assert self.socket is not None
        message = await self.socket.receive(timeout=PATIENCE)
        if message.type is aiohttp.WSMsgType.BINARY:
            assert message.data.endswith(b"\x00\x00\xff\xff")
            data = json.loads(self._inflate.decompress(message.data))
        elif message.type is aiohttp.WSMsgType.TEXT:
            data = json.loads(message.data)
        else:
            raise ConnectionError(self.socket.close_code)
        self.seq = data["s"] or self.seq
        return data

    async def event(self, name: str) -> dict[str, Any]:
        """Return the data of the next event of this name, passing over others."""
        while (message := await self.receive())["t"] != name:
            pass
        return message["d"]

    async def say(self, op: int, data: Any = None) -> None:
        assert self.socket is not None
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, intents: int = 1, **about: Any) -> dict[str, Any]:
        if self.socket is None:
            await self.connect()
        assert (await self.receive())["op"] == 10
        token = about.pop("token", self.server.token)
        properties = {"os": "linux", "browser": "raw", "device": "raw"}
        await self.say(2, {"token": token, "intents": intents, "properties": properties, **about})
        return await self.event("READY")

    async def register(self, *commands: dict[str, Any]) -> None:
        path = f"/applications/{self.application}/commands"
        status, body = await self.call("PUT", path, list(commands))
        assert status == 200, body

    async def respond(self, interaction: dict, kind: int, data: Any = None) -> tuple[int, Any]:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        return await self.call("POST", path, {"type": kind, "data": data or {}})

    def answer_path(self, interaction: dict[str, Any], message: str = "@original") -> str:
        return f"/webhooks/{self.application}/{interaction['token']}/messages/{message}"


@contextlib.asynccontextmanager
async def connected(server: Playground) -> AsyncIterator[Raw]:
    """Yield a raw bot, identified, with one command `/it text`."""
    async with aiohttp.ClientSession() as session:
        raw = Raw(server, session)
        option = {"type": 3, "name": "text", "description": "A text", "autocomplete": True}
        try:
            await raw.register({"name": "it", "description": "It", "options": [option]})
            await raw.identify()
            yield raw
        finally:
            if raw.socket is not None:
                await raw.socket.close()
            await asyncio.sleep(0)


async def ask(raw, harness, who="olive", line="/it") -> tuple[Exchange, dict[str, Any]]:
    """Have somebody use the command; return their exchange and the bot's interaction."""
    exchange = await harness.person(who).run(line)
    return exchange, await raw.event("INTERACTION_CREATE")


def code(answer: tuple[int, Any]) -> tuple[int, int]:
    """Return the status of a refusal, and the code that says why."""
    status, body = answer
    return status, body["code"]


def faults(errors: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the path and the code of every fault in Discord's nested format."""
    for key, value in errors.items():
        if key == "_errors":
            yield from (("", one["code"]) for one in value)
        else:
            yield from ((f"{key}.{path}".strip("."), fault) for path, fault in faults(value))
