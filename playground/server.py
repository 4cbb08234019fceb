"""The server: Discord's API, the gateway, uploaded files, the control API and the page."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from aiohttp import web

from playground.control import Control
from playground.fixtures import populate
from playground.rest.api import PREFIX, Api, apply, failed
from playground.rest.call import MOST_BODY
from playground.web.gateway_socket import Gateway
from playground.web.origin_check import check_origin
from playground.web.static import Cdn, Page
from playground.world import World

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from types import TracebackType
    from typing import Self

LOOPBACK = "127.0.0.1"
TICK = 1.0  # seconds


class Playground:
    """A running playground. Use it as an async context manager, or `start` and `close` it."""

    def __init__(
        self,
        *,
        bot_name: str = "Bot",
        bot_about: str = "",
        examples: Mapping[str, str] | None = None,
        privileged_intents: bool = False,
        moment: datetime | None = None,
    ) -> None:
        self.world = World(bot_name=bot_name, privileged_intents=privileged_intents, moment=moment)
        self.world.bot.about = bot_about
        self.world.examples = dict(examples or {})
        populate(self.world)
        self.api = Api(self.world)
        self.on_restart: Callable[[], None] | None = None
        """Called when the page asks to restart the bot; if None, the page has no such button."""
        self._runner: web.AppRunner | None = None
        self._ticking: asyncio.Task[None] | None = None

    async def start(self, host: str = LOOPBACK, port: int = 0) -> Self:
        """Listen on loopback; port 0 takes any free one."""
        if host not in {LOOPBACK, "localhost", "::1"}:
            raise ValueError("the playground has no locks: it only listens on loopback")
        app = web.Application(middlewares=[check_origin], client_max_size=MOST_BODY)
        self.api.add_to(app)
        app.router.add_get("/gateway", Gateway(self.world, apply, failed).handle)
        Cdn(self.world).add_to(app)
        Control(self.world, lambda: self.on_restart).add_to(app)
        Page().add_to(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        try:
            await site.start()
        except BaseException:
            await self.close()
            raise
        bound = self._runner.addresses[0]
        name = f"[{bound[0]}]" if ":" in bound[0] else bound[0]
        self.world.address = f"http://{name}:{bound[1]}"
        self._ticking = asyncio.create_task(self._tick())
        return self

    async def _tick(self) -> None:
        """Run the agenda's actions as time goes on."""
        while True:
            await asyncio.sleep(TICK)
            self.world.agenda.catch_up()

    async def close(self) -> None:
        """Stop listening and close every connection."""
        if self._ticking is not None:
            self._ticking.cancel()
        if self._runner is not None:
            self.world.hub.drop(1001)
            for interaction in self.world.interactions.values():
                if interaction.timer is not None:
                    interaction.timer.cancel()
            await self._runner.cleanup()
            self._runner = None

    @property
    def token(self) -> str:
        """The token a bot logs in with."""
        return self.world.token

    @property
    def api_url(self) -> str:
        """The base of Discord's API: what DISCORD_API_URL should hold."""
        return self.world.address + PREFIX

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return self.world.gateway_url

    @property
    def cdn_url(self) -> str:
        """The base address of uploaded files."""
        return self.world.address + "/cdn"

    @property
    def page_url(self) -> str:
        """The address to open in a browser."""
        return self.world.address + "/"

    async def __aenter__(self) -> Self:
        return self if self._runner is not None else await self.start()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


async def serve(
    host: str = LOOPBACK,
    port: int = 0,
    *,
    bot_name: str = "Bot",
    bot_about: str = "",
    examples: Mapping[str, str] | None = None,
    privileged_intents: bool = False,
    moment: datetime | None = None,
) -> Playground:
    """Start a playground and return it: `.api_url`, `.page_url`, `.token`, `await close()`.

    Its clock starts at `moment`, by default now, and runs on from there. A channel without messages
    shows `bot_about` and offers the `examples` as buttons: command lines by title.
    """
    playground = Playground(
        bot_name=bot_name,
        bot_about=bot_about,
        examples=examples,
        privileged_intents=privileged_intents,
        moment=moment,
    )
    return await playground.start(host, port)
