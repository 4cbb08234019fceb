"""Backups: made with the commands of docs/hosting.md while the bot runs, and restored."""

import asyncio
import os
import re
import shutil
import sys

import pytest

from bot.store import open_store
from bot.store.guilds import ensure
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.organising import announced
from tests.bot.postgres import dump
from tests.moment import MOMENT
from tests.paths import ROOT

HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
COMMANDS = re.findall(
    r"^    ((?:sqlite3|python -c) .*bot-backup\.sqlite3.*)$", HOSTING, re.MULTILINE
)
DUMPING = re.findall(r'^    (pg_\w+ .*"\$URL".*)$', HOSTING, re.MULTILINE)

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]


async def test_there_are_commands():
    assert len(COMMANDS) == 3
    assert len(DUMPING) == 2


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_backup_that_was_made_while_the_bot_runs_is_restored(tmp_path, command):
    if command.startswith("sqlite3") and shutil.which("sqlite3") is None:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("sqlite3 is not installed; on Debian: sudo apt install sqlite3")
    async with BotOnPlayground(tmp_path, solver_workers=1) as app:
        message = await announced(app.person())
        reply = await (await app.person().run("/ladder cat dog")).reply()
        making = await asyncio.create_subprocess_shell(
            command.replace("python ", f"{sys.executable} ", 1), cwd=tmp_path
        )
        assert await making.wait() == 0
        await (await app.person().run("/ladder warm cold")).reply()  # the bot goes on meanwhile
        await app.stop()
        for file in tmp_path.glob("bot.sqlite3*"):
            file.unlink()
        (tmp_path / "bot-backup.sqlite3").rename(tmp_path / "bot.sqlite3")
        await app.start()
        found = await (await app.person().run("/contests list")).reply()
        assert "Spring" in found.text
        assert "**cat**" in (await (await app.person().press(reply, "Definitions")).reply()).text
        assert message.text


async def test_a_dump_of_postgresql_is_restored_into_an_empty_database(
    tmp_path, databases_of_postgresql
):
    full, empty = databases_of_postgresql
    store = await open_store(full, lambda: MOMENT)
    async with store.database.write() as tx:
        await ensure(tx, 123)
    before = await dump(store.database)
    for command, url in zip(DUMPING, (full, empty), strict=True):
        plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
        env = os.environ | {"URL": plain}
        done = await asyncio.create_subprocess_shell(command, cwd=tmp_path, env=env)
        assert await done.wait() == 0
    await store.close()
    restored = await open_store(empty, lambda: MOMENT)
    try:
        assert await dump(restored.database) == before
        assert "123" in before
    finally:
        await restored.close()


@pytest.fixture
def databases_of_postgresql(cluster):
    """Make a database with the schema and an empty one; yield their URLs."""
    with cluster.database() as full, cluster.database("template0") as empty:
        yield full, empty
