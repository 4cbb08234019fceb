"""The bot as its host runs it, but with clocks that a test sets."""

import asyncio
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from tests.bot.bot_on_playground import SOME_MOMENT
from tests.bot.organising import until
from tests.bot.process import Process, on

LOOK_SECONDS = 0.2
LOOKS = 10  # by the eight jobs that look this often


class Dial:
    """A clock that shows what it is set to: Discord's, and the machine's, which may be wrong."""

    def __init__(self, folder, server, moment):
        self.file = folder / "clock"
        self._looks = folder / "clock.looks"
        self.moment = moment
        server.world.clock.now = self.now
        self.set(moment)

    def now(self):
        return self.moment.timestamp()

    def set(self, moment, wrong_by=None):
        """Make both show a moment; the machine's is wrong by `wrong_by`."""
        self.moment = moment
        shown = moment + wrong_by if wrong_by else moment
        new_file = self.file.with_suffix(".new")
        new_file.write_text(f"{moment.timestamp()!r} {shown.timestamp()!r}")
        new_file.replace(self.file)

    async def seen(self):
        """Wait until the bot's jobs have looked at the clock."""
        before = self._size()
        await until(lambda: self._size() >= before + LOOKS)

    def _size(self):
        return self._looks.stat().st_size if self._looks.exists() else 0


class Clocked(Process):
    """A bot in a process of its own that goes by a dial."""

    def __init__(self, folder, server, dial):
        super().__init__(folder, **on(server))
        # Not with -m: each worker would import the module that was run that way.
        self.command = (sys.executable, "-c", RUN, str(dial.file))

    async def __aexit__(self, *error):
        if self.process.returncode is None:
            self.process.kill()
            print((await self.end())[2])  # noqa: T201 - shown where a test fails


RUN = "import sys; from tests.bot.clocked import main; main(sys.argv[1])"


def main(file):
    """Run the bot by two clocks that FILE holds, in seconds since 1970.

    The first is Discord's, which only tells the bot how much time has passed; the second is the
    machine's. FILE.looks grows by a byte whenever the bot looks.
    """
    from bot.app import serve
    from bot.clock import DiscordClock
    from bot.config import read_settings
    from bot.scheduler import PeriodicJob

    path = Path(file)
    PeriodicJob.__init__.__defaults__ = (LOOK_SECONDS, True)  # every, on_wake
    settings = read_settings()
    looks = os.open(f"{path}.looks", os.O_APPEND | os.O_CREAT | os.O_WRONLY)

    def moments():
        return map(float, path.read_text().split())

    class Clock(DiscordClock):
        def __call__(self):
            os.write(looks, b".")
            return super().__call__()

    clock = Clock(
        lambda: datetime.fromtimestamp(list(moments())[1], UTC),
        lambda: next(moments()) - SOME_MOMENT,
    )

    token, address = settings.discord_token, settings.discord_api_url
    asyncio.run(serve(settings, token, address, clock=clock))
