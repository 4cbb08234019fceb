"""The bot without Discord: a playground in the same process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial

import playground
from bot.clock import DiscordClock

PORT = 8765
"""The page's port, unless it is in use."""

ABOUT = "Word games: ladders, snakes, a puzzle a day, and contests for your server."
EXAMPLES = {
    "Climb cold → warm": "/ladder cold warm",
    "Lay a snake": "/snake street test nausea seasick stone tone",
    "Play today's puzzle": "/daily play",
    "Start a contest": "/contest create",
}
"""Buttons that an empty channel of the playground offers."""

WELCOME = """
  No DISCORD_TOKEN is set, so this is the playground: a Discord of your own, on this machine.

      Open  {url}  and type  /ladder cat dog

  Ctrl-C stops it. The README says how to serve a real Discord server.
"""


async def play(serve: Callable[..., Awaitable[None]]) -> None:
    """Run the bot on a playground until it is stopped; the playground's page can restart it.

    `serve` runs it as `bot.app.serve` does, with its settings.
    """
    stop = asyncio.Event()
    again = True
    greeted = False

    def restart() -> None:
        nonlocal again
        again = True
        stop.set()

    async with await _open() as server:

        def welcome() -> None:
            nonlocal greeted
            if not greeted:
                print(WELCOME.format(url=server.page_url), flush=True)  # noqa: T201
            greeted = True

        def now() -> datetime:
            """Return the playground's time, which its page can move."""
            return datetime.fromtimestamp(server.world.clock.now(), UTC)

        server.on_restart = restart
        while again:
            again = False
            stop.clear()
            clock = DiscordClock(now, server.world.clock.now)
            await serve(server.token, server.api_url, welcome, clock, stop=stop)


async def _open() -> playground.Playground:
    serve = partial(
        playground.serve, bot_name="Snakes & Ladders", bot_about=ABOUT, examples=EXAMPLES
    )
    try:
        return await serve(port=PORT)
    except OSError:
        return await serve()
