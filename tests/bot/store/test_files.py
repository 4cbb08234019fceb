"""The database's files: private, of one bot at a time, looked through for damage at a start."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys

import pytest
from sqlalchemy import insert
from sqlalchemy.engine import make_url

from bot.errors import StoreUnusable
from bot.store import open_store, sqlite
from bot.store.schema import facts
from tests.patience import PATIENCE

HOLDS = """
import asyncio, sys
from sqlalchemy.engine import make_url
from bot.store import open_store
async def main():
    await open_store(make_url(sys.argv[1]))
    print("open", flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""


def url(path):
    return make_url(f"sqlite+aiosqlite:///{path}")


def modes(folder):
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


@pytest.fixture
def open_umask():
    before = os.umask(0)
    yield
    os.umask(before)


async def test_files_are_private_whatever_the_umask(tmp_path, open_umask):
    folder = tmp_path / "new" / "folder"
    store = await open_store(url(folder / "bot.sqlite3"))
    assert modes(folder) == dict.fromkeys(
        ("bot.sqlite3", "bot.sqlite3-wal", "bot.sqlite3-shm", "bot.sqlite3-lock"), 0o600
    )
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    await store.close()


async def test_files_that_were_there_become_private_and_a_folder_stays(tmp_path, open_umask):
    tmp_path.chmod(0o755)
    path = tmp_path / "bot.sqlite3"
    other = sqlite3.connect(path)
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("CREATE TABLE mine (x)")
    assert set(modes(tmp_path).values()) == {0o644}
    store = await open_store(url(path))
    assert set(modes(tmp_path).values()) == {0o600}
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    await store.close()
    other.close()


async def refused(path):
    with pytest.raises(StoreUnusable) as error:
        await open_store(url(path))
    assert "\n" not in error.value.message
    return error.value.message


async def test_a_second_bot_is_refused_until_the_first_is_gone_even_by_a_kill(tmp_path):
    path = tmp_path / "bot.sqlite3"
    first = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(url(path))], stdout=subprocess.PIPE, text=True
    )
    assert first.stdout.readline() == "open\n"
    assert "Another bot is running" in await refused(path)
    assert "Another bot is running" in await refused(path)  # a refusal lets go of nothing
    with sqlite3.connect(path) as backup, sqlite3.connect(tmp_path / "copy") as copy:
        backup.backup(copy)
        assert copy.execute("SELECT count(*) FROM facts").fetchone() == (1,)
    backup.close()
    copy.close()
    first.send_signal(signal.SIGKILL)
    assert first.wait() == -9
    first.stdout.close()
    await (await open_store(url(path))).close()
    await (await open_store(url(path))).close()


async def test_a_damaged_database_is_found_at_the_start(tmp_path):
    path = tmp_path / "bot.sqlite3"
    store = await open_store(url(path))
    async with store.database.write() as tx:
        rows = [{"name": f"n{n}", "value": "x" * 500} for n in range(400)]
        await tx.execute(insert(facts), rows)
    await store.close()
    assert sqlite.check(url(path)) is None
    whole = path.read_bytes()
    for damage in (b"\0" * 4096, os.urandom(4096)):
        for page in (len(whole) // 4096 - 5, len(whole) // 4096 // 2):
            path.write_bytes(whole[: page * 4096] + damage + whole[(page + 1) * 4096 :])
            assert "is damaged; restore a backup" in await refused(path)
    path.write_bytes(whole)
    await (await open_store(url(path))).close()


@pytest.mark.slow
async def test_the_bot_says_so_in_one_line_and_ends_with_status_2(tmp_path):
    path = tmp_path / "bot.sqlite3"
    store = await open_store(url(path))
    run = [sys.executable, "-m", "bot"]
    env = os.environ | {"DATABASE_URL": f"sqlite:///{path}", "DISCORD_TOKEN": "x.y.z"}
    second = subprocess.run(
        run, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    await store.close()
    assert (second.returncode, second.stderr.splitlines()) == (
        2,
        [f"snakes-and-ladders: Another bot is running on the database {path}; stop it first."],
    )


async def test_a_large_database_is_not_looked_through_for_ever(tmp_path, monkeypatch):
    path = tmp_path / "bot.sqlite3"
    await (await open_store(url(path))).close()
    monkeypatch.setattr(sqlite, "CHECK_SECONDS", 0)
    monkeypatch.setattr(sqlite, "INSTRUCTIONS", 1)
    assert sqlite.check(url(path)) is None
    await (await open_store(url(path))).close()


async def test_links_to_one_database_have_one_lock(tmp_path):
    store = await open_store(url(tmp_path / "bot.sqlite3"))
    link = tmp_path / "other" / "link.sqlite3"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "bot.sqlite3")
    assert "Another bot is running" in await refused(link)
    assert sorted(file.name for file in link.parent.iterdir()) == ["link.sqlite3"]
    await store.close()
    await (await open_store(url(link))).close()
