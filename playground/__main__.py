"""Runs the playground alone: `python -m playground [--port N]`, then point a bot at it."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys

from playground.server import serve

PORT = 8765


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m playground", description=__doc__)
    parser.add_argument("--port", type=int, default=PORT, help="0 takes any free one")
    parser.add_argument("--bot-name", default="Bot")
    parser.add_argument(
        "--privileged-intents",
        action="store_true",
        help="let the bot ask for members, presences and message content",
    )
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    try:
        asyncio.run(_run(asked))
    except KeyboardInterrupt:
        pass
    except OSError as error:
        sys.exit(f"The playground cannot listen on port {asked.port}: {error.strerror}")


async def _run(asked: argparse.Namespace) -> None:
    playground = await serve(
        port=asked.port, bot_name=asked.bot_name, privileged_intents=asked.privileged_intents
    )
    lines = (
        f"The playground is open at {playground.page_url}",
        "",
        "Start a bot with:",
        f"  export DISCORD_API_URL={playground.api_url}",
        f"  export DISCORD_TOKEN={playground.token}",
        "",
    )
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
    try:
        await asyncio.Event().wait()
    finally:
        await playground.close()


if __name__ == "__main__":
    main()
