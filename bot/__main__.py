"""python -m bot: serves Discord with DISCORD_TOKEN set, else the playground in a browser."""

from __future__ import annotations

import sys


def main() -> int:
    """Run until stopped; a start that fails is one line and status 2."""
    # Imported here, since worker processes may import this module again.
    import asyncio  # noqa: PLC0415

    from bot.config import read_settings  # noqa: PLC0415
    from bot.errors import StartError  # noqa: PLC0415
    from bot.logs import set_up_logging  # noqa: PLC0415

    try:
        settings = read_settings()
        set_up_logging(settings.log_format)
        if settings.discord_token is None:
            from bot.local import play  # noqa: PLC0415

            asyncio.run(play(settings))
        else:
            from bot.app import serve  # noqa: PLC0415

            address = str(settings.discord_api_url) if settings.discord_api_url else None
            asyncio.run(serve(settings, settings.discord_token.get_secret_value(), address))
    except StartError as error:
        print(f"snakes-and-ladders: {error.message}", file=sys.stderr)  # noqa: T201
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
