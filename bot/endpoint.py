"""Where Discord is: its own address, an API proxy's, or the playground's."""

from __future__ import annotations

import aiohttp
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.errors import DiscordUnreachable

VERSION = "/api/v10"
SECONDS = 10


async def point_at(address: str) -> None:
    """Make discord.py speak to this address, and to the gateway that it names.

    The library keeps both for the whole process, so one process speaks to one Discord.
    """
    base = address.rstrip("/")
    if "/api" not in base:
        base += VERSION
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SECONDS)) as session,
            session.get(f"{base}/gateway") as answer,
        ):
            answer.raise_for_status()
            gateway = (await answer.json())["url"]
    except (aiohttp.ClientError, TimeoutError, ValueError, KeyError) as error:
        raise DiscordUnreachable(
            f"DISCORD_API_URL {address}: nothing there answers as Discord's API does ({error})."
        ) from error
    Route.BASE = base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
