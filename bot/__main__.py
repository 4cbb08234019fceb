"""python -m bot: serves Discord with DISCORD_TOKEN set, else the playground in the browser.

`python -m bot --help` lists the commands besides.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, NoReturn

STOPPING = signal.SIGINT, signal.SIGTERM
COLLECT_AT = 10_000, 2, 10
"""Python's own thresholds are 700 objects, and ten collections of a generation for the next.

10,000 objects are 64 servers in discord.py, which become garbage soon after each use
(`bot.ui.guild_cache`). If all servers were used in turn, a collection would stop the loop for at
most 24 ms, and 20 MB would wait for one; with five and eighty instead of two and ten, 88 ms and 80
MB."""


def main() -> int:
    """Run until stopped; a failed start prints one line and returns a status, usually 2."""
    gc.disable()  # imports stay: looking for garbage in them takes a seventh of the start
    # Imported here, because worker processes may import this module again.
    if sys.argv[1:] == ["health"]:
        from bot.health_check import check  # noqa: PLC0415

        return check()
    if not sys.argv[1:] and sys.platform != "win32":  # half a move is no success
        # Handle signals until the event loop does: process 1 of a container ignores any signal that
        # it does not handle. There is nothing to clean up yet.
        for number in STOPPING:
            signal.signal(number, lambda *_: os._exit(0))
    from bot.start import program  # noqa: PLC0415

    return program(_command if sys.argv[1:] else _serve)


def _serve() -> int:
    """Serve Discord or the playground; raises StartError."""
    from bot.config import hide_secrets, read_settings  # noqa: PLC0415
    from bot.systemd import Notifier  # noqa: PLC0415

    beat = Notifier().beat
    settings = read_settings()
    gc.set_threshold(*COLLECT_AT)
    hide_secrets()
    if settings.sentry_dsn is not None:
        from bot.error_reports import set_up_error_reports  # noqa: PLC0415

        set_up_error_reports(settings.sentry_dsn)
    from bot.app import serve  # noqa: PLC0415

    serving = partial(serve, settings, beat=beat)
    if settings.discord_token is None:
        from bot.local import play  # noqa: PLC0415

        _run(lambda: play(serving))
    else:
        address, token = settings.discord_api_url, settings.discord_token
        _run(lambda: serving(token, address, _spare_garbage_collector))
    return 0


def _command() -> int:
    """Run a command of the command line; raises StartError."""
    from argparse import ArgumentParser  # noqa: PLC0415

    from bot.errors import BadSettings  # noqa: PLC0415

    class Parser(ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise BadSettings(f"{message}; python -m bot --help lists the commands")

    parser = Parser(
        prog="python -m bot",
        description="Without a command: serves Discord if DISCORD_TOKEN is set, otherwise the "
        "playground in your browser. The README lists the settings: environment variables.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    commands.add_parser("health", help="ask the bot on this machine whether all is well (status 0)")
    moving = commands.add_parser(
        "move-database", help="copy all data to another database, which has to be empty"
    )
    moving.add_argument("source", metavar="FROM", help="address as in DATABASE_URL")
    moving.add_argument("target", metavar="TO", help="address as in DATABASE_URL")
    given = parser.parse_args()
    return _move_database(given.source, given.target)


def _move_database(*urls: str) -> int:
    """Copy a database to another one, and print what was copied; raises StartError."""
    from bot.config import read_database  # noqa: PLC0415
    from bot.errors import BadSettings  # noqa: PLC0415
    from bot.store.move import move  # noqa: PLC0415

    try:
        source, target = map(read_database, urls)
    except ValueError as error:
        raise BadSettings(f"move-database: one of the addresses {error}") from None

    def tell(table: str, rows: int) -> None:
        print(f"{table}: {rows:,} rows", flush=True)  # noqa: T201

    _run(lambda: move(source, target, tell))
    print("Both have the same rows now. Set DATABASE_URL to the new one.")  # noqa: T201
    return 0


def _spare_garbage_collector() -> None:
    """Exclude everything loaded so far from garbage collections.

    Otherwise a tenth of the time goes into looking for garbage among modules that stay. A
    collection before this would stop the loop for 130 ms to free less than a hundredth of all
    objects. Servers do not matter here: they are kept as bytes, which collections do not look at.
    """
    gc.freeze()


def _run(serving: Callable[[], Coroutine[Any, Any, object]]) -> None:
    """Run until it ends, on uvloop if possible: an answer then takes 6 % less CPU."""
    import asyncio  # noqa: PLC0415

    new_loop: Callable[[], asyncio.AbstractEventLoop]
    try:
        from uvloop import new_event_loop as new_loop  # noqa: PLC0415
    except ImportError:  # Windows
        new_loop = asyncio.new_event_loop
    _spare_garbage_collector()  # or the first collection would look at all imports
    gc.enable()
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(serving())
    for number in STOPPING:  # it has stopped: ignore further signals
        signal.signal(number, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
