"""Shared by the benches of a bot under load: its process on the playground, and percentiles."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url

from bot.store import open_store
from playground import NoAnswerError

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator, Sequence

    import playground
    from playground import Exchange


@contextlib.asynccontextmanager
async def running(
    server: playground.Playground, module: str = "bot", *before: str, **settings: str
) -> AsyncIterator[Process]:
    """Run a bot on the playground, with its own database if none is set.

    `before` is a command that runs the one that follows it. The database already exists, as at each
    start except the first.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bot.sqlite3"
        await (await open_store(make_url(f"sqlite+aiosqlite:///{path}"))).close()
        about = {
            "DISCORD_TOKEN": server.token,
            "DISCORD_API_URL": server.api_url,
            "DATABASE_URL": f"sqlite:///{path}",
        }
        process = await asyncio.create_subprocess_exec(
            *(*before, sys.executable, "-m", module),
            env=os.environ | about | settings,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            await process.wait()


async def settled(exchange: Exchange, patience: float) -> None:
    """Wait for an answer, or for the private message without one; raises NoAnswerError."""
    interaction = exchange.interaction
    async with asyncio.timeout(patience):
        while interaction.answered is None and not interaction.follow_ups:
            if interaction.failure is not None:
                raise NoAnswerError(interaction.failure)
            await asyncio.sleep(0.01)


def points(seconds: Sequence[float]) -> list[float]:
    """Return the median, the 99th percentile and the most, in milliseconds."""
    cuts = quantiles(seconds, n=100, method="inclusive")
    return [round(1000 * value, 1) for value in (cuts[49], cuts[98], max(seconds))]
