"""A bot in its own process, started as hosts start it."""

import asyncio
import contextlib
import os
import signal
import sys

import playground
from tests.bot.killing import asked, before, database_in
from tests.patience import PATIENCE


class Process:
    """Runs `python -m bot` and reads its output."""

    command = (sys.executable, "-m", "bot")

    def __init__(self, folder, **settings):
        ours = {"DATABASE_URL": str(database_in(folder)), "SOLVER_WORKERS": "1"}
        self._env = os.environ | ours | settings

    async def __aenter__(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.command, env=self._env, stdout=-1, stderr=-1, start_new_session=True
        )
        return self

    async def __aexit__(self, *error):
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

    async def says(self, text):
        """Wait until it logs a text; check that it logs no traceback before."""
        line = b""
        async with asyncio.timeout(PATIENCE):
            while text not in line:
                line = await self.process.stderr.readline()
                assert b"Traceback" not in line

    async def end(self):
        out, err = await asyncio.wait_for(self.process.communicate(), PATIENCE)
        return self.process.returncode, out.decode(), err.decode()


def on(server, **settings):
    return {"DISCORD_TOKEN": server.token, "DISCORD_API_URL": server.api_url} | settings


async def ended(bot):
    """Wait until a bot has ended well; return what it said."""
    code, _, err = await bot.end()
    assert code == 0, err
    assert "Traceback" not in err
    return err


async def refused(folder, status=1, **settings):
    async with Process(folder, **settings) as bot:
        code, out, err = await bot.end()
    assert code == status, err
    assert "Traceback" not in err
    assert out == ""
    last = err.splitlines()[-1]
    assert last.startswith("snakes-and-ladders: ")
    return last


@contextlib.asynccontextmanager
async def running(server, folder):
    harness = playground.Harness(server)
    harness.no_limits()
    async with Process(folder, **on(server)) as bot:
        await harness.bot_ready("contest")
        yield harness, bot
    await harness.bot_gone()


async def kill(bot):
    bot.process.send_signal(signal.SIGKILL)
    await bot.end()


def an_hour_passes(folder):
    """Make everything stored an hour older, while the bot is down."""
    moments = {"contests": ("opens_at", "closes_at", "due_at"), "messages": ("next_attempt_at",)}
    for table, columns in moments.items():
        for column in columns:
            earlier = before(folder, column, "1 hour")
            asked(folder, f"UPDATE {table} SET {column} = {earlier}")


def nothing_due(folder):
    return asked(folder, "SELECT count(*) FROM messages WHERE delivered_version < version") == [
        (0,)
    ]
